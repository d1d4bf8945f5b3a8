//! The markup of the cards of the indexes.

use std::rc::Rc;

use playground::view::edit::ItemId;
use playground::view::index::{
    CellView, EntryState, EntryView, GhostView, IndexScope, IndexStep, IndexView, ProjectionView,
};
use playground::view::message::{Argument, Message};
use playground::view::read::ReadOperation;
use playground::view::throughput::QueueView;
use playground::view::value::{Mark, Text};
use yew::prelude::*;

use crate::panel::indexes::state::Action;
use crate::panel::indexes::view::View;
use crate::panel::part::press::press;
use crate::panel::part::term::{Term, TermId};
use crate::panel::part::words::{
    plain, sentence, sentences, shared, value, visible, word, word_with,
};
use crate::panel::setting::{Zone, index_id};

/// Ghosts shown before "show all".
const GHOSTS_SHOWN: usize = 3;

pub(super) fn draw(view: &View, send: &Callback<Action>) -> Html {
    html! {
        <>
            <div class="zone-head row wrap">
                <h2 id={Zone::Indexes.id()} tabindex="-1">{ word("zone.indexes") }</h2>
                <span class="muted">{ word("index.about") }</span>
            </div>
            if view.indexes.cards.is_empty() { <p class="empty muted">{ word("index.none") }</p> }
            { for view.cards().map(|(card, queue)| html! {
                <Card
                    key={card.name.as_ref()}
                    view={Rc::clone(card)}
                    selected={view.selected.clone()}
                    queue={queue.clone()}
                    all_ghosts={view.state.all_ghosts.contains(&card.name)}
                    send={send.clone()}
                />
            }) }
            if view.has_table {
                <p class="small muted">{ word("index.live") }</p>
                <p class="row small">
                    <button
                        type="button"
                        class="button small outlined"
                        onclick={press(send, Action::Create)}
                    >
                        { word("index.add") }
                    </button>
                    <button type="button" class="link" onclick={press(send, Action::Design)}>
                        { word("design.change") }
                    </button>
                </p>
            }
        </>
    }
}

/// One index.
#[derive(Debug, PartialEq, Properties)]
struct CardProps {
    view: Rc<IndexView>,
    selected: Option<ItemId>,
    /// What waits because the index cannot pay for it yet.
    queue: Option<QueueView>,
    /// Whether more than the first ghosts are shown.
    all_ghosts: bool,
    send: Callback<Action>,
}

/// Changes in the queue of the index, hatched as what is on its way.
fn waiting(queue: &QueueView) -> Html {
    let push_back = queue.is_pushing_back.then(|| Message::plain("throughput.back_pressure"));
    html! {
        <p class={classes!("empty", "stale", "small", queue.is_pushing_back.then_some("refused"))}>
            { sentences([&queue.words].into_iter().chain(push_back.as_ref())) }
        </p>
    }
}

/// What the index is, and what can be done with it.
fn header(card: &CardProps) -> Html {
    let CardProps { view, send, .. } = card;
    html! {
        <header class="index-head row wrap">
            <h3 class="name" id={index_id(&view.name)} tabindex="-1">{ shared(&view.name) }</h3>
            <Term id={term(view)}><span class="tag">{ word(tag(view)) }</span></Term>
            <span class="push">{ sentence(&count(view)) }</span>
            <button
                type="button"
                class="button small muted"
                aria-label={word_with("index.query", "index", view.name.as_ref())}
                onclick={press(send, Action::Query(Rc::clone(&view.name)))}
            >
                { ReadOperation::Query.name() }
            </button>
            if matches!(view.scope, IndexScope::Global { .. }) && view.step.is_none() {
                <button
                    type="button"
                    class="button small muted"
                    aria-label={word_with("index.drop_named", "index", view.name.as_ref())}
                    onclick={press(send, Action::Delete(Rc::clone(&view.name)))}
                >
                    { word("index.drop") }
                </button>
            }
            <p class="index-keys small muted">{ description(view) }</p>
        </header>
    }
}

/// Draws an index: its head, its entries, and the items that it lacks.
#[component]
fn Card(card: &CardProps) -> Html {
    let CardProps { view, selected, queue, all_ghosts, send } = card;
    let scope = match view.scope {
        IndexScope::Global { .. } => "is-global",
        IndexScope::Local => "is-local",
    };
    html! {
        <section class={classes!("index", "card", scope, view.hue.class())} aria-label={shared(&view.name)}>
            { header(card) }
            if let Some(queue) = queue { { waiting(queue) } }
            if let Some(step) = view.step {
                <p class="empty">{ self::step(step) }</p>
            }
            if view.entries.is_empty() && view.step.is_none() {
                <p class="empty muted">{ word("index.empty") }</p>
            }
            if !view.entries.is_empty() {
                <div class="frame-x" tabindex="0" role="region" aria-label={word_with("index.entries", "index", view.name.as_ref())}>
                    <table class="entries">
                        <thead>
                            <tr>
                                { for view.columns.iter().map(heading) }
                                <th scope="col"><span class="visually-hidden">{ word("index.state") }</span></th>
                            </tr>
                        </thead>
                        <tbody>
                            { for view.entries.iter().map(|entry| html! {
                                <Entry
                                    key={entry.id.as_ref()}
                                    view={Rc::clone(entry)}
                                    selected={selected.as_ref() == Some(&entry.item)}
                                    send={send.clone()}
                                />
                            }) }
                        </tbody>
                    </table>
                </div>
            }
            if view.entries_hidden > 0 {
                <button
                    type="button"
                    class="button more"
                    onclick={press(send, Action::ShowMore)}
                >
                    { word_with("index.more", "count", Argument::Count(view.entries_hidden)) }
                </button>
            }
            if view.ghost_count > 0 { { ghosts(view, *all_ghosts, send) } }
        </section>
    }
}

/// The heading of a column. The column of attributes that are not projected has none.
fn heading(column: &Text) -> Html {
    if column.is_empty() {
        return html! { <td class="is-hollow" /> };
    }
    html! { <th scope="col">{ visible(column) }</th> }
}

fn tag(view: &IndexView) -> &'static str {
    match (&view.scope, view.sparse) {
        (IndexScope::Global { .. }, true) => "index.global_sparse",
        (IndexScope::Global { .. }, false) => "index.global",
        (IndexScope::Local, true) => "index.local_sparse",
        (IndexScope::Local, false) => "index.local",
    }
}

/// The term of the glossary for an index of this kind.
fn term(view: &IndexView) -> TermId {
    match (&view.scope, view.sparse) {
        (IndexScope::Global { .. } | IndexScope::Local, true) => TermId::SPARSE,
        (IndexScope::Global { .. }, false) => TermId::GSI,
        (IndexScope::Local, false) => TermId::LSI,
    }
}

/// "3 of 10 · 0.2 KB".
fn count(view: &IndexView) -> Message {
    let of = Message::plain("index.count")
        .with("count", Argument::Count(view.entry_count))
        .with("total", Argument::Count(view.item_count));
    Message::plain("table.counts").with("items", of).with("size", Argument::Size(view.size))
}

/// "CustomerId ▸ OrderOpenDate · INCLUDE Total · lag 200 ms"; attributes of one key are separated by commas.
fn description(view: &IndexView) -> Html {
    let projection = match &view.projection {
        ProjectionView::KeysOnly => word("index.keys_only"),
        ProjectionView::Include(names) => {
            word_with("index.include", "names", Argument::List(names.clone()))
        }
        ProjectionView::All => word("index.all"),
    };
    let scope = match view.scope {
        IndexScope::Global { delay_ms } => word_with("index.lag", "delay", Argument::Ms(delay_ms)),
        IndexScope::Local => word("index.in_step"),
    };
    html! {
        <>
            { key_names(&view.partition_keys) }
            if !view.sort_keys.is_empty() {
                <span aria-hidden="true">{ " ▸ " }</span>{ key_names(&view.sort_keys) }
            }
            { " · " }{ projection }{ " · " }{ scope }
        </>
    }
}

/// "tournamentId, region".
fn key_names(names: &[Text]) -> Html {
    let names = names.iter().enumerate().map(|(position, name)| {
        html! { <>if position > 0 { { word("number.list") } }<code>{ visible(name) }</code></> }
    });
    names.collect()
}

/// "▒ CREATING, backfilling: 0.3 s".
fn step(step: IndexStep) -> Html {
    let (key, due) = match step {
        IndexStep::Allocating(due) => ("index.allocating", due),
        IndexStep::Filling(due) => ("index.filling", due),
        IndexStep::Dropping(due) => ("index.dropping", due),
    };
    html! { <><span aria-hidden="true">{ "▒ " }</span>{ word_with(key, "time", Argument::Ms(due.in_ms)) }</> }
}

/// One entry.
#[derive(Debug, PartialEq, Properties)]
struct EntryProps {
    view: Rc<EntryView>,
    selected: bool,
    send: Callback<Action>,
}

/// Draws an entry as a row.
#[component]
fn Entry(props: &EntryProps) -> Html {
    let EntryProps { view, selected, send } = props;
    let class = classes!(
        "entry",
        state_class(view.state),
        view.mark.map(Mark::class),
        selected.then_some("is-selected"),
    );
    html! {
        <tr {class} data-item={shared(&view.item.0)} data-entry={shared(&view.id)}>
            { for view.cells.iter().map(|cell| self::cell(cell, &view.item, send)) }
            <td class="entry-state">{ state(view) }</td>
        </tr>
    }
}

const fn state_class(state: EntryState) -> Option<&'static str> {
    match state {
        EntryState::Present => None,
        EntryState::Arriving(_) => Some("is-arriving"),
        EntryState::Leaving(_) => Some("is-leaving"),
        EntryState::Changing(_) => Some("is-changing"),
        EntryState::Left => Some("has-left"),
    }
}

fn state(view: &EntryView) -> Html {
    let (key, due) = match view.state {
        EntryState::Present => {
            let glyph = view.mark.map(Mark::glyph);
            let size = sentence(
                &Message::plain("index.entry_size").with("size", Argument::Bytes(view.size)),
            );
            return html! {
                <>
                    if let Some(glyph) = glyph { <b class="mark" aria-hidden="true">{ glyph }</b> }
                    { size }
                </>
            };
        }
        EntryState::Arriving(due) => ("index.arrives", due),
        EntryState::Leaving(due) => ("index.leaves", due),
        EntryState::Changing(due) => ("index.changes", due),
        EntryState::Left => {
            let reason = view.reason.as_ref().map(sentence);
            return reason.unwrap_or_else(|| html! { { word("index.item_deleted") } });
        }
    };
    html! { { word_with(key, "time", Argument::Ms(due.in_ms)) } }
}

fn cell(cell: &CellView, item: &ItemId, send: &Callback<Action>) -> Html {
    match cell {
        CellView::Key(it) => html! { <td class="is-key">{ value(it) }</td> },
        CellView::TableKey(it) => {
            let item = item.clone();
            html! {
                <td class="is-table-key">
                    <button
                        type="button"
                        class="entry-link"
                        aria-label={word_with("index.find", "key", it.text.as_ref())}
                        onclick={press(send, Action::Find(item))}
                    >
                        <code>{ visible(&it.text) }</code>
                    </button>
                </td>
            }
        }
        CellView::Value { value: it, was } => html! {
            <td class={classes!(was.is_some().then_some("is-changed-cell"))}>
                if let Some(was) = was { <s><code>{ visible(was) }</code></s>{ " " } }
                { value(it) }
            </td>
        },
        CellView::NotProjected(names) => {
            let title = plain(
                &Message::plain("index.not_projected").with("names", Argument::List(names.clone())),
            );
            html! {
                <td class="is-hollow" {title}>
                    <span aria-hidden="true">{ "– " }</span>{ sentence(&Message::plain("index.names").with("names", Argument::List(names.clone()))) }
                </td>
            }
        }
        CellView::Absent => html! {
            <td class="is-hollow"><span aria-hidden="true">{ "·" }</span></td>
        },
    }
}

/// What is not in an index.
fn ghosts(view: &IndexView, all: bool, send: &Callback<Action>) -> Html {
    let on_all = press(send, Action::ToggleGhosts(Rc::clone(&view.name)));
    let shown = if all { view.ghosts.len() } else { GHOSTS_SHOWN };
    let hidden =
        view.ghost_count.saturating_sub(u64::try_from(view.ghosts.len().min(shown)).unwrap_or(0));
    html! {
        <div class="ghosts small">
            if let Some(reason) = &view.ghost_reason {
                <p>{ sentence(reason) }</p>
            }
            <ul>
                { for view.ghosts.iter().take(shown).map(|ghost| self::ghost(ghost, send)) }
            </ul>
            if view.ghosts.len() > GHOSTS_SHOWN {
                <button type="button" class="link" aria-expanded={all.to_string()} onclick={on_all}>
                    if all {
                        { word("index.fewer_ghosts") }
                    } else {
                        { word_with("index.more_ghosts", "count", Argument::Count(hidden)) }
                    }
                </button>
            }
        </div>
    }
}

/// One item that is not in an index.
fn ghost(view: &GhostView, send: &Callback<Action>) -> Html {
    let item = view.item.clone();
    let key = view.key.iter().map(|part| Text::clone(&part.text)).collect();
    html! {
        <li key={view.item.0.as_ref()} class={classes!("ghost", "row", "wrap", view.mark.map(Mark::class))} data-item={shared(&view.item.0)}>
            <button
                type="button"
                class="entry-link"
                title={plain(&Message::plain("index.find").with("key", Argument::List(key)))}
                onclick={press(send, Action::Find(item))}
            >
                { for view.key.iter().map(|part| html! { <code>{ visible(&part.text) }</code> }) }
            </button>
            <span>
                if let Some(mark) = view.mark { <b class="mark" aria-hidden="true">{ mark.glyph() }</b> }
                { sentence(&view.reason) }
            </span>
        </li>
    }
}
