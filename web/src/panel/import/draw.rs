//! Draws the dialog: the text, what becomes of it, and what importing it costs.

use playground::view::draft::{FaultView, PreviewView};
use playground::view::first::First;
use playground::view::import::{
    ColumnKind, ColumnView, Delimiter, EmptyCell, Format, ImportForm, ImportStage, ImportView,
    LineFault, Progress, StoreCost, TrialView,
};
use playground::view::message::{Argument, Message};
use playground::view::value::Method;
use web_sys::HtmlTextAreaElement;
use yew::prelude::*;

use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::select::Select;
use crate::panel::contract::Draw;
use crate::panel::import::request::request;
use crate::panel::import::state::Action;
use crate::panel::import::view::View;
use crate::panel::part::fault::fault;
use crate::panel::part::press::press;
use crate::panel::part::preview::preview;
use crate::panel::part::words::{name, sentence, value, visible, word, word_with};

/// The `id` of the element that says why a text cannot be read.
const FAULT_ID: &str = "import-fault";

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let title = match &self.import {
            Some(import) => word_with("import.title_into", "table", import.table.as_ref()),
            None => word("import.title"),
        };
        html! {
            <Dialog
                {title}
                close_label={word("dialog.close")}
                class="is-import"
                on_close={send.reform(|()| Action::Close)}
            >
                if let Some(import) = &self.import {
                    { content(self, import, send) }
                } else {
                    <p>{ word("import.no_table") }</p>
                }
            </Dialog>
        }
    }
}

fn content(view: &View, import: &ImportView, send: &Callback<Action>) -> Html {
    html! {
        <div class="import stack">
            { source(view, import, send) }
            if let Some(problem) = &import.problem { { fault(problem, Some(FAULT_ID)) } }
            { request(view.request.as_ref(), send) }
            if import.found.is_some() || view.form.format.is_some() {
                { reading(&view.form, import, send) }
            }
            { notes(&import.notes) }
            if import.problem.is_none() {
                { columns(&view.form, import, send) }
                { rejected(import) }
            }
            { foot(&view.form, import, send) }
        </div>
    }
}

/// The text, and the button that chooses a file.
fn source(view: &View, import: &ImportView, send: &Callback<Action>) -> Html {
    let on_input = send.reform(|event: InputEvent| {
        Action::Type(event.target_unchecked_into::<HtmlTextAreaElement>().value().into())
    });
    let invalid = import.problem.is_some();
    html! {
        <div class="stack">
            if view.is_shown {
                <textarea
                    class="field code import-text"
                    rows="6"
                    value={AttrValue::from(view.form.text.clone())}
                    placeholder={word("import.example")}
                    aria-label={word("import.text")}
                    aria-invalid={invalid.then_some("true")}
                    aria-describedby={invalid.then_some(FAULT_ID)}
                    spellcheck="false"
                    autocapitalize="off"
                    autofocus={view.form.text.is_empty()}
                    oninput={on_input}
                />
            } else {
                <p class="import-long row">
                    { word_with("import.long", "size", Argument::Size(view.form.text.len() as u64)) }
                    <button
                        type="button"
                        class="button small outlined push"
                        onclick={press(send, Action::Read(ImportForm::default()))}
                    >
                        { word("import.discard") }
                    </button>
                </p>
            }
            <p class="row wrap">
                <label class="button outlined file-button">
                    { word("import.choose_file") }
                    <input type="file" class="visually-hidden" data-import-file="true" />
                </label>
                if let Some(file) = &view.form.file {
                    <span>{ visible(&file.name) }</span>
                } else {
                    <span class="small muted">{ word("import.about") }</span>
                }
            </p>
        </div>
    }
}

/// How many rows there are, and how they are read.
fn reading(form: &ImportForm, import: &ImportView, send: &Callback<Action>) -> Html {
    let chosen = Format::ALL.iter().position(|it| *it == import.format).unwrap_or_default();
    let on_format = {
        let form = form.clone();
        send.reform(move |position: usize| {
            let format = Some(Format::ALL[position]);
            Action::Read(ImportForm { format, ..form.clone() })
        })
    };
    let on_empty = {
        let form = form.clone();
        send.reform(move |position: usize| {
            Action::Read(ImportForm { empty: EmptyCell::ALL[position], ..form.clone() })
        })
    };
    let on_tagged = {
        let form = form.clone();
        send.reform(move |position: usize| {
            Action::Read(ImportForm { tagged: position == 1, ..form.clone() })
        })
    };
    html! {
        <div class="import-reading row wrap">
            if let Some(found) = &import.found { <b>{ sentence(found) }</b> }
            <label class="row">
                <span class="muted">{ word("import.read_as") }</span>
                <Select
                    label={word("import.format")}
                    options={Format::ALL.map(|it| word(format_name(it))).to_vec()}
                    {chosen}
                    on_choose={on_format}
                />
            </label>
            if import.has_empty {
                <label class="row">
                    <span class="muted">{ word("import.empty") }</span>
                    <Select
                        label={word("import.empty")}
                        options={EmptyCell::ALL.map(|it| word(empty_name(it))).to_vec()}
                        chosen={EmptyCell::ALL.iter().position(|it| *it == form.empty).unwrap_or_default()}
                        on_choose={on_empty}
                    />
                </label>
            }
            if import.is_ambiguous {
                <label class="row">
                    <span class="muted">{ word("import.tagged") }</span>
                    <Select
                        label={word("import.tagged")}
                        options={["import.tagged_map", "import.tagged_value"].map(word).to_vec()}
                        chosen={usize::from(form.tagged)}
                        on_choose={on_tagged}
                    />
                </label>
            }
        </div>
    }
}

const fn format_name(format: Format) -> &'static str {
    match format {
        Format::PlainJson => "import.plain_json",
        Format::DynamoDbJson => "import.dynamodb_json",
        Format::Csv(Delimiter::Comma) => "import.csv_comma",
        Format::Csv(Delimiter::Semicolon) => "import.csv_semicolon",
        Format::Csv(Delimiter::Tab) => "import.csv_tab",
        Format::Csv(Delimiter::Bar) => "import.csv_bar",
    }
}

const fn empty_name(empty: EmptyCell) -> &'static str {
    match empty {
        EmptyCell::Absent => "import.empty_absent",
        EmptyCell::Text => "import.empty_text",
        EmptyCell::Null => "import.empty_null",
    }
}

const fn kind_name(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::S => "import.kind_s",
        ColumnKind::N => "import.kind_n",
        ColumnKind::B => "import.kind_b",
        ColumnKind::Bool => "import.kind_bool",
        ColumnKind::Json => "import.kind_json",
        ColumnKind::Skip => "import.kind_skip",
    }
}

fn notes(notes: &[Message]) -> Html {
    if notes.is_empty() {
        return Html::default();
    }
    html! {
        <ul class="import-notes stack">
            { for notes.iter().map(|note| html! {
                <li class="row">{ icon(Shape::Warning) }<span>{ sentence(note) }</span></li>
            }) }
        </ul>
    }
}

/// What each attribute becomes, and its values in the first items.
fn columns(form: &ImportForm, import: &ImportView, send: &Callback<Action>) -> Html {
    if import.columns.is_empty() {
        return Html::default();
    }
    let line = |line: &u64| word_with("import.line", "line", Argument::Count(*line));
    html! {
        <>
            <div class="import-columns card" role="region" tabindex="0" aria-label={word("import.columns")}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{ word("import.column") }</th>
                            <th scope="col">{ word("import.becomes") }</th>
                            { for import.sample_lines.iter().map(|it| html! { <th scope="col">{ line(it) }</th> }) }
                        </tr>
                    </thead>
                    <tbody>
                        { for import.columns.iter().map(|column| column_row(form, column, send)) }
                    </tbody>
                </table>
            </div>
            if import.columns.more > 0 {
                <p class="small muted">
                    { word_with("import.more_columns", "count", Argument::Count(import.columns.more)) }
                </p>
            }
        </>
    }
}

fn column_row(form: &ImportForm, column: &ColumnView, send: &Callback<Action>) -> Html {
    let is_skipped = column.kind == Some(ColumnKind::Skip);
    html! {
        <tr key={column.name.to_string()} class={is_skipped.then_some("muted")}>
            <th scope="row" class="code">{ visible(&column.name) }</th>
            <td>{ becomes(form, column, send) }</td>
            { for column.samples.iter().map(|sample| html! {
                <td>
                    if let Some(sample) = sample { { value(sample) } } else { <span class="muted">{ "–" }</span> }
                </td>
            }) }
        </tr>
    }
}

/// The type of a column, which can be changed if neither a key nor the text sets it.
fn becomes(form: &ImportForm, column: &ColumnView, send: &Callback<Action>) -> Html {
    let Some(kind) = column.kind else {
        let types = Argument::Code(column.types.clone());
        let key = if column.is_key { "import.key_type" } else { "import.type" };
        return sentence(&Message::plain(key).with("type", types));
    };
    if column.is_key {
        let kind = Message::plain(kind_name(kind));
        return sentence(&Message::plain("import.key_type").with("type", kind));
    }
    let on_choose = {
        let (form, name) = (form.clone(), column.name.clone());
        send.reform(move |position: usize| {
            let mut form = form.clone();
            form.columns.insert(name.clone(), ColumnKind::ALL[position]);
            Action::Read(form)
        })
    };
    html! {
        <Select
            label={word_with("import.type_of", "name", column.name.as_ref())}
            options={ColumnKind::ALL.map(|kind| word(kind_name(kind))).to_vec()}
            chosen={ColumnKind::ALL.iter().position(|it| *it == kind).unwrap_or_default()}
            {on_choose}
        />
    }
}

/// The rows that cannot be imported, with their lines and reasons.
fn rejected(import: &ImportView) -> Html {
    if import.rejected.is_empty() {
        return Html::default();
    }
    let First { shown, more: hidden_count } = &import.rejected;
    let count = Argument::Count(shown.len() as u64 + hidden_count);
    html! {
        <section class="import-rejected card" aria-label={word("import.rejected_label")}>
            <h3>{ word_with("import.rejected", "count", count) }</h3>
            <ul tabindex="0">
                { for import.rejected.iter().map(|row| html! { <li>{ line_fault(row) }</li> }) }
            </ul>
            if *hidden_count > 0 {
                <p class="small muted">{ word_with("import.more_rejected", "count", Argument::Count(*hidden_count)) }</p>
            }
        </section>
    }
}

fn line_fault(row: &LineFault) -> Html {
    let FaultView { code: _, message, explanation, attribute, place: _ } = &*row.fault;
    html! {
        <>
            <b class="nowrap">{ word_with("import.line", "line", Argument::Count(row.line)) }</b>
            <span>
                if let Some(attribute) = attribute { { name(attribute, None) }{ " " } }
                if let Some(explanation) = explanation { { sentence(explanation) }{ " " } }
                if let Some(message) = message { <span class="muted" lang="en">{ visible(message) }</span> }
            </span>
        </>
    }
}

/// What the import costs, how far it is, and the buttons.
fn foot(form: &ImportForm, import: &ImportView, send: &Callback<Action>) -> Html {
    let (content, button) = match &import.stage {
        ImportStage::Empty => (Html::default(), import_button(0, send)),
        ImportStage::Full(words) => {
            (html! { <p class="fault">{ sentence(words) }</p> }, import_button(0, send))
        }
        ImportStage::Untried => (
            Html::default(),
            html! {
                <button type="button" class="button primary" onclick={press(send, Action::Read(form.clone()))}>
                    { word("import.check") }
                </button>
            },
        ),
        ImportStage::Trying(progress) => {
            (self::progress("import.trying", *progress), import_button(0, send))
        }
        ImportStage::Importing(progress) => {
            (self::progress("import.importing", *progress), Html::default())
        }
        ImportStage::Tried(trial) => {
            let count = trial.written_count + trial.throttled_count;
            (trial_words(trial), import_button(count, send))
        }
    };
    let is_importing = matches!(import.stage, ImportStage::Importing(_));
    let close = if is_importing { Action::Cancel } else { Action::Close };
    html! {
        <footer class="import-foot row wrap">
            <div class="import-price" role="status">{ content }</div>
            <span class="row push">
                <button type="button" class="button" onclick={press(send, close)}>
                    { word("draft.cancel") }
                </button>
                { button }
            </span>
        </footer>
    }
}

fn import_button(count: u64, send: &Callback<Action>) -> Html {
    html! {
        <button
            type="button"
            class="button primary"
            disabled={count == 0}
            onclick={press(send, Action::Commit)}
        >
            if count == 0 { { word("import.commit_none") } } else { { word_with("import.commit", "count", Argument::Count(count)) } }
        </button>
    }
}

fn progress(key: &'static str, Progress { done, all }: Progress) -> Html {
    let words =
        Message::plain(key).with("done", Argument::Count(done)).with("all", Argument::Count(all));
    html! {
        <>
            <p>{ sentence(&words) }</p>
            <progress max={all.to_string()} value={done.to_string()} aria-label={word("import.progress")} />
        </>
    }
}

/// What the import would do: its price, then each index.
fn trial_words(trial: &TrialView) -> Html {
    let count = |key, count: u64| Message::plain(key).with("count", Argument::Count(count));
    let new_count = trial.written_count - trial.replaced_count;
    let effects = [
        (new_count, "import.adds"),
        (trial.replaced_count, "import.replaces"),
        (trial.throttled_count, "import.throttles"),
    ];
    let effects = effects.into_iter().filter(|(number, _)| *number > 0);
    let terms = trial.stores.iter().map(|store| store.term.clone());
    let view = PreviewView {
        sql: trial.sql,
        method: Method::Write,
        total: trial.total,
        effects: effects.map(|(number, key)| count(key, number)).collect(),
        terms: terms.collect(),
    };
    let indexes = trial.stores.iter().filter_map(|StoreCost { term, entry_count }| {
        let index = Argument::Name(term.store.clone(), Some(term.hue?));
        Some(count("import.entries", *entry_count).with("index", index))
    });
    html! {
        <>
            { preview(&view, "import-preview") }
            <p class="import-entries row wrap small">
                { for indexes.map(|message| html! { <span>{ sentence(&message) }</span> }) }
            </p>
        </>
    }
}
