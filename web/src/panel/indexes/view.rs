//! The cards of the indexes, as plain data. Pure.

use std::rc::Rc;

use playground::view::edit::ItemId;
use playground::view::index::{EntriesShown, IndexView, IndexesView};
use playground::view::throughput::{QueueView, ThroughputView};
use playground::view::value::Text;
use playground::views::Earlier;

use crate::panel::contract::Last;
use crate::panel::indexes::state::State;
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Whether there is a table.
    pub has_table: bool,
    /// Whether it can have indexes. An SQL table has none.
    pub can_have_indexes: bool,
    /// The indexes of the open table.
    pub indexes: IndexesView,
    /// For each index, the changes that wait because the index cannot pay for them yet.
    pub queues: Vec<Option<QueueView>>,
    pub selected: Option<ItemId>,
    pub shown: EntriesShown,
    /// The indexes that are shown in a presentation or an embed; all if `None`.
    pub only: Option<Vec<Text>>,
    /// The indexes that are covered, because a question of a lesson is about them.
    pub covered: Vec<Text>,
    /// The indexes whose items without an entry are all shown.
    pub state: State,
}

impl View {
    /// The cards, each with what waits for it.
    pub fn cards(&self) -> impl Iterator<Item = (&Rc<IndexView>, &Option<QueueView>)> {
        let is_shown = |name| self.only.as_ref().is_none_or(|only| only.contains(name));
        let cards = self.indexes.cards.iter().zip(&self.queues);
        cards.filter(move |(card, _)| is_shown(&card.name))
    }

    /// The first index that can be read while it is behind.
    pub fn first_behind(&self) -> Option<&Text> {
        let card = self.indexes.cards.iter().find(|card| card.stale_read.is_some())?;
        Some(&card.name)
    }
}

/// What the panel shows. Of `last`, what has not changed is used again.
pub(super) fn view(state: &State, shared: &Shared, last: Option<Last<View>>) -> View {
    let table = shared.table_name();
    let shown = state.shown(shared);
    let earlier = last.map(|last| Earlier {
        view: &last.view.indexes,
        is_current: last.is_current && last.view.shown == shown,
    });
    let indexes = shared.session.indexes(table, &shown, earlier.as_ref());
    let throughput = shared.session.throughput(table);
    let only = only(shared, &indexes);
    let asked = shared.page.learn.covering_question();
    let names = indexes.cards.iter().map(|card| &card.name);
    let covered = names.filter(|name| asked.is_some_and(|it| it.is_about(name))).cloned().collect();
    let queues = indexes.cards.iter().map(|card| queue_of(throughput.as_ref()?, &card.name));
    View {
        has_table: shared.table().is_some(),
        can_have_indexes: shared.table().is_some_and(|table| !table.is_sql),
        queues: queues.collect(),
        indexes,
        only,
        covered,
        shown,
        selected: shared.selection.item.clone(),
        state: state.clone(),
    }
}

/// The indexes that are shown, if not all.
fn only(shared: &Shared, indexes: &IndexesView) -> Option<Vec<Text>> {
    match (&shared.page.embed, shared.page.presentation) {
        (Some(embed), _) => Some(embed.view.indexes.clone()),
        (None, Some(_)) => Some(presented(shared, indexes).into_iter().collect()),
        (None, None) => None,
    }
}

/// The index that a presentation shows: the one that the operation was about, or else the first.
fn presented(shared: &Shared, indexes: &IndexesView) -> Option<Text> {
    let spoken = shared.session.spoken(shared.selection.operation);
    let affected = spoken.and_then(|spoken| spoken.index);
    let mut cards = indexes.cards.iter().map(|card| &card.name);
    let first = cards.clone().next();
    cards.find(|name| Some(*name) == affected.as_ref()).or(first).cloned()
}

fn queue_of(throughput: &ThroughputView, index: &Text) -> Option<QueueView> {
    let store = throughput.stores.iter().find(|store| store.index.as_ref() == Some(index))?;
    store.queue.clone()
}
