//! What led to now, as a document and lines: so a sandbox in which a workload ran fits into a link.

use engine::clock::Timestamp;

use crate::sandbox::input::Input;
use crate::sandbox::input_text::line_of;
use crate::sandbox::log::InputLog;
use crate::sandbox::story::LOG_LENGTH_MAX;
use crate::sandbox::story::Story;

impl InputLog {
    /// The opened design and every input of the line that leads to now, reads and rejected requests included: they take
    /// throughput, and a run after them meets what is left of it. `None` if no workload ran, if the log no longer begins
    /// where the sandbox was opened, or if it is too long.
    pub(crate) fn story(&self) -> Option<Story> {
        let (story, has_run) = self.all_steps()?;
        has_run.then_some(story)
    }

    /// The same, whether a workload ran or not. `None` if nothing was done.
    pub(crate) fn story_of_steps(&self) -> Option<Story> {
        self.all_steps().map(|(story, _)| story).filter(|story| !story.log.is_empty())
    }

    /// The opened design and every input since, and whether a run is among them.
    fn all_steps(&self) -> Option<(Story, bool)> {
        let line = self.line();
        let positions: Vec<usize> = line.positions().collect();
        let is_reset = |position: &usize| matches!(self.entries[*position].input, Input::Reset);
        let start = positions.iter().rposition(is_reset).map_or(0, |reset| reset + 1);
        if start == 0 && !self.begins_at_opening {
            return None;
        }
        let mut lines = Lines::default();
        let mut now = self.opened.database.now();
        let mut has_run = self.opened.story().is_some();
        for position in &positions[start..] {
            let entry = &self.entries[*position];
            match &entry.input {
                Input::Fork(fork) => {
                    // The line continues from this moment, which may lie within time that passed.
                    fork.origin?;
                    lines.pass(now, fork.state.database.now());
                }
                Input::Advance { by_ms } => lines.passed_ms += by_ms,
                input => {
                    has_run |= matches!(input, Input::RunWorkload(_));
                    lines.push(input);
                }
            }
            now = entry.until;
        }
        let lines = lines.done;
        let story = match self.opened.story() {
            None => Story { base: self.opened.document(), log: lines },
            Some(story) if lines.is_empty() => Story::clone(story),
            Some(story) => {
                let reopen = line_of(&Input::Reopen);
                let log = story.log.iter().cloned().chain(reopen).chain(lines).collect();
                Story { base: story.base.clone(), log }
            }
        };
        (story.log.len() <= LOG_LENGTH_MAX).then_some((story, has_run))
    }
}

/// Lines, and time that has passed behind the last one. Time at the end is in none: it changes nothing that is shared.
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
        if self.passed_ms > 0 {
            let by_ms = std::mem::take(&mut self.passed_ms);
            self.done.extend(line_of(&Input::Advance { by_ms }));
        }
        self.done.extend(line_of(input));
    }
}
