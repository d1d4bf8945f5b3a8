//! The access pattern that is being written, and what can be done with patterns. Pure.

use playground::message::number;
use playground::sandbox::command::{Command, PlanCommand};
use playground::view::pattern::{PatternColumn, PatternDraft, PatternTarget};
use playground::view::value::Text;
use serde_json::Value;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;

/// The access pattern that is being written, and the order of the others.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The pattern; `None` if the form is closed.
    pub draft: Option<PatternDraft>,
    /// Whether the user has changed it since the form was opened.
    pub is_typed: bool,
    /// Whether it could not be kept as it is written.
    pub is_refused: bool,
    /// Its requests for what is not chosen any more: choosing that again brings its request back.
    pub requests: Vec<Written>,
    pub sort: Sort,
}

/// A request of the pattern that is being written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    pub operation: Text,
    /// Where it looks; `None` if the user has written another than would be written.
    pub target: Option<PatternTarget>,
    pub request: Text,
}

/// The order of the patterns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sort {
    pub column: PatternColumn,
    /// Whether the last comes first.
    pub is_reversed: bool,
}

impl Default for Sort {
    /// The worst first.
    fn default() -> Self {
        Self { column: PatternColumn::Verdict(0), is_reversed: false }
    }
}

/// What can be done with access patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// The pattern when its form is opened, or after a keystroke.
    Type(PatternDraft),
    /// Sort by a column, or the other way round if it is sorted by that.
    Sort(PatternColumn),
    /// Write a new one.
    New,
    /// Another operation for the pattern.
    ChooseOperation(Text),
    /// Another place for it to look; `None` for what was written in JSON.
    ChooseTarget(Option<PatternTarget>),
    /// Keep it.
    Save,
    /// Close the form.
    Close,
    /// Close the form if nothing was typed.
    Escape,
    /// Delete a pattern, by its position.
    Delete(usize),
    /// Send the request of a pattern once.
    Run {
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let command = match action {
            Action::Type(draft) => {
                // The requests of one pattern are not those of another.
                self.is_typed = self.draft.as_ref().map(|it| it.position) == Some(draft.position);
                if !self.is_typed {
                    self.requests.clear();
                }
                self.draft = Some(draft);
                self.is_refused = false;
                return Vec::new();
            }
            Action::Sort(column) => {
                let is_reversed = self.sort.column == column && !self.sort.is_reversed;
                self.sort = Sort { column, is_reversed };
                return Vec::new();
            }
            Action::New => {
                self.requests.clear();
                self.is_typed = false;
                self.draft = Some(shared.session.new_pattern(shared.table_name()));
                return Vec::new();
            }
            Action::ChooseOperation(operation) => {
                self.choose(&operation, None, shared);
                return Vec::new();
            }
            Action::ChooseTarget(target) => {
                if let Some(operation) = self.draft.as_ref().map(|it| Text::clone(&it.operation)) {
                    self.choose(&operation, target.as_ref(), shared);
                }
                return Vec::new();
            }
            Action::Run { operation, request } => {
                return vec![Effect::Command(Command::Call {
                    operation: operation.to_string(),
                    request: request.to_string(),
                })];
            }
            Action::Escape if self.is_typed => return Vec::new(),
            Action::Close | Action::Escape => {
                self.requests.clear();
                None
            }
            Action::Save => {
                let draft = self.draft.as_ref().map(canonical);
                self.is_refused =
                    draft.as_ref().is_some_and(|it| shared.session.pattern_answer(it).is_err());
                if self.is_refused {
                    return Vec::new();
                }
                draft.map(PlanCommand::SavePattern)
            }
            Action::Delete(position) => Some(PlanCommand::DeletePattern { position }),
        };
        (self.draft, self.is_typed, self.is_refused) = (None, false, false);
        // The button that was pressed is no longer there.
        let focus = Effect::Open(PanelId::PATTERNS);
        let command = command.map(|command| Effect::Command(Command::Plan(command)));
        command.into_iter().chain([focus]).collect()
    }

    /// Takes note of a command. A pattern that was rejected stays, to be corrected.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        if let Command::Plan(PlanCommand::SavePattern(draft)) = executed.command
            && !executed.accepted
        {
            (self.draft, self.is_typed) = (Some(draft.clone()), true);
        }
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        serde_json::to_value(self.draft.as_ref()?).ok()
    }

    fn resume(&mut self, unfinished: Value) {
        self.draft = serde_json::from_value(unfinished).ok();
        self.is_typed = self.draft.is_some();
    }
}

impl State {
    /// Gives the pattern another operation or place to look, and the request that was written for it before if there is one.
    fn choose(&mut self, operation: &Text, target: Option<&PatternTarget>, shared: &Shared) {
        let Some(draft) = &self.draft else { return };
        let last = Written {
            operation: Text::clone(&draft.operation),
            target: shared.session.pattern_target(draft),
            request: Text::clone(&draft.request),
        };
        let is_same = *operation == last.operation;
        let is_it = |it: &&Written| {
            it.operation == *operation && (!is_same || it.target.as_ref() == target)
        };
        let changed = match self.requests.iter().rfind(is_it) {
            Some(before) if is_same || target.is_none() => {
                let (operation, request) = (Text::clone(operation), Text::clone(&before.request));
                let before = PatternDraft { operation, request, ..draft.clone() };
                shared.session.pattern_named(draft, before)
            }
            Some(_) | None => shared.session.pattern_with(draft, operation, target),
        };
        self.requests.retain(|it| (&it.operation, &it.target) != (&last.operation, &last.target));
        self.requests.push(last);
        (self.draft, self.is_typed, self.is_refused) = (Some(changed), true, false);
    }

    /// Whether the user has written a request of this operation that would not be written, and chosen a place since.
    pub(super) fn has_own_request(&self) -> bool {
        let Some(draft) = &self.draft else { return false };
        self.requests.iter().any(|it| it.operation == draft.operation && it.target.is_none())
    }
}

/// A pattern whose numbers the program reads, from one with numbers as the language writes them.
pub(super) fn canonical(draft: &PatternDraft) -> PatternDraft {
    let [rate, size, items] =
        [&draft.rate, &draft.size, &draft.items].map(|text| number::read(text).into());
    PatternDraft { rate, size, items, ..draft.clone() }
}

#[cfg(test)]
mod tests {
    use playground::session::Session;
    use playground::view::pattern::Period;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn update(state: &mut State, action: Action) -> Vec<Effect<Action>> {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        state.update(action, &Shared { session: &session, selection: &selection, page: &page })
    }

    fn draft() -> PatternDraft {
        PatternDraft {
            position: None,
            name: "Orders of a customer".into(),
            operation: "Query".into(),
            request: "{}".into(),
            rate: "10".into(),
            period: Period::Second,
            size: "".into(),
            items: "".into(),
            before: "".into(),
        }
    }

    #[test]
    fn another_operation_has_a_request_of_its_own_and_the_typed_one_comes_back() {
        let typed = r#"{ "TableName": "Orders", "Key": { "CustomerId": { "S": "C1" }, "OrderId": { "S": "{sequence}" } } }"#;
        let mut state = State::default();
        let get = PatternDraft { operation: "GetItem".into(), request: typed.into(), ..draft() };
        update(&mut state, Action::Type(get));
        let mut choose = |operation: &str| {
            update(&mut state, Action::ChooseOperation(operation.into()));
            state.draft.clone().expect("a pattern is being written")
        };
        let deleting = choose("DeleteItem");
        assert_eq!((&*deleting.operation, &*deleting.request), ("DeleteItem", typed), "it fits");
        let query = choose("Query");
        assert!(query.request.contains("KeyConditionExpression"), "{}", query.request);
        assert_eq!(&*choose("GetItem").request, typed);
        assert_eq!(choose("Query").request, query.request);
        update(&mut state, Action::Close);
        assert_eq!(state, State::default());
    }

    #[test]
    fn a_name_that_was_proposed_follows_the_operation_back() {
        let mut state = State::default();
        update(&mut state, Action::New);
        let proposed = state.draft.clone().expect("it is open").name;
        let first = state.draft.clone().expect("it is open").operation;
        for operation in ["TransactWriteItems", &first] {
            update(&mut state, Action::ChooseOperation(operation.into()));
        }
        let draft = state.draft.clone().expect("it is open");
        assert_eq!((&draft.operation, &draft.name), (&first, &proposed));
        let named = PatternDraft { name: "Mine".into(), ..draft };
        update(&mut state, Action::Type(named));
        for operation in ["TransactWriteItems", &first] {
            update(&mut state, Action::ChooseOperation(operation.into()));
            assert_eq!(&*state.draft.clone().expect("it is open").name, "Mine");
        }
    }

    #[test]
    fn escape_closes_the_form_unless_something_was_typed() {
        let mut state = State::default();
        update(&mut state, Action::New);
        update(&mut state, Action::Escape);
        assert_eq!(state, State::default());
        update(&mut state, Action::Type(draft()));
        let typed = PatternDraft { name: "Mine".into(), ..draft() };
        update(&mut state, Action::Type(typed.clone()));
        assert_eq!(update(&mut state, Action::Escape), []);
        assert_eq!(state.draft, Some(typed));
        update(&mut state, Action::Close);
        assert_eq!(state, State::default());
    }

    #[test]
    fn a_heading_that_is_pressed_again_turns_the_order_round() {
        let mut state = State::default();
        for (column, is_reversed) in [
            (PatternColumn::Name, false),
            (PatternColumn::Name, true),
            (PatternColumn::Name, false),
            (PatternColumn::Rate, false),
            (PatternColumn::Name, false),
        ] {
            assert_eq!(update(&mut state, Action::Sort(column)), []);
            assert_eq!(state.sort, Sort { column, is_reversed });
        }
    }

    #[test]
    fn a_pattern_is_kept_once() {
        let shared = Shared::first();
        let mut state = State::default();
        assert_eq!(update(&mut state, Action::Type(draft())), []);
        let command = Command::Plan(PlanCommand::SavePattern(draft()));
        let focus = Effect::Open(PanelId::PATTERNS);
        let saved = update(&mut state, Action::Save);
        assert_eq!(saved, [Effect::Command(command.clone()), focus.clone()]);
        assert_eq!(state.draft, None);
        state.observe(&Executed { command: &command, accepted: false, outcomes: &[] }, &shared);
        assert_eq!(state.draft, Some(draft()), "a pattern that was rejected stays");
        update(&mut state, Action::Save);
        assert_eq!(update(&mut state, Action::Save), [focus]);
    }

    #[test]
    fn what_cannot_be_kept_stays_open_until_it_is_corrected() {
        let mut state = State::default();
        for rate in ["abc", "12,5,0", "", "1e12"] {
            let bad = PatternDraft { rate: rate.into(), ..draft() };
            update(&mut state, Action::Type(bad.clone()));
            assert!(!state.is_refused);
            assert_eq!(update(&mut state, Action::Save), [], "{rate}");
            assert_eq!((&state.draft, state.is_refused), (&Some(bad), true), "{rate}");
        }
        update(&mut state, Action::Type(draft()));
        assert!(!state.is_refused);
        update(&mut state, Action::Save);
        assert_eq!(state, State::default());
    }

    #[test]
    fn a_pattern_that_is_being_written_survives_a_reload() {
        let mut state = State::default();
        assert_eq!(state.unfinished(), None);
        update(&mut state, Action::Type(draft()));
        let mut after = State::default();
        after.resume(state.unfinished().expect("a pattern is being written"));
        assert_eq!((&after.draft, after.is_typed), (&state.draft, true));
        after.resume(Value::Null);
        assert_eq!(after, State::default(), "an earlier version stored null for no pattern");
    }
}
