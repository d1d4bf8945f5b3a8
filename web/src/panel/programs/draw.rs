//! Draws the programs of a table.

use playground::view::message::{Argument, Message};
use playground::view::program::{ProgramState, ProgramView};
use yew::prelude::*;

use crate::component::json_editor::JsonEditor;
use crate::panel::contract::Draw;
use crate::panel::id::PanelId;
use crate::panel::part::press::press;
use crate::panel::part::words::{sentence, visible, word, word_with};
use crate::panel::programs::state::{Action, EditorView, View};
use crate::panel::setting::panel_heading_id;

/// The `id` of what is wrong with the program that is edited.
const FAULT_ID: &str = "program-fault";

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let programs = &self.programs;
        html! {
            <section class="programs card" aria-labelledby={panel_heading_id(PanelId::PROGRAMS)}>
                <header class="card-head">
                    <h3 id={panel_heading_id(PanelId::PROGRAMS)} tabindex="-1">{ word("program.panel") }</h3>
                    if programs.has_stream {
                        <p class="small muted">{ word_with("program.about", "table", &*programs.table) }</p>
                    }
                </header>
                if programs.has_earlier && !programs.programs.is_empty() {
                    <p class="small">{ word_with("program.other_stream", "table", &*programs.table) }</p>
                }
                <ul class="programs-list">{ for programs.programs.iter().map(|it| program(it, self, send)) }</ul>
                if programs.is_sql && !programs.has_stream {
                    { switch_on(self, send) }
                } else if self.is_editable {
                    if self.editor.is_some() { { editor(self, send) } } else { { proposals(self, send) } }
                }
            </section>
        }
    }
}

fn program(program: &ProgramView, view: &View, send: &Callback<Action>) -> Html {
    let key = match program.state {
        ProgramState::NoStream => Some("program.no_stream"),
        ProgramState::NoTable => Some("program.no_table"),
        ProgramState::Stopped => Some("program.stopped"),
        ProgramState::Attached => None,
    };
    html! {
        <li class="program stack" key={&*program.name}>
            <div class="row wrap">
                <b translate="no">{ visible(&program.name) }</b>
                <span class="push" />
                if view.is_editable {
                    <button type="button" class="button small outlined" disabled={view.editor.is_some()} onclick={press(send, Action::Edit(program.definition.clone()))}>
                        { word_with("program.edit", "program", &*program.name) }
                    </button>
                    <button type="button" class="button small" onclick={press(send, Action::Delete(program.name.clone()))}>
                        { word_with("program.delete", "program", &*program.name) }
                    </button>
                }
            </div>
            <p class="small">{ sentence(&done(program)) }</p>
            if program.failure_count > 0 { { note("program.failures", program.failure_count) } }
            if program.lost_count > 0 { { note("program.lost", program.lost_count) } }
            if program.waiting_count > 0 {
                { note("program.waiting", program.waiting_count) }
            }
            if program.is_blocked { <p class="is-danger small">{ word("program.blocked") }</p> }
            if let Some(key) = key { <p class="is-danger small">{ word_with(key, "table", &*program.table) }</p> }
            if let Some(warning) = &program.warning { <p class="is-danger small">{ sentence(warning) }</p> }
            if let Some(failure) = &program.failure {
                <p class="is-danger small">{ word("program.failed") }{ " " }<span lang="en">{ visible(failure) }</span></p>
            }
        </li>
    }
}

fn note(key: &'static str, count: u64) -> Html {
    let words = Message::plain(key).with("count", Argument::Count(count));
    html! { <p class="small muted">{ sentence(&words) }</p> }
}

/// What a program did, and what it took.
fn done(program: &ProgramView) -> Message {
    if program.run_count + program.failure_count == 0 {
        return Message::plain("program.idle");
    }
    let key = if program.run_count == 0 { "program.failed_only" } else { "program.did" };
    let did = Message::plain(key)
        .with("runs", Argument::Count(program.run_count))
        .with("records", Argument::Count(program.record_count))
        .with("written", Argument::HalfUnits(program.written.halves).strong())
        .with("read", Argument::HalfUnits(program.read.halves));
    match program.sql.is_empty() {
        true => did,
        false => {
            Message::plain("sql.plus").with("words", did).with("sql", Message::from(program.sql))
        }
    }
}

/// An SQL table that has no stream yet.
fn switch_on(view: &View, send: &Callback<Action>) -> Html {
    let table = &view.programs.table;
    html! {
        <div class="programs-new row wrap">
            <span class="muted">{ word_with("program.sql", "table", &**table) }</span>
            if view.is_editable {
                <button type="button" class="button outlined" onclick={press(send, Action::SwitchOn(table.clone()))}>
                    { word("program.switch_on") }
                </button>
            }
        </div>
    }
}

/// What a new program can begin with.
fn proposals(view: &View, send: &Callback<Action>) -> Html {
    html! {
        <div class="programs-new row wrap">
            <span class="muted">{ word("program.new") }</span>
            { for view.programs.proposals.iter().map(|(key, definition)| html! {
                <button key={*key} type="button" class="button outlined" onclick={press(send, Action::Edit(definition.clone()))}>
                    { word(key) }
                </button>
            }) }
        </div>
    }
}

fn editor(view: &View, send: &Callback<Action>) -> Html {
    let Some(EditorView { text, fault, warning }) = &view.editor else { return Html::default() };
    let on_submit = send.reform(|event: SubmitEvent| {
        event.prevent_default();
        Action::Save
    });
    html! {
        <form class="programs-editor stack" onsubmit={on_submit}>
            <JsonEditor
                label={word("program.json")}
                text={AttrValue::from(text.clone())}
                invalid={fault.is_some()}
                fault_line={None}
                described_by={FAULT_ID}
                on_type={send.reform(Action::Type)}
            />
            <p class="small is-danger" id={FAULT_ID} aria-live="polite">
                if let Some(words) = fault.as_ref().or(warning.as_ref()) { { sentence(words) } }
            </p>
            <p class="small muted">{ word("program.placeholders") }</p>
            <div class="row wrap">
                <button type="submit" class="button primary" disabled={fault.is_some()}>{ word("program.save") }</button>
                <button type="button" class="button" onclick={press(send, Action::Cancel)}>{ word("program.cancel") }</button>
            </div>
        </form>
    }
}
