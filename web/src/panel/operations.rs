//! What can be done with the open table: the buttons that open a form for it.

use engine::operation::Operation;
use playground::sandbox::command::{Command, PlanCommand};
use playground::view::call::CallForm;
use playground::view::edit::Edit;
use playground::view::message::{Argument, Message};
use playground::view::read::{ReadForm, ReadOperation};
use playground::view::table::ItemView;
use playground::view::value::Text;
use serde_json::Value;
use yew::prelude::*;

use crate::component::select::Select;
use crate::panel::contract::{Draw, Executed, Panel, Reduce};
use crate::panel::effect::{Effect, Findable, FindableKind, Input, Target};
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{word, word_with};
use crate::panel::setting::{ADD_ITEM, OPEN_QUERY};
use crate::panel::shared::Shared;

/// The operation that the form for a request begins with.
const FIRST_OPERATION: &str = "UpdateItem";

/// The panel.
#[derive(Debug)]
pub struct Operations;

/// The form for a request that is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Open {
    /// For a query or scan.
    Read(ReadOperation),
    /// For a request of any operation.
    Call,
}

/// What can be done with a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Open the form for a new item.
    NewItem,
    /// Edit the selected item, or else the first one, as JSON.
    EditJson,
    /// Open a form for a request, or close it.
    Toggle(Open),
    /// From here on, the caller at this position sends requests, or the owner.
    SendAs(Option<usize>),
}

/// What the panel shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    /// The callers, who can send requests as the owner can.
    senders: Vec<String>,
    /// Who does: 0 for the owner, else the number of the caller from 1.
    sender: usize,
    /// The form that is open.
    open: Option<Open>,
    /// Whether the table has an item.
    has_items: bool,
}

impl Reduce<Action> for Option<Open> {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        let table = shared.table_name();
        let input = match action {
            Action::NewItem => {
                shared.session.table_head(table).map(|head| Input::Edit(head.new_item()))
            }
            Action::EditJson => current(shared).map(|item| Input::Edit(Edit::json_of(item.id))),
            Action::Toggle(form) if *self == Some(form) => {
                return vec![Effect::Begin(Input::NoRequest), Effect::Show(Target::Table)];
            }
            Action::Toggle(Open::Read(operation)) => Some(read(operation, shared)),
            Action::Toggle(Open::Call) => Some(Input::Call(CallForm::new(FIRST_OPERATION))),
            Action::SendAs(position) => {
                let callers = shared.session.callers().to_vec();
                let sender = position.and_then(|it| callers.get(it)).map(|it| it.name.clone());
                let command = PlanCommand::SetCallers { callers, sender };
                return vec![Effect::Command(Command::Plan(command))];
            }
        };
        input.map(Effect::Begin).into_iter().collect()
    }

    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        if executed.completes_table_request() && *self == Some(Open::Call) {
            *self = None;
        }
        Vec::new()
    }

    fn observe_form(&mut self, input: &Input) {
        match input {
            Input::Read(form) => *self = Some(Open::Read(form.operation)),
            Input::Call(_) => *self = Some(Open::Call),
            Input::Edit(_) | Input::NoRequest => *self = None,
            Input::Design(..)
            | Input::Import(_)
            | Input::Entities
            | Input::Callers
            | Input::Regions
            | Input::Series
            | Input::Find(_) => {}
        }
    }

    fn leave_table(&mut self, _: &Shared) {
        *self = None;
    }

    /// The form is stored by its own panel.
    fn resume(&mut self, unfinished: Value) {
        let form = &unfinished["form"];
        let is_of = |operation: ReadOperation| form["Read"]["operation"] == operation.name();
        let read = [ReadOperation::Query, ReadOperation::Scan].into_iter().find(|it| is_of(*it));
        *self = match read {
            Some(operation) => Some(Open::Read(operation)),
            None => form.get("Call").map(|_| Open::Call),
        };
    }
}

impl Panel for Operations {
    const ID: PanelId = PanelId("operations");
    const UNFINISHED: &'static str = PanelId::OPERATION.0;
    const TITLE: &'static str = "call.title";
    const FOLLOWS_TIME: bool = false;

    type State = Option<Open>;
    type Action = Action;
    type View = Option<View>;

    fn findable(shared: &Shared) -> Vec<Findable> {
        findable(shared)
    }

    fn view(open: &Option<Open>, shared: &Shared) -> Option<View> {
        let head = shared.session.table_head(shared.table_name())?;
        let callers = shared.session.callers();
        let senders = callers.iter().map(|caller| caller.name.clone());
        let sender = shared.session.sender();
        let sender = callers.iter().position(|caller| sender == Some(&caller.name));
        Some(View {
            senders: senders.collect(),
            sender: sender.map_or(0, |position| position + 1),
            open: *open,
            has_items: head.item_count > 0,
        })
    }
}

/// What can be found by name: a request of each operation.
fn findable(shared: &Shared) -> Vec<Findable> {
    let named = |operation: ReadOperation| {
        let name = Text::from(operation.name());
        Findable::named(FindableKind::Command, &name, Effect::Begin(read(operation, shared)))
    };
    let requests = Operation::ALL.iter().map(|operation| {
        let name = operation.name();
        let title = Message::plain("find.request").with("operation", Argument::Code(name.into()));
        Findable::command_on(&title, Effect::Begin(Input::Call(CallForm::new(name))))
    });
    let reads = shared
        .table()
        .map(|_| [named(ReadOperation::Query).with_keys("/"), named(ReadOperation::Scan)]);
    reads.into_iter().flatten().chain(requests).collect()
}

/// The form for a query or scan of the partition of the selected item.
fn read(operation: ReadOperation, shared: &Shared) -> Input {
    let partition = current(shared).map(|item| item.partition_text);
    Input::Read(ReadForm::new(operation, None, partition))
}

/// The selected item; the first one if none is selected.
fn current(shared: &Shared) -> Option<ItemView> {
    let item = shared.selection.item.as_ref();
    shared.session.item(shared.table_name(), item)
}

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let expands = |form: Open| (self.open == Some(form)).to_string();
        html! {
            <div class="operations row wrap">
                <button
                    type="button"
                    id={ADD_ITEM}
                    class="button outlined"
                    onclick={press(send, Action::NewItem)}
                >
                    { word("table.add_item") }
                </button>
                { for [ReadOperation::Query, ReadOperation::Scan].map(|operation| html! {
                    <button
                        type="button"
                        id={(operation == ReadOperation::Query).then_some(OPEN_QUERY)}
                        class="button outlined"
                        aria-expanded={expands(Open::Read(operation))}
                        onclick={press(send, Action::Toggle(Open::Read(operation)))}
                    >
                        { operation.name() }
                    </button>
                }) }
                <button
                    type="button"
                    class="button outlined all-operations"
                    aria-expanded={expands(Open::Call)}
                    onclick={press(send, Action::Toggle(Open::Call))}
                >
                    { word("call.open") }
                </button>
                if !self.senders.is_empty() { { senders(self, send) } }
                <span class="push" />
                <button
                    type="button"
                    class="button"
                    disabled={!self.has_items}
                    title={word("table.json")}
                    onclick={press(send, Action::EditJson)}
                >
                    { "JSON" }
                </button>
            </div>
        }
    }
}

/// The choice of who sends requests.
fn senders(view: &View, send: &Callback<Action>) -> Html {
    let callers = view.senders.iter().map(|name| word_with("caller.as", "name", name.as_str()));
    let options = [word("caller.as_owner")].into_iter().chain(callers).collect::<Vec<_>>();
    html! {
        <Select
            label={word("caller.sender")}
            {options}
            chosen={view.sender}
            on_choose={send.reform(|position: usize| Action::SendAs(position.checked_sub(1)))}
        />
    }
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    const QUERY: Open = Open::Read(ReadOperation::Query);

    fn with_example(test: impl FnOnce(&Shared)) {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        test(&Shared { session: &session, selection: &selection, page: &page });
    }

    #[test]
    fn a_form_is_closed_by_the_button_that_has_opened_it() {
        with_example(|shared| {
            let mut open = None;
            let opened = open.update(Action::Toggle(QUERY), shared);
            let [Effect::Begin(input @ Input::Read(form))] = &opened[..] else { panic!("a query") };
            assert_eq!(form.partition, ["C1".into()]);
            open.observe_form(input);
            assert_eq!(open, Some(QUERY));
            let closed = open.update(Action::Toggle(QUERY), shared);
            assert_eq!(closed, [Effect::Begin(Input::NoRequest), Effect::Show(Target::Table)]);
        });
    }

    #[test]
    fn a_request_about_a_table_closes_its_form_and_one_about_items_does_not() {
        with_example(|shared| {
            let mut open = Some(Open::Call);
            for (operation, accepted, expected) in [
                ("PutItem", true, Some(Open::Call)),
                ("UpdateTable", false, Some(Open::Call)),
                ("UpdateTable", true, None),
            ] {
                let (operation, request) = (operation.to_owned(), "{}".to_owned());
                let command = Command::Call { operation, request };
                let executed = Executed { command: &command, accepted, outcomes: &[] };
                open.observe(&executed, shared);
                assert_eq!(open, expected);
            }
        });
    }

    #[test]
    fn without_a_selected_item_the_first_one_is_edited_as_json() {
        with_example(|shared| {
            let first = shared.session.item(None, None).expect("the example has items");
            let json = Effect::Begin(Input::Edit(Edit::json_of(first.id)));
            assert_eq!(None::<Open>.update(Action::EditJson, shared), [json]);
        });
    }

    #[test]
    fn the_form_that_was_open_before_a_reload_is_open() {
        let form = crate::panel::operation::state::Form::Read(ReadForm::new(
            ReadOperation::Scan,
            None,
            None,
        ));
        let state =
            crate::panel::operation::state::State { form: Some(form), ..Default::default() };
        let mut open = None;
        open.resume(state.unfinished().expect("a scan is open"));
        assert_eq!(open, Some(Open::Read(ReadOperation::Scan)));
        open.resume(Value::Null);
        assert_eq!(open, None);
    }
}
