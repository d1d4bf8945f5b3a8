//! What led to now, as a document and lines: so a sandbox in which a workload ran fits into a link.

use engine::clock::Timestamp;

use crate::sandbox::input::Input;
use crate::sandbox::input_text::line_of;
use crate::sandbox::log::InputLog;
use crate::sandbox::log::line::{Line, Moment};
use crate::sandbox::story::LOG_LENGTH_MAX;
use crate::sandbox::story::Story;

impl InputLog {
    /// The opened design and every input of the line that leads to now, reads and rejected requests included: they take
    /// throughput, and a run after them meets what is left of it. `None` if no workload ran, if the log no longer begins
    /// where the sandbox was opened, or if it is too long.
    pub(crate) fn story(&self) -> Option<Story> {
        let start = self.last_reset();
        let (story, ..) = self.has_run().then(|| self.all_steps(start, usize::MAX, false))??;
        Some(story)
    }

    /// What leads to now and not only to the last action, to be stored beside what it led to: also what was done before a reset, if
    /// there is no more than a story may have. `None` if nothing was done.
    pub(crate) fn story_until_now(&self) -> Option<Story> {
        // A reset returns to where the story begins, which is not this opening if that has a story itself.
        let start = if self.opened.story().is_none() { 0 } else { self.last_reset() };
        let story = self.all_steps(start, usize::MAX, true);
        let story = story.or_else(|| self.all_steps(self.last_reset(), usize::MAX, true));
        story.map(|(story, _)| story).filter(|story| !story.log.is_empty())
    }

    /// The same, whether a workload ran or not. `None` if nothing was done.
    pub(crate) fn story_of_steps(&self) -> Option<Story> {
        self.all_steps(self.last_reset(), usize::MAX, false)
            .map(|(story, _)| story)
            .filter(|story| !story.log.is_empty())
    }

    /// The same, and how many lines of the story have been applied at an earlier moment. `None` also if the moment is before the
    /// last reset.
    pub(crate) fn story_with_moment(&self, line: &Line, at: Moment) -> Option<(Story, u64)> {
        debug_assert_eq!(*line, self.line(), "an earlier moment of the present line");
        let (story, applied) = self.all_steps(self.last_reset(), at.step, false)?;
        Some((story, applied? as u64))
    }

    /// How many entries of the line come before what was done since the last reset.
    fn last_reset(&self) -> usize {
        let positions: Vec<usize> = self.line().positions().collect();
        let is_reset = |position: &usize| matches!(self.entries[*position].input, Input::Reset);
        positions.iter().rposition(is_reset).map_or(0, |reset| reset + 1)
    }

    /// The opened design and every input from `start` on, and how many lines the entries of the line up to `step_count` are. Time at
    /// the end is among them if it has to be, or if it changes what is shared.
    fn all_steps(
        &self,
        start: usize,
        step_count: usize,
        until_now: bool,
    ) -> Option<(Story, Option<usize>)> {
        if start == 0 && !self.begins_at_opening {
            return None;
        }
        let positions: Vec<usize> = self.line().positions().collect();
        let mut lines = Lines::default();
        let mut now = self.opened.database.now();
        let mut follows_clock = self.opened.plan.follows_clock();
        let mut applied = (step_count == start).then_some(0);
        for (step, position) in positions.iter().enumerate().skip(start) {
            let entry = &self.entries[*position];
            match &entry.input {
                Input::Fork(fork) => {
                    // The line continues from this moment, which may lie within time that passed.
                    fork.origin?;
                    lines.pass(now, fork.state.database.now());
                }
                Input::Advance { by_ms } => lines.passed_ms += by_ms,
                input => {
                    if let Input::Plan(plan) = input {
                        follows_clock = plan.follows_clock();
                    }
                    lines.push(input);
                }
            }
            now = entry.until;
            if step + 1 == step_count {
                // Time that passes in several entries is one line. Within it, the moment is its beginning.
                let next = positions.get(step + 1).map(|next| &self.entries[*next].input);
                let continues = matches!(next, Some(Input::Advance { .. } | Input::Fork(_)));
                applied = Some(lines.done.len() + usize::from(lines.passed_ms > 0 && !continues));
            }
        }
        if until_now || follows_clock {
            lines.end_passing();
        }
        let lines = lines.done;
        let (story, before) = match self.opened.story() {
            None => (Story { base: self.opened.document(), log: lines }, 0),
            Some(story) if lines.is_empty() => (Story::clone(story), story.log.len()),
            Some(story) => {
                let reopen = line_of(&Input::Reopen);
                let mut log: Vec<String> = story.log.iter().cloned().chain(reopen).collect();
                let before = log.len();
                log.extend(lines);
                (Story { base: story.base.clone(), log }, before)
            }
        };
        let applied = applied.map(|applied| before + applied);
        (story.log.len() <= LOG_LENGTH_MAX).then_some((story, applied))
    }
}

/// Lines, and time that has passed behind the last one.
#[derive(Default)]
struct Lines {
    done: Vec<String>,
    passed_ms: u64,
}

impl Lines {
    fn pass(&mut self, from: Timestamp, to: Timestamp) {
        self.passed_ms += from.until(to);
    }

    fn push(&mut self, input: &Input) {
        self.end_passing();
        self.done.extend(line_of(input));
    }

    fn end_passing(&mut self) {
        if self.passed_ms > 0 {
            let by_ms = std::mem::take(&mut self.passed_ms);
            self.done.extend(line_of(&Input::Advance { by_ms }));
        }
    }
}
