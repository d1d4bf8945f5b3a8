//! An index as the page shows it: entries in index order, those that come and go in their places, and what is not in it.

use std::collections::BTreeMap;
use std::rc::Rc;

use engine::model::bytes::Bytes;
use engine::model::item::{Image, Item};
use engine::model::key::{KeyAttribute, Position};
use engine::table::Table;
use engine::table::index::{Index, IndexEntry};
use engine::table::schema::{IndexSchema, Scope, TableSchema};

use crate::explain::hue::hue_of_index;
use crate::explain::not_indexed::why_not_indexed;
use crate::sandbox::design::projection_of;
use crate::sandbox::edit::value_text;
use crate::sandbox::item_id::{item_id, key_of};
use crate::sandbox::order::by_partition;
use crate::sandbox::reach::Reach;
use crate::view::edit::ItemId;
use crate::view::index::{EntryState, EntryView, IndexScope, IndexView};
use crate::view::message::{Argument, Message};
use crate::view::receipt::OfferedRead;
use crate::view::table::Seek;
use crate::view::value::{Hue, Mark, Text};
use crate::views::card::ShownRow;
use crate::views::card::Source;
use crate::views::column::{Columns, current};
use crate::views::ghost::Ghosts;
use crate::views::pending::index_step;
use crate::views::reach::reach_words;
use crate::views::row::find_from;

/// A position in an index, with its current or future entry.
#[derive(Debug, Clone, Copy)]
struct Row<'t> {
    position: &'t Position,
    image: &'t Image,
    size: Bytes,
    state: EntryState,
}

/// The card of an index. `stale_read` makes the offer to read it while it is behind its table.
pub(crate) fn index_view(
    source: Source<'_>,
    index: &Index,
    stale_read: impl FnOnce() -> Option<OfferedRead>,
) -> IndexView {
    let schema = &index.schema;
    let table = source.table;
    let left = left_entry(source, index);
    let rows = rows(source, index, left.as_ref());
    let images: Vec<&Image> = rows.iter().map(|row| row.image).collect();
    let columns = Columns::of(table, schema, &images);
    let shown = shown_rows(source, index, &rows);
    let reach = Reach::of(source.state, table, Some(schema));
    let stored = shown.iter().filter(|row| is_stored(row.state));
    let mut places: BTreeMap<&ItemId, usize> = stored.map(|row| (&row.item, 1)).collect();
    let key = &schema.key;
    let entries = shown.iter().map(|row| {
        let before = row.row.checked_sub(1).map(|before| key.key_of(rows[before].image));
        let repeats_key = before == Some(key.key_of(row.image));
        let mut places_before = 0;
        if !is_stored(row.state) {
            let places = places.entry(&row.item).or_insert(0);
            places_before = *places;
            *places += 1;
        }
        let entry = entry(source, index, row, &columns, places_before);
        let hidden = reach.as_ref().map(|reach| columns.hidden(reach, row.image));
        Rc::new(EntryView { repeats_key, hidden: hidden.unwrap_or_default(), ..entry })
    });
    let ghosts = Ghosts::of(source, schema);
    IndexView {
        name: schema.name.as_str().into(),
        hue: hue_of_index(&table.schema, schema.name.as_str()).unwrap_or(Hue::OF_LOCAL),
        scope: match schema.scope {
            Scope::Global => IndexScope::Global { delay_ms: source.delay_ms },
            Scope::Local => IndexScope::Local,
        },
        step: index_step(source.database, table, schema.name.as_str()),
        sparse: ghosts.count > 0,
        partition_keys: names(&schema.key.partition),
        sort_keys: names(&schema.key.sort),
        projection: projection_of(schema),
        throughput: throughput(&table.schema, schema),
        entry_count: index.entries.count() as u64,
        item_count: table.items.count() as u64,
        size: index.entries.size().0,
        entries: entries.collect(),
        columns: columns.headings(),
        entry_rows: shown.iter().map(|row| row.row).collect(),
        row_count: rows.len(),
        ghost_count: ghosts.count,
        ghost_reason: ghosts.reason(),
        ghosts: ghosts.shown,
        reach: reach_words(reach.as_ref(), index.entries.iter().map(|(_, stored)| &*stored.image)),
        stale_read: stale_read(),
    }
}

/// What an index may consume: a global one has throughput of its own.
fn throughput(table: &TableSchema, index: &IndexSchema) -> Message {
    if index.scope == Scope::Local {
        return Message::plain("index.shares_throughput");
    }
    if let Some(provisioned) = table.provisioned_index(index) {
        return Message::plain("index.provisioned")
            .with("read", Argument::Count(provisioned.read_units_per_second))
            .with("write", Argument::Count(provisioned.write_units_per_second));
    }
    let maximum = index.on_demand_maximum;
    let read = maximum.and_then(|it| it.read_units_per_second).map(Argument::Count);
    let write = maximum.and_then(|it| it.write_units_per_second).map(Argument::Count);
    match (read, write) {
        (None, None) => Message::plain("index.on_demand"),
        (Some(read), None) => Message::plain("index.on_demand_read").with("read", read),
        (None, Some(write)) => Message::plain("index.on_demand_write").with("write", write),
        (Some(read), Some(write)) => {
            Message::plain("index.on_demand_both").with("read", read).with("write", write)
        }
    }
}

fn names(key: &[KeyAttribute]) -> Vec<Text> {
    key.iter().map(|attribute| attribute.name.as_str().into()).collect()
}

/// All places of an index by partition key, then in index order.
fn rows<'t>(source: Source<'t>, index: &'t Index, left: Option<&'t IndexEntry>) -> Vec<Row<'t>> {
    let places = source.pending.places(index.schema.name.as_str());
    let stored = index.entries.iter().map(|(position, stored)| Row {
        position,
        image: &stored.image,
        size: stored.size,
        state: places.get(position).map_or(EntryState::Present, |place| place.state),
    });
    let mut rows: Vec<Row<'_>> = stored.collect();
    rows.extend(places.iter().filter_map(|(&position, place)| {
        let entry = place.arriving.filter(|_| index.entries.get(position).is_none())?;
        Some(Row { position, image: &entry.image, size: entry.size, state: place.state })
    }));
    rows.extend(left.map(|IndexEntry { position, image, size }| Row {
        position,
        image,
        size: *size,
        state: EntryState::Left,
    }));
    rows.sort_by(|left, right| left.position.cmp(right.position));
    by_partition(&index.schema.key, &rows, |row| row.image)
}

/// The rows that are needed, and others that are shown wherever they are.
fn shown_rows<'t>(source: Source<'t>, index: &Index, rows: &[Row<'t>]) -> Vec<ShownRow<'t>> {
    let needed = source.shown.rows_of(index.schema.name.as_str());
    let pinned: Vec<Item> = source.shown.items.iter().filter_map(key_of).collect();
    let first_change = rows.iter().position(|row| is_about_to_change(row.state));
    let is_shown = |place: usize, image: &Image| {
        needed.contains(&place)
            || first_change == Some(place)
            || pinned.iter().any(|key| has_key(source.table, image, key))
    };
    let shown = rows.iter().enumerate().filter(|(place, row)| is_shown(*place, row.image));
    let shown = shown.map(|(place, row)| ShownRow {
        row: place,
        item: item_id(source.table, row.image),
        image: row.image,
        size: row.size,
        state: row.state,
    });
    shown.collect()
}

/// Whether an item has the same primary key as another.
fn has_key(table: &Table, item: &Item, other: &Item) -> bool {
    let mut attributes = table.schema.key.attributes();
    attributes.all(|attribute| item.get(&attribute.name) == other.get(&attribute.name))
}

fn is_about_to_change(state: EntryState) -> bool {
    match state {
        EntryState::Arriving(_) | EntryState::Leaving(_) | EntryState::Changing(_) => true,
        EntryState::Present | EntryState::Left => false,
    }
}

/// The item of the entry that is looked for, in the order of the list; `None` if there is none.
pub(crate) fn find_entry(table: &Table, index: &Index, seek: &Seek) -> Option<ItemId> {
    let images: Vec<&Image> = index.entries.iter().map(|(_, stored)| &stored.image).collect();
    let images = by_partition(&index.schema.key, &images, |image| image);
    let found = match seek {
        Seek::First => images.first(),
        Seek::Last => images.last(),
        Seek::Key { prefix, from } => {
            let from = from.as_ref().and_then(key_of);
            let from = from.and_then(|key| images.iter().position(|it| has_key(table, it, &key)));
            find_from(&images, from, prefix, |image| {
                let keys = index.schema.key.attributes().chain(table.schema.key.attributes());
                keys.filter_map(|key| image.get(&key.name)).map(value_text).collect()
            })
        }
    };
    found.map(|image| item_id(table, image))
}

fn is_stored(state: EntryState) -> bool {
    match state {
        EntryState::Present | EntryState::Leaving(_) | EntryState::Changing(_) => true,
        EntryState::Arriving(_) | EntryState::Left => false,
    }
}

/// The entry that the last action has deleted.
fn left_entry(source: Source<'_>, index: &Index) -> Option<IndexEntry> {
    let table = &source.table.schema;
    let change = source.marks.change.as_ref().filter(|change| change.table == table.name)?;
    let mark = source.marks.of_entry(&table.name, &index.schema.name, &change.item);
    let old = change.old.as_ref().filter(|_| mark == Some(Mark::Removed))?;
    index.schema.entry(old, &table.key.position_of(old)?)
}

/// Why the item of an entry that was deleted is not in the index.
fn reason(source: Source<'_>, index: &Index, row: &ShownRow<'_>) -> Option<Message> {
    let change = source.marks.of_item(&source.table.schema.name, &row.item)?;
    let new = change.new.as_ref().filter(|_| row.state == EntryState::Left)?;
    Some(why_not_indexed(&index.schema.key_faults(new)))
}

/// An entry. An item whose key changes again before the first change has arrived is in several places: each has a
/// name of its own.
fn entry(
    source: Source<'_>,
    index: &Index,
    row: &ShownRow<'_>,
    columns: &Columns<'_>,
    places_before: usize,
) -> EntryView {
    let (table, name) = (&source.table.schema.name, &index.schema.name);
    let mark = source.marks.of_entry(table, name, &row.item).filter(|mark| *mark != Mark::Removed);
    let change = source.marks.of_item(table, &row.item).filter(|_| mark == Some(Mark::Changed));
    let suffix = "+".repeat(places_before);
    EntryView {
        id: format!("{name}{}{suffix}", row.item.0).into(),
        cells: columns.cells(row, change),
        item: row.item.clone(),
        entity: source.entities.of_item(current(source.table, row.image)).cloned(),
        hidden: Vec::new(),
        repeats_key: false,
        size: row.size.0,
        state: row.state,
        mark,
        reason: reason(source, index, row),
    }
}
