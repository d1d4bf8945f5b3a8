//! The markup of what is printed.

use playground::lesson::words::{Span, Text as Prose};
use playground::view::index::IndexView;
use playground::view::map::{MapTable, MapView, MapWay};
use playground::view::message::{Argument, Message};
use playground::view::table::{KeyView, TableHead};
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::qr_code::QrCode;
use crate::panel::contract::Draw;
use crate::panel::effect::PageEffect;
use crate::panel::part::fault::fault;
use crate::panel::part::projection::{key_names, projection};
use crate::panel::part::prose::{line, prose};
use crate::panel::part::receipt::receipt;
use crate::panel::part::words::{name, plain, sentence, shared, visible, word};
use crate::panel::print::view::{LessonView, SandboxView, TableView, View};

impl Draw<PageEffect> for View {
    fn draw(&self, _: &Callback<PageEffect>) -> Html {
        match self {
            View::Sandbox(view) => sandbox(view),
            // The texts of a sandbox that are in it are texts of HTML.
            View::Report(html) => html! {
                <article class="print stack" aria-label={word("report.title")}>
                    { Html::from_html_unchecked(shared(html)) }
                </article>
            },
        }
    }
}

fn sandbox(view: &SandboxView) -> Html {
    let SandboxView {
        title,
        lesson,
        map,
        tables,
        sentence: spoken,
        run,
        receipt: bill,
        followers,
        fault: rejected,
        link,
    } = view;
    html! {
        <article class="print stack" aria-label={word("print.title")}>
            <h1>{ visible(title) }</h1>
            { for lesson.iter().map(step) }
            { for map.iter().map(self::map) }
            { for tables.iter().map(table) }
            if let Some(spoken) = spoken {
                <section class="print-part">
                    <h2>{ word("zone.operation") }</h2>
                    <p class="lead">{ sentence(spoken) }</p>
                    if let Some(rejected) = rejected { { fault(rejected, None) } }
                    if let Some(bill) = bill { { receipt(bill) } }
                    { for followers.iter().map(|words| html! { <p>{ sentence(words) }</p> }) }
                </section>
            }
            if let Some(run) = run {
                <section class="print-part">
                    <h2>{ word("print.run") }</h2>
                    <p>{ sentence(run) }</p>
                </section>
            }
            <section class="print-part print-link">
                <h2>{ word("share.link") }</h2>
                { self::link(link) }
            </section>
        </article>
    }
}

fn step(view: &LessonView) -> Html {
    let part = |(asked, choices): &(Prose, Vec<Vec<Span>>)| {
        html! {
            <div class="print-question">
                { prose(asked) }
                if !choices.is_empty() {
                    <ul>{ for choices.iter().map(|label| html! { <li>{ line(label) }</li> }) }</ul>
                }
            </div>
        }
    };
    html! {
        <section class="print-part print-lesson" translate="no">
            <h2>{ plain(&view.title) }</h2>
            { prose(&view.text) }
            { for view.parts.iter().map(part) }
        </section>
    }
}

/// The tables, and below each what its writes lead to.
fn map(MapView { tables }: &MapView) -> Html {
    let words = |words: &[Message]| {
        let words = words.iter().map(|it| html! { <>{ " · " }{ sentence(it) }</> });
        words.collect::<Html>()
    };
    let way = |way: &MapWay| {
        let (to, hue) = way.to();
        html! {
            <li>
                { word(way.kind()) }
                if let Some(program) = way.through() { { " " }{ visible(program) } }
                { " " }{ way.arrow() }{ " " }{ name(to, hue) }{ words(&way.words()) }
            </li>
        }
    };
    let table = |table: &MapTable| {
        html! {
            <div class="print-way">
                <p>
                    { table.group.as_ref().map_or_else(|| name(&table.name, None), sentence) }{ words(&table.words()) }
                </p>
                if !table.ways.is_empty() { <ul>{ for table.ways.iter().map(way) }</ul> }
            </div>
        }
    };
    html! {
        <section class="print-part">
            <h2>{ word("map.title") }</h2>
            { for tables.iter().map(table) }
        </section>
    }
}

fn table(TableView { head, indexes }: &TableView) -> Html {
    let TableHead { item_count, size, partition_key, sort_key, .. } = head;
    let counts = Message::plain("table.counts")
        .with("items", Message::plain("table.items").with("count", Argument::Count(*item_count)))
        .with("size", Argument::Size(*size));
    html! {
        <section class="print-part">
            <h2>{ visible(&head.name) }</h2>
            <p class="muted">{ sentence(&counts) }</p>
            <table>
                <thead>
                    <tr>
                        <th scope="col"><span class="visually-hidden">{ word("print.store") }</span></th>
                        <th scope="col">{ word("design.partition_key") }</th>
                        <th scope="col">{ word("design.sort_key") }</th>
                        <th scope="col">{ word("design.projection") }</th>
                        <th scope="col">{ word("print.entries") }</th>
                    </tr>
                </thead>
                <tbody>
                    <tr>
                        <th scope="row">{ name(&head.name, None) }</th>
                        <td>{ key(partition_key) }</td>
                        <td>{ sort_key.as_ref().map(key).unwrap_or_default() }</td>
                        <td>{ word("index.all") }</td>
                        <td>{ sentence(&counts) }</td>
                    </tr>
                    { for indexes.iter().map(|index| index_row(index)) }
                </tbody>
            </table>
        </section>
    }
}

/// An attribute and its type.
fn key(view: &KeyView) -> Html {
    html! { <><code>{ visible(&view.name) }</code>{ " " }{ view.kind.tag() }</> }
}

fn index_row(view: &IndexView) -> Html {
    let of = Message::plain("index.count")
        .with("count", Argument::Count(view.entry_count))
        .with("total", Argument::Count(view.item_count));
    let count =
        Message::plain("table.counts").with("items", of).with("size", Argument::Bytes(view.size));
    html! {
        <tr>
            <th scope="row">{ name(&view.name, Some(view.hue)) }{ " " }{ word(view.kind()) }</th>
            <td>{ key_names(&view.partition_keys) }</td>
            <td>{ key_names(&view.sort_keys) }</td>
            <td>{ projection(&view.projection) }</td>
            <td>{ sentence(&count) }</td>
        </tr>
    }
}

/// The link, and its QR code if there is one of that length.
fn link(link: &Result<Text, Message>) -> Html {
    match link {
        Ok(link) => html! {
            <>
                <QrCode text={shared(link)} label={word("present.qr")} />
                <p><a href={shared(link)}><code>{ visible(link) }</code></a></p>
            </>
        },
        Err(reason) => html! { <p>{ sentence(reason) }</p> },
    }
}
