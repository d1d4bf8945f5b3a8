//! Rules on what access patterns ask of partitions and indexes.

use std::collections::BTreeMap;

use engine::json::value::parse;
use engine::receipt::{Store, UnitKind};
use engine::table::schema::Scope;
use serde_json::Value;

use crate::analysis::advice::design::{
    DESIGN_COUNT_MIN, ENTRY_COUNT_MIN, key_values, partition_key,
};
use crate::analysis::advice::{
    AdviceContext, INDEXES, SHARDING, Tried, UNIFORM, cause_of, finding,
};
use crate::analysis::pattern::SAMPLE_COUNT;
use crate::view::advice::{Cause, Finding, Severity};
use crate::view::decimal::Decimal;
use crate::view::message::{Argument, Message};

/// Units a second that one partition gives. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html>
const PARTITION_READ: u64 = 3_000;
const PARTITION_WRITTEN: u64 = 1_000;

/// Requests of all that are tried, from which on a key is no accident. Model: a tenth.
const HOT_COUNT_MIN: u64 = SAMPLE_COUNT / 10;

/// The weight of the first number of Zipf's law, of which others are fractions. Model: that of workloads.
const ZIPF_WEIGHT: u128 = 1 << 32;

/// Indexes from which on a table has many. Model: the guide says "to a minimum".
const INDEX_COUNT_MANY: usize = 3;

/// A key that asks more than a partition gives.
pub(crate) fn hot_partition(context: &AdviceContext<'_>) -> Vec<Finding> {
    let attribute = &context.table.schema.key.partition[0].name;
    // Hundredths of units a second, by the text of the key.
    let mut keys: BTreeMap<String, [u64; 2]> = BTreeMap::new();
    for tried in context.patterns.iter().filter(|tried| tried.peak() > 0) {
        let shares = match exact_share(tried, attribute.as_str()) {
            Some((key, share)) => BTreeMap::from([(key, share)]),
            None => sampled_shares(tried, attribute.as_str()),
        };
        for (key, (part, whole)) in shares {
            let asked = keys.entry(key).or_insert([0, 0]);
            for (asked, units) in asked.iter_mut().zip(tried.table_halves(context)) {
                let halves = u128::from(units) * u128::from(tried.peak()) * 50;
                let halves = halves / u128::from(SAMPLE_COUNT) * part / whole;
                *asked = asked.saturating_add(u64::try_from(halves).unwrap_or(u64::MAX));
            }
        }
    }
    let sides = [
        (context.ceiling(UnitKind::Write), "advice.hot_writes"),
        (context.ceiling(UnitKind::Read), "advice.hot_reads"),
    ];
    let hot = sides.into_iter().enumerate().filter_map(|(side, (limit, words))| {
        let (key, asked) = keys.iter().max_by_key(|(_, asked)| asked[side])?;
        (asked[side] > limit * 100).then(|| {
            let words = Message::plain(words)
                .with("key", Argument::Code(key.as_str().into()))
                .with("units", Argument::Count(asked[side].div_ceil(100)))
                .with("limit", Argument::Count(limit))
                .with("table", context.table_name());
            let needed = Argument::Count(asked[side].div_ceil(100).div_ceil(limit));
            let what = Message::plain("advice.hot_do").with("count", needed);
            finding(Severity::Rejection, UNIFORM, Cause::Patterns, [words, what])
        })
    });
    hot.collect()
}

/// A part of all requests, as a fraction.
type Share = (u128, u128);

/// The key that a pattern asks for most often, and the share of its requests that do: by the arithmetic of its placeholders. `None` if
/// there is none for one of them.
fn exact_share(tried: &Tried<'_>, attribute: &str) -> Option<(String, Share)> {
    let request = parse(&tried.pattern.request).ok()?;
    let key = ["Key", "Item"].map(|member| &request[member][attribute]);
    let mut rest = key.into_iter().find_map(key_text)?;
    let (mut text, mut share) = (String::new(), (1, 1));
    while let Some((before, behind)) = rest.split_once('{') {
        let (placeholder, behind) = behind.split_once('}')?;
        let (number, (part, whole)) = most_frequent(placeholder)?;
        text.extend([before, number]);
        share = (share.0 * part, u128::saturating_mul(share.1, whole));
        rest = behind;
    }
    Some((text + rest, share))
}

/// What a placeholder becomes most often, and how often.
fn most_frequent(placeholder: &str) -> Option<(&str, Share)> {
    let words: Vec<&str> = placeholder.split_whitespace().collect();
    match words.as_slice() {
        ["uniform" | "shard" | "round", count] => Some(("1", (1, count.parse().ok()?))),
        // The second is asked for half as often as the first, the third a third as often.
        ["zipf", count] => {
            let weights = (1..=count.parse().ok()?).map(|number| ZIPF_WEIGHT / number);
            Some(("1", (ZIPF_WEIGHT, weights.sum())))
        }
        ["hot", _, percent] => {
            let (part, whole) = Decimal::parse(percent.strip_suffix('%')?)?.fraction();
            Some(("1", (part.into(), u128::from(whole) * 100)))
        }
        // Each request has another number.
        ["sequence"] => Some(("1", (0, 1))),
        _ => None,
    }
}

/// The keys that many of the tried requests have, and the share that does.
fn sampled_shares(tried: &Tried<'_>, attribute: &str) -> BTreeMap<String, Share> {
    let mut counts: BTreeMap<String, u64> = BTreeMap::new();
    for request in &tried.requests {
        let key = ["Key", "Item"].map(|member| &request[member][attribute]);
        if let Some(key) = key.into_iter().find_map(key_text) {
            *counts.entry(key.to_owned()).or_insert(0) += 1;
        }
    }
    let many = counts.into_iter().filter(|(_, count)| *count >= HOT_COUNT_MIN);
    many.map(|(key, count)| (key, (count.into(), SAMPLE_COUNT.into()))).collect()
}

/// The text of a key in DynamoDB's JSON.
fn key_text(value: &Value) -> Option<&str> {
    value["S"].as_str().or_else(|| value["N"].as_str())
}

impl Tried<'_> {
    /// The most requests of a second.
    fn peak(&self) -> u64 {
        self.pattern.rate.peak()
    }

    /// Half units of all trials that the table itself pays: written, read.
    fn table_halves(&self, context: &AdviceContext<'_>) -> [u64; 2] {
        let account = self.trial.units.account(&context.table.schema.name, &Store::Table);
        [account.written.halves(), account.read.halves()]
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
        if key_values(index).0 != 1 || !(is_busy || is_large || is_of_all) {
            return None;
        }
        let is_over = written > PARTITION_WRITTEN * 100 || read > PARTITION_READ * 100;
        let severity = if is_over { Severity::Rejection } else { Severity::Hint };
        let is_asked = read > 0 || written > 0;
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
        Some(finding(severity, SHARDING, cause_of(index), [words, what]))
    });
    constant.collect()
}

/// An index that no access pattern reads, though others read the table.
pub(crate) fn unread_index(context: &AdviceContext<'_>) -> Vec<Finding> {
    if !context.patterns.iter().any(|tried| tried.trial.reads) {
        return Vec::new();
    }
    let unread = context.table.indexes.iter().filter_map(|index| {
        let name = &context.table.schema.name;
        let was_read = !context.consumed.account(name, &index.store()).read.is_zero();
        if was_read || context.readers(index).next().is_some() {
            return None;
        }
        let words = Message::plain("advice.unread")
            .with("index", context.name_of(index))
            .with("units", Argument::Count(context.monthly_written(&index.store())))
            .with("size", Argument::Size(index.entries.size().0));
        let what = Message::plain(match index.schema.scope {
            Scope::Global => "advice.unread_global",
            Scope::Local => "advice.unread_local",
        });
        Some(finding(Severity::Expense, INDEXES, cause_of(index), [words, what]))
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
    vec![finding(
        Severity::Expense,
        INDEXES,
        Cause::Table,
        [words, Message::plain("advice.write_heavy_do")],
    )]
}

#[cfg(test)]
mod tests {
    use engine::database::{Config, Database};
    use engine::workload::pattern::AccessPattern;
    use engine::workload::rate::RateCurve;

    use crate::analysis::advice::advice_view;
    use crate::analysis::pattern::{SAMPLE_COUNT, Trial, unlimited};
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
            Trial::of(database, pattern, &plan.cost, &plan.note(""))
        };
        assert_eq!(tried(&database, &pattern).rejected_count, SAMPLE_COUNT);
        assert_eq!(tried(&unlimited(&database), &pattern).rejected_count, 0);
    }

    #[test]
    fn what_is_spread_or_not_rejected_is_not_named() {
        assert_eq!(measured(900, 1), Vec::<String>::new());
        assert_eq!(measured(3_000, 300), Vec::<String>::new());
    }
}
