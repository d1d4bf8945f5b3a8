//! A request and all its results.

use engine::api::Outcome;
use engine::api::error::ApiError;
use engine::database::Database;
use engine::event::{Event, Throttled};
use serde_json::Value;

use crate::simulation::expect::Expected;
use crate::simulation::limit::Ask;

/// A request and its results, in every way in which it can be made.
#[derive(Debug)]
pub struct Exchange {
    pub operation: String,
    pub request: Value,
    pub before: Database,
    /// The result of the preview.
    pub preview: Outcome,
    /// The reply of the call as text.
    pub text: Result<String, ApiError>,
    /// What it led to.
    pub outcome: Outcome,
    /// The events that it led to.
    pub events: Vec<Event>,
    /// Its throttled parts, and why.
    pub throttles: Vec<Throttled>,
    /// The result of the same request on the twin.
    pub twin: Option<TwinExchange>,
    /// The units that its parts ask of partitions. Empty while nothing is limited.
    pub asks: Vec<Ask>,
    /// Whether the admitted parts were done, and so are charged.
    pub is_charged: bool,
    /// What the model expects.
    pub expected: Option<Expected>,
}

/// The result of a request on the twin.
#[derive(Debug)]
pub struct TwinExchange {
    /// What it led to.
    pub outcome: Outcome,
    /// The events that it led to.
    pub events: Vec<Event>,
}

/// Operations that change nothing but tokens and heat.
const READS: [&str; 5] = ["GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan"];

impl Exchange {
    /// Whether the request was rejected, or only reads: by an invariant nothing has changed then.
    pub fn changes_nothing(&self) -> bool {
        let first = match self.operation.as_str() {
            "BatchExecuteStatement" => &self.request["Statements"][0],
            "ExecuteTransaction" => &self.request["TransactStatements"][0],
            _ => &self.request,
        };
        let statement = first["Statement"].as_str().unwrap_or_default();
        self.outcome.reply.is_err()
            || READS.contains(&self.operation.as_str())
            || statement.starts_with("SELECT")
    }

    /// Whether the whole request was throttled.
    pub fn is_throttled(&self) -> bool {
        const CODES: [&str; 3] = [
            "ProvisionedThroughputExceededException",
            "ThrottlingException",
            "RequestLimitExceeded",
        ];
        const REASONS: [&str; 3] =
            ["ProvisionedThroughputExceeded", "ThrottlingError", "RequestLimitExceeded"];
        let Err(error) = &self.outcome.reply else { return false };
        let json = error.to_json();
        let reasons = json["CancellationReasons"].as_array().into_iter().flatten();
        CODES.contains(&error.code().name())
            || reasons.into_iter().any(|it| REASONS.iter().any(|reason| it["Code"] == *reason))
    }
}
