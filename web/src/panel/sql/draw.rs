//! Draws the statement, its result and what it read.

use playground::view::message::{Argument, Message};
use playground::view::value::{Method, Text};
use sql::{Answer, Fault, Read, Sketch, Way};
use yew::prelude::*;

use crate::component::text_field::TextField;
use crate::panel::contract::Draw;
use crate::panel::id::PanelId;
use crate::panel::part::more::more;
use crate::panel::part::price::price;
use crate::panel::part::words::{name, sentence, shared, visible, word};
use crate::panel::setting::panel_heading_id;
use crate::panel::sql::state::Action;
use crate::panel::sql::view::View;

/// The `id` of what is wrong with the statement.
const FAULT_ID: &str = "sql-fault";

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let fault = self.asked.as_ref().and_then(|(_, answer)| (**answer).as_ref().err());
        let ask = Action::Ask(self.text.clone());
        let on_submit = {
            let ask = ask.clone();
            send.reform(move |event: SubmitEvent| {
                event.prevent_default();
                ask.clone()
            })
        };
        html! {
            <section class="sql card" aria-labelledby={panel_heading_id(PanelId::SQL)}>
                <header class="card-head">
                    <h3 id={panel_heading_id(PanelId::SQL)} tabindex="-1">{ word("sql.title") }</h3>
                    <p class="small muted">{ word("sql.about") }</p>
                </header>
                <form class="sql-statement stack" onsubmit={on_submit} onkeydown={keys(ask, send)}>
                    <ul class="sql-tables small">{ for self.tables.iter().map(sketch) }</ul>
                    <TextField
                        label={word("sql.statement")}
                        text={shared(&self.text)}
                        multiline={true}
                        invalid={fault.is_some()}
                        described_by={AttrValue::from(FAULT_ID)}
                        on_type={send.reform(Action::Type)}
                    />
                    <p class="small is-danger" id={FAULT_ID} aria-live="polite">
                        if let Some(fault) = fault { { sentence(&fault_words(fault)) } }
                    </p>
                    <p class="row wrap">
                        <button type="submit" class="button primary" title="Ctrl + Enter">{ word("sql.ask") }</button>
                    </p>
                </form>
                <div aria-live="polite">
                    if let Some((_, answer)) = &self.asked {
                        if let Ok(answer) = &**answer { { result(answer) } }
                    }
                </div>
            </section>
        }
    }
}

/// Ctrl and Enter ask. Enter alone is a new line.
fn keys(ask: Action, send: &Callback<Action>) -> Callback<KeyboardEvent> {
    let send = send.clone();
    Callback::from(move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            send.emit(ask.clone());
        }
    })
}

fn sketch(sketch: &Sketch) -> Html {
    let columns = sketch.columns.iter().enumerate();
    html! {
        <li key={&*sketch.table}>
            { name(&sketch.table, None) }{ " " }
            <code>{ for columns.map(|(position, column)| html! {
                <>if position > 0 { { ", " } }{ visible(column) }</>
            }) }</code>
        </li>
    }
}

/// What is wrong, after where it is.
fn fault_words(fault: &Fault) -> Message {
    match fault.place {
        None => fault.words.clone(),
        Some((line, column)) => Message::plain("sql.place")
            .with("line", Argument::Count(line))
            .with("column", Argument::Count(column))
            .with("words", fault.words.clone()),
    }
}

fn result(answer: &Answer) -> Html {
    html! {
        <div class="sql-result stack">
            <ul class="sql-reads">{ for answer.reads.iter().map(read) }</ul>
            if answer.rows.is_empty() {
                <p class="empty muted">{ word("sql.no_rows") }</p>
            } else {
                <div class="frame-x" tabindex="0" role="region" aria-label={word("sql.result")}>
                    <table class="entries">
                        <thead>
                            <tr>{ for answer.columns.iter().map(|column| html! { <th scope="col">{ visible(column) }</th> }) }</tr>
                        </thead>
                        <tbody>{ for answer.rows.iter().map(|row| html! {
                            <tr>{ for row.iter().map(|value| cell(value.as_ref())) }</tr>
                        }) }</tbody>
                    </table>
                </div>
                { more(answer.row_count.saturating_sub(answer.rows.len() as u64)) }
            }
        </div>
    }
}

fn cell(value: Option<&Text>) -> Html {
    match value {
        Some(text) => html! { <td><code>{ visible(text) }</code></td> },
        None => html! { <td class="muted">{ "NULL" }</td> },
    }
}

/// What was read of a table, and what it would cost in DynamoDB.
fn read(read: &Read) -> Html {
    let key = match read.way {
        Way::None => "sql.read_none",
        Way::Key => "sql.read_key",
        Way::Partition => "sql.read_partition",
        Way::Whole => "sql.read_whole",
    };
    let words = Message::plain(key)
        .with("table", Argument::Name(read.table.clone(), None))
        .with("count", Argument::Count(read.row_count))
        .with("of", Argument::Count(read.of));
    html! {
        <li class="row wrap">
            <span>{ sentence(&words) }</span>
            <span class="push" />
            if read.way != Way::None {
                <span class="small muted nowrap">{ word("sql.as_items") }{ " " }{ price(Method::Read, read.units) }</span>
            }
        </li>
    }
}
