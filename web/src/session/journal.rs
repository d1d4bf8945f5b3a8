//! The log of inputs as text, one JSON line each, so that a browser can store what was done as it is done.
//!
//! ```json
//! {"call":{"operation":"DeleteItem","request":"{ \"TableName\": \"Orders\", … }"}}
//! {"advance":{"by_ms":200}}
//! ```
//!
//! Stored work is a checkpoint (a document) and the lines since. [`Session::take_unsaved`] says after each command what
//! has to be stored; [`Session::restore`] reads it. Lines tell actions only: a read or a rejected request changes nothing
//! that is stored. Time that has passed becomes one line before the next action, so that a running clock writes nothing.
//! A change that a line cannot describe (undo, a run, another sandbox) needs a new checkpoint.

use std::mem;
use std::rc::Rc;

use engine::database::{COLLECTION_SIZE_MAX, EXPIRE_ITEM_MS_MAX};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::session::Session;
use crate::session::command::Response;
use crate::session::expiry::expiry_delay_action;
use crate::session::log::Role;
use crate::session::playback::{line_part, unreadable_line};
use crate::session::record::RunRecord;
use crate::session::share::document::DELAY_MS_MAX;
use crate::session::share::plan::{read_plan, write_plan};
use crate::session::share::problem::{Problems, Reader, limited};
use crate::session::state::{Input, Request};
use crate::session::throughput::{
    limited_setting, scaling_from_json, scaling_json, setting_action, setting_name, setting_of,
};
use crate::view::design::TableDesign;
use crate::view::message::{Argument, Message};
use crate::view::share::Problem;

/// An input as it is written in a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Line {
    Call { operation: String, request: String },
    Rebuild { table: String, design: TableDesign },
    Advance { by_ms: u64 },
    SetDelay { ms: u64 },
    SetCollectionMax { bytes: u64 },
    SetExpiryDelay { ms: u64 },
    Run(Value),
    SetThroughput { setting: String, value: u64 },
    SetScaling { table: String, scaling: Option<Value> },
    Rename { title: String },
    Plan(Map<String, Value>),
    Reset,
    Reopen,
}

/// Why a line could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum LineError {
    /// It is not JSON, or not an input that this version knows; in serde's words.
    Unknown(String),
    /// It sets something of the throughput model that this version does not know.
    UnknownSetting(String),
    /// A part of a plan is no such thing.
    Plan(Problem),
    /// A member of a run's record is missing or is no such thing.
    Run(&'static str),
}

impl LineError {
    /// The message about it.
    pub(super) fn message(&self) -> Message {
        match self {
            Self::Unknown(error) => Message::plain("line.unknown")
                .with("error", Argument::English(error.as_str().into())),
            Self::UnknownSetting(name) => {
                Message::plain("line.unknown_setting").with("name", name.as_str())
            }
            Self::Plan(problem) => problem.message(),
            Self::Run(member) => Message::plain("line.run").with("member", *member),
        }
    }
}

/// The run of a line, if it is one.
pub(super) fn run_of(line: &str) -> Option<Rc<RunRecord>> {
    match input_of(line) {
        Ok(Input::RunWorkload(record)) => Some(record),
        Ok(_) | Err(_) => None,
    }
}

/// The line of an input. `None` for a fork, which holds a whole state.
pub(super) fn line_of(input: &Input) -> Option<String> {
    let line = match input {
        Input::Call(Request { operation, text }) => {
            Line::Call { operation: operation.to_string(), request: text.to_string() }
        }
        Input::Rebuild { table, design } => {
            Line::Rebuild { table: table.to_string(), design: TableDesign::clone(design) }
        }
        Input::Advance { by_ms } => Line::Advance { by_ms: *by_ms },
        Input::SetDelay { ms } => Line::SetDelay { ms: *ms },
        Input::SetCollectionMax { bytes } => Line::SetCollectionMax { bytes: *bytes },
        Input::SetExpiryDelay { ms } => Line::SetExpiryDelay { ms: *ms },
        Input::RunWorkload(record) => Line::Run(record.to_json()),
        Input::SetThroughput { setting, value } => {
            Line::SetThroughput { setting: setting_name(*setting).to_owned(), value: *value }
        }
        Input::SetScaling { table, scaling } => {
            Line::SetScaling { table: table.to_string(), scaling: scaling.map(scaling_json) }
        }
        Input::Rename(title) => Line::Rename { title: title.to_string() },
        Input::Plan(plan) => {
            let mut members = Map::new();
            write_plan(plan, &mut members);
            Line::Plan(members)
        }
        Input::Reset => Line::Reset,
        Input::Reopen => Line::Reopen,
        Input::Fork(_) => return None,
    };
    Some(serde_json::to_string(&line).expect("names are strings, and numbers are whole"))
}

/// The input of a line.
fn input_of(line: &str) -> Result<Input, LineError> {
    let line = serde_json::from_str(line).map_err(|error| LineError::Unknown(error.to_string()))?;
    Ok(match line {
        Line::Call { operation, request } => {
            Input::Call(Request { operation: operation.into(), text: request.into() })
        }
        Line::Rebuild { table, design } => {
            Input::Rebuild { table: table.into(), design: Rc::new(design) }
        }
        Line::Advance { by_ms } => Input::Advance { by_ms },
        Line::SetDelay { ms } => Input::SetDelay { ms },
        Line::SetCollectionMax { bytes } => Input::SetCollectionMax { bytes },
        Line::SetExpiryDelay { ms } => Input::SetExpiryDelay { ms },
        Line::Run(record) => {
            Input::RunWorkload(Rc::new(RunRecord::from_json(&record).map_err(LineError::Run)?))
        }
        Line::SetThroughput { setting, value } => match setting_of(&setting) {
            Some(setting) => Input::SetThroughput { setting, value },
            None => return Err(LineError::UnknownSetting(setting)),
        },
        Line::SetScaling { table, scaling } => {
            let scaling = scaling.as_ref().map(scaling_from_json);
            Input::SetScaling { table: table.into(), scaling }
        }
        Line::Rename { title } => Input::Rename(title.into()),
        Line::Plan(members) => {
            let problems = Problems::default();
            let plan = read_plan(&mut Reader::new(&members, "plan", &problems));
            match problems.into_list().into_iter().next() {
                None => Input::Plan(Rc::new(plan)),
                Some(problem) => return Err(LineError::Plan(problem)),
            }
        }
        Line::Reset => Input::Reset,
        Line::Reopen => Input::Reopen,
    })
}

/// The input of the line at a position, its numbers within the limits of their fields. A number that was outside is
/// reported.
pub(super) fn limited_input_of(
    line: &str,
    position: usize,
    problems: &mut Vec<Problem>,
) -> Result<Input, LineError> {
    let mut input = input_of(line)?;
    let within = |value: &mut u64, (taken, reason): (u64, Option<Message>)| {
        *value = taken;
        reason
    };
    let reason = match &mut input {
        Input::SetThroughput { setting, value } => within(value, limited_setting(*setting, *value)),
        Input::SetDelay { ms } => within(ms, limited(*ms, 0, DELAY_MS_MAX)),
        Input::SetCollectionMax { bytes } => {
            within(bytes, limited(*bytes, 0, COLLECTION_SIZE_MAX.0))
        }
        Input::SetExpiryDelay { ms } => within(ms, limited(*ms, 0, EXPIRE_ITEM_MS_MAX)),
        Input::Call(_)
        | Input::Rebuild { .. }
        | Input::Advance { .. }
        | Input::RunWorkload(_)
        | Input::SetScaling { .. }
        | Input::Rename(_)
        | Input::Plan(_)
        | Input::Reset
        | Input::Reopen
        | Input::Fork(_) => None,
    };
    problems.extend(reason.map(|reason| Problem { part: line_part(position), reason }));
    Ok(input)
}

/// What must be stored since the last call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unsaved {
    /// Nothing.
    Nothing,
    /// These lines, after those that are stored.
    Lines(Vec<String>),
    /// A checkpoint in place of the last one and its lines: see [`Session::checkpoint`].
    Checkpoint,
}

/// The lines that have not been stored.
#[derive(Debug)]
pub(super) struct Journal {
    lines: Vec<String>,
    /// Time that has passed since the last line.
    passed_ms: u64,
    needs_checkpoint: bool,
}

impl Journal {
    /// Nothing has been stored.
    pub(super) fn new() -> Self {
        Self { lines: Vec::new(), passed_ms: 0, needs_checkpoint: true }
    }

    /// Everything has been stored.
    fn stored() -> Self {
        Self { needs_checkpoint: false, ..Self::new() }
    }

    /// Takes note of an input that was applied.
    pub(super) fn note(&mut self, input: &Input, role: &Role) {
        match (input, role) {
            (Input::Advance { by_ms }, _) => self.passed_ms += by_ms,
            (_, Role::Observation | Role::Refusal { .. }) => {}
            // A run is not replayed when stored work is opened, and lines do not reach back behind their checkpoint.
            (Input::RunWorkload(_) | Input::Reset | Input::Fork(_), Role::Action(_)) => {
                self.needs_checkpoint = true;
            }
            (_, Role::Action(_)) => {
                if self.passed_ms > 0 {
                    let by_ms = mem::take(&mut self.passed_ms);
                    self.lines.extend(line_of(&Input::Advance { by_ms }));
                }
                self.lines.extend(line_of(input));
            }
        }
    }

    /// Records a change that no line can describe.
    pub(super) fn break_off(&mut self) {
        self.needs_checkpoint = true;
    }
}

impl Session {
    /// What must be stored since the last call. After an opening it is a checkpoint, even if nothing was changed.
    pub fn take_unsaved(&mut self) -> Unsaved {
        if self.journal.needs_checkpoint {
            self.journal = Journal::stored();
            return Unsaved::Checkpoint;
        }
        match mem::take(&mut self.journal.lines) {
            lines if lines.is_empty() => Unsaved::Nothing,
            lines => Unsaved::Lines(lines),
        }
    }

    /// The present sandbox, even while an earlier moment is shown, with both designs: the start of stored work. It may be
    /// stored at any time in place of an earlier checkpoint and its lines; an opened one has no pending changes, like every document.
    pub fn checkpoint(&self) -> String {
        self.work()
    }

    /// Opens stored work. [`Session::problems`] lists the parts that cannot be read; nothing after an unreadable line is
    /// applied, because it was done to what that line had made.
    pub fn restore(&mut self, checkpoint: &str, lines: &[String]) -> Response {
        let response = self.open_text(checkpoint);
        if !response.accepted {
            return response;
        }
        for (position, line) in lines.iter().enumerate() {
            match limited_input_of(line, position, &mut self.problems) {
                Ok(input) => {
                    let action = action_of(&input);
                    let replayed = self.apply(input, action);
                    if !replayed.accepted {
                        let reason = replayed.notices.into_iter().next();
                        let reason = reason.unwrap_or(Message::plain("problem.rejected"));
                        self.problems.push(Problem { part: line_part(position), reason });
                    }
                }
                Err(error) => {
                    let left = lines.len() - position;
                    self.problems.push(unreadable_line(position, left, &error));
                    break;
                }
            }
        }
        self.journal = Journal::stored();
        self.announce(response.notices, true)
    }

    /// Everything of the opened document, link or stored work that was not understood or not accepted.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }
}

/// An input in words, as undo names it. `None` for a request, which is named by what it does, and for time.
pub(super) fn action_of(input: &Input) -> Option<Message> {
    match input {
        Input::Call(_) | Input::Advance { .. } | Input::Reopen => None,
        Input::Rebuild { table, .. } => {
            Some(Message::plain("action.rebuild_table").with("table", &**table))
        }
        Input::SetDelay { ms } => {
            Some(Message::plain("action.delay").with("delay", Argument::Ms(*ms)))
        }
        Input::SetCollectionMax { bytes } => {
            Some(Message::plain("action.collection_max").with("size", Argument::Size(*bytes)))
        }
        Input::SetExpiryDelay { ms } => Some(expiry_delay_action(*ms)),
        Input::RunWorkload(record) => Some(record.action()),
        Input::SetThroughput { setting, value } => Some(setting_action(*setting, *value)),
        Input::SetScaling { table, scaling } => {
            let key = if scaling.is_some() { "action.scaling" } else { "action.no_scaling" };
            Some(Message::plain(key).with("table", &**table))
        }
        Input::Rename(title) => Some(Message::plain("action.rename").with("title", &**title)),
        Input::Plan(_) => Some(Message::plain("action.plan")),
        Input::Reset => Some(Message::plain("action.reset")),
        Input::Fork(fork) => {
            let at = Argument::Ms(fork.state.database.now().0);
            Some(Message::plain("action.fork").with("time", at))
        }
    }
}
