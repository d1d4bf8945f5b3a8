//! Makes the views from the state.
//!
//! Lists of items and entries are large. In these, a view that is equal to the last one is the last one (the same `Rc`),
//! so that a panel recognises it by its pointer.

pub mod call;
pub mod card;
pub mod column;
pub mod cost;
mod day;
pub mod design;
pub mod draft;
pub(crate) mod embed;
pub mod entity;
pub mod estimate;
pub mod expiry;
mod extra;
mod flow;
pub mod ghost;
mod growth;
mod headline;
pub mod import;
pub mod index;
pub(crate) mod map;
pub mod meter;
pub(crate) mod month;
pub mod pattern;
mod pattern_difference;
pub(crate) mod pattern_draft;
mod pattern_note;
pub mod pending;
mod price;
pub(crate) mod program;
mod reach;
pub mod read;
pub(crate) mod region;
mod remark;
pub mod row;
pub(crate) mod series;
pub(crate) mod several;
pub mod stale;
pub(crate) mod statement;
pub(crate) mod stream;
pub mod table;
pub mod throughput;
pub mod traffic;
pub mod traffic_draft;
pub(crate) mod unlike;
pub(crate) mod way;
pub mod why;
pub mod workload;

use std::rc::Rc;

use engine::table::Table;

use crate::sandbox::order::in_card_order;
use crate::sandbox::order::in_key_order;
use crate::sandbox::state::State;
use crate::view::bar::TableTab;
use crate::view::index::{EntriesShown, IndexView, IndexesView};
use crate::view::table::{ItemView, ItemsShown, TableView};
use crate::views::card::Source;
use crate::views::index::index_view;
use crate::views::pending::{Pending, index_step};
use crate::views::stale::stale_read_view;
use crate::views::table::table_view;

/// A view that was made earlier.
#[derive(Debug)]
pub struct Earlier<'v, V> {
    pub view: &'v V,
    /// Whether it was made of the same state for the same question. Then only what counts down differs.
    pub is_current: bool,
}

/// The cards of a table, with the entries that are shown. Only those that count down change with time.
pub(crate) fn indexes_view(
    state: &State,
    table: &Table,
    shown: &EntriesShown,
    last: Option<&Earlier<IndexesView>>,
) -> IndexesView {
    let pending = Pending::of(&state.database, table);
    let entities = state.entities(table);
    let source = Source {
        table,
        entities: &entities,
        database: &state.database,
        state,
        delay_ms: state.database.config().propagation_delay_ms,
        pending: &pending,
        marks: &state.marks,
        shown,
    };
    let cards = in_card_order(table).map(|index| {
        let name = index.schema.name.as_str();
        let last_card = last.and_then(|last| last.view.cards.iter().find(|it| *it.name == *name));
        let counts_down =
            pending.concerns(name) || index_step(&state.database, table, name).is_some();
        let is_current = last.is_some_and(|it| it.is_current);
        match last_card {
            Some(card) if is_current && !counts_down => Rc::clone(card),
            Some(card) if is_current => {
                // Only the time left differs: the read is not previewed again.
                let made = index_view(source, index, || card.stale_read.clone());
                reused_card(last_card, made)
            }
            last_card => {
                let stale_read =
                    || stale_read_view(&state.database, table, &pending, &index.schema);
                reused_card(last_card, index_view(source, index, stale_read))
            }
        }
    });
    IndexesView { cards: cards.collect(), pending_count: pending.changes().len() as u64 }
}

/// The table whose tab is open: the first one if that was deleted.
pub(crate) fn open_table<'s>(state: &'s State, chosen: Option<&str>) -> Option<&'s Table> {
    let chosen = chosen.and_then(|name| state.database.table(name));
    chosen.or_else(|| in_creation_order(state).into_iter().next())
}

pub(crate) fn in_creation_order(state: &State) -> Vec<&Table> {
    let mut tables: Vec<&Table> = state.database.tables().collect();
    tables.sort_by_key(|it| (it.created_at, it.schema.name.region().is_some()));
    tables
}

/// The tables, in order of creation.
pub(crate) fn table_tabs(state: &State, open: Option<&Table>) -> Vec<TableTab> {
    let tabs = in_creation_order(state).into_iter().map(|table| TableTab {
        name: table.schema.name.as_str().into(),
        open: open.is_some_and(|open| open.schema.name == table.schema.name),
    });
    tabs.collect()
}

/// The items of a table that are shown.
pub(crate) fn items_view(
    state: &State,
    table: &Table,
    shown: &ItemsShown,
    last: Option<&Earlier<TableView>>,
) -> TableView {
    let current = last.filter(|last| last.is_current).map(|last| last.view);
    let made = table_view(state, table, &in_key_order(table), shown, current);
    reused_table(last.map(|last| last.view), made)
}

/// The table view, with every item and collection that was there before.
fn reused_table(last: Option<&TableView>, mut made: TableView) -> TableView {
    let Some(last) = last else { return made };
    if last.columns == made.columns {
        made.columns = Rc::clone(&last.columns);
    }
    let items: Vec<Rc<ItemView>> = last.items().cloned().collect();
    let mut place = 0;
    for collection in &mut made.collections {
        for placed in &mut Rc::make_mut(collection).items {
            reuse(&mut placed.item, &items, &mut place);
        }
    }
    reuse_all(&mut made.collections, &last.collections);
    made
}

/// The card of an index, with every entry and ghost that was there before.
fn reused_card(last: Option<&Rc<IndexView>>, mut made: IndexView) -> Rc<IndexView> {
    let Some(last) = last else { return Rc::new(made) };
    reuse_all(&mut made.entries, &last.entries);
    reuse_all(&mut made.ghosts.shown, &last.ghosts);
    if **last == made { Rc::clone(last) } else { Rc::new(made) }
}

fn reuse_all<T: PartialEq>(made: &mut [Rc<T>], last: &[Rc<T>]) {
    let mut place = 0;
    for made in made {
        reuse(made, last, &mut place);
    }
}

/// Puts the view that was there before in the place of an equal one. It is looked for from the place behind the one
/// found last, round to there again: what has not changed is in the same order.
fn reuse<T: PartialEq>(made: &mut Rc<T>, last: &[Rc<T>], place: &mut usize) {
    for _ in last {
        *place = if *place < last.len() { *place } else { 0 };
        let found = &last[*place];
        *place += 1;
        if **found == **made {
            *made = found.clone();
            return;
        }
    }
}
