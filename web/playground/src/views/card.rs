//! What the card of an index is made of.

use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::model::item::Image;
use engine::table::Table;

use crate::sandbox::entity::Entities;
use crate::sandbox::mark::Marks;
use crate::sandbox::state::State;
use crate::view::edit::ItemId;
use crate::view::index::{EntriesShown, EntryState};
use crate::views::pending::Pending;

/// What a card needs to know.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'t> {
    pub table: &'t Table,
    pub entities: &'t Entities,
    /// How long changes travel.
    pub delay_ms: u64,
    /// The database, for what happens to an index as a whole.
    pub database: &'t Database,
    /// The pending changes.
    pub pending: &'t Pending<'t>,
    /// The sandbox, for who sends requests.
    pub state: &'t State,
    /// What the last action did.
    pub marks: &'t Marks,
    /// The entries to show.
    pub shown: &'t EntriesShown,
}

/// A place that is shown, and the item of its entry.
pub(crate) struct ShownRow<'t> {
    /// Its row in the list, from 0.
    pub row: usize,
    pub item: ItemId,
    /// The item as it is in the entry.
    pub image: &'t Image,
    pub size: Bytes,
    /// Whether it is there, or comes or goes.
    pub state: EntryState,
}
