//! Two designs side by side: a sandbox and a copy of it that is changed, and the same workload on both.
//!
//! One of them is shown and is the sandbox in every respect; the other waits with its own log. A comparison runs on copies
//! of both, in slices as a workload does, and changes neither.

use std::mem;
use std::rc::Rc;

use engine::model::bytes::Bytes;
use engine::workload::Workload;

use crate::analysis::bill::load_of;
use crate::analysis::comparison::{Measured, groups};
use crate::analysis::difference::{differences, merge};
use crate::sandbox::budget::{Budget, fullness};
use crate::sandbox::command::{Command, Response};
use crate::sandbox::outcome::{Outcome, Replacement};
use crate::sandbox::pair::{Comparison, Cut, Pair, Trial};
use crate::sandbox::state::State;
use crate::sandbox::workload::obstacle;
use crate::session::Session;
use crate::view::compare::{
    CompareCommand, ComparisonGroup, ComparisonRow, ComparisonView, Difference, Letter, SchemaPart,
};
use crate::view::cost::CostSettings;
use crate::view::message::{Argument, Message};
use crate::view::rewind::Travel;
use crate::view::value::Text;
use crate::views::unlike::unlike;

impl Session {
    /// Does what the page asks about two designs.
    pub(crate) fn compare(&mut self, command: CompareCommand) -> Response {
        match command {
            CompareCommand::Open(text) => self.open_beside(&text),
            CompareCommand::Duplicate => self.duplicate(),
            CompareCommand::Show(letter) => self.show_design(letter),
            CompareCommand::Run => self.run_on_both(),
            CompareCommand::Align => self.align(),
            CompareCommand::Keep => {
                let Some(pair) = self.pair.take() else { return Response::default() };
                self.changed();
                self.journal.break_off();
                self.announce(vec![of_design("said.kept_design", pair.letter)], true)
            }
        }
    }

    /// Ends a workload on both designs without a result.
    pub(crate) fn cancel_comparison(&mut self) -> Response {
        if !self.compares() {
            return Response::default();
        }
        if let Some(pair) = &mut self.pair {
            pair.comparison = Some(Comparison::Cancelled);
        }
        self.announce(vec![Message::plain("said.comparison_cancelled")], true)
    }

    /// Whether a workload runs on both designs.
    pub fn compares(&self) -> bool {
        let comparison = self.pair.as_ref().and_then(|pair| pair.comparison.as_ref());
        matches!(comparison, Some(Comparison::Running(_)))
    }

    /// Values of the items of the design that is not shown.
    pub(crate) fn values_beside(&self) -> u64 {
        self.pair.as_ref().map_or(0, |pair| pair.state.database.value_count())
    }

    /// Continues the workload on both designs.
    pub(crate) fn step_comparison(&mut self, budget: &mut Budget) -> Response {
        let Some(pair) = &mut self.pair else { return Response::default() };
        let Some(Comparison::Running(trial)) = &mut pair.comparison else {
            return Response::default();
        };
        let states = in_order(pair.letter, &self.state, &pair.state);
        if !trial.step(budget, states) {
            return Response::DONE;
        }
        if let Some(Comparison::Running(trial)) = pair.comparison.take() {
            let change_count = pair.log.change_count() + self.log.change_count();
            pair.comparison = Some(Comparison::Over { trial, change_count });
        }
        self.announce(vec![Message::plain("said.compared")], true)
    }

    /// Which of two designs is shown; `None` if there is one.
    pub fn shown_design(&self) -> Option<Letter> {
        self.pair.as_ref().map(|pair| pair.letter)
    }

    /// Where the tables of two designs differ.
    pub fn differences(&self) -> Vec<Difference> {
        self.pair.as_ref().map_or_else(Vec::new, |pair| {
            let states = in_order(pair.letter, self.present(), &pair.state);
            differences(states.map(|state| &state.database))
        })
    }

    /// What takes a part of a table over into one of two designs, while this one is shown; `None` if nothing does.
    pub fn merged(&self, table: &str, part: &SchemaPart, into: Letter) -> Option<Command> {
        let pair = self.pair.as_ref()?;
        let [a, b] = in_order(pair.letter, &self.state, &pair.state).map(|state| &state.database);
        match into {
            Letter::A => merge([b, a], table, part),
            Letter::B => merge([a, b], table, part),
        }
    }

    fn duplicate(&mut self) -> Response {
        if self.pair.is_some() {
            return Response::default();
        }
        self.rewind(Travel::Now);
        let database = &self.state.database;
        if let Some(limit) = fullness(database, Bytes::ZERO, database.value_count()) {
            let full = Message::plain("said.full").with("limit", limit.words());
            return self.announce(vec![full], false);
        }
        let (state, log) = (self.state.clone(), self.log.clone());
        self.pair = Some(Pair { letter: Letter::B, state, log, comparison: None });
        self.changed();
        self.journal.break_off();
        self.announce(vec![of_design("said.duplicated", Letter::B)], true)
    }

    /// Puts a sandbox that was opened beside this one, as design B, and says what was said about its opening.
    pub(crate) fn put_beside(&mut self, opened: Self, mut notices: Vec<Message>) -> Response {
        let Self { state, log, notice, noticed, .. } = opened;
        let values = state.database.value_count();
        if let Some(limit) = fullness(&self.state.database, Bytes::ZERO, values) {
            let full = Message::plain("said.full").with("limit", limit.words());
            return self.announce(vec![full], false);
        }
        if notice.is_some() {
            (self.notice, self.noticed) = (notice, noticed);
        }
        self.pair = Some(Pair { letter: Letter::A, state, log, comparison: None });
        self.changed();
        self.journal.break_off();
        notices.push(of_design("said.opened_beside", Letter::B));
        self.announce(notices, true)
    }

    fn show_design(&mut self, letter: Letter) -> Response {
        if self.pair.as_ref().is_none_or(|pair| pair.letter == letter) {
            return Response::default();
        }
        self.rewind(Travel::Now);
        self.swap_designs();
        if let Some(pair) = &mut self.pair {
            pair.letter = letter;
        }
        self.journal.break_off();
        self.report(Outcome::StateReplaced(Replacement::Design(letter)), None)
    }

    fn run_on_both(&mut self) -> Response {
        self.rewind(Travel::Now);
        let Some(workload) = self.shared_workload() else { return Response::default() };
        let Some(pair) = &mut self.pair else { return Response::default() };
        let states = in_order(pair.letter, &self.state, &pair.state);
        // An experiment is sent as it is.
        let has_experiment = states.iter().any(|state| state.plan.experiment.is_some());
        let workloads = states.map(|state| match has_experiment {
            true => Rc::clone(&workload),
            false => state.plan.with_own_requests(&workload),
        });
        if let Some(obstacle) = workloads.iter().find_map(|it| obstacle(it)) {
            return self.announce(vec![obstacle], false);
        }
        pair.comparison = Some(Comparison::Running(Box::new(Trial::new(workloads, states))));
        self.announce(vec![Message::plain("said.workload_started")], true)
    }

    /// Gives both designs the patterns of both, at the rates and prices of the one that is shown.
    fn align(&mut self) -> Response {
        self.rewind(Travel::Now);
        let Some(pair) = &self.pair else { return Response::default() };
        let (own, other) = (Rc::clone(&self.state.plan), Rc::clone(&pair.state.plan));
        let all = own.with_patterns_of(&other);
        let aligned = other.with_patterns_of(&own).with_rates_of(&all);
        let action = of_design("action.align", pair.letter);
        if all != *own {
            let response = self.plan(all, action.clone());
            if !response.accepted {
                return response;
            }
        }
        self.swap_designs();
        let response = self.plan(aligned, action);
        self.swap_designs();
        self.journal.break_off();
        response
    }

    /// Puts each design in the place of the other.
    fn swap_designs(&mut self) {
        if let Some(pair) = &mut self.pair {
            mem::swap(&mut pair.state, &mut self.state);
            mem::swap(&mut pair.log, &mut self.log);
        }
    }

    /// What the design that is shown sends, or else the other.
    fn shared_workload(&self) -> Option<Rc<Workload>> {
        let pair = self.pair.as_ref()?;
        let sent = [&self.state, &pair.state].map(|state| state.plan.traffic());
        sent.into_iter().find(|workload| !workload.patterns.is_empty()).cloned()
    }

    /// How two designs differ; `None` if there is one.
    pub fn comparison(&self) -> Option<ComparisonView> {
        let pair = self.pair.as_ref()?;
        let states = in_order(pair.letter, self.present(), &pair.state);
        let unlike = unlike(states);
        let at_rest = || {
            let loads =
                states.map(|state| load_of(&state.database, &state.plan, state.run.as_deref()));
            let measured = [0, 1].map(|side| Measured {
                database: &states[side].database,
                settings: &states[side].plan.cost,
                load: loads[side].as_ref(),
                result: None,
            });
            groups(&measured, unlike.is_none())
        };
        let (words, groups, running_percent) = match &pair.comparison {
            None => {
                let words = match self.shared_workload() {
                    Some(_) => "compare.idle",
                    None => "compare.no_requests",
                };
                (Message::plain(words), at_rest(), None)
            }
            Some(Comparison::Running(trial)) => {
                let words = match trial.cut {
                    None => Message::plain("compare.running"),
                    Some(cut) => with_cut("compare.running_part", cut, trial.seconds()),
                };
                (words, at_rest(), Some(trial.progress_permille() / 10))
            }
            Some(Comparison::Cancelled) => (Message::plain("compare.cancelled"), at_rest(), None),
            Some(Comparison::Over { trial, change_count }) => {
                let is_stale = *change_count != pair.log.change_count() + self.log.change_count();
                let words = words_of(trial);
                let words = match is_stale {
                    true => Message::plain("compare.stale").with("ran", words),
                    false => words,
                };
                let settings = states.map(|state| &state.plan.cost);
                let groups = match trial.seconds() {
                    0 => at_rest(),
                    _ => with_months(groups(&measured(trial, settings), false), at_rest()),
                };
                (words, groups, None)
            }
        };
        let can_run = running_percent.is_none() && self.shared_workload().is_some();
        let align = Message::plain("compare.align")
            .with("design", pair.letter.name())
            .with("other", pair.letter.other().name());
        let unlike = unlike.map(|words| [words, align]);
        Some(ComparisonView { words, unlike, running_percent, can_run, groups })
    }
}

/// What a workload came to on two designs.
fn measured<'t>(trial: &'t Trial, settings: [&'t CostSettings; 2]) -> [Measured<'t>; 2] {
    [0, 1].map(|side| Measured {
        database: &trial.sides[side].state.database,
        settings: settings[side],
        load: None,
        result: Some(trial.sides[side].run.result()),
    })
}

/// What a run used, and behind it what a month costs now.
fn with_months(
    mut groups: Vec<ComparisonGroup>,
    at_rest: Vec<ComparisonGroup>,
) -> Vec<ComparisonGroup> {
    // An index may have the name of its table, but has a hue.
    let place = |it: &ComparisonGroup| (it.table.clone(), it.name.clone(), it.hue.is_some());
    let is_month = |row: &ComparisonRow| row.words == Message::plain("compare.month");
    for rest in at_rest {
        let same = groups.iter_mut().find(|it| place(it) == place(&rest));
        if let (Some(group), Some(month)) = (same, rest.rows.into_iter().find(is_month)) {
            group.rows.push(month);
        }
    }
    groups
}

/// A and B, of what is shown and what is not.
pub(crate) fn in_order<'s>(shown: Letter, state: &'s State, other: &'s State) -> [&'s State; 2] {
    match shown {
        Letter::A => [state, other],
        Letter::B => [other, state],
    }
}

/// What was compared: what both designs have run.
fn words_of(trial: &Trial) -> Message {
    let Trial { workloads: [workload, _], sides, cut } = trial;
    let seconds = trial.seconds();
    let words = match cut {
        None => Message::plain("compare.ran").with("time", Argument::Ms(seconds * 1_000)),
        Some(cut) if seconds == 0 => with_cut("compare.ran_nothing", *cut, seconds),
        Some(cut) => with_cut("compare.ran_part", *cut, seconds),
    };
    let result = sides[0].run.result();
    let words = words.with("count", Argument::Count(result.counts.issued));
    let sent = workload.patterns.iter().zip(&result.patterns);
    let not_sent = sent.filter(|(_, result)| result.counts.issued == 0);
    let names: Vec<Text> = not_sent.map(|(pattern, _)| pattern.name.as_str().into()).collect();
    let about = |key, names: Vec<Text>| {
        let is_told = seconds > 0 && !names.is_empty();
        is_told.then(|| Message::plain(key).with("names", Argument::List(names)))
    };
    let unlike = about("compare.own_requests", trial.unlike());
    let not_sent = about("compare.not_sent", names);
    unlike.into_iter().chain(not_sent).fold(words, Message::and)
}

/// Words about a comparison that is shorter than the workload.
fn with_cut(key: &'static str, cut: Cut, seconds: u64) -> Message {
    of_design(key, cut.letter)
        .with("limit", cut.limit.words())
        .with("time", Argument::Ms(seconds * 1_000))
}

fn of_design(key: &'static str, letter: Letter) -> Message {
    Message::plain(key).with("design", letter.name())
}
