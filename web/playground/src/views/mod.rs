//! Makes the views from the state: only those that are shown, and only those that have changed.
//!
//! A view that is equal to the one before is the one before (the same `Rc`), down to the single item and entry, so
//! that a panel recognises it by its pointer.

pub mod call;
pub mod card;
pub mod column;
pub mod cost;
pub mod draft;
pub mod ghost;
pub mod index;
pub mod meter;
pub mod pattern;
pub mod pending;
pub mod read;
pub mod table;
pub mod throughput;
pub mod why;
pub mod workload;

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::clock::Timestamp;
use engine::database::Database;
use engine::table::Table;

use crate::sandbox::order::in_card_order;
use crate::sandbox::order::in_key_order;
use crate::sandbox::state::State;
use crate::view::bar::{BarView, TableTab};
use crate::view::call::CallFormView;
use crate::view::draft::DraftView;
use crate::view::index::{IndexView, IndexesView};
use crate::view::read::ReadFormView;
use crate::view::table::{ItemView, TableView};
use crate::view::throughput::ThroughputView;
use crate::view::value::Text;
use crate::view::{Interest, Views};
use crate::views::call::call_form_view;
use crate::views::card::Source;
use crate::views::draft::draft_view;
use crate::views::index::index_view;
use crate::views::pending::{Pending, arrivals, index_step};
use crate::views::read::read_form_view;
use crate::views::table::table_view;
use crate::views::throughput::throughput_view;

/// The views made last, and the question that they answered.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    last: Option<(Question, Views)>,
    cards: BTreeMap<Text, Card>,
}

/// What was asked about the state at some revision.
#[derive(Debug)]
struct Question {
    revision: u64,
    ticking: Ticking,
    interest: Interest,
}

/// The card of an index, and the last time at which it counted down.
#[derive(Debug)]
struct Card {
    ticking: Ticking,
    view: Rc<IndexView>,
}

/// The time, if a countdown is running: only then does what shows one change with it.
type Ticking = Option<Timestamp>;

impl Shown {
    /// The views that an interest asks for.
    pub(crate) fn views(
        &mut self,
        state: &State,
        interest: &Interest,
        bar: BarView,
        revision: u64,
    ) -> Views {
        let table = open_table(state, interest.table.as_deref());
        let database = &state.database;
        // With time, buckets fill, and what would be refused no longer is.
        let is_enforced = database.config().throughput.is_enforced;
        let ticks = is_enforced || arrivals(database).next().is_some();
        let ticking = ticks.then(|| database.now());
        let question = Question { revision, ticking, interest: interest.clone() };
        let last = self.last.take();
        let indexes = self.indexes(state, table, &question, last.as_ref());
        let views = views(state, table, bar, &question, indexes, last.as_ref());
        self.last = Some((question, views.clone()));
        views
    }

    /// The cards of a table. Only those that count down change with time.
    fn indexes(
        &mut self,
        state: &State,
        table: Option<&Table>,
        question: &Question,
        last: Option<&(Question, Views)>,
    ) -> Rc<IndexesView> {
        let last_view = last.map(|(_, views)| &views.indexes);
        let Some(table) = table else { return reused(last_view, IndexesView::default()) };
        let is_same = last.is_some_and(|(last, _)| {
            question.is_about_table_of(last)
                && last.interest.entries_shown == question.interest.entries_shown
        });
        let pending = Pending::of(&state.database, table);
        let source = Source {
            table,
            database: &state.database,
            delay_ms: state.database.config().propagation_delay_ms,
            pending: &pending,
            marks: &state.marks,
            entries_shown: question.interest.entries_shown,
        };
        self.cards.retain(|name, _| table.index(name).is_some());
        let mut cards = Vec::new();
        for index in in_card_order(table) {
            let name: Text = index.schema.name.as_str().into();
            let counts_down =
                pending.concerns(&name) || index_step(&state.database, table, &name).is_some();
            let ticking = counts_down.then(|| state.database.now());
            let last = self.cards.get(&name);
            let view = match last {
                Some(card) if is_same && card.ticking == ticking => card.view.clone(),
                last => reused_card(last.map(|card| &card.view), index_view(source, index)),
            };
            self.cards.insert(name, Card { ticking, view: view.clone() });
            cards.push(view);
        }
        let pending_count = pending.changes().len() as u64;
        match last_view {
            Some(last) if last.pending_count == pending_count && same(&last.cards, &cards) => {
                last.clone()
            }
            _ => Rc::new(IndexesView { cards, pending_count }),
        }
    }
}

impl Question {
    /// Whether both are about the same table in the same state.
    fn is_about_table_of(&self, other: &Self) -> bool {
        self.revision == other.revision && self.interest.table == other.interest.table
    }
}

/// All views but the cards are made here: each anew, if what it answers is not what was asked last.
fn views(
    state: &State,
    table: Option<&Table>,
    bar: BarView,
    question: &Question,
    indexes: Rc<IndexesView>,
    last: Option<&(Question, Views)>,
) -> Views {
    let (database, interest) = (&state.database, &question.interest);
    let shown = last.map(|(_, views)| views);
    let of_table = last.filter(|(last, _)| question.is_about_table_of(last));
    // What would be throttled at one moment is not at another.
    let is_enforced = database.config().throughput.is_enforced;
    let of_moment = of_table.filter(|(last, _)| !is_enforced || last.ticking == question.ticking);
    let (draft, read, call) = forms(database, table, interest, of_moment);
    let throughput = open_throughput(state, table, shown);
    Views {
        bar: reused(shown.map(|last| &last.bar), bar),
        table: again(
            of_table,
            interest,
            |it| &it.items_shown,
            |it| &it.table,
            || table.map(|table| new_table(state, table, interest.items_shown, shown)),
        ),
        indexes,
        draft,
        read,
        call,
        throughput,
    }
}

/// The answers to an edit, a read and a request in progress.
type Forms = (Option<Rc<DraftView>>, Option<Rc<ReadFormView>>, Option<Rc<CallFormView>>);

/// The answers to the forms that are filled in.
fn forms(
    database: &Database,
    table: Option<&Table>,
    interest: &Interest,
    last: Option<&(Question, Views)>,
) -> Forms {
    let draft = again(
        last,
        interest,
        |it| &it.draft,
        |it| &it.draft,
        || answer(table, interest.draft.as_ref(), |table, it| draft_view(database, table, it)),
    );
    let read = again(
        last,
        interest,
        |it| &it.read,
        |it| &it.read,
        || answer(table, interest.read.as_ref(), |table, it| read_form_view(database, table, it)),
    );
    let call = again(
        last,
        interest,
        |it| &it.call,
        |it| &it.call,
        || answer(table, interest.call.as_ref(), |table, it| call_form_view(database, table, it)),
    );
    (draft, read, call)
}

/// Shows the throughput of another state, in which the open table is under way.
pub(crate) fn show_throughput(views: &mut Views, state: &State) {
    let table = views.table.as_ref().and_then(|table| state.database.table(&table.name));
    views.throughput = open_throughput(state, table, None);
}

/// What the table may consume and does, which changes with each moment.
fn open_throughput(
    state: &State,
    table: Option<&Table>,
    shown: Option<&Views>,
) -> Option<Rc<ThroughputView>> {
    let last = shown.and_then(|last| last.throughput.as_ref());
    Some(reused(last, throughput_view(&state.database, table?)))
}

/// The answer given last, if the same was asked about the same; or else a new one.
fn again<Q: PartialEq, A: Clone>(
    last: Option<&(Question, Views)>,
    interest: &Interest,
    question: fn(&Interest) -> &Q,
    shown: fn(&Views) -> &A,
    make: impl FnOnce() -> A,
) -> A {
    match last {
        Some((asked, last)) if question(&asked.interest) == question(interest) => {
            shown(last).clone()
        }
        _ => make(),
    }
}

/// What a question about the table leads to, if both are there.
fn answer<Q, A>(
    table: Option<&Table>,
    question: Option<&Q>,
    make: impl FnOnce(&Table, &Q) -> A,
) -> Option<Rc<A>> {
    table.zip(question).map(|(table, question)| Rc::new(make(table, question)))
}

/// The last view if the one just made is equal to it.
fn reused<T: PartialEq>(last: Option<&Rc<T>>, made: T) -> Rc<T> {
    match last {
        Some(last) if **last == made => last.clone(),
        _ => Rc::new(made),
    }
}

/// The table whose tab is open: the first one if that was deleted.
pub(crate) fn open_table<'s>(state: &'s State, chosen: Option<&str>) -> Option<&'s Table> {
    let chosen = chosen.and_then(|name| state.database.table(name));
    chosen.or_else(|| in_creation_order(state).into_iter().next())
}

fn in_creation_order(state: &State) -> Vec<&Table> {
    let mut tables: Vec<&Table> = state.database.tables().collect();
    tables.sort_by_key(|it| it.created_at);
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

fn new_table(
    state: &State,
    table: &Table,
    items_shown: usize,
    shown: Option<&Views>,
) -> Rc<TableView> {
    let items = in_key_order(table);
    let pending = Pending::of(&state.database, table);
    let made = table_view(&state.database, table, &items, &state.marks, &pending, items_shown);
    reused_table(shown.and_then(|last| last.table.as_ref()), made)
}

/// The table view, with every item and collection that was there before.
fn reused_table(last: Option<&Rc<TableView>>, mut made: TableView) -> Rc<TableView> {
    let Some(last) = last else { return Rc::new(made) };
    let items: Vec<Rc<ItemView>> =
        last.collections.iter().flat_map(|collection| &collection.items).cloned().collect();
    let mut place = 0;
    for collection in &mut made.collections {
        for item in &mut Rc::make_mut(collection).items {
            reuse(item, &items, &mut place);
        }
    }
    reuse_all(&mut made.collections, &last.collections);
    Rc::new(made)
}

/// The card of an index, with every entry and ghost that was there before.
fn reused_card(last: Option<&Rc<IndexView>>, mut made: IndexView) -> Rc<IndexView> {
    let Some(last) = last else { return Rc::new(made) };
    reuse_all(&mut made.entries, &last.entries);
    reuse_all(&mut made.ghosts, &last.ghosts);
    reused(Some(last), made)
}

/// Whether two lists hold the same views, not only equal ones.
fn same<T>(left: &[Rc<T>], right: &[Rc<T>]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| Rc::ptr_eq(left, right))
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
