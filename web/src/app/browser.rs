//! What the browser says about the page as a whole: keys, files, addresses.

use std::rc::Rc;

use gloo::events::EventListener;
use playground::sandbox::command::Command;
use playground::view::compare::CompareCommand;
use playground::view::message::Message;
use yew::prelude::*;

use crate::app::platform::{BrowserEvent, Crash, History, transfer};
use crate::app::state::action::Action;
use crate::app::state::key::Shortcut;
use crate::app::ticket::Questions;
use crate::app::{App, Event, platform};
use crate::panel::effect::Input;
use crate::panel::learn::LearnAction;
use crate::panel::page::PageAction;

impl App {
    /// Whether an event changes the page.
    pub(super) fn handle(&mut self, ctx: &Context<Self>, event: BrowserEvent) -> bool {
        match event {
            BrowserEvent::Key(key) => match self.state.shortcut(key.key()) {
                Some(Shortcut::Act(action)) => {
                    key.take();
                    self.act(ctx, action);
                }
                Some(Shortcut::Open(link)) => {
                    key.take();
                    self.open_in_panel(ctx, link);
                    self.acted(ctx);
                }
                Some(Shortcut::Learn(action)) => {
                    key.take();
                    self.learn(ctx, action);
                }
                Some(Shortcut::Press(id)) => {
                    key.take();
                    platform::press(id);
                    return false;
                }
                None => return false,
            },
            BrowserEvent::Press => {
                self.keeper.is_pressed = true;
                return false;
            }
            BrowserEvent::Address(fragment) => self.open_address(ctx, &fragment),
            BrowserEvent::File(text) => {
                match text {
                    Ok(text) => self.open_file(ctx, text, History::Push),
                    Err(fault) => self.say_of_work(fault.message()),
                }
                self.look();
            }
            BrowserEvent::Beside(text) => {
                let open = CompareCommand::Open(text.into());
                self.act(ctx, Action::Command(Command::Compare(open)));
            }
            BrowserEvent::Lessons(files) => {
                self.learn(ctx, LearnAction::OpenFiles(files));
                self.acted(ctx);
            }
            BrowserEvent::Picture(Some(link)) => {
                self.act(ctx, Action::Command(Command::OpenLink(link)));
            }
            BrowserEvent::Picture(None) => {
                self.say_of_work(Message::plain("picture.no_link"));
                self.look();
            }
            BrowserEvent::Import(form) => {
                self.act(ctx, Action::Begin(Input::Import(Some(Rc::new(form)))));
            }
            // Of an embed, the part in view is printed with the page around it.
            BrowserEvent::Print(_) if self.state.page.embed.is_some() => return false,
            BrowserEvent::Print(is_printing) => {
                self.act(ctx, Action::Page(PageAction::Print(is_printing)));
            }
            BrowserEvent::Crash(Crash::Engine) => self.session.crash(),
            BrowserEvent::Crash(crash @ (Crash::Rendering | Crash::Saving)) => {
                self.crash = Some(crash);
            }
        }
        true
    }

    /// Listens to the browser.
    pub(super) fn listen(ctx: &Context<Self>, openings: &Questions) -> Vec<EventListener> {
        let on_event = ctx.link().callback(Event::Browser);
        let transfer = transfer::Listeners {
            openings: openings.clone(),
            import: on_event.reform(BrowserEvent::Import),
            sandbox: on_event.reform(BrowserEvent::File),
            lessons: on_event.reform(BrowserEvent::Lessons),
            picture: on_event.reform(BrowserEvent::Picture),
        };
        // An embed and the window with notes have no dialog for what is dropped or pasted.
        let takes_files =
            platform::embed_request().is_none() && !platform::lesson::is_notes_window();
        let transfers = if takes_files { transfer::listen(&transfer) } else { Vec::new() };
        platform::listen(&on_event, openings).into_iter().chain(transfers).collect()
    }
}
