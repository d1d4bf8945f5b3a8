//! What taking a difference of two designs over would do to the one that gets it. It is tried on a copy.

use crate::sandbox::budget::Budget;
use crate::sandbox::command::Command;
use crate::sandbox::document::Document;
use crate::sandbox::log::InputLog;
use crate::sandbox::state::State;
use crate::session::Session;
use crate::session::compare::in_order;
use crate::session::look::cost_of;
use crate::view::compare::{Letter, MergePreview, SchemaPart};
use crate::view::message::{Argument, Message};
use crate::view::money::Money;
use crate::view::pattern::{PatternView, Verdict};
use crate::view::value::Text;
use crate::views::pattern::patterns_view;

/// Milliseconds until the entries of a new index are there. Model: far more than filling it takes.
const FILLED_MS: u64 = 60_000;

impl Session {
    /// What becomes of access patterns and costs if a part of a table is taken over into one of two designs; `None` if nothing does that,
    /// or if it takes more than a slice.
    pub fn merge_preview(
        &self,
        table: &str,
        part: &SchemaPart,
        into: Letter,
    ) -> Option<MergePreview> {
        let command = self.merged(table, part, into)?;
        let pair = self.pair.as_ref()?;
        let [a, b] = in_order(pair.letter, &self.state, &pair.state);
        let before = match into {
            Letter::A => a,
            Letter::B => b,
        };
        let mut budget = Budget::slice();
        let wait = Command::Advance { by_ms: FILLED_MS };
        // What time alone changes is no effect of the difference.
        let [was, is] = [vec![wait.clone()], vec![command, wait]]
            .map(|commands| state_after(before, commands, &mut budget));
        let [was, is] = [was?, is?];
        let [failed, fails] = [&was, &is].map(failing);
        let only_in = |key, own: &[Text], others: &[Text]| {
            let names: Vec<Text> = own.iter().filter(|it| !others.contains(it)).cloned().collect();
            (!names.is_empty()).then(|| {
                Message::plain(key)
                    .with("count", Argument::Count(names.len() as u64))
                    .with("design", into.name())
                    .with("patterns", Argument::List(names))
            })
        };
        let [was, is] = [&was, &is].map(|it| cost_of(it, None).map(|cost| cost.bill.total));
        Some(MergePreview {
            broken: only_in("compare.breaks", &fails, &failed),
            mended: only_in("compare.mends", &failed, &fails),
            // No table costs nothing.
            costs: was.or(is).map(|known| {
                [was, is].map(|it| it.unwrap_or(Money { pico: 0, is_least: false, ..known }))
            }),
        })
    }
}

/// A state after commands; `None` if one is rejected, or if they take more than is left.
fn state_after(before: &State, commands: Vec<Command>, budget: &mut Budget) -> Option<State> {
    let mut copy = Session::of(&Document::empty(""));
    copy.log = InputLog::new(before.clone());
    copy.state = before.clone();
    for command in commands {
        if !copy.perform(command).accepted {
            return None;
        }
        while copy.is_busy() && !budget.is_spent() {
            copy.step_busy(budget);
        }
    }
    (!copy.is_busy()).then_some(copy.state)
}

/// The access patterns of which requests are rejected.
fn failing(state: &State) -> Vec<Text> {
    let rows = patterns_view(&[(None, state)], 0, None, Vec::new()).patterns.into_iter();
    let fails = |row: &PatternView| {
        let verdict = row.answer().map(|it| it.verdict);
        matches!(verdict, Some(Verdict::Fails | Verdict::Partly))
    };
    rows.filter(fails).map(|row| row.draft.name).collect()
}
