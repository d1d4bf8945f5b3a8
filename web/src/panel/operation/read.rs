//! The query and scan forms: what is asked, what it would cost, and the button that asks.

use std::rc::Rc;

use engine::api::limit::GLOBAL_KEY_COUNT_PER_KIND_MAX;
use playground::view::call::{CallForm, TextOrigin};
use playground::view::edit::ValueKind;
use playground::view::message::Argument;
use playground::view::read::{
    Filter, FilterOperator, LIMIT, ReadForm, ReadFormView, ReadOperation, SortKeyView, SortOperator,
};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::add_button::AddButton;
use crate::component::icon::{Shape, icon};
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::operation::form::Form;
use crate::panel::operation::state::Action;
use crate::panel::part::press::press;
use crate::panel::part::value::{example, kind_select};
use crate::panel::part::words::{shared, visible, word, word_with};

/// The `id` of the line below the form, which describes its fields.
const WORDS: &str = "read-words";

/// A query or scan form.
#[derive(Debug)]
pub(super) struct ReadPanel {
    /// What is typed.
    pub(super) form: ReadForm,
    /// What the form needs to know.
    pub(super) view: Rc<ReadFormView>,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// What an input of type `T` does to the form.
type Change<T> = Box<dyn Fn(&mut ReadForm, T)>;

impl ReadPanel {
    /// A callback that changes the form with what was typed or chosen.
    fn change<T: 'static>(&self, change: impl Fn(&mut ReadForm, T) + 'static) -> Callback<T> {
        self.change_by(Box::new(change))
    }

    /// Whether what is wrong is the content of the field of this name.
    fn is_at_fault(&self, name: &str) -> bool {
        let fault = self.view.fault.as_ref();
        fault
            .and_then(|fault| fault.attribute.as_deref())
            .is_some_and(|attribute| attribute == name)
    }

    /// Apart from `change`, so that there is a copy for each type of input and not for each change.
    fn change_by<T: 'static>(&self, change: Change<T>) -> Callback<T> {
        let form = self.form.clone();
        self.send.reform(move |input| {
            let mut form = form.clone();
            change(&mut form, input);
            Action::TypeRead(form)
        })
    }
}

/// Draws the form.
pub(super) fn draw(props: &ReadPanel) -> Html {
    let ReadPanel { form, view, send } = props;
    let call =
        Action::Send { operation: form.operation.name().into(), request: Rc::clone(&view.request) };
    let on_key = {
        let send = send.clone();
        Callback::from(move |event: KeyboardEvent| {
            if event.key() == "Escape" {
                event.stop_propagation();
                send.emit(Action::Close);
            }
        })
    };
    let drawing = Form {
        name: form.operation.name().into(),
        chooser: source(props),
        rows: rows(props),
        words: WORDS,
        preview: view.preview.as_deref(),
        fault: view.fault.as_deref(),
        hint: "read.hint",
        call: Some(call),
        on_key,
        send,
    };
    drawing.draw()
}

fn rows(props: &ReadPanel) -> Html {
    let form = &props.form;
    html! {
        <>
            if form.operation == ReadOperation::Query { { key_rows(props) } }
            <>{ for (0..form.filters.len()).map(|position| filter_row(props, position)) }</>
            { options(props) }
        </>
    }
}

fn source(props: &ReadPanel) -> Html {
    let ReadPanel { form, view, .. } = props;
    let chosen =
        view.sources.iter().position(|source| source.index == form.index).unwrap_or_default();
    let indexes: Vec<_> = view.sources.iter().map(|source| source.index.clone()).collect();
    let on_choose = props.change(move |form, position: usize| {
        form.index.clone_from(&indexes[position]);
        form.sort = Vec::new();
    });
    html! {
        <Select
            label={word("read.source")}
            options={view.sources.iter().map(|source| AttrValue::from(playground::visible::table(&source.name).into_owned())).collect::<Vec<_>>()}
            {chosen}
            {on_choose}
        />
    }
}

fn key_rows(props: &ReadPanel) -> Html {
    let view = &props.view;
    html! {
        <>
            { for (0..view.partition_keys.len()).map(|position| partition_row(props, position)) }
            { for (0..view.sort_keys.len()).map(|position| sort_row(props, position)) }
        </>
    }
}

/// The `id`s of the lists of values that are offered, one for each attribute that a partition key can have.
const VALUE_LISTS: [&str; GLOBAL_KEY_COUNT_PER_KIND_MAX] =
    ["partition-values", "partition-values-2", "partition-values-3", "partition-values-4"];

/// The value of an attribute of the partition key.
fn partition_row(props: &ReadPanel, position: usize) -> Html {
    let ReadPanel { form, view, .. } = props;
    let (key, list) = (&view.partition_keys[position], VALUE_LISTS[position]);
    let mut values: Vec<&Text> =
        view.partition_values.iter().filter_map(|values| values.get(position)).collect();
    values.sort();
    values.dedup();
    html! {
        <div class="form-row row wrap" key={key.name.as_ref()}>
            <span class="form-name">{ visible(&key.name) }</span>
            <span class="muted">{ "=" }</span>
            <TextField
                label={word_with("attribute.value", "name", key.name.as_ref())}
                text={shared(&form.partition_value(position))}
                described_by={WORDS}
                list={Some(list)}
                focused={position == 0}
                placeholder={word(example(key.kind))}
                invalid={props.is_at_fault(&key.name)}
                on_type={props.change(move |form, text: String| form.set_partition_value(position, text.into()))}
            />
            <datalist id={list}>
                { for values.into_iter().map(|value| html! { <option value={shared(value)} /> }) }
            </datalist>
            if view.partition_values.more > 0 {
                <span class="small muted">
                    { word_with("read.values_offered", "count", Argument::Count(view.partition_values.more)) }
                </span>
            }
        </div>
    }
}

/// The condition on an attribute of the sort key.
fn sort_row(props: &ReadPanel, position: usize) -> Html {
    let SortKeyView { key, operators } = &props.view.sort_keys[position];
    let condition = props.form.condition(position);
    html! {
        <div class="form-row row wrap" key={key.name.as_ref()}>
            <span class="form-name">{ visible(&key.name) }</span>
            { sort_operator(props, position, operators) }
            if condition.operator != SortOperator::Any {
                <TextField
                    label={word_with("attribute.value", "name", key.name.as_ref())}
                    text={shared(&condition.text)}
                    placeholder={word(example(key.kind))}
                    described_by={WORDS}
                    invalid={props.is_at_fault(&key.name)}
                    on_type={props.change(move |form, text: String| form.condition_mut(position).text = text.into())}
                />
            }
            if condition.operator == SortOperator::Between {
                <span class="muted">{ word("read.and") }</span>
                <TextField
                    label={word("read.upper")}
                    text={shared(&condition.upper)}
                    described_by={WORDS}
                    on_type={props.change(move |form, text: String| form.condition_mut(position).upper = text.into())}
                />
            }
        </div>
    }
}

fn sort_operator(props: &ReadPanel, position: usize, operators: &[SortOperator]) -> Html {
    let chosen = props.form.condition(position).operator;
    let operators = operators.to_vec();
    let chosen = operators.iter().position(|it| *it == chosen).unwrap_or_default();
    let options: Vec<_> = operators.iter().map(|it| word(it.key())).collect();
    let on_choose = props.change(move |form, chosen: usize| {
        form.condition_mut(position).operator = operators[chosen];
    });
    html! { <Select label={word("read.operator")} {options} {chosen} {on_choose} /> }
}

fn filter_row(props: &ReadPanel, position: usize) -> Html {
    let filter = &props.form.filters[position];
    let takes_value =
        !matches!(filter.operator, FilterOperator::Exists | FilterOperator::NotExists);
    let chosen =
        FilterOperator::ALL.iter().position(|it| *it == filter.operator).unwrap_or_default();
    html! {
        <div class="form-row row wrap" key={position}>
            <TextField
                code=false
                placeholder={word("read.path")}
                label={word("read.path")}
                text={shared(&filter.path)}
                on_type={props.change(move |form, text: String| form.filters[position].path = text.into())}
            />
            <Select
                label={word("read.operator")}
                options={FilterOperator::ALL.map(|it| word(it.key())).to_vec()}
                {chosen}
                on_choose={props.change(move |form, chosen: usize| { form.filters[position].operator = FilterOperator::ALL[chosen]; })}
            />
            if takes_value {
                { kind_select(filter.kind, &props.change(move |form, kind| form.filters[position].kind = kind)) }
                <TextField
                    label={word("read.value")}
                    text={shared(&filter.text)}
                    described_by={WORDS}
                    placeholder={word(example(filter.kind))}
                    on_type={props.change(move |form, text: String| form.filters[position].text = text.into())}
                />
            }
            <button
                type="button"
                class="button small muted"
                aria-label={word("read.remove_filter")}
                onclick={props.change(move |form, _: MouseEvent| drop(form.filters.remove(position)))}
            >
                { icon(Shape::Close) }
            </button>
        </div>
    }
}

fn options(props: &ReadPanel) -> Html {
    let ReadPanel { form, view, .. } = props;
    let reason = (!view.consistent_allowed).then(|| word("read.consistent_rejected"));
    html! {
        <div class="form-options row wrap">
            <AddButton on_add={props.change(|form, _: MouseEvent| form.filters.push(new_filter()))}>
                { word("read.add_filter") }
            </AddButton>
            <label class="row" title={reason.clone()}>
                <input
                    type="checkbox"
                    checked={form.consistent}
                    onchange={props.change(|form, _: Event| form.consistent = !form.consistent)}
                />
                { word("read.consistent") }
            </label>
            if form.index.is_some() {
                <label class="row">
                    <input
                        type="checkbox"
                        checked={form.all_attributes}
                        onchange={props.change(|form, _: Event| form.all_attributes = !form.all_attributes)}
                    />
                    { word("read.all_attributes") }
                </label>
            }
            if form.operation == ReadOperation::Query {
                <label class="row">
                    <input
                        type="checkbox"
                        checked={!form.forward}
                        onchange={props.change(|form, _: Event| form.forward = !form.forward)}
                    />
                    { word("read.backward") }
                </label>
            }
            <label class="row is-limit nowrap">
                { word("read.limit") }
                <TextField
                    label={word("read.limit")}
                    text={shared(&form.limit)}
                    described_by={WORDS}
                    placeholder={word("read.no_limit")}
                    invalid={props.is_at_fault(LIMIT)}
                    on_type={props.change(|form, text: String| form.limit = text.into())}
                />
            </label>
            <button type="button" class="button small" onclick={all_members(props)}>
                { word("read.all_members") }
            </button>
            if let Some(reason) = reason { <p class="muted small">{ reason }</p> }
        </div>
    }
}

/// Goes on with the request in the form for any operation.
fn all_members(props: &ReadPanel) -> Callback<MouseEvent> {
    let form = CallForm {
        operation: props.form.operation.name().into(),
        text: Rc::clone(&props.view.request),
        origin: TextOrigin::Typed,
    };
    press(&props.send, Action::Write(form))
}

fn new_filter() -> Filter {
    Filter { path: "".into(), operator: FilterOperator::Equal, kind: ValueKind::S, text: "".into() }
}
