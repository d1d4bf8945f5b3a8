//! The items that are not in an index, and why.

use std::rc::Rc;

use engine::model::item::Image;
use engine::receipt::KeyFault;
use engine::table::schema::IndexSchema;

use crate::explain::not_indexed::{all_missing, attributes, why_not_indexed};
use crate::sandbox::item_id::item_id;
use crate::sandbox::order::by_partition;
use crate::view::first::First;
use crate::view::index::GhostView;
use crate::view::message::{Argument, Message};
use crate::view::value::Mark;
use crate::views::card::Source;
use crate::views::table::key_values;

/// Items not in the index that are shown one by one.
const GHOST_COUNT_MAX: usize = 20;

/// The items that are not in an index, and have no pending change to it.
pub(crate) struct Ghosts {
    /// How many there are.
    pub count: u64,
    /// The first of them: those whose entries the last action has deleted, and then the others in the order of keys.
    pub shown: First<Rc<GhostView>>,
    /// What keeps them out, if it is the same for all.
    faults: Option<Vec<KeyFault>>,
}

impl Ghosts {
    /// The items of a table that are not in an index.
    pub(crate) fn of(source: Source<'_>, schema: &IndexSchema) -> Self {
        let images = source.table.items.iter().map(|(_, stored)| &stored.image);
        let outside: Vec<&Image> =
            images.filter(|image| is_outside(source, schema, image)).collect();
        let mut outside = by_partition(&source.table.schema.key, &outside, |image| image);
        outside.sort_by_key(|image| !has_left(source, schema, image));
        let faults = outside.first().map(|first| schema.key_faults(first));
        let faults =
            faults.filter(|first| outside.iter().all(|image| schema.key_faults(image) == *first));
        Self {
            count: outside.len() as u64,
            shown: First::of(outside, GHOST_COUNT_MAX)
                .map(|image| Rc::new(ghost(source, schema, image))),
            faults,
        }
    }

    /// Why they are not: "7 not indexed: no `OrderOpenDate`".
    pub(crate) fn reason(&self) -> Option<Message> {
        let count = ("count", Argument::Count(self.count));
        match &self.faults {
            _ if self.count == 0 => None,
            Some(faults) if all_missing(faults) => {
                Some(Message::new("ghost.all", [count, ("attributes", attributes(faults))]))
            }
            Some(_) | None => Some(Message::new("ghost.some", [count])),
        }
    }
}

/// Whether an item has no entry, and no entry whose deletion is pending.
fn is_outside(source: Source<'_>, schema: &IndexSchema, image: &Image) -> bool {
    !schema.key_faults(image).is_empty()
        && source.pending.is_inside(schema.name.as_str(), image) != Some(true)
}

/// Whether the last action has deleted the entry of an item.
fn has_left(source: Source<'_>, schema: &IndexSchema, image: &Image) -> bool {
    let item = item_id(source.table, image);
    source.marks.of_entry(&source.table.schema.name, &schema.name, &item) == Some(Mark::Removed)
}

fn ghost(source: Source<'_>, schema: &IndexSchema, image: &Image) -> GhostView {
    let table = &source.table.schema;
    let item = item_id(source.table, image);
    let mark = source.marks.of_entry(&table.name, &schema.name, &item);
    GhostView {
        key: key_values(&table.key, image),
        reason: why_not_indexed(&schema.key_faults(image)),
        mark: mark.filter(|mark| *mark == Mark::Removed),
        item,
    }
}
