//! What a person plans with the tables of a sandbox, kept in its document: what costs are reckoned with,
//! and what a workload sends.

use std::rc::Rc;

use engine::workload::Workload;
use serde_json::{Map, Value};

use crate::session::workload;
use crate::view::cost::{CostSettings, PayMode, TableClass};
use crate::view::value::Text;

/// Percent: what cannot be used more than it is there.
const PERCENT_MAX: u64 = 100;

/// Items that a table can be reckoned with. Model: beyond it no table has been heard of.
const ITEM_COUNT_MAX: u64 = 1_000_000_000_000;

/// Prices of one's own that are kept: every one of every region and class, and some.
const PRICE_COUNT_MAX: usize = 200;

/// What a person plans with the tables.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Plan {
    /// What costs are reckoned with.
    pub cost: CostSettings,
    /// What a workload sends: the access patterns, for how long, and where chance begins.
    pub workload: Rc<Workload>,
}

impl Plan {
    /// Writes its members into a document, defaults left out.
    pub(super) fn write_to(&self, document: &mut Map<String, Value>) {
        let cost = cost_json(&self.cost);
        if !cost.is_empty() {
            document.insert("cost".into(), cost.into());
        }
        workload::write_to(&self.workload, document);
    }

    /// Takes its members out of a document. What cannot be read is as if it were not there.
    pub(super) fn take_from(document: &mut Map<String, Value>) -> Self {
        Self {
            cost: cost_of(&document.remove("cost").unwrap_or_default()),
            workload: Rc::new(workload::take_from(document)),
        }
    }
}

fn cost_json(cost: &CostSettings) -> Map<String, Value> {
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
        put("utilisation", cost.utilisation_percent.into());
    }
    if let Some(count) = cost.item_count {
        put("items", count.into());
    }
    if !cost.prices.is_empty() {
        let price = |(key, text): &(Text, Text)| (key.as_ref().to_owned(), text.as_ref().into());
        put("prices", Value::Object(cost.prices.iter().map(price).collect()));
    }
    json
}

fn cost_of(json: &Value) -> CostSettings {
    let usual = CostSettings::default();
    let text = |name: &str| json[name].as_str();
    let number = |name: &str, max: u64| json[name].as_u64().map(|number| number.clamp(1, max));
    let prices = json["prices"].as_object().into_iter().flatten();
    CostSettings {
        region: text("region").map_or(usual.region, Text::from),
        class: TableClass::ALL.into_iter().find(|class| text("class") == Some(class.id())),
        mode: PayMode::ALL.into_iter().find(|mode| text("mode") == Some(mode.id())),
        free_tier: json["free_tier"] == true,
        utilisation_percent: number("utilisation", PERCENT_MAX)
            .unwrap_or(usual.utilisation_percent),
        item_count: number("items", ITEM_COUNT_MAX),
        source: usual.source,
        prices: prices
            .filter_map(|(key, text)| Some((key.as_str().into(), text.as_str()?.into())))
            .take(PRICE_COUNT_MAX)
            .collect(),
    }
}
