//! What the page sets about throughput, as requests of `UpdateTable` and numbers of the engine's model.

use std::ops::RangeInclusive;

use engine::capacity::throughput::Throughput;
use engine::database::{COLLECTION_SIZE_MAX, Database, EXPIRE_ITEM_MS_MAX, LifecycleDelays};
use engine::model::bytes::Bytes;
use engine::model::name::IndexName;
use engine::receipt::UnitKind;
use engine::table::Table;
use engine::table::schema::{Billing, Scope};
use engine::throughput::model::ThroughputModel;
use engine::throughput::scaling::ScalingPolicy;
use serde_json::{Map, Value, json};

use crate::sandbox::command::Capacity;
use crate::sandbox::document::reader::{Reader, limited};
use crate::sandbox::limit::{self, SCALED_PERCENTS, SCALED_UNITS};
use crate::view::design::UNITS_AT_FIRST;
use crate::view::message::Message;
use crate::view::throughput::{ScalingView, Setting, SettingView};
use crate::view::value::Method;

/// Units a second of a table or index that has just been provisioned.
const PROVISIONED_AT_FIRST: Throughput =
    Throughput { read_units_per_second: UNITS_AT_FIRST, write_units_per_second: UNITS_AT_FIRST };

/// The request of `UpdateTable` that changes what a table may consume.
pub(crate) fn capacity_request(table: &Table, capacity: &Capacity) -> Value {
    let mut request = json!({ "TableName": table.schema.name.as_str() });
    match capacity {
        // That is Application Auto Scaling's business, not UpdateTable's.
        Capacity::Scaled(_) => {}
        Capacity::OnDemand => request["BillingMode"] = "PAY_PER_REQUEST".into(),
        Capacity::Provisioned => {
            request["BillingMode"] = "PROVISIONED".into();
            request[PROVISIONED] = throughput_json(PROVISIONED_AT_FIRST);
            let globals = table.schema.indexes.iter().filter(|index| index.scope == Scope::Global);
            let updates: Vec<Value> = globals
                .map(|index| index_update(index.name.as_str(), PROVISIONED_AT_FIRST))
                .collect();
            if !updates.is_empty() {
                request[INDEX_UPDATES] = Value::Array(updates);
            }
        }
        Capacity::Units { index: None, method, units } => {
            let throughput = match table.schema.billing {
                Billing::Provisioned(throughput) => throughput,
                Billing::PayPerRequest => PROVISIONED_AT_FIRST,
            };
            request[PROVISIONED] = throughput_json(with(throughput, *method, *units));
        }
        Capacity::Units { index: Some(name), method, units } => {
            let index = table.schema.index(name).and_then(|(_, index)| index.throughput);
            let throughput = with(index.unwrap_or(PROVISIONED_AT_FIRST), *method, *units);
            request[INDEX_UPDATES] = Value::Array(vec![index_update(name, throughput)]);
        }
    }
    request
}

/// Lets a request of `CreateTable` agree on what a table may consume that it replaces.
pub(crate) fn keep_capacity(request: &mut Value, table: &Table) {
    let Billing::Provisioned(throughput) = table.schema.billing else { return };
    request["BillingMode"] = "PROVISIONED".into();
    request[PROVISIONED] = throughput_json(throughput);
    let indexes = request.get_mut("GlobalSecondaryIndexes").and_then(Value::as_array_mut);
    for index in indexes.into_iter().flatten() {
        let known = index["IndexName"].as_str().and_then(|name| table.schema.index(name));
        let throughput =
            known.and_then(|(_, index)| index.throughput).unwrap_or(PROVISIONED_AT_FIRST);
        index[PROVISIONED] = throughput_json(throughput);
    }
}

/// The numbers of the model in the order of the page, and how a document names them.
const MODEL: [(Setting, &str); 8] = [
    (Setting::Enforcement, "is_enforced"),
    (Setting::Adaptation, "is_adaptive"),
    (Setting::WriteCeiling, "partition_writes"),
    (Setting::ReadCeiling, "partition_reads"),
    (Setting::PartitionCount, "partition_count_min"),
    (Setting::PartitionSize, "partition_size"),
    (Setting::BurstSeconds, "burst_seconds"),
    (Setting::Spread, "spread_ms"),
];

/// The delay of changes to global indexes that a document does not write down.
const DELAY_MS_DEFAULT: u64 = 200;

/// The member of a document with the numbers of the model.
const THROUGHPUT: &str = "throughput";

/// The settings that are members of a document themselves.
const MEMBERS: [(Setting, &str); 3] = [
    (Setting::Delay, "delay_ms"),
    (Setting::CollectionMax, "collection_size_max"),
    (Setting::ExpiryDelay, "expiry_delay_ms"),
];

/// The settings of the model that are numbers, with what they are.
pub fn setting_views(settings: &Settings) -> Vec<SettingView> {
    let numbers = MODEL.iter().filter(|(setting, _)| !is_switch(*setting));
    let views = numbers
        .map(|(setting, _)| SettingView { setting: *setting, value: settings.get(*setting) });
    views.collect()
}

/// What a document calls a setting of the model; `None` for another.
pub(crate) fn setting_name(setting: Setting) -> Option<&'static str> {
    MODEL.iter().find(|(other, _)| *other == setting).map(|(_, name)| *name)
}

/// The setting of the model that a document calls so.
pub(crate) fn setting_of(name: &str) -> Option<Setting> {
    MODEL.iter().find(|(_, other)| *other == name).map(|(setting, _)| *setting)
}

/// Writes a setting into a document.
pub(crate) fn write_setting(setting: Setting, value: u64, document: &mut Map<String, Value>) {
    if let Some((_, name)) = MEMBERS.iter().find(|(other, _)| *other == setting) {
        document.insert((*name).to_owned(), value.into());
        return;
    }
    let name = setting_name(setting).expect("it is a member, or one of the model");
    let json = if is_switch(setting) { (value > 0).into() } else { value.into() };
    document.entry(THROUGHPUT).or_insert_with(|| json!({}))[name] = json;
}

/// Whether a setting is on or off.
pub(crate) fn is_switch(setting: Setting) -> bool {
    matches!(setting, Setting::Enforcement | Setting::Adaptation)
}

/// The settings of a sandbox.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    model: ThroughputModel,
    spread_ms: u64,
    pub(crate) delay_ms: u64,
    pub(crate) collection_size_max: u64,
    pub(crate) expiry_delay_ms: u64,
}

impl Settings {
    /// Those of a database.
    pub fn of(database: &Database) -> Self {
        let config = database.config();
        Self {
            model: config.throughput,
            spread_ms: config.propagation_spread_ms,
            delay_ms: config.propagation_delay_ms,
            collection_size_max: config.collection_size_max.0,
            expiry_delay_ms: config.lifecycle.expire_item_ms,
        }
    }

    /// Puts them into force.
    pub(crate) fn put(self, database: &mut Database) {
        let config = *database.config();
        if config.throughput != self.model {
            database.set_throughput_model(self.model);
        }
        database.set_propagation_spread(self.spread_ms);
        database.set_propagation_delay(self.delay_ms);
        database.set_collection_size_max(Bytes(self.collection_size_max));
        let expire_item_ms = self.expiry_delay_ms.min(EXPIRE_ITEM_MS_MAX);
        if config.lifecycle.expire_item_ms != expire_item_ms {
            database.set_lifecycle_delays(LifecycleDelays { expire_item_ms, ..config.lifecycle });
        }
    }

    /// The same, with nothing rejected and no change delayed by chance.
    pub(crate) fn released(mut self) -> Self {
        self.model.is_enforced = false;
        self.spread_ms = 0;
        self
    }

    /// The value of a setting; of a switch, 1 if it is on.
    pub(crate) fn get(&self, setting: Setting) -> u64 {
        let model = &self.model;
        match setting {
            Setting::Enforcement => model.is_enforced.into(),
            Setting::Adaptation => model.is_adaptive.into(),
            Setting::BurstSeconds => model.burst_seconds,
            Setting::ReadCeiling => model.partition_ceiling.read_units_per_second,
            Setting::WriteCeiling => model.partition_ceiling.write_units_per_second,
            Setting::PartitionSize => model.partition_size.0,
            Setting::PartitionCount => model.partition_count_min,
            Setting::Spread => self.spread_ms,
            Setting::Delay => self.delay_ms,
            Setting::CollectionMax => self.collection_size_max,
            Setting::ExpiryDelay => self.expiry_delay_ms,
        }
    }

    /// Sets one of them.
    pub(crate) fn set(&mut self, setting: Setting, value: u64) {
        let model = &mut self.model;
        match setting {
            Setting::Enforcement => model.is_enforced = value > 0,
            Setting::Adaptation => model.is_adaptive = value > 0,
            Setting::BurstSeconds => model.burst_seconds = value,
            Setting::ReadCeiling => model.partition_ceiling.read_units_per_second = value,
            Setting::WriteCeiling => model.partition_ceiling.write_units_per_second = value,
            Setting::PartitionSize => model.partition_size = Bytes(value),
            Setting::PartitionCount => model.partition_count_min = value,
            Setting::Spread => self.spread_ms = value,
            Setting::Delay => self.delay_ms = value,
            Setting::CollectionMax => self.collection_size_max = value,
            Setting::ExpiryDelay => self.expiry_delay_ms = value,
        }
    }

    /// Writes those into a document that are not as usual.
    pub(crate) fn write(self, usual: &Self, document: &mut Map<String, Value>) {
        for (setting, _) in MEMBERS.into_iter().chain(MODEL) {
            let value = self.get(setting);
            if value != usual.get(setting) {
                write_setting(setting, value, document);
            }
        }
    }

    /// Reads them from a document. What is no such setting is reported, and as usual; a number beyond the limits of the
    /// page's field is reported, and the limit counts.
    pub(crate) fn read(reader: &mut Reader<'_>, usual: Self) -> Self {
        let mut settings = usual;
        let mut model = reader.object(THROUGHPUT);
        for (setting, name) in MODEL {
            let Some(reader) = &mut model else { break };
            let value = match is_switch(setting) {
                true => reader.flag(name).map(u64::from),
                false => reader.number(name, &limit::of_setting(setting)),
            };
            settings.set(setting, value.unwrap_or(usual.get(setting)));
        }
        model.into_iter().for_each(Reader::finish);
        for (setting, name) in MEMBERS {
            let value = reader.number(name, &limit::of_setting(setting));
            settings.set(setting, value.unwrap_or(usual.get(setting)));
        }
        settings
    }
}

/// What a document does not write down.
impl Default for Settings {
    fn default() -> Self {
        Self {
            model: ThroughputModel::default(),
            spread_ms: 0,
            delay_ms: DELAY_MS_DEFAULT,
            collection_size_max: COLLECTION_SIZE_MAX.0,
            expiry_delay_ms: EXPIRE_ITEM_MS_MAX,
        }
    }
}

/// How a table and its global indexes follow what is used: as the writes of the table do.
pub fn scaling_of(database: &Database, table: &Table) -> Option<ScalingView> {
    let policy = database.scaling(table.schema.name.as_str(), None)?.policy(UnitKind::Write)?;
    let ScalingPolicy { units_min, units_max, target_percent } = policy;
    Some(ScalingView { target_percent, units_min, units_max })
}

/// Accepts bounds of auto scaling that are in order. Fails with the first limit that is exceeded.
pub(crate) fn check_scaling(scaling: ScalingView) -> Result<(), Message> {
    let ScalingView { target_percent, units_min, units_max } = scaling;
    limit::number("throughput.target", target_percent, &SCALED_PERCENTS)?;
    limit::number("throughput.units_min", units_min, &SCALED_UNITS)?;
    limit::number("throughput.units_max", units_max, &(units_min..=*SCALED_UNITS.end()))
}

/// Lets reads and writes of a table and its global indexes follow what is used, within bounds that make sense.
pub(crate) fn set_scaling(database: &mut Database, name: &str, scaling: Option<ScalingView>) {
    let Some(table) = database.table(name) else { return };
    let globals = table.schema.indexes.iter().filter(|index| index.scope == Scope::Global);
    let globals: Vec<_> = globals.map(|index| Some(index.name.clone())).collect();
    let policy = scaling.map(|scaling| ScalingPolicy {
        units_min: limited(scaling.units_min, &SCALED_UNITS).0,
        units_max: limited(scaling.units_max.max(scaling.units_min), &SCALED_UNITS).0,
        target_percent: limited(scaling.target_percent, &SCALED_PERCENTS).0,
    });
    for index in [None].into_iter().chain(globals) {
        for kind in [UnitKind::Read, UnitKind::Write] {
            let index = index.as_ref().map(IndexName::as_str);
            database
                .set_scaling(name, index, kind, policy)
                .expect("the table and its index are there, and the bounds are in order");
        }
    }
}

/// The member of a table's document for its auto scaling.
pub(crate) const AUTO_SCALING: &str = "AutoScaling";

/// The members of its content, with their limits.
pub(crate) const SCALING_MEMBERS: [(&str, RangeInclusive<u64>); 3] = [
    ("MaxCapacity", SCALED_UNITS),
    ("MinCapacity", SCALED_UNITS),
    ("TargetValue", SCALED_PERCENTS),
];

/// Its content.
pub(crate) fn scaling_json(scaling: ScalingView) -> Value {
    json!({
        "MaxCapacity": scaling.units_max,
        "MinCapacity": scaling.units_min,
        "TargetValue": scaling.target_percent,
    })
}

/// Reads it; what is no number is as usual.
pub(crate) fn scaling_from_json(json: &Value) -> ScalingView {
    let number = |name: &str, usual: u64| json[name].as_u64().unwrap_or(usual);
    let usual = ScalingView::USUAL;
    ScalingView {
        units_max: number("MaxCapacity", usual.units_max),
        units_min: number("MinCapacity", usual.units_min),
        target_percent: number("TargetValue", usual.target_percent),
    }
}

/// The member for the units of a provisioned table or index.
pub(crate) const PROVISIONED: &str = "ProvisionedThroughput";

/// The member for changes of global indexes.
pub(crate) const INDEX_UPDATES: &str = "GlobalSecondaryIndexUpdates";

/// The element of it that changes the units of an index.
pub(crate) fn index_update(name: &str, throughput: Throughput) -> Value {
    let update = json!({ "IndexName": name, (PROVISIONED): throughput_json(throughput) });
    json!({ "Update": update })
}

fn with(throughput: Throughput, method: Method, units: u64) -> Throughput {
    match method {
        Method::Write => Throughput { write_units_per_second: units, ..throughput },
        Method::Read => Throughput { read_units_per_second: units, ..throughput },
    }
}

/// Its content.
pub(crate) fn throughput_json(throughput: Throughput) -> Value {
    json!({
        "ReadCapacityUnits": throughput.read_units_per_second,
        "WriteCapacityUnits": throughput.write_units_per_second,
    })
}
