//! What happens in a sandbox, as data.
//!
//! Each command leads to a list of outcomes, in order: see [`Session::outcomes`](crate::session::Session::outcomes).
//! Announcements, panels and the log learn from it what happened.

use std::rc::Rc;

use engine::event::Event;
use engine::receipt::Receipt;

use crate::sandbox::budget::STEPS_PER_OPERATION;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::record::Ran;
use crate::view::compare::Letter;
use crate::view::message::Message;

/// One thing that happened in a sandbox.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// Another sandbox was opened.
    Opened,
    /// An operation ran, or was rejected.
    Operation(Rc<OperationRecord>),
    /// Several requests about a table ran as one step, and none was rejected.
    TableChanged {
        /// The operations, in order.
        operations: Rc<[Rc<OperationRecord>]>,
        /// What happened in the database, in order.
        events: Rc<[Event]>,
    },
    /// Virtual time passed, and these events occurred.
    TimePassed(Rc<[Event]>),
    /// A run of a workload ended.
    RunEnded {
        /// The run, its result and its events.
        run: Rc<Ran>,
        /// Whether it repeated a recorded run.
        is_replay: bool,
    },
    /// A setting, the title or a plan changed. The events are those that the change itself caused.
    SettingChanged(Rc<[Event]>),
    /// The sandbox has another state.
    StateReplaced(Replacement),
}

/// Which state took the place of the one before.
#[derive(Debug, Clone, PartialEq)]
pub enum Replacement {
    /// The one without the last action, which this message names.
    Undone(Message),
    /// The one with the action that was undone last, which this message names.
    Redone(Message),
    /// The one that was opened.
    Reset,
    /// The one that its own document gives when it is opened.
    Reopened,
    /// The one of an earlier moment, which is shown until the sandbox returns to now.
    Rewound,
    /// The present one, after an earlier moment was shown.
    Present,
    /// The one from which the sandbox continues: of an earlier moment, or of the end of a branch.
    Forked,
    /// The one of this design, of two.
    Design(Letter),
}

impl Outcome {
    /// Whether tables, virtual time, settings or plans may be different. A read or a rejected request changes none of them.
    pub fn is_change(&self) -> bool {
        match self {
            Self::Operation(operation) => operation.reply.is_ok() && operation.wrote,
            Self::Opened
            | Self::TableChanged { .. }
            | Self::TimePassed(_)
            | Self::RunEnded { .. }
            | Self::SettingChanged(_)
            | Self::StateReplaced(_) => true,
        }
    }

    /// The operation that ran, or was rejected; `None` if it was something else.
    pub fn operation(&self) -> Option<&OperationRecord> {
        if let Self::Operation(operation) = self { Some(operation) } else { None }
    }

    /// What was charged: one receipt for an operation, and one for each item of a rebuilt table.
    pub fn receipts(&self) -> &[Receipt] {
        self.operation().map_or(&[], |operation| &operation.receipts)
    }

    /// The events of the database, in order. Of very many, those that the database remembers.
    pub fn events(&self) -> &[Event] {
        match self {
            Self::Operation(operation) => &operation.events,
            Self::TimePassed(events)
            | Self::SettingChanged(events)
            | Self::TableChanged { events, .. } => events,
            Self::RunEnded { run, .. } => &run.events,
            Self::Opened | Self::StateReplaced(_) => &[],
        }
    }

    /// Whether time passed and nothing else happened.
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::TimePassed(events) if events.is_empty())
    }

    /// Whether what was asked has happened.
    pub(crate) fn is_accepted(&self) -> bool {
        self.operation().is_none_or(|operation| operation.reply.is_ok())
    }

    /// How many operations it weighs, which is the cost of replaying it: at least those that it contains.
    pub(crate) fn weight(&self) -> u64 {
        let count = match self {
            Self::Operation(operation) => operation.receipts.len().max(1) as u64,
            Self::RunEnded { run, .. } => run.record.turn_count,
            Self::TableChanged { operations, .. } => operations.len() as u64,
            Self::Opened | Self::SettingChanged(_) | Self::StateReplaced(_) => 1,
            Self::TimePassed(_) => 0,
        };
        count.max(self.steps() / STEPS_PER_OPERATION)
    }

    /// Steps of work that its requests took. Those of runs, and of time that passes, are counted while they do.
    pub(crate) fn steps(&self) -> u64 {
        match self {
            Self::Operation(operation) => operation.steps(),
            Self::TableChanged { operations, .. } => {
                operations.iter().map(|operation| operation.steps()).sum()
            }
            Self::RunEnded { .. }
            | Self::TimePassed(_)
            | Self::Opened
            | Self::SettingChanged(_)
            | Self::StateReplaced(_) => 0,
        }
    }
}
