//! A lesson that is presented, and the window with its notes.

use gloo::timers::callback::Interval;
use playground::message::text;
use playground::view::message::Message;
use playground::view::value::Text;
use yew::prelude::*;

use crate::app::learn::windows::{WindowEvent, Windows};
use crate::app::platform::channel::Channel;
use crate::app::platform::{self, lesson};
use crate::app::state::key::{LESSON_BACK, LESSON_FORWARD};
use crate::app::{App, Event};
use crate::panel::page::NotesState;
use crate::panel::presenter::{PresenterMessage, shown_step};

/// How often the window with the notes asks what is shown, and shows the time.
const ASK_MS: u32 = 1_000;

impl App {
    /// Begins a window with notes.
    pub(in crate::app) fn begin_notes(&mut self, ctx: &Context<Self>) {
        self.state.page.notes =
            Some(NotesState { now_ms: platform::now_ms(), ..NotesState::default() });
        let tick = ctx.link().callback(|()| Event::Window(WindowEvent::Tick));
        let on_message = |message| Event::Window(WindowEvent::Message(message));
        let presentation = lesson::presentation_of_notes().unwrap_or_default();
        let channel = Channel::open(&presentation, ctx.link().callback(on_message));
        self.windows = Windows::of_notes(channel, Interval::new(ASK_MS, move || tick.emit(())));
        self.send_to_window(&PresenterMessage::Ask);
    }

    /// Something happens in the windows of a presentation.
    pub(in crate::app) fn on_window_event(&mut self, ctx: &Context<Self>, event: WindowEvent) {
        match event {
            WindowEvent::Message(message) => self.on_presenter_message(ctx, message),
            WindowEvent::Tick => {
                self.tick_notes();
                self.look();
            }
        }
    }

    /// The title of the browser's tab.
    pub(in crate::app) fn page_title(&self) -> Text {
        match self.state.page.notes {
            Some(_) => text(&Message::plain("notes.title")).into(),
            None => self.session.title().into(),
        }
    }

    /// A second has passed in the window with the notes.
    fn tick_notes(&mut self) {
        if let Some(notes) = &mut self.state.page.notes {
            notes.now_ms = platform::now_ms();
            notes.unanswered = notes.unanswered.saturating_add(1);
        }
        self.send_to_window(&PresenterMessage::Ask);
    }

    /// The other window says something.
    fn on_presenter_message(&mut self, ctx: &Context<Self>, message: PresenterMessage) {
        if let Some(notes) = &mut self.state.page.notes {
            if let PresenterMessage::Shown(shown) = message {
                (notes.shown, notes.unanswered) = (Some(shown), 0);
                self.look();
            }
            return;
        }
        let link = match message {
            PresenterMessage::Forward => LESSON_FORWARD,
            PresenterMessage::Back => LESSON_BACK,
            PresenterMessage::Ask => {
                self.windows.told = None;
                return self.tell_notes(ctx);
            }
            PresenterMessage::Shown(_) => return,
        };
        if self.state.page.presents_lesson() {
            self.open_in_panel(ctx, link);
            self.acted(ctx);
        }
    }

    /// Tells the window with the notes what is shown, if that has changed.
    pub(in crate::app) fn tell_notes(&mut self, ctx: &Context<Self>) {
        if self.state.page.notes.is_some() {
            return;
        }
        let presented =
            self.state.page.learn.played().filter(|_| self.state.page.presents_lesson());
        if std::mem::replace(&mut self.windows.is_presenting, presented.is_some())
            != presented.is_some()
        {
            lesson::show_presenting(presented.is_some());
        }
        let Some(played) = presented else {
            self.windows.told = None;
            return;
        };
        let shown = shown_step(&played.player, lesson::presentation_start());
        if self.windows.channel.is_none() {
            let name = lesson::presentation();
            self.state.page.presentation_name = name.as_str().into();
            self.windows.channel = Channel::open(
                &name,
                ctx.link().callback(|message| Event::Window(WindowEvent::Message(message))),
            );
        }
        if self.windows.told.as_ref() != Some(&shown) {
            self.send_to_window(&PresenterMessage::Shown(Box::new(shown.clone())));
            self.windows.told = Some(shown);
        }
    }

    /// Scrolls to the last question of the presented lesson, if the lesson has changed since the last call.
    pub(in crate::app) fn show_presented_part(&mut self) {
        let is_presented = self.state.page.presents_lesson();
        let played = self.state.page.learn.played().filter(|_| is_presented);
        let revision = played.map(|played| played.player.revision());
        if std::mem::replace(&mut self.windows.revision, revision) != revision && is_presented {
            lesson::show_last_part();
        }
    }

    pub(in crate::app) fn send_to_window(&self, message: &PresenterMessage) {
        if let Some(channel) = &self.windows.channel {
            channel.send(message);
        }
    }
}
