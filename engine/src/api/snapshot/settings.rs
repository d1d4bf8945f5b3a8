//! Settings of tables, and what counts how often they were changed.

use serde_json::{Map, Value, json};

use crate::api::operation::table::members::{
    take_on_demand_maximum, take_table_class, take_throughput,
};
use crate::api::operation::table::warm_throughput::take_warm_throughput;
use crate::api::snapshot::error::SnapshotError;
use crate::api::snapshot::part::{Part, write_optional_moment};
use crate::api::snapshot::stream::{read_table_stream, write_table_stream};
use crate::capacity::throughput::Throughput;
use crate::clock::UnixTime;
use crate::model::name::{IndexName, TableName};
use crate::table::lifecycle::{IndexSettings, Settings, StreamChange};
use crate::table::schema::OnDemandMaximum;
use crate::table::schema::{Billing, Encryption, TableClass, WARM_THROUGHPUT_DEFAULT};
use crate::table::stream::StreamId;
use crate::table::throughput::ThroughputHistory;

pub(super) fn write_settings(settings: &Settings) -> Value {
    let mut object = Map::new();
    match settings.billing {
        None => {}
        Some(Billing::PayPerRequest) => {
            object.insert("by_request".into(), true.into());
        }
        Some(Billing::Provisioned(throughput)) => {
            object.insert("ProvisionedThroughput".into(), write_throughput(throughput));
        }
    }
    let indexes = settings.indexes.iter().map(write_index_settings);
    if !settings.indexes.is_empty() {
        object.insert("indexes".into(), indexes.collect());
    }
    if let Some(protection) = settings.deletion_protection {
        object.insert("deletion_protection".into(), protection.into());
    }
    if let Some(class) = settings.table_class {
        object.insert("TableClass".into(), write_class(class).into());
    }
    if let Some(maximum) = settings.on_demand_maximum {
        object.insert("OnDemandThroughput".into(), write_maximum(maximum));
    }
    if let Some(warm) = settings.warm_throughput {
        object.insert("WarmThroughput".into(), write_warm(warm));
    }
    if let Some(encryption) = &settings.encryption {
        let key = match encryption {
            Encryption::ServiceKey => "",
            Encryption::AccountKey(arn) => arn,
        };
        object.insert("key".into(), key.into());
    }
    match &settings.stream {
        None => {}
        Some(StreamChange::Enable(stream)) => {
            object.insert("stream".into(), write_table_stream(stream));
        }
        Some(StreamChange::Disable(stream)) => {
            object.insert("closed_stream".into(), stream.label.0.into());
        }
    }
    object.into()
}

pub(super) fn read_settings(part: Part<'_>, table: &TableName) -> Result<Settings, SnapshotError> {
    let by_request = part.optional("by_request", Part::boolean)?.unwrap_or_default();
    let throughput = part.optional("ProvisionedThroughput", |_, _| read_throughput(part))?;
    let closed = part.optional("closed_stream", Part::number)?;
    let stream = part.optional("stream", Part::part)?;
    let encryption = part.optional("key", Part::text)?.map(|key| match key {
        "" => Encryption::ServiceKey,
        arn => Encryption::AccountKey(arn.to_owned()),
    });
    let disable = closed.map(|label| {
        StreamChange::Disable(StreamId { table: table.clone(), label: UnixTime(label) })
    });
    let enable = stream.map(|stream| read_table_stream(stream, table)).transpose()?;
    Ok(Settings {
        billing: match by_request {
            true => Some(Billing::PayPerRequest),
            false => throughput.map(Billing::Provisioned),
        },
        indexes: part
            .list("indexes")?
            .into_iter()
            .map(read_index_settings)
            .collect::<Result<_, _>>()?,
        deletion_protection: part.optional("deletion_protection", Part::boolean)?,
        table_class: take_table_class(part.fields()),
        on_demand_maximum: take_on_demand_maximum(part.fields(), None),
        warm_throughput: take_warm_throughput(part.fields(), WARM_THROUGHPUT_DEFAULT),
        encryption,
        stream: disable.or(enable.map(StreamChange::Enable)),
    })
}

fn write_index_settings((index, settings): &(IndexName, IndexSettings)) -> Value {
    let mut object = Map::new();
    object.insert("index".into(), index.as_str().into());
    if let Some(throughput) = settings.throughput {
        object.insert("ProvisionedThroughput".into(), write_throughput(throughput));
    }
    if let Some(maximum) = settings.on_demand_maximum {
        object.insert("OnDemandThroughput".into(), write_maximum(maximum));
    }
    if let Some(warm) = settings.warm_throughput {
        object.insert("WarmThroughput".into(), write_warm(warm));
    }
    object.into()
}

fn read_index_settings(part: Part<'_>) -> Result<(IndexName, IndexSettings), SnapshotError> {
    let settings = IndexSettings {
        throughput: part.optional("ProvisionedThroughput", |_, _| read_throughput(part))?,
        on_demand_maximum: take_on_demand_maximum(part.fields(), None),
        warm_throughput: take_warm_throughput(part.fields(), WARM_THROUGHPUT_DEFAULT),
    };
    Ok((IndexName::new(part.text("index")?), settings))
}

pub(super) fn write_history(history: &ThroughputHistory) -> Option<Value> {
    let mut object = Map::new();
    write_optional_moment(&mut object, "last_increase", history.last_increase);
    write_optional_moment(&mut object, "last_decrease", history.last_decrease);
    if history.decrease_count > 0 {
        object.insert("decrease_count".into(), history.decrease_count.into());
        object.insert("day".into(), history.day.into());
    }
    (!object.is_empty()).then_some(object.into())
}

pub(super) fn read_history(part: Part<'_>) -> Result<ThroughputHistory, SnapshotError> {
    let Some(part) = part.optional("throughput_history", Part::part)? else {
        return Ok(ThroughputHistory::default());
    };
    Ok(ThroughputHistory {
        last_increase: part.optional("last_increase", Part::moment)?,
        last_decrease: part.optional("last_decrease", Part::moment)?,
        decrease_count: part.optional("decrease_count", Part::number)?.unwrap_or_default(),
        day: part.optional("day", Part::number)?.unwrap_or_default(),
    })
}

pub(super) fn write_throughput(throughput: Throughput) -> Value {
    json!({
        "ReadCapacityUnits": throughput.read_units_per_second,
        "WriteCapacityUnits": throughput.write_units_per_second,
    })
}

/// The throughput in a part that was set to it by a request once.
pub(super) fn read_throughput(part: Part<'_>) -> Result<Throughput, SnapshotError> {
    const NAME: &str = "ProvisionedThroughput";
    let throughput = part.part(NAME)?;
    throughput.number("ReadCapacityUnits")?;
    throughput.number("WriteCapacityUnits")?;
    take_throughput(part.fields()).ok().flatten().ok_or(SnapshotError::damaged(NAME))
}

pub(super) fn write_warm(throughput: Throughput) -> Value {
    json!({
        "ReadUnitsPerSecond": throughput.read_units_per_second,
        "WriteUnitsPerSecond": throughput.write_units_per_second,
    })
}

pub(super) fn write_class(class: TableClass) -> &'static str {
    match class {
        TableClass::Standard => "STANDARD",
        TableClass::InfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
    }
}

pub(super) fn write_maximum(maximum: OnDemandMaximum) -> Value {
    let members = [
        ("MaxReadRequestUnits", maximum.read_units_per_second),
        ("MaxWriteRequestUnits", maximum.write_units_per_second),
    ];
    let members = members.into_iter().filter_map(|(name, units)| Some((name, units?)));
    members.map(|(name, units)| (name.to_owned(), Value::from(units))).collect()
}
