//! The period tables that are edited, and what is shown. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::view::message::Message;
use playground::view::series::{Older, Series, SeriesListView, SeriesPeriod};
use playground::view::value::Text;
use serde_json::{Value, json};

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Input};
use crate::panel::id::PanelId;
use crate::panel::page::{Focus, PageAction};
use crate::panel::shared::Shared;

/// Whether the panel was opened, and what is edited.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    is_open: bool,
    /// As it is typed; `None` if none is edited.
    pub draft: Option<Series>,
}

/// What can be done with period tables.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Edit a series, or a new one.
    Edit(Series),
    Name(String),
    Period(SeriesPeriod),
    Ahead(u64),
    ReadUnits(u64),
    Keep(u64),
    Older(Older),
    Cancel,
    Save,
    Delete(Text),
}

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub list: SeriesListView,
    /// The open table, whose design a new series has.
    pub table: Text,
    /// What is edited, and what is wrong with it; `None` if none is.
    pub editor: Option<(Series, Option<Message>)>,
    /// Whether the user can do more than look.
    pub is_editable: bool,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        let command = match action {
            Action::Save => self.draft.clone().map(PlanCommand::SaveSeries),
            Action::Delete(name) => Some(PlanCommand::DeleteSeries { name }),
            Action::Edit(series) => {
                self.draft = Some(series);
                None
            }
            Action::Cancel => {
                self.draft = None;
                None
            }
            Action::Name(name) => self.change(|draft| draft.name = name),
            Action::Period(period) => self.change(|draft| draft.period = period),
            Action::Ahead(count) => self.change(|draft| draft.ahead = count),
            Action::ReadUnits(units) => self.change(|draft| draft.read_units = units),
            Action::Keep(count) => self.change(|draft| draft.keep = count),
            Action::Older(older) => self.change(|draft| draft.older = older),
        };
        command.map(|it| Effect::Command(Command::Plan(it))).into_iter().collect()
    }

    /// Closes the form when what is in it was saved.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        if let (Command::Plan(PlanCommand::SaveSeries(saved)), true) =
            (executed.command, executed.accepted)
            && self.draft.as_ref() == Some(saved)
        {
            self.draft = None;
        }
        Vec::new()
    }

    /// Opens the panel, and puts the focus on it.
    fn begin(&mut self, _: &Input, _: &Shared) -> Vec<Effect<Action>> {
        self.is_open = true;
        vec![Effect::Page(PageAction::Focus(Focus::Panel(PanelId::SERIES)))]
    }

    fn unfinished(&self) -> Option<Value> {
        self.draft.as_ref().map(|draft| json!(draft))
    }

    fn resume(&mut self, unfinished: Value) {
        self.draft = serde_json::from_value(unfinished).ok();
    }
}

impl State {
    /// Changes what is edited, which asks nothing of the sandbox.
    fn change(&mut self, change: impl FnOnce(&mut Series)) -> Option<PlanCommand> {
        self.draft.as_mut().map(change);
        None
    }

    /// What the panel shows; nothing without period tables, unless it was opened.
    pub(super) fn view(&self, shared: &Shared) -> Option<View> {
        if !self.is_open && self.draft.is_none() && !shared.session.has_series() {
            return None;
        }
        let draft = self.draft.clone();
        Some(View {
            list: shared.session.series(shared.table_name())?,
            table: shared.table()?.schema.name.as_str().into(),
            editor: draft.map(|draft| (draft.clone(), shared.session.series_fault(&draft))),
            is_editable: !shared.page.is_read_only(),
        })
    }
}
