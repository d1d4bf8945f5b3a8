//! What stands beside the tables of a lesson: streams, programs, period tables, callers and replicas.

use engine::api::{REGIONS, program, replica_arn};
use notation::document::Block;
use serde_json::{Value, json};

use super::Reader;
use crate::lesson::action::ActionKind;
use crate::message::text;
use crate::sandbox::caller::fault_of;
use crate::sandbox::design::{STREAM, stream_json};
use crate::sandbox::document::plan::SQL;
use crate::view::caller::{Caller, PolicyText};
use crate::view::design::StreamDesign;
use crate::view::series::Series;
use crate::view::value::Text;

impl Reader {
    /// The JSON of a program.
    pub(super) fn read_program(&mut self, block: &Block<String>) -> Option<Text> {
        match program::read(&block.content) {
            Ok(_) => Some(block.content.trim_end().into()),
            Err(error) => {
                let expected =
                    "a program: `{ \"ProgramName\": …, \"TableName\": …, \"Requests\": [ … ] }`";
                self.fault(block.line, expected, error.to_string());
                None
            }
        }
    }

    /// A program with which the lesson opens.
    pub(super) fn read_opening_program(&mut self, block: &Block<String>) {
        if let Some(program) = self.read_program(block) {
            self.append("programs", Value::from(&*program));
        }
    }

    /// The JSON of period tables.
    pub(super) fn read_series(&mut self, block: &Block<String>) -> Option<Series> {
        let read = serde_json::from_str::<Series>(&block.content);
        let read = read.map_err(|error| error.to_string());
        let checked = read.and_then(|it| match it.check() {
            Ok(()) => Ok(it),
            Err(fault) => Err(text(&fault)),
        });
        let expected = "period tables: `{ \"name\": \"Events_{period}\", \"period\": \"month\", \"design\": { … }, … }`";
        checked.map_err(|fault| self.fault(block.line, expected, fault)).ok()
    }

    /// Period tables with which the lesson opens.
    pub(super) fn read_opening_series(&mut self, block: &Block<String>) {
        if let Some(series) = self.read_series(block) {
            self.append("series", json!(series));
        }
    }

    /// A policy of a caller, who has more than one if there are more such blocks.
    pub(super) fn read_policy(&mut self, block: &Block<String>, caller: &str, policy: &str) {
        let before = self.callers.clone();
        let text = block.content.trim_end().to_owned();
        let policy = PolicyText { name: policy.to_owned(), text };
        let known = self.callers.iter().position(|known| known.name == caller);
        let position = known.unwrap_or_else(|| {
            self.callers.push(Caller { name: caller.to_owned(), policies: Vec::new() });
            self.callers.len() - 1
        });
        self.callers[position].policies.push(policy);
        if fault_of(&self.callers, position).is_some() {
            self.callers = before;
            let expected = "a policy: `{ \"Version\": \"2012-10-17\", \"Statement\": [ … ] }`";
            self.fault(block.line, expected, "one that IAM does not accept");
        }
        self.lesson.document.insert("callers".into(), json!(self.callers));
    }

    /// The caller that sends requests from here on, or the owner of the tables if there is no name.
    pub(super) fn read_sender(&mut self, line: usize, name: &[&str]) -> Option<ActionKind> {
        let sender = (!name.is_empty()).then(|| name.join(" "));
        let is_known = |name: &String| self.callers.iter().any(|caller| caller.name == *name);
        if let Some(name) = sender.as_ref().filter(|name| !is_known(name)) {
            self.fault(line, "the name of a caller above the first step", format!("`{name}`"));
            return None;
        }
        Some(ActionKind::Send { callers: self.callers.clone(), sender })
    }

    /// A line of the opening about streams, replicas or SQL tables; returns false if it is about something else.
    pub(super) fn read_beside(&mut self, line: usize, text: &str) -> bool {
        let Some((name, value)) = text.split_once("  ") else { return false };
        let (name, value) = (name.trim(), value.trim());
        if let Some(table) = name.strip_prefix("stream ") {
            let kind = StreamDesign::ALL.into_iter().find(|kind| kind.word() == value);
            match (kind, self.table(table)) {
                (Some(kind), Some(table)) => table[STREAM] = stream_json(kind),
                (None, _) => self.fault(line, "a view type such as `NEW_IMAGE`", value),
                (_, None) => self.no_table(line, table),
            }
        } else if let Some(table) = name.strip_prefix("replicas ") {
            for region in value.split(", ") {
                self.read_replica(line, table, region);
            }
        } else if name == SQL {
            for table in value.split(", ") {
                match self.table(table).is_some() {
                    true => self.append(SQL, Value::from(table)),
                    false => self.no_table(line, table),
                }
            }
        } else {
            return false;
        }
        true
    }

    /// A replica of a table, with its items.
    fn read_replica(&mut self, line: usize, table: &str, region: &str) {
        if !REGIONS.contains(&region) {
            self.fault(line, "Regions such as `eu-west-1, us-west-2`", format!("`{region}`"));
            return;
        }
        match self.table(table).map(|table| table["Items"].clone()) {
            Some(items) => {
                let replica = json!({ "TableName": replica_arn(region, table), "Items": items });
                self.append("tables", replica);
            }
            None => self.no_table(line, table),
        }
    }

    fn append(&mut self, list: &str, element: Value) {
        let all = self.lesson.document.entry(list).or_insert_with(|| json!([]));
        all.as_array_mut().expect("the member is a list").push(element);
    }
}
