//! What an embed tells the page around it about a command.

use engine::capacity::units::CapacityUnits;
use engine::receipt::{Arm, Store, UnitKind};

use crate::sandbox::operation::OperationRecord;
use crate::sandbox::outcome::Outcome;
use crate::session::Session;
use crate::view::host::{HostEvent, HostOperation, HostPart};

impl Session {
    /// What happened, as events for the page around an embed: each operation, and whether anything is different.
    pub fn host_events(outcomes: &[Outcome]) -> Vec<HostEvent> {
        let changes = outcomes.iter().any(Outcome::is_change).then_some(HostEvent::Change);
        outcomes.iter().flat_map(operations).map(event).chain(changes).collect()
    }

    /// The reply to the request that the last command sent, as JSON; `None` if it sent none, or it was rejected.
    pub fn last_reply(&self) -> Option<String> {
        let operations = self.outcomes.iter().filter_map(Outcome::operation);
        operations.filter_map(|it| it.reply.as_ref().ok()).next_back().map(ToString::to_string)
    }
}

/// The operations of an outcome, in order.
fn operations(outcome: &Outcome) -> Vec<&OperationRecord> {
    match outcome {
        Outcome::Operation(operation) => vec![operation],
        Outcome::TableChanged { operations, .. } => operations.iter().map(|it| &**it).collect(),
        Outcome::Opened
        | Outcome::TimePassed(_)
        | Outcome::RunEnded { .. }
        | Outcome::SettingChanged(_)
        | Outcome::StateReplaced(_) => Vec::new(),
    }
}

fn event(operation: &OperationRecord) -> HostEvent {
    let arms = operation.receipts.iter().flat_map(|receipt| &receipt.arms);
    HostEvent::Operation(HostOperation {
        operation: operation.request.operation.to_string(),
        accepted: operation.reply.is_ok(),
        read_units: units(operation.units(UnitKind::Read)),
        write_units: units(operation.units(UnitKind::Write)),
        parts: arms.map(part).collect(),
    })
}

fn part(arm: &Arm) -> HostPart {
    let index = match &arm.store {
        Store::Table => None,
        Store::Local(name) | Store::Global(name) => Some(name.as_str().to_owned()),
    };
    HostPart { table: arm.table.as_str().to_owned(), index, units: units(arm.units) }
}

/// Units as a number of JavaScript, which has all halves below 2³¹.
fn units(units: CapacityUnits) -> f64 {
    f64::from(u32::try_from(units.halves()).unwrap_or(u32::MAX)) / 2.0
}
