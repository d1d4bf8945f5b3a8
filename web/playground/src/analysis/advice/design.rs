//! Rules that need only the current table.

use engine::capacity::cost::write_units;
use engine::model::attribute_value::AttributeValue;
use engine::model::bytes::Bytes;
use engine::model::item::Item;
use engine::model::key::KeySchema;
use engine::model::name::AttributeName;
use engine::receipt::{Store, UnitKind};
use engine::table::index::Index;
use engine::table::schema::{Billing, Scope};
use engine::table::storage::Stored;

use crate::analysis::advice::{
    AdviceContext, GLOBAL, INDEXES, LARGE, LOCAL, THROUGHPUT, cause_of, finding,
};
use crate::sandbox::item_id::item_id;
use crate::sandbox::order::compare_partitions;
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::message::{Argument, Message};

/// Entries from which on the number of key values is significant. Model: below, a sandbox is an example.
pub(crate) const ENTRY_COUNT_MIN: usize = 20;

/// The fewest entries from which a key is called a fault of the design. Model: with two, any key looks like one.
pub(crate) const DESIGN_COUNT_MIN: usize = 3;

/// So many entries to a key value, on average, are few values. Model: S0 names ten pay levels of many employees.
const ENTRIES_OF_VALUE: usize = 10;

/// Percent of its limit from which on an item collection is large. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html>
const COLLECTION_PERCENT: u64 = 80;

/// Bytes from which on an item is large: eight write units. Model: the guide's example has nine.
const LARGE_ITEM: Bytes = Bytes(7 * 1_024 + 1);

/// Times that text becomes smaller by compression. Model: the guide's example, 9,000 B to 1,100 B.
const COMPRESSION: u64 = 8;

/// An index whose key has few values for its entries: they are in few partitions, and a query finds too many.
pub(crate) fn few_key_values(context: &AdviceContext<'_>) -> Vec<Finding> {
    let few = context.globals().filter_map(|index| {
        let (values, largest, _) = key_values(index);
        let count = index.entries.count();
        let is_few = count >= ENTRY_COUNT_MIN && values * ENTRIES_OF_VALUE <= count;
        // Without a sort key nothing narrows a query of the value that half of the entries have.
        let is_uneven = count >= DESIGN_COUNT_MIN && largest * 2 >= count;
        let is_fault = is_few || (index.schema.key.sort.is_empty() && is_uneven);
        // One value in a sparse index is a design of its own, with a rule of its own.
        (is_fault && values > 1).then(|| {
            let words = Message::plain("advice.few_values")
                .with("values", Argument::Count(values as u64))
                .with("index", context.name_of(index))
                .with("key", partition_key(index))
                .with("entries", Argument::Count(count as u64))
                .with("largest", Argument::Count(largest as u64));
            finding(
                Severity::Hint,
                INDEXES,
                cause_of(index),
                [words, Message::plain("advice.few_values_do")],
            )
        })
    });
    few.collect()
}

/// The names of all attributes of the partition key of an index.
pub(crate) fn partition_key(index: &Index) -> Argument {
    let names = index.schema.key.partition.iter().map(|attribute| attribute.name.as_str());
    Argument::Code(names.collect::<Vec<_>>().join(", ").into())
}

/// How many partition key values an index has, how many entries the most frequent of them, and its text.
pub(crate) fn key_values(index: &Index) -> (usize, usize, String) {
    let key = &index.schema.key;
    let entries: Vec<&Stored> = index.entries.iter().map(|(_, stored)| stored).collect();
    let same = |left: &&Stored, right: &&Stored| {
        compare_partitions(key, &left.image, &right.image).is_eq()
    };
    let groups = || entries.chunk_by(same);
    let largest = groups().max_by_key(|group| group.len());
    let text = largest.map(|group| partition_text(key, &group[0].image));
    (groups().count(), largest.map_or(0, <[_]>::len), text.unwrap_or_default())
}

/// An item collection beside local indexes that comes near its limit.
pub(crate) fn large_collection(context: &AdviceContext<'_>) -> Vec<Finding> {
    let table = context.table;
    let max = context.database.config().collection_size_max;
    // No collection is larger than the table with its indexes.
    let stored = table.indexes.iter().map(|index| index.entries.size());
    let all: Bytes = stored.fold(table.items.size(), |sum, size| sum + size);
    if !table.schema.has_local_index() || all.0 * 100 < max.0 * COLLECTION_PERCENT {
        return Vec::new();
    }
    let items: Vec<&Stored> = table.items.iter().map(|(_, stored)| stored).collect();
    let same = |left: &&Stored, right: &&Stored| {
        compare_partitions(&table.schema.key, &left.image, &right.image).is_eq()
    };
    let large = items.chunk_by(same).filter_map(|group| {
        let item = &group[0].image;
        let size = table.collection_size(item);
        (size.0 * 100 >= max.0 * COLLECTION_PERCENT).then(|| {
            let words = Message::plain("advice.collection")
                .with("key", Argument::Code(partition_text(&table.schema.key, item).into()))
                .with("size", Argument::Size(size.0))
                .with("limit", Argument::Size(max.0));
            let cause = Cause::Item(item_id(table, item));
            finding(
                Severity::Rejection,
                LOCAL,
                cause,
                [words, Message::plain("advice.collection_do")],
            )
        })
    });
    large.collect()
}

/// The partition key of an item, as text.
fn partition_text(key: &KeySchema, item: &Item) -> String {
    let texts = key.partition.iter().map(|attribute| match item.get(&attribute.name) {
        Some(AttributeValue::S(text)) => text.clone(),
        Some(AttributeValue::N(number)) => number.to_string(),
        _ => attribute.name.to_string(),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// A table or global index that is provisioned with less than the access patterns ask of it on average. Whatever else
/// is wrong, it has to be raised first.
pub(crate) fn short_throughput(context: &AdviceContext<'_>) -> Vec<Finding> {
    let locals = context.table.indexes.iter().filter(|index| index.schema.scope == Scope::Local);
    // What local indexes consume, the table pays.
    let of_table = locals.map(Index::store).chain([Store::Table]).map(|store| context.rate(&store));
    let of_table = of_table.fold((0, 0), |sum, rate| (sum.0 + rate.0, sum.1 + rate.1));
    let own = (Store::Table, context.table_name(), Cause::Table, of_table);
    let globals = context.globals().map(|index| {
        (index.store(), context.name_of(index), cause_of(index), context.rate(&index.store()))
    });
    let mut found = Vec::new();
    for (store, name, cause, (read, written)) in [own].into_iter().chain(globals) {
        let sides = [(UnitKind::Write, written, "unit.write"), (UnitKind::Read, read, "unit.read")];
        for (kind, asked, unit) in sides {
            let Some(own) = context.provisioned(&store, kind) else { continue };
            if asked <= own * 100 {
                continue;
            }
            let words = Message::plain("advice.short")
                .with("store", name.clone())
                .with("asked", Argument::Hundredths(asked))
                .with("own", Argument::Count(own))
                .with("burst", Argument::Ms(burst_ms(context, own, asked)))
                .with("unit", Message::plain(unit));
            let what = Message::plain("advice.short_do")
                .with("store", name.clone())
                .with("needed", Argument::Count(asked.div_ceil(100)))
                .with("unit", Message::plain(unit));
            let found_here = finding(Severity::Rejection, THROUGHPUT, cause.clone(), [words, what]);
            found.push(found_here.weighing(asked / own.max(1)));
        }
    }
    found
}

/// How long a full burst bears so many hundredths of units a second, of which so many units are provisioned.
fn burst_ms(context: &AdviceContext<'_>, own: u64, asked: u64) -> u64 {
    let saved = own.saturating_mul(context.database.config().throughput.burst_seconds);
    saved.saturating_mul(100_000) / (asked - own * 100)
}

/// A global index that is provisioned with less than its share of what its table may write.
pub(crate) fn short_index_throughput(context: &AdviceContext<'_>) -> Vec<Finding> {
    let table = context.table;
    let (Billing::Provisioned(set), items @ 1..) = (table.schema.billing, table.items.count())
    else {
        return Vec::new();
    };
    let short = context.globals().filter_map(|index| {
        let own = index.schema.throughput?.write_units_per_second;
        // A sparse index needs as much less as it has fewer entries.
        let share =
            (set.write_units_per_second * index.entries.count() as u64).div_ceil(items as u64);
        (own < share).then(|| {
            let words = Message::plain("advice.short_index")
                .with("index", context.name_of(index))
                .with("own", Argument::Count(own))
                .with("table", Argument::Count(set.write_units_per_second))
                .with("entries", Argument::Count(index.entries.count() as u64))
                .with("items", Argument::Count(items as u64));
            let what =
                Message::plain("advice.short_index_do").with("share", Argument::Count(share));
            finding(Severity::Rejection, GLOBAL, cause_of(index), [words, what])
        })
    });
    short.collect()
}

/// Large items with one attribute as the larger part: compress it, or store it elsewhere.
pub(crate) fn large_items(context: &AdviceContext<'_>) -> Vec<Finding> {
    let table = context.table;
    let large = table.items.iter().map(|(_, stored)| stored).filter(|it| it.size >= LARGE_ITEM);
    let bulky: Vec<_> = large.filter_map(|it| Some((it, bulk(it)?))).collect();
    let largest = bulky.iter().max_by_key(|(stored, _)| stored.size);
    let Some((stored, (name, value))) = largest else { return Vec::new() };
    let size = value.size();
    let smaller = Bytes(stored.size.0 - size.0 + size.0 / COMPRESSION);
    let words = Message::plain("advice.large")
        .with("count", Argument::Count(bulky.len() as u64))
        .with("size", Argument::Bytes(stored.size.0))
        .with("units", Argument::HalfUnits(write_units(stored.size).halves()))
        .with("attribute", Argument::Code(name.as_str().into()))
        .with("bytes", Argument::Bytes(size.0));
    let what = match value {
        AttributeValue::S(_) => Message::plain("advice.large_text")
            .with("size", Argument::Bytes(smaller.0))
            .with("units", Argument::HalfUnits(write_units(smaller).halves())),
        _ => Message::plain("advice.large_binary"),
    };
    let cause = Cause::Item(item_id(table, &stored.image));
    vec![finding(Severity::Expense, LARGE, cause, [words, what])]
}

/// The text or bytes that are more than half of an item.
fn bulk(stored: &Stored) -> Option<(&AttributeName, &AttributeValue)> {
    let mut large = stored.image.iter().filter(|(_, value)| value.size().0 * 2 > stored.size.0);
    large.find(|(_, value)| matches!(value, AttributeValue::S(_) | AttributeValue::B(_)))
}
