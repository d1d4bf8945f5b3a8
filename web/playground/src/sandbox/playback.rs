//! What is done one after the other in slices, between which the page is drawn: the log of an opened link or file, or what comes
//! before a step of a lesson. A run is made again by as many turns as its record says, on a copy of the sandbox.

use std::collections::VecDeque;

use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::table::read::PAGE_SIZE;

use crate::sandbox::command::{Command, WorkloadCommand};
use crate::sandbox::input::{Input, ScalingChange};
use crate::sandbox::operation::{Extent, steps_of_request};
use crate::sandbox::state::State;
use crate::sandbox::workload::ITEM_COUNT_MAX;

/// Steps that are done without being asked for. Model: what takes a minute in a browser.
const STEPS_UNASKED_MAX: u64 = 5_000_000;

/// Milliseconds between two looks of auto scaling. Model: a minute, as in the engine.
const SCALING_MS: u64 = 60_000;

/// What is still to be done.
#[derive(Debug)]
pub(crate) struct Playback {
    pub parts: VecDeque<Part>,
    /// What all parts weigh, and what those weigh that are done.
    pub weight: u64,
    pub done: u64,
    /// What the part weighs that has begun last. It counts as done.
    pub begun: u64,
    /// At the end, the moment after so many inputs is shown; the present if `None`.
    pub shown_step: Option<u64>,
    /// Whether it is a log, and not commands.
    pub is_log: bool,
    /// Whether it waits until the user lets it begin, because it is long.
    pub is_held: bool,
}

/// Something that is done, and what it weighs: a run its turns, an import or an edit its items, time the looks of auto scaling
/// within it, a request the steps that it may take, anything else one.
#[derive(Debug)]
pub(crate) struct Part {
    pub step: PlaybackStep,
    pub weight: u64,
}

/// Something that is done.
#[derive(Debug)]
pub(crate) enum PlaybackStep {
    /// An input of a log.
    Input(Input),
    /// A command of a lesson.
    Command(Command),
}

impl Playback {
    /// What a log does to a sandbox. It waits if that is long.
    pub(crate) fn of_log(inputs: Vec<Input>, state: &State, shown_step: Option<u64>) -> Self {
        let tables = state.database.tables();
        let scales = |name: &str| state.database.is_scaled(name);
        let scaled_count = tables.filter(|table| scales(table.schema.name.as_str())).count();
        let is_scaling = |input: &&Input| match input {
            Input::SetScaling { scaling, .. } => scaling.is_some(),
            Input::ChangeTable { scaling, .. } => matches!(scaling, ScalingChange::On(_)),
            _ => false,
        };
        let scaled_count = (scaled_count + inputs.iter().filter(is_scaling).count()) as u64;
        let mut extent = extent_of(&state.database);
        let parts = inputs.into_iter().map(|input| {
            let weight = weight_of(&input, scaled_count, &extent);
            grow(&mut extent, &input);
            Part { step: PlaybackStep::Input(input), weight }
        });
        let playback = Self::new(parts.collect(), shown_step);
        Self { is_log: true, is_held: playback.weight > STEPS_UNASKED_MAX, ..playback }
    }

    /// Commands that were asked for.
    pub(crate) fn of_commands(commands: &[Command]) -> Self {
        let parts = commands.iter().map(|command| {
            let step = PlaybackStep::Command(command.clone());
            Part { step, weight: weight_of_command(command) }
        });
        Self::new(parts.collect(), None)
    }

    fn new(parts: VecDeque<Part>, shown_step: Option<u64>) -> Self {
        let weight = parts.iter().map(|part| part.weight).fold(0, u64::saturating_add);
        Self { parts, weight, done: 0, begun: 0, shown_step, is_log: false, is_held: false }
    }
}

/// What requests may find in a database.
fn extent_of(database: &Database) -> Extent {
    let mut extent = Extent::default();
    for table in database.tables() {
        extent.size += table.items.size();
        extent.item_count += table.items.count() as u64;
        extent.store_count += 1 + table.indexes.len() as u64;
    }
    extent
}

/// Adds what an input may add.
fn grow(extent: &mut Extent, input: &Input) {
    let (count, size) = match input {
        Input::Call(request) => (1, request.text.len()),
        Input::Import(record) => {
            (record.items.len() as u64, record.items.iter().map(|item| item.len()).sum())
        }
        Input::EditSeveral { requests, .. } => {
            (requests.len() as u64, requests.iter().map(|request| request.text.len()).sum())
        }
        Input::RunWorkload(record) => {
            (record.request_count, usize::try_from(PAGE_SIZE.0).unwrap_or(0))
        }
        Input::Together(parts) => return parts.iter().for_each(|part| grow(extent, part)),
        Input::Advance { .. }
        | Input::Rebuild { .. }
        | Input::ChangeTable { .. }
        | Input::Set { .. }
        | Input::SetScaling { .. }
        | Input::Rename(_)
        | Input::Plan(_)
        | Input::Reset
        | Input::Reopen
        | Input::Fork(_) => return,
    };
    extent.item_count = extent.item_count.saturating_add(count).min(ITEM_COUNT_MAX as u64);
    extent.size += Bytes::from_length(size);
}

/// What an input weighs while auto scaling looks at so many tables, and requests may find so much.
fn weight_of(input: &Input, scaled_count: u64, extent: &Extent) -> u64 {
    match input {
        Input::Call(request) => steps_of_request(request, extent),
        Input::RunWorkload(record) => record.turn_count.max(1),
        Input::Import(record) => record.items.len().max(1) as u64,
        Input::EditSeveral { requests, .. } => requests.len().max(1) as u64,
        Input::Together(parts) => {
            parts.iter().map(|part| weight_of(part, scaled_count, extent)).sum()
        }
        Input::Advance { by_ms } => 1 + (by_ms / SCALING_MS).saturating_mul(scaled_count),
        Input::Rebuild { .. }
        | Input::ChangeTable { .. }
        | Input::Set { .. }
        | Input::SetScaling { .. }
        | Input::Rename(_)
        | Input::Plan(_)
        | Input::Reset
        | Input::Reopen
        | Input::Fork(_) => 1,
    }
}

/// What a command weighs: setting a workload what its run will send, anything else one.
fn weight_of_command(command: &Command) -> u64 {
    let Command::Workload(WorkloadCommand::Set(plan)) = command else { return 1 };
    let workload = crate::sandbox::workload::workload_of(plan);
    let requests = workload.patterns.iter().map(|pattern| pattern.rate.total(workload.seconds));
    requests.fold(1, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::sandbox::document::Document;
    use crate::sandbox::request::Request;

    #[test]
    fn a_request_weighs_what_it_takes_at_most() {
        let item = |number: usize| json!({ "id": { "S": format!("i{number}") }, "x": { "S": "x".repeat(900) } });
        let text = |item_count: usize| {
            let items: Vec<Value> = (0..item_count).map(item).collect();
            json!({ "v": 1, "tables": [{
                "TableName": "Tab0", "BillingMode": "PAY_PER_REQUEST", "Items": items,
                "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
                "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            }] })
        };
        for item_count in [3, 300] {
            let document = Document::parse(&text(item_count).to_string()).expect("it is one");
            let mut state = State::new(document.load().database, &document);
            for (operation, rest) in [
                ("Scan", json!({})),
                ("Scan", json!({ "FilterExpression": "attribute_exists(x)", "Select": "COUNT" })),
                ("GetItem", json!({ "Key": { "id": { "S": "i1" } } })),
                ("PutItem", json!({ "Item": item(1) })),
                ("DescribeTable", json!({})),
            ] {
                let mut request = rest;
                let request_counts = request.get("Select").is_some();
                request["TableName"] = "Tab0".into();
                let request = Request::new(operation, &request);
                let weight = steps_of_request(&request, &extent_of(&state.database));
                let opened = state.clone();
                let taken = state.apply(&Input::Call(request), &opened).steps();
                // A description has some KB.
                assert!(weight + 4 >= taken, "{operation} of {item_count}: {weight} and {taken}");
                // Only a Scan that returns what it reads takes what it may take.
                let takes_most = operation == "Scan" && !request_counts;
                assert!(
                    !takes_most || weight <= 8 * taken.max(8),
                    "{operation}: {weight} and {taken}"
                );
            }
        }
    }
}
