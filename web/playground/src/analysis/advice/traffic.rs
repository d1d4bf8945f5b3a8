//! Rules on what access patterns ask of partitions and indexes.

use std::collections::{BTreeMap, BTreeSet};

use engine::model::key::KeyAttribute;
use engine::receipt::{Store, UnitKind};
use engine::table::index::Index;
use engine::table::schema::Scope;
use engine::workload::Workload;
use engine::workload::rate::RateCurve;

use crate::analysis::advice::action::shares_behind;
use crate::analysis::advice::design::{
    DESIGN_COUNT_MIN, ENTRY_COUNT_MIN, key_values, partition_key,
};
use crate::analysis::advice::share::KeyShare;
use crate::analysis::advice::{
    AdviceContext, INDEXES, SHARDING, Tried, UNIFORM, cause_of, finding,
};
use crate::analysis::amount::fitting;
use crate::analysis::day::spread;
use crate::analysis::pattern::{WHOLE, empty_load};
use crate::explain::subject::is_named;
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::message::{Argument, Message};

/// Units a second that one partition gives. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html>
const PARTITION_READ: u64 = 3_000;
const PARTITION_WRITTEN: u64 = 1_000;

const MILLION: u64 = 1_000_000;

/// Seconds of a workload that are all tried. Model: an hour is quick.
const TRIED_SECONDS_MAX: u64 = 3_600;

/// Indexes from which on a table has many. Model: the guide says "to a minimum".
const INDEX_COUNT_MANY: usize = 3;

/// A key of the table or of a global index that asks more than a partition gives.
pub(crate) fn hot_partition(context: &AdviceContext<'_>) -> Vec<Finding> {
    let own = hot_keys(context, None);
    own.into_iter()
        .chain(context.globals().flat_map(|index| hot_keys(context, Some(index))))
        .collect()
}

/// What is asked for in the busiest second with one key, in hundredths of units: written, read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Asked {
    pub units: [u64; 2],
    /// By how much that may be more or less, if it was counted in samples.
    pub error: [u64; 2],
    /// The fewest of these that a pattern has.
    pub sample_count: Option<u64>,
    /// Whether requests that ask for it cost different units, or were counted in samples.
    pub is_sampled: bool,
    /// Whether requests ask for one key after the other, each for a second or longer.
    pub is_in_blocks: bool,
}

/// The keys of the table, or of an index, that ask more than a partition gives.
fn hot_keys(context: &AdviceContext<'_>, index: Option<&Index>) -> Vec<Finding> {
    let day = context.settings.day.as_ref();
    let rate = |curve: &RateCurve, second| {
        let millionths = match curve.span {
            0 | 1 => in_second(curve, second),
            // What is sent less often than once a second counts as its part of each.
            span => {
                curve
                    .points
                    .iter()
                    .map(|it| it.per_second)
                    .max()
                    .unwrap_or(0)
                    .saturating_mul(MILLION)
                    / span
            }
        };
        fitting(spread(day, millionths.into()).into_iter().max().unwrap_or_default())
    };
    let keys = asked_by_key(context, index, rate);
    let name = index.map_or_else(|| context.table_name(), |index| context.name_of(index));
    let sides = [
        (context.ceiling(UnitKind::Write), ["advice.hot_writes", "advice.hot_writes_sampled"]),
        (context.ceiling(UnitKind::Read), ["advice.hot_reads", "advice.hot_reads_sampled"]),
    ];
    let hot = sides.into_iter().enumerate().filter_map(|(side, (limit, [exact, sampled]))| {
        let (key, Asked { units, error, sample_count, .. }) =
            keys.iter().max_by_key(|(_, asked)| asked.units[side])?;
        let (asked, error) = (units[side], error[side]);
        // What is counted in samples must be too much even if it is less.
        (asked.saturating_sub(error) > limit * 100).then(|| {
            let whole = asked.div_ceil(100);
            let words = Message::plain(if error == 0 { exact } else { sampled })
                .with("key", Argument::Code(key.as_str().into()))
                .with("units", Argument::Count(whole))
                .with("error", Argument::Count(error.div_ceil(100)))
                .with("samples", Argument::Count(sample_count.unwrap_or_default()))
                .with("limit", Argument::Count(limit))
                .with("table", name.clone());
            let words = match day {
                None => words,
                Some(_) => words.and(Message::plain("advice.hot_hour")),
            };
            let needed = Argument::Count(whole.div_ceil(limit));
            let what = Message::plain("advice.hot_do").with("count", needed);
            let (cause, source) = match index {
                Some(index) => (cause_of(index), SHARDING),
                None => (Cause::Patterns, UNIFORM),
            };
            finding(Severity::Rejection, source, cause, [words, what]).weighing(asked / limit)
        })
    });
    hot.collect()
}

/// Millionths of requests that a curve has in a second.
pub(super) fn in_second(curve: &RateCurve, second: u64) -> u64 {
    curve.at(second).saturating_mul(MILLION)
}

/// What the patterns ask of each key that they ask for often. `rate` is how many millionths of requests a curve has in a second.
pub(super) fn asked_by_key(
    context: &AdviceContext<'_>,
    index: Option<&Index>,
    rate: impl Fn(&RateCurve, u64) -> u64,
) -> BTreeMap<String, Asked> {
    let schema = index.map_or(&context.table.schema.key, |index| &index.schema.key);
    asked_by(context, index, &schema.partition, rate)
}

/// The same, if these attributes were the key.
pub(super) fn asked_by(
    context: &AdviceContext<'_>,
    index: Option<&Index>,
    key: &[KeyAttribute],
    rate: impl Fn(&RateCurve, u64) -> u64,
) -> BTreeMap<String, Asked> {
    let attributes: Vec<&str> = key.iter().map(|it| it.name.as_str()).collect();
    let mut lanes: BTreeMap<String, Vec<Lane<'_>>> = BTreeMap::new();
    let actions = context.patterns.iter().flat_map(Tried::actions);
    for tried in actions {
        let (curve, halves) = (&tried.pattern.rate, tried.halves(context, index));
        if halves == [0, 0] {
            continue;
        }
        let mut shares = tried.key_shares(context.database, &attributes);
        if shares.is_empty() {
            shares.extend(index.and_then(share_of_entries));
        }
        for share in shares {
            let is_sampled = share.error.is_some() || !tried.is_even(context, index);
            let lane = Lane { curve, halves, share, is_sampled };
            lanes.entry(lane.share.key.clone()).or_default().push(lane);
        }
    }
    for (pattern, trial) in context.workload.patterns.iter().zip(context.trials) {
        for (share, halves) in shares_behind(context, trial, &stores(context, index), &attributes) {
            let (curve, is_sampled) = (&pattern.rate, share.error.is_some());
            let lane = Lane { curve, halves, share, is_sampled };
            lanes.entry(lane.share.key.clone()).or_default().push(lane);
        }
    }
    let most = |lanes: Vec<Lane<'_>>| {
        let mut most = Asked::default();
        for second in seconds_to_try(context.workload) {
            let mut asked = Asked::default();
            for lane in &lanes {
                asked.add(lane, rate(lane.curve, second));
            }
            for side in 0..2 {
                if asked.units[side] > most.units[side] {
                    most.units[side] = asked.units[side];
                    most.error[side] = asked.error[side];
                    most.sample_count = asked.sample_count;
                }
            }
        }
        let is_in_blocks = |Lane { curve, share, .. }: &Lane<'_>| {
            share.block_size.is_some_and(|size| size >= curve.peak())
        };
        let is_sampled = lanes.iter().any(|lane| lane.is_sampled);
        Asked { is_sampled, is_in_blocks: lanes.iter().any(is_in_blocks), ..most }
    };
    lanes.into_iter().map(|(key, lanes)| (key, most(lanes))).collect()
}

/// The seconds in one of which a workload asks for most: all of a short one. Between two points of curves rates go straight, so that
/// the most of a long one is at a point.
pub(super) fn seconds_to_try(workload: &Workload) -> Vec<u64> {
    let all = 0..workload.seconds;
    if workload.seconds <= TRIED_SECONDS_MAX {
        return all.collect();
    }
    let curves = workload.patterns.iter().map(|pattern| &pattern.rate);
    let points = curves.flat_map(|curve| &curve.points).map(|point| point.second);
    let near = points.flat_map(|second| [second.saturating_sub(1), second]);
    let seconds: BTreeSet<u64> =
        (0..TRIED_SECONDS_MAX).chain(near).filter(|it| all.contains(it)).collect();
    seconds.into_iter().collect()
}

/// The requests of a pattern that ask for one key.
#[derive(Debug)]
struct Lane<'t> {
    curve: &'t RateCurve,
    /// Half units of all trials of the pattern: written, read.
    halves: [u64; 2],
    share: KeyShare,
    is_sampled: bool,
}

impl Asked {
    /// Adds so many millionths of requests of a second, of which a part ask for the key.
    fn add(&mut self, Lane { halves, share, .. }: &Lane<'_>, millionths: u64) {
        let of_block = |size: u64| millionths.min(size.saturating_mul(MILLION));
        let millionths = share.block_size.map_or(millionths, of_block);
        for (side, halves) in halves.iter().enumerate() {
            let hundredths = u128::from(*halves) * u128::from(millionths) * 50;
            let hundredths = hundredths / u128::from(WHOLE * MILLION);
            let of = |(part, whole): (u128, u128)| {
                u64::try_from(hundredths * part / whole.max(1)).unwrap_or(u64::MAX)
            };
            self.units[side] = self.units[side].saturating_add(of(share.share));
            let error = share.error.map_or(0, |(error, _)| of(error));
            self.error[side] = self.error[side].saturating_add(error);
        }
        let counts = [self.sample_count, share.error.map(|(_, count)| count)];
        self.sample_count = counts.into_iter().flatten().min();
    }
}

/// The most frequent key of an index, if a request does not say which entry it changes: as often as entries have it. Where all have one,
/// it is that one.
fn share_of_entries(index: &Index) -> Option<KeyShare> {
    let count = index.entries.count();
    let (values, largest, key) = key_values(index);
    (values == 1 || count >= DESIGN_COUNT_MIN && largest > 1).then_some(KeyShare {
        key,
        share: (largest as u128, count as u128),
        block_size: None,
        error: None,
    })
}

impl Tried<'_> {
    /// Whether all requests cost the table, or an index, the same.
    pub(super) fn is_even(&self, context: &AdviceContext<'_>, index: Option<&Index>) -> bool {
        let table = &context.table.schema.name;
        let stores = stores(context, index);
        !self.trial.uneven.iter().any(|(name, store)| name == table && stores.contains(store))
    }

    /// Half units of all trials that the partitions of the table, or of an index, serve: written, read.
    pub(super) fn halves(&self, context: &AdviceContext<'_>, index: Option<&Index>) -> [u64; 2] {
        let (table, stores) = (&context.table.schema.name, stores(context, index));
        let accounts = || stores.iter().map(|store| self.trial.units.account(table, store));
        let fetched =
            self.trial.fetched.iter().filter(|(name, _)| index.is_none() && name == table);
        let fetched: u64 = fetched.map(|(_, units)| units.halves()).sum();
        [
            accounts().map(|account| account.written.halves()).sum(),
            accounts().map(|account| account.read.halves()).sum::<u64>() + fetched,
        ]
    }
}

/// What the partitions of the table, or of an index, serve: a table its local indexes too.
fn stores(context: &AdviceContext<'_>, index: Option<&Index>) -> Vec<Store> {
    let locals = context.table.indexes.iter().filter(|it| it.schema.scope == Scope::Local);
    match index {
        Some(index) => vec![index.store()],
        None => locals.map(Index::store).chain([Store::Table]).collect(),
    }
}

/// An index of one key value: one partition has all of it. While little is asked of it, that is a design of its own for
/// a sparse index of few entries; an index of every item is not sparse.
pub(crate) fn constant_index_key(context: &AdviceContext<'_>) -> Vec<Finding> {
    let constant = context.globals().filter_map(|index| {
        let entries = index.entries.count();
        let (read, written) = context.rate(&index.store());
        let is_busy = written * 2 >= PARTITION_WRITTEN * 100 || read * 2 >= PARTITION_READ * 100;
        let is_of_all = entries >= DESIGN_COUNT_MIN && entries == context.table.items.count();
        let is_large = entries >= ENTRY_COUNT_MIN;
        let is_asked = read > 0 || written > 0;
        // Once it is known what is asked of it, that counts; a key of which too much is asked is a rule of its own.
        let is_fault = if is_asked { is_busy } else { is_large || is_of_all };
        if key_values(index).0 != 1 || !is_fault || !hot_keys(context, Some(index)).is_empty() {
            return None;
        }
        let words = if is_asked { "advice.constant_key" } else { "advice.constant_key_idle" };
        let words = Message::plain(words)
            .with("entries", Argument::Count(entries as u64))
            .with("index", context.name_of(index))
            .with("key", partition_key(index))
            .with("written", Argument::Hundredths(written))
            .with("read", Argument::Hundredths(read))
            .with("write_limit", Argument::Count(PARTITION_WRITTEN))
            .with("read_limit", Argument::Count(PARTITION_READ));
        let what = Message::plain("advice.constant_key_do");
        Some(finding(Severity::Hint, SHARDING, cause_of(index), [words, what]))
    });
    constant.collect()
}

/// An index that no access pattern reads or tries to read, though others read the table.
pub(crate) fn unread_index(context: &AdviceContext<'_>) -> Vec<Finding> {
    let is_read = context.patterns.iter().any(|tried| tried.trial.reads);
    let unread = context.table.indexes.iter().filter_map(|index| {
        let name = &context.table.schema.name;
        let mut failing = context.failing.iter();
        let is_asked = failing.any(|it| {
            let is_here = is_named(it.request("TableName"), name.as_str());
            is_here && it.request("IndexName") == index.schema.name.as_str()
        });
        let statements = context.patterns.iter().flat_map(|tried| &tried.trial.stores);
        let mut read = statements.filter(|(_, _, kind)| *kind == UnitKind::Read);
        let is_asked = is_asked || read.any(|it| it.0 == *name && it.1 == index.store());
        let was_read = !context.consumed.account(name, &index.store()).read.is_zero();
        let units = context.monthly_written(&index.store());
        if !is_read || is_asked || was_read || units == 0 || context.readers(index).next().is_some()
        {
            return None;
        }
        let words = |key| {
            let words = Message::plain(key).with("index", context.name_of(index));
            words.with("units", Argument::Count(units))
        };
        let words = match context.expected_size(index) {
            Some(size) => words("advice.unread").with("size", Argument::Size(size)),
            None => words("advice.unread_unsized"),
        };
        let what = Message::plain(match index.schema.scope {
            Scope::Global => "advice.unread_global",
            Scope::Local => "advice.unread_local",
        });
        let found = finding(Severity::Expense, INDEXES, cause_of(index), [words, what]);
        Some(context.priced(found, &empty_load(), &[index.store()]))
    });
    unread.collect()
}

/// A table that is written more than it is read, and whose indexes cost more than it does.
pub(crate) fn indexes_of_a_write_heavy_table(context: &AdviceContext<'_>) -> Vec<Finding> {
    let count = context.table.indexes.len();
    let (mut reads, mut writes) = (0, 0);
    for tried in &context.patterns {
        *(if tried.trial.reads { &mut reads } else { &mut writes }) += tried.yearly_millionths;
    }
    let own = context.monthly_written(&Store::Table);
    let theirs: u64 =
        context.table.indexes.iter().map(|index| context.monthly_written(&index.store())).sum();
    if count < INDEX_COUNT_MANY || writes <= reads || theirs <= own {
        return Vec::new();
    }
    let words = Message::plain("advice.write_heavy")
        .with("count", Argument::Count(count as u64))
        .with("theirs", Argument::Count(theirs))
        .with("own", Argument::Count(own))
        .with("table", context.table_name());
    let words = [words, Message::plain("advice.write_heavy_do")];
    let found = finding(Severity::Expense, INDEXES, Cause::Table, words);
    // What they are read for would be read elsewhere.
    let mut less = empty_load();
    for store in context.table.indexes.iter().map(Index::store) {
        let table = &context.table.schema.name;
        let halves = context.load.halves(table, &store, UnitKind::Write);
        less.add(table, &store, UnitKind::Write, halves);
    }
    vec![context.priced(found, &less, &[])]
}

#[cfg(test)]
mod tests {
    use engine::database::{Config, Database};
    use engine::workload::pattern::AccessPattern;
    use engine::workload::rate::RateCurve;

    use crate::analysis::advice::advice_view;
    use crate::analysis::pattern::{Basis, Trial, WHOLE, unlimited};
    use crate::message::text;
    use crate::sandbox::document::Document;
    use crate::sandbox::plan::Plan;
    use crate::sandbox::state::State;

    /// A table whose throughput is limited, after a number of puts in one second to a number of keys.
    fn throttled(put_count: usize, key_count: usize) -> Database {
        let mut config = Config::default();
        config.throughput.is_enforced = true;
        let mut database = Database::new(config);
        let table = r#"{
            "TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }]
        }"#;
        engine::api::call(&mut database, "CreateTable", table).unwrap();
        for number in 0..put_count {
            let put = format!(
                r#"{{ "TableName": "Things", "Item": {{ "id": {{ "S": "key {}" }} }} }}"#,
                number % key_count
            );
            // Some are throttled.
            drop(engine::api::call(&mut database, "PutItem", &put));
        }
        database
    }

    /// What is measured of them.
    fn measured(put_count: usize, key_count: usize) -> Vec<String> {
        let state = State::new(throttled(put_count, key_count), &Document::empty(""));
        let view = advice_view(&state, state.database.table("Things").unwrap());
        view.findings.iter().map(|finding| text(&finding.words[0])).collect()
    }

    #[test]
    fn a_key_that_was_throttled_is_named_with_its_partition() {
        let found = measured(1_200, 1);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with("key 0 took 100% of what partition"), "{found:?}");
        let end =
            "which was all of its 1,000\u{a0}WCU a second. 200 attempts were throttled there.";
        assert!(found[0].ends_with(end), "{found:?}");
    }

    #[test]
    fn a_pattern_works_whatever_is_left_of_this_second() {
        let pattern = AccessPattern {
            name: "Put".to_owned(),
            operation: "PutItem".to_owned(),
            request: r#"{ "TableName": "Things", "Item": { "id": { "S": "key 0" } } }"#.to_owned(),
            rate: RateCurve::constant(1),
        };
        let database = throttled(1_200, 1);
        let plan = Plan::default();
        let tried = |database: &Database, pattern: &AccessPattern| {
            Trial::of(database, pattern, Basis::Expected(&plan.cost, &plan.note("")))
        };
        assert_eq!(tried(&database, &pattern).rejected_count, WHOLE);
        assert_eq!(tried(&unlimited(&database), &pattern).rejected_count, 0);
    }

    #[test]
    fn what_is_spread_or_not_rejected_is_not_named() {
        assert_eq!(measured(900, 1), Vec::<String>::new());
        assert_eq!(measured(3_000, 300), Vec::<String>::new());
    }
}
