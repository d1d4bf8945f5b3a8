//! Rules that need only the current table.

use engine::operation::Operation;
use engine::receipt::{Store, UnitKind};
use engine::table::index::Index;
use engine::table::schema::Scope;
use engine::table::storage::Stored;

use crate::analysis::advice::{AdviceContext, GLOBAL, INDEXES, THROUGHPUT, cause_of, finding};
use crate::analysis::amount::fitting;
use crate::analysis::day::{settled, spread};
use crate::analysis::provisioned::maximum_of;
use crate::explain::receipt::method;
use crate::sandbox::item_id::partition_text;
use crate::sandbox::order::compare_partitions;
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::message::{Argument, Message};

/// Entries from which on the number of key values is significant. Model: below, a sandbox is an example.
pub(crate) const ENTRY_COUNT_MIN: usize = 20;

/// The fewest entries from which a key is called a fault of the design. Model: with two, any key looks like one.
pub(crate) const DESIGN_COUNT_MIN: usize = 3;

/// Values of a key that are few of so many times as many entries. Model: three levels of ten employees.
const LEVEL_COUNT: usize = 3;

/// So many entries to a key value, on average, are few values. Model: S0 names ten pay levels of many employees.
const ENTRIES_OF_VALUE: usize = 10;

/// An index whose key has few values for its entries: they are in few partitions, and a query finds too many.
pub(crate) fn few_key_values(context: &AdviceContext<'_>) -> Vec<Finding> {
    let few = context.globals().filter_map(|index| {
        let (values, largest, _) = key_values(index);
        let count = index.entries.count();
        let is_few = count >= ENTRY_COUNT_MIN && values * ENTRIES_OF_VALUE <= count;
        let is_uneven = count >= DESIGN_COUNT_MIN && largest * 2 >= count;
        // Ten employees of three pay levels.
        let is_example = values <= LEVEL_COUNT && values * LEVEL_COUNT <= count;
        // A sort key narrows a query, and how many values there will be, patterns say better than a few items.
        let is_fault = index.schema.key.sort.is_empty()
            && (is_few || is_uneven || is_example)
            && !is_drawn_widely(context, index);
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

/// Whether a pattern puts items with many values of the partition key of an index.
fn is_drawn_widely(context: &AdviceContext<'_>, index: &Index) -> bool {
    let key = &index.schema.key.partition;
    let attributes: Vec<&str> = key.iter().map(|attribute| attribute.name.as_str()).collect();
    let puts =
        context.patterns.iter().filter(|it| it.pattern.operation == Operation::PutItem.name());
    let mut shares = puts.map(|tried| tried.key_shares(context.database, &attributes));
    let is_small = |(part, whole): (u128, u128)| part * ENTRIES_OF_VALUE as u128 <= whole;
    shares.any(|shares| !shares.is_empty() && shares.iter().all(|it| is_small(it.share)))
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

/// A table or global index that is provisioned with less than the access patterns ask of it in the busiest hour, or that may use less
/// on demand. Whatever else is wrong, it has to be raised first.
pub(crate) fn short_throughput(context: &AdviceContext<'_>) -> Vec<Finding> {
    let mut found = Vec::new();
    for (store, name, cause, (read, written)) in asked_of_stores(context) {
        for (kind, average) in [(UnitKind::Write, written), (UnitKind::Read, read)] {
            let Some(Shortage { asked, own, words }) = shortage(context, &store, kind, average)
            else {
                continue;
            };
            let [words, what] = words.map(Message::plain);
            let words = words
                .with("store", name.clone())
                .with("asked", Argument::Hundredths(asked))
                .with("own", Argument::Count(own))
                .with("burst", Argument::Ms(burst_ms(context, own, asked)))
                .with("unit", Message::plain(method(kind).unit()));
            let needed = asked.div_ceil(100);
            let what = what
                .with("store", name.clone())
                .with("needed", Argument::Count(needed))
                .with("unit", Message::plain(method(kind).unit()));
            let index = context.globals().find(|it| it.store() == store);
            let share = index.filter(|_| kind == UnitKind::Write);
            let share = share.and_then(|index| share_of_writes(context, index));
            let what = match share.filter(|share| *share > needed) {
                None => what,
                Some(share) => {
                    let whole =
                        Message::plain("advice.short_whole").with("table", context.table_name());
                    what.and(whole.with("share", Argument::Count(share)))
                }
            };
            let found_here = finding(Severity::Rejection, THROUGHPUT, cause.clone(), [words, what]);
            found.push(found_here.weighing(asked / own.max(1)));
        }
    }
    found
}

/// More asked of a store than it serves.
struct Shortage {
    /// Hundredths of units a second, in the busiest hour.
    asked: u64,
    /// Units a second that it serves.
    own: u64,
    /// What it is, and what can be done.
    words: [&'static str; 2],
}

/// What a table or global index lacks, of which so many hundredths of units a second are asked on average.
fn shortage(
    context: &AdviceContext<'_>,
    store: &Store,
    kind: UnitKind,
    average: u64,
) -> Option<Shortage> {
    let day = context.settings.day.as_ref();
    let asked = fitting(spread(day, average.into()).into_iter().max().unwrap_or_default());
    let (own, words) = if let Some(set) = context.provisioned(store, kind) {
        let policy = context.scaling(store).policy(kind);
        let own = fitting(settled(policy, set, (asked.into(), 100)));
        let key = if day.is_some() { "advice.short_hour" } else { "advice.short" };
        (own, [key, "advice.short_do"])
    } else {
        let key = match day {
            None => "advice.short_maximum",
            Some(_) => "advice.short_maximum_hour",
        };
        (maximum_of(context.table, store, kind)?, [key, "advice.short_maximum_do"])
    };
    (asked > own.saturating_mul(100)).then_some(Shortage { asked, own, words })
}

/// The table and its global indexes, each with its name, and with the hundredths of units a second that are read and written of it.
pub(super) fn asked_of_stores(
    context: &AdviceContext<'_>,
) -> Vec<(Store, Argument, Cause, (u64, u64))> {
    let locals = context.table.indexes.iter().filter(|index| index.schema.scope == Scope::Local);
    // What local indexes consume, the table pays.
    let of_table = locals.map(Index::store).chain([Store::Table]).map(|store| context.rate(&store));
    let of_table = of_table.fold((0, 0), |sum, rate| (sum.0 + rate.0, sum.1 + rate.1));
    let own = (Store::Table, context.table_name(), Cause::Table, of_table);
    let globals = context.globals().map(|index| {
        (index.store(), context.name_of(index), cause_of(index), context.rate(&index.store()))
    });
    [own].into_iter().chain(globals).collect()
}

/// How long a full burst bears so many hundredths of units a second, of which so many units are provisioned.
fn burst_ms(context: &AdviceContext<'_>, own: u64, asked: u64) -> u64 {
    let saved = own.saturating_mul(context.database.config().throughput.burst_seconds);
    saved.saturating_mul(100_000) / (asked - own.saturating_mul(100))
}

/// The share of an index in what its table is provisioned to write. A sparse index needs as much less as it has fewer entries.
fn share_of_writes(context: &AdviceContext<'_>, index: &Index) -> Option<u64> {
    let set = context.provisioned(&Store::Table, UnitKind::Write)?;
    let items = context.table.items.count() as u64;
    (items > 0).then(|| (set * index.entries.count() as u64).div_ceil(items))
}

/// A global index that is provisioned with less than its share of what its table may write.
pub(crate) fn short_index_throughput(context: &AdviceContext<'_>) -> Vec<Finding> {
    let short = context.globals().filter_map(|index| {
        let (store, kind) = (index.store(), UnitKind::Write);
        let set = context.provisioned(&Store::Table, kind)?;
        let own = context.provisioned(&store, kind)?;
        let share = share_of_writes(context, index)?;
        // What the patterns write is known better than what the table could, and is a rule of its own.
        let (_, written) = context.rate(&store);
        let is_enough = written > 0 && written <= own * 100;
        let is_told = is_enough || shortage(context, &store, kind, written).is_some();
        (own < share && !is_told).then(|| {
            let words = Message::plain("advice.short_index")
                .with("index", context.name_of(index))
                .with("own", Argument::Count(own))
                .with("table", Argument::Count(set))
                .with("entries", Argument::Count(index.entries.count() as u64))
                .with("items", Argument::Count(context.table.items.count() as u64));
            let what =
                Message::plain("advice.short_index_do").with("share", Argument::Count(share));
            finding(Severity::Rejection, GLOBAL, cause_of(index), [words, what])
        })
    });
    short.collect()
}
