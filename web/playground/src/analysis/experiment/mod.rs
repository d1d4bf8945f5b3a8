//! Experiments: workloads that show what throughput does, on the open table or on tables of their own.
//!
//! `static/experiments.json` has them. A request that is not written out is made for the open table: of its keys and indexes, at rates in
//! percent of what it can write in a second. In a key, `$sort` is the name of its sort key, and
//! `$second` the number of requests of a second.

mod data;
mod made;
mod picture;
#[cfg(test)]
mod tests;
pub(crate) mod units;

use std::rc::Rc;

use engine::api::snapshot::create_table_request;
use engine::database::Database;
use engine::model::key::KeyType;
use engine::operation::Operation;
use engine::table::Table;
use engine::table::schema::Scope;
use engine::workload::Workload;
use engine::workload::pattern::AccessPattern;
use serde_json::Value;

use crate::analysis::experiment::data::{Experiment, ExperimentRequest, Experiments};
use crate::analysis::experiment::made::patterns_for;
use crate::analysis::experiment::picture::picture;
use crate::analysis::experiment::units::{PutBack, TableUnits, put_back};
use crate::explain::subject::is_on;
use crate::sandbox::command::{Command, SetUp};
use crate::sandbox::plan::Experiment as Chosen;
use crate::sandbox::workload::{curve_of, plan_of, retries_of, start_of, usual};
use crate::view::experiment::ExperimentView;
use crate::view::message::{Argument, Message};
use crate::view::throughput::Setting;
use crate::view::value::Text;

/// All experiments, for a sandbox, the experiment that is chosen, and the open table.
pub(crate) fn experiment_views(
    database: &Database,
    chosen: Option<&Chosen>,
    table: Option<&Table>,
) -> Vec<ExperimentView> {
    let data = Experiments::read();
    let before = put_back(database, chosen).map(|it| it.database);
    let database = before.as_ref().unwrap_or(database);
    let table = table.and_then(|table| database.table(table.schema.name.as_str()));
    let view = |experiment: &Experiment<'static>| ExperimentView {
        name: experiment.title,
        title: Message::plain(experiment.title),
        about: Message::plain(experiment.about),
        picture: picture(&data, experiment),
        seconds: experiment.seconds,
        changes: experiment.changes(database, table),
        lack: experiment.lack(&data, database, table),
    };
    data.experiments.iter().map(view).collect()
}

/// The title of an experiment. One of another version of the page is called by its name.
pub fn experiment_title(name: &str) -> Message {
    let data = Experiments::read();
    let known = data.experiments.iter().find(|it| it.title == name);
    match known {
        Some(known) => Message::plain(known.title),
        None => Message::plain("experiment.unknown").with("name", name),
    }
}

/// How to run an experiment on the open table, or on its own; `None` if there is none of this name, or if the table lacks something.
/// It begins with the units that the open table had before the experiment that is chosen.
pub(crate) fn set_up(
    database: &Database,
    chosen: Option<&Chosen>,
    table: Option<&Table>,
    name: &str,
) -> Option<SetUp> {
    let data = Experiments::read();
    let experiment = data.experiments.iter().find(|it| it.title == name)?;
    if experiment.lack(&data, database, table).is_some() {
        return None;
    }
    let before = put_back(database, chosen);
    let now = table.map(TableUnits::of);
    let table = match (&before, table) {
        (Some(before), Some(table)) => before.database.table(table.schema.name.as_str()),
        _ => table,
    };
    let units = experiment.provisioned.zip(table);
    let units = units.map(|(provisioned, table)| TableUnits::of_experiment(provisioned, table));
    let mut commands = experiment.commands(&data, database);
    let put_back = match (table, now) {
        (Some(table), Some(now)) if experiment.tables.is_empty() => {
            let had = TableUnits::of(table);
            let wanted = units.unwrap_or_else(|| had.clone());
            commands.extend(now.change(&wanted, table).map(|it| update_table(&it)));
            wanted.change(&had, table).map(|it| Text::from(it.to_string()))
        }
        _ => None,
    };
    let is_other = |before: &&PutBack| {
        !experiment.tables.is_empty()
            || table.is_none_or(|it| it.schema.name.as_str() != &*before.table)
    };
    commands.extend(before.as_ref().filter(is_other).map(|it| update_table(&it.request)));
    let patterns = match table {
        Some(table) if experiment.tables.is_empty() => patterns_for(experiment, &table.schema),
        Some(_) | None => experiment.requests.iter().filter_map(written).collect(),
    };
    let Experiment { seconds, retries, idle, .. } = *experiment;
    let (retries, start) = (retries_of(retries), start_of(idle));
    let workload = Workload { seconds, patterns, retries, start, ..usual() };
    Some(SetUp { commands, plan: Rc::new(plan_of(&workload)), put_back })
}

/// A request that is written out.
fn written(request: &ExperimentRequest<'_>) -> Option<AccessPattern> {
    Some(AccessPattern {
        name: request.name.unwrap_or(request.operation).to_owned(),
        operation: request.operation.to_owned(),
        request: format!("{:#}", request.request.as_ref()?),
        rate: curve_of(&request.rate, 1),
    })
}

impl<'d> Experiment<'d> {
    /// What the open table lacks, or why the tables of the experiment cannot be created.
    fn lack(
        &self,
        data: &Experiments<'_>,
        database: &Database,
        table: Option<&Table>,
    ) -> Option<Message> {
        if !self.tables.is_empty() {
            let other = self.tables.iter().find(|name| {
                let known = database.table(name);
                known.is_some_and(|known| {
                    !has_keys_of(known, data.table(name)) || self.expires_otherwise(known)
                })
            })?;
            let name = Argument::Name((*other).into(), None);
            return Some(Message::plain("experiment.lack.name").with("table", name));
        }
        let Some(table) = table else { return Some(Message::plain("experiment.lack.table")) };
        let key = &table.schema.key;
        let is_binary = key.partition.iter().any(|it| it.kind == KeyType::B);
        let takes_number = |name: &str| !name.contains(|it: char| it.is_whitespace() || it == '}');
        let has_sort = key.sort.iter().any(|it| it.kind != KeyType::B && takes_number(&it.name));
        let has_index = table.schema.indexes.iter().any(|index| index.scope == Scope::Global);
        let lack = match () {
            () if is_binary => "experiment.lack.binary",
            () if self.sort.is_some() && !has_sort => "experiment.lack.sort",
            () if self.needs_index && !has_index => "experiment.lack.index",
            () => return None,
        };
        let name = Argument::Name(table.schema.name.as_str().into(), None);
        Some(Message::plain(lack).with("table", name))
    }

    /// Whether items of a table expire by another attribute than the experiment writes.
    fn expires_otherwise(&self, table: &Table) -> bool {
        let Some(request) =
            self.time_to_live.as_ref().filter(|it| is_on(it, table.schema.name.as_str()))
        else {
            return false;
        };
        let attribute = &request["TimeToLiveSpecification"]["AttributeName"];
        table.time_to_live.status.attribute().is_some_and(|own| *attribute != own.as_str())
    }

    /// The tables of the experiment that are not there yet.
    fn missing(&self, database: &Database) -> impl Iterator<Item = &'d str> {
        self.tables.iter().copied().filter(|name| database.table(name).is_none())
    }

    /// What it changes before it runs.
    fn changes(&self, database: &Database, table: Option<&Table>) -> Option<Message> {
        let missing: Vec<Rc<str>> = self.missing(database).map(Rc::from).collect();
        if !missing.is_empty() {
            let count = Argument::Count(missing.len() as u64);
            let words = Message::plain("experiment.creates").with("count", count);
            return Some(words.with("tables", Argument::List(missing)));
        }
        let (provisioned, table) = (self.provisioned?, table?);
        TableUnits::of(table).change(&TableUnits::of_experiment(provisioned, table), table)?;
        let name = |name: &str| Argument::Name(name.into(), None);
        let mut indexes = table.schema.indexes.iter().filter(|index| index.scope == Scope::Global);
        let words = match (indexes.next(), indexes.next()) {
            (None, _) => Message::plain("experiment.provisions"),
            (Some(index), other) => {
                let key = match other {
                    None => "experiment.provisions_index",
                    Some(_) => "experiment.provisions_indexes",
                };
                Message::plain(key)
                    .with("index", name(index.name.as_str()))
                    .with("index_units", Argument::Count(provisioned.first_index.1))
                    .with("other_units", Argument::Count(provisioned.other_indexes.1))
            }
        };
        Some(
            words
                .with("table", name(table.schema.name.as_str()))
                .with("units", Argument::Count(provisioned.table.1))
                .with("read_units", Argument::Count(provisioned.table.0)),
        )
    }

    /// What makes its own tables and changes settings before it runs.
    fn commands(&self, data: &Experiments<'_>, database: &Database) -> Vec<Command> {
        let call = |operation: &str, request: &Value| Command::Call {
            operation: operation.to_owned(),
            request: format!("{request:#}"),
        };
        let create = self.missing(database).map(|name| call("CreateTable", data.table(name)));
        let mut commands: Vec<Command> = create.collect();
        let is_without = |request: &&Value| {
            let table = request["TableName"].as_str().and_then(|name| database.table(name));
            table.is_none_or(|table| table.time_to_live.status.attribute().is_none())
        };
        let time_to_live = self.time_to_live.as_ref().filter(is_without);
        commands.extend(time_to_live.map(|request| call("UpdateTimeToLive", request)));
        let delay = self.expiry_delay_ms;
        if let Some(ms) = delay.filter(|ms| *ms != database.config().lifecycle.expire_item_ms) {
            commands.push(Command::Set { setting: Setting::ExpiryDelay, value: ms });
        }
        commands
    }
}

fn update_table(request: &impl ToString) -> Command {
    Command::Call {
        operation: Operation::UpdateTable.name().to_owned(),
        request: request.to_string(),
    }
}

/// Whether a table has the keys that a request creates, of the same types, and the indexes.
fn has_keys_of(table: &Table, request: &Value) -> bool {
    let own = Value::Object(create_table_request(table));
    let list = |json: &Value, member: &str| json[member].as_array().cloned().unwrap_or_default();
    let types = list(&own, "AttributeDefinitions");
    let indexes = list(&own, "GlobalSecondaryIndexes");
    let has_index = |asked: &Value| {
        let is_it =
            |it: &Value| ["IndexName", "KeySchema"].iter().all(|name| it[name] == asked[name]);
        indexes.iter().any(is_it)
    };
    request["KeySchema"] == own["KeySchema"]
        && list(request, "AttributeDefinitions").iter().all(|it| types.contains(it))
        && list(request, "GlobalSecondaryIndexes").iter().all(has_index)
}
