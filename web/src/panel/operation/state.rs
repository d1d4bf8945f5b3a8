//! The form that is open, and what can be done with a table. Pure.

use std::collections::BTreeMap;
use std::rc::Rc;

use playground::sandbox::command::Command;
use playground::view::call::{CallForm, TextOrigin};
use playground::view::read::ReadForm;
use playground::view::request::{Caret, FieldInput};
use playground::view::value::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Input, Target};
use crate::panel::page::PageAction;
use crate::panel::setting::Zone;
use crate::panel::shared::Shared;

/// The form that is open, and texts of others.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The form; `None` if none is open.
    pub form: Option<Form>,
    /// The texts that were typed for operations that are not chosen, by operation.
    pub typed: BTreeMap<Text, CallForm>,
    /// Where the user types in an expression.
    #[serde(skip)]
    pub caret: Option<Caret>,
}

/// A form for a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Form {
    /// A query or scan, by fields.
    Read(ReadForm),
    /// Any operation, by its JSON.
    Call(CallForm),
}

/// What can be done with a form.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Replace the query or scan with what was typed.
    TypeRead(ReadForm),
    /// Write a request of any operation.
    Write(CallForm),
    /// What the user does in the fields of the request.
    Field(FieldInput),
    /// Close the form, and discard what was typed.
    Close,
    /// Send the request.
    Send {
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let table = shared.table_name();
        match action {
            Action::TypeRead(form) => {
                self.form = Some(Form::Read(form));
                Vec::new()
            }
            Action::Write(form) if form.origin == TextOrigin::Proposed => {
                vec![Effect::Begin(Input::Call(form))]
            }
            Action::Write(form) => {
                self.write(form);
                Vec::new()
            }
            Action::Field(FieldInput::Change { path, change, caret }) => {
                let changed = match &self.form {
                    Some(Form::Call(form)) => {
                        shared.session.change_call(table, form, &path, &change)
                    }
                    Some(Form::Read(_)) | None => None,
                };
                if let Some(form) = changed {
                    self.form = Some(Form::Call(form));
                }
                self.caret = caret;
                Vec::new()
            }
            Action::Field(FieldInput::MoveCaret(caret)) => {
                self.caret = caret;
                Vec::new()
            }
            Action::Close => vec![Effect::Begin(Input::NoRequest), Effect::Show(Target::Table)],
            Action::Send { operation, request } => {
                self.note_sent(&request);
                vec![Effect::Command(Command::Call {
                    operation: operation.to_string(),
                    request: request.to_string(),
                })]
            }
        }
    }

    /// Takes note of a request that was sent.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        let closes = executed.completes_table_request() && matches!(self.form, Some(Form::Call(_)));
        if !closes {
            return Vec::new();
        }
        self.form = None;
        vec![Effect::Page(PageAction::GoToZone(Zone::Operation))]
    }

    /// Opens a form in place of the one that is open.
    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        match input {
            Input::Read(form) => {
                self.put_aside();
                self.form = Some(Form::Read(with_partition(form.clone(), shared)));
            }
            Input::Call(form) => self.write(form.clone()),
            Input::NoRequest => *self = Self::default(),
            Input::Edit(_)
            | Input::Design(..)
            | Input::Import(_)
            | Input::Entities
            | Input::Callers
            | Input::Regions
            | Input::Series
            | Input::Find(_) => {}
        }
        Vec::new()
    }

    /// An edit closes the form.
    fn observe_form(&mut self, input: &Input) {
        if let Input::Edit(_) = input {
            self.put_aside();
        }
    }

    fn leave_table(&mut self, _: &Shared) {
        *self = Self::default();
    }

    /// What was typed, to be stored. A proposal is not typed.
    fn unfinished(&self) -> Option<Value> {
        let is_typed = match &self.form {
            Some(Form::Read(_)) => true,
            Some(Form::Call(form)) => form.origin != TextOrigin::Proposed,
            None => false,
        };
        let form = self.form.clone().filter(|_| is_typed);
        let state = Self { form, typed: self.typed.clone(), caret: None };
        (state != Self::default())
            .then(|| serde_json::to_value(state).expect("a map has text keys"))
    }

    fn resume(&mut self, unfinished: Value) {
        *self = serde_json::from_value(unfinished).unwrap_or_default();
    }
}

impl State {
    /// A proposal does not replace the typed text of its operation. The texts of other operations are kept.
    fn write(&mut self, form: CallForm) {
        self.put_aside();
        let typed = self.typed.remove(&form.operation);
        let typed = typed.filter(|_| form.origin == TextOrigin::Proposed);
        self.form = Some(Form::Call(typed.unwrap_or(form)));
    }

    /// Closes the form. What was typed as JSON is kept for when its operation is chosen again.
    fn put_aside(&mut self) {
        match self.form.take() {
            Some(Form::Call(form)) if form.origin != TextOrigin::Proposed => {
                self.typed.insert(Rc::clone(&form.operation), form);
            }
            Some(Form::Call(_) | Form::Read(_)) | None => {}
        }
    }

    /// The text of a request stays as it was sent: the form no longer follows the proposal.
    fn note_sent(&mut self, request: &Text) {
        if let Some(Form::Call(form)) = &mut self.form
            && form.origin == TextOrigin::Proposed
        {
            form.text = Rc::clone(request);
            form.origin = TextOrigin::Sent;
        }
    }
}

/// A form whose partition key is empty, with one that exists.
fn with_partition(mut form: ReadForm, shared: &Shared) -> ReadForm {
    if form.partition.iter().all(|text| text.is_empty()) {
        let view = shared.session.read_form(shared.table_name(), &form);
        if let Some(values) = view.as_ref().and_then(|view| view.partition_values.first()) {
            form.partition.clone_from(values);
        }
    }
    form
}

#[cfg(test)]
mod tests {
    use playground::session::Session;
    use playground::view::read::ReadOperation;
    use playground::view::request::{FieldChange, FieldPath, Step};

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    /// A panel of the first example.
    struct Opened {
        state: State,
        session: Session,
        selection: Selection,
        page: PageState,
    }

    impl Opened {
        fn new() -> Self {
            let session = Session::first();
            let (selection, page) = (Selection::default(), PageState::default());
            Self { state: State::default(), session, selection, page }
        }

        /// Does what an action asks, with the forms that it opens.
        fn act(&mut self, action: Action) -> Vec<Effect<Action>> {
            let Self { state, session, selection, page } = self;
            let shared = Shared { session, selection, page };
            let effects = state.update(action, &shared);
            for effect in &effects {
                if let Effect::Begin(input) = effect {
                    state.begin(input, &shared);
                }
            }
            effects
        }

        fn begin(&mut self, input: &Input) {
            let Self { state, session, selection, page } = self;
            state.begin(input, &Shared { session, selection, page });
        }

        fn write(&mut self, operation: &str, text: &str, origin: TextOrigin) -> CallForm {
            self.act(Action::Write(CallForm {
                operation: operation.into(),
                text: text.into(),
                origin,
            }));
            self.call()
        }

        fn propose(&mut self, operation: &str) -> CallForm {
            self.write(operation, "", TextOrigin::Proposed)
        }

        fn call(&self) -> CallForm {
            match &self.state.form {
                Some(Form::Call(form)) => form.clone(),
                Some(Form::Read(_)) | None => panic!("the form for a request is open"),
            }
        }

        fn observe(&mut self, operation: &str, accepted: bool) -> Vec<Effect<Action>> {
            let command =
                Command::Call { operation: operation.to_owned(), request: "{}".to_owned() };
            let executed = Executed { command: &command, accepted, outcomes: &[] };
            self.state.observe(&executed, &Shared { session: &self.session, ..Shared::first() })
        }
    }

    #[test]
    fn the_text_of_a_request_stays_as_it_was_sent() {
        let mut page = Opened::new();
        page.propose("BatchWriteItem");
        assert_eq!(page.call().origin, TextOrigin::Proposed);
        let (operation, request) = ("BatchWriteItem".into(), "the proposal that is shown".into());
        page.act(Action::Send { operation, request });
        page.observe("BatchWriteItem", true);
        let form = page.call();
        assert_eq!(form.origin, TextOrigin::Sent, "the text no longer follows the proposal");
        assert_eq!(&*form.text, "the proposal that is shown");
    }

    #[test]
    fn a_request_about_a_table_closes_its_form_and_one_about_items_does_not() {
        let mut page = Opened::new();
        page.propose("UpdateTable");
        assert_eq!(page.observe("UpdateTable", false), []);
        assert_eq!(page.observe("PutItem", true), []);
        page.call();
        assert_eq!(
            page.observe("UpdateTable", true),
            [Effect::Page(PageAction::GoToZone(Zone::Operation))]
        );
        assert_eq!(page.state.form, None);
    }

    #[test]
    fn what_was_typed_for_an_operation_comes_back_when_it_is_chosen_again() {
        let form = |operation: &str, text: &str, origin| CallForm {
            operation: operation.into(),
            text: text.into(),
            origin,
        };
        let mut page = Opened::new();
        page.write("Query", "typed for Query", TextOrigin::Typed);
        assert_eq!(page.propose("Scan"), form("Scan", "", TextOrigin::Proposed));
        page.write("Scan", "typed for Scan", TextOrigin::Typed);
        assert_eq!(page.propose("Query"), form("Query", "typed for Query", TextOrigin::Typed));
        let scan = page.propose("Scan");
        assert_eq!(scan, form("Scan", "typed for Scan", TextOrigin::Typed));
        assert_eq!(page.propose("Scan"), scan, "Scan is chosen again");
        page.begin(&Input::Read(ReadForm::new(ReadOperation::Query, None, None)));
        assert_eq!(page.propose("Scan"), scan, "another form was open");
        // Closing the form discards what was typed.
        page.act(Action::Close);
        assert_eq!(page.propose("Query"), form("Query", "", TextOrigin::Proposed));
    }

    #[test]
    fn a_query_begins_with_a_partition_key_that_exists() {
        let mut page = Opened::new();
        let form = ReadForm::new(ReadOperation::Query, Some("OpenOrders".into()), None);
        page.begin(&Input::Read(form));
        let Some(Form::Read(form)) = &page.state.form else { panic!("the query is open") };
        assert_eq!(form.partition, ["C1".into()]);
        let closed = page.act(Action::Close);
        assert_eq!(closed, [Effect::Begin(Input::NoRequest), Effect::Show(Target::Table)]);
        assert_eq!(page.state.form, None);
    }

    #[test]
    fn what_was_typed_survives_a_reload_and_a_proposal_does_not() {
        let mut page = Opened::new();
        page.propose("Scan");
        assert_eq!(page.state.unfinished(), None);
        page.write("Scan", "{", TextOrigin::Typed);
        page.propose("Query");
        let mut after = State::default();
        after.resume(page.state.unfinished().expect("a text was typed"));
        assert_eq!(after.form, None);
        assert_eq!(after.typed, page.state.typed);
        after.resume(Value::Null);
        assert_eq!(after, State::default());
    }

    #[test]
    fn a_field_changes_the_request_and_where_the_user_types_is_not_stored() {
        let mut page = Opened::new();
        page.propose("Scan");
        let path = FieldPath(vec![Step::Member("FilterExpression")]);
        let caret = Some(Caret { path: path.clone(), position: 3 });
        let change = FieldChange::Text("Tot".into());
        let input = FieldInput::Change { path: path.clone(), change, caret: caret.clone() };
        page.act(Action::Field(input));
        assert_eq!(page.call().origin, TextOrigin::Typed);
        assert!(page.call().text.contains(r#""FilterExpression": "Tot""#));
        assert_eq!(page.state.caret, caret);
        let mut after = State::default();
        after.resume(page.state.unfinished().expect("a field was typed"));
        assert_eq!((after.form, after.caret), (page.state.form.clone(), None));
        // A request does not have the field of another operation.
        let before = page.call();
        let path = FieldPath(vec![Step::Member("UpdateExpression")]);
        page.act(Action::Field(FieldInput::change(&path, FieldChange::Text("SET".into()))));
        assert_eq!(page.call(), before);
    }
}
