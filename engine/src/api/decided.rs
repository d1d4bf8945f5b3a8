//! A request that is decided, and can then be done.

use serde_json::Value;

use crate::api::access::ruling::Ruling;
use crate::api::error::ApiError;
use crate::api::reply::ReplyJson;
use crate::database::{Change, Database};
use crate::receipt::Receipt;
use crate::throughput::admission::Charges;
use crate::throughput::decision::Decision;

/// What an operation answers, and what it cost.
#[derive(Debug, PartialEq)]
pub struct Outcome<Json = Value> {
    /// The reply in DynamoDB's JSON, or the rejection.
    pub reply: Result<Json, ApiError>,
    /// What was charged. A rejected request has none; a failed condition is charged and has one.
    pub receipt: Option<Receipt>,
}

impl Outcome<ReplyJson> {
    /// The same with a reply that can be inspected.
    pub fn into_tree(self) -> Outcome {
        Outcome { reply: self.reply.map(ReplyJson::into_tree), receipt: self.receipt }
    }
}

/// What becomes of a request. Nothing has changed yet.
#[derive(Debug)]
pub struct Decided {
    /// What is answered, and what it costs.
    pub outcome: Outcome<ReplyJson>,
    /// What the policies of the caller say to each thing that the request does; none if the owner sends it.
    pub rulings: Vec<Ruling>,
    pub(super) charges: Charges,
    /// None if the request cannot be planned.
    pub(super) change: Option<Change>,
}

impl Decided {
    /// What [`repeat`](crate::api::repeat) needs to know; `None` if the request changes nothing. Events do not count.
    pub fn decision(&self) -> Option<Decision> {
        let has_effect = self.change.as_ref().is_some_and(Change::has_effect);
        (has_effect || !self.charges.is_empty()).then(|| Decision {
            is_rejected: self.outcome.reply.is_err(),
            throttled_parts: self.charges.throttled_parts.clone(),
        })
    }

    /// Whether it would store anything. A request that only deletes would not.
    pub fn adds(&self) -> bool {
        self.change.as_ref().is_some_and(Change::adds)
    }

    /// Does it. The database must be the one for which it was decided.
    pub fn apply(self, database: &mut Database) -> Outcome<ReplyJson> {
        database.consume(&self.charges);
        if let Some(change) = self.change {
            database.commit(change);
        }
        self.outcome
    }
}
