//! The world of a run: the engine's database, the model, and a twin of the database that was not saved and loaded.

use engine::api::{self, Outcome, snapshot};
use engine::clock::Timestamp;
use engine::database::Database;
use engine::event::{Event, EventKind};
use serde_json::Value;

use crate::random::Random;
use crate::simulation::draw::Draw;
use crate::simulation::exchange::{Exchange, TwinExchange};
use crate::simulation::expect::{Expected, Tokens, batch_write};
use crate::simulation::invariant::{self, Violation};
use crate::simulation::limit::{Ask, Limits, Observed};
use crate::simulation::model::{Model, TableModel};
use crate::simulation::probe;
use crate::simulation::program::Taken;
use crate::simulation::schema::Table;
use crate::simulation::setup::{Feature, Setup};
use crate::simulation::step::{Step, Transaction, batch_write_request};
use crate::simulation::stream::{self, StreamModel};
use crate::simulation::tables::Provisioned;
use crate::simulation::write::{Action, Target, Write};

/// Details of `ReturnConsumedCapacity`, in turn.
const DETAILS: [&str; 4] = ["INDEXES", "TOTAL", "INDEXES", "NONE"];

/// Items that one step puts: a step of a backfill reads a hundred.
const FILLER_COUNT: u8 = 130;

/// How often a put of [`Step::Fill`] is tried.
const FILLER_ATTEMPT_COUNT: usize = 5;

/// The state of a run.
pub struct World {
    /// The setup of the run.
    pub setup: Setup,
    pub database: Database,
    /// The database as it would be without the last saving and loading.
    pub twin: Option<Database>,
    /// The model of the database.
    pub model: Model,
    /// The transactions whose tokens are remembered.
    pub tokens: Tokens,
    /// Those of `ExecuteTransaction`, which the engine keeps apart.
    pub statement_tokens: Tokens,
    /// The latest request.
    pub exchange: Option<Exchange>,
    /// Every request of the last step, in order: operation, text, and whether it was accepted.
    pub requests: Vec<(String, String, bool)>,
    /// The streams of Things.
    pub streams: Vec<StreamModel>,
    pub provisioned: Provisioned,
    /// What the model knows of throughput.
    pub limits: Limits,
    /// What receipts of programs, and of writes that arrived, say since the last step. `None` if events are missing.
    pub taken: Option<Taken>,
    /// The number of the next event.
    pub next_event: u64,
    /// Steps between two checks of the expensive invariants.
    pub interval: usize,
    /// How many steps were taken.
    pub step_count: usize,
    /// A digest of all replies, which distinguishes this run from others.
    pub digest: u64,
    /// How many requests were accepted and how many were throttled.
    pub counts: (u64, u64),
}

impl World {
    /// The world at the beginning of a run.
    pub fn new(setup: Setup) -> Self {
        let (database, model) = setup.begin();
        let mut world = Self {
            setup,
            database,
            twin: None,
            model,
            tokens: Tokens::new(),
            statement_tokens: Tokens::new(),
            exchange: None,
            requests: Vec::new(),
            streams: Vec::new(),
            provisioned: Provisioned::default(),
            limits: Limits::default(),
            taken: Some(Taken::new()),
            next_event: 0,
            interval: invariant::EXPENSIVE_INTERVAL,
            step_count: 0,
            digest: 0xcbf2_9ce4_8422_2325,
            counts: (0, 0),
        };
        // Of a table with replicas, the model does not know what the writes of the other Region leave.
        let is_known =
            |table: &Table| !world.setup.has(Feature::Regions) || table.siblings().next().is_none();
        let created: Vec<Table> = world.setup.tables().filter(is_known).collect();
        world.observe_limits(&created).expect("nothing has been served");
        for table in [Table::Things, Table::Others] {
            world.provisioned.create(table, &world.setup.create_table(table));
        }
        world
    }

    /// The detail of `ReturnConsumedCapacity` that requests ask for.
    pub(super) fn detail(&self) -> &'static str {
        DETAILS[self.step_count % DETAILS.len()]
    }

    /// Takes a step and checks every invariant.
    pub fn take(&mut self, step: &Step) -> Result<(), Violation> {
        self.exchange = None;
        self.requests.clear();
        let change_count = self.model.table(Table::Things).changes.len();
        match step {
            Step::Write(write) => self.write(write)?,
            Step::BatchWrite(writes) => self.batch_write(writes)?,
            Step::TransactWrite(transaction) => self.transact_write(transaction)?,
            Step::Get(get) => self.get(get)?,
            Step::WriteStatement(write) => self.write_statement(write)?,
            Step::GetStatement(get) => self.get_statement(get)?,
            Step::KeysStatement(gets) => self.keys_statement(gets)?,
            Step::ReadStatement(read) => self.read_statement(read)?,
            Step::BatchOfWriteStatements(writes) => self.batch_of_write_statements(writes)?,
            Step::BatchOfGetStatements(gets) => self.batch_of_get_statements(gets)?,
            Step::TransactionOfWriteStatements(transaction) => {
                self.transaction_of_write_statements(transaction)?;
            }
            Step::TransactionOfGetStatements(gets) => self.transaction_of_get_statements(gets)?,
            Step::BatchGet(gets) => self.batch_get(gets)?,
            Step::TransactGet(gets) => self.transact_get(gets)?,
            Step::Read(read) => self.read(read)?,
            Step::CreateIndex(_)
            | Step::DeleteIndex(_)
            | Step::Provision(..)
            | Step::BillOnDemand
            | Step::Maximum(_)
            | Step::TimeToLive(_)
            | Step::Stream(_)
            | Step::Scale(_) => self.control(step)?,
            Step::Fill(seed) => self.fill(*seed)?,
            Step::Recreate(table) => self.recreate(*table)?,
            Step::Delay(ms) => {
                self.each_database(|database| database.set_propagation_delay(*ms));
                self.model.delay_ms = *ms;
            }
            Step::Advance(ms) => self.advance(*ms),
            Step::CutOff(table, is_cut_off) => self.cut_off(*table, *is_cut_off),
            Step::ReplicationDelay(ms) => {
                self.each_database(|database| database.set_replication_delay(*ms));
                self.model.regions.delay_ms = Some(*ms);
            }
            Step::SaveAndLoad => self.save_and_load()?,
            Step::Workload(seed) => self.workload(*seed)?,
        }
        self.step_count += 1;
        self.synchronize()?;
        self.check_taken(matches!(step, Step::Workload(_)))?;
        if self.setup.has(Feature::Stream) && !matches!(step, Step::Workload(_)) {
            let counts = (change_count, self.model.table(Table::Things).changes.len());
            stream::observe(&self.database, &mut self.streams, counts);
        }
        invariant::check_all(self, false)
    }

    /// Ends the run: all pending changes arrive, then every invariant is checked again.
    pub fn finish(&mut self) -> Result<(), Violation> {
        self.exchange = None;
        for table in self.model.regions.cut_off.clone() {
            self.cut_off(table, false);
        }
        self.advance(invariant::QUIET_MS);
        self.synchronize()?;
        self.check_taken(false)?;
        invariant::check_all(self, true)
    }

    /// Does the same to the database and to its twin.
    pub fn each_database(&mut self, mut change: impl FnMut(&mut Database)) {
        change(&mut self.database);
        if let Some(twin) = &mut self.twin {
            change(twin);
        }
    }

    fn advance(&mut self, ms: u64) {
        let time = self.model.now + ms;
        self.each_database(|database| database.advance_to(Timestamp(time)));
        self.model.advance_to(time);
    }

    /// Makes a request in every way in which it can be made, and records its results.
    pub fn call(&mut self, operation: &str, request: Value) -> &Outcome {
        // A transaction may be repeated with its members in another order, so every second step has another one.
        let is_transaction = matches!(operation, "TransactWriteItems" | "ExecuteTransaction");
        let text = match is_transaction && !self.step_count.is_multiple_of(2) {
            true => reversed(&request),
            false => request.to_string(),
        };
        let before = self.database.clone();
        let preview = api::preview(&before, operation, &text);
        let by_text = api::call(&mut before.clone(), operation, &text);
        let events = self.database.drain_events();
        self.note_events(&events);
        self.twin.as_mut().map(Database::drain_events);
        let outcome = api::execute(&mut self.database, operation, &text);
        let events = self.database.drain_events();
        self.note_events(&events);
        let reply = match &outcome.reply {
            Ok(reply) => reply.to_string(),
            Err(error) => error.to_json().to_string(),
        };
        for byte in reply.bytes() {
            self.digest = (self.digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        self.requests.push((operation.to_owned(), text.clone(), outcome.reply.is_ok()));
        let rejection = |event: &Event| match &event.kind {
            EventKind::RequestThrottled { throttled } => Some(throttled.clone()),
            _ => None,
        };
        let throttles = events.iter().filter_map(rejection).collect();
        let twin = self.twin.as_mut().map(|twin| TwinExchange {
            outcome: api::execute(twin, operation, &text),
            events: twin.drain_events(),
        });
        let exchange = self.exchange.insert(Exchange {
            operation: operation.to_owned(),
            request,
            before,
            preview,
            text: by_text,
            outcome,
            events,
            throttles,
            twin,
            asks: Vec::new(),
            is_charged: true,
            expected: None,
        });
        &exchange.outcome
    }

    /// Records what the model expects of the latest request, unless it was throttled, and checks it.
    /// Returns whether the request was accepted.
    pub fn compare(&mut self, expected: Expected, asks: Vec<Ask>) -> Result<bool, Violation> {
        let exchange = self.exchange.as_mut().expect("a request was made");
        if !Self::is_rejected(&expected) {
            exchange.asks = asks;
        }
        exchange.expected = Some(expected);
        exchange.is_charged = !exchange.is_throttled();
        let is_accepted = exchange.outcome.reply.is_ok();
        match exchange.is_throttled() {
            true => self.counts.1 += 1,
            false => self.counts.0 += u64::from(is_accepted),
        }
        invariant::check_exchange(self)?;
        if let Some(exchange) = &self.exchange {
            self.limits.serve(exchange, self.model.now);
        }
        self.observe_limits(&[])?;
        Ok(is_accepted)
    }

    /// Updates the model of throughput from what the engine shows, if these tables have just been created.
    pub(super) fn observe_limits(&mut self, created: &[Table]) -> Result<(), Violation> {
        let (setup, database, now) = (&self.setup, &self.database, self.model.now);
        if !setup.has(Feature::Limits) {
            return Ok(());
        }
        self.limits.observe(&Observed { setup, database, now, created })
    }

    fn write(&mut self, write: &Write) -> Result<(), Violation> {
        let detail = self.detail();
        let (operation, request) = write.request(detail);
        let expected = self.model.expect_write(write, detail);
        let shares = self.shares_of_writes(std::slice::from_ref(write), false);
        self.call(&operation, request);
        let asks = Self::asks(shares, !self.was_throttled());
        if self.compare(expected, asks)? {
            self.apply([write]);
        }
        Ok(())
    }

    /// Puts more items than one step of a backfill reads. A put that is throttled is made again after a second.
    fn fill(&mut self, seed: u64) -> Result<(), Violation> {
        let (setup, mut random) = (self.setup.clone(), Random::new(seed));
        for number in 0..FILLER_COUNT {
            let target = Target { table: Table::Things, by_arn: false };
            let action = Action::Put(Draw::new(&setup, &mut random).filler(number));
            let write =
                Write { target, action, condition: None, is_legacy: false, returns: "NONE" };
            for _ in 0..FILLER_ATTEMPT_COUNT {
                self.write(&write)?;
                if !self.was_throttled() {
                    break;
                }
                self.advance(1_000);
                self.synchronize()?;
            }
        }
        Ok(())
    }

    /// Makes the writes of one request on the model, and runs what is due at once.
    pub(super) fn apply<'w>(&mut self, writes: impl IntoIterator<Item = &'w Write>) {
        writes.into_iter().for_each(|write| self.model.apply(write));
        self.model.advance_to(self.model.now);
    }

    fn batch_write(&mut self, writes: &[(Target, Action)]) -> Result<(), Violation> {
        let detail = self.detail();
        let mut in_order: Vec<&(Target, Action)> = writes.iter().collect();
        in_order.sort_by_key(|(target, _)| target.named());
        let parts: Vec<Write> = in_order.iter().map(|write| batch_write(write)).collect();
        let shares = self.shares_of_writes(&parts, false);
        let outcome = self.call("BatchWriteItem", batch_write_request(writes, detail));
        let is_rejected = outcome.reply.is_err();
        let unprocessed = outcome.reply.as_ref().map(|reply| reply["UnprocessedItems"].clone());
        let unprocessed = probe::normalized(unprocessed.unwrap_or_default());
        let is_done = |(target, action): &&(Target, Action)| {
            let left = unprocessed[target.named()].as_array();
            let request = probe::normalized(action.batch_request());
            !left.is_some_and(|left| left.contains(&request))
        };
        let done = in_order.iter().copied().filter(is_done);
        let done: Vec<(Target, Action)> = done.cloned().collect();
        let mut expected = self.model.expect_batch_write(&done, writes, detail);
        if done.len() == writes.len() {
            expected = self.model.expect_batch_write(writes, writes, detail);
        } else if let Expected::Reply(reply, _) = &mut expected {
            reply["UnprocessedItems"] = unprocessed.clone();
            self.counts.1 += 1;
        }
        let ask = |(shares, write)| Ask {
            shares: Some(shares),
            is_admitted: !is_rejected && is_done(&write),
        };
        let asks = shares.into_iter().zip(in_order).map(ask).collect();
        if self.compare(expected, asks)? {
            self.apply(&done.iter().map(batch_write).collect::<Vec<_>>());
        }
        Ok(())
    }

    fn transact_write(&mut self, transaction: &Transaction) -> Result<(), Violation> {
        let detail = self.detail();
        let expected = self.model.expect_transaction(transaction, &self.tokens, detail);
        let is_replay = self.model.is_replay(transaction, &self.tokens);
        let shares = match is_replay {
            true => self.shares_of_replay(transaction, &self.tokens),
            false => self.shares_of_writes(&transaction.actions, true),
        };
        self.call("TransactWriteItems", transaction.request(detail));
        let asks = self.asks_of_transaction(shares);
        if self.compare(expected, asks)? && !is_replay {
            self.model.remember(transaction, &mut self.tokens);
            self.apply(&transaction.actions);
        }
        Ok(())
    }

    /// Saves the database and loads it. The original continues as the twin.
    fn save_and_load(&mut self) -> Result<(), Violation> {
        let text = snapshot::save(&self.database);
        let loaded = snapshot::load(&text);
        let mut loaded = loaded.map_err(|error| Violation::new(invariant::SAVED, error))?;
        let again = snapshot::save(&loaded);
        invariant::holds(again == text, invariant::SAVED, || format!("{text}\n{again}"))?;
        loaded.drain_events();
        self.setup.set_sql(&mut loaded);
        self.twin = Some(std::mem::replace(&mut self.database, loaded));
        Ok(())
    }

    /// Updates the model from what only the engine knows: the progress of indexes, and which items they show.
    fn synchronize(&mut self) -> Result<(), Violation> {
        self.observe_limits(&[])?;
        let (is_exact, can_wait) = (self.setup.is_exact(), self.setup.has(Feature::Limits));
        for (table, model) in &mut self.model.tables {
            let TableModel { indexes, states, .. } = model;
            let existing = probe::indexes(&probe::description(&self.database, *table));
            indexes.retain(|name, _| existing.iter().any(|(index, _)| index.name == *name));
            for (definition, progress) in existing {
                let index = indexes.get_mut(definition.name);
                let index =
                    index.ok_or_else(|| Violation::new(invariant::REPLY, definition.name))?;
                index.progress = progress;
                if index.is_exact || definition.is_local || !progress.follows() {
                    continue;
                }
                let entries = probe::entries(&self.database, *table, definition);
                let pending_count = probe::pending_count(&self.database, *table, definition);
                index.observe(states, &entries, pending_count, is_exact, can_wait).map_err(
                    |reason| {
                        Violation::new(invariant::PAST, format!("{}: {reason}", definition.name))
                    },
                )?;
            }
        }
        Ok(())
    }
}

impl World {
    /// Whether the last request was throttled.
    pub(super) fn was_throttled(&self) -> bool {
        self.exchange.as_ref().is_some_and(Exchange::is_throttled)
    }
}

/// JSON with the members of each object in the reverse order.
fn reversed(json: &Value) -> String {
    match json {
        Value::Object(members) => {
            let member = |(name, value)| format!("{}:{}", Value::from(name), reversed(value));
            let members: Vec<String> =
                members.iter().rev().map(|(name, value)| member((name.as_str(), value))).collect();
            format!("{{{}}}", members.join(","))
        }
        Value::Array(elements) => {
            let elements: Vec<String> = elements.iter().map(reversed).collect();
            format!("[{}]", elements.join(","))
        }
        other => other.to_string(),
    }
}
