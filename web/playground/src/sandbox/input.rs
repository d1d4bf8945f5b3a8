//! What changes a sandbox, as the log keeps it.

use std::rc::Rc;

use engine::clock::Timestamp;
use engine::operation::Operation;
use serde::{Deserialize, Serialize};

use crate::sandbox::import::ImportRecord;
use crate::sandbox::limit::{self, PASSED_MS, TITLE_LENGTH_MAX};
use crate::sandbox::plan::Plan;
use crate::sandbox::record::RunRecord;
use crate::sandbox::request::Request;
use crate::sandbox::several::EditKind;
use crate::sandbox::state::State;
use crate::sandbox::throughput::check_scaling;
use crate::view::design::TableDesign;
use crate::view::message::Message;
use crate::view::throughput::{ScalingView, Setting};
use crate::view::value::Text;

/// Something that changes the state, as the log keeps it.
#[derive(Debug, Clone)]
pub(crate) enum Input {
    /// A request.
    Call(Request),
    /// Items of a table are edited, with a request for each.
    EditSeveral {
        /// What is done to each item.
        kind: EditKind,
        table: Text,
        /// The requests, in order.
        requests: Rc<[Request]>,
    },
    /// A table is dropped, created after a design, and its items are written back.
    Rebuild { table: Text, design: Rc<TableDesign> },
    /// Items are put into a table.
    Import(Rc<ImportRecord>),
    /// Requests about one table that are one step. If one of them is rejected, nothing has happened.
    ChangeTable {
        table: Text,
        /// The requests, in order.
        requests: Rc<[Request]>,
        /// What becomes of its auto scaling.
        scaling: ScalingChange,
    },
    /// Changes of settings and tables that are one step. If one of them is rejected, nothing has happened.
    Together(Rc<[Input]>),
    /// Virtual time passes.
    Advance {
        /// How much.
        by_ms: u64,
    },
    /// A workload ran.
    RunWorkload(Rc<RunRecord>),
    /// A setting changes.
    Set {
        setting: Setting,
        /// What it becomes.
        value: u64,
    },
    /// Auto scaling of a table is switched on or off.
    SetScaling {
        table: Text,
        /// How it does.
        scaling: Option<ScalingView>,
    },
    /// The sandbox gets another title.
    Rename(Text),
    /// Something else is planned with the tables.
    Plan(Rc<Plan>),
    /// Everything is as it was opened, clock and units included.
    Reset,
    /// The sandbox was stored and opened again: it has no pending changes and begins at time zero. Only shown, when a link says what led
    /// to a sandbox.
    Reopen,
    /// Everything is as it was at another moment of the log, and continues from there.
    Fork(Fork),
}

impl Input {
    /// Whether it can make the sandbox larger. A request that only deletes or reads cannot.
    pub(crate) fn takes_memory(&self) -> bool {
        let deletes_or_reads = |request: &Request| {
            [
                Operation::DeleteItem,
                Operation::DeleteTable,
                Operation::GetItem,
                Operation::Query,
                Operation::Scan,
                Operation::BatchGetItem,
                Operation::TransactGetItems,
            ]
            .into_iter()
            .any(|operation| request.is_of(operation))
        };
        match self {
            Self::Call(request) => !deletes_or_reads(request),
            Self::EditSeveral { kind, .. } => *kind != EditKind::Delete,
            Self::Together(parts) => parts.iter().any(Self::takes_memory),
            _ => self.sends_requests(),
        }
    }

    /// Whether it is a line of stored work. What makes a state by itself, or takes long to do again, is stored as a checkpoint.
    pub(crate) fn is_stored_as_line(&self) -> bool {
        match self {
            Self::RunWorkload(_) | Self::Reset | Self::Reopen | Self::Fork(_) => false,
            Self::Together(parts) => parts.iter().all(Self::is_stored_as_line),
            Self::Call(_)
            | Self::EditSeveral { .. }
            | Self::Rebuild { .. }
            | Self::Import(_)
            | Self::ChangeTable { .. }
            | Self::Advance { .. }
            | Self::Set { .. }
            | Self::SetScaling { .. }
            | Self::Rename(_)
            | Self::Plan(_) => true,
        }
    }

    /// Whether it sends requests, which can be rejected.
    pub(crate) fn sends_requests(&self) -> bool {
        match self {
            Self::Call(_)
            | Self::EditSeveral { .. }
            | Self::Rebuild { .. }
            | Self::Import(_)
            | Self::ChangeTable { .. }
            | Self::RunWorkload(_) => true,
            Self::Together(parts) => parts.iter().any(Self::sends_requests),
            Self::Advance { .. }
            | Self::Set { .. }
            | Self::SetScaling { .. }
            | Self::Rename(_)
            | Self::Plan(_)
            | Self::Reset
            | Self::Reopen
            | Self::Fork(_) => false,
        }
    }
}

impl Input {
    /// Accepts an input whose values are within their limits: it can be stored and read again. Fails with the first limit that is
    /// exceeded. The engine judges requests.
    pub(crate) fn check(&self, now: Timestamp) -> Result<(), Message> {
        match self {
            Self::Advance { by_ms } => limit::number(
                "limit.passed_ms",
                *by_ms,
                &(0..=PASSED_MS.end().saturating_sub(now.0)),
            ),
            Self::Set { setting, value } => {
                limit::number(setting.key(), *value, &limit::of_setting(*setting))
            }
            Self::SetScaling { scaling: Some(scaling), .. }
            | Self::ChangeTable { scaling: ScalingChange::On(scaling), .. } => {
                check_scaling(*scaling)
            }
            Self::Rebuild { design, .. } => {
                let settings = design.settings.as_ref();
                settings.and_then(|it| it.scaling).map_or(Ok(()), check_scaling)
            }
            Self::Rename(title) => limit::length("bar.rename", title, TITLE_LENGTH_MAX),
            Self::Plan(plan) => plan.check(),
            Self::Together(parts) => parts.iter().try_for_each(|part| part.check(now)),
            Self::SetScaling { scaling: None, .. }
            | Self::ChangeTable {
                scaling: ScalingChange::Unchanged | ScalingChange::Off, ..
            }
            | Self::Call(_)
            | Self::EditSeveral { .. }
            | Self::Import(_)
            | Self::RunWorkload(_)
            | Self::Reset
            | Self::Reopen
            | Self::Fork(_) => Ok(()),
        }
    }
}

/// Where the sandbox continues.
#[derive(Debug, Clone)]
pub(crate) struct Fork {
    /// How many entries of the log come before that moment; `None` if the log no longer has them.
    pub origin: Option<usize>,
    /// Whether the sandbox was edited then.
    pub edited: bool,
    pub state: Rc<State>,
}

/// What becomes of the auto scaling of a table and its global indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ScalingChange {
    /// It stays as it is.
    Unchanged,
    /// It is switched off.
    Off,
    /// It is switched on, or has other bounds.
    On(ScalingView),
}
