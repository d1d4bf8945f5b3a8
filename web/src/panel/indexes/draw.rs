//! The markup of the cards of the indexes.

use std::ops::Range;
use std::rc::Rc;

use playground::view::edit::ItemId;
use playground::view::index::{CellView, GhostView, IndexScope, IndexStep, IndexView};
use playground::view::message::{Argument, Message};
use playground::view::read::ReadOperation;
use playground::view::receipt::OfferedRead;
use playground::view::throughput::QueueView;
use playground::view::value::{Mark, Method, Text};
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::indexes::entries::Entries;
use crate::panel::indexes::state::Action;
use crate::panel::indexes::view::View;
use crate::panel::part::more::more;
use crate::panel::part::press::press;
use crate::panel::part::price::price;
use crate::panel::part::projection::{key_names, projection};
use crate::panel::part::term::{Term, TermId};
use crate::panel::part::words::{plain, sentence, sentences, shared, visible, word, word_with};
use crate::panel::setting::{READ_STALE, Zone, index_id};

/// Ghosts shown before "show all".
const GHOSTS_SHOWN: usize = 3;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        html! {
            <>
                <div class="zone-head row wrap">
                    <h2 id={Zone::Indexes.id()} tabindex="-1">{ word("zone.indexes") }</h2>
                    <span class="muted">{ word("index.about") }</span>
                </div>
                if self.indexes.cards.is_empty() {
                    <p class="empty muted">{ word(if self.has_table { "index.none" } else { "index.no_table" }) }</p>
                }
                { for self.cards().map(|(card, queue)| html! {
                    <Card
                        key={card.name.as_ref()}
                        view={Rc::clone(card)}
                        rows={self.shown.rows_of(&card.name).clone()}
                        selected={self.selected.clone()}
                        queue={queue.clone()}
                        all_ghosts={self.state.all_ghosts.contains(&card.name)}
                        is_covered={self.covered.contains(&card.name)}
                        has_key={self.first_behind() == Some(&card.name)}
                        send={send.clone()}
                    />
                }) }
                if self.can_have_indexes {
                    <p class="index-live small muted">{ word("index.live") }</p>
                    <p class="index-live row small">
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
}

/// One index.
#[derive(Debug, PartialEq, Properties)]
struct CardProps {
    view: Rc<IndexView>,
    /// The rows of its list that are needed.
    rows: Range<usize>,
    selected: Option<ItemId>,
    /// What waits because the index cannot pay for it yet.
    queue: Option<QueueView>,
    /// Whether more than the first ghosts are shown.
    all_ghosts: bool,
    /// Whether only its name is shown.
    is_covered: bool,
    /// Whether the key for a stale read presses its button.
    has_key: bool,
    send: Callback<Action>,
}

/// Changes in the queue of the index, hatched as what is on its way.
fn waiting(queue: &QueueView) -> Html {
    let push_back = queue.is_pushing_back.then(|| Message::plain("throughput.back_pressure"));
    html! {
        <p class={classes!("empty", "stale", "small", queue.is_pushing_back.then_some("is-danger"))}>
            { sentences([&queue.words].into_iter().chain(push_back.as_ref())) }
        </p>
    }
}

/// The offer to read the index while it is behind. It takes the place of the other buttons, so that nothing moves. A press that
/// comes too late is on the button for a query, which is as wide.
fn stale_read(card: &CardProps, read: &OfferedRead) -> Html {
    let CardProps { view, has_key, send, .. } = card;
    html! {
        <button
            type="button"
            id={has_key.then_some(READ_STALE)}
            class="button small outlined stale index-read"
            title={word("index.read_stale_title")}
            onclick={press(send, Action::ReadStale(read.clone()))}
        >
            { word("index.read_stale") }
            <span class="visually-hidden">
                { " " }{ word_with("index.read_stale_of", "index", view.name.as_ref()) }{ " " }
            </span>
            { price(Method::Read, read.units) }
        </button>
    }
}

/// What can be done with an index that is up to date.
fn query(view: &IndexView, send: &Callback<Action>) -> Html {
    html! {
        <button
            type="button"
            class="button small outlined index-read"
            aria-label={word_with("index.query", "index", view.name.as_ref())}
            onclick={press(send, Action::Query(Rc::clone(&view.name)))}
        >
            { ReadOperation::Query.name() }
        </button>
    }
}

/// Below the list, where no press on the way to a query meets it.
fn delete(view: &IndexView, send: &Callback<Action>) -> Html {
    let is_live_global = matches!(view.scope, IndexScope::Global { .. }) && view.step.is_none();
    if !is_live_global {
        return Html::default();
    }
    html! {
        <p class="index-foot row">
            <button
                type="button"
                class="button small muted push"
                onclick={press(send, Action::Delete(Rc::clone(&view.name)))}
            >
                { word_with("index.drop_named", "index", view.name.as_ref()) }
            </button>
        </p>
    }
}

/// What the index is, and what can be done with it.
fn header(card: &CardProps) -> Html {
    let CardProps { view, send, .. } = card;
    html! {
        <header class="index-head">
            <div class="row wrap">
                <h3 class="name" id={index_id(&view.name)} tabindex="-1">{ shared(&view.name) }</h3>
                <Term id={term(view)}><span class="tag">{ word(view.kind()) }</span></Term>
                <span class="push">{ sentence(&count(view)) }</span>
            </div>
            <div class="row">
                <p class="index-keys small muted">{ description(view) }</p>
                if let Some(read) = &view.stale_read {
                    { stale_read(card, read) }
                } else {
                    { query(view, send) }
                }
            </div>
        </header>
    }
}

/// Draws an index: its head, its entries, and the items that it lacks.
#[component]
fn Card(card: &CardProps) -> Html {
    let CardProps { view, queue, all_ghosts, send, .. } = card;
    if card.is_covered {
        return covered(view);
    }
    html! {
        <section class={classes!("index", "card", view.hue.class())} aria-label={shared(&view.name)}>
            { header(card) }
            if let Some(queue) = queue { { waiting(queue) } }
            if let Some(step) = view.step {
                <p class="empty">{ self::step(step) }</p>
            }
            if view.entries.is_empty() && view.step.is_none() {
                <p class="empty muted">{ word("index.empty") }</p>
            }
            if let Some(words) = &view.reach { <p class="reach small">{ sentence(words) }</p> }
            if !view.entries.is_empty() {
                <Entries
                    view={Rc::clone(view)}
                    rows={card.rows.clone()}
                    selected={card.selected.clone()}
                    send={send.clone()}
                />
            }
            { legend(view) }
            if view.ghost_count > 0 { { ghosts(view, *all_ghosts, send) } }
            { delete(view, send) }
        </section>
    }
}

/// An index while a question about it is open.
fn covered(view: &IndexView) -> Html {
    html! {
        <section class={classes!("index", "card", "is-covered", view.hue.class())} aria-label={shared(&view.name)}>
            <header class="index-head">
                <h3 class="name" id={index_id(&view.name)} tabindex="-1">{ shared(&view.name) }</h3>
            </header>
            <p class="empty muted">{ word("lesson.covered") }</p>
        </section>
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

/// "3 of 10 · 165 B".
fn count(view: &IndexView) -> Message {
    let of = Message::plain("index.count")
        .with("count", Argument::Count(view.entry_count))
        .with("total", Argument::Count(view.item_count));
    Message::plain("table.counts").with("items", of).with("size", Argument::Bytes(view.size))
}

/// "CustomerId ▸ OrderOpenDate · INCLUDE Total · lag 200 ms · on demand"; attributes of one key are separated by commas.
fn description(view: &IndexView) -> Html {
    let projection = projection(&view.projection);
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
            { " · " }{ projection }{ " · " }{ scope }{ " · " }{ sentence(&view.throughput) }
        </>
    }
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

/// What the signs in the entries mean: of keys with several entries, and of attributes that are not projected.
fn legend(view: &IndexView) -> Html {
    let repeats_keys = view.entries.iter().any(|entry| entry.repeats_key);
    html! {
        <>
            if repeats_keys { <p class="index-legend small muted">{ word("index.legend_key") }</p> }
            if let Some(words) = not_projected(view) {
                <p class="index-legend is-of-hollow small muted">{ sentence(&words) }</p>
            }
        </>
    }
}

/// What the entries do not hold, and what it costs to read it from the table; `None` if they hold all.
fn not_projected(view: &IndexView) -> Option<Message> {
    let mut all: Vec<Text> = Vec::new();
    let mut halves: Vec<u64> = Vec::new();
    for cell in view.entries.iter().flat_map(|entry| &entry.cells) {
        if let CellView::NotProjected { names, fetch } = cell {
            halves.extend(fetch.map(|units| units.halves));
            all.extend(names.iter().map(Text::clone));
        }
    }
    all.sort();
    all.dedup();
    let (min, max) = (*halves.iter().min()?, *halves.iter().max()?);
    let units = |halves| Argument::HalfUnits(halves);
    let price = match min == max {
        true => Message::plain("index.fetch").with("units", units(min)),
        false => {
            Message::plain("index.fetch_range").with("min", units(min)).with("max", units(max))
        }
    };
    let key = match view.scope {
        IndexScope::Global { .. } => "index.legend_global",
        IndexScope::Local => "index.legend_local",
    };
    Some(Message::plain(key).with("names", Argument::List(all)).with("price", price))
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
            if all { { more(hidden) } }
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
