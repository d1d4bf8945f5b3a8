//! The markup of an entry of an index.

use std::rc::Rc;

use playground::view::edit::ItemId;
use playground::view::index::{CellView, EntryState, EntryView, IndexScope};
use playground::view::message::{Argument, Message};
use playground::view::value::{Mark, Text, Units};
use yew::prelude::*;

use crate::panel::indexes::state::Action;
use crate::panel::part::entity::entity_tag;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, shared, value, visible, word, word_with};

#[derive(Debug, PartialEq, Properties)]
pub(super) struct EntryProps {
    pub(super) view: Rc<EntryView>,
    /// Its row in the list, from 0.
    pub(super) row: usize,
    /// Whether its index is global or local.
    pub(super) scope: IndexScope,
    /// Whether its item is selected.
    pub(super) selected: bool,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws an entry as a row.
#[component]
pub(super) fn Entry(props: &EntryProps) -> Html {
    let EntryProps { view, row, scope, selected, send } = props;
    let class = classes!(
        "entry",
        state_class(view.state),
        view.mark.map(Mark::class),
        view.repeats_key.then_some("repeats-key"),
        selected.then_some("is-selected"),
    );
    let shown = shown_cells(view);
    html! {
        // Screen readers count from 1, and the head of the table is the first row.
        <tr
            {class}
            aria-rowindex={(row + 2).to_string()}
            data-row={row.to_string()}
            data-item={shared(&view.item.0)}
            data-entry={shared(&view.id)}
        >
            { for shown.iter().enumerate().map(|(place, cell)| {
                self::cell(cell, view.hidden.contains(&place), &view.item, *scope, send)
            }) }
            <td class="entry-state" colspan={(view.cells.len() - shown.len() + 1).to_string()}>
                if let Some(tag) = &view.entity { { entity_tag(tag) }{ " " } }
                { state(view) }
            </td>
        </tr>
    }
}

/// Of an entry that has left, only its keys are shown: why it has left takes the room of the rest.
fn shown_cells(view: &EntryView) -> &[CellView] {
    let is_key = |cell: &CellView| matches!(cell, CellView::Key(_) | CellView::TableKey(_));
    let first_other = view.cells.iter().position(|cell| !is_key(cell));
    match (view.state, first_other) {
        (EntryState::Left, Some(count)) => &view.cells[..count],
        _ => &view.cells,
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
            let reason = reason.unwrap_or_else(|| html! { { word("index.item_deleted") } });
            return html! { <span>{ reason }</span> };
        }
    };
    html! { <span>{ word_with(key, "time", Argument::Ms(due.in_ms)) }</span> }
}

fn cell(
    cell: &CellView,
    is_hidden: bool,
    item: &ItemId,
    scope: IndexScope,
    send: &Callback<Action>,
) -> Html {
    let hidden = is_hidden.then_some("is-hidden");
    let no_access = html! {
        if is_hidden { <span class="visually-hidden">{ word("reach.none") }</span> }
    };
    match cell {
        CellView::Key(it) => {
            html! { <td class={classes!("is-key", hidden)}>{ value(it) }{ no_access }</td> }
        }
        CellView::TableKey(it) => {
            let item = item.clone();
            html! {
                <td class={classes!("is-table-key", hidden)}>
                    <button
                        type="button"
                        class="entry-link"
                        tabindex="-1"
                        aria-label={word_with("index.find", "key", it.text.as_ref())}
                        onclick={press(send, Action::Find(item))}
                    >
                        <code>{ visible(&it.text) }</code>
                    </button>
                    { no_access }
                </td>
            }
        }
        CellView::Value { value: it, was } => html! {
            <td class={classes!(was.is_some().then_some("is-changed-cell"), hidden)}>
                if let Some(was) = was { <s><code>{ visible(was) }</code></s>{ " " } }
                { value(it) }{ no_access }
            </td>
        },
        CellView::NotProjected { names, fetch } => not_projected(names, *fetch, scope),
        CellView::Absent => html! {
            <td class="is-hollow"><span aria-hidden="true">{ "·" }</span></td>
        },
    }
}

/// Attributes that an entry does not hold, and what it costs to read them from the table.
fn not_projected(names: &[Text], fetch: Option<Units>, scope: IndexScope) -> Html {
    if names.is_empty() {
        return html! {
            <td class="is-hollow is-not-projected"><span aria-hidden="true">{ "·" }</span></td>
        };
    }
    let names = || Argument::List(names.to_vec());
    let key = match (scope, fetch) {
        (IndexScope::Global { .. }, Some(_)) => "index.not_projected_global",
        (IndexScope::Local, Some(_)) => "index.not_projected_local",
        (IndexScope::Global { .. } | IndexScope::Local, None) => "index.not_projected",
    };
    let halves = fetch.map_or(0, |units| units.halves);
    let title = Message::plain(key).with("names", names());
    html! {
        <td class="is-hollow is-not-projected" title={plain(&title.with("units", Argument::HalfUnits(halves)))}>
            <span aria-hidden="true">{ "–" }</span>
            <span class="visually-hidden">{ sentence(&Message::plain("index.names").with("names", names())) }</span>
        </td>
    }
}
