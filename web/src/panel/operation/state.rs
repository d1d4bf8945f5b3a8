//! The form that is open, and what can be done with a table. Pure.

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::operation::Operation;
use playground::sandbox::command::Command;
use playground::view::call::{CallForm, TextOrigin};
use playground::view::edit::Edit;
use playground::view::message::{Argument, Message};
use playground::view::read::{ReadForm, ReadOperation};
use playground::view::request::{Caret, FieldChange, FieldPath};
use playground::view::table::ItemView;
use playground::view::value::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::panel::contract::Executed;
use crate::panel::effect::{Effect, Findable, FindableKind, Input, Target};
use crate::panel::page::PageAction;
use crate::panel::setting::Zone;
use crate::panel::shared::Shared;

/// The operation that the form for a request begins with.
const FIRST_OPERATION: &str = "UpdateItem";

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

/// What can be done with a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Open the form for a new item.
    NewItem,
    /// Edit the selected item, or else the first one, as JSON.
    EditJson,
    /// Open the form for a query or scan, or close it.
    ToggleRead(ReadOperation),
    /// Open the form for a request of any operation, or close it.
    ToggleCall,
    /// Replace the query or scan with what was typed.
    TypeRead(ReadForm),
    /// Write a request of any operation.
    Write(CallForm),
    /// Change a field of the request.
    Change {
        /// Where it is.
        path: FieldPath,
        /// What becomes of it.
        change: FieldChange,
        /// Where the user types then, if it is an expression.
        caret: Option<Caret>,
    },
    /// Note where the user types in an expression.
    MoveCaret(Option<Caret>),
    /// Close the form, and discard what was typed.
    Close,
    /// Send the request.
    Send {
        /// The operation.
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
}

impl Action {
    /// Changes a field that is not an expression.
    pub fn change(path: &FieldPath, change: FieldChange) -> Self {
        Self::Change { path: path.clone(), change, caret: None }
    }
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let begin = |input: Option<Input>| input.map(Effect::Begin).into_iter().collect();
        let edit = |edit: Option<Edit>| begin(edit.map(Input::Edit));
        let table = shared.selection.table.as_deref();
        let head = || shared.session.table_head(table);
        match action {
            Action::NewItem => edit(head().map(|head| head.new_item())),
            Action::EditJson => edit(current(shared).map(|item| Edit::json_of(item.id))),
            Action::ToggleRead(operation) if self.reads(operation) => self.close(),
            Action::ToggleRead(operation) => {
                let partition = current(shared).map(|item| item.partition_text);
                begin(Some(Input::Read(ReadForm::new(operation, None, partition))))
            }
            Action::ToggleCall if matches!(self.form, Some(Form::Call(_))) => self.close(),
            Action::ToggleCall => begin(Some(Input::Call(CallForm::new(FIRST_OPERATION)))),
            Action::TypeRead(form) => {
                self.form = Some(Form::Read(form));
                Vec::new()
            }
            Action::Write(form) if form.origin == TextOrigin::Proposed => {
                begin(Some(Input::Call(form)))
            }
            Action::Write(form) => {
                self.write(form);
                Vec::new()
            }
            Action::Change { path, change, caret } => {
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
            Action::MoveCaret(caret) => {
                self.caret = caret;
                Vec::new()
            }
            Action::Close => self.close(),
            Action::Send { operation, request } => {
                self.note_sent(&request);
                vec![Effect::Command(Command::Call {
                    operation: operation.to_string(),
                    request: request.to_string(),
                })]
            }
        }
    }

    /// Opens a form in place of the one that is open. Another form of the page closes it.
    pub fn begin(&mut self, input: &Input, shared: &Shared) {
        match input {
            Input::Read(form) => {
                self.put_aside();
                self.form = Some(Form::Read(with_partition(form.clone(), shared)));
            }
            Input::Call(form) => self.write(form.clone()),
            Input::Edit(_) => self.put_aside(),
            Input::Design(..)
            | Input::Import(_)
            | Input::Entities
            | Input::Find(_)
            | Input::HottestPartition => {}
        }
    }

    /// Takes note of a request that was sent.
    pub fn observe(&mut self, executed: &Executed) -> Vec<Effect<Action>> {
        let Command::Call { operation, .. } = executed.command else { return Vec::new() };
        // A request about a table is complete; a request about items may be changed a little and sent again.
        let is_done = !Operation::from_name(operation).is_some_and(Operation::is_on_items);
        let closes = executed.accepted && is_done && matches!(self.form, Some(Form::Call(_)));
        if !closes {
            return Vec::new();
        }
        self.form = None;
        vec![Effect::Page(PageAction::GoToZone(Zone::Operation))]
    }

    /// What was typed, to be stored. A proposal is not typed.
    pub fn unfinished(&self) -> Option<Value> {
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

    /// Restores what was typed.
    pub fn resume(&mut self, unfinished: Value) {
        *self = serde_json::from_value(unfinished).unwrap_or_default();
    }

    /// Whether the form for a query or scan is open.
    pub fn reads(&self, operation: ReadOperation) -> bool {
        matches!(&self.form, Some(Form::Read(form)) if form.operation == operation)
    }

    fn close(&mut self) -> Vec<Effect<Action>> {
        *self = Self::default();
        vec![Effect::Show(Target::Table)]
    }

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

/// What can be found by name: a request of each operation.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let read = |operation: ReadOperation| {
        let form = ReadForm::new(operation, None, current(shared).map(|it| it.partition_text));
        let name = Text::from(operation.name());
        Findable::named(FindableKind::Command, &name, Effect::Begin(Input::Read(form)))
    };
    let requests = Operation::ALL.iter().map(|operation| {
        let name = operation.name();
        let title = Message::plain("find.request").with("operation", Argument::Code(name.into()));
        Findable::command_on(&title, Effect::Begin(Input::Call(CallForm::new(name))))
    });
    let reads = shared
        .table()
        .map(|_| [read(ReadOperation::Query).with_keys("/"), read(ReadOperation::Scan)]);
    reads.into_iter().flatten().chain(requests).collect()
}

/// The selected item; the first one if none is selected.
fn current(shared: &Shared) -> Option<ItemView> {
    let item = shared.selection.item.as_ref();
    shared.session.item(shared.selection.table.as_deref(), item)
}

/// A form whose partition key is empty, with one that exists.
fn with_partition(mut form: ReadForm, shared: &Shared) -> ReadForm {
    if form.partition.iter().all(|text| text.is_empty()) {
        let view = shared.session.read_form(shared.selection.table.as_deref(), &form);
        if let Some(values) = view.as_ref().and_then(|view| view.partition_values.first()) {
            form.partition.clone_from(values);
        }
    }
    form
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::ExampleId;
    use playground::session::Session;
    use playground::view::request::Step;

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
            let session = Session::new(ExampleId::OpenOrders);
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
            self.state.observe(&Executed { command: &command, accepted, outcomes: &[] })
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
        page.act(Action::ToggleRead(ReadOperation::Query));
        assert_eq!(page.propose("Scan"), scan, "another form was open");
        // Closing the form discards what was typed.
        page.act(Action::Close);
        assert_eq!(page.propose("Query"), form("Query", "", TextOrigin::Proposed));
    }

    #[test]
    fn a_query_begins_with_a_partition_key_that_exists_and_is_closed_by_its_own_button() {
        let mut page = Opened::new();
        let form = ReadForm::new(ReadOperation::Query, Some("OpenOrders".into()), None);
        let shared =
            Shared { session: &page.session, selection: &page.selection, page: &page.page };
        page.state.begin(&Input::Read(form), &shared);
        let Some(Form::Read(form)) = &page.state.form else { panic!("the query is open") };
        assert_eq!(form.partition, ["C1".into()]);
        assert!(page.state.reads(ReadOperation::Query));
        let toggled = page.act(Action::ToggleRead(ReadOperation::Query));
        assert_eq!(toggled, [Effect::Show(Target::Table)]);
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
        page.act(Action::Change { path: path.clone(), change, caret: caret.clone() });
        assert_eq!(page.call().origin, TextOrigin::Typed);
        assert!(page.call().text.contains(r#""FilterExpression": "Tot""#));
        assert_eq!(page.state.caret, caret);
        let mut after = State::default();
        after.resume(page.state.unfinished().expect("a field was typed"));
        assert_eq!((after.form, after.caret), (page.state.form.clone(), None));
        // A request does not have the field of another operation.
        let before = page.call();
        let path = FieldPath(vec![Step::Member("UpdateExpression")]);
        page.act(Action::change(&path, FieldChange::Text("SET".into())));
        assert_eq!(page.call(), before);
    }

    #[test]
    fn without_a_selected_item_the_first_one_is_edited_as_json() {
        let mut page = Opened::new();
        let first = page.session.item(None, None).expect("the example has items");
        let json = Effect::Begin(Input::Edit(Edit::json_of(first.id)));
        assert_eq!(page.act(Action::EditJson), [json]);
    }
}
