//! From the state to what the page shows: only what is looked at, and only what has changed.
//!
//! A view that is equal to the one before is the one before (the same `Rc`), down to the single item and entry, so
//! that a panel recognises it by its pointer.

mod column;
mod draft;
mod ghost;
mod index;
mod meter;
mod pending;
mod table;
mod why;

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::clock::Timestamp;
use engine::table::Table;

use crate::session::order::in_key_order;
use crate::session::read::read_form_view;
use crate::session::state::State;
use crate::session::views::draft::{design_check, draft_view, share_view};
use crate::session::views::index::{Source, in_card_order, index_view};
use crate::session::views::meter::{clock_view, meter_view, timeline_view};
use crate::session::views::pending::{Pending, arrivals};
use crate::session::views::table::table_view;
use crate::session::views::why::why_view;
use crate::view::bar::{BarView, TableTab};
use crate::view::design::DesignCheck;
use crate::view::draft::{Draft, DraftView};
use crate::view::edit::ItemId;
use crate::view::index::{IndexView, IndexesView};
use crate::view::message::Announcement;
use crate::view::meter::{ClockView, MeterView, TimelineView};
use crate::view::read::{ReadForm, ReadFormView};
use crate::view::receipt::WhyView;
use crate::view::share::ShareView;
use crate::view::table::{CollectionView, TableView};
use crate::view::value::Text;
use crate::view::{DesignInterest, Interest, Views};

pub(super) use crate::session::views::meter::words as operation_words;
pub(super) use crate::session::views::pending::next_due;

/// The views made last, each with the question that it answered.
#[derive(Debug, Default)]
pub(super) struct Shown {
    bar: Option<Rc<BarView>>,
    table: Memo<OfTable<usize>, Option<Rc<TableView>>>,
    indexes: Option<Rc<IndexesView>>,
    cards: BTreeMap<Text, Card>,
    meter: Memo<OfTable<()>, Rc<MeterView>>,
    clock: Option<Rc<ClockView>>,
    timeline: Memo<(u64, Option<u64>, Ticking), Rc<TimelineView>>,
    why: Memo<(u64, Option<u64>), Rc<WhyView>>,
    draft: Memo<OfTable<Option<Draft>>, Option<Rc<DraftView>>>,
    read: Memo<OfTable<Option<ReadForm>>, Option<Rc<ReadFormView>>>,
    design: Memo<(u64, Option<DesignInterest>), Option<Rc<DesignCheck>>>,
    share: Memo<(u64, bool), Option<Rc<ShareView>>>,
    announcement: Option<Rc<Announcement>>,
}

/// A question about the open table at some revision of the state.
type OfTable<Q> = (u64, Option<Text>, Q);

/// The card of an index: how many entries it shows, and when.
type Card = Memo<OfTable<(usize, Ticking)>, Rc<IndexView>>;

/// The time, if a countdown is running: only then does what shows one change with it.
type Ticking = Option<Timestamp>;

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

/// An answer, kept for as long as the question is the same.
#[derive(Debug)]
struct Memo<Q, A>(Option<(Q, A)>);

impl Shown {
    /// The views that an interest asks for.
    pub(super) fn views(&mut self, state: &State, interest: &Interest, frame: Frame) -> Views {
        let database = &state.database;
        let table = open_table(state, interest);
        let (revision, open) = (frame.revision, || interest.table.clone());
        let ticking = arrivals(database).next().map(|_| database.now());
        Views {
            bar: reused(&mut self.bar, bar(state, table, frame.bar)),
            table: self.table.answer((revision, open(), interest.items_shown), |last| {
                let table = table?;
                Some(reused_table(last.flatten(), new_table(state, table, interest.items_shown)))
            }),
            indexes: self.indexes(state, table, interest, revision),
            meter: self.meter.answer((revision, open(), ()), |_| Rc::new(meter_view(state, table))),
            clock: reused(&mut self.clock, clock_view(database)),
            timeline: self.timeline.answer((revision, interest.operation, ticking), |_| {
                Rc::new(timeline_view(state, interest.operation))
            }),
            why: self.why.answer((revision, interest.operation), |_| {
                Rc::new(why_view(state, interest.operation))
            }),
            draft: self.draft.answer((revision, open(), interest.draft.clone()), |_| {
                let draft = interest.draft.as_ref();
                Some(Rc::new(draft_view(database, table?, draft?)))
            }),
            read: self.read.answer((revision, open(), interest.read.clone()), |_| {
                let form = interest.read.as_ref();
                Some(Rc::new(read_form_view(database, table?, form?)))
            }),
            design: self.design.answer((revision, interest.design.clone()), |_| {
                interest.design.as_ref().map(|design| Rc::new(design_check(database, design)))
            }),
            share: self.share.answer((revision, interest.share), |_| {
                interest.share.then(|| Rc::new(share_view(&state.document())))
            }),
            announcement: reused(&mut self.announcement, frame.announcement),
        }
    }

    /// The cards of a table. Only those that count down change with time.
    fn indexes(
        &mut self,
        state: &State,
        table: Option<&Table>,
        interest: &Interest,
        revision: u64,
    ) -> Rc<IndexesView> {
        let Some(table) = table else { return reused(&mut self.indexes, IndexesView::default()) };
        let (database, entries_shown) = (&state.database, interest.entries_shown);
        let pending = Pending::of(database, table);
        let delay_ms = database.config().propagation_delay_ms;
        let source =
            Source { table, delay_ms, pending: &pending, marks: &state.marks, entries_shown };
        self.cards.retain(|name, _| table.index(name).is_some());
        let cards = in_card_order(table).map(|index| {
            let name: Text = index.schema.name.as_str().into();
            let ticking = pending.concerns(&name).then(|| database.now());
            let question = (revision, interest.table.clone(), (entries_shown, ticking));
            let card = self.cards.entry(name).or_default();
            card.answer(question, |last| reused_card(last, index_view(source, index)))
        });
        let cards: Vec<Rc<IndexView>> = cards.collect();
        let pending_count = pending.changes().len() as u64;
        match &self.indexes {
            Some(last) if last.pending_count == pending_count && same(&last.cards, &cards) => {
                last.clone()
            }
            _ => self.indexes.insert(Rc::new(IndexesView { cards, pending_count })).clone(),
        }
    }
}

impl<Q, A> Default for Memo<Q, A> {
    fn default() -> Self {
        Self(None)
    }
}

impl<Q: PartialEq, A: Clone> Memo<Q, A> {
    /// The answer to a question: the last one if it is the same, or else a new one, made with the last at hand.
    fn answer(&mut self, question: Q, make: impl FnOnce(Option<A>) -> A) -> A {
        let last = self.0.take();
        let answer = match last {
            Some((asked, answer)) if asked == question => answer,
            last => make(last.map(|(_, answer)| answer)),
        };
        self.0 = Some((question, answer.clone()));
        answer
    }
}

/// The last view if the one just made is equal to it.
fn reused<T: PartialEq>(last: &mut Option<Rc<T>>, made: T) -> Rc<T> {
    match last {
        Some(last) if **last == made => last.clone(),
        _ => last.insert(Rc::new(made)).clone(),
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

fn new_table(state: &State, table: &Table, items_shown: usize) -> TableView {
    let items = in_key_order(table);
    let pending = Pending::of(&state.database, table);
    table_view(table, &items, &state.marks, &pending, items_shown)
}

/// The table view, with every item and collection that was there before.
fn reused_table(last: Option<Rc<TableView>>, mut made: TableView) -> Rc<TableView> {
    let Some(last) = last else { return Rc::new(made) };
    let items = last.collections.iter().flat_map(|collection| &collection.items);
    let items = by_id(items.map(|item| (&item.id, item)));
    for collection in &mut made.collections {
        let collection = Rc::make_mut(collection);
        for item in &mut collection.items {
            reuse(item, items.get(&item.id).copied());
        }
    }
    let collections =
        last.collections.iter().map(|collection| (first_item(collection), collection));
    let collections = by_id(collections);
    for collection in &mut made.collections {
        let same = collections.get(&first_item(collection)).copied();
        reuse(collection, same);
    }
    Rc::new(made)
}

/// A map to find what there was. Put in one by one: to collect sorts first, by a sort of its own for each type.
fn by_id<I: Ord, T>(pairs: impl Iterator<Item = (I, T)>) -> BTreeMap<I, T> {
    let mut map = BTreeMap::new();
    map.extend(pairs);
    map
}

/// The item by which a collection is found again.
fn first_item(collection: &CollectionView) -> Option<&ItemId> {
    collection.items.first().map(|item| &item.id)
}

/// The card of an index, with every entry and ghost that was there before.
fn reused_card(last: Option<Rc<IndexView>>, mut made: IndexView) -> Rc<IndexView> {
    let Some(last) = last else { return Rc::new(made) };
    let entries = by_id(last.entries.iter().map(|entry| (&entry.id, entry)));
    for entry in &mut made.entries {
        reuse(entry, entries.get(&entry.id).copied());
    }
    let ghosts = by_id(last.ghosts.iter().map(|ghost| (&ghost.item, ghost)));
    for ghost in &mut made.ghosts {
        reuse(ghost, ghosts.get(&ghost.item).copied());
    }
    if *last == made { last } else { Rc::new(made) }
}

/// Whether two lists hold the same views, not only equal ones.
fn same<T>(left: &[Rc<T>], right: &[Rc<T>]) -> bool {
    left.len() == right.len() && left.iter().zip(right).all(|(left, right)| Rc::ptr_eq(left, right))
}

fn reuse<T: PartialEq>(made: &mut Rc<T>, last: Option<&Rc<T>>) {
    if let Some(last) = last.filter(|last| ***last == **made) {
        *made = last.clone();
    }
}
