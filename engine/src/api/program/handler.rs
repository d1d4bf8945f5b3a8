//! Runs the requests of a program for a batch.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::api::error::{ApiError, CancellationReason};
use crate::api::execute;
use crate::api::operation::stream::get_records::describe;
use crate::api::program::filter::Pattern;
use crate::api::program::request::{RequestTemplate, Room, Source};
use crate::database::Database;
use crate::database::program::{Batch, Handled, Handler};
use crate::receipt::steps;
use crate::table::stream::{Author, Stream, StreamRecord};

/// Requests that a program sends for one batch. Model: a batch is done at one moment, and a page draws in between.
pub(super) const SENT_MAX: usize = 2_500;

/// The requests of a program, and which records it is given.
#[derive(Debug, Clone)]
pub(super) struct Requests {
    /// One of them must match; all records do if there are none.
    pub(super) filters: Vec<Pattern>,
    pub(super) requests: Vec<RequestTemplate>,
}

impl Handler for Requests {
    fn accepts(&self, record: &StreamRecord, stream: &Stream, database: &Database) -> bool {
        if self.filters.is_empty() {
            return true;
        }
        let mut event = describe(record, &stream.id, stream.view_type, database);
        // Lambda writes the identity in lower case, a stream does not.
        if record.author == Author::TimeToLive {
            event["userIdentity"] =
                json!({ "type": "Service", "principalId": "dynamodb.amazonaws.com" });
        }
        self.filters.iter().any(|filter| filter.matches(Some(&event)))
    }

    fn is_of_batches(&self) -> bool {
        self.requests.iter().any(|request| request.is_of_batch)
    }

    fn run(&self, batch: &Batch, database: &mut Database) -> Handled {
        let describe = |record| describe(record, &batch.stream, batch.view_type, database);
        let events: Vec<Value> = batch.records.iter().map(describe).collect();
        let mut handled = Handled::default();
        let sent = self.send_all(&events, database, &mut handled);
        handled.failure = sent.err();
        handled
    }
}

impl Requests {
    /// Sends the requests of each record, then those of the batch.
    fn send_all(
        &self,
        events: &[Value],
        database: &mut Database,
        handled: &mut Handled,
    ) -> Result<(), String> {
        let mut room = Room::default();
        let of_record = || self.requests.iter().filter(|request| !request.is_of_batch);
        for record in events {
            for request in of_record() {
                let source = Source { record, group: None };
                send(request, source, &mut room, database, handled)?;
            }
        }
        for request in self.requests.iter().filter(|request| request.is_of_batch) {
            for group in groups(request, events, &mut room)? {
                let source = Source { record: group[0], group: Some(&group) };
                send(request, source, &mut room, database, handled)?;
            }
        }
        Ok(())
    }
}

/// The records for which a request is the same but for what is counted and summed, in the order of the first of each.
fn groups<'e>(
    request: &RequestTemplate,
    events: &'e [Value],
    room: &mut Room,
) -> Result<Vec<Vec<&'e Value>>, String> {
    let mut groups: Vec<Vec<&Value>> = Vec::new();
    let mut places: BTreeMap<String, usize> = BTreeMap::new();
    for record in events {
        let same = request.fill(Source { record, group: None }, room)?.to_string();
        let place = *places.entry(same).or_insert(groups.len());
        if place == groups.len() {
            groups.push(Vec::new());
        }
        groups[place].push(record);
        if groups.len() > SENT_MAX {
            return Err(format!("a batch sends at most {SENT_MAX} requests"));
        }
    }
    Ok(groups)
}

/// Sends a request. A false condition is an answer. Any other rejection is what the program fails with, and so is a part of a batch that
/// was not done.
fn send(
    request: &RequestTemplate,
    source: Source<'_>,
    room: &mut Room,
    database: &mut Database,
    handled: &mut Handled,
) -> Result<(), String> {
    let text = request.fill(source, room)?.to_string();
    let outcome = execute(database, request.operation.name(), &text);
    let arms = outcome.receipt.as_ref().map_or(&[][..], |receipt| &receipt.arms);
    handled.steps += steps(arms, text.len() as u64);
    if let Some(receipt) = outcome.receipt {
        handled.receipts.push(receipt);
        handled.requests.push(text);
    }
    failure_of(request, outcome.reply).map_or(Ok(()), Err)
}

/// What a program fails with by a reply to one of its requests, if it does.
pub(super) fn failure_of(
    request: &RequestTemplate,
    reply: Result<Value, ApiError>,
) -> Option<String> {
    let failure = match reply {
        Ok(reply) => undone(&reply)?,
        Err(error) if is_false_condition(&error) => return None,
        Err(error) => error.to_string(),
    };
    Some(format!("{}: {failure}", request.subject()))
}

/// What of a batch was not done, if anything.
fn undone(reply: &Value) -> Option<String> {
    let is_left = |member: &&str| reply[*member].as_object().is_some_and(|left| !left.is_empty());
    if let Some(member) = ["UnprocessedItems", "UnprocessedKeys"].into_iter().find(is_left) {
        return Some(format!("{member} is not empty"));
    }
    let responses = reply["Responses"].as_array().into_iter().flatten();
    let mut errors = responses.filter_map(|response| response.get("Error"));
    let error = errors.find(|error| {
        let code = error["Code"].as_str().unwrap_or_default();
        !matches!(code, "ConditionalCheckFailed" | "DuplicateItem")
    })?;
    Some(error["Message"].as_str().unwrap_or_default().to_owned())
}

/// Whether nothing is wrong but a condition that was false.
fn is_false_condition(error: &ApiError) -> bool {
    match error {
        ApiError::ConditionalCheckFailed { .. } | ApiError::DuplicateItem => true,
        ApiError::TransactionCanceled { reasons } => reasons.iter().all(|reason| {
            matches!(
                reason,
                CancellationReason::None
                    | CancellationReason::ConditionalCheckFailed { .. }
                    | CancellationReason::DuplicateItem
            )
        }),
        _ => false,
    }
}
