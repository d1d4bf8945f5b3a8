//! A change of a table that an UpdateTable begins.

use std::sync::Arc;

use crate::clock::Timestamp;
use crate::model::key::KeyAttribute;
use crate::model::name::{IndexName, TableName};
use crate::table::Table;
use crate::table::lifecycle::{Settings, StreamChange};
use crate::table::schema::IndexSchema;
use crate::table::status::{IndexStatus, TableStatus};

/// A change of a live table: settings, and at most one index that comes or goes.
#[derive(Debug, Clone)]
pub(crate) struct TableUpdate {
    pub(crate) table: TableName,
    pub(crate) settings: Settings,
    pub(crate) create: Option<(IndexSchema, Vec<KeyAttribute>)>,
    pub(crate) delete: Option<IndexName>,
}

impl TableUpdate {
    /// Whether nothing changes.
    pub(crate) fn is_empty(&self) -> bool {
        self.settings.is_empty() && self.create.is_none() && self.delete.is_none()
    }

    /// What changes in another replica with it: its indexes, and how it is paid for.
    ///
    /// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html>
    pub(crate) fn for_replica(&self, table: TableName) -> Self {
        let Settings { billing, indexes, on_demand_maximum, warm_throughput, .. } = &self.settings;
        Self {
            table,
            settings: Settings {
                billing: *billing,
                indexes: indexes.clone(),
                on_demand_maximum: *on_demand_maximum,
                warm_throughput: *warm_throughput,
                ..Settings::default()
            },
            create: self.create.clone(),
            delete: self.delete.clone(),
        }
    }

    /// Whether only settings of indexes change, which the table itself does not wait for.
    fn is_of_indexes_alone(&self) -> bool {
        let alone = Settings { indexes: self.settings.indexes.clone(), ..Settings::default() };
        self.create.is_none() && self.delete.is_none() && self.settings == alone
    }

    /// Puts a table into the states in which the change leaves it waiting.
    pub(crate) fn begin(&self, table: &mut Table, at: Timestamp) {
        if !self.is_of_indexes_alone() {
            table.status = TableStatus::Updating;
        }
        table.begin_warming(&self.settings);
        table.note_increases(&self.settings, at);
        for (index, _) in &self.settings.indexes {
            let status = &mut table.index_mut(index).status;
            // An index that is being filled stays so.
            if *status == IndexStatus::Active {
                *status = IndexStatus::Updating;
            }
        }
        if let Some((schema, definitions)) = &self.create {
            table.add_index(Arc::new(schema.clone()), definitions.clone());
        }
        if let Some(index) = &self.delete {
            table.index_mut(index).status = IndexStatus::Deleting;
        }
        match &self.settings.stream {
            Some(StreamChange::Enable(stream)) => table.stream = Some(stream.clone()),
            Some(StreamChange::Disable(_)) => table.disable_stream(),
            None => {}
        }
    }
}
