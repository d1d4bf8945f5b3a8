//! Draws the form about a table.

use playground::view::design::{DesignInterest, DesignPlace, DesignPurpose, DesignRequest};
use playground::view::message::{Argument, Message};
use playground::view::receipt::ReceiptLine;
use playground::view::value::{Hue, Text};
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::json_editor::{JsonEditor, json};
use crate::component::text_field::TextField;
use crate::panel::contract::Draw;
use crate::panel::design::capacity::{Store, billing, capacity_rows};
use crate::panel::design::form::{Form, Scope};
use crate::panel::design::index::{index_rows, indexes};
use crate::panel::design::key::{ATTRIBUTES, key_row, optional_sort_key};
use crate::panel::design::setting::settings;
use crate::panel::design::state::Action;
use crate::panel::design::view::{View, missing};
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::preview::preview;
use crate::panel::part::words::{name, plain, sentence, sentences, shared, word, word_with};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { interest, focus, check } = self;
        let form = Form { interest, design: &interest.design, check, focus: *focus, send };
        html! {
            <Dialog
                title={title(&interest.purpose)}
                close_label={word("dialog.close")}
                class="is-wide"
                on_close={send.reform(|()| Action::Close)}
            >
                { draw_form(&form) }
            </Dialog>
        }
    }
}

fn title(purpose: &DesignPurpose) -> AttrValue {
    let of_table = |key, table: &Text| word_with(key, "table", table.as_ref());
    match purpose {
        DesignPurpose::Create => word("design.title"),
        DesignPurpose::Rebuild(table) => of_table("design.rebuild_title", table),
        DesignPurpose::Update(table) => of_table("design.update_title", table),
        DesignPurpose::AddIndex(table) => of_table("design.index_title", table),
        DesignPurpose::DeleteIndex { index, .. } => {
            word_with("index.drop_named", "index", index.as_ref())
        }
    }
}

/// What the button that sends the form says.
const fn commit_word(purpose: &DesignPurpose) -> &'static str {
    match purpose {
        DesignPurpose::Create => "design.create",
        DesignPurpose::Rebuild(_) => "design.rebuild",
        DesignPurpose::Update(_) => "design.save",
        DesignPurpose::AddIndex(_) => "design.create_index",
        DesignPurpose::DeleteIndex { .. } => "design.delete_index",
    }
}

fn draw_form(form: &Form<'_>) -> Html {
    let on_submit = form.send.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Commit
    });
    html! {
        <form class="design" onsubmit={on_submit}>
            <div class="design-body stack">
                { parts(form) }
                { requests(&form.check.requests) }
            </div>
            <datalist id={ATTRIBUTES}>
                { for form.check.attributes.iter().map(|attribute| html! {
                    <option value={attribute.name.clone()} />
                }) }
            </datalist>
            { foot(form) }
        </form>
    }
}

/// What is filled in.
fn parts(form: &Form<'_>) -> Html {
    match &form.interest.purpose {
        DesignPurpose::Create | DesignPurpose::Rebuild(_) => html! {
            <>
                { table_name(form) }
                { table_keys(form) }
                { billing(form) }
                { indexes(form, Scope::Global) }
                { indexes(form, Scope::Local) }
                { settings(form) }
                { estimate(form) }
            </>
        },
        DesignPurpose::Update(_) => html! {
            <>
                <p class="muted">{ word("design.fixed") }</p>
                <button type="button" class="button small outlined" onclick={press(form.send, Action::Rebuild)}>
                    { word("design.rebuild_instead") }
                </button>
                { billing(form) }
                { for form.design.global_indexes.iter().enumerate().map(|(position, index)| html! {
                    <fieldset class="stack" key={position}>
                        <legend>{ sentence(&index_legend(&index.name)) }</legend>
                        { capacity_rows(form, Store::Index(position)) }
                        { form.fault(DesignPlace::Global(position)) }
                    </fieldset>
                }) }
                { settings(form) }
            </>
        },
        DesignPurpose::AddIndex(_) => html! {
            <>
                <p class="muted">{ word("design.index_about") }</p>
                if let Some((position, index)) = form.design.global_indexes.iter().enumerate().next_back() {
                    { index_rows(form, Scope::Global, position, index) }
                }
                { estimate(form) }
            </>
        },
        DesignPurpose::DeleteIndex { .. } => html! {
            <ul class="rule">
                { for form.check.effects.iter().map(|effect| html! { <li>{ sentence(effect) }</li> }) }
            </ul>
        },
    }
}

/// "Throughput of OpenOrders".
fn index_legend(index: &str) -> Message {
    Message::plain("design.index_capacity").with("index", Argument::Name(index.into(), None))
}

fn table_name(form: &Form<'_>) -> Html {
    html! {
        <>
            <div class="form-row row wrap">
                <span class="form-name">{ word("design.name") }</span>
                <TextField
                    placeholder={word("design.name_example")}
                    focused={form.interest.purpose == DesignPurpose::Create}
                    invalid={form.rejection(DesignPlace::Name).is_some()}
                    required=true
                    label={word("design.name")}
                    text={form.design.name.clone()}
                    on_type={form.change(|design, name| design.name = name)}
                />
            </div>
            { form.fault(DesignPlace::Name) }
        </>
    }
}

fn table_keys(form: &Form<'_>) -> Html {
    let design = form.design;
    let invalid = form.rejection(DesignPlace::Keys).is_some_and(|fault| fault.attribute.is_some());
    html! {
        <fieldset class="stack">
            <legend>{ word("design.keys") }</legend>
            { key_row(form, word("design.partition_key"), &design.partition_key, invalid, Html::default(), |design| Some(&mut design.partition_key)) }
            if let Some(sort_key) = &design.sort_key {
                { key_row(form, word("design.sort_key"), sort_key, invalid, Html::default(), |design| design.sort_key.as_mut()) }
            }
            { optional_sort_key(form, design.sort_key.is_some()) }
            { form.fault(DesignPlace::Keys) }
        </fieldset>
    }
}

/// What one write of a typical item costs: of a new table one that is typed, else one of its items.
fn estimate(form: &Form<'_>) -> Html {
    let is_new = form.interest.purpose == DesignPurpose::Create;
    let lines = form.check.write.iter().flat_map(|write| &write.lines);
    html! {
        <fieldset class="stack">
            <legend>{ word("design.estimate") }</legend>
            if is_new {
                <p class="muted">{ word("design.sample_about") }</p>
                <JsonEditor
                    label={word("design.sample")}
                    text={shared(&form.check.sample)}
                    invalid={form.check.sample_fault.is_some()}
                    fault_line={form.check.sample_fault.as_ref().and_then(|fault| fault.place).map(|(line, _)| line)}
                    described_by="design-sample-words"
                    on_type={form.send.reform(Action::TypeSample)}
                />
            } else {
                <p class="muted">{ word("design.median_about") }</p>
            }
            <div id="design-sample-words">
                if let Some(rejected) = &form.check.sample_fault { { fault(rejected, None) } }
                <ol class="receipt-lines">{ for lines.map(line) }</ol>
            </div>
        </fieldset>
    }
}

/// A store with what a write costs there, and the size that sets the price.
fn line(line: &ReceiptLine) -> Html {
    let ReceiptLine { units, words, hue, arithmetic } = line;
    let units =
        Message::plain("design.line_units").with("units", Argument::HalfUnits(units.halves));
    html! {
        <li class="design-line row wrap">
            <b>{ sentence(&units) }</b>
            <span class={classes!(hue.map(Hue::class))}>{ sentence(words) }</span>
            <span class="small muted">{ sentences(arithmetic) }</span>
        </li>
    }
}

/// The requests, as text.
fn requests(requests: &[DesignRequest]) -> Html {
    let title = Message::plain("design.requests");
    let title = title.with("count", Argument::Count(requests.len() as u64));
    html! {
        if !requests.is_empty() {
            <details class="design-request">
                <summary>{ plain(&title) }</summary>
                { for requests.iter().map(|request| html! {
                    <>
                        <p>{ name(&request.operation, None) }</p>
                        <pre tabindex="0">{ json(&request.text) }</pre>
                    </>
                }) }
            </details>
        }
    }
}

/// "Table name, Partition key".
fn fields_words(fields: &[Message]) -> Argument {
    Argument::List(fields.iter().map(|field| plain(field).as_str().into()).collect())
}

/// What stays in view while the form scrolls: what it does and costs, what is wrong, and the buttons.
fn foot(form: &Form<'_>) -> Html {
    let DesignInterest { purpose, design, .. } = form.interest;
    let is_filled_in = design.is_filled_in();
    let is_accepted = is_filled_in && form.check.fault.is_none();
    let deletes = matches!(purpose, DesignPurpose::DeleteIndex { .. });
    html! {
        <footer class="design-foot stack">
            { form.fault(DesignPlace::Form) }
            if is_filled_in && form.check.fault.is_some() && form.check.place != DesignPlace::Form {
                <p class="fault is-of-text">{ word("design.fault_above") }</p>
            }
            if !is_filled_in {
                <p class="muted">{ word_with("design.missing", "fields", fields_words(&missing(design))) }</p>
            }
            if is_accepted && !deletes {
                <p class="design-effects">{ sentences(&form.check.effects) }</p>
            }
            <div class="row wrap">
                if is_accepted && let Some(write) = &form.check.write {
                    <div class="design-cost">
                        <span class="small muted">{ word("design.write_costs") }</span>
                        { preview(&write.cost, "design-cost") }
                    </div>
                }
                <span class="draft-buttons row push">
                    <button type="button" class="button" onclick={press(form.send, Action::Close)}>
                        { word("draft.cancel") }
                    </button>
                    <button type="submit" class="button primary" disabled={is_accepted && form.check.is_unchanged}>
                        { word(commit_word(purpose)) }
                    </button>
                </span>
            </div>
        </footer>
    }
}
