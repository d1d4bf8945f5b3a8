//! From the state to what the page shows: only what is looked at, and only what has changed.
//!
//! A view that is equal to the one before is the one before (the same `Rc`), down to the single item and entry, so
//! that a panel recognises it by its pointer.

mod draft;
mod index;
mod meter;
mod pending;
mod table;
mod why;

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::table::Table;

use crate::session::order::in_key_order;
use crate::session::read::read_form_view;
use crate::session::state::State;
use crate::session::views::draft::{design_check, draft_view, share_view};
use crate::session::views::index::{Source, indexes_view};
use crate::session::views::meter::{clock_view, meter_view, timeline_view};
use crate::session::views::pending::Pending;
pub(super) use crate::session::views::pending::arrivals;
use crate::session::views::table::table_view;
use crate::session::views::why::why_view;
use crate::view::bar::{BarView, TableTab};
use crate::view::index::{IndexView, IndexesView};
use crate::view::message::Announcement;
use crate::view::table::TableView;
use crate::view::{Interest, Views};

pub(super) use crate::session::views::meter::words as operation_words;

/// The views made last, and what they were made of.
#[derive(Debug)]
pub(super) struct Shown {
    views: Views,
    interest: Interest,
    revision: u64,
    now_ms: u64,
}

/// What the bar and the live region say beyond the state.
#[derive(Debug, Clone)]
pub(super) struct Frame {
    /// The bar; its tables are filled in here.
    pub bar: BarView,
    /// What to say aloud.
    pub announcement: Announcement,
    /// Rises with every change of the state but the passing of time.
    pub revision: u64,
}

/// The views that an interest asks for. What `shown` holds already is taken from there.
pub(super) fn views(
    state: &State,
    interest: &Interest,
    frame: Frame,
    shown: Option<Shown>,
) -> Shown {
    let database = &state.database;
    let table = open_table(state, interest);
    let holds = Holds::of(state, interest, frame.revision, shown.as_ref());
    let last = shown.map(|shown| shown.views);
    let last = last.as_ref();
    let (table_view, indexes) = table_and_indexes(state, table, interest, &holds, last);
    let views = Views {
        bar: reused(last.map(|views| &views.bar), bar(state, table, frame.bar)),
        table: table_view,
        indexes,
        meter: keep(holds.table, last, |views| &views.meter, || Rc::new(meter_view(state, table))),
        clock: reused(last.map(|views| &views.clock), clock_view(database)),
        timeline: keep(
            holds.operation && holds.time,
            last,
            |views| &views.timeline,
            || Rc::new(timeline_view(state, interest.operation)),
        ),
        why: keep(
            holds.operation,
            last,
            |views| &views.why,
            || Rc::new(why_view(state, interest.operation)),
        ),
        draft: keep(
            holds.draft,
            last,
            |views| &views.draft,
            || {
                let draft = interest.draft.as_ref().zip(table);
                draft.map(|(draft, table)| Rc::new(draft_view(database, table, draft)))
            },
        ),
        read: keep(
            holds.read,
            last,
            |views| &views.read,
            || {
                let form = interest.read.as_ref().zip(table);
                form.map(|(form, table)| Rc::new(read_form_view(database, table, form)))
            },
        ),
        design: keep(
            holds.design,
            last,
            |views| &views.design,
            || interest.design.as_ref().map(|design| Rc::new(design_check(database, design))),
        ),
        share: keep(
            holds.share,
            last,
            |views| &views.share,
            || interest.share.then(|| Rc::new(share_view(&state.document()))),
        ),
        announcement: reused(last.map(|views| &views.announcement), frame.announcement),
    };
    let now_ms = database.now().0;
    Shown { views, interest: interest.clone(), revision: frame.revision, now_ms }
}

impl Shown {
    /// The views.
    pub(super) fn views(&self) -> &Views {
        &self.views
    }
}

/// Which of the last views still hold: what they show has not changed, and neither has what is looked at.
#[derive(Debug, Default)]
struct Holds {
    /// No countdown has moved.
    time: bool,
    table: bool,
    items: bool,
    entries: bool,
    operation: bool,
    draft: bool,
    read: bool,
    design: bool,
    share: bool,
}

impl Holds {
    fn of(state: &State, interest: &Interest, revision: u64, shown: Option<&Shown>) -> Self {
        let Some(shown) = shown.filter(|shown| shown.revision == revision) else {
            return Self::default();
        };
        let old = &shown.interest;
        let table = old.table == interest.table;
        let counts_down = arrivals(&state.database).next().is_some();
        Self {
            time: shown.now_ms == state.database.now().0 || !counts_down,
            table,
            items: table && old.items_shown == interest.items_shown,
            entries: table && old.entries_shown == interest.entries_shown,
            operation: old.operation == interest.operation,
            draft: table && old.draft == interest.draft,
            read: table && old.read == interest.read,
            design: old.design == interest.design,
            share: old.share == interest.share,
        }
    }
}

fn keep<T: Clone>(
    holds: bool,
    last: Option<&Views>,
    view: fn(&Views) -> &T,
    make: impl FnOnce() -> T,
) -> T {
    match last {
        Some(last) if holds => view(last).clone(),
        _ => make(),
    }
}

/// The last view if the one just made is equal to it.
fn reused<T: PartialEq>(last: Option<&Rc<T>>, made: T) -> Rc<T> {
    match last {
        Some(last) if **last == made => last.clone(),
        _ => Rc::new(made),
    }
}

/// The table whose tab is open: the first one if that is gone.
fn open_table<'s>(state: &'s State, interest: &Interest) -> Option<&'s Table> {
    let chosen = interest.table.as_ref().and_then(|name| state.database.table(name));
    chosen.or_else(|| in_creation_order(state).into_iter().next())
}

fn in_creation_order(state: &State) -> Vec<&Table> {
    let mut tables: Vec<&Table> = state.database.tables().collect();
    tables.sort_by_key(|table| table.created_at);
    tables
}

fn bar(state: &State, open: Option<&Table>, bar: BarView) -> BarView {
    let tabs = in_creation_order(state).into_iter().map(|table| TableTab {
        name: table.schema.name.as_str().into(),
        open: open.is_some_and(|open| open.schema.name == table.schema.name),
    });
    BarView { tables: tabs.collect(), ..bar }
}

fn table_and_indexes(
    state: &State,
    table: Option<&Table>,
    interest: &Interest,
    holds: &Holds,
    last: Option<&Views>,
) -> (Option<Rc<TableView>>, Rc<IndexesView>) {
    let holds_entries = holds.entries && holds.time;
    if let Some(last) = last.filter(|_| holds.items && holds_entries) {
        return (last.table.clone(), last.indexes.clone());
    }
    let Some(table) = table else { return (None, Rc::default()) };
    let items = in_key_order(table);
    let pending = Pending::of(&state.database, table);
    let view = keep(
        holds.items,
        last,
        |views| &views.table,
        || {
            let made = table_view(table, &items, &state.marks, &pending, interest.items_shown);
            Some(reused_table(last.and_then(|views| views.table.as_ref()), made))
        },
    );
    let indexes = keep(
        holds_entries,
        last,
        |views| &views.indexes,
        || {
            let made = indexes_view(Source {
                table,
                items: &items,
                delay_ms: state.database.config().propagation_delay_ms,
                pending: &pending,
                marks: &state.marks,
                entries_shown: interest.entries_shown,
            });
            reused_indexes(last.map(|views| &views.indexes), made)
        },
    );
    (view, indexes)
}

/// The table view, with every item and collection that was there before.
fn reused_table(last: Option<&Rc<TableView>>, mut made: TableView) -> Rc<TableView> {
    let Some(last) = last else { return Rc::new(made) };
    let items = last.collections.iter().flat_map(|collection| &collection.items);
    let items: BTreeMap<_, _> = items.map(|item| (&item.id, item)).collect();
    for collection in &mut made.collections {
        let collection = Rc::make_mut(collection);
        for item in &mut collection.items {
            reuse(item, items.get(&item.id).copied());
        }
    }
    for collection in &mut made.collections {
        let same = last.collections.iter().find(|other| other.key == collection.key);
        reuse(collection, same);
    }
    reused(Some(last), made)
}

/// The index views, with every entry, ghost and card that was there before.
fn reused_indexes(last: Option<&Rc<IndexesView>>, mut made: IndexesView) -> Rc<IndexesView> {
    let Some(last) = last else { return Rc::new(made) };
    for card in &mut made.cards {
        let Some(same) = last.cards.iter().find(|other| other.name == card.name) else { continue };
        reuse_entries(Rc::make_mut(card), same);
        reuse(card, Some(same));
    }
    reused(Some(last), made)
}

fn reuse_entries(card: &mut IndexView, last: &IndexView) {
    let entries: BTreeMap<_, _> = last.entries.iter().map(|entry| (&entry.id, entry)).collect();
    for entry in &mut card.entries {
        reuse(entry, entries.get(&entry.id).copied());
    }
    let ghosts: BTreeMap<_, _> = last.ghosts.iter().map(|ghost| (&ghost.item, ghost)).collect();
    for ghost in &mut card.ghosts {
        reuse(ghost, ghosts.get(&ghost.item).copied());
    }
}

fn reuse<T: PartialEq>(made: &mut Rc<T>, last: Option<&Rc<T>>) {
    if let Some(last) = last.filter(|last| ***last == **made) {
        *made = last.clone();
    }
}
