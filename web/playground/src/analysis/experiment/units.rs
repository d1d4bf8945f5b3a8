//! The units of a table and its global indexes: what an experiment gives them, and what they had before.

use engine::api;
use engine::capacity::throughput::Throughput;
use engine::database::Database;
use engine::model::name::IndexName;
use engine::operation::Operation;
use engine::table::Table;
use engine::table::schema::{Billing, Scope};
use serde_json::{Value, json};

use crate::analysis::experiment::data::{Experiments, Provisioned};
use crate::sandbox::plan::Experiment;
use crate::view::value::Text;

/// How an experiment is undone that has changed the units of a table.
#[derive(Debug)]
pub(crate) struct PutBack {
    pub table: Text,
    /// The request of `UpdateTable`.
    pub request: Text,
    /// The database after it.
    pub database: Database,
}

/// What the chosen experiment has provisioned is put back by this; `None` if it has provisioned nothing, or if the table has been given
/// other units since.
pub(crate) fn put_back(database: &Database, chosen: Option<&Experiment>) -> Option<PutBack> {
    let chosen = chosen?;
    let request = chosen.put_back.clone()?;
    let data = Experiments::read();
    let experiment = data.experiments.iter().find(|it| it.title == chosen.name)?;
    let json: Value = serde_json::from_str(&request).ok()?;
    let table = database.table(json["TableName"].as_str()?)?;
    let units = TableUnits::of_experiment(experiment.provisioned?, table);
    if TableUnits::of(table) != units {
        return None;
    }
    let mut before = database.clone();
    api::call(&mut before, Operation::UpdateTable.name(), &request).ok()?;
    let table = table.schema.name.as_str().into();
    Some(PutBack { table, request, database: before })
}

/// The units of a table and its global indexes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum TableUnits {
    OnDemand,
    Provisioned { own: Throughput, indexes: Vec<(IndexName, Throughput)> },
}

impl TableUnits {
    /// Those that a table has.
    pub(super) fn of(table: &Table) -> Self {
        let Billing::Provisioned(own) = table.schema.billing else { return Self::OnDemand };
        let indexes = table.schema.indexes.iter();
        let units = indexes.filter_map(|index| Some((index.name.clone(), index.throughput?)));
        Self::Provisioned { own, indexes: units.collect() }
    }

    /// Those that an experiment gives to a table.
    pub(super) fn of_experiment(provisioned: Provisioned, table: &Table) -> Self {
        let units = |(read_units_per_second, write_units_per_second)| Throughput {
            read_units_per_second,
            write_units_per_second,
        };
        let indexes = table.schema.indexes.iter().filter(|index| index.scope == Scope::Global);
        let indexes = indexes.enumerate().map(|(position, index)| {
            let of =
                if position == 0 { provisioned.first_index } else { provisioned.other_indexes };
            (index.name.clone(), units(of))
        });
        Self::Provisioned { own: units(provisioned.table), indexes: indexes.collect() }
    }

    /// The request of `UpdateTable` after which a table that has these has others; `None` if they are the same. The service rejects an
    /// update that changes nothing.
    pub(super) fn change(&self, wanted: &Self, table: &Table) -> Option<Value> {
        let name = table.schema.name.as_str();
        match (self, wanted) {
            _ if self == wanted => None,
            (_, Self::OnDemand) => {
                Some(json!({ "TableName": name, "BillingMode": "PAY_PER_REQUEST" }))
            }
            (_, Self::Provisioned { own, indexes }) => {
                let (old, known) = match self {
                    Self::OnDemand => (None, [].as_slice()),
                    Self::Provisioned { own, indexes } => (Some(own), indexes.as_slice()),
                };
                let mut request = json!({ "TableName": name });
                if old != Some(own) {
                    request["BillingMode"] = "PROVISIONED".into();
                    request["ProvisionedThroughput"] = units_json(*own);
                }
                let others = indexes.iter().filter(|index| !known.contains(index));
                let updates = others.map(|(index, units)| {
                    let units = units_json(*units);
                    json!({ "Update": { "IndexName": index.as_str(), "ProvisionedThroughput": units } })
                });
                let updates: Vec<Value> = updates.collect();
                if !updates.is_empty() {
                    request["GlobalSecondaryIndexUpdates"] = updates.into();
                }
                Some(request)
            }
        }
    }
}

fn units_json(units: Throughput) -> Value {
    json!({
        "ReadCapacityUnits": units.read_units_per_second,
        "WriteCapacityUnits": units.write_units_per_second,
    })
}
