//! What an input makes of a sandbox.
//!
//! [`State::apply`] is a function of the state and the input alone, so a log of inputs is the whole history:
//! replaying it gives the same bytes.

use std::rc::Rc;

use engine::api::access::Caller;
use engine::capacity::units::CapacityUnits;
use engine::event::{EntryChange, Event, EventKind};
use engine::model::bytes::Bytes;
use engine::operation::Operation;

use crate::sandbox::caller::Judged;
use crate::sandbox::input::{Input, ScalingChange};
use crate::sandbox::item_id::item_id;
use crate::sandbox::mark::{Change, Marks};
use crate::sandbox::operation::{Backfill, OperationRecord};
use crate::sandbox::outcome::{Outcome, Replacement};
use crate::sandbox::rebuild::Rebuilt;
use crate::sandbox::request::Request;
use crate::sandbox::stale::StaleRead;
use crate::sandbox::state::State;
use crate::sandbox::table_change::{added_index, first_rejection};
use crate::sandbox::throughput::{Settings, set_scaling};
use crate::sandbox::untitled::is_untitled;
use crate::view::value::Mark;

/// Operations that are remembered for the timeline and the receipts, and as many requests of period tables: these would soon push out
/// what the user did.
const OPERATION_COUNT_MAX: usize = 200;

/// Memory that they take at most; the last one is always remembered. Model: a dozen replies of a megabyte.
const OPERATION_MEMORY_MAX: Bytes = Bytes(32 << 20);

impl State {
    /// Does what the input says. `opened` is what a reset returns to. A sandbox that nobody has named takes the name of
    /// its first table.
    pub(crate) fn apply(&mut self, input: &Input, opened: &Self) -> Outcome {
        let is_empty = self.database.tables().next().is_none();
        let outcome = self.apply_input(input, opened);
        self.attach();
        if let (true, Some(table)) = (is_empty, self.database.tables().next())
            && is_untitled(&self.title)
        {
            self.title = table.schema.name.as_str().into();
        }
        outcome
    }

    fn apply_input(&mut self, input: &Input, opened: &Self) -> Outcome {
        match input {
            Input::Call(request) => return Outcome::Operation(self.call(request)),
            Input::EditSeveral { .. }
            | Input::Rebuild { .. }
            | Input::Import(_)
            | Input::Advance { .. }
            | Input::Reopen
            | Input::RunWorkload(_) => return self.apply_whole(input, opened),
            Input::ChangeTable { table, requests, scaling } => {
                return self.change_table(table, requests, *scaling);
            }
            Input::Together(parts) => return self.apply_together(parts, opened),
            Input::Reset => {
                *self = opened.clone();
                return Outcome::StateReplaced(Replacement::Reset);
            }
            Input::Fork(fork) => {
                self.clone_from(&fork.state);
                return Outcome::StateReplaced(Replacement::Forked);
            }
            Input::Set { setting, value } => {
                let mut settings = Settings::of(&self.database);
                settings.set(*setting, *value);
                settings.put(&mut self.database);
            }
            Input::SetScaling { table, scaling } => {
                set_scaling(&mut self.database, table, *scaling);
            }
            Input::Rename(title) => self.title = title.clone(),
            Input::Plan(plan) => {
                // What is saved again as it was begins again.
                if self.plan == *plan {
                    self.turns.retain(|turns| !turns.are_over());
                }
                self.plan = plan.clone();
                plan.put(&mut self.database);
            }
        }
        let mut events = self.database.drain_events();
        self.note_followers(&events);
        events.extend(self.follow_series());
        Outcome::SettingChanged(events.into())
    }

    fn apply_together(&mut self, parts: &[Input], opened: &Self) -> Outcome {
        let before = self.clone();
        let (mut operations, mut events) = (Vec::new(), Vec::new());
        for part in parts {
            let outcome = self.apply_input(part, opened);
            if !outcome.is_accepted() {
                *self = before;
                let rejected = outcome.operation().cloned();
                return rejected.map_or(outcome, |it| Outcome::Operation(self.record(it)));
            }
            events.extend(outcome.events().to_vec());
            match outcome {
                Outcome::Operation(operation) => operations.push(operation),
                Outcome::TableChanged { operations: of_table, .. } => {
                    operations.extend(of_table.iter().cloned());
                }
                Outcome::Opened
                | Outcome::TimePassed(_)
                | Outcome::RunEnded { .. }
                | Outcome::SettingChanged(_)
                | Outcome::StateReplaced(_) => {}
            }
        }
        Outcome::TableChanged { operations: operations.into(), events: events.into() }
    }

    fn call(&mut self, request: &Request) -> Rc<OperationRecord> {
        self.send(request, self.caller(), false)
    }

    /// Sends a request of period tables, as the owner of the tables.
    pub(crate) fn call_of_series(&mut self, request: &Request) -> Rc<OperationRecord> {
        self.send(request, None, true)
    }

    fn send(
        &mut self,
        request: &Request,
        caller: Option<Caller>,
        of_series: bool,
    ) -> Rc<OperationRecord> {
        self.marks = Marks::default();
        let at = self.database.now();
        let has_programs = self.database.programs().next().is_some();
        let ends = if has_programs { self.database.stream_ends() } else { Vec::new() };
        let (operation, text) = (&request.operation, &request.text);
        let decided = engine::api::decide_as(caller.as_ref(), &self.database, operation, text);
        let access = caller.map(|caller| {
            let (caller, rulings) = (caller.name.into(), decided.rulings.clone());
            Judged { caller, rulings }
        });
        let outcome = decided.apply(&mut self.database).into_tree();
        let events = self.database.drain_events();
        let change = events.iter().find_map(|event| self.change(event));
        self.marks.change.clone_from(&change);
        self.mark_entries(&events);
        let reply = outcome.reply.as_ref().ok();
        let stale = reply.and_then(|reply| {
            StaleRead::of(&self.database, request, outcome.receipt.as_ref(), reply)
        });
        let receipts = Vec::from_iter(outcome.receipt);
        let added = outcome.reply.is_ok().then(|| added_index(request)).flatten();
        self.record(OperationRecord {
            access,
            receipts,
            change,
            backfill: added.map(|(table, index)| Backfill {
                table,
                index,
                entry_count: 0,
                units: CapacityUnits::ZERO,
                is_complete: false,
            }),
            records: self.database.made_since(ends),
            of_series,
            // The events of a change that UpdateTable starts come only later.
            wrote: events.iter().any(is_write) || request.is_of(Operation::UpdateTable),
            events: events.into(),
            stale,
            ..OperationRecord::new(at, request.clone(), outcome.reply)
        })
    }

    /// Sends requests about a table. If one would be rejected, that is the only thing that happens.
    fn change_table(
        &mut self,
        table: &str,
        requests: &[Request],
        scaling: ScalingChange,
    ) -> Outcome {
        if let Some((request, error)) =
            first_rejection(self.caller().as_ref(), &self.database, requests)
        {
            self.marks = Marks::default();
            let at = self.database.now();
            let rejected = OperationRecord::new(at, request.clone(), Err(error));
            return Outcome::Operation(self.record(rejected));
        }
        let operations: Rc<[_]> = requests.iter().map(|request| self.call(request)).collect();
        let mut events: Vec<Event> =
            operations.iter().flat_map(|operation| operation.events.to_vec()).collect();
        match scaling {
            ScalingChange::Unchanged => {}
            ScalingChange::Off => set_scaling(&mut self.database, table, None),
            ScalingChange::On(scaling) => set_scaling(&mut self.database, table, Some(scaling)),
        }
        events.extend(self.database.drain_events());
        Outcome::TableChanged { operations, events: events.into() }
    }

    /// Enters a table that was rebuilt. If the design was rejected, nothing has happened.
    pub(crate) fn finish_rebuild(&mut self, rebuilt: Rebuilt) -> Rc<OperationRecord> {
        self.marks = Marks::default();
        if rebuilt.reply.is_ok() {
            self.database = rebuilt.database;
            self.follow_sql_tables();
            self.attach();
        }
        let events = self.database.drain_events().into();
        self.record(OperationRecord {
            wrote: rebuilt.reply.is_ok(),
            receipts: rebuilt.receipts,
            rejections: rebuilt.rejections,
            events,
            ..OperationRecord::new(self.database.now(), rebuilt.request, rebuilt.reply)
        })
    }

    /// Numbers an operation, remembers it, and enters its bill.
    pub(crate) fn record(&mut self, operation: OperationRecord) -> Rc<OperationRecord> {
        self.operation_count += 1;
        let operation = Rc::new(OperationRecord { number: self.operation_count, ..operation });
        for receipt in &operation.receipts {
            self.ledger.add(receipt);
        }
        self.operations.push(operation.clone());
        self.operation_memory.push(operation.memory());
        let is_alike = |other: &Rc<OperationRecord>| other.of_series == operation.of_series;
        if self.operations.iter().filter(|it| is_alike(it)).count() > OPERATION_COUNT_MAX {
            self.forget(self.operations.iter().position(is_alike).unwrap_or_default());
        }
        while self.operations.len() > 1
            && self.operation_memory.iter().copied().sum::<Bytes>() > OPERATION_MEMORY_MAX
        {
            self.forget(0);
        }
        // If a write takes no time to other Regions, it has arrived there.
        self.note_followers(&operation.events);
        self.operations.last().map_or(operation, Rc::clone)
    }

    fn forget(&mut self, position: usize) {
        self.operations.remove(position);
        self.operation_memory.remove(position);
    }

    fn change(&self, event: &Event) -> Option<Change> {
        let (old, new) = match &event.kind {
            EventKind::ItemWritten { old, new } => (old.clone(), Some(new.clone())),
            EventKind::ItemDeleted { old } | EventKind::ItemExpired { old } => {
                (Some(old.clone()), None)
            }
            EventKind::ItemReplicated { old, new, .. } => (old.clone(), new.clone()),
            EventKind::TimeToLiveEnabled { .. }
            | EventKind::TimeToLiveDisabled
            | EventKind::TableCreated
            | EventKind::TableDeleted
            | EventKind::TableUpdated
            | EventKind::IndexBackfillStarted { .. }
            | EventKind::IndexBackfilled { .. }
            | EventKind::IndexCreated { .. }
            | EventKind::IndexDropped { .. }
            | EventKind::ConditionFailed
            | EventKind::RequestThrottled { .. }
            | EventKind::PartitionSplit { .. }
            | EventKind::ThroughputScaled { .. }
            | EventKind::ReplicatedWriteDropped { .. }
            | EventKind::ProgramInvoked(_)
            | EventKind::ProgramStopped { .. }
            | EventKind::IndexEntrySkipped { .. }
            | EventKind::IndexChangeScheduled { .. }
            | EventKind::IndexEntry { .. } => return None,
        };
        let table = self.database.table(event.table.as_str())?;
        let item = item_id(table, new.as_ref().or(old.as_ref())?);
        Some(Change { table: event.table.clone(), item, old, new })
    }

    /// Marks the index entries that events are about.
    pub(crate) fn mark_entries(&mut self, events: &[Event]) {
        for event in events {
            let EventKind::IndexEntry { index, change, image } = &event.kind else { continue };
            let mark = match change {
                EntryChange::Put => Mark::Added,
                EntryChange::Changed => Mark::Changed,
                EntryChange::Moved => Mark::Moved,
                EntryChange::Deleted => Mark::Removed,
            };
            let Some(table) = self.database.table(event.table.as_str()) else { continue };
            let item = item_id(table, image);
            self.marks.entries.insert((event.table.clone(), index.clone(), item), mark);
        }
    }
}

/// Whether an event is a change of items or tables.
fn is_write(event: &Event) -> bool {
    match event.kind {
        EventKind::TableCreated
        | EventKind::TableDeleted
        | EventKind::TableUpdated
        | EventKind::IndexBackfillStarted { .. }
        | EventKind::IndexBackfilled { .. }
        | EventKind::IndexCreated { .. }
        | EventKind::IndexDropped { .. }
        | EventKind::ItemWritten { .. }
        | EventKind::ItemDeleted { .. }
        | EventKind::ItemExpired { .. }
        | EventKind::ItemReplicated { .. }
        | EventKind::TimeToLiveEnabled { .. }
        | EventKind::TimeToLiveDisabled => true,
        EventKind::ConditionFailed
        | EventKind::RequestThrottled { .. }
        | EventKind::PartitionSplit { .. }
        | EventKind::ThroughputScaled { .. }
        | EventKind::ReplicatedWriteDropped { .. }
        | EventKind::ProgramInvoked(_)
        | EventKind::ProgramStopped { .. }
        | EventKind::IndexEntrySkipped { .. }
        | EventKind::IndexChangeScheduled { .. }
        | EventKind::IndexEntry { .. } => false,
    }
}
