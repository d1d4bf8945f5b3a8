//! What the page around an embed asks, and what it is told.

use playground::lesson::player::ReachedGoal;
use playground::message;
use playground::sandbox::command::{Command, Response};
use playground::sandbox::outcome::Outcome;
use playground::session::Session;
use playground::view::host::{HostCall, HostError, HostEvent, HostReply, HostRequest, HostResult};
use playground::view::message::Message;
use yew::prelude::*;

use crate::app::platform::host::HostSignal;
use crate::app::state::action::Action;
use crate::app::{App, shared};
use crate::panel::learn::{LearnAction, LessonProblem, OpenLesson};
use crate::panel::lesson::problem::sentence_of;
use crate::panel::page::PageAction;
use crate::panel::setting::Theme;

/// What was done for the page around an embed.
type Done = Result<Option<HostResult>, HostError>;

impl App {
    /// Does what the page around an embed asks. Returns whether the embed may look different.
    pub(super) fn on_host_signal(&mut self, ctx: &Context<Self>, signal: HostSignal) -> bool {
        match signal {
            HostSignal::Connected => {
                self.tell_host_ready();
                false
            }
            HostSignal::Request(id, request) => match request.and_then(HostRequest::call) {
                Ok(call) => {
                    let done = self.call(ctx, call);
                    self.host.reply(&HostReply::new(id, done));
                    self.acted(ctx);
                    true
                }
                Err(error) => {
                    self.host.reply(&HostReply::new(id, Err(error)));
                    false
                }
            },
            // Rendering tells the height.
            HostSignal::Resized => true,
        }
    }

    /// Tells the page around an embed what a command did.
    pub(super) fn tell_host(&self, outcomes: &[Outcome]) {
        if self.state.page.embed.is_some() && !self.is_lesson_loading() {
            for event in Session::host_events(outcomes) {
                self.host.tell(&event);
            }
        }
    }

    /// Tells the page around an embed that requests are carried out, once the lesson that its address names was fetched.
    pub(super) fn tell_host_ready(&self) {
        let of_lesson = match &self.state.page.learn.open {
            Some(OpenLesson::Loading(_)) => return,
            Some(OpenLesson::Failed { problem: LessonProblem::Faults(_), .. }) => {
                Some(Message::plain("lesson.no_steps"))
            }
            Some(OpenLesson::Failed { problem, .. }) => Some(sentence_of(problem)),
            Some(OpenLesson::Playing(_)) | None => None,
        };
        let of_work = self.state.page.damaged.as_ref().map(|damaged| damaged.words.clone());
        let problem = of_lesson.or(of_work).map(|words| message::text(&words));
        self.host.tell_ready(self.unopened.clone().or(problem));
    }

    /// Whether the lesson of an embed is being fetched: the page around it is told nothing until the lesson is open.
    pub(super) fn is_lesson_loading(&self) -> bool {
        matches!(self.state.page.learn.open, Some(OpenLesson::Loading(_)))
    }

    /// Tells the page around an embed which tasks of the lesson are done.
    pub(super) fn tell_host_of_goals(&mut self) {
        let Some(OpenLesson::Playing(played)) = &mut self.state.page.learn.open else { return };
        let lesson = played.source.to_string();
        for ReachedGoal { step, task } in played.player.take_reached() {
            self.host.tell(&HostEvent::Goal { lesson: lesson.clone(), step, task });
        }
    }

    /// Remembers why an embed shows something else than what its address names.
    pub(super) fn note_opening(&mut self, command: &Command, response: &Response) {
        if response.accepted {
            self.unopened = None;
        } else if let Command::OpenLink(_) = command {
            self.unopened = Some(message::sentences(&response.notices));
        }
    }

    fn call(&mut self, ctx: &Context<Self>, call: HostCall) -> Done {
        match call {
            HostCall::GetState => Ok(Some(HostResult::State(self.session.work()))),
            HostCall::GetLink => match shared(&self.session, &self.state).link() {
                Ok(link) => Ok(Some(HostResult::Link(link.to_string()))),
                Err(error) => Err(HostError::Rejected(message::text(&error.message()))),
            },
            HostCall::SetState(state) => {
                self.state.page.damaged = None;
                self.command_of_host(ctx, Command::OpenDocument(state))
            }
            HostCall::Run { operation, request } => {
                // A result covers parts of the embed only when a user asks for it.
                let shown = (self.state.page.workspace, self.state.page.zone);
                let done = self.command_of_host(ctx, Command::Call { operation, request });
                (self.state.page.workspace, self.state.page.zone) = shown;
                done
            }
            HostCall::Step => self.command_of_host(ctx, Command::StepToNext),
            HostCall::Reset if self.state.page.learn.played().is_some() => {
                self.learn(ctx, LearnAction::Again);
                Ok(None)
            }
            HostCall::Reset => self.command_of_host(ctx, Command::Reset),
            HostCall::SetTheme(name) => {
                let theme = Theme::ALL.into_iter().find(|theme| theme.id() == name);
                let theme = theme.ok_or(HostError::InvalidMember("theme"))?;
                self.do_on_page(ctx, Action::Page(PageAction::SetTheme(theme)));
                Ok(None)
            }
        }
    }

    /// Executes a command of the page around an embed. Where a user can only look, that page can still change the sandbox.
    fn command_of_host(&mut self, ctx: &Context<Self>, command: Command) -> Done {
        let is_call = matches!(command, Command::Call { .. });
        let response = self.execute(ctx, command);
        match response.accepted {
            true if is_call => Ok(self.session.last_reply().map(HostResult::Reply)),
            true => Ok(None),
            false => Err(HostError::Rejected(message::sentences(&response.notices))),
        }
    }
}
