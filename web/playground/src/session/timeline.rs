//! The timeline: the stops of the current line, and what is on its way.

use crate::explain::operation::{operation_words, request_words};
use crate::explain::receipt::outcome;
use crate::sandbox::input::Input;
use crate::sandbox::log::entry::Entry;
use crate::sandbox::log::line::{Branch, Line};
use crate::sandbox::state::State;
use crate::session::Session;
use crate::view::first::First;
use crate::view::message::Message;
use crate::view::meter::{Shown, Stop, StopKind, TimelineView};
use crate::view::rewind::BranchView;
use crate::views::meter::pending_marks;

/// Stops in a view at most: of more, those around the moment that is shown.
const STOP_COUNT_MAX: usize = 80;

/// Branches that are offered at most, the latest first.
const BRANCH_COUNT_MAX: usize = 5;

impl Session {
    /// What was done and what will happen. `last` is what this returned for the same state and the same moment: with time,
    /// only what will happen changes.
    pub fn timeline(&self, last: Option<&TimelineView>) -> TimelineView {
        let future = pending_marks(self.database());
        if let Some(last) = last {
            return TimelineView { future, ..last.clone() };
        }
        let line = self.log.line();
        let all = self.stops(&line);
        let shown = self.rewound.as_ref().map_or(Shown::Now, |rewound| {
            let passed = all.partition_point(|(step, _)| *step <= rewound.at.step);
            passed.checked_sub(1).map_or(Shown::Beginning, Shown::Stop)
        });
        let centre = match shown {
            Shown::Beginning => 0,
            Shown::Stop(number) => number,
            Shown::Now => all.len(),
        };
        let earlier_max = all.len().saturating_sub(STOP_COUNT_MAX);
        let earlier_count = centre.saturating_sub(STOP_COUNT_MAX / 2).min(earlier_max);
        let part = all.iter().skip(earlier_count).take(STOP_COUNT_MAX);
        let branches = self.log.branches().into_iter();
        TimelineView {
            stops: part.map(|(step, place)| self.stop(*step, *place)).collect(),
            earlier_count,
            stop_count: all.len(),
            shown,
            rewound_to_ms: self.rewound.as_ref().map(|_| self.database().now().0),
            future,
            branches: First::of(
                branches.filter_map(|branch| self.branch_view(branch)),
                BRANCH_COUNT_MAX,
            ),
            is_shortened: !self.log.begins_at_opening(),
        }
    }

    /// The stops of a line: after how many steps each is, and where its entry and its receipt are.
    fn stops(&self, line: &Line) -> Vec<(usize, Place)> {
        let operations = &self.present().operations;
        let entries: Vec<_> = line.positions().map(|it| (it, self.log.entry_at(it))).collect();
        // Nothing from before is stored.
        let is_reset =
            |(_, entry): &(_, &Entry)| matches!(entry.input, Input::Reset | Input::Reopen);
        let reset = entries.iter().rposition(is_reset);
        let mut from = self.log.operation_count_at_start();
        let mut stops = Vec::new();
        for (number, (position, entry)) in entries.into_iter().enumerate() {
            let of_entry = from + 1..=entry.operation_count;
            from = entry.operation_count;
            let is_forgotten = reset.is_some_and(|reset| number <= reset);
            let begin = operations.partition_point(|it| it.number < *of_entry.start());
            let of_entry =
                operations[begin..].iter().take_while(|it| of_entry.contains(&it.number));
            let of_entry = if is_forgotten { 0 } else { of_entry.count() };
            let (of_series, own): (Vec<usize>, Vec<usize>) =
                (begin..begin + of_entry).partition(|place| operations[*place].of_series);
            // Of several operations, the one that adds an index, or else the first.
            let main = own.into_iter().min_by_key(|it| (operations[*it].backfill.is_none(), *it));
            let stop = |operation| (number + 1, Place { position, operation });
            let is_time = matches!(entry.input, Input::Advance { .. });
            stops.extend((!is_time).then(|| stop(main)));
            stops.extend(of_series.into_iter().map(|operation| stop(Some(operation))));
        }
        stops
    }

    fn stop(&self, step: usize, place: Place) -> Stop {
        let entry = self.log.entry_at(place.position);
        let state = self.present();
        let operation = place.operation.map(|number| &state.operations[number]);
        let is_bulk = operation.is_some_and(|operation| operation.backfill.is_some())
            || operation.is_some_and(|operation| operation.several.is_some())
            || matches!(entry.input, Input::Rebuild { .. });
        let kind = operation.map_or(kind_of(&entry.input), |operation| StopKind::Operation {
            number: operation.number,
            outcome: outcome(operation),
            is_bulk,
        });
        // What a form sends is called by what it is for, and not by its request.
        let is_form = matches!(
            entry.input,
            Input::Rebuild { .. } | Input::ChangeTable { .. } | Input::Together(_)
        );
        let words = match operation {
            Some(operation) if !is_form => operation_words(state, operation),
            Some(_) | None => words_of(state, entry),
        };
        // A turn of period tables was before the end of what let time pass.
        let at = operation.filter(|it| it.of_series).map_or(entry.until, |it| it.at);
        Stop { step, words, kind, at_ms: at.0 }
    }

    fn branch_view(&self, branch: Branch) -> Option<BranchView> {
        let entry = self.log.last_of(branch)?;
        Some(BranchView { last: entry.action().cloned(), until_ms: entry.until.0 })
    }
}

/// Where the parts of a stop are stored.
#[derive(Debug, Clone, Copy)]
struct Place {
    /// The position of its entry in the log.
    position: usize,
    /// The position of its operation among those that are stored; `None` if it is none, or is not stored.
    operation: Option<usize>,
}

/// What an input is that has no stored operation.
fn kind_of(input: &Input) -> StopKind {
    match input {
        Input::Call(_)
        | Input::Rebuild { .. }
        | Input::Import(_)
        | Input::EditSeveral { .. }
        | Input::ChangeTable { .. }
        | Input::Together(_) => StopKind::Forgotten,
        Input::RunWorkload(_) => StopKind::Workload,
        Input::Fork(_) => StopKind::Fork,
        Input::Advance { .. }
        | Input::Set { .. }
        | Input::SetScaling { .. }
        | Input::Rename(_)
        | Input::Plan(_)
        | Input::Reset
        | Input::Reopen => StopKind::Setting,
    }
}

/// An entry in words: the label of its action, or the request.
fn words_of(state: &State, entry: &Entry) -> Message {
    if let Some(action) = entry.action() {
        return action.clone();
    }
    match &entry.input {
        Input::Call(request) => request_words(state, request),
        Input::ChangeTable { table, .. } => {
            Message::plain("timeline.change_table").with("table", &**table)
        }
        Input::Rebuild { table, .. } => Message::plain("timeline.rebuild").with("table", &**table),
        Input::Import(record) => record.action(),
        Input::EditSeveral { kind, requests, .. } => kind.action(requests.len() as u64),
        Input::RunWorkload(record) => record.action(),
        Input::Together(_) => Message::plain("action.together"),
        Input::Advance { .. }
        | Input::Set { .. }
        | Input::SetScaling { .. }
        | Input::Rename(_)
        | Input::Plan(_)
        | Input::Reset
        | Input::Reopen
        | Input::Fork(_) => Message::plain("timeline.setting"),
    }
}
