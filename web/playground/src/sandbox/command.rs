//! All commands of the page to the session, and the responses.

use std::rc::Rc;

use crate::sandbox::import::ImportRecord;
use crate::sandbox::plan::Regions;
use crate::view::caller::Caller;
use crate::view::compare::CompareCommand;
use crate::view::cost::CostSettings;
use crate::view::design::TableDesign;
use crate::view::edit::Edit;
use crate::view::entity::Entity;
use crate::view::message::Message;
use crate::view::pattern::PatternDraft;
use crate::view::rewind::Travel;
use crate::view::series::Series;
use crate::view::throughput::{ScalingView, Setting};
use crate::view::value::{Method, Text};
use crate::view::verdict::Remedy;
use crate::view::workload::WorkloadPlan;

/// A thing the page asks. What a user undoes is one of these.
#[derive(Debug, Clone, PartialEq)]
pub enum Command {
    /// Opens an example as a new sandbox: the document with which a lesson of the course begins.
    OpenExample {
        /// The id of the lesson.
        lesson: String,
        document: String,
    },
    /// Opens a shared link as a new sandbox: the part of the address after `#`.
    OpenLink(String),
    /// Opens a document (see `sandbox/document/mod.rs`) as a new sandbox: its JSON.
    OpenDocument(String),
    /// Starts with no table at all.
    NewSandbox {
        /// What the sandbox is called.
        title: String,
        /// The date at which its virtual time begins, in seconds since 1970-01-01, UTC.
        epoch_seconds: u64,
    },
    /// Makes the sandbox of a link the user's own work.
    KeepCopy,
    /// Sends a request unchanged, read or write.
    Call {
        /// DynamoDB's name of the operation.
        operation: String,
        /// The request's JSON.
        request: String,
    },
    /// Edits an item by one real operation.
    Edit {
        table: String,
        /// What to change.
        edit: Edit,
    },
    CreateTable(TableDesign),
    /// Drops a table, creates it after another design and writes its items back, as one step.
    RebuildTable {
        /// The table to be replaced.
        table: String,
        /// Its design to be; may bear another name.
        design: TableDesign,
    },
    /// Puts items into a table.
    Import(ImportCommand),
    /// Gives a table the settings of a design. Its keys and indexes stay as they are.
    UpdateTable {
        table: String,
        design: TableDesign,
    },
    /// Adds the last global index of a design to a live table.
    AddIndex {
        table: String,
        /// The table with the index.
        design: TableDesign,
    },
    /// Drops a table.
    DeleteTable(String),
    /// Drops a global index of a live table.
    DropIndex {
        table: String,
        index: String,
    },
    /// Lets virtual time pass.
    Advance {
        /// How much.
        by_ms: u64,
    },
    /// Lets virtual time pass until the next thing happens.
    StepToNext,
    /// Does commands that open nothing one after the other, in slices if they take long. Any other command ends it.
    Perform(Rc<[Command]>),
    /// Sets or drives the workload.
    Workload(WorkloadCommand),
    /// Changes a setting.
    Set {
        setting: Setting,
        /// What it becomes.
        value: u64,
    },
    /// Changes what a table or one of its global indexes may consume.
    SetCapacity {
        table: String,
        /// What becomes of it.
        capacity: Capacity,
    },
    /// Gives the sandbox another title.
    Rename(String),
    /// Plans something else with the tables.
    Plan(PlanCommand),
    /// Takes the last user action back.
    Undo,
    /// Redoes the last undone action.
    Redo,
    /// Returns to what was opened. Can be undone.
    Reset,
    /// Shows another moment of what has happened. Changes nothing: see `Fork`.
    Rewind(Travel),
    /// Continues from the moment that is shown. Can be undone, and the later entries are kept as a branch.
    Fork,
    /// Continues from the end of a branch, by its number in the view. Can be undone.
    OpenBranch(usize),
    /// Begins, shows or ends a comparison of two designs.
    Compare(CompareCommand),
}

impl Command {
    /// Whether it only lets virtual time pass.
    pub const fn only_passes_time(&self) -> bool {
        matches!(self, Self::Advance { .. } | Self::Workload(WorkloadCommand::Step { .. }))
    }

    /// Whether it may replace items other than by a request, so that an edit in progress may be about an item that is not there.
    pub const fn replaces_items(&self) -> bool {
        match self {
            Self::DeleteTable(_)
            | Self::Rewind(_)
            | Self::DropIndex { .. }
            | Self::Set { setting: Setting::CollectionMax | Setting::ExpiryDelay, .. }
            | Self::Undo
            | Self::Redo
            | Self::Reset
            | Self::Fork
            | Self::OpenBranch(_)
            | Self::Compare(
                CompareCommand::Duplicate | CompareCommand::Show(_) | CompareCommand::Keep,
            ) => true,
            Self::OpenExample { .. }
            | Self::OpenLink(_)
            | Self::OpenDocument(_)
            | Self::NewSandbox { .. }
            | Self::Compare(
                CompareCommand::Open(_) | CompareCommand::Run | CompareCommand::Align,
            )
            | Self::KeepCopy
            | Self::Call { .. }
            | Self::Edit { .. }
            | Self::CreateTable(_)
            | Self::RebuildTable { .. }
            | Self::Import(_)
            | Self::UpdateTable { .. }
            | Self::AddIndex { .. }
            | Self::Advance { .. }
            | Self::StepToNext
            | Self::Perform(_)
            | Self::Workload(_)
            | Self::Set { .. }
            | Self::SetCapacity { .. }
            | Self::Rename(_)
            | Self::Plan(_) => false,
        }
    }

    /// Whether it continues, holds or stops what is under way.
    pub(crate) fn drives_workload(&self) -> bool {
        matches!(
            self,
            Self::Workload(
                WorkloadCommand::Step { .. }
                    | WorkloadCommand::Pause
                    | WorkloadCommand::Resume
                    | WorkloadCommand::Stop
            )
        )
    }

    /// Whether it puts another sandbox in the place of the one on the page.
    pub const fn opens(&self) -> bool {
        match self {
            Self::OpenExample { .. }
            | Self::OpenLink(_)
            | Self::OpenDocument(_)
            | Self::NewSandbox { .. } => true,
            Self::KeepCopy
            | Self::Call { .. }
            | Self::Edit { .. }
            | Self::CreateTable(_)
            | Self::RebuildTable { .. }
            | Self::Import(_)
            | Self::UpdateTable { .. }
            | Self::AddIndex { .. }
            | Self::DeleteTable(_)
            | Self::DropIndex { .. }
            | Self::Advance { .. }
            | Self::StepToNext
            | Self::Perform(_)
            | Self::Workload(_)
            | Self::Set { .. }
            | Self::SetCapacity { .. }
            | Self::Rename(_)
            | Self::Plan(_)
            | Self::Undo
            | Self::Redo
            | Self::Reset
            | Self::Rewind(_)
            | Self::Fork
            | Self::OpenBranch(_)
            | Self::Compare(_) => false,
        }
    }
}

/// Commands about an import. [`WorkloadCommand::Step`] drives a long one.
#[derive(Debug, Clone, PartialEq)]
pub enum ImportCommand {
    /// Puts the items into a copy of the sandbox, to see what importing them would do.
    Try(Rc<ImportRecord>),
    /// Puts the items into the table, as one action.
    Start(Rc<ImportRecord>),
    /// Cancels what is under way: nothing is written. If nothing is, the last trial is forgotten.
    Cancel,
}

/// Commands about the workload.
#[derive(Debug, Clone, PartialEq)]
pub enum WorkloadCommand {
    /// Sets what is sent: of the experiment that is chosen, or else the access patterns.
    Set(Rc<WorkloadPlan>),
    /// Sets an experiment up, and chooses it unless a request for that is rejected. It is sent instead of the access patterns and leaves
    /// them as they are.
    Choose {
        /// Its name in the data.
        experiment: Text,
        set_up: SetUp,
    },
    /// Sends the access patterns again.
    LeaveExperiment {
        /// The request of `UpdateTable` that puts back what the experiment has provisioned; none if it has provisioned nothing.
        put_back: Option<Text>,
    },
    /// Starts it. From here on [`WorkloadCommand::Step`] drives it; anything but these four ends it.
    Start,
    /// Takes some turns; each sends a request or ends a second.
    Step {
        /// How many.
        turn_count: u64,
    },
    /// Holds it.
    Pause,
    /// Continues it.
    Resume,
    /// Cancels it. Its changes are kept.
    Stop,
    /// Runs the last workload again on a copy of what it began with, with a change that may help.
    Try(Remedy),
    /// Makes a change in the sandbox itself.
    Keep(Remedy),
}

/// What has to be done to run an experiment.
#[derive(Debug, Clone, PartialEq)]
pub struct SetUp {
    /// What changes tables and settings, in order.
    pub commands: Vec<Command>,
    /// What is sent.
    pub plan: Rc<WorkloadPlan>,
    /// The request of `UpdateTable` that gives the open table back the units that it had; `None` if it keeps them.
    pub put_back: Option<Text>,
}

/// A thing that can be planned otherwise.
#[derive(Debug, Clone, PartialEq)]
pub enum PlanCommand {
    /// The settings of the cost calculation.
    SetCost(CostSettings),
    /// Keeps an access pattern: in the place that it has, or behind the others.
    SavePattern(PatternDraft),
    /// Gives a table other entities.
    SetEntities {
        table: String,
        /// All of its entities, in their order.
        entities: Vec<Entity>,
    },
    /// Gives the sandbox other callers, and chooses the one that sends requests from here on.
    SetCallers {
        /// All of them, in their order.
        callers: Vec<Caller>,
        /// The name of one; the owner sends requests if `None`.
        sender: Option<String>,
    },
    /// Attaches a program, or puts it in the place of the one of its name.
    SaveProgram(Text),
    /// Detaches a program.
    DeleteProgram { name: Text },
    /// Sets how writes travel between Regions.
    SetRegions(Regions),
    /// Adds a series of period tables, or puts it in the place of the one of its name.
    SaveSeries(Series),
    /// Ends a series. Its tables stay.
    DeleteSeries { name: Text },
    /// Lets a table stand for one of an SQL database, or no longer.
    SetSql { table: Text, is_sql: bool },
    /// Drops an access pattern.
    DeletePattern { position: usize },
}

/// What a table may consume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Capacity {
    /// Whatever is requested, charged by the request.
    OnDemand,
    /// A number of units a second, of the table and of each global index; five each to begin with.
    Provisioned,
    /// Auto scaling within these bounds; `None` does not change it.
    Scaled(Option<ScalingView>),
    /// So many units a second.
    Units {
        /// Of a global index; of the table if `None`.
        index: Option<Text>,
        /// Read units or write units.
        method: Method,
        /// How many.
        units: u64,
    },
}

/// The reply of the session to a command; what has changed is in the views.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Response {
    /// Whether what was asked has happened. A rejected request changes nothing.
    pub accepted: bool,
    /// What to say aloud, in order.
    pub notices: Vec<Message>,
}

impl Response {
    /// It has happened, and needs no words.
    pub(crate) const DONE: Self = Self { accepted: true, notices: Vec::new() };
}
