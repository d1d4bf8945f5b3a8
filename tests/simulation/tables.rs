//! What the replies of CreateTable, UpdateTable, DeleteTable and DescribeTable say of a table: its status, its indexes and its
//! throughput. Rules: facts of the control plane.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::simulation::invariant::same;
use crate::simulation::model::Model;
use crate::simulation::schema::{IndexDefinition, Table};
use crate::simulation::step::Step;
use crate::size::size;

/// Read and write units a second; zeros on demand.
type Units = (u64, u64);

/// What DeleteTable does not describe.
const NOT_OF_DELETED: [&str; 5] = [
    "AttributeDefinitions",
    "CreationDateTime",
    "GlobalSecondaryIndexes",
    "KeySchema",
    "LocalSecondaryIndexes",
];

/// What is provisioned for tables and global indexes.
#[derive(Debug, Clone, Default)]
pub struct Provisioned {
    settings: BTreeMap<(Table, Option<&'static str>), Setting>,
    /// The most write units of Things on demand, as a request gives it, and when the last change takes effect.
    maximum: (Option<i64>, Option<(u64, Option<i64>)>),
    /// The tables whose units auto scaling may have changed, which the model does not know.
    lost: BTreeSet<Table>,
}

#[derive(Debug, Clone, Copy)]
struct Setting {
    units: Units,
    /// The units that replace these, and when.
    later: Option<(u64, Units)>,
}

impl Setting {
    fn at(self, now: u64) -> Units {
        self.later.filter(|(due, _)| *due <= now).map_or(self.units, |(_, units)| units)
    }
}

impl Provisioned {
    /// Notes a table that is created by a request.
    pub fn create(&mut self, table: Table, request: &Value) {
        self.lost.remove(&table);
        if table == Table::Things {
            self.maximum = (None, None);
        }
        self.settings.retain(|(other, _), _| *other != table);
        self.set_now(table, None, units(request));
        for index in list(request, "GlobalSecondaryIndexes") {
            self.set_now(table, Some(index_name(index)), units(index));
        }
    }

    /// The maximum that a description of Things shows.
    fn maximum_at(&self, now: u64) -> Option<i64> {
        let (maximum, later) = self.maximum;
        later.filter(|(due, _)| *due <= now).map_or(maximum, |(_, maximum)| maximum)
    }

    /// Notes an accepted change of Things, which takes effect when it is due.
    pub fn change(&mut self, step: &Step, request: &Value, now: u64, due: u64) {
        let maximum = match step {
            Step::Maximum(units) => Some(Some(*units).filter(|units| *units > 0)),
            // It is lost for good.
            Step::Provision(None, ..) => Some(None),
            _ => None,
        };
        if let Some(maximum) = maximum {
            self.maximum = (self.maximum_at(now), Some((due, maximum)));
        }
        let settings = self.settings.iter_mut().filter(|((table, _), _)| *table == Table::Things);
        match step {
            Step::BillOnDemand => {
                for (_, setting) in settings {
                    *setting = Setting { units: setting.at(now), later: Some((due, (0, 0))) };
                }
            }
            Step::Provision(..) => {
                let mut later = BTreeMap::new();
                if request.get("ProvisionedThroughput").is_some() {
                    later.insert(None, units(request));
                }
                for update in list(request, "GlobalSecondaryIndexUpdates") {
                    let update = &update["Update"];
                    later.insert(Some(index_name(update)), units(update));
                }
                for ((_, index), setting) in settings {
                    if let Some(units) = later.get(index) {
                        *setting = Setting { units: setting.at(now), later: Some((due, *units)) };
                    }
                }
            }
            Step::CreateIndex(name) => {
                let create = &request["GlobalSecondaryIndexUpdates"][0]["Create"];
                self.set_now(Table::Things, Some(name), units(create));
            }
            _ => {}
        }
    }

    /// Auto scaling of a table was switched on: it changes units at times that the model does not know.
    pub fn give_up(&mut self, table: Table) {
        self.lost.insert(table);
    }

    fn set_now(&mut self, table: Table, index: Option<&'static str>, units: Units) {
        self.settings.insert((table, index), Setting { units, later: None });
    }

    /// Checks what a description says of units.
    fn check_units(&self, table: Table, description: &Value, now: u64) -> Result<(), String> {
        if self.lost.contains(&table) {
            return Ok(());
        }
        let indexes = list(description, "GlobalSecondaryIndexes");
        let indexes = indexes.map(|index| (Some(index_name(index)), index));
        for (index, described) in [(None, description)].into_iter().chain(indexes) {
            if let Some(setting) = self.settings.get(&(table, index)) {
                same(index.unwrap_or("table"), &setting.at(now), &units(described))?;
            }
        }
        Ok(())
    }

    /// Checks the reply of `DescribeTable`.
    pub fn check_description(
        &self,
        table: Table,
        description: &Value,
        now: u64,
    ) -> Result<(), String> {
        self.check_units(table, description, now)?;
        if table == Table::Things {
            let shown = description["OnDemandThroughput"]["MaxWriteRequestUnits"].as_i64();
            same("maximum", &self.maximum_at(now), &shown)?;
        }
        let setting = self.settings.get(&(table, None));
        let is_pending = setting.is_some_and(|it| it.later.is_some_and(|(due, _)| due > now));
        match is_pending {
            true => same("status", &"UPDATING", &text(description, "TableStatus")),
            false => Ok(()),
        }
    }

    /// Checks the reply of an `UpdateTable` that was accepted: it still has the old settings. `model` is that of before.
    pub fn check_update(
        &self,
        step: &Step,
        description: &Value,
        model: &Model,
    ) -> Result<(), String> {
        same("name", &Table::Things.name(), &text(description, "TableName"))?;
        // An index that changes its units leaves the table as it is.
        let status =
            if matches!(step, Step::Provision(Some(_), ..)) { "ACTIVE" } else { "UPDATING" };
        same("status", &status, &text(description, "TableStatus"))?;
        if let Step::Maximum(most) = step {
            let shown = description["OnDemandThroughput"]["MaxWriteRequestUnits"].as_i64();
            same("maximum", &Some(*most), &shown)?;
            let is_provisioned = units(description) != (0, 0);
            same("a maximum of a provisioned table", &false, &is_provisioned)?;
        }
        self.check_units(Table::Things, description, model.now)?;
        let indexes = model.table(Table::Things).indexes.values();
        let global = indexes.filter(|index| !index.definition.is_local);
        let mut names: Vec<&str> = global.map(|index| index.definition.name).collect();
        let expected = match step {
            Step::CreateIndex(name) => {
                names.push(name);
                Some((*name, "CREATING"))
            }
            Step::DeleteIndex(name) => Some((*name, "DELETING")),
            Step::Provision(Some(name), ..) => Some((*name, "UPDATING")),
            _ => None,
        };
        names.sort_unstable();
        let described = list(description, "GlobalSecondaryIndexes");
        let mut found: Vec<&str> = described.map(|index| text(index, "IndexName")).collect();
        found.sort_unstable();
        same("indexes", &names, &found)?;
        let Some((name, status)) = expected else { return Ok(()) };
        let mut described = list(description, "GlobalSecondaryIndexes");
        let index = described.find(|index| text(index, "IndexName") == name);
        same(name, &Some(status), &index.map(|index| text(index, "IndexStatus")))
    }

    /// Checks the reply of a `DeleteTable` that was accepted.
    pub fn check_deletion(
        &self,
        table: Table,
        description: &Value,
        model: &Model,
    ) -> Result<(), String> {
        let items = &model.table(table).items;
        let bytes: usize = items.values().map(size).sum();
        let number = |member: &str| description[member].as_u64();
        same("name", &table.name(), &text(description, "TableName"))?;
        same("status", &"DELETING", &text(description, "TableStatus"))?;
        same("items", &Some(items.len() as u64), &number("ItemCount"))?;
        same("bytes", &Some(bytes as u64), &number("TableSizeBytes"))?;
        self.check_units(table, description, model.now)?;
        let described: Vec<&str> =
            NOT_OF_DELETED.into_iter().filter(|name| description.get(*name).is_some()).collect();
        same("definition", &Vec::new(), &described)
    }

    /// Checks the reply of a `CreateTable` that was accepted.
    pub fn check_creation(
        &self,
        table: Table,
        description: &Value,
        request: &Value,
        now: u64,
    ) -> Result<(), String> {
        same("name", &table.name(), &text(description, "TableName"))?;
        same("status", &"CREATING", &text(description, "TableStatus"))?;
        same("items", &Some(0), &description["ItemCount"].as_u64())?;
        same("bytes", &Some(0), &description["TableSizeBytes"].as_u64())?;
        same("key", &request["KeySchema"], &description["KeySchema"])?;
        self.check_units(table, description, now)?;
        for (member, status) in
            [("GlobalSecondaryIndexes", Some("CREATING")), ("LocalSecondaryIndexes", None)]
        {
            let asked: Vec<_> =
                list(request, member).map(|index| (text(index, "IndexName"), status)).collect();
            let mut described: Vec<_> = list(description, member)
                .map(|index| (text(index, "IndexName"), index["IndexStatus"].as_str()))
                .collect();
            described.sort_by_key(|(name, _)| asked.iter().position(|(other, _)| other == name));
            same(member, &asked, &described)?;
        }
        Ok(())
    }
}

/// The units of a request or of a description; zeros if there are none.
fn units(described: &Value) -> Units {
    let throughput = &described["ProvisionedThroughput"];
    let number = |member: &str| throughput[member].as_u64().unwrap_or_default();
    (number("ReadCapacityUnits"), number("WriteCapacityUnits"))
}

fn list<'v>(value: &'v Value, member: &str) -> impl Iterator<Item = &'v Value> {
    value[member].as_array().into_iter().flatten()
}

fn text<'v>(value: &'v Value, member: &str) -> &'v str {
    value[member].as_str().unwrap_or_default()
}

/// The name of an index that has a definition.
fn index_name(index: &Value) -> &'static str {
    IndexDefinition::named(text(index, "IndexName")).name
}
