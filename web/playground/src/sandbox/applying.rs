//! An input that is applied to a state in slices.

use std::rc::Rc;

use engine::database::Database;
use engine::operation::{Access, Operation};
use engine::workload::run::Run;

use crate::sandbox::budget::{Budget, steps_of_copy};
use crate::sandbox::document::Document;
use crate::sandbox::document::load::Loading;
use crate::sandbox::importing::{Import, Progress};
use crate::sandbox::input::Input;
use crate::sandbox::outcome::{Outcome, Replacement};
use crate::sandbox::passing::Passing;
use crate::sandbox::record::RunRecord;
use crate::sandbox::several_requests::SeveralRequests;
use crate::sandbox::state::State;

/// An input, and what is left of it.
#[derive(Debug)]
pub(crate) struct Applying {
    input: Input,
    rest: Rest,
}

/// What is left of an input.
#[derive(Debug)]
enum Rest {
    All,
    /// Time.
    Passing(Passing),
    /// Requests on a copy.
    Sending(SeveralRequests),
    /// Items.
    Importing(Import),
    /// The document of the state.
    Loading(Box<Document>, Box<Loading>),
    /// Turns of a run that is made again.
    Running(Rc<RunRecord>, Box<Run>),
}

impl Applying {
    /// An input that is next. Nothing of it has happened.
    pub(crate) fn new(input: Input, state: &mut State, budget: &mut Budget) -> Self {
        budget.spend(steps_of_input(&input, &state.database));
        let rest = match &input {
            Input::Advance { by_ms } => Rest::Passing(Passing::new(state, *by_ms)),
            Input::Import(record) => Rest::Importing(Import::new(Rc::clone(record))),
            Input::RunWorkload(record) => {
                let run = Run::new(&record.workload, &mut state.database);
                let run = run.expect("only a workload that could be started is in the log");
                Rest::Running(Rc::clone(record), Box::new(run))
            }
            Input::Reopen => {
                let document = state.document();
                let loading = Loading::new(&document);
                Rest::Loading(Box::new(document), Box::new(loading))
            }
            input => SeveralRequests::of(input, state).map_or(Rest::All, Rest::Sending),
        };
        Self { input, rest }
    }

    /// Applies as much of it as there are steps for. `opened` is what a reset returns to. Returns what has happened when that is all
    /// of it. It was applied before, so there is memory for it.
    pub(crate) fn step(
        &mut self,
        state: &mut State,
        opened: &State,
        budget: &mut Budget,
    ) -> Option<Outcome> {
        let is_over = match &mut self.rest {
            Rest::All => {
                let outcome = state.apply(&self.input, opened);
                budget.spend(outcome.steps());
                return Some(outcome);
            }
            Rest::Passing(passing) => passing.step(state, budget),
            Rest::Sending(several) => several.step(budget),
            Rest::Importing(import) => import.step(&mut state.database, budget) != Progress::More,
            Rest::Loading(document, loading) => loading.step(document, budget),
            Rest::Running(record, run) => repeat_turns(run, record.turn_count, state, budget),
        };
        if !is_over {
            return None;
        }
        Some(match std::mem::replace(&mut self.rest, Rest::All) {
            Rest::All => return None,
            Rest::Passing(passing) => Outcome::TimePassed(passing.into_events().into()),
            Rest::Sending(several) => Outcome::Operation(state.finish_requests(several)),
            Rest::Importing(import) => Outcome::Operation(state.finish_import(import)),
            Rest::Loading(document, loading) => {
                *state = State::new(loading.finish(&document).database, &document);
                Outcome::StateReplaced(Replacement::Reopened)
            }
            Rest::Running(record, run) => {
                let run = state.finish_run(&record.workload, *run, record.end);
                Outcome::RunEnded { run, is_replay: true }
            }
        })
    }

    /// Thousandths that are done.
    pub(crate) fn permille(&self, state: &State) -> u64 {
        let share = |done: u64, all: u64| done.saturating_mul(1_000) / all.max(1);
        match &self.rest {
            Rest::All => 0,
            Rest::Passing(passing) => passing.permille(state),
            Rest::Sending(several) => several.permille(),
            Rest::Importing(import) => {
                share(import.sent().count as u64, import.record().items.len() as u64)
            }
            Rest::Loading(_, loading) => loading.permille(),
            Rest::Running(record, run) => share(run.turn_count(), record.turn_count),
        }
    }
}

/// Takes so many turns of a run again, as far as the budget goes. Returns whether all were taken.
fn repeat_turns(run: &mut Run, turn_count: u64, state: &mut State, budget: &mut Budget) -> bool {
    while run.is_within_turn() || run.turn_count() < turn_count {
        if budget.is_spent() {
            return false;
        }
        if !state.step_run(run, budget) {
            return true;
        }
    }
    true
}

impl State {
    /// Applies an input that can be long, at once.
    pub(crate) fn apply_whole(&mut self, input: &Input, opened: &Self) -> Outcome {
        let mut unlimited = Budget::unlimited();
        let mut applying = Applying::new(input.clone(), self, &mut unlimited);
        applying.step(self, opened, &mut unlimited).expect("no limit keeps it from ending")
    }
}

/// Steps of an input beyond those of its requests: some copy the database, or go through all of it.
pub(crate) fn steps_of_input(input: &Input, database: &Database) -> u64 {
    match input {
        Input::EditSeveral { .. }
        | Input::Rebuild { .. }
        | Input::ChangeTable { .. }
        | Input::Reset
        | Input::Reopen
        | Input::Fork(_) => 1 + steps_of_copy(database),
        Input::Call(request) => {
            let access = Operation::from_name(&request.operation).map(Operation::access);
            match access {
                Some(Access::ChangeTables) => 1 + steps_of_copy(database),
                Some(
                    Access::WriteItems
                    | Access::ReadItems
                    | Access::ReadStream
                    | Access::Describe
                    | Access::RunStatements,
                )
                | None => 1,
            }
        }
        Input::Together(parts) => parts.iter().map(|part| steps_of_input(part, database)).sum(),
        Input::Import(_)
        | Input::Advance { .. }
        | Input::RunWorkload(_)
        | Input::Set { .. }
        | Input::SetScaling { .. }
        | Input::Rename(_)
        | Input::Plan(_) => 1,
    }
}
