//! What an operation has decided, before anything changes.

use serde_json::Value;

use crate::api::error::{ApiError, CancellationReason};
use crate::api::reply::{Reply, ReplyJson};
use crate::database::Change;
use crate::event::Throttled;
use crate::model::name::TableName;
use crate::receipt::{Arm, Staleness};
use crate::throughput::admission::Charges;

/// What a request will answer, cost and change. Nothing has changed yet.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) reply: Result<ReplyJson, ApiError>,
    pub(crate) arms: Vec<Arm>,
    pub(crate) staleness: Option<Staleness>,
    pub(crate) change: Change,
    /// What is taken of the throughput of tables.
    pub(crate) charges: Charges,
}

impl Prepared {
    /// An answer that costs nothing and changes nothing.
    pub(crate) fn answer(reply: Value) -> Self {
        Self::changing(reply, Change::None)
    }

    /// An answer that costs nothing, and the change that it announces.
    pub(crate) fn changing(reply: Value, change: Change) -> Self {
        let (reply, arms, charges) = (Ok(reply.into()), Vec::new(), Charges::default());
        Self { reply, arms, staleness: None, change, charges }
    }

    /// All parts of the request were throttled; `throttled` is one of them.
    pub(crate) fn throttled(table: TableName, throttled: Throttled, charges: Charges) -> Self {
        let reply = Err(ApiError::Throttled { table, throttled });
        Self { reply, arms: Vec::new(), staleness: None, change: Change::None, charges }
    }

    /// A cancelled transaction, and what it still costs.
    pub(crate) fn cancelled(
        reasons: Vec<CancellationReason>,
        arms: Vec<Arm>,
        charges: Charges,
    ) -> Self {
        let reply = Err(ApiError::TransactionCanceled { reasons });
        Self { reply, arms, staleness: None, change: Change::None, charges }
    }

    /// An answer that has its price, and the change that it announces.
    pub(crate) fn paid(reply: Reply, arms: Vec<Arm>, change: Change, charges: Charges) -> Self {
        Self { reply: Ok(reply.into()), arms, staleness: None, change, charges }
    }
}
