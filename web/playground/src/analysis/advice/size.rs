//! Rules on the size of items and of item collections.

use std::collections::BTreeMap;

use engine::api::preview;
use engine::api::value::item_from_json;
use engine::capacity::cost::write_units;
use engine::json::value::parse;
use engine::model::attribute_value::AttributeValue;
use engine::model::bytes::Bytes;
use engine::model::item::Item;
use engine::model::key::KeyAttribute;
use engine::model::name::AttributeName;
use engine::operation::Operation;
use engine::receipt::{Reason, Store, UnitKind};
use engine::table::Table;
use engine::table::schema::Scope;
use engine::table::storage::Stored;
use serde_json::Value;

use crate::analysis::advice::named::texts_of;
use crate::analysis::advice::share::KeyShare;
use crate::analysis::advice::{AdviceContext, LARGE, LOCAL, Tried, finding};
use crate::analysis::pattern::YEAR_SECONDS;
use crate::sandbox::item_id::{item_id, partition_text};
use crate::sandbox::order::compare_partitions;
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::decimal::Decimal;
use crate::view::message::{Argument, Message};

/// Percent of its limit from which on an item collection is large. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html>
const COLLECTION_PERCENT: u128 = 80;

/// Bytes from which on an item is large: eight write units. Model: the guide's example has nine.
const LARGE_ITEM: Bytes = Bytes(7 * 1_024 + 1);

/// Bytes from which on an item is large whatever it is made of. Model: a hundred write units, a quarter of the largest item.
const LARGE_ITEM_OF_PARTS: Bytes = Bytes(100 * 1_024);

/// Times that text becomes smaller by compression. Model: the guide's example, 9,000 B to 1,100 B.
const COMPRESSION: u64 = 8;

/// An item collection beside local indexes that comes near its limit, as it is or as large as a pattern reads it.
pub(crate) fn large_collection(context: &AdviceContext<'_>) -> Vec<Finding> {
    let table = context.table;
    let max = context.database.config().collection_size_max;
    let is_large = |size: u128| size * 100 >= u128::from(max.0) * COLLECTION_PERCENT;
    let locals = table.indexes.iter().filter(|index| index.schema.scope == Scope::Local);
    let all: Bytes = locals.fold(table.items.size(), |sum, index| sum + index.entries.size());
    if !table.schema.has_local_index() {
        return Vec::new();
    }
    let read = context.patterns.iter().filter_map(|tried| {
        let items = tried.items_of_collection(table)?;
        let (count, parts) = items.fraction();
        let here = table.items.count().max(1) as u128 * u128::from(parts);
        let size = u128::from(all.0) * u128::from(count) / here;
        is_large(size).then(|| {
            let size = u64::try_from(size).unwrap_or(u64::MAX);
            let words = Message::plain("advice.collection_read")
                .with("pattern", tried.name())
                .with("count", Argument::Decimal(items))
                .with("size", Argument::Size(size))
                .with("limit", Argument::Size(max.0));
            let words = [words, Message::plain("advice.collection_do")];
            let found = finding(Severity::Rejection, LOCAL, Cause::Patterns, words);
            found.weighing(size / (max.0 / 100).max(1))
        })
    });
    let read: Vec<Finding> = read.collect();
    // No collection is larger than the table with its indexes.
    if !is_large(all.0.into()) {
        return read;
    }
    let items: Vec<&Stored> = table.items.iter().map(|(_, stored)| stored).collect();
    let same = |left: &&Stored, right: &&Stored| {
        compare_partitions(&table.schema.key, &left.image, &right.image).is_eq()
    };
    let large = items.chunk_by(same).filter_map(|group| {
        let item = &group[0].image;
        let size = table.collection_size(item);
        is_large(size.0.into()).then(|| {
            let words = Message::plain("advice.collection")
                .with("key", Argument::Code(partition_text(&table.schema.key, item).into()))
                .with("size", Argument::Size(size.0))
                .with("limit", Argument::Size(max.0));
            let cause = Cause::Item(item_id(table, item));
            let words = [words, Message::plain("advice.collection_do")];
            let found = finding(Severity::Rejection, LOCAL, cause, words);
            found.weighing(size.0 / (max.0 / 100).max(1))
        })
    });
    large.chain(read).collect()
}

/// An item collection beside local indexes to which new items are put for ever: within a year it reaches its limit.
pub(crate) fn growing_collection(context: &AdviceContext<'_>) -> Vec<Finding> {
    let table = context.table;
    let max = u128::from(context.database.config().collection_size_max.0);
    // What expires leaves again.
    if !table.schema.has_local_index() || table.time_to_live.status.attribute().is_some() {
        return Vec::new();
    }
    let attributes = names(&table.schema.key.partition);
    // What several actions put to one collection adds up.
    let mut growing: BTreeMap<String, Growth> = BTreeMap::new();
    for tried in context.patterns.iter().flat_map(Tried::actions) {
        let Some(growth) = Growth::of(context, tried) else { continue };
        let shares = tried.key_shares(context.database, &attributes).into_iter();
        let hottest = shares.max_by_key(|it| it.share.0 * 1_000_000 / it.share.1.max(1));
        if let Some(KeyShare { key, share: (part, whole), .. }) = hottest {
            let yearly = growth.yearly * part / whole.max(1);
            growing.entry(key).or_insert(Growth { yearly: 0, ..growth }).yearly += yearly;
        }
    }
    let found = growing.into_iter().filter_map(|(key, Growth { yearly, seconds: horizon })| {
        let seconds = max * YEAR_SECONDS / yearly.max(1);
        (seconds < horizon.min(YEAR_SECONDS)).then(|| {
            let number = |number: u128| u64::try_from(number).unwrap_or(u64::MAX);
            let words = Message::plain("advice.grows")
                .with("key", Argument::Code(key.into()))
                .with("size", Argument::Size(number(yearly / 365)))
                .with("limit", Argument::Size(number(max)))
                .with("time", Argument::Ms(number(seconds * 1_000)));
            let words = [words, Message::plain("advice.grows_do")];
            let found = finding(Severity::Rejection, LOCAL, Cause::Patterns, words);
            found.weighing(number(100 * YEAR_SECONDS / seconds.max(1)))
        })
    });
    found.collect()
}

fn names(key: &[KeyAttribute]) -> Vec<&str> {
    key.iter().map(|it| it.name.as_str()).collect()
}

/// How an item collection grows by the requests of a pattern.
struct Growth {
    /// Bytes a year of items with their entries in local indexes.
    yearly: u128,
    /// Seconds after which requests go to other collections.
    seconds: u128,
}

impl Growth {
    /// `None` if the requests write no new items.
    fn of(context: &AdviceContext<'_>, tried: &Tried<'_>) -> Option<Self> {
        let key = &context.table.schema.key;
        let template: Value = parse(&tried.pattern.request).ok()?;
        let sort = texts_of(&template, &names(&key.sort))?;
        let is_new =
            |text: &String| ["{sequence}", "{now}", "{unix}"].iter().any(|it| text.contains(it));
        if !sort.iter().any(is_new) {
            return None;
        }
        let partition = texts_of(&template, &names(&key.partition))?.concat();
        let periods =
            [("{unix}", 1), ("{now}", 1), ("{minute}", 60), ("{hour}", 3_600), ("{day}", 86_400)];
        let period = periods.iter().find(|(placeholder, _)| partition.contains(placeholder));
        let bytes = u128::from(stored(context, tried)?);
        Some(Self {
            yearly: bytes * tried.yearly_millionths / 1_000_000,
            seconds: period.map_or(u128::MAX, |(_, seconds)| *seconds),
        })
    }
}

/// Bytes of the item that a request writes, with its entries in local indexes; `None` if no item is there afterwards.
fn stored(context: &AdviceContext<'_>, tried: &Tried<'_>) -> Option<u64> {
    let request = tried.trial.requests.last()?;
    let receipt = preview(context.unlimited, &tried.pattern.operation, request).receipt?;
    let sizes = receipt.arms.iter().filter(|arm| arm.table == context.table.schema.name);
    let sizes = sizes.filter_map(|arm| {
        let (Reason::Put { size }
        | Reason::Unchanged { size }
        | Reason::Change { new: size, .. }
        | Reason::Move { new: size, .. }) = arm.reason
        else {
            return None;
        };
        Some((&arm.store, size.0))
    });
    let sizes: Vec<(&Store, u64)> = sizes.collect();
    let of_collection = sizes.iter().filter(|(store, _)| !matches!(store, Store::Global(_)));
    let is_stored = sizes.iter().any(|(store, _)| **store == Store::Table);
    is_stored.then(|| of_collection.map(|(_, size)| size).sum())
}

/// Large items, stored or written by patterns: compress what is most of them, split them, or store it elsewhere.
pub(crate) fn large_items(context: &AdviceContext<'_>) -> Vec<Finding> {
    let stored = large_stored(context).into_iter();
    let written = context.patterns.iter().filter_map(|tried| large_written(context, tried));
    // Which of them is not the question: the first says what to do.
    stored.chain(written).next().into_iter().collect()
}

fn large_stored(context: &AdviceContext<'_>) -> Option<Finding> {
    let table = context.table;
    let large = table.items.iter().map(|(_, stored)| stored).filter(|it| it.size >= LARGE_ITEM);
    let bulky = |it: &&Stored| bulk(&it.image, it.size).is_some() || it.size >= LARGE_ITEM_OF_PARTS;
    let large: Vec<&Stored> = large.filter(bulky).collect();
    let stored = large.iter().max_by_key(|stored| stored.size)?;
    let cause = Cause::Item(item_id(table, &stored.image));
    let (words, what) = match bulk(&stored.image, stored.size) {
        Some((name, value)) => {
            let words = Message::plain("advice.large")
                .with("attribute", Argument::Code(name.as_str().into()))
                .with("bytes", Argument::Bytes(value.size().0));
            (words, cure(stored.size, Some(value)))
        }
        None => (Message::plain("advice.large_parts"), cure(stored.size, None)),
    };
    let words = words
        .with("count", Argument::Count(large.len() as u64))
        .with("size", Argument::Bytes(stored.size.0))
        .with("units", Argument::HalfUnits(write_units(stored.size).halves()));
    Some(finding(Severity::Expense, LARGE, cause, [words, what]))
}

fn large_written(context: &AdviceContext<'_>, tried: &Tried<'_>) -> Option<Finding> {
    let item = tried.item();
    let size = tried.note.size.map(Bytes).or_else(|| item.as_ref().map(Item::size))?;
    let bulk = item.as_ref().and_then(|item| bulk(item, size)).map(|(_, value)| value);
    let least = if bulk.is_some() { LARGE_ITEM } else { LARGE_ITEM_OF_PARTS };
    if size < least {
        return None;
    }
    let words = Message::plain("advice.large_written")
        .with("pattern", tried.name())
        .with("size", Argument::Bytes(size.0))
        .with("units", Argument::HalfUnits(write_units(size).halves()));
    let found = finding(Severity::Expense, LARGE, Cause::Patterns, [words, cure(size, bulk)]);
    let own = tried.trial.load(tried.yearly_millionths);
    let halves = own.halves(&context.table.schema.name, &Store::Table, UnitKind::Write);
    Some(context.priced(found, &context.load_of(&Store::Table, UnitKind::Write, halves), &[]))
}

/// What to do with a large item, of which this value is the larger part.
fn cure(size: Bytes, bulk: Option<&AttributeValue>) -> Message {
    match bulk {
        Some(value @ AttributeValue::S(_)) if size < LARGE_ITEM_OF_PARTS => {
            let bytes = value.size();
            let smaller = Bytes(size.0 - bytes.0 + bytes.0 / COMPRESSION);
            Message::plain("advice.large_text")
                .with("size", Argument::Bytes(smaller.0))
                .with("units", Argument::HalfUnits(write_units(smaller).halves()))
        }
        Some(_) => Message::plain("advice.large_binary"),
        None => Message::plain("advice.large_split"),
    }
}

/// The text or bytes that are more than half of an item.
fn bulk(item: &Item, size: Bytes) -> Option<(&AttributeName, &AttributeValue)> {
    let mut large = item.iter().filter(|(_, value)| value.size().0 * 2 > size.0);
    large.find(|(_, value)| matches!(value, AttributeValue::S(_) | AttributeValue::B(_)))
}

impl Tried<'_> {
    /// How many items of a collection of the table it reads, if the user has said so.
    fn items_of_collection(&self, table: &Table) -> Option<Decimal> {
        let index = table.index(self.request("IndexName"));
        let is_here = index.is_none_or(|index| index.schema.scope == Scope::Local);
        let is_query = self.pattern.operation == Operation::Query.name();
        self.note.items.filter(|_| is_query && is_here)
    }

    /// The item of the first request that puts one.
    fn item(&self) -> Option<Item> {
        let item = &self.requests.first()?["Item"];
        item_from_json(item.clone()).ok().filter(|_| item.is_object())
    }
}
