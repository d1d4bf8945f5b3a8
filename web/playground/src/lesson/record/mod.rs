//! The recorder: what was done in a sandbox becomes a draft of the two files of a lesson.
//!
//! A draft is recorded by playing it: each block is written, read as the player reads it, and performed in a sandbox of its own. So its
//! results are those that the lesson has, and where they are not those of the recorded sandbox, a note says so.

mod question;
mod text;

use std::fmt::Write;
use std::rc::Rc;

use engine::database::{COLLECTION_SIZE_MAX, EXPIRE_ITEM_MS_MAX};
use serde_json::Value;

pub use crate::lesson::record::question::{Question, ask, questions};

use crate::lesson::action::ActionKind;
use crate::lesson::file::{Lesson, Part};
use crate::lesson::observed::Observed;
use crate::lesson::setting::{Change, differences, duration_text};
use crate::lesson::source::{FILE_SIZE_MAX, to_id};
use crate::lesson::{play, result};
use crate::message::word;
use crate::sandbox::command::{Capacity, Command};
use crate::sandbox::design::{create_requests, design_of};
use crate::sandbox::document::{Document, TIME_TO_LIVE};
use crate::sandbox::input::{Input, ScalingChange};
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::outcome::Outcome;
use crate::sandbox::plan::Plan;
use crate::sandbox::record::Ran;
use crate::sandbox::request::Request;
use crate::sandbox::state::State;
use crate::sandbox::table_change::TableChange;
use crate::sandbox::throughput::Settings;
use crate::sandbox::workload::plan_of;
use crate::session::Session;
use crate::view::design::TableDesign;
use crate::view::message::{Argument, Message};

/// Begins each sentence in which a draft says what a teacher should write there.
pub const PLACEHOLDER: char = '✎';

/// Requests and runs of a draft. Model: three times what the longest lesson of the course has.
const OPERATION_COUNT_MAX: usize = 100;

/// Items of an import that become requests. A draft begins after a larger import.
const IMPORT_SIZE_MAX: usize = 25;

/// Items and requests of a lesson that is checked while it is typed. Model: a tenth of a second in a browser.
const QUICK_COUNT_MAX: u64 = 1_000;

/// Time at the end of an advance in which nothing is due is left out if it is shorter: the clock of the page ran on until its next frame.
const FRAME_MS: u64 = 1_000;

/// A draft of a lesson.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// The id of the lesson, from the title of the sandbox.
    pub id: String,
    /// The `.lesson` file.
    pub lesson: String,
    /// The file with the words.
    pub words: String,
    /// What of the sandbox is not in the draft, or is different in it.
    pub notes: Vec<Message>,
}

/// Records what was done in a sandbox since it was opened or reset. Fails, with the reason, if a lesson of it would be too large.
pub fn record(session: &Session) -> Result<Draft, Message> {
    let steps = session.log.steps();
    let mut notes = Vec::new();
    if !steps.is_whole {
        notes.push(Message::plain("record.note.start"));
    }
    let mut sandbox = Original { state: steps.start.clone(), opened: steps.start.clone() };
    let begin = begin(&steps.inputs, &mut notes);
    for input in &steps.inputs[..begin] {
        sandbox.state.apply(input, &sandbox.opened);
    }
    let id = to_id(session.title());
    let designs: Vec<TableDesign> = designs(&sandbox.state);
    let head = head(&id, &sandbox.state, &designs);
    let is_small = |text: &str| text.len() <= FILE_SIZE_MAX;
    if !is_small(&head) {
        return Err(too_large());
    }
    let (lesson, _) = Lesson::parse(&head);
    let mut recorder = Recorder {
        session: play::opened(&lesson, session.title()),
        observed: Observed::default(),
        blocks: String::new(),
        passed_ms: 0,
        operation_count: 0,
        is_full: false,
        notes,
    };
    recorder.open_tables(&sandbox.state, &designs);
    let inputs = &steps.inputs[begin..];
    for input in inputs {
        let outcome = sandbox.state.apply(input, &sandbox.opened);
        recorder.input(input, &outcome, &sandbox.state);
        if recorder.is_full {
            break;
        }
    }
    recorder.pass();
    if recorder.operation_count == 0 && recorder.blocks.is_empty() {
        recorder.note(Message::plain("record.note.nothing"));
    }
    if session.bar(None).is_compared {
        recorder.note(Message::plain("record.note.pair"));
    }
    let plan = Plan { workload: Rc::default(), ..Plan::clone(&sandbox.state.plan) };
    if plan != (Plan { workload: Rc::default(), ..Plan::default() }) {
        recorder.note(Message::plain("record.note.plan"));
    }
    if !recorder.is_full {
        recorder.compare("record.note.end", &sandbox.state);
    }
    let Recorder { blocks, notes, .. } = recorder;
    let (body, words) = (body(&blocks), words(session.title(), !blocks.is_empty()));
    let lesson = head + &body;
    if !is_small(&lesson) {
        return Err(too_large());
    }
    Ok(Draft { id, lesson, words, notes })
}

/// How many inputs come before the draft: imports at the beginning, and everything up to the last large one. Their items are those
/// with which the lesson opens.
fn begin(inputs: &[Input], notes: &mut Vec<Message>) -> usize {
    let is_import = |input: &Input| matches!(input, Input::Import(_) | Input::Rename(_));
    let leading = inputs.iter().take_while(|input| is_import(input)).count();
    let large = inputs.iter().rposition(|input| match input {
        Input::Import(record) => record.items.len() > IMPORT_SIZE_MAX,
        _ => false,
    });
    match large {
        Some(large) if large >= leading => {
            notes.push(Message::plain("record.note.import"));
            large + 1
        }
        _ => leading,
    }
}

fn too_large() -> Message {
    Message::plain("record.too_large").with("limit", Argument::Size(FILE_SIZE_MAX as u64))
}

/// The sandbox that is recorded, which repeats what was done.
struct Original {
    state: State,
    opened: State,
}

fn designs(state: &State) -> Vec<TableDesign> {
    state.database.tables().map(|table| design_of(&state.database, table)).collect()
}

/// What is above the first step.
fn head(id: &str, state: &State, designs: &[TableDesign]) -> String {
    let database = &state.database;
    let document = Document::of(database, "");
    let mut head = format!("# {id}\n\n{}", text::block("lesson", "revision  1\nminutes   5"));
    let mut settings = Vec::new();
    let config = database.config();
    // A lesson begins at time zero: its epoch is the date at which the draft begins.
    let epoch_seconds = document.epoch_seconds + database.now().0 / 1_000;
    if epoch_seconds > 0 {
        settings.push(format!("epoch  {epoch_seconds} s"));
    }
    if document.delay_ms != Document::empty("").delay_ms {
        settings.push(Change::Delay(document.delay_ms).line());
    }
    if config.collection_size_max != COLLECTION_SIZE_MAX {
        settings.push(Change::CollectionMax(document.collection_size_max).line());
    }
    let expires = document.tables.iter().any(|table| table.definition.contains_key(TIME_TO_LIVE));
    if expires || document.expiry_delay_ms != EXPIRE_ITEM_MS_MAX {
        settings.push(Change::ExpiryDelay(document.expiry_delay_ms).line());
    }
    let changes = differences(&document.throughput, &Settings::default());
    settings.extend(changes.iter().map(Change::line));
    for (design, table) in designs.iter().zip(&document.tables) {
        let Some(text) = text::table(design) else { continue };
        head += &text::block("table", &text);
        if !table.items.is_empty() {
            let keys = [Some(&design.partition_key), design.sort_key.as_ref()];
            let keys: Vec<&str> = keys.into_iter().flatten().map(|key| &*key.name).collect();
            let items: Vec<String> =
                table.items.iter().map(|item| text::item(item, &keys)).collect();
            head += &text::block(&format!("items {}", design.name), &items.join("\n"));
        }
        let attribute = design.settings.as_ref().map_or("", |it| it.time_to_live.as_str());
        if !attribute.is_empty() && attribute.trim() == attribute && !attribute.contains('\n') {
            settings.push(format!("expires {}  {attribute}", design.name));
        }
    }
    if !settings.is_empty() {
        head += &text::block("sandbox", &settings.join("\n"));
    }
    head
}

/// The steps: one with everything that was done, and one in which the learner goes on alone.
fn body(blocks: &str) -> String {
    let free = "\n## yours\n\n```free\n```\n".to_owned();
    if blocks.is_empty() { free } else { format!("\n## step-1\n\n{blocks}{free}") }
}

fn words(title: &str, has_step: bool) -> String {
    let title =
        if title.trim().is_empty() { word("record.untitled").to_string() } else { title.into() };
    let mut words = format!("# {title}\n\n{}\n", word("record.words.summary"));
    if has_step {
        words += &step_words("step-1", "record.words.title", "record.words.text");
    }
    words + &step_words("yours", "record.words.free_title", "record.words.free_text")
}

fn step_words(id: &str, title: &'static str, text: &'static str) -> String {
    format!("\n## {id}: {}\n\n{}\n", word(title), word(text))
}

/// Writes the blocks of a draft, and plays them.
struct Recorder {
    session: Session,
    observed: Observed,
    blocks: String,
    /// Time that has passed since the last block.
    passed_ms: u64,
    operation_count: usize,
    /// Whether the draft has as many operations as it may have.
    is_full: bool,
    notes: Vec<Message>,
}

impl Recorder {
    /// Makes what the tables have that their notation does not: keys of several attributes, streams, protection, auto scaling.
    fn open_tables(&mut self, state: &State, designs: &[TableDesign]) {
        let document = Document::of(&state.database, "");
        for (design, table) in designs.iter().zip(&document.tables) {
            if text::table(design).is_none() {
                for request in create_requests(design) {
                    self.call(&request, None);
                }
                for item in &table.items {
                    let name = Value::from(design.name.as_str());
                    let put = format!(r#"{{"TableName":{name},"Item":{item}}}"#);
                    self.call(&Request::of_text("PutItem", &put), None);
                }
                // The entries of its indexes are there when the sandbox begins.
                let config = self.session.state.database.config();
                self.passed_ms = config.propagation_delay_ms + config.propagation_spread_ms;
            }
            self.align(design);
        }
        self.compare("record.note.opening", state);
    }

    /// Gives a table the settings of a design, by the requests that a user would send.
    fn align(&mut self, design: &TableDesign) {
        let database = &self.session.state.database;
        let Some(table) = database.table(&design.name) else { return };
        let change = TableChange::update(database, table, design);
        for placed in change.requests {
            self.call(&placed.request, None);
        }
        self.scale(&design.name, change.scaling);
    }

    /// Records an input that was applied to the recorded sandbox, which is then `state`.
    fn input(&mut self, input: &Input, outcome: &Outcome, state: &State) {
        let result = outcome.operation().map(result::lines);
        match input {
            Input::Advance { by_ms } => self.passed_ms += by_ms,
            Input::Call(request) => self.call(request, result),
            Input::EditSeveral { requests, .. } => {
                requests.iter().for_each(|request| self.call(request, None));
            }
            Input::Import(record) => {
                record.items.iter().for_each(|item| self.call(&record.request(item), None));
            }
            Input::ChangeTable { table, requests, scaling } => match outcome {
                // Only the request that was rejected was sent.
                Outcome::Operation(operation) => self.call(&operation.request, result),
                _ => {
                    requests.iter().for_each(|request| self.call(request, None));
                    self.scale(table, *scaling);
                }
            },
            Input::Rebuild { table, design } => match outcome.operation() {
                Some(operation) if operation.reply.is_ok() => {
                    self.rebuild(table, design, operation, state);
                }
                rejected => {
                    let operation = rejected.map(|it| it.request.operation.as_ref());
                    self.leave_out(operation.unwrap_or_default(), result.unwrap_or_default());
                }
            },
            Input::SetDelay { ms } => self.set(&Change::Delay(*ms)),
            Input::SetCollectionMax { bytes } => self.set(&Change::CollectionMax(*bytes)),
            Input::SetExpiryDelay { ms } => self.set(&Change::ExpiryDelay(*ms)),
            Input::SetThroughput { setting, value } => {
                self.set(&Change::Throughput(*setting, *value));
            }
            Input::SetScaling { table, scaling } => {
                let scaling = scaling.map_or(ScalingChange::Off, ScalingChange::On);
                self.scale(table, scaling);
            }
            Input::RunWorkload(_) => {
                if let Outcome::RunEnded { run, .. } = outcome {
                    self.run(run);
                }
            }
            // The title and the plans are no part of a lesson. The others are where the draft begins.
            Input::Rename(_) | Input::Plan(_) | Input::Reset | Input::Reopen | Input::Fork(_) => {}
        }
    }

    /// Records a request. `result` is what it came to in the recorded sandbox, if that is known for this request alone.
    fn call(&mut self, request: &Request, result: Option<Vec<String>>) {
        if self.has_no_room() {
            return;
        }
        let Request { operation, text } = request;
        let block = text::request(text)
            .map(|json| text::block(&format!("play {operation}"), &text::wrapped(&json)));
        let Some((block, action)) =
            block.and_then(|block| text::action(&block).map(|it| (block, it)))
        else {
            return self.leave_out(operation, vec![text.to_string()]);
        };
        self.observed = Observed::default();
        play::perform(&mut self.session, &action, &mut self.observed);
        let lines = self.observed.operation.as_deref().map(result::lines).unwrap_or_default();
        // A result is compared word by word, and each line of it is one line of the file.
        let is_said =
            |line: &String| line.split_whitespace().collect::<Vec<_>>().join(" ") == *line;
        if lines.is_empty() || !lines.iter().all(is_said) {
            return self.leave_out(operation, lines);
        }
        self.blocks += &block;
        self.blocks += &text::block("result", &lines.join("\n"));
        if let Some(result) = result.filter(|result| *result != lines) {
            let list = |lines: Vec<String>| Argument::English(lines.join(", ").into());
            self.note(
                Message::plain("record.note.differs")
                    .with("operation", Argument::English(operation.as_ref().into()))
                    .with("sandbox", list(result))
                    .with("lesson", list(lines)),
            );
        }
    }

    /// Records a table that was deleted, created after another design and filled again.
    fn rebuild(
        &mut self,
        table: &str,
        design: &TableDesign,
        operation: &OperationRecord,
        state: &State,
    ) {
        let made = state.database.table(&design.name);
        let made = made.map(|table| design_of(&state.database, table));
        let text = made.as_ref().and_then(|made| {
            let keys = TableDesign { settings: None, ..made.clone() };
            text::table(&keys)
        });
        let block = text.map(|text| text::block(&format!("design {table}"), &text));
        match (block, made) {
            (Some(block), Some(made)) if self.act(&block) => self.align(&made),
            _ => self.leave_out(&operation.request.operation, vec![design.name.clone()]),
        }
    }

    /// Records a run of a workload.
    fn run(&mut self, original: &Ran) {
        if self.has_no_room() {
            return;
        }
        let plan = plan_of(&original.record.workload);
        let mut text = duration_text(plan.seconds * 1_000);
        for (part, is_said) in [(", no retries", !plan.retries), (", unlimited", !plan.limits)] {
            text += if is_said { part } else { "" };
        }
        if plan.seed != 1 {
            write!(text, ", seed {}", plan.seed).expect("a string takes any text");
        }
        for pattern in &plan.patterns {
            let rate = match pattern.points.as_slice() {
                [(0, rate)] => Some(rate),
                [(0, rate), rest @ ..] if rest.iter().all(|(_, it)| it == rate) => Some(rate),
                _ => None,
            };
            let Some((rate, request)) = rate.zip(text::request(&pattern.request)) else {
                return self.note(Message::plain("record.note.rates"));
            };
            write!(text, "\n{rate}  {}  {request}", pattern.operation)
                .expect("a string takes any text");
        }
        self.observed = Observed::default();
        let is_played = self.act(&text::block("workload", &text));
        let Some(run) = self.observed.run.clone().filter(|_| is_played) else {
            return self.note(Message::plain("record.note.rates"));
        };
        let counts = run.result.counts;
        let mut lines = vec![
            format!("run issued {}", counts.issued),
            format!("run succeeded {}", counts.succeeded),
            format!("run throttled {}", counts.throttled),
        ];
        for (name, count) in [("dropped", counts.dropped), ("failed", counts.failed)] {
            if count > 0 {
                lines.push(format!("run {name} {count}"));
            }
        }
        self.blocks += &text::block("outcome", &lines.join("\n"));
        if counts != original.result.counts {
            self.note(Message::plain("record.note.run"));
        }
    }

    fn set(&mut self, change: &Change) {
        if !self.act(&text::block("sandbox", &change.line())) {
            self.leave_out("sandbox", vec![change.line()]);
        }
    }

    fn scale(&mut self, table: &str, scaling: ScalingChange) {
        let scaling = match scaling {
            ScalingChange::Unchanged => return,
            ScalingChange::Off => None,
            ScalingChange::On(scaling) => Some(scaling),
        };
        let capacity = Capacity::Scaled(scaling);
        self.set(&Change::Capacity { table: table.to_owned(), capacity });
    }

    /// Writes the block of an action and plays it. Returns false if it is none, or is not accepted; then it is not written.
    fn act(&mut self, block: &str) -> bool {
        if self.has_no_room() {
            return false;
        }
        let Some(action) = text::action(block) else { return false };
        let is_accepted = play::perform(&mut self.session, &action, &mut self.observed);
        if is_accepted {
            self.blocks += block;
        }
        is_accepted
    }

    /// Counts an operation, after the time that passed before it. Returns true if the draft has no room for it.
    fn has_no_room(&mut self) -> bool {
        if self.operation_count == OPERATION_COUNT_MAX {
            if !self.is_full {
                let limit = Argument::Count(OPERATION_COUNT_MAX as u64);
                self.note(Message::plain("record.note.full").with("limit", limit));
            }
            self.is_full = true;
            return true;
        }
        self.pass();
        self.operation_count += 1;
        false
    }

    /// Writes the time that has passed, as far as anything happens in it.
    fn pass(&mut self) {
        let start = self.session.state.database.now();
        let end = start.after(std::mem::take(&mut self.passed_ms));
        let is_metered = self.session.state.database.config().throughput.is_enforced;
        let mut last = start;
        let next_due = |session: &Session| session.state.database.next_due();
        while let Some(due) = next_due(&self.session).filter(|due| *due <= end && !is_metered) {
            self.session.handle(Command::Advance { by_ms: last.until(due) });
            last = due.max(last);
        }
        if is_metered || next_due(&self.session).is_some() || last.until(end) >= FRAME_MS {
            self.session.handle(Command::Advance { by_ms: last.until(end) });
            last = end;
        }
        if last > start {
            self.blocks += &text::block("advance", &duration_text(start.until(last)));
        }
    }

    /// Notes each table that is not as in the recorded sandbox.
    fn compare(&mut self, key: &'static str, state: &State) {
        let tables = |state: &State| Document::of(&state.database, "").tables;
        let (ours, theirs) = (tables(&self.session.state), tables(state));
        let different = theirs.iter().filter(|table| !ours.contains(table));
        let extra = ours.iter().filter(|table| {
            let name = table.label(0);
            !theirs.iter().any(|it| it.label(0) == name)
        });
        let names: Vec<String> = different.chain(extra).map(|table| table.label(0)).collect();
        for name in names {
            self.note(Message::plain(key).with("table", name));
        }
    }

    fn leave_out(&mut self, operation: &str, what: Vec<String>) {
        self.note(
            Message::plain("record.note.left_out")
                .with("operation", Argument::English(operation.into()))
                .with("what", Argument::English(what.join(", ").into())),
        );
    }

    fn note(&mut self, note: Message) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

/// Whether a lesson is checked fast enough to be checked while it is typed: it opens with few items, and sends few requests.
pub fn is_quick(lesson: &Lesson) -> bool {
    let tables = lesson.document["tables"].as_array().into_iter().flatten();
    let items = tables.map(|table| table["Items"].as_array().map_or(0, Vec::len) as u64);
    let parts = lesson.steps.iter().flat_map(|step| &step.parts);
    let actions = parts.flat_map(|part| match part {
        Part::Act(action) => std::slice::from_ref(action),
        Part::Task(task) => &task.solution,
        Part::Predict(_) | Part::Look(_) | Part::Expect(_) | Part::Free => &[],
    });
    let requests = actions.map(|action| match &action.kind {
        ActionKind::Workload(plan) => {
            let rates = plan.patterns.iter().flat_map(|pattern| &pattern.points);
            rates.map(|(_, rate)| rate.saturating_mul(plan.seconds)).fold(0, u64::saturating_add)
        }
        // It repeats a workload, whose requests are counted there.
        ActionKind::Run => QUICK_COUNT_MAX,
        ActionKind::Call { .. }
        | ActionKind::Advance { .. }
        | ActionKind::Set(_)
        | ActionKind::Rebuild { .. } => 1,
    });
    items.chain(requests).fold(0_u64, u64::saturating_add) <= QUICK_COUNT_MAX
}

/// The places of a file in which a teacher has not written yet: their lines.
pub fn places_to_write(words: &str) -> Vec<usize> {
    let lines = words.lines().zip(1..);
    lines.filter(|(line, _)| line.contains(PLACEHOLDER)).map(|(_, number)| number).collect()
}
