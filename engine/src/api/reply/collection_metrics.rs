//! `ItemCollectionMetrics`: the estimated sizes of item collections.

use serde_json::{Map, Value};

use crate::api::reply::{Reply, decimal};
use crate::api::request::fields::Fields;
use crate::api::value::item_to_json;
use crate::database::Database;
use crate::model::item::Item;
use crate::table::Table;
use crate::table::write::plan::WritePlan;

/// The estimated size of the item collection that a write belongs to, in whole gigabytes around it.
///
/// Model: the service estimates from time to time; here the size before the write is exact. A write that neither finds
/// nor leaves an item affects no collection, and reports none. Where a sandbox scales
/// the ten gigabytes of a collection down, a gigabyte is a tenth of what it sets.
pub(crate) fn collection_metrics(
    table: &Table,
    plan: &WritePlan,
    database: &Database,
) -> Option<Value> {
    let gigabyte = (database.config().collection_size_max.0 / 10).max(1);
    let stored =
        plan.new.as_ref().or(plan.old.as_ref()).filter(|_| table.schema.has_local_index())?;
    let mut key = Item::default();
    for attribute in &table.schema.key.partition {
        if let Some((name, value)) = stored.image.get_entry(&attribute.name) {
            key.insert(name.clone(), value.clone());
        }
    }
    let gigabytes = table.collection_size(&key).0 / gigabyte;
    let bound = |gigabytes: u64| decimal(format!("{gigabytes}.0"));
    let mut reply = Reply::default();
    reply.put("ItemCollectionKey", item_to_json(&key));
    reply.put("SizeEstimateRangeGB", Value::Array(vec![bound(gigabytes), bound(gigabytes + 1)]));
    Some(reply.into_json())
}

/// The estimated sizes of the item collections that several writes belong to, by table.
#[derive(Debug)]
pub(crate) struct CollectionMetrics {
    is_wanted: bool,
    by_table: Map<String, Value>,
}

impl CollectionMetrics {
    /// None yet, of a request that may ask for them.
    pub(crate) fn take(fields: Fields<'_>) -> Self {
        let is_wanted = fields.text("ReturnItemCollectionMetrics") == Some("SIZE");
        Self { is_wanted, by_table: Map::new() }
    }

    /// Adds those of a write to a table, under the name that the reply gives the table.
    pub(crate) fn add(&mut self, name: &str, table: &Table, plan: &WritePlan, database: &Database) {
        if !self.is_wanted {
            return;
        }
        if let Some(metrics) = collection_metrics(table, plan, database) {
            let list = self.by_table.entry(name).or_insert_with(|| Value::Array(Vec::new()));
            list.as_array_mut().expect("it was made a list").push(metrics);
        }
    }

    /// Puts them into a reply, if there are any.
    pub(crate) fn put_into(self, reply: &mut Reply) {
        if !self.by_table.is_empty() {
            reply.put("ItemCollectionMetrics", Value::Object(self.by_table));
        }
    }
}
