//! Writes the blocks of a draft, and plays each of them.

use std::rc::Rc;

use serde_json::{Value, json};

use super::text;
use crate::lesson::file::Lesson;
use crate::lesson::observed::Observed;
use crate::lesson::setting::{Change, duration_text};
use crate::lesson::{play, result};
use crate::sandbox::command::{Capacity, Command, PlanCommand};
use crate::sandbox::design::{create_requests, design_of};
use crate::sandbox::input::{Input, ScalingChange};
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::outcome::Outcome;
use crate::sandbox::plan::Plan;
use crate::sandbox::record::Ran;
use crate::sandbox::request::Request;
use crate::sandbox::state::State;
use crate::sandbox::table_change::TableChange;
use crate::sandbox::workload::plan_of;
use crate::session::Session;
use crate::view::design::TableDesign;
use crate::view::message::{Argument, Message};

/// Requests and runs of a draft. Model: three times what the longest lesson of the course has.
const OPERATION_COUNT_MAX: usize = 100;

/// A shorter time in which nothing happens is left out: the clock of the page stops only at its next frame.
const FRAME_MS: u64 = 1_000;

/// Writes the blocks of a draft, and plays them.
pub(super) struct Recorder {
    session: Session,
    observed: Observed,
    blocks: String,
    /// The workspace that the draft shows.
    workspace: &'static str,
    /// Time that has passed since the last block.
    passed_ms: u64,
    operation_count: usize,
    is_full: bool,
    notes: Vec<Message>,
}

impl Recorder {
    /// Begins with the sandbox with which a lesson opens.
    pub(super) fn new(lesson: &Lesson, title: &str, notes: Vec<Message>) -> Self {
        Self {
            session: play::opened(lesson, title),
            observed: Observed::default(),
            blocks: String::new(),
            workspace: "explore",
            passed_ms: 0,
            operation_count: 0,
            is_full: false,
            notes,
        }
    }

    /// Whether the draft has as many operations as it may have.
    pub(super) fn is_full(&self) -> bool {
        self.is_full
    }

    /// The blocks of the draft and its notes. `state` is the recorded sandbox at its end.
    pub(super) fn finish(mut self, state: &State) -> (String, Vec<Message>) {
        self.pass();
        if self.blocks.is_empty() {
            self.note(Message::plain("record.note.nothing"));
        }
        if !self.is_full {
            self.compare("record.note.end", state);
            self.compare_plans(&state.plan);
        }
        (self.blocks, self.notes)
    }

    /// Makes what the tables have that their notation does not: keys of several attributes, streams, protection, auto scaling.
    pub(super) fn open_tables(&mut self, state: &State, designs: &[TableDesign]) {
        let document = state.document();
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
        // What makes the tables is not what was done.
        if self.is_full {
            self.note(Message::plain("record.note.large_table"));
        }
        self.operation_count = 0;
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
    pub(super) fn input(&mut self, input: &Input, outcome: &Outcome, state: &State) {
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
            Input::ChangeTable { table, requests, scaling } => {
                // Only a request that was rejected was sent.
                let Some(operation) = outcome.operation() else {
                    requests.iter().for_each(|request| self.call(request, None));
                    return self.scale(table, *scaling);
                };
                self.call(&operation.request, result);
            }
            Input::Rebuild { table, design } => match outcome.operation() {
                Some(operation) if operation.reply.is_ok() => {
                    self.rebuild(table, design, operation, state);
                }
                rejected => {
                    let operation = rejected.map(|it| it.request.operation.as_ref());
                    self.leave_out(operation.unwrap_or_default(), result.unwrap_or_default());
                }
            },
            Input::Set { setting, value } => self.set(&Change::Set(*setting, *value)),
            Input::SetScaling { table, scaling } => {
                let scaling = scaling.map_or(ScalingChange::Off, ScalingChange::On);
                self.scale(table, scaling);
            }
            Input::RunWorkload(_) => {
                if let Outcome::RunEnded { run, .. } = outcome {
                    self.run(run);
                }
            }
            Input::Plan(plan) => self.plan(plan),
            // The title is no part of a lesson. Changes together come one by one, and the others are where the
            // draft begins.
            Input::Together(_)
            | Input::Rename(_)
            | Input::Reset
            | Input::Reopen
            | Input::Fork(_) => {}
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
        self.show("explore");
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
        if self.has_no_room() {
            return;
        }
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
        let Some(text) = text::workload(&plan_of(&original.record.workload)) else {
            return self.note(Message::plain("record.note.rates"));
        };
        self.observed = Observed::default();
        let before = (self.blocks.len(), self.workspace);
        self.show("load");
        let is_played = self.act(&text::block("workload", &text));
        let Some(run) = self.observed.run.clone().filter(|_| is_played) else {
            self.blocks.truncate(before.0);
            self.workspace = before.1;
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
        if let Some(end) = original.record.end_words() {
            self.note(Message::plain("record.note.run_end").with("end", end));
        } else if counts != original.result.counts {
            self.note(Message::plain("record.note.run"));
        }
    }

    /// Records what of a plan a lesson can change: programs, period tables, who sends requests, and how writes travel between Regions.
    pub(super) fn plan(&mut self, plan: &Plan) {
        let ours = self.session.state.plan.clone();
        for program in plan.programs.iter().filter(|it| !ours.programs.contains(it)) {
            if self.has_no_room() {
                return;
            }
            self.act(&text::block("program", program));
        }
        for series in plan.series.iter().filter(|it| !ours.series.contains(it)) {
            if self.has_no_room() {
                return;
            }
            self.act(&text::block("series", &json!(series).to_string()));
        }
        if plan.regions != ours.regions {
            self.set(&Change::Regions(plan.regions.clone()));
        }
        if plan.sender != ours.sender && plan.callers == ours.callers && !self.has_no_room() {
            let name = plan.sender.as_deref().unwrap_or_default();
            self.blocks += &text::block(format!("sender {name}").trim_end(), "");
            let (callers, sender) = (plan.callers.clone(), plan.sender.clone());
            self.session.handle(Command::Plan(PlanCommand::SetCallers { callers, sender }));
        }
    }

    /// Notes if the lesson ends with other plans than the recorded sandbox. Workloads are recorded where they run.
    fn compare_plans(&mut self, theirs: &Plan) {
        let bare = |plan: &Plan| Plan { workload: Rc::default(), experiment: None, ..plan.clone() };
        if bare(theirs) != bare(&self.session.state.plan) {
            self.note(Message::plain("record.note.plan"));
        }
    }

    /// Shows the workspace in which what follows can be seen.
    fn show(&mut self, workspace: &'static str) {
        if self.workspace != workspace {
            self.blocks += &text::block("look", &format!("workspace {workspace}"));
            self.workspace = workspace;
        }
    }

    fn set(&mut self, change: &Change) {
        if self.has_no_room() {
            return;
        }
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
        let next_due = |session: &Session| session.state.next_due();
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
        let tables = |state: &State| state.document().tables;
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

    pub(super) fn note(&mut self, note: Message) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}
