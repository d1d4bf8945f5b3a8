//! The simulator through a sandbox: the same steps in a session, with undo, redo, rewinding and forks in between.
#![cfg(not(target_arch = "wasm32"))]

mod stored;

use std::rc::Rc;

use engine::api::snapshot;
use engine::throughput::model::ThroughputModel;
use playground::lesson::check::check;
use playground::lesson::fault::Fault;
use playground::lesson::record::draft::record;
use playground::message::text;
use playground::sandbox::command::{Command, ImportCommand, PlanCommand};
use playground::sandbox::import::ImportRecord;
use playground::sandbox::plan::Regions;
use playground::session::Session;
use playground::session::kept::Kept;
use playground::view::edit::{Edit, ItemId};
use playground::view::rewind::Travel;
use playground::view::throughput::Setting;
use playground::view::value::Text;
use serde_json::Value;
use support::random::Random;
use support::simulation::beside;
use support::simulation::draw::Draw;
use support::simulation::model::key_text;
use support::simulation::program;
use support::simulation::schema::Table;
use support::simulation::setup::{Feature, Setup};
use support::simulation::statement::sometimes;
use support::simulation::step::Step;
use support::simulation::world::World;

use crate::stored::check_units;

/// Seeds of a run of the tests.
const SEED_COUNT: u64 = 12;

/// Steps of a seed.
const STEP_COUNT: usize = 30;

/// Actions of a seed that are undone.
const UNDO_COUNT: usize = 5;

/// Milliseconds after which nothing is under way: a batch that fails is tried again record by record.
const REST_MS: u64 = 120_000;

/// A sandbox, and the world that takes the same steps.
struct Sandbox {
    session: Session,
    kept: Kept,
    world: World,
    /// What the sandbox was after each operation that it accepted.
    documents: Vec<String>,
    /// The steps that were taken when it was.
    step_counts: Vec<usize>,
    /// How writes travel between Regions.
    regions: Regions,
}

impl Sandbox {
    fn new(setup: &Setup) -> Self {
        let mut session = Session::first();
        session.handle(Command::NewSandbox { title: "Simulation".to_owned(), epoch_seconds: 0 });
        session.handle(Command::Set {
            setting: Setting::Delay,
            value: setup.config.propagation_delay_ms,
        });
        session.handle(Command::Set {
            setting: Setting::ExpiryDelay,
            value: setup.config.lifecycle.expire_item_ms,
        });
        set_throughput(&mut session, setup);
        for table in [Table::Things, Table::Others] {
            let request = setup.create_table(table).to_string();
            let operation = "CreateTable".to_owned();
            assert!(session.handle(Command::Call { operation, request }).accepted);
        }
        let regions = Regions { delay_ms: setup.config.replication_delay_ms, ..Regions::default() };
        set_beside(&mut session, setup, &regions);
        let document = session.document();
        let kept = Kept::new(&mut session);
        let world = World::new(setup.clone());
        let (documents, step_counts) = (vec![document], vec![0]);
        Self { session, kept, world, documents, step_counts, regions }
    }

    /// Takes a step in both. What the sandbox shows is what the model says.
    /// Returns whether it was accepted.
    fn take(&mut self, step: &Step, count: usize) -> bool {
        self.world.take(step).unwrap_or_else(|violation| panic!("{step}: {violation:?}"));
        let is_accepted = match step {
            Step::Advance(ms) => self.session.handle(Command::Advance { by_ms: *ms }).accepted,
            Step::CutOff(table, is_cut_off) => self.set_regions(|regions| {
                let region: Text = table.region().unwrap_or("us-east-1").into();
                regions.cut_off.retain(|known| *known != region);
                regions.cut_off.extend(Some(region).filter(|_| *is_cut_off));
                regions.cut_off.sort();
            }),
            Step::ReplicationDelay(ms) => self.set_regions(|regions| regions.delay_ms = *ms),
            Step::Delay(ms) => {
                self.session.handle(Command::Set { setting: Setting::Delay, value: *ms }).accepted
            }
            _ => self.call(step),
        };
        self.check();
        // An action may change what a document does not hold, such as a stream.
        let is_new = is_action(step) || self.documents.last() != Some(&self.session.document());
        if is_accepted && is_new {
            self.documents.push(self.session.document());
            self.step_counts.push(count);
        }
        is_accepted
    }

    /// Changes how writes travel between Regions. Returns whether that is another way than before.
    fn set_regions(&mut self, change: impl FnOnce(&mut Regions)) -> bool {
        let mut regions = self.regions.clone();
        change(&mut regions);
        let is_new = regions != self.regions;
        if is_new {
            self.regions.clone_from(&regions);
            let command = Command::Plan(PlanCommand::SetRegions(regions));
            assert!(self.session.handle(command).accepted);
        }
        is_new
    }

    /// Makes every request of a step in the sandbox. Returns whether the last was accepted.
    fn call(&mut self, step: &Step) -> bool {
        let mut is_last_accepted = false;
        for (operation, request, is_accepted) in self.world.requests.clone() {
            // Every second item that is put or deleted without a condition is imported, or edited together with others.
            let of_several = import_of(&operation, &request)
                .or_else(|| deletion_of(&operation, &request))
                .filter(|_| is_accepted && self.documents.len().is_multiple_of(2));
            let command = of_several.unwrap_or(Command::Call { operation, request });
            let response = self.session.handle(command);
            assert_eq!(response.accepted, is_accepted, "{step}: {response:?}");
            is_last_accepted = is_accepted;
        }
        is_last_accepted
    }

    /// The whole database of the sandbox is that of the world: items, entries, changes on their way, partitions, limits,
    /// streams. Only how many events there were depends on the way to it.
    fn check(&self) {
        // In a document, writes have arrived that are on their way to another Region.
        if !self.world.setup.has(Feature::Regions) {
            self.check_items();
        }
        let saved = |text: &str| {
            let mut json: Value = serde_json::from_str(text).expect("a database is saved as JSON");
            json["state"].as_object_mut().expect("it has a state").remove("events");
            json
        };
        let expected = saved(&snapshot::save(&self.world.database));
        let got = saved(&self.session.snapshot());
        assert!(got == expected, "expected {expected}\n  got {got}");
    }

    /// Virtual time in milliseconds.
    fn now(&self) -> u64 {
        let saved: Value =
            serde_json::from_str(&self.session.snapshot()).expect("a database is saved as JSON");
        saved["state"]["now"].as_u64().unwrap_or_default()
    }

    /// A sandbox that is opened from what is stored of this one shows the same. When nothing is under way any more, it is the
    /// same, too, and has consumed as much.
    fn store_and_open(&mut self, count: usize) {
        self.kept.take(&mut self.session);
        let mut restored = Session::first();
        assert!(restored.restore(self.kept.checkpoint(), self.kept.lines()).accepted);
        let mut opened = Session::first();
        assert!(opened.handle(Command::OpenDocument(self.session.work())).accepted);
        let setup = self.world.setup.clone();
        // What expires and how much is left depend on the time, which begins again.
        let rests = !setup.has(Feature::TimeToLive) && !setup.has(Feature::Limits);
        let mut sessions = [restored, opened];
        for session in &sessions {
            assert_eq!(session.problems(), []);
            assert_eq!(session.document(), self.session.document());
        }
        if rests {
            self.take(&Step::Advance(REST_MS), count);
            for session in &mut sessions {
                session.handle(Command::Advance { by_ms: REST_MS });
                assert_eq!(session.document(), self.session.document());
            }
        }
        // What is stored has paid for the writes that travel, and for the indexes that are being made.
        let is_paid = !setup.has(Feature::Regions) && !setup.has(Feature::IndexChanges);
        for session in sessions.iter().filter(|_| rests || is_paid) {
            for table in [Table::Things, Table::Others] {
                check_units(session, &self.session, Some(table.name()));
            }
        }
    }

    fn check_items(&self) {
        let document: Value =
            serde_json::from_str(&self.session.document()).expect("a document is JSON");
        for table in [Table::Things, Table::Others] {
            let tables = document["tables"].as_array().into_iter().flatten();
            let shown = tables.into_iter().find(|it| it["TableName"] == table.name());
            let items = shown.and_then(|it| it["Items"].as_array()).into_iter().flatten();
            let key = |item: &Value| {
                let item = serde_json::from_value(item.clone()).expect("an item is an object");
                key_text(&table.key_of(&item))
            };
            let mut shown: Vec<String> = items.map(key).collect();
            shown.sort();
            let expected: Vec<String> =
                self.world.model.table(table).items.keys().cloned().collect();
            assert_eq!(shown, expected);
        }
    }

    /// Undoes and redoes the last thing, if it can be: nothing has changed afterwards.
    fn undo_and_redo(&mut self) {
        let before = self.session.document();
        if self.session.handle(Command::Undo).accepted {
            assert!(self.session.handle(Command::Redo).accepted);
        }
        assert_eq!(self.session.document(), before);
        self.check();
    }

    /// Looks at earlier moments and returns: nothing has changed afterwards.
    fn rewind_and_return(&mut self) {
        let before = (self.session.document(), self.session.work(), self.session.snapshot());
        for _ in 0..3 {
            self.session.handle(Command::Rewind(Travel::PreviousOperation));
            assert_eq!(self.session.work(), before.1);
        }
        self.session.handle(Command::Rewind(Travel::Now));
        let after = (self.session.document(), self.session.work(), self.session.snapshot());
        assert_eq!(after, before);
    }
}

/// The import of one item that writes what a request puts; `None` if the request does something else, or more.
fn import_of(operation: &str, request: &str) -> Option<Command> {
    let json: Value = serde_json::from_str(request).ok().filter(|_| operation == "PutItem")?;
    let is_plain =
        |name: &String| ["TableName", "Item", "ReturnConsumedCapacity"].contains(&name.as_str());
    let table = json["TableName"].as_str().filter(|name| !name.starts_with("arn:"))?;
    if !json.as_object()?.keys().all(is_plain) {
        return None;
    }
    let items = vec![json["Item"].to_string().into()];
    let record = Rc::new(ImportRecord { table: table.into(), items });
    Some(Command::Import(ImportCommand::Start(record)))
}

/// The edit of several items, of which there is one, that deletes what a request deletes; `None` if it does something else, or more.
fn deletion_of(operation: &str, request: &str) -> Option<Command> {
    let json: Value = serde_json::from_str(request).ok().filter(|_| operation == "DeleteItem")?;
    let is_plain =
        |name: &String| ["TableName", "Key", "ReturnConsumedCapacity"].contains(&name.as_str());
    let table = json["TableName"].as_str().filter(|name| !name.starts_with("arn:"))?.to_owned();
    if !json.as_object()?.keys().all(is_plain) {
        return None;
    }
    let items = vec![ItemId(json["Key"].to_string().into())];
    Some(Command::Edit { table, edit: Edit::DeleteAll { items } })
}

/// Makes what stands beside the tables.
fn set_beside(session: &mut Session, setup: &Setup, regions: &Regions) {
    let call = |operation: &str, request: Value| Command::Call {
        operation: operation.to_owned(),
        request: request.to_string(),
    };
    let mut commands = Vec::new();
    if setup.has(Feature::Regions) {
        commands.push(Command::Plan(PlanCommand::SetRegions(regions.clone())));
        let replicas = setup.tables().filter(|table| table.region().is_some());
        commands.extend(replicas.map(|it| call("UpdateTable", it.create_replica())));
    }
    if setup.has(Feature::Sql) {
        let table = Table::Others.name().into();
        commands.push(Command::Plan(PlanCommand::SetSql { table, is_sql: true }));
    }
    if setup.has(Feature::Programs) {
        let definition = program::definition(setup.config.seed);
        commands.push(call("CreateTable", program::create_table()));
        commands.push(Command::Plan(PlanCommand::SaveProgram(definition.into())));
    }
    for command in commands {
        assert!(session.handle(command.clone()).accepted, "{command:?}");
    }
}

/// Sets what a setup says of throughput.
fn set_throughput(session: &mut Session, setup: &Setup) {
    let model = &setup.config.throughput;
    let ceiling = &model.partition_ceiling;
    let settings = [
        (Setting::Adaptation, model.is_adaptive.into()),
        (Setting::BurstSeconds, model.burst_seconds),
        (Setting::ReadCeiling, ceiling.read_units_per_second),
        (Setting::WriteCeiling, ceiling.write_units_per_second),
        (Setting::PartitionSize, model.partition_size.0),
        (Setting::PartitionCount, model.partition_count_min),
        (Setting::Enforcement, model.is_enforced.into()),
    ];
    for (setting, value) in settings {
        session.handle(Command::Set { setting, value });
    }
}

/// Steps whose outcome does not depend on the time that undo and forks keep or take back.
fn timeless_steps(seed: u64) -> (Setup, Vec<Step>) {
    let mut random = Random::new(seed);
    let mut setup = Setup::draw_for_sandbox(&mut random);
    setup.features.remove(&Feature::TimeToLive);
    setup.features.remove(&Feature::Tokens);
    setup.features.remove(&Feature::Limits);
    setup.config.throughput = ThroughputModel::default();
    drawn(setup, random)
}

fn steps(seed: u64) -> (Setup, Vec<Step>) {
    let mut random = Random::new(seed);
    let setup = Setup::draw_for_sandbox(&mut random);
    drawn(setup, random)
}

/// Some of the steps in another Region, and programs beside them.
fn beside(seed: u64, (mut setup, steps): (Setup, Vec<Step>)) -> (Setup, Vec<Step>) {
    let mut random = Random::new(!seed);
    setup.draw_beside(&mut random);
    let steps = steps.into_iter().map(|it| beside::sometimes(it, &setup, &mut random)).collect();
    (setup, steps)
}

fn drawn(setup: Setup, mut random: Random) -> (Setup, Vec<Step>) {
    let mut statements = random.clone();
    let mut draw = Draw::new(&setup, &mut random);
    let steps = (0..STEP_COUNT).map(|_| sometimes(draw.step(), &mut statements)).collect();
    (setup, steps)
}

#[test]
fn a_sandbox_does_what_the_model_does_through_undo_and_rewind() {
    for seed in 0..SEED_COUNT {
        let (setup, steps) = beside(seed, steps(seed));
        let mut random = Random::new(seed);
        let mut sandbox = Sandbox::new(&setup);
        for (position, step) in steps.iter().enumerate() {
            let count = sandbox.documents.len();
            sandbox.take(step, position + 1);
            // What was rejected after the last action is not redone: the limits would remember less.
            let is_last = sandbox.documents.len() > count;
            match random.below(8) {
                0 | 2 if is_last || !setup.has(Feature::Limits) => sandbox.undo_and_redo(),
                1 => sandbox.rewind_and_return(),
                3 => sandbox.store_and_open(position + 1),
                _ => {}
            }
        }
    }
}

#[test]
fn after_undo_all_is_as_if_it_had_not_been_done() {
    for seed in 0..SEED_COUNT {
        let (setup, mut steps) = beside(seed, timeless_steps(seed));
        let mut sandbox = Sandbox::new(&setup);
        let mut actions = Vec::new();
        for (position, step) in steps.iter().enumerate() {
            if sandbox.take(step, position + 1) && is_action(step) {
                actions.push(position);
            }
        }
        for position in actions.into_iter().rev().take(UNDO_COUNT) {
            assert!(sandbox.session.handle(Command::Undo).accepted, "seed {seed}");
            // Undo takes back what was done, and what was rejected after it; it leaves the time that has passed.
            let later = steps.split_off(position);
            steps.extend(later.into_iter().filter(|step| matches!(step, Step::Advance(_))));
            sandbox.world = World::new(setup.clone());
            for step in &steps {
                sandbox.world.take(step).unwrap_or_else(|violation| panic!("{violation:?}"));
            }
            sandbox.check();
        }
    }
}

/// Whether a step changes something, and so can be undone. Time passes for good.
fn is_action(step: &Step) -> bool {
    match step {
        Step::Write(_)
        | Step::WriteStatement(_)
        | Step::BatchOfWriteStatements(_)
        | Step::TransactionOfWriteStatements(_)
        | Step::BatchWrite(_)
        | Step::TransactWrite(_)
        | Step::CreateIndex(_)
        | Step::DeleteIndex(_)
        | Step::Provision(..)
        | Step::BillOnDemand
        | Step::Maximum(_)
        | Step::TimeToLive(_)
        | Step::Stream(_)
        | Step::Recreate(_)
        | Step::CutOff(..)
        | Step::ReplicationDelay(_)
        | Step::Delay(_) => true,
        Step::Get(_)
        | Step::GetStatement(_)
        | Step::KeysStatement(_)
        | Step::ReadStatement(_)
        | Step::BatchOfGetStatements(_)
        | Step::TransactionOfGetStatements(_)
        | Step::BatchGet(_)
        | Step::TransactGet(_)
        | Step::Read(_)
        | Step::Scale(_)
        | Step::Advance(_)
        | Step::SaveAndLoad
        | Step::Fill(_)
        | Step::Workload(_) => false,
    }
}

#[test]
fn a_fork_continues_from_the_moment_that_is_shown() {
    for seed in 0..SEED_COUNT {
        let (setup, steps) = beside(seed, timeless_steps(seed));
        let (first, second) = steps.split_at(STEP_COUNT / 2);
        let mut sandbox = Sandbox::new(&setup);
        for (position, step) in first.iter().enumerate() {
            sandbox.take(step, position + 1);
        }
        for _ in 0..seed % 4 {
            sandbox.session.handle(Command::Rewind(Travel::PreviousOperation));
        }
        sandbox.session.handle(Command::Fork);
        let document = sandbox.session.document();
        let mut places =
            (0..sandbox.documents.len()).filter(|it| sandbox.documents[*it] == document);
        // Only where the sandbox was so once is it known after how many steps.
        let (Some(place), None) = (places.next(), places.next()) else { continue };
        // A world that took only the steps up to there continues in the same way.
        let count = sandbox.step_counts[place];
        sandbox.world = World::new(setup.clone());
        for step in &first[..count] {
            sandbox.world.take(step).unwrap_or_else(|violation| panic!("{violation:?}"));
        }
        // Time may have passed since.
        let passed = sandbox.now() - sandbox.world.model.now;
        let step = Step::Advance(passed);
        sandbox.world.take(&step).unwrap_or_else(|violation| panic!("{violation:?}"));
        sandbox.check();
        for (position, step) in second.iter().enumerate() {
            sandbox.take(step, count + position + 1);
        }
    }
}

/// What only a teacher can give to a draft.
const OF_TEACHER: [&str; 2] = ["at least one prediction", "a step that asks something"];

#[test]
fn a_session_that_is_recorded_as_a_lesson_makes_no_false_claim() {
    let mut operation_count = 0;
    for seed in 0..SEED_COUNT {
        let (setup, steps) = steps(seed);
        let mut random = Random::new(seed);
        let mut sandbox = Sandbox::new(&setup);
        for (position, step) in steps.iter().enumerate() {
            sandbox.take(step, position + 1);
            if random.below(8) == 0 && !setup.has(Feature::Limits) {
                sandbox.undo_and_redo();
            }
        }
        let draft = record(&sandbox.session).expect("it is small");
        let faults = check(&draft.lesson, &draft.words).into_iter();
        let is_of_teacher =
            |fault: &Fault| OF_TEACHER.iter().any(|words| fault.expected.starts_with(words));
        let false_claims: Vec<String> =
            faults.filter(|fault| !is_of_teacher(fault)).map(|it| it.to_string()).collect();
        assert_eq!(false_claims, Vec::<String>::new(), "seed {seed}: {}", draft.lesson);
        // Each result is that of the sandbox, unless something before it is not in the draft, which a note says.
        let notes: Vec<String> = draft.notes.iter().map(text).collect();
        let keys: Vec<&str> = draft.notes.iter().map(|note| note.key).collect();
        if !keys.contains(&"record.note.left_out") && !keys.contains(&"record.note.full") {
            assert_eq!(notes, Vec::<String>::new(), "seed {seed}: {}", draft.lesson);
        }
        operation_count += draft.lesson.matches("```result").count();
    }
    assert!(operation_count > 200, "{operation_count}");
}
