//! The states that tables and indexes pass through, and the changes that move them.

use std::sync::Arc;

use crate::capacity::throughput::Throughput;
use crate::clock::{Timestamp, UnixTime};
use crate::model::item::Image;
use crate::model::key::{KeyAttribute, Position};
use crate::model::name::IndexName;
use crate::table::Table;
use crate::table::index::{Index, IndexEntry};
use crate::table::schema::{
    Billing, Encryption, IndexSchema, OnDemandMaximum, TableClass, WarmThroughput,
};
use crate::table::status::IndexStatus;
use crate::table::stream::{StreamId, TableStream};

/// Settings of a table that change together. What is none stays as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Settings {
    /// How throughput is paid for.
    pub billing: Option<Billing>,
    /// Settings of global indexes.
    pub indexes: Vec<(IndexName, IndexSettings)>,
    /// Whether DeleteTable is rejected.
    pub deletion_protection: Option<bool>,
    /// The price class of the table.
    pub table_class: Option<TableClass>,
    /// The most that an on-demand table may consume.
    pub on_demand_maximum: Option<OnDemandMaximum>,
    /// What the table can absorb at once.
    pub warm_throughput: Option<Throughput>,
    /// With whose key the table is encrypted.
    pub encryption: Option<Encryption>,
    /// Whether writes are recorded.
    pub stream: Option<StreamChange>,
}

/// Settings of a global index that change together. What is none stays as it is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IndexSettings {
    /// Provisioned throughput.
    pub throughput: Option<Throughput>,
    /// The most that it may consume if its table is on demand.
    pub on_demand_maximum: Option<OnDemandMaximum>,
    /// What it can absorb at once.
    pub warm_throughput: Option<Throughput>,
}

/// A stream that begins or ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StreamChange {
    /// The table begins a stream.
    Enable(TableStream),
    /// The table closes its stream.
    Disable(StreamId),
}

/// Changes of the class of a table within some days. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/WorkingWithTables.tableclasses.html>
pub const CLASS_CHANGE_COUNT_MAX: usize = 2;

/// The days within which changes of class are counted. Source: the same page.
pub const CLASS_CHANGE_DAYS: u64 = 30;

/// How many items of the table one step of a backfill reads. Model: the service does not say.
pub(crate) const BACKFILL_STEP_COUNT: usize = 100;

impl Settings {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Table {
    /// Puts settings into force.
    pub(crate) fn apply_settings(
        &mut self,
        settings: &Settings,
        at: Timestamp,
        unix_time: UnixTime,
    ) {
        let schema = Arc::make_mut(&mut self.schema);
        match (schema.billing, settings.billing) {
            (Billing::Provisioned(old), Some(Billing::Provisioned(new))) => {
                self.throughput_history.note_decrease(old, new, at, unix_time);
            }
            (Billing::Provisioned(_), Some(Billing::PayPerRequest)) => {
                self.by_request_since = Some(at);
            }
            (Billing::PayPerRequest, _) | (_, None) => {}
        }
        if settings.table_class.is_some_and(|class| Some(class) != schema.table_class) {
            self.class_changes.retain(|change| counts(*change, at));
            self.class_changes.push(at);
        }
        schema.billing = settings.billing.unwrap_or(schema.billing);
        schema.deletion_protection =
            settings.deletion_protection.unwrap_or(schema.deletion_protection);
        if let Some(encryption) = &settings.encryption {
            schema.encryption = encryption.clone();
        }
        schema.table_class = settings.table_class.or(schema.table_class);
        schema.on_demand_maximum =
            settings.on_demand_maximum.or(schema.on_demand_maximum).filter(OnDemandMaximum::is_set);
        let warm = settings.warm_throughput.map(WarmThroughput::reached);
        schema.warm_throughput = warm.or(schema.warm_throughput);
        for (name, settings) in &settings.indexes {
            self.apply_index_settings(name, settings, at, unix_time);
        }
        if let Some(Billing::Provisioned(_)) = settings.billing {
            self.drop_on_demand_maximums();
        }
    }

    /// Drops what limits a table and its indexes only while they are on demand. It does not come back with that mode.
    ///
    /// Observed: 2026, tables that were switched on the service.
    fn drop_on_demand_maximums(&mut self) {
        Arc::make_mut(&mut self.schema).on_demand_maximum = None;
        let limited = self.indexes.iter().filter(|index| index.schema.on_demand_maximum.is_some());
        let limited: Vec<IndexName> = limited.map(|index| index.schema.name.clone()).collect();
        for name in limited {
            self.change_index(&name, |schema| schema.on_demand_maximum = None);
        }
    }

    fn apply_index_settings(
        &mut self,
        name: &IndexName,
        settings: &IndexSettings,
        at: Timestamp,
        unix_time: UnixTime,
    ) {
        let index = self.index_mut(name);
        if let (Some(old), Some(new)) = (index.schema.throughput, settings.throughput) {
            index.throughput_history.note_decrease(old, new, at, unix_time);
        }
        self.change_index(name, |schema| {
            schema.throughput = settings.throughput.or(schema.throughput);
            schema.on_demand_maximum = settings
                .on_demand_maximum
                .or(schema.on_demand_maximum)
                .filter(OnDemandMaximum::is_set);
            let warm = settings.warm_throughput.map(WarmThroughput::reached);
            schema.warm_throughput = warm.or(schema.warm_throughput);
        });
    }

    /// Notes when throughput is raised: at the request, before the new throughput is in force.
    pub(crate) fn note_increases(&mut self, settings: &Settings, at: Timestamp) {
        if let (Billing::Provisioned(old), Some(Billing::Provisioned(new))) =
            (self.schema.billing, settings.billing)
        {
            self.throughput_history.note_increase(old, new, at);
        }
        for (name, settings) in &settings.indexes {
            let index = self.index_mut(name);
            if let (Some(old), Some(new)) = (index.schema.throughput, settings.throughput) {
                index.throughput_history.note_increase(old, new, at);
            }
        }
    }

    /// Marks the warm throughput of the table, or of an index, as being raised.
    pub(crate) fn begin_warming(&mut self, settings: &Settings) {
        if settings.warm_throughput.is_some() {
            let throughput = self.schema.warm(None);
            let warm = Some(WarmThroughput { throughput, is_rising: true });
            Arc::make_mut(&mut self.schema).warm_throughput = warm;
        }
        for (name, settings) in &settings.indexes {
            if settings.warm_throughput.is_some() {
                let index = self.index_mut(name).schema.clone();
                let throughput = self.schema.warm(Some(&index));
                let warm = Some(WarmThroughput { throughput, is_rising: true });
                self.change_index(name, |schema| schema.warm_throughput = warm);
            }
        }
    }

    /// Changes the definition of an index that the table is known to have.
    pub(crate) fn change_index(&mut self, name: &IndexName, change: impl FnOnce(&mut IndexSchema)) {
        let (ordinal, _) = self.schema.index(name.as_str()).expect("indexes stay with their table");
        let schema = &mut Arc::make_mut(&mut self.schema).indexes[ordinal];
        change(Arc::make_mut(schema));
        self.indexes[ordinal].schema = schema.clone();
    }

    /// How many changes of class count at a moment.
    pub(crate) fn class_change_count(&self, at: Timestamp) -> usize {
        self.class_changes.iter().filter(|change| counts(**change, at)).count()
    }

    /// Ends the recording of writes.
    pub(crate) fn disable_stream(&mut self) {
        if let Some(stream) = &mut self.stream {
            stream.view_type = None;
        }
    }

    /// Adds an index that has no entries yet, with the definitions of its keys.
    pub(crate) fn add_index(
        &mut self,
        mut index: Arc<IndexSchema>,
        definitions: Vec<KeyAttribute>,
    ) {
        let schema = Arc::make_mut(&mut self.schema);
        Arc::make_mut(&mut index).number = schema.free_index_number();
        schema.indexes.push(index.clone());
        schema.attribute_definitions = definitions;
        let mut index = Index::new(index);
        index.status = IndexStatus::Creating { backfilling: false };
        self.indexes.push(index);
    }

    /// Drops an index, and the attribute definitions that no key uses any more.
    pub(crate) fn drop_index(&mut self, name: &IndexName) {
        let schema = Arc::make_mut(&mut self.schema);
        schema.indexes.retain(|index| index.name != *name);
        self.indexes.retain(|index| index.schema.name != *name);
        let (key, indexes) = (&schema.key, &schema.indexes);
        schema.attribute_definitions.retain(|attribute| {
            let is_key = |index: &Arc<IndexSchema>| index.key.contains(&attribute.name);
            key.contains(&attribute.name) || indexes.iter().any(is_key)
        });
    }

    /// The entries that one step of a backfill puts into an index, and where the next step starts;
    /// none if the table is read to its end. Items without the key, or with an illegal one, are skipped.
    pub(crate) fn backfill_step(
        &self,
        index: &IndexSchema,
        start: Option<&Position>,
    ) -> (Vec<IndexEntry>, Option<Position>) {
        let mut rest = self.items.behind(start);
        let step: Vec<(&Position, &Image)> = rest
            .by_ref()
            .take(BACKFILL_STEP_COUNT)
            .map(|(position, stored)| (position, &stored.image))
            .collect();
        let entries = step.iter().filter_map(|(position, image)| index.entry(image, position));
        let last = step.last().map(|(position, _)| (*position).clone());
        (entries.collect(), rest.next().and(last))
    }
}

/// Whether a change of class is recent enough to count.
fn counts(change: Timestamp, at: Timestamp) -> bool {
    at < change.after(CLASS_CHANGE_DAYS * 24 * 60 * 60 * 1_000)
}
