//! The entries of an index, as a table.

use std::ops::Range;
use std::rc::Rc;

use playground::view::edit::{ItemId, ValueKind};
use playground::view::index::{CellView, IndexView};
use playground::view::table::Seek;
use playground::view::value::Text;
use yew::prelude::*;

use crate::component::grid::{GridListeners, GridSeek, use_grid};
use crate::component::window::{Gap, MountedRows, NeededRows, WHOLE_COUNT_MAX, use_window};
use crate::panel::indexes::entry::Entry;
use crate::panel::indexes::state::Action;
use crate::panel::part::words::{visible, word, word_with};

/// The entries of an index.
#[derive(Debug, PartialEq, Properties)]
pub(super) struct EntriesProps {
    pub(super) view: Rc<IndexView>,
    /// The rows that are needed.
    pub(super) rows: Range<usize>,
    pub(super) selected: Option<ItemId>,
    /// Where actions go.
    pub(super) send: Callback<Action>,
}

/// Draws the entries. Of a long list, those near the part that is in view are mounted.
#[component]
pub(super) fn Entries(props: &EntriesProps) -> Html {
    let EntriesProps { view, rows, selected, send } = props;
    let node = use_node_ref();
    let mounted = MountedRows { rows: rows.clone(), count: view.row_count };
    use_window(&node, mounted, {
        let index = Rc::clone(&view.name);
        send.reform(move |needed| show_rows(&index, needed))
    });
    let GridListeners { on_key, on_focus } = use_grid(&node, {
        let index = Rc::clone(&view.name);
        let send = send.clone();
        Callback::from(move |seek_for| {
            if let Some(action) = seek(&index, seek_for) {
                send.emit(action);
            }
        })
    });
    let is_long = view.row_count > WHOLE_COUNT_MAX;
    html! {
        <div
            class={classes!("frame-x", is_long.then_some("is-long"))}
            role="region"
            aria-label={word_with("index.entries", "index", view.name.as_ref())}
        >
            <table
                ref={node}
                class="entries"
                role="grid"
                aria-label={word_with("index.entries", "index", view.name.as_ref())}
                aria-rowcount={(view.row_count + 1).to_string()}
                onkeydown={on_key}
                onfocusin={on_focus}
            >
                <thead>
                    <tr aria-rowindex="1">
                        { for view.columns.iter().enumerate().map(|(position, column)| {
                            heading(column, has_numbers(view, position))
                        }) }
                        <th scope="col"><span class="visually-hidden">{ word("index.state") }</span></th>
                    </tr>
                </thead>
                <tbody>{ entry_rows(view, selected.as_ref(), send) }</tbody>
            </table>
        </div>
    }
}

/// The entries that are shown, with gaps in place of the others.
fn entry_rows(view: &IndexView, selected: Option<&ItemId>, send: &Callback<Action>) -> Vec<Html> {
    let columns = view.columns.len() + 1;
    let gap = |rows: Range<usize>| {
        let key = format!("gap {}", rows.end);
        html! { <Gap {key} {rows} {columns} /> }
    };
    let mut rows: Vec<Html> = Vec::new();
    let mut next = 0;
    for (row, entry) in view.entry_rows.iter().copied().zip(&view.entries) {
        if next < row {
            rows.push(gap(next..row));
        }
        next = row + 1;
        rows.push(html! {
            <Entry
                key={entry.id.as_ref()}
                view={Rc::clone(entry)}
                {row}
                scope={view.scope}
                selected={selected == Some(&entry.item)}
                send={send.clone()}
            />
        });
    }
    if next < view.row_count {
        rows.push(gap(next..view.row_count));
    }
    rows
}

fn show_rows(index: &Text, needed: NeededRows) -> Action {
    let focused = needed.focused.map(|id| ItemId(id.into()));
    Action::ShowRows { index: Rc::clone(index), rows: needed.rows, focused }
}

fn seek(index: &Text, seek: GridSeek) -> Option<Action> {
    let seek = match seek {
        GridSeek::First => Seek::First,
        GridSeek::Last => Seek::Last,
        GridSeek::Text { text, from } => {
            Seek::Key { prefix: text.into(), from: from.map(|id| ItemId(id.into())) }
        }
        // Entries are not edited.
        GridSeek::All | GridSeek::Extended { .. } => return None,
    };
    Some(Action::Seek { index: Rc::clone(index), seek })
}

/// Whether all values of a column that are shown are numbers.
fn has_numbers(view: &IndexView, position: usize) -> bool {
    let value = |cell: &CellView| match cell {
        CellView::Key(value) | CellView::Value { value, .. } => Some(value.kind == ValueKind::N),
        CellView::TableKey(_) => Some(false),
        CellView::NotProjected { .. } | CellView::Absent => None,
    };
    let mut values =
        view.entries.iter().filter_map(|entry| value(entry.cells.get(position)?)).peekable();
    values.peek().is_some() && values.all(|is_number| is_number)
}

/// The heading of a column. The column of attributes that are not projected has none.
fn heading(column: &Text, has_numbers: bool) -> Html {
    if column.is_empty() {
        let name = word("index.not_projected_heading");
        return html! {
            <th scope="col" class="is-not-projected"><span class="visually-hidden">{ name }</span></th>
        };
    }
    html! { <th scope="col" class={has_numbers.then_some("is-number")}>{ visible(column) }</th> }
}
