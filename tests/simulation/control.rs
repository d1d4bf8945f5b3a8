//! Steps that change tables, indexes and settings, and the workload.

use engine::api::snapshot;
use engine::clock::Timestamp;
use engine::receipt::UnitKind;
use engine::throughput::scaling::ScalingPolicy;
use serde_json::{Value, json};

use crate::simulation::index::IndexModel;
use crate::simulation::invariant::{self, Violation};
use crate::simulation::limit::Limits;
use crate::simulation::model::{EXPIRES, TableModel};
use crate::simulation::probe;
use crate::simulation::schema::{IndexDefinition, REPLICAS, Table, definitions};
use crate::simulation::setup::provisioned;
use crate::simulation::step::Step;
use crate::simulation::world::World;
use crate::simulation::{stream, workload};

/// Exceptions of a change of a table while another is in progress, or if there is nothing to change.
const REJECTIONS: [&str; 4] = [
    "ValidationException",
    "ResourceInUseException",
    "ResourceNotFoundException",
    "LimitExceededException",
];

impl World {
    /// Makes the request of a control step.
    pub fn control(&mut self, step: &Step) -> Result<(), Violation> {
        if let Step::Scale(is_on) = step {
            self.scale(*is_on);
            return Ok(());
        }
        let (operation, request) = self.control_request(step);
        let must_succeed = self.must_succeed(step);
        self.call(operation, request.clone());
        invariant::check_exchange(self)?;
        let exchange = self.exchange.as_ref().expect("a request was made");
        match &exchange.outcome.reply {
            Ok(reply) => {
                if let Some(description) = reply.get("TableDescription") {
                    let checked = self.provisioned.check_update(step, description, &self.model);
                    checked.map_err(|fault| description_violation(step, &fault))?;
                }
                let (now, lifecycle) = (self.model.now, self.database.config().lifecycle);
                let due = now + lifecycle.update_settings_ms;
                self.provisioned.change(step, &request, now, due);
                self.note_change(step);
            }
            Err(error) => {
                let is_known = REJECTIONS.contains(&error.code().name()) && !must_succeed;
                invariant::holds(is_known, invariant::REPLY, || format!("{step}: {error}"))?;
            }
        }
        Ok(())
    }

    fn control_request(&self, step: &Step) -> (&'static str, Value) {
        let name = Table::Things.name();
        let is_provisioned = self.is_provisioned();
        let request = match step {
            Step::CreateIndex(index) => self.create_index_request(index, is_provisioned),
            Step::DeleteIndex(index) => update_index(json!({ "Delete": { "IndexName": index } })),
            Step::Provision(Some(index), reads, writes) => {
                let throughput = provisioned(*reads, *writes);
                update_index(
                    json!({ "Update": { "IndexName": index, "ProvisionedThroughput": throughput } }),
                )
            }
            Step::Provision(None, reads, writes) => {
                self.provision_request(provisioned(*reads, *writes), is_provisioned)
            }
            Step::Maximum(units) => {
                json!({ "TableName": name, "OnDemandThroughput": { "MaxWriteRequestUnits": units } })
            }
            Step::BillOnDemand => json!({ "TableName": name, "BillingMode": "PAY_PER_REQUEST" }),
            Step::Stream(is_on) => {
                let specification = match is_on {
                    true => {
                        json!({ "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" })
                    }
                    false => json!({ "StreamEnabled": false }),
                };
                json!({ "TableName": name, "StreamSpecification": specification })
            }
            Step::TimeToLive(is_on) => {
                let specification = json!({ "Enabled": is_on, "AttributeName": EXPIRES });
                let request =
                    json!({ "TableName": name, "TimeToLiveSpecification": specification });
                return ("UpdateTimeToLive", request);
            }
            Step::Write(_)
            | Step::BatchWrite(_)
            | Step::TransactWrite(_)
            | Step::Get(_)
            | Step::WriteStatement(_)
            | Step::GetStatement(_)
            | Step::KeysStatement(_)
            | Step::ReadStatement(_)
            | Step::BatchOfWriteStatements(_)
            | Step::BatchOfGetStatements(_)
            | Step::TransactionOfWriteStatements(_)
            | Step::TransactionOfGetStatements(_)
            | Step::BatchGet(_)
            | Step::TransactGet(_)
            | Step::Read(_)
            | Step::Fill(_)
            | Step::Recreate(_)
            | Step::Scale(_)
            | Step::Delay(_)
            | Step::Advance(_)
            | Step::CutOff(..)
            | Step::ReplicationDelay(_)
            | Step::SaveAndLoad
            | Step::Workload(_) => unreachable!("{step} is no control step"),
        };
        ("UpdateTable", request)
    }

    fn create_index_request(&self, index: &str, is_provisioned: bool) -> Value {
        let indexes = &self.model.table(Table::Things).indexes;
        let definition = IndexDefinition::named(index);
        let mut create = definition.to_json();
        if is_provisioned {
            let reads = self.setup.provisioned.0;
            create["ProvisionedThroughput"] = provisioned(reads, self.setup.index_writes);
        }
        let names = indexes.values().flat_map(|index| index.definition.keys());
        let names = names.chain(definition.keys()).chain(Table::Things.keys().iter().copied());
        let mut request = update_index(json!({ "Create": create }));
        request["AttributeDefinitions"] = definitions(names, &self.setup.binary_keys);
        request
    }

    /// Provisions the table, and its global indexes too unless they are already.
    fn provision_request(&self, throughput: Value, is_provisioned: bool) -> Value {
        let indexes = self.model.table(Table::Things).indexes.values();
        let global = indexes.filter(|index| !index.definition.is_local && !is_provisioned);
        let updates = global.map(|index| {
            let name = index.definition.name;
            json!({ "Update": { "IndexName": name, "ProvisionedThroughput": throughput } })
        });
        let updates: Vec<Value> = updates.collect();
        let mut request = json!({
            "TableName": Table::Things.name(),
            "BillingMode": "PROVISIONED",
            "ProvisionedThroughput": throughput,
        });
        if !updates.is_empty() {
            request["GlobalSecondaryIndexUpdates"] = updates.into();
        }
        request
    }

    fn is_provisioned(&self) -> bool {
        let description = probe::description(&self.database, Table::Things);
        let mode = &description["BillingModeSummary"]["BillingMode"];
        mode.is_null() || *mode == "PROVISIONED"
    }

    /// Whether nothing prevents the creation of an index, or the deletion of a table.
    fn must_succeed(&self, step: &Step) -> bool {
        let table = match step {
            Step::Recreate(table) => *table,
            _ => Table::Things,
        };
        let description = probe::description(&self.database, table);
        let indexes = &self.model.table(table).indexes;
        let global = description["GlobalSecondaryIndexes"].as_array().into_iter().flatten();
        let is_quiet = global.into_iter().all(|index| index["IndexStatus"] == "ACTIVE");
        let is_active = description["TableStatus"] == "ACTIVE" && self.are_siblings_settled(table);
        match step {
            Step::CreateIndex(name) => is_active && is_quiet && !indexes.contains_key(name),
            Step::Recreate(_) => is_active && is_quiet,
            _ => false,
        }
    }

    /// Whether the other replicas of a table, if there are some, can be changed.
    fn are_siblings_settled(&self, table: Table) -> bool {
        let mut siblings = table.siblings().filter(|it| self.model.tables.contains_key(it));
        siblings.all(|sibling| {
            let description = probe::description(&self.database, sibling);
            let global = description["GlobalSecondaryIndexes"].as_array().into_iter().flatten();
            description["TableStatus"] == "ACTIVE"
                && global.into_iter().all(|index| index["IndexStatus"] == "ACTIVE")
        })
    }

    /// Notes a change of the tables that was accepted.
    fn note_change(&mut self, step: &Step) {
        let (now, config) = (self.model.now, *self.database.config());
        match step {
            Step::CreateIndex(name) => {
                for table in REPLICAS {
                    let index = IndexModel::added(IndexDefinition::named(name));
                    let table = self.model.tables.get_mut(&table);
                    table.map(|table| table.indexes.insert(index.definition.name, index));
                }
            }
            Step::TimeToLive(is_on) => {
                let table = self.model.table_mut(Table::Things);
                let due = now + config.lifecycle.update_time_to_live_ms;
                table.time_to_live_change = Some((due, *is_on));
                self.model.advance_to(now);
            }
            _ => {}
        }
    }

    /// Deletes a table and creates it again: nothing of the deleted table may remain.
    pub fn recreate(&mut self, table: Table) -> Result<(), Violation> {
        let step = Step::Recreate(table);
        let must_succeed = self.must_succeed(&step);
        self.call("DeleteTable", json!({ "TableName": table.name() }));
        invariant::check_exchange(self)?;
        if let Some(Err(error)) = self.exchange.as_ref().map(|exchange| &exchange.outcome.reply) {
            let is_known = REJECTIONS.contains(&error.code().name()) && !must_succeed;
            return invariant::holds(is_known, invariant::REPLY, || format!("{step}: {error}"));
        }
        let violation = |fault: String| description_violation(&step, &fault);
        let deleted = self.table_description();
        self.provisioned.check_deletion(table, &deleted, &self.model).map_err(violation)?;
        let request = self.setup.create_table(table);
        self.call("CreateTable", request.clone());
        invariant::check_exchange(self)?;
        let reply = self.exchange.as_ref().map(|exchange| &exchange.outcome.reply);
        let is_created = reply.is_some_and(Result::is_ok);
        invariant::holds(is_created, invariant::REPLY, || format!("{step}: {reply:?}"))?;
        let setup = self.setup.clone();
        self.each_database(|database| setup.set_sql(database));
        self.provisioned.create(table, &request);
        let (created, now) = (self.table_description(), self.model.now);
        let checked = self.provisioned.check_creation(table, &created, &request, now);
        checked.map_err(violation)?;
        let changes = std::mem::take(&mut self.model.table_mut(table).changes);
        let created = TableModel { changes, ..self.setup.table_model(table) };
        self.model.tables.insert(table, created);
        self.limits.forget(table);
        self.observe_limits(&[table])
    }

    /// The description in the latest reply.
    fn table_description(&self) -> Value {
        let reply = self.exchange.as_ref().map(|exchange| &exchange.outcome.reply);
        let reply = reply.and_then(|reply| reply.as_ref().ok());
        reply.map(|reply| reply["TableDescription"].clone()).unwrap_or_default()
    }

    fn scale(&mut self, is_on: bool) {
        if is_on {
            self.provisioned.give_up(Table::Things);
        }
        let policy = ScalingPolicy { units_min: 5, units_max: 50, target_percent: 70 };
        self.each_database(|database| {
            let policy = Some(policy).filter(|_| is_on);
            let set = database.set_scaling(Table::Things.name(), None, UnitKind::Write, policy);
            set.expect("the policy is legal and the table exists");
        });
    }

    /// Runs a workload. The model takes over the items once everything has arrived.
    pub fn workload(&mut self, seed: u64) -> Result<(), Violation> {
        let workload = workload::draw(seed, &self.setup.binary_keys);
        let mut in_json = self.database.clone();
        let by_json = workload::run(&workload::in_json(&workload), &mut in_json);
        let mut results = vec![by_json];
        self.each_database(|database| results.push(workload::run(&workload, database)));
        let violation = |reason| Violation::new(invariant::WORKLOAD, reason);
        let results = results.into_iter().collect::<Result<Vec<_>, String>>().map_err(violation)?;
        let mut texts: Vec<String> = results.iter().map(|result| format!("{result:#?}")).collect();
        for other in texts.split_off(1) {
            same_lines(&texts[0], &other)?;
        }
        let saved = |database| {
            let saved: Value = serde_json::from_str(&snapshot::save(database)).expect("it is JSON");
            format!("{saved:#}")
        };
        same_lines(&saved(&in_json), &saved(&self.database))?;
        self.each_database(|database| {
            database.advance_to(Timestamp(database.now().0 + invariant::QUIET_MS));
        });
        self.model.now = self.database.now().0;
        self.model.advance_to(self.model.now);
        for (name, table) in &mut self.model.tables {
            table.take_over(probe::items(&self.database, *name));
        }
        self.limits = Limits::lost();
        stream::give_up(&self.database, &mut self.streams);
        Ok(())
    }
}

fn description_violation(step: &Step, fault: &str) -> Violation {
    Violation::new(invariant::REPLY, format!("{step}: {fault}"))
}

/// Two runs of a workload have the same result.
fn same_lines(left: &str, right: &str) -> Result<(), Violation> {
    let pairs = left.lines().zip(right.lines()).enumerate();
    let changed = pairs.filter(|(_, (left, right))| left != right);
    let changed: Vec<String> =
        changed.map(|(line, (left, right))| format!("line {line}: {left} | {right}")).collect();
    invariant::holds(left == right, invariant::WORKLOAD, || changed.join("\n"))
}

/// The request of an `UpdateTable` that changes one index.
fn update_index(update: Value) -> Value {
    let updates = json!([update]);
    json!({ "TableName": Table::Things.name(), "GlobalSecondaryIndexUpdates": updates })
}
