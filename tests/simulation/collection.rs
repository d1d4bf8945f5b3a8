//! Item collections: their `ItemCollectionMetrics`, and which writes exceed their limit. Rules: facts of secondary
//! indexes, section 9.

use serde_json::{Value, json};

use crate::item::Attributes;
use crate::simulation::bill::decimal;
use crate::simulation::model::{Model, Verdict, key_text};
use crate::simulation::schema::Table;
use crate::simulation::write::{Action, Write};
use crate::size::size;

/// Parts of the largest collection that metrics count as gigabytes: it has ten.
const GIGABYTE_COUNT: u64 = 10;

impl Model {
    /// Bytes of an item and of its entries in local indexes.
    fn bytes_in_collection(&self, table: Table, item: Option<&Attributes>) -> u64 {
        let Some(item) = item else { return 0 };
        let indexes = self.table(table).indexes.values();
        let local = indexes.filter(|index| index.definition.is_local);
        let entries = local.filter_map(|index| index.definition.entry(item));
        (size(item) + entries.map(|entry| size(&entry)).sum::<usize>()) as u64
    }

    /// Bytes of the item collection to which the item of a write belongs. `None` if its table has no local index.
    fn collection_size(&self, write: &Write) -> Option<u64> {
        let table = write.target.table;
        let model = self.table(table);
        let mut indexes = model.indexes.values();
        if !indexes.any(|index| index.definition.is_local) {
            return None;
        }
        let partition = partition(write);
        let is_here = |item: &&Attributes| {
            partition.iter().all(|(name, value)| item.get(name) == Some(value))
        };
        let items = model.items.values().filter(is_here);
        Some(items.map(|item| self.bytes_in_collection(table, Some(item))).sum())
    }

    /// `ItemCollectionMetrics` of an accepted write: the size before it. `None` without an item.
    pub fn collection_metrics(
        &self,
        write: &Write,
        old: Option<&Attributes>,
        new: Option<&Attributes>,
    ) -> Option<Value> {
        new.or(old).filter(|_| !matches!(write.action, Action::Check(_)))?;
        let gigabyte = (self.collection_size_max / GIGABYTE_COUNT).max(1);
        let lower = self.collection_size(write)? / gigabyte;
        Some(json!({
            "ItemCollectionKey": partition(write),
            "SizeEstimateRangeGB": [decimal(2 * lower), decimal(2 * lower + 2)],
        }))
    }

    /// Which writes of a request make their collection exceed its largest size, after those before them.
    pub fn overfills(&self, writes: &[Write]) -> Vec<bool> {
        let mut changes: Vec<(Attributes, Table, i128)> = Vec::new();
        let mut overfills = |write: &Write| {
            let table = write.target.table;
            let Some(before) = self.collection_size(write) else { return false };
            let old = self.table(table).items.get(&key_text(&write.key()));
            let new = write.action.after(old).unwrap_or_default();
            let grown = i128::from(self.bytes_in_collection(table, new.as_ref()))
                - i128::from(self.bytes_in_collection(table, old));
            let own = partition(write);
            let earlier = changes.iter().filter(|(key, of, _)| (key, *of) == (&own, table));
            let earlier: i128 = earlier.map(|(.., change)| change).sum();
            changes.push((own, table, grown));
            grown > 0 && i128::from(before) + earlier + grown > i128::from(self.collection_size_max)
        };
        writes.iter().map(&mut overfills).collect()
    }

    /// Whether a single write makes its collection too large.
    pub fn overfills_alone(&self, write: &Write, verdict: &Verdict) -> bool {
        matches!(verdict, Verdict::Accepted { .. })
            && self.overfills(std::slice::from_ref(write))[0]
    }
}

/// The partition key of the item that is written.
fn partition(write: &Write) -> Attributes {
    let name = write.target.table.keys()[0];
    write.key().into_iter().filter(|(key, _)| key == name).collect()
}
