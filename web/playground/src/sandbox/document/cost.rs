//! The settings of the cost calculation in a document.

use std::ops::RangeInclusive;

use serde_json::{Map, Value, json};

use crate::sandbox::document::reader::{Reader, decimal_json, is_longer};
use crate::sandbox::limit::{
    self, BACKUP_COUNTS, EXPECTED_COUNT_MAX, EXPECTED_ENTRIES, EXPECTED_ITEMS,
    EXPECTED_NAME_LENGTH_MAX, GROWTH_COUNT_MAX, LIFE_DAYS, PRICE_COUNT_MAX, PRICE_LENGTH_MAX,
    STREAM_READS, UTILISATION_PERCENTS,
};
use crate::view::cost::{CostSettings, ExpectedCount, PayMode, TableClass};
use crate::view::day::{DayCurve, HOUR_COUNT, NoCurve};
use crate::view::growth::TableGrowth;
use crate::view::message::Message;
use crate::view::value::Text;

/// Writes each setting that is not as usual.
pub(crate) fn cost_json(cost: &CostSettings) -> Map<String, Value> {
    let usual = CostSettings::default();
    let mut json = Map::new();
    let mut put = |name: &str, value: Value| drop(json.insert(name.into(), value));
    if cost.region != usual.region {
        put("region", cost.region.as_ref().into());
    }
    if let Some(class) = cost.class {
        put("class", class.id().into());
    }
    if let Some(mode) = cost.mode {
        put("mode", mode.id().into());
    }
    if cost.free_tier {
        put("free_tier", true.into());
    }
    if cost.utilisation_percent != usual.utilisation_percent {
        put("utilisation", decimal_json(cost.utilisation_percent));
    }
    if cost.is_scaled {
        put("scaled", true.into());
    }
    if cost.has_recovery {
        put("recovery", true.into());
    }
    if let Some(count) = cost.backup_count {
        put("backups", count.into());
    }
    if let Some(count) = cost.stream_reads {
        put("stream_reads", count.into());
    }
    if let Some(day) = &cost.day {
        put("day", day.hours().as_slice().into());
    }
    if !cost.growth.is_empty() {
        put("growth", cost.growth.iter().map(growth_json).collect());
    }
    if let Some(count) = cost.item_count {
        put("items", count.into());
    }
    if !cost.expected.is_empty() {
        put("expected", cost.expected.iter().map(expected_json).collect());
    }
    if !cost.prices.is_empty() {
        let prices = cost.prices.iter().map(|(key, text)| (key.to_string(), (**text).into()));
        put("prices", Value::Object(prices.collect()));
    }
    json
}

fn expected_json(expected: &ExpectedCount) -> Value {
    let ExpectedCount { table, index, count } = expected;
    let mut json = json!({ "table": &**table, "count": count });
    if let Some(index) = index {
        json["index"] = (&**index).into();
    }
    json
}

/// How many items or entries a table or index will have. What is none is reported and left out.
fn expected_of(reader: &mut Reader<'_>) -> Vec<ExpectedCount> {
    let mut expected = Vec::new();
    for (position, json) in reader.list("expected", EXPECTED_COUNT_MAX).iter().enumerate() {
        let short = |text: &&str| !is_longer(text, EXPECTED_NAME_LENGTH_MAX);
        let name = |member: &str| json[member].as_str().filter(short).map(Text::from);
        let count = json["count"].as_u64().filter(|count| EXPECTED_ENTRIES.contains(count));
        match (name("table"), name("index"), count) {
            (Some(table), index, Some(count)) if index.is_some() || json["index"].is_null() => {
                expected.push(ExpectedCount { table, index, count });
            }
            (_, _, _) => {
                let member = format!("expected[{position}]");
                reader.report(&member, Message::plain("problem.not_expected"));
            }
        }
    }
    expected
}

fn growth_json(growth: &TableGrowth) -> Value {
    let TableGrowth { table, monthly, days, collection_monthly } = growth;
    let mut json = json!({ "table": &**table, "monthly": monthly });
    if let Some(days) = days {
        json["days"] = (*days).into();
    }
    if let Some(count) = collection_monthly {
        json["collection_monthly"] = (*count).into();
    }
    json
}

/// How tables grow. What is no growth is reported and left out.
fn growth_of(reader: &mut Reader<'_>) -> Vec<TableGrowth> {
    let mut all: Vec<TableGrowth> = Vec::new();
    for (position, json) in reader.list("growth", GROWTH_COUNT_MAX).iter().enumerate() {
        let table = json["table"].as_str().filter(|it| !is_longer(it, EXPECTED_NAME_LENGTH_MAX));
        let number = |member: &str, range: &RangeInclusive<u64>| match &json[member] {
            Value::Null => Some(None),
            given => given.as_u64().filter(|it| range.contains(it)).map(Some),
        };
        let monthly = number("monthly", &EXPECTED_ENTRIES).flatten();
        let days = number("days", &LIFE_DAYS);
        let collection_monthly = number("collection_monthly", &EXPECTED_ENTRIES);
        let is_new = |table: &str| all.iter().all(|other| &*other.table != table);
        match (table, monthly, days, collection_monthly) {
            (Some(table), Some(monthly), Some(days), Some(collection_monthly)) if is_new(table) => {
                all.push(TableGrowth { table: table.into(), monthly, days, collection_monthly });
            }
            _ => {
                reader.report(&format!("growth[{position}]"), Message::plain("problem.not_growth"));
            }
        }
    }
    all
}

/// How a load is spread over a day. What is no curve is reported and left out.
fn day_of(reader: &mut Reader<'_>) -> Option<DayCurve> {
    let hours = reader.list("day", HOUR_COUNT);
    let loads: Option<Vec<u64>> = hours.iter().map(Value::as_u64).collect();
    if hours.is_empty() {
        return None;
    }
    let curve = loads.ok_or(NoCurve).and_then(|loads| DayCurve::of(&loads));
    curve.unwrap_or_else(|fault| {
        reader.report("day", fault.words());
        None
    })
}

/// Reads the settings.
pub(crate) fn cost_of(mut reader: Reader<'_>) -> CostSettings {
    let usual = CostSettings::default();
    let classes = TableClass::ALL.map(|class| (class.id(), class));
    let modes = PayMode::ALL.map(|mode| (mode.id(), mode));
    let mut prices: Vec<(Text, Text)> = Vec::new();
    let given: Vec<_> = reader.map("prices", PRICE_COUNT_MAX).collect();
    for (key, text) in given {
        let short = |text: &&str| !is_longer(text, PRICE_LENGTH_MAX);
        let price = text.as_str().filter(|text| limit::price(text).is_some());
        match (Some(key.as_str()).filter(short), price) {
            (Some(key), Some(text)) => prices.push((key.into(), text.into())),
            _ => reader.report("prices", Message::plain("cost.not_a_price")),
        }
    }
    let settings = CostSettings {
        region: reader.text("region", PRICE_LENGTH_MAX).map_or(usual.region, Text::from),
        class: reader.choice("class", &classes),
        mode: reader.choice("mode", &modes),
        free_tier: reader.flag("free_tier").unwrap_or(false),
        utilisation_percent: reader
            .decimal("utilisation", &UTILISATION_PERCENTS)
            .unwrap_or(usual.utilisation_percent),
        is_scaled: reader.flag("scaled").unwrap_or(false),
        has_recovery: reader.flag("recovery").unwrap_or(false),
        backup_count: reader.number("backups", &BACKUP_COUNTS),
        stream_reads: reader.number("stream_reads", &STREAM_READS),
        day: day_of(&mut reader),
        growth: growth_of(&mut reader),
        item_count: reader.number("items", &EXPECTED_ITEMS),
        expected: expected_of(&mut reader),
        source: usual.source,
        prices,
    };
    reader.finish();
    settings
}
