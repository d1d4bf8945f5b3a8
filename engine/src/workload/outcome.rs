//! What one request of a workload came to.

use crate::api;
use crate::api::error::ApiError;
use crate::database::Database;
use crate::operation::Operation;
use crate::workload::direct::Direct;
use crate::workload::filling::Filling;
use crate::workload::reply::Outcome;
use crate::workload::template::Template;

/// A template, ready to be sent in the fastest way that it allows.
#[derive(Debug, Clone)]
pub(super) struct Sender {
    template: Template,
    direct: Option<Direct>,
}

impl Sender {
    pub(super) fn new(template: Template) -> Self {
        Self { direct: Direct::of(&template), template }
    }

    /// Bytes that are written or read to fill a request, about.
    pub(super) fn effort(&self) -> u64 {
        self.template.effort()
    }

    /// Fills the request, sends it, and says what came of it.
    pub(super) fn send(&self, database: &mut Database, filling: &Filling) -> Outcome {
        let direct = self.direct.as_ref();
        match direct.and_then(|direct| direct.send(database, filling)) {
            Some(outcome) => outcome,
            None => self.send_json(database, filling),
        }
    }

    /// Whether a reply to a read of one item or collection has no item.
    fn is_empty(&self, reply: &serde_json::Value) -> bool {
        match self.template.operation() {
            Operation::GetItem => reply.get("Item").is_none(),
            Operation::Query => reply["Count"] == 0,
            _ => false,
        }
    }

    fn send_json(&self, database: &mut Database, filling: &Filling) -> Outcome {
        let request = self.template.fill(filling);
        let outcome = api::execute(database, self.template.operation().name(), &request);
        let arms = outcome.receipt.map(|receipt| receipt.arms).unwrap_or_default();
        match outcome.reply {
            Ok(reply) => Outcome {
                arms,
                reply: Ok(unprocessed_count(&reply)),
                is_empty: self.is_empty(&reply),
                rejected_steps: ApiError::steps_in(&reply),
            },
            Err(error) => Outcome::new(arms, Err(error)),
        }
    }
}

/// Parts of a batch that the reply gives back.
fn unprocessed_count(reply: &serde_json::Value) -> u64 {
    let tables = ["UnprocessedItems", "UnprocessedKeys"].into_iter().find_map(|it| reply.get(it));
    let tables = tables.and_then(|tables| tables.as_object()).into_iter().flatten();
    let parts = tables.map(|(_, table)| {
        // Writes are a list for each table, reads an object with a list of keys.
        let parts = table.as_array().or_else(|| table.get("Keys")?.as_array());
        parts.map_or(0, Vec::len) as u64
    });
    parts.sum()
}
