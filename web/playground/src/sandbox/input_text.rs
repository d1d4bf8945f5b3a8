//! Inputs as text, one JSON line each, so that a browser can store what was done as it is done.
//!
//! ```json
//! {"call":{"operation":"DeleteItem","request":"{ \"TableName\": \"Orders\", … }"}}
//! {"advance":{"by_ms":200}}
//! ```

use std::rc::Rc;

use engine::operation::Operation;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::sandbox::document::plan::{read_plan, write_plan};
use crate::sandbox::document::reader::{Problems, Reader, limited};
use crate::sandbox::document::text::reported_title;
use crate::sandbox::import::ImportRecord;
use crate::sandbox::input::{Input, ScalingChange};
use crate::sandbox::ledger::Ledger;
use crate::sandbox::limit::{self, PASSED_MS, SCALED_PERCENTS, SCALED_UNITS};
use crate::sandbox::record::RunRecord;
use crate::sandbox::request::Request;
use crate::sandbox::several::EditKind;
use crate::sandbox::state::State;
use crate::sandbox::story::Story;
use crate::sandbox::throughput::{scaling_from_json, scaling_json, setting_name, setting_of};
use crate::view::design::TableDesign;
use crate::view::edit::ITEMS_TOGETHER_MAX;
use crate::view::message::{Argument, Message};
use crate::view::share::Problem;
use crate::view::throughput::{ScalingView, Setting};
use crate::view::value::Text;

/// An input as it is written in a line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Line {
    Call { operation: String, request: String },
    EditSeveral { kind: EditKind, table: String, requests: Vec<RequestText> },
    Rebuild { table: String, design: TableDesign },
    Import { table: String, items: Vec<Text> },
    ChangeTable { table: String, requests: Vec<RequestText>, scaling: ScalingChange },
    Together(Vec<Line>),
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

impl Line {
    /// Whether it is what a change that may help a run consists of. Such changes are made in one slice.
    fn is_of_remedy(&self) -> bool {
        match self {
            Self::SetThroughput { .. }
            | Self::ChangeTable { .. }
            | Self::Rebuild { .. }
            | Self::Plan(_)
            | Self::SetScaling { .. } => true,
            // A change of one request is that request.
            Self::Call { operation, request: _ } => operation == Operation::UpdateTable.name(),
            Self::EditSeveral { .. }
            | Self::Import { .. }
            | Self::Together(_)
            | Self::Advance { .. }
            | Self::SetDelay { .. }
            | Self::SetCollectionMax { .. }
            | Self::SetExpiryDelay { .. }
            | Self::Run(_)
            | Self::Rename { .. }
            | Self::Reset
            | Self::Reopen => false,
        }
    }
}

/// A request as it is written in a line with others.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestText {
    operation: String,
    request: String,
}

/// Why a line could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum LineError {
    /// It is not JSON, or not an input that this version knows; in serde's words.
    Unknown(String),
    /// It sets something of the throughput model that this version does not know.
    UnknownSetting(String),
    /// It sends more requests than one input may.
    TooManyRequests,
    /// It makes changes together of which one is only made alone.
    NotTogether,
    /// A member of a run's record is missing or is no such thing.
    Run(&'static str),
}

impl LineError {
    /// The message about it.
    pub(crate) fn message(&self) -> Message {
        match self {
            Self::Unknown(error) => Message::plain("line.unknown")
                .with("error", Argument::English(error.as_str().into())),
            Self::UnknownSetting(name) => {
                Message::plain("line.unknown_setting").with("name", name.as_str())
            }
            Self::TooManyRequests => Message::plain("line.too_many")
                .with("limit", Argument::Count(ITEMS_TOGETHER_MAX as u64)),
            Self::NotTogether => Message::plain("line.not_together"),
            Self::Run(member) => Message::plain("line.run").with("member", *member),
        }
    }
}

/// The run of a line, if it is one.
pub(crate) fn run_of(line: &str) -> Option<Rc<RunRecord>> {
    match input_of(line, &Problems::default()) {
        Ok(Input::RunWorkload(record)) => Some(record),
        Ok(_) | Err(_) => None,
    }
}

fn request_texts(requests: &[Request]) -> Vec<RequestText> {
    let texts = requests.iter().map(|Request { operation, text }| RequestText {
        operation: operation.to_string(),
        request: text.to_string(),
    });
    texts.collect()
}

fn requests_of(texts: Vec<RequestText>) -> Rc<[Request]> {
    let requests = texts.into_iter().map(|RequestText { operation, request }| Request {
        operation: operation.into(),
        text: request.into(),
    });
    requests.collect()
}

/// The line of an input. `None` for a fork, which holds a whole state.
pub(crate) fn line_of(input: &Input) -> Option<String> {
    let line = to_line(input)?;
    Some(serde_json::to_string(&line).expect("names are strings, and numbers are whole"))
}

fn to_line(input: &Input) -> Option<Line> {
    Some(match input {
        Input::Call(Request { operation, text }) => {
            Line::Call { operation: operation.to_string(), request: text.to_string() }
        }
        Input::EditSeveral { kind, table, requests } => Line::EditSeveral {
            kind: *kind,
            table: table.to_string(),
            requests: request_texts(requests),
        },
        Input::Rebuild { table, design } => {
            Line::Rebuild { table: table.to_string(), design: TableDesign::clone(design) }
        }
        Input::Import(record) => {
            Line::Import { table: record.table.to_string(), items: record.items.clone() }
        }
        Input::ChangeTable { table, requests, scaling } => {
            let (table, requests) = (table.to_string(), request_texts(requests));
            Line::ChangeTable { table, requests, scaling: *scaling }
        }
        Input::Together(parts) => Line::Together(parts.iter().map(to_line).collect::<Option<_>>()?),
        Input::Advance { by_ms } => Line::Advance { by_ms: *by_ms },
        Input::RunWorkload(record) => Line::Run(record.to_json()),
        Input::Set { setting, value } => setting_line(*setting, *value),
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
    })
}

fn setting_line(setting: Setting, value: u64) -> Line {
    match (setting_name(setting), setting) {
        (Some(name), _) => Line::SetThroughput { setting: name.to_owned(), value },
        (None, Setting::CollectionMax) => Line::SetCollectionMax { bytes: value },
        (None, Setting::ExpiryDelay) => Line::SetExpiryDelay { ms: value },
        (None, Setting::Delay) => Line::SetDelay { ms: value },
        (None, setting) => unreachable!("{setting:?} is of the throughput model, so it has a name"),
    }
}

/// The input of a line. What of a plan is not understood is left out of it and reported.
pub(crate) fn input_of(line: &str, problems: &Problems) -> Result<Input, LineError> {
    let line = serde_json::from_str(line).map_err(|error| LineError::Unknown(error.to_string()))?;
    of_line(line, problems)
}

fn of_line(line: Line, problems: &Problems) -> Result<Input, LineError> {
    Ok(match line {
        Line::Call { operation, request } => {
            Input::Call(Request { operation: operation.into(), text: request.into() })
        }
        Line::EditSeveral { requests, .. } | Line::ChangeTable { requests, .. }
            if requests.len() > ITEMS_TOGETHER_MAX =>
        {
            return Err(LineError::TooManyRequests);
        }
        Line::EditSeveral { kind, table, requests } => {
            Input::EditSeveral { kind, table: table.into(), requests: requests_of(requests) }
        }
        Line::Rebuild { table, design } => {
            Input::Rebuild { table: table.into(), design: Rc::new(design) }
        }
        Line::Import { table, items } => {
            Input::Import(Rc::new(ImportRecord { table: table.into(), items }))
        }
        Line::ChangeTable { table, requests, scaling } => {
            Input::ChangeTable { table: table.into(), requests: requests_of(requests), scaling }
        }
        Line::Together(parts) if parts.len() > ITEMS_TOGETHER_MAX => {
            return Err(LineError::TooManyRequests);
        }
        Line::Together(parts) if !parts.iter().all(Line::is_of_remedy) => {
            return Err(LineError::NotTogether);
        }
        Line::Together(parts) => {
            let parts = parts.into_iter().map(|part| of_line(part, problems));
            Input::Together(parts.collect::<Result<_, _>>()?)
        }
        Line::Advance { by_ms } => Input::Advance { by_ms },
        Line::SetDelay { ms } => Input::Set { setting: Setting::Delay, value: ms },
        Line::SetCollectionMax { bytes } => {
            Input::Set { setting: Setting::CollectionMax, value: bytes }
        }
        Line::SetExpiryDelay { ms } => Input::Set { setting: Setting::ExpiryDelay, value: ms },
        Line::Run(record) => {
            Input::RunWorkload(Rc::new(RunRecord::from_json(&record).map_err(LineError::Run)?))
        }
        Line::SetThroughput { setting, value } => match setting_of(&setting) {
            Some(setting) => Input::Set { setting, value },
            None => return Err(LineError::UnknownSetting(setting)),
        },
        Line::SetScaling { table, scaling } => {
            let scaling = scaling.as_ref().map(scaling_from_json);
            Input::SetScaling { table: table.into(), scaling }
        }
        Line::Rename { title } => Input::Rename(title.into()),
        Line::Plan(members) => {
            Input::Plan(Rc::new(read_plan(&mut Reader::new(&members, "plan", problems))))
        }
        Line::Reset => Input::Reset,
        Line::Reopen => Input::Reopen,
    })
}

/// Reads the lines of a log, one after the other.
#[derive(Debug, Default)]
pub(crate) struct LineReader {
    /// How much time those let pass that were read.
    passed_ms: u64,
}

impl LineReader {
    /// The input of the line at a position, its values within their limits, and its time within what is left of that of all lines.
    /// What was outside, and what of a plan was not understood, is reported.
    pub(crate) fn read(
        &mut self,
        line: &str,
        position: usize,
        problems: &mut Vec<Problem>,
    ) -> Result<Input, LineError> {
        let of_plan = Problems::default();
        let mut input = input_of(line, &of_plan)?;
        problems.extend(of_plan.into_list());
        let reason = self.limit(&mut input);
        problems.extend(reason.map(|reason| Problem { part: line_part(position), reason }));
        Ok(input)
    }

    /// Brings the values of an input within their limits. Returns what to report.
    fn limit(&mut self, input: &mut Input) -> Option<Message> {
        let within = |value: &mut u64, range| {
            let (taken, reason) = limited(*value, range);
            *value = taken;
            reason
        };
        match input {
            Input::Set { setting, value } => within(value, &limit::of_setting(*setting)),
            Input::Advance { by_ms } => {
                let reason = within(by_ms, &(0..=PASSED_MS.end() - self.passed_ms));
                self.passed_ms += *by_ms;
                reason
            }
            Input::SetScaling { scaling: Some(scaling), .. }
            | Input::ChangeTable { scaling: ScalingChange::On(scaling), .. } => {
                let ScalingView { target_percent, units_min, units_max } = scaling;
                let target = within(target_percent, &SCALED_PERCENTS);
                let min = within(units_min, &SCALED_UNITS);
                target.or(min).or(within(units_max, &(*units_min..=*SCALED_UNITS.end())))
            }
            Input::Together(parts) => {
                let parts = Rc::get_mut(parts).into_iter().flatten();
                parts.filter_map(|part| self.limit(part)).last()
            }
            Input::Rename(title) => {
                let (normalized, reason) = reported_title(title);
                *title = normalized.into();
                reason
            }
            // Time begins again.
            Input::Reset | Input::Reopen => {
                self.passed_ms = 0;
                None
            }
            Input::SetScaling { scaling: None, .. }
            | Input::ChangeTable {
                scaling: ScalingChange::Unchanged | ScalingChange::Off, ..
            }
            | Input::Call(_)
            | Input::EditSeveral { .. }
            | Input::Rebuild { .. }
            | Input::Import(_)
            | Input::RunWorkload(_)
            | Input::Plan(_)
            | Input::Fork(_) => None,
        }
    }
}

/// Whether a line of stored work is read without anything being left out or changed.
pub(crate) fn is_read_as_written(line: &str) -> bool {
    let of_units = Problems::default();
    if Ledger::of_line(line, &of_units).is_some() {
        return of_units.into_list().is_empty();
    }
    let mut problems = Vec::new();
    let input = LineReader::default().read(line, 0, &mut problems);
    input.is_ok_and(|input| input.is_stored_as_line()) && problems.is_empty()
}

impl Story {
    /// Whether a workload ran in it.
    pub(crate) fn has_run(&self) -> bool {
        self.log.iter().any(|line| run_of(line).is_some())
    }
}

impl State {
    /// The last run: of this session, or else of what led to the opened design.
    pub(crate) fn last_run(&self) -> Option<Rc<RunRecord>> {
        match &self.run {
            Some(ran) => Some(ran.record.clone()),
            None => self.story()?.log.iter().rev().find_map(|line| run_of(line)),
        }
    }
}

/// The problem of a line that ends a log.
pub(crate) fn unreadable_line(position: usize, left: usize, error: &LineError) -> Problem {
    let reason = Message::plain("problem.unreadable_line");
    let reason = reason.with("error", error.message());
    let reason = reason.with("count", Argument::Count(left as u64));
    Problem { part: line_part(position), reason }
}

/// A line of a log, as the part of a problem. Lines are counted from 1.
pub(crate) fn line_part(position: usize) -> Message {
    Message::plain("problem.line").with("number", Argument::Count(position as u64 + 1))
}
