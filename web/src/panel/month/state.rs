//! How often an operation is repeated, as typed, and what is done with that. Pure.

use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand};
use playground::view::pattern::{PatternDraft, Period};
use serde_json::{Value, json};

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// How often an operation is repeated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Whether that is asked.
    pub is_open: bool,
    /// Requests in a period, as typed.
    pub rate: String,
    pub period: Period,
}

impl Default for State {
    fn default() -> Self {
        Self { is_open: false, rate: "1".to_owned(), period: Period::Second }
    }
}

/// What can be done with a month.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Ask, or do so no longer.
    Toggle,
    Rate(String),
    Period(Period),
    /// Make the operation an access pattern.
    Add,
    /// Show the access patterns.
    Show,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Toggle => self.is_open = !self.is_open,
            Action::Rate(rate) => self.rate = rate,
            Action::Period(period) => self.period = period,
            Action::Show => return vec![Effect::Open(PanelId::PATTERNS)],
            Action::Add => {
                let command = self.draft(shared).map(PlanCommand::SavePattern);
                return command.map(|it| Effect::Command(Command::Plan(it))).into_iter().collect();
            }
        }
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        let State { rate, period, .. } = State::default();
        let is_typed = self.is_open && (self.rate != rate || self.period != period);
        is_typed.then(|| json!({ "rate": self.rate, "period": self.period }))
    }

    fn resume(&mut self, mut unfinished: Value) {
        let Some(rate) = unfinished["rate"].as_str() else { return };
        (self.is_open, self.rate) = (true, rate.to_owned());
        self.period = serde_json::from_value(unfinished["period"].take()).unwrap_or(self.period);
    }
}

impl State {
    /// The operation as a pattern, as often as was typed.
    pub(super) fn draft(&self, shared: &Shared) -> Option<PatternDraft> {
        let draft = shared.session.month_draft(shared.selection.operation)?;
        Some(PatternDraft { rate: number::read(&self.rate).into(), period: self.period, ..draft })
    }
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::month::view::view;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[test]
    fn the_last_operation_becomes_a_pattern_of_the_rate_that_was_typed() {
        let mut session = Session::first();
        let mut state = State::default();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        assert_eq!(state.update(Action::Add, &shared), [], "nothing was done yet");
        let (operation, request) = ("Scan".to_owned(), r#"{ "TableName": "Orders" }"#.to_owned());
        session.handle(Command::Call { operation, request });
        let shared = Shared { session: &session, selection: &selection, page: &page };
        state.update(Action::Rate("1,000".to_owned()), &shared);
        state.update(Action::Period(Period::Day), &shared);
        let effects = state.update(Action::Add, &shared);
        let [Effect::Command(command)] = effects.as_slice() else { panic!("{effects:?}") };
        let Command::Plan(PlanCommand::SavePattern(draft)) = command else { panic!("{command:?}") };
        assert_eq!((&*draft.operation, &*draft.rate, draft.period), ("Scan", "1000", Period::Day));
        state.update(Action::Toggle, &shared);
        let command = command.clone();
        let is_kept = |state: &State, session: &Session| {
            let shared = Shared { session, selection: &selection, page: &page };
            let view = view(state, &shared).expect("it is one request");
            view.answer.expect("it is open").expect("it has a price").is_kept
        };
        assert!(!is_kept(&state, &session));
        assert!(session.handle(command).accepted);
        assert!(is_kept(&state, &session), "it is a pattern at this rate");
        state.period = Period::Hour;
        assert!(!is_kept(&state, &session), "and not at another");
        state.period = Period::Day;
        session.handle(Command::Undo);
        assert!(!is_kept(&state, &session));
    }
}
