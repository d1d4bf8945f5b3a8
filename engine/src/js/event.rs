//! Events as JSON: `kind` names the fact, the other members are its parts. `types.d.ts` says the same in types.

use serde_json::{Number, Value, json};

use crate::api::value::item_to_json;
use crate::capacity::units::CapacityUnits;
use crate::event::{Event, EventKind, Invocation, Throttled};
use crate::model::item::{Image, Item};
use crate::model::name::{IndexName, TableName};
use crate::receipt::{Arm, KeyFault, Store};

/// An event with its items in DynamoDB's JSON.
pub(super) fn to_json(event: &Event) -> Value {
    let mut object = parts(&event.kind);
    object["at"] = json!(event.at.0);
    object["sequence"] = json!(event.sequence);
    object["table"] = json!(event.table.as_str());
    object
}

fn invocation_parts(invocation: &Invocation) -> Value {
    let Invocation { program, records, receipts, failure, .. } = invocation;
    let arms = receipts.iter().flat_map(|receipt| &receipt.arms);
    let units: CapacityUnits = arms.map(|arm| arm.units).sum();
    json!({
        "kind": "ProgramInvoked", "program": program, "records": records,
        "units": Number::from_string_unchecked(units.wire_text()), "failure": failure,
    })
}

/// A write that was made in another Region at a moment, with the images that say what it did here.
fn replicated(
    kind: &str,
    (from, key, written_at): (&TableName, &Item, u64),
    arms: &[Arm],
    mut images: Value,
) -> Value {
    images["kind"] = kind.into();
    images["from"] = from.as_str().into();
    images["key"] = item_to_json(key);
    images["writtenAt"] = written_at.into();
    if !arms.is_empty() {
        let units: CapacityUnits = arms.iter().map(|arm| arm.units).sum();
        images["units"] = Number::from_string_unchecked(units.wire_text()).into();
    }
    images
}

fn image_json(image: Option<&Image>) -> Option<Value> {
    image.map(|image| item_to_json(image))
}

fn parts(kind: &EventKind) -> Value {
    match kind {
        EventKind::TableCreated => json!({ "kind": "TableCreated" }),
        EventKind::TableDeleted => json!({ "kind": "TableDeleted" }),
        EventKind::TableUpdated => json!({ "kind": "TableUpdated" }),
        EventKind::IndexBackfillStarted { index } => {
            json!({ "kind": "IndexBackfillStarted", "index": index.as_str() })
        }
        EventKind::IndexBackfilled { index, entry_count, units } => json!({
            "kind": "IndexBackfilled", "index": index.as_str(), "entryCount": entry_count,
            "writeUnits": Number::from_string_unchecked(units.wire_text()),
        }),
        EventKind::IndexCreated { index } => {
            json!({ "kind": "IndexCreated", "index": index.as_str() })
        }
        EventKind::IndexDropped { index } => {
            json!({ "kind": "IndexDropped", "index": index.as_str() })
        }
        EventKind::ItemWritten { old: None, new } => {
            json!({ "kind": "ItemWritten", "new": item_to_json(new) })
        }
        EventKind::ItemWritten { old: Some(old), new } => {
            json!({ "kind": "ItemWritten", "old": item_to_json(old), "new": item_to_json(new) })
        }
        EventKind::ItemDeleted { old } => {
            json!({ "kind": "ItemDeleted", "old": item_to_json(old) })
        }
        EventKind::ItemExpired { old } => {
            json!({ "kind": "ItemExpired", "old": item_to_json(old) })
        }
        EventKind::TimeToLiveEnabled { attribute } => {
            json!({ "kind": "TimeToLiveEnabled", "attribute": attribute.as_str() })
        }
        EventKind::TimeToLiveDisabled => json!({ "kind": "TimeToLiveDisabled" }),
        EventKind::ConditionFailed => json!({ "kind": "ConditionFailed" }),
        EventKind::RequestThrottled { throttled } => throttled_parts(throttled),
        EventKind::ThroughputScaled { store, from, to } => json!({
            "kind": "ThroughputScaled", "index": index_of(store), "from": from, "to": to,
        }),
        EventKind::PartitionSplit { store, cause, count } => json!({
            "kind": "PartitionSplit", "index": index_of(store), "cause": format!("{cause:?}"),
            "partitionCount": count,
        }),
        EventKind::ItemReplicated { from, key, old, new, arms, written_at } => {
            let images =
                json!({ "old": image_json(old.as_ref()), "new": image_json(new.as_ref()) });
            replicated("ItemReplicated", (from, key, written_at.0), arms, images)
        }
        EventKind::ReplicatedWriteDropped { from, key, image, written_at } => {
            let images = json!({ "item": image_json(image.as_ref()) });
            replicated("ReplicatedWriteDropped", (from, key, written_at.0), &[], images)
        }
        EventKind::ProgramInvoked(invocation) => invocation_parts(invocation),
        EventKind::ProgramStopped { program } => {
            json!({ "kind": "ProgramStopped", "program": program })
        }
        EventKind::IndexEntrySkipped { index, faults } => {
            let fault = |fault: &KeyFault| json!({ "attribute": fault.attribute.as_str(), "kind": format!("{:?}", fault.kind) });
            let faults: Value = faults.iter().map(fault).collect();
            json!({ "kind": "IndexEntrySkipped", "index": index.as_str(), "faults": faults })
        }
        EventKind::IndexChangeScheduled { index, due } => {
            json!({ "kind": "IndexChangeScheduled", "index": index.as_str(), "due": due.0 })
        }
        EventKind::IndexEntry { index, change, image } => {
            entry(&format!("IndexEntry{change:?}"), index, image)
        }
    }
}

/// Where a request was throttled, and which limit it had reached.
fn throttled_parts(throttled: &Throttled) -> Value {
    let Throttled { store, kind, cause, partition, units, units_per_second, mode: _ } = throttled;
    json!({
        "kind": "RequestThrottled", "index": index_of(store), "unitKind": format!("{kind:?}"),
        "cause": format!("{cause:?}"), "partition": partition.0,
        "units": Number::from_string_unchecked(units.wire_text()),
        "unitsPerSecond": units_per_second,
    })
}

/// The index that a store is; null for a table.
fn index_of(store: &Store) -> Option<&str> {
    match store {
        Store::Table => None,
        Store::Local(index) | Store::Global(index) => Some(index.as_str()),
    }
}

fn entry(kind: &str, index: &IndexName, image: &Image) -> Value {
    json!({ "kind": kind, "index": index.as_str(), "item": item_to_json(image) })
}
