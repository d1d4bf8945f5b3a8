//! What the page around an embed asks, and what it is told.

use std::mem;

use playground::lesson::player::ReachedGoal;
use playground::message;
use playground::sandbox::command::{Command, Response};
use playground::sandbox::outcome::Outcome;
use playground::session::Session;
use playground::view::host::{
    HostCall, HostError, HostEvent, HostReply, HostRequest, HostResult, RATE_MAX,
};
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::app::platform::host::{Asked, HostSignal};
use crate::app::state::action::Action;
use crate::app::{App, shared};
use crate::panel::learn::{LearnAction, LessonProblem, OpenLesson};
use crate::panel::lesson::problem::sentence_of;
use crate::panel::page::PageAction;
use crate::panel::setting::Theme;

/// What was done for the page around an embed.
type Done = Result<Option<HostResult>, HostError>;

/// Requests that wait while a sandbox is opened. Model: those of a second.
const WAITING_COUNT_MAX: usize = RATE_MAX as usize;

impl App {
    /// Notes what the page around an embed asks, and does it as soon as it can. Returns whether the embed may look different.
    pub(super) fn on_host_signal(&mut self, ctx: &Context<Self>, signal: HostSignal) -> bool {
        match signal {
            // Nobody hears the answers to what was asked through another port.
            HostSignal::Connected => self.asked = Asked { ready: true, ..Asked::default() },
            HostSignal::Request(id, request) => match request.and_then(HostRequest::call) {
                Ok(call) if self.asked.calls.len() < WAITING_COUNT_MAX => {
                    self.asked.calls.push_back((id, call));
                }
                Ok(_) => {
                    let limit = Argument::Count(WAITING_COUNT_MAX as u64);
                    let words = Message::plain("embed.waiting").with("limit", limit);
                    let error = HostError::Rejected(message::text(&words));
                    self.host.send(&HostReply::new(id, Err(error)));
                    return false;
                }
                Err(error) => {
                    self.host.send(&HostReply::new(id, Err(error)));
                    return false;
                }
            },
            // Rendering tells the height.
            HostSignal::Resized => return true,
        }
        self.acted(ctx);
        true
    }

    /// Does what the page around an embed has asked, in its order. While something is being opened, all else waits.
    pub(super) fn answer_host(&mut self, ctx: &Context<Self>) {
        while !self.session.is_opening() && !self.is_lesson_loading() {
            if mem::take(&mut self.asked.ready) {
                self.tell_host_ready();
            }
            match self.asked.calls.pop_front() {
                None => return,
                Some((id, call)) => {
                    self.asked.current = Some(id);
                    let done = self.call(ctx, call);
                    if !self.session.is_opening() {
                        self.reply_to_host(done);
                    }
                }
            }
        }
    }

    /// Answers the request that has opened a sandbox, or has not.
    pub(super) fn tell_host_of_opening(&mut self, response: &Response) {
        self.reply_to_host(done_by(response).map(|()| None));
    }

    /// Answers the request that was being carried out.
    fn reply_to_host(&mut self, done: Done) {
        if let Some(id) = self.asked.current.take() {
            self.host.send(&HostReply::new(id, done));
        }
    }

    /// Tells the page around an embed what a command did.
    pub(super) fn tell_host(&self, outcomes: &[Outcome]) {
        if self.state.page.embed.is_some() && !self.asked.ready && !self.is_lesson_loading() {
            for event in Session::host_events(outcomes) {
                self.host.send(&event);
            }
        }
    }

    /// Tells the page around an embed that requests are carried out.
    fn tell_host_ready(&self) {
        let of_lesson = match &self.state.page.learn.open {
            Some(OpenLesson::Failed { problem: LessonProblem::Faults(_), .. }) => {
                Some(Message::plain("lesson.no_steps"))
            }
            Some(OpenLesson::Failed { problem, .. }) => Some(sentence_of(problem)),
            Some(OpenLesson::Playing(_) | OpenLesson::Loading(_)) | None => None,
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
            self.host.send(&HostEvent::Goal { lesson: lesson.clone(), step, task });
        }
    }

    /// Remembers why an embed shows something else than what its address names.
    pub(super) fn note_opening(&mut self, command: &Command, response: &Response) {
        if response.accepted {
            self.unopened = None;
        } else if let Command::OpenLink(_) = command {
            self.unopened = Some(message::sentences(&response.notices));
        }
        self.tell_host_of_opening(response);
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
        done_by(&self.execute(ctx, command))?;
        Ok(self.session.last_reply().filter(|_| is_call).map(HostResult::Reply))
    }
}

/// Whether a command was carried out.
fn done_by(response: &Response) -> Result<(), HostError> {
    match response.accepted {
        true => Ok(()),
        false => Err(HostError::Rejected(message::sentences(&response.notices))),
    }
}
