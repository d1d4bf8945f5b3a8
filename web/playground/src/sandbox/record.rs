//! The stored form of a run: enough to repeat it, and to check that the result is the same.
//!
//! ```json
//! {"digest":"2f20060cfa6f2f76","patterns":[…],"requests":136200,"revision":1,"turns":136260,"workload":{"seconds":60}}
//! ```
//!
//! A run that has not come to its end also says why (`"end":"items"`), and how many of its seconds had begun (`"seconds":26`).
//!
//! A run of a hundred thousand items is a few hundred bytes. It is made again on the same database by the same number of
//! turns. The digest shows whether that gave the same result, and the revision of the engine says why it may not have.

use std::rc::Rc;

use engine::event::Event;
use engine::workload::Workload;
use engine::workload::result::RunResult;
use serde_json::{Map, Value};

use crate::sandbox::budget::RunLimit;
use crate::sandbox::document::plan::{read_workload, write_workload};
use crate::sandbox::document::reader::{Problems, Reader};
use crate::sandbox::workload::obstacle;
use crate::view::message::{Argument, Message};

/// A run of a workload.
#[derive(Debug, Clone, PartialEq)]
pub struct RunRecord {
    /// The workload that was run, with the seed.
    pub workload: Rc<Workload>,
    pub turn_count: u64,
    /// Requests that were issued in them.
    pub request_count: u64,
    /// Why it ended.
    pub end: RunEnd,
    /// Its seconds that had begun by then.
    pub second_count: u64,
    /// The revision of the engine that ran it.
    pub revision: u64,
    /// The digest of its result: see [`engine::workload::revision::digest`].
    pub digest: u64,
}

/// Why a run of a workload ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunEnd {
    /// Its time was over.
    Finished,
    /// The user stopped it.
    Stopped,
    /// Another command ended it.
    Interrupted,
    /// It reached a limit of the page.
    Limited(RunLimit),
}

/// The ends of a run that came before its time was over, and what a record calls them.
const EARLY_ENDS: [(&str, RunEnd); 5] = [
    ("stopped", RunEnd::Stopped),
    ("interrupted", RunEnd::Interrupted),
    ("items", RunEnd::Limited(RunLimit::Items)),
    ("memory", RunEnd::Limited(RunLimit::Memory)),
    ("values", RunEnd::Limited(RunLimit::Values)),
];

impl RunEnd {
    /// The end of a run whose time was over or not. A record of an earlier version does not say why a run ended.
    pub(crate) fn checked(self, is_over: bool) -> Self {
        match (self, is_over) {
            (_, true) => Self::Finished,
            (Self::Finished, false) => Self::Stopped,
            (end, false) => end,
        }
    }
}

/// The result of a workload.
#[derive(Debug, PartialEq)]
pub struct Ran {
    /// The requests of the run, and how to repeat it.
    pub record: Rc<RunRecord>,
    pub result: RunResult,
    /// How many operations there had been when it was over.
    pub operation_count: u64,
    /// What happened in the database, in order. Of very many events, the latest. A run records no event of a single item.
    pub events: Rc<[Event]>,
}

impl RunRecord {
    /// The run in words: "Run a workload of 136,200 requests".
    pub(crate) fn action(&self) -> Message {
        let key = match self.end {
            RunEnd::Finished => "action.run_workload",
            RunEnd::Stopped | RunEnd::Interrupted | RunEnd::Limited(_) => {
                "action.run_workload_part"
            }
        };
        self.with_time(Message::plain(key)).with("count", Argument::Count(self.request_count))
    }

    /// Why the run ended before its time was over: "The run was stopped after 12 of 60 seconds."
    pub(crate) fn end_words(&self) -> Option<Message> {
        let words = match self.end {
            RunEnd::Finished => return None,
            RunEnd::Stopped => Message::plain("workload.end.stopped"),
            RunEnd::Interrupted => Message::plain("workload.end.interrupted"),
            RunEnd::Limited(limit) => {
                Message::plain("workload.end.limited").with("limit", limit.words())
            }
        };
        Some(self.with_time(words))
    }

    fn with_time(&self, message: Message) -> Message {
        message
            .with("second", Argument::Count(self.second_count.saturating_sub(1)))
            .with("whole", Argument::Count(self.workload.seconds))
    }

    /// The record as a document holds it.
    pub(crate) fn to_json(&self) -> Value {
        let Self { workload, turn_count, request_count, end, second_count, revision, digest } =
            self;
        let mut json = Map::new();
        write_workload(workload, &mut json);
        json.insert("turns".into(), (*turn_count).into());
        json.insert("requests".into(), (*request_count).into());
        if let Some((word, _)) = EARLY_ENDS.iter().find(|(_, early)| early == end) {
            json.insert("end".into(), (*word).into());
            json.insert("seconds".into(), (*second_count).into());
        }
        json.insert("revision".into(), (*revision).into());
        json.insert("digest".into(), format!("{digest:016x}").into());
        json.into()
    }

    /// Reads a record. `Err` is the name of the member that is missing or is no such thing.
    pub(crate) fn from_json(json: &Value) -> Result<Self, &'static str> {
        let number = |name: &'static str| json[name].as_u64().ok_or(name);
        let Value::Object(members) = json else { return Err("run") };
        let problems = Problems::default();
        let workload = read_workload(&mut Reader::new(members, "", &problems));
        // A workload that was understood in part would be another run.
        if !problems.into_list().is_empty() || obstacle(&workload).is_some() {
            return Err("patterns");
        }
        let end = match json.get("end") {
            None => RunEnd::Finished,
            Some(word) => {
                let known = EARLY_ENDS.iter().find(|(known, _)| word == known);
                known.map(|(_, end)| *end).ok_or("end")?
            }
        };
        let second_count = match json.get("seconds") {
            None => workload.seconds,
            Some(count) => count.as_u64().ok_or("seconds")?,
        };
        let digest = json["digest"].as_str().and_then(|text| u64::from_str_radix(text, 16).ok());
        Ok(Self {
            workload: Rc::new(workload),
            turn_count: number("turns")?,
            request_count: number("requests")?,
            end,
            second_count,
            revision: number("revision")?,
            digest: digest.ok_or("digest")?,
        })
    }
}
