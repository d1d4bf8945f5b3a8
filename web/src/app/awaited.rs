//! What stands in the place of a panel until the part of the program that it is in is loaded.

use std::any::Any;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde_json::Value;
use yew::prelude::*;

use crate::app::any_panel::{AnyPanel, AnyView, PanelAction};
use crate::app::registry::{Entry, Part};
use crate::component::dialog::Dialog;
use crate::panel::Place;
use crate::panel::contract::Executed;
use crate::panel::effect::{Effect, Input};
use crate::panel::page::PageAction;
use crate::panel::part::press::press;
use crate::panel::part::words::word;
use crate::panel::shared::Shared;

/// How far a part is that something was asked of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// It is being loaded.
    Loading,
    /// It could not be loaded.
    Failed,
    /// Its panels were started.
    Here,
}

/// Something that was asked of the panel, and that it does once it is here.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Asked {
    /// To show a topic.
    Open(&'static str),
    /// To open a form.
    Begin(Input),
}

/// What a user can do with a panel that could not be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Load it again.
    Again,
    /// Do without it.
    Close,
}

/// A panel that is not here yet.
#[derive(Debug)]
pub(super) struct Awaited {
    entry: Entry,
    /// Whether it has something to show.
    is_shown: bool,
    /// Whether the user does without it until something is asked of it again.
    is_closed: bool,
    /// What was asked of it, in order.
    pub(super) asked: Vec<Asked>,
    /// Its unfinished input, if some was stored.
    pub(super) input: Option<Value>,
    /// How far its part is.
    pub(super) stage: Option<Stage>,
    send: Callback<Action>,
}

impl Awaited {
    /// The place of the panel of a line.
    pub(super) fn new(entry: Entry, on_action: &Callback<PanelAction>) -> Self {
        let (panel, asked) = (entry.id(), Vec::new());
        let send = on_action.reform(move |action| PanelAction { panel, action: Box::new(action) });
        Self { entry, is_shown: false, is_closed: false, asked, input: None, stage: None, send }
    }

    pub(super) const fn part(&self) -> Part {
        self.entry.part()
    }

    /// Whether it has something to do or to show.
    pub(super) const fn is_wanted(&self) -> bool {
        let has_input = self.input.is_some() && !self.is_closed;
        self.is_shown || !self.asked.is_empty() || has_input
    }
}

impl AnyPanel for Awaited {
    fn update(&mut self, action: Box<dyn Any>, _: &Shared) -> Vec<Effect<PanelAction>> {
        match action.downcast_ref() {
            Some(Action::Close) => {
                self.asked.clear();
                self.is_closed = true;
                vec![Effect::Page(PageAction::CloseMenu)]
            }
            Some(Action::Again) | None => Vec::new(),
        }
    }

    fn open(&mut self, topic: &'static str, _: &Shared) -> Vec<Effect<PanelAction>> {
        self.is_closed = false;
        self.asked.push(Asked::Open(topic));
        Vec::new()
    }

    fn observe(&mut self, _: &Executed, _: &Shared) -> Vec<Effect<PanelAction>> {
        Vec::new()
    }

    fn begin(&mut self, input: &Input, _: &Shared) -> Vec<Effect<PanelAction>> {
        self.is_closed = false;
        self.asked.push(Asked::Begin(input.clone()));
        Vec::new()
    }

    fn observe_form(&mut self, _: &Input) {}

    fn leave_table(&mut self, _: &Shared) {
        self.asked.clear();
    }

    fn unfinished(&self) -> Option<(&'static str, Value)> {
        Some((self.entry.unfinished(), self.input.clone()?))
    }

    fn resume(&mut self, unfinished: &BTreeMap<String, Value>) {
        self.input = unfinished.get(self.entry.unfinished()).cloned();
    }

    fn look(&mut self, shared: &Shared, _: u64) {
        self.is_shown = self.entry.is_shown(shared);
    }

    fn hide(&mut self) {
        self.is_shown = false;
    }

    fn reset(&mut self) {
        self.asked.clear();
        self.input = None;
    }

    fn shown(&self) -> Option<Rc<dyn AnyView>> {
        let waiting = || Waiting { entry: self.entry, stage: self.stage, send: self.send.clone() };
        self.is_wanted().then(|| Rc::new(waiting()) as Rc<dyn AnyView>)
    }
}

/// What is shown in the place of the panel.
struct Waiting {
    entry: Entry,
    stage: Option<Stage>,
    send: Callback<Action>,
}

impl Waiting {
    /// That it could not be loaded, and what can be done.
    fn failure(&self) -> Html {
        html! {
            <>
                <p>{ word("part.failed") }</p>
                <button type="button" class="button outlined" onclick={press(&self.send, Action::Again)}>
                    { word("part.again") }
                </button>
            </>
        }
    }
}

impl AnyView for Waiting {
    fn draw(&self) -> Html {
        let place = self.entry.place();
        let is_over = !matches!(place, Place::Zone(_) | Place::Column(_));
        let class = classes!("awaited", is_over.then_some("is-over"));
        match self.stage {
            // It takes the place of a dialog, and is closed as one.
            Some(Stage::Failed) if place == Place::Over => html! {
                <Dialog
                    title={word(self.entry.title())}
                    close_label={word("dialog.close")}
                    class="is-narrow"
                    on_close={self.send.reform(|()| Action::Close)}
                >
                    <div class="awaited" role="alert">{ self.failure() }</div>
                </Dialog>
            },
            Some(Stage::Failed) => html! {
                <div {class} role="alert">{ self.failure() }</div>
            },
            Some(Stage::Loading | Stage::Here) | None => html! {
                <div {class} role="status">
                    <p class="loading">{ word("part.loading") }</p>
                </div>
            },
        }
    }
}
