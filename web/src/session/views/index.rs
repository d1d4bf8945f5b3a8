//! An index as the page shows it: entries in index order, those that come and go in their places, and what is not in it.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use engine::model::bytes::Bytes;
use engine::model::item::Image;
use engine::model::key::Position;
use engine::model::name::AttributeName;
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::{IndexSchema, Projection, Scope};
use engine::table::storage::Stored;

use crate::session::explain::{hue_of_index, list};
use crate::session::order::compare_partitions;
use crate::session::state::{Marks, item_id};
use crate::session::views::pending::Pending;
use crate::session::views::table::{key_values, value_view};
use crate::view::edit::ItemId;
use crate::view::index::{
    CellView, EntryState, EntryView, GhostView, IndexScope, IndexView, IndexesView, ProjectionView,
};
use crate::view::message::{Argument, Message};
use crate::view::value::{Hue, Mark, Text};

/// Items not in the index that are shown one by one.
const GHOST_COUNT_MAX: usize = 20;

/// What the cards of a table need.
#[derive(Debug, Clone, Copy)]
pub(super) struct Source<'t> {
    /// The table.
    pub table: &'t Table,
    /// Its items in the order in which they are shown.
    pub items: &'t [&'t Stored],
    /// How long changes travel.
    pub delay_ms: u64,
    /// What is on its way.
    pub pending: &'t Pending<'t>,
    /// What the last action did.
    pub marks: &'t Marks,
    /// Entries to show of each index.
    pub entries_shown: usize,
}

/// The indexes of a table: global ones first.
pub(super) fn indexes_view(source: Source<'_>) -> IndexesView {
    let of_scope =
        |scope| source.table.indexes.iter().filter(move |index| index.schema.scope == scope);
    let indexes = of_scope(Scope::Global).chain(of_scope(Scope::Local));
    IndexesView {
        cards: indexes.map(|index| Rc::new(index_view(source, index))).collect(),
        pending_count: source.pending.changes().len() as u64,
    }
}

/// A place in an index, as it is or will be.
struct Row<'t> {
    position: &'t Position,
    image: &'t Image,
    item: ItemId,
    size: Bytes,
    state: EntryState,
}

fn index_view(source: Source<'_>, index: &Index) -> IndexView {
    let schema = &index.schema;
    let table = source.table;
    let rows = rows(source, index);
    let shown = &rows[..rows.len().min(source.entries_shown)];
    let columns = Columns::of(table, schema, shown);
    let stored: BTreeSet<&ItemId> =
        shown.iter().filter(|row| is_stored(row)).map(|row| &row.item).collect();
    let entries = shown.iter().map(|row| {
        let moves = !is_stored(row) && stored.contains(&row.item);
        Rc::new(entry(source, index, row, &columns, moves))
    });
    let ghosts = Ghosts::of(source, schema);
    IndexView {
        name: schema.name.as_str().into(),
        hue: hue_of_index(&table.schema, schema.name.as_str()).unwrap_or(Hue::Teal),
        scope: match schema.scope {
            Scope::Global => IndexScope::Global { delay_ms: source.delay_ms },
            Scope::Local => IndexScope::Local,
        },
        sparse: ghosts.count > 0,
        partition_key: schema.key.partition[0].name.as_str().into(),
        sort_key: schema.key.sort.first().map(|sort| sort.name.as_str().into()),
        projection: projection(schema),
        entry_count: index.entries.count() as u64,
        item_count: table.items.count() as u64,
        size: index.entries.size().0,
        entries: entries.collect(),
        columns: columns.headings(),
        entries_hidden: (rows.len() - shown.len()) as u64,
        ghost_count: ghosts.count,
        ghost_reason: ghosts.reason(),
        ghosts: ghosts.shown,
    }
}

/// All places of an index by partition key, then in index order.
fn rows<'t>(source: Source<'t>, index: &'t Index) -> Vec<Row<'t>> {
    let mut places = source.pending.places(index.schema.name.as_str());
    let mut rows: Vec<Row<'_>> = index
        .entries
        .iter()
        .map(|(position, stored)| Row {
            position,
            image: &stored.image,
            item: item_id(source.table, &stored.image),
            size: stored.size,
            state: places.remove(position).map_or(EntryState::Present, |place| place.state),
        })
        .collect();
    let arriving = places.into_iter().filter_map(|(position, place)| {
        let entry = place.arriving?;
        let item = item_id(source.table, &entry.image);
        Some(Row { position, image: &entry.image, item, size: entry.size, state: place.state })
    });
    rows.extend(arriving);
    let key = &index.schema.key;
    rows.sort_by(|left, right| {
        let order = compare_partitions(key, left.image, right.image);
        order.then_with(|| left.position.cmp(right.position))
    });
    rows
}

fn is_stored(row: &Row<'_>) -> bool {
    match row.state {
        EntryState::Present | EntryState::Leaving(_) | EntryState::Changing(_) => true,
        EntryState::Arriving(_) => false,
    }
}

/// An entry. One that will arrive while the same item's entry still stands elsewhere has a name of its own.
fn entry(
    source: Source<'_>,
    index: &Index,
    row: &Row<'_>,
    columns: &Columns,
    moves: bool,
) -> EntryView {
    let table = &source.table.schema.name;
    let name = &index.schema.name;
    let mark = source.marks.entries.get(&(table.clone(), name.clone(), row.item.clone())).copied();
    let mark = mark.filter(|mark| *mark != Mark::Removed);
    let suffix = if moves { "+" } else { "" };
    EntryView {
        id: format!("{name}{}{suffix}", row.item.0).into(),
        cells: columns.cells(source, row, mark),
        item: row.item.clone(),
        size: row.size.0,
        state: row.state,
        mark,
    }
}

/// The columns of a card.
struct Columns {
    index_keys: Vec<AttributeName>,
    table_keys: Vec<AttributeName>,
    /// Projected attributes that are no keys.
    values: Vec<AttributeName>,
    /// Attributes of the shown entries' items that are not projected, by entry.
    outside: BTreeMap<ItemId, Vec<Text>>,
}

impl Columns {
    fn of(table: &Table, schema: &IndexSchema, rows: &[Row<'_>]) -> Self {
        let names = |key: &engine::model::key::KeySchema| -> Vec<AttributeName> {
            key.attributes().map(|attribute| attribute.name.clone()).collect()
        };
        let index_keys = names(&schema.key);
        let mut table_keys = names(&table.schema.key);
        table_keys.retain(|name| !index_keys.contains(name));
        let mut values: Vec<AttributeName> = match &schema.projection {
            Projection::KeysOnly => Vec::new(),
            Projection::Include(names) => names.clone(),
            Projection::All => {
                let names = rows.iter().flat_map(|row| row.image.iter().map(|(name, _)| name));
                let names: BTreeSet<&AttributeName> = names.collect();
                names.into_iter().cloned().collect()
            }
        };
        values.retain(|name| !index_keys.contains(name) && !table_keys.contains(name));
        let outside = rows.iter().filter_map(|row| {
            let names = row.image.iter().filter(|(name, _)| !schema.projects(name));
            let names: Vec<Text> = names.map(|(name, _)| name.as_str().into()).collect();
            (!names.is_empty()).then(|| (row.item.clone(), names))
        });
        Self { outside: outside.collect(), index_keys, table_keys, values }
    }

    /// The names of the columns; that of what is not projected has none.
    fn headings(&self) -> Vec<Text> {
        let names = self.index_keys.iter().chain(&self.table_keys).chain(&self.values);
        let outside = (!self.outside.is_empty()).then(|| Text::from(""));
        names.map(|name| Text::from(name.as_str())).chain(outside).collect()
    }

    fn cells(&self, source: Source<'_>, row: &Row<'_>, mark: Option<Mark>) -> Vec<CellView> {
        let value = |name: &AttributeName| row.image.get(name).map(value_view);
        let index_keys = self.index_keys.iter().map(|name| value(name).map(CellView::Key));
        let table_keys = self.table_keys.iter().map(|name| value(name).map(CellView::TableKey));
        let was = |name: &AttributeName| {
            let change = source.marks.change.as_ref()?;
            let is_here = mark == Some(Mark::Changed)
                && change.item == row.item
                && change.table == source.table.schema.name;
            let old = change.old.as_ref().filter(|_| is_here)?.get(name)?;
            (row.image.get(name) != Some(old)).then(|| value_view(old).text)
        };
        let values = self
            .values
            .iter()
            .map(|name| value(name).map(|value| CellView::Value { value, was: was(name) }));
        let cells = index_keys.chain(table_keys).chain(values);
        let cells = cells.map(|cell| cell.unwrap_or(CellView::Absent));
        let outside = (!self.outside.is_empty()).then(|| match self.outside.get(&row.item) {
            Some(names) => CellView::NotProjected(names.clone()),
            None => CellView::Absent,
        });
        cells.chain(outside).collect()
    }
}

/// The items that are not in an index, and are not on their way.
struct Ghosts {
    count: u64,
    shown: Vec<Rc<GhostView>>,
    /// What they lack, if all lack the same.
    lacks: Option<Vec<AttributeName>>,
}

impl Ghosts {
    fn of(source: Source<'_>, schema: &IndexSchema) -> Self {
        let table = source.table;
        let mut ghosts = Self { count: 0, shown: Vec::new(), lacks: None };
        let mut differ = false;
        for stored in source.items {
            let image = &stored.image;
            if schema.key.is_complete_in(image) {
                continue;
            }
            let item = item_id(table, image);
            if source.pending.is_inside(schema.name.as_str(), &item) == Some(true) {
                continue;
            }
            let missing = schema.key.missing_in(image);
            differ |= ghosts.count > 0 && ghosts.lacks.as_ref() != Some(&missing);
            ghosts.count += 1;
            if ghosts.shown.len() < GHOST_COUNT_MAX {
                let key = (table.schema.name.clone(), schema.name.clone(), item.clone());
                let mark = source.marks.entries.get(&key).copied();
                ghosts.shown.push(Rc::new(GhostView {
                    key: key_values(&table.schema.key, image),
                    reason: Message::plain("ghost.lacks").with("attributes", list(&missing)),
                    mark: mark.filter(|mark| *mark == Mark::Removed),
                    item,
                }));
            }
            ghosts.lacks = (!differ).then_some(missing);
        }
        ghosts
    }

    fn reason(&self) -> Option<Message> {
        let count = ("count", Argument::Count(self.count));
        match &self.lacks {
            _ if self.count == 0 => None,
            Some(missing) => {
                Some(Message::new("ghost.all", [count, ("attributes", list(missing))]))
            }
            None => Some(Message::new("ghost.some", [count])),
        }
    }
}

fn projection(schema: &IndexSchema) -> ProjectionView {
    match &schema.projection {
        Projection::KeysOnly => ProjectionView::KeysOnly,
        Projection::All => ProjectionView::All,
        Projection::Include(names) => {
            ProjectionView::Include(names.iter().map(|name| name.as_str().into()).collect())
        }
    }
}
