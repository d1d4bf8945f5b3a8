//! Reads: a range, evaluated entry by entry until a page is full.

use std::sync::Arc;

use crate::capacity::cost::{Consistency, read_units, rounded_to_read_block};
use crate::capacity::units::CapacityUnits;
use crate::expression::condition::Condition;
use crate::expression::key_condition::KeyCondition;
use crate::expression::sort_condition::SortCondition;
use crate::model::attribute_value::AttributeValue;
use crate::model::bytes::Bytes;
use crate::model::item::{AttributeMap, Image};
use crate::model::key::{KeySchema, Position, encode, encode_prefix, partition_prefix};
use crate::receipt::{Arm, Reason, Store};
use crate::table::Table;
use crate::table::index::Index;
use crate::table::range::Range;
use crate::table::storage::{Storage, Stored};

/// Bytes evaluated in one page, before filter and projection. The entry that reaches or crosses
/// the mark is the last one of the page.
///
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Query.Pagination.html>;
/// that the crossing entry counts is Observed: full pages of 1,042-byte items cost 128.5 units, not 128.
pub const PAGE_SIZE: Bytes = Bytes(1_048_576);

/// One page, as asked.
#[derive(Debug, Clone)]
pub struct PageRequest<'r> {
    /// Which part of the table or index.
    pub range: Range,
    /// How many entries to evaluate at most.
    pub limit: Option<usize>,
    /// A condition on the entries of the result; those that do not match are charged anyway.
    pub filter: Option<&'r Condition>,
    /// Whether a local index fetches whole items from its table.
    pub fetch: bool,
}

/// One page, as read.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// Items, entries or fetched items that passed the filter, in order.
    pub images: Vec<Image>,
    /// How many items or entries were evaluated.
    pub scanned_count: usize,
    /// Their sizes together.
    pub size: Bytes,
    /// Sizes of the items fetched from the table.
    pub fetched: Vec<Bytes>,
    /// The last evaluated item, if there may be more behind it.
    pub last_evaluated: Option<Image>,
}

impl Table {
    /// Reads one page of the table itself, or of one of its indexes.
    pub fn read_page(&self, index: Option<&Index>, request: &PageRequest<'_>) -> Page {
        let mut page = Page::default();
        for (_, stored) in self.storage(index).range(&request.range) {
            self.evaluate(index, stored, request, &mut page);
            let full = request.limit.is_some_and(|limit| page.scanned_count >= limit);
            if full || page.counted_size() >= PAGE_SIZE {
                page.last_evaluated = Some(stored.image.clone());
                break;
            }
        }
        page
    }

    /// The arms of the receipt of a page: what was evaluated, then what was fetched.
    pub fn page_arms(
        &self,
        index: Option<&Index>,
        page: &Page,
        consistency: Consistency,
    ) -> Vec<Arm> {
        let table = &self.schema.name;
        let (count, size) = (page.scanned_count, page.size);
        let mut arms = vec![Arm {
            table: table.clone(),
            store: index.map_or(Store::Table, Index::store),
            reason: Reason::Read { count, size, consistency },
            units: self.charged(read_units(size, consistency)),
            is_sql: self.is_sql,
        }];
        if !page.fetched.is_empty() {
            let sizes = page.fetched.clone();
            let units = sizes.iter().map(|size| read_units(*size, consistency)).sum();
            let (units, is_sql) = (self.charged(units), self.is_sql);
            let reason = Reason::Fetch { sizes, consistency };
            arms.push(Arm { table: table.clone(), store: Store::Table, reason, units, is_sql });
        }
        arms
    }

    /// The arm of the receipt of one item, or of the attempt to read one.
    pub fn item_arm(&self, stored: Option<&Stored>, consistency: Consistency) -> Arm {
        let size = stored.map(|stored| stored.size).unwrap_or_default();
        let count = usize::from(stored.is_some());
        Arm {
            table: self.schema.name.clone(),
            store: Store::Table,
            reason: Reason::Read { count, size, consistency },
            units: self.charged(read_units(size, consistency)),
            is_sql: self.is_sql,
        }
    }

    /// What is charged of a price: nothing, if the table stands for one of an SQL database.
    pub(crate) fn charged(&self, price: CapacityUnits) -> CapacityUnits {
        if self.is_sql { CapacityUnits::ZERO } else { price }
    }

    /// The key that names a place in the table or index: index key attributes and table key attributes.
    pub fn start_key(
        &self,
        index: Option<&Index>,
        item: &AttributeMap,
    ) -> crate::model::item::Item {
        let mut key = self.schema.key.key_of(item);
        if let Some(index) = index {
            for (name, value) in index.schema.key.key_of(item).0 {
                key.insert(name, value);
            }
        }
        key
    }

    /// The position of a start key in the table or index; `None` if it lacks an attribute.
    pub fn start_position(&self, index: Option<&Index>, key: &AttributeMap) -> Option<Position> {
        let table_position = self.schema.key.position_of(key)?;
        match index {
            None => Some(table_position),
            Some(index) => index.schema.entry_position(key, &table_position),
        }
    }

    fn storage<'t>(&'t self, index: Option<&'t Index>) -> &'t Storage {
        index.map_or(&self.items, |index| &index.entries)
    }

    fn evaluate(
        &self,
        index: Option<&Index>,
        stored: &Stored,
        request: &PageRequest<'_>,
        page: &mut Page,
    ) {
        page.scanned_count += 1;
        page.size += stored.size;
        let visible = match index {
            None => stored.image.clone(),
            Some(index) => index.visible(&stored.image),
        };
        let passes = request.filter.is_none_or(|filter| filter.matches(&visible));
        // The item of an entry is fetched before the filter is evaluated.
        // Observed: 2026-10, statements that were sent to the service. Model: Query does the same.
        let result = match request.fetch {
            false => visible,
            true => self.fetch(&stored.image, page),
        };
        if passes {
            page.images.push(result);
        }
    }

    /// Reads the whole item of a local index's entry. The entry keeps the image that it was made
    /// of; the table may hold a later one.
    fn fetch(&self, image: &Image, page: &mut Page) -> Image {
        let stored = self.items.get(&self.position(image));
        let stored = stored.expect("a local index has entries of stored items only");
        page.fetched.push(stored.size);
        stored.image.clone()
    }
}

impl Index {
    /// The item of an entry as a reader of the index sees it.
    pub fn visible(&self, image: &Image) -> Image {
        match self.schema.projects_all_of(image) {
            true => image.clone(),
            false => Arc::new(self.schema.project(image)),
        }
    }
}

impl Page {
    /// Bytes that count towards the page: with fetches, whole read blocks on both sides.
    fn counted_size(&self) -> Bytes {
        if self.fetched.is_empty() {
            return self.size;
        }
        let fetched = self.fetched.iter().map(|size| rounded_to_read_block(*size)).sum();
        rounded_to_read_block(self.size) + fetched
    }
}

impl KeySchema {
    /// The positions that a key condition admits.
    pub fn range(&self, condition: &KeyCondition, forward: bool) -> Range {
        let mut prefix = partition_prefix(condition.partition.iter());
        for value in &condition.sort {
            prefix = extended(&prefix, |bytes| encode(value, bytes));
        }
        let range = match &condition.last {
            None => Range::of_prefix(prefix),
            Some(last) => sort_range(prefix, last),
        };
        Range { forward, ..range }
    }
}

impl Range {
    /// The positions of one segment of a parallel scan: an equal share of the hash space.
    pub fn of_segment(segment: u64, segment_count: u64) -> Self {
        let start = |segment: u64| {
            let hash = (u128::from(segment) << 64).div_ceil(u128::from(segment_count));
            Some(Position { hash: u64::try_from(hash).ok()?, ..Position::default() })
        };
        let first = start(segment).expect("a segment is one of those that are counted");
        Self { start: first, end: start(segment + 1), forward: true }
    }
}

fn sort_range(prefix: Position, condition: &SortCondition) -> Range {
    let with = |value: &AttributeValue| extended(&prefix, |bytes| encode(value, bytes));
    let behind = |value: &AttributeValue| with(value).behind_prefix();
    let end = prefix.behind_prefix();
    let (start, end) = match condition {
        SortCondition::Equal(value) => return Range::of_prefix(with(value)),
        SortCondition::BeginsWith(beginning) => {
            return Range::of_prefix(extended(&prefix, |bytes| begin(beginning, bytes)));
        }
        SortCondition::Less(value) => (None, Some(with(value))),
        SortCondition::LessOrEqual(value) => (None, behind(value)),
        SortCondition::Greater(value) => (behind(value), end),
        SortCondition::GreaterOrEqual(value) => (Some(with(value)), end),
        SortCondition::Between(low, high) => (Some(with(low)), behind(high)),
    };
    Range { start: start.unwrap_or(prefix), end, forward: true }
}

/// A beginning of positions, and more of it.
fn extended(prefix: &Position, write: impl FnOnce(&mut Vec<u8>)) -> Position {
    let mut bytes = prefix.bytes.to_vec();
    write(&mut bytes);
    Position { hash: prefix.hash, bytes: bytes.into_boxed_slice() }
}

/// Appends what all encodings of values with this beginning share.
fn begin(beginning: &AttributeValue, bytes: &mut Vec<u8>) {
    match beginning {
        AttributeValue::S(text) => encode_prefix(text.as_bytes(), bytes),
        AttributeValue::B(binary) => encode_prefix(binary, bytes),
        value => unreachable!("begins_with takes S or B; {} was rejected", value.kind()),
    }
}
