//! Two designs side by side: the one that waits beside the one that is shown, and a workload on both.

use std::rc::Rc;

use engine::model::bytes::Bytes;
use engine::workload::Workload;
use engine::workload::run::Run;

use crate::sandbox::budget::{Budget, RunLimit};
use crate::sandbox::log::InputLog;
use crate::sandbox::record::RunEnd;
use crate::sandbox::state::State;
use crate::view::compare::Letter;
use crate::view::value::Text;

/// A design that waits beside the one that is shown.
#[derive(Debug)]
pub(crate) struct Pair {
    /// Which one is shown.
    pub letter: Letter,
    pub state: State,
    pub log: InputLog,
    pub comparison: Option<Comparison>,
}

impl Pair {
    /// A design that was opened, beside the one that is shown.
    pub(crate) fn new(letter: Letter, state: State, log: InputLog) -> Self {
        Self { letter, state, log, comparison: None }
    }

    /// Memory that the states of it take.
    pub(crate) fn memory(&self) -> Bytes {
        let compared = match &self.comparison {
            Some(Comparison::Running(trial) | Comparison::Over { trial, .. }) => {
                trial.sides.iter().map(|side| side.state.memory()).sum()
            }
            Some(Comparison::Cancelled) | None => Bytes::ZERO,
        };
        self.state.memory() + self.log.memory() + compared
    }
}

/// A workload on both designs.
#[derive(Debug)]
pub(crate) enum Comparison {
    Running(Box<Trial>),
    Cancelled,
    /// What both came to, and how much had been done to the designs by then.
    Over {
        trial: Box<Trial>,
        change_count: u64,
    },
}

/// A workload under way on copies of both designs. If one of them reaches a limit, both begin again and run the seconds that both
/// can run, so that what is compared is the same load.
#[derive(Debug)]
pub(crate) struct Trial {
    /// What is sent to A and to B: the same patterns at the same rates, with the seconds that both run. Requests of one name may differ.
    pub workloads: [Rc<Workload>; 2],
    /// A and B.
    pub sides: [Side; 2],
    /// The design that could not run all of the workload, if one could not.
    pub cut: Option<Cut>,
}

/// Why a comparison is shorter than the workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The design that reached a limit in the next second.
    pub letter: Letter,
    pub limit: RunLimit,
}

/// What a workload makes of a copy of a design.
#[derive(Debug)]
pub(crate) struct Side {
    pub state: State,
    pub run: Run,
}

impl Trial {
    pub(crate) fn new(workloads: [Rc<Workload>; 2], states: [&State; 2]) -> Self {
        let sides = [0, 1].map(|side| Side::new(states[side], &workloads[side]));
        Self { workloads, sides, cut: None }
    }

    /// The seconds that both run.
    pub(crate) fn seconds(&self) -> u64 {
        self.workloads[0].seconds
    }

    /// The names of the patterns of which each design is sent its own requests.
    pub(crate) fn unlike(&self) -> Vec<Text> {
        let [a, b] = &self.workloads;
        let both = a.patterns.iter().zip(&b.patterns);
        let unlike = both.filter(|(a, b)| (&a.operation, &a.request) != (&b.operation, &b.request));
        unlike.map(|(pattern, _)| pattern.name.as_str().into()).collect()
    }

    /// Takes turns on the design that has run for less. Returns whether both are over. `states` are A and B.
    pub(crate) fn step(&mut self, budget: &mut Budget, states: [&State; 2]) -> bool {
        let behind = self.sides.iter().enumerate().filter(|(_, side)| !side.run.is_over());
        let behind = behind.min_by_key(|(_, side)| side.second_count()).map(|(side, _)| side);
        let Some(position) = behind else {
            return self.sides.iter_mut().all(|side| side.catch_up(budget));
        };
        let Side { run, state } = &mut self.sides[position];
        let end = state.take_run_turns(run, budget);
        state.database.drain_events();
        if let Some(RunEnd::Limited(limit)) = end {
            // The second that has begun is not whole.
            let seconds = self.sides[position].second_count().saturating_sub(1);
            let shorter = |it: &Rc<Workload>| Rc::new(Workload { seconds, ..Workload::clone(it) });
            let cut = Some(Cut { letter: Letter::ALL[position], limit });
            *self = Self { cut, ..Self::new(self.workloads.each_ref().map(shorter), states) };
        }
        false
    }

    /// Thousandths of the work that are done.
    pub(crate) fn progress_permille(&self) -> u64 {
        let done: u64 = self.sides.iter().map(Side::second_count).sum();
        (done * 500 / self.seconds().max(1)).min(1_000)
    }
}

impl Side {
    fn new(state: &State, workload: &Workload) -> Self {
        let mut state = state.clone();
        let run = Run::new(workload, &mut state.database).expect("there is no obstacle");
        Self { state, run }
    }

    /// Seconds that have begun.
    fn second_count(&self) -> u64 {
        self.run.result().seconds.len() as u64
    }

    /// Lets pending changes of indexes arrive. Returns whether all have.
    fn catch_up(&mut self, budget: &mut Budget) -> bool {
        let lags = |state: &State| {
            let mut indexes = state.database.tables().flat_map(|table| &table.indexes);
            indexes.any(|index| index.pending_count() > 0)
        };
        while let (true, Some(due)) = (lags(&self.state), self.state.next_due()) {
            if budget.is_spent() || !self.state.pass_until(due, budget, &mut Vec::new()) {
                return false;
            }
        }
        true
    }
}
