//! What a workload will ask of tables and keys, before it runs: in units, in words, and beside the limits.

use engine::database::Database;
use engine::json::value::parse;
use engine::model::key::KeySchema;
use engine::receipt::Store;
use engine::table::Table;

use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use serde_json::Value;

use crate::analysis::advice::planned::{Burst, PlannedKey, PlannedStore, is_limited, planned};
use crate::analysis::pattern::{Basis, Trial, of_a_hundred, unlimited};
use crate::analysis::rehearsal::rehearse;
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::method;
use crate::explain::subject::{fill, table_named};
use crate::sandbox::state::State;
use crate::sandbox::workload::{ITEM_COUNT_MAX, seconds_that_fit, workload_of};
use crate::view::message::{Argument, Message};
use crate::view::placeholder::placeholders;
use crate::view::traffic::{RequestPart, RequestPlan, StorePlan, TrafficView};
use crate::view::value::Text;
use crate::view::workload::WorkloadPlan;
use crate::views::pattern::terms;
use crate::views::pattern_note::sampled;

/// Members of a request that say what it reads, besides its keys.
const MEMBERS: [&str; 9] = [
    "IndexName",
    "KeyConditionExpression",
    "FilterExpression",
    "UpdateExpression",
    "ConditionExpression",
    "ProjectionExpression",
    "Limit",
    "Segment",
    "ConsistentRead",
];

/// What a workload will ask.
pub(crate) fn traffic_view(state: &State, plan: &WorkloadPlan) -> TrafficView {
    let workload = workload_of(plan);
    let unlimited = unlimited(&state.database);
    let patterns = &workload.patterns;
    let tried = |pattern| Trial::of(&unlimited, pattern, Basis::Here { issued: 0 });
    let mut trials: Vec<Trial> = patterns.iter().map(tried).collect();
    rehearse(&state.database, &workload, &mut trials);
    let planned = planned(state, (&workload, &trials), &unlimited);
    let request = |(pattern, trial)| request_plan(state, pattern, trial);
    let items = too_many_items(&state.database, &workload);
    let before_items = items.as_ref().map_or(workload.seconds, |(second, _)| second - 1);
    let shorter = before_items.min(seconds_that_fit(&workload));
    TrafficView {
        requests: patterns.iter().zip(&trials).map(request).collect(),
        stores: planned.iter().map(|it| store_plan(state, &workload, it)).collect(),
        remarks: items.into_iter().map(|(_, words)| words).collect(),
        shorter: (1..workload.seconds).contains(&shorter).then_some(shorter),
    }
}

fn request_plan(state: &State, pattern: &AccessPattern, trial: &Trial) -> RequestPlan {
    let fault = trial.fault.as_ref().map(|fault| {
        let words = fault.message.clone().unwrap_or_else(|| "".into());
        Message::plain("traffic.rejected")
            .with("count", Argument::Count(of_a_hundred(trial.rejected_count)))
            .with("total", Argument::Count(100))
            .with("error", Argument::English(words))
    });
    let request = parse(&pattern.request).unwrap_or_default();
    let (parts, terms) = (parts(state, &request), terms(state, trial));
    RequestPlan { parts, terms, note: sampled(trial), fault }
}

/// The keys and conditions of a request.
fn parts(state: &State, request: &Value) -> Vec<RequestPart> {
    let table = request["TableName"].as_str();
    let table = table.and_then(|name| table_named(&state.database, name));
    let definitions = table.map(|table| &table.schema.attribute_definitions);
    let is_key = |name: &str| {
        definitions.is_some_and(|all| all.iter().any(|attribute| attribute.name.as_str() == name))
    };
    let maps = ["Key", "Item"].into_iter().filter_map(|member| request[member].as_object());
    let keys = maps.flatten().filter(|(name, _)| is_key(name));
    let keys = keys.filter_map(|(name, value)| {
        let text = value.as_object()?.values().next()?.as_str()?;
        Some(part(name, text.to_owned()))
    });
    let members = MEMBERS.into_iter().filter_map(|name| match &request[name] {
        Value::String(text) => Some(part(name, fill(text, request))),
        Value::Null => None,
        value => Some(part(name, value.to_string())),
    });
    keys.chain(members).collect()
}

fn part(name: &str, text: String) -> RequestPart {
    RequestPart { name: name.into(), words: placeholders(&text), text: text.into() }
}

fn store_plan(state: &State, workload: &Workload, planned: &PlannedStore) -> StorePlan {
    let PlannedStore { table, store, kind, units, is_sampled, limit, burst, key } = planned;
    let schema = state.database.table(table.as_str()).map(|table| &table.schema);
    let name = match store {
        Store::Table => table.as_str(),
        Store::Local(index) | Store::Global(index) => index.as_str(),
    };
    let hue = match store {
        Store::Table => None,
        Store::Local(_) | Store::Global(_) => schema.and_then(|it| hue_of_index(it, name)),
    };
    let unit = || Message::plain(method(*kind).unit());
    let asked = units.iter().copied().max().unwrap_or_default();
    let is_limited = is_limited(workload);
    let (words, second) = match burst {
        _ if !is_limited || asked <= *limit => ("traffic.store", 0),
        None => ("traffic.over", 0),
        Some(Burst::Covers) => ("traffic.burst_covers", 0),
        Some(Burst::Until(second)) => ("traffic.burst_until", *second),
    };
    let words = Message::plain(words)
        .with("store", Argument::Name(name.into(), hue))
        .with("sampled", Argument::Choice(if *is_sampled { "yes" } else { "no" }))
        .with("asked", amount(asked, *is_sampled))
        .with("limit", Argument::Count(*limit))
        .with("over", amount(asked.saturating_sub(*limit), *is_sampled))
        .with("second", Argument::Count(second))
        .with("unit", unit());
    let key = key.as_ref().map(|PlannedKey { key, units, is_sampled, limit }| {
        let is_over = is_limited && units > limit;
        let words = Message::plain(if is_over { "traffic.key_over" } else { "traffic.key" })
            .with("key", Argument::Code(key.as_str().into()))
            .with("asked", amount(*units, *is_sampled))
            .with("limit", Argument::Count(*limit))
            .with("over", amount(units.saturating_sub(*limit), *is_sampled))
            .with("unit", unit());
        (words, is_over)
    });
    StorePlan {
        name: Text::from(name),
        hue,
        method: method(*kind),
        units: units.as_slice().into(),
        limit: *limit,
        words,
        is_over: is_limited && asked > *limit && *burst != Some(Burst::Covers),
        key,
    }
}

/// "800", or "about 800".
fn amount(count: u64, is_sampled: bool) -> Message {
    let words = if is_sampled { "verdict.about" } else { "verdict.exactly" };
    Message::plain(words).with("count", Argument::Count(count))
}

/// In which second a run could end because it has written more items than a table of the page holds, counted from 1, and in words.
fn too_many_items(database: &Database, workload: &Workload) -> Option<(u64, Message)> {
    let limit = ITEM_COUNT_MAX as u64;
    let mut ends = database.tables().filter_map(|table| {
        let writers = workload.patterns.iter();
        let writers = writers
            .filter_map(|pattern| Some((&pattern.rate, ItemKeys::of(database, table, pattern)?)));
        let writers: Vec<_> = writers.collect();
        if writers.is_empty() {
            return None;
        }
        let mut sent = vec![0_u64; writers.len()];
        let mut end = None;
        let mut count = table.items.count() as u64;
        for second in 0..workload.seconds {
            count = table.items.count() as u64;
            for ((rate, keys), sent) in writers.iter().zip(&mut sent) {
                *sent = sent.saturating_add(rate.at(second));
                count = count.saturating_add(keys.count(*sent));
            }
            if count > limit {
                end.get_or_insert(second + 1);
            }
        }
        Some((end?, count, table))
    });
    let (second, count, table) = ends.by_ref().min_by_key(|(second, ..)| *second)?;
    let words = Message::plain("traffic.items")
        .with("count", Argument::Count(count))
        .with("table", Argument::Name(table.schema.name.as_str().into(), None))
        .with("limit", Argument::Count(limit))
        .with("second", Argument::Count(second))
        .with("whole", Argument::Count(workload.seconds));
    Some((second, words))
}

/// How many different keys the requests of a pattern can have.
#[derive(Debug)]
struct ItemKeys {
    /// Of placeholders that become one of some values.
    values: u64,
    /// How many requests have the same value, of placeholders that become one after the other.
    blocks: Vec<u64>,
}

impl ItemKeys {
    /// Those of a pattern that can add items to a table.
    fn of(database: &Database, table: &Table, pattern: &AccessPattern) -> Option<Self> {
        let request = parse(&pattern.request).unwrap_or_default();
        let member = match pattern.operation.as_str() {
            "PutItem" => "Item",
            "UpdateItem" => "Key",
            _ => return None,
        };
        let own = request["TableName"].as_str().and_then(|name| table_named(database, name))?;
        if own.schema.name != table.schema.name {
            return None;
        }
        let mut keys = Self { values: 1, blocks: Vec::new() };
        for attribute in table.schema.key.attributes() {
            let value = request[member][attribute.name.as_str()].as_object();
            let text = value.and_then(|value| value.values().next()?.as_str()).unwrap_or_default();
            text.split('{').skip(1).filter_map(|it| Some(it.split_once('}')?.0)).for_each(|it| {
                keys.add(&it.split_whitespace().collect::<Vec<_>>(), &table.schema.key);
            });
        }
        Some(keys)
    }

    fn add(&mut self, placeholder: &[&str], key: &KeySchema) {
        let is_in_key = |source: &str| key.attributes().any(|it| it.name.as_str() == source);
        match placeholder {
            // Of the same source it is the same suffix.
            ["hash" | "product", _, source] if is_in_key(source) => {}
            ["uniform" | "zipf" | "hot" | "round" | "shard" | "hash" | "product", count, ..] => {
                self.values = self.values.saturating_mul(count.parse().unwrap_or(u64::MAX));
            }
            ["block", size] => self.blocks.push(size.parse().unwrap_or(1).max(1)),
            ["sequence" | "now" | "unix"] => self.blocks.push(1),
            // Of texts and dates, other attributes say more.
            _ => {}
        }
    }

    /// At most so many different ones of so many requests.
    fn count(&self, requests: u64) -> u64 {
        let blocks = self.blocks.iter().map(|size| requests.div_ceil(*size));
        blocks.fold(self.values, u64::saturating_mul).min(requests)
    }
}
