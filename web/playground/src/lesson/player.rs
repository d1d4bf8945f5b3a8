//! A lesson as a learner plays it: one step at a time, and in a step part by part.
//!
//! The player does not change the sandbox. [`Player::next`] says what is to be done next, and the page does it. When nothing
//! is to be done, [`Player::stage`] says what the lesson waits for.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use crate::lesson::action::{Action, ActionKind};
use crate::lesson::file::{Focus, Lesson, Part, Step, Task};
use crate::lesson::lookup::ItemName;
use crate::lesson::observed::Observed;
use crate::lesson::prediction::Prediction;
use crate::lesson::progress::{Answer, GivenAnswers, LessonProgress};
use crate::lesson::words::{StepWords, Words};
use crate::sandbox::command::Command;
use crate::sandbox::item_id::item_id;
use crate::sandbox::outcome::Outcome;
use crate::session::Session;
use crate::view::edit::ItemId;
use crate::view::workload::WorkloadStage;

/// A lesson that is being played.
#[derive(Debug, Clone)]
pub struct Player {
    lesson: Rc<Lesson>,
    words: Rc<Words>,
    /// The step that is shown.
    position: usize,
    /// The part of the step that comes next: those before it are done.
    part: usize,
    /// Answers to the predictions, by the ids of step and prediction.
    answers: GivenAnswers,
    /// The answers at the first try, which stay when a step begins again.
    first: GivenAnswers,
    /// The steps whose last part was reached, by id.
    done: BTreeSet<String>,
    /// Hints of the task that are shown.
    hint_count: usize,
    /// Whether requests are sent without being asked for: a prediction is waiting for its result, or the learner has asked.
    is_running: bool,
    /// The commands that are left of the action that has begun.
    queue: VecDeque<Command>,
    /// Whether an action has begun.
    has_begun: bool,
    /// The virtual time that an action waits for, in milliseconds.
    until_ms: Option<u64>,
    /// Whether the rest of that time passes at once.
    is_skipping: bool,
    /// What happened since the task began.
    observed: Observed,
    /// The tasks whose goals were reached and that were not reported yet.
    reached: Vec<ReachedGoal>,
    /// Rises with every change.
    revision: u64,
}

/// A task of a lesson whose goal was reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReachedGoal {
    /// The id of the step.
    pub step: String,
    /// The id of the task, unique in the step.
    pub task: String,
}

/// What the page must do next.
#[derive(Debug, Clone, PartialEq)]
pub enum NextAction {
    /// Handles a command.
    Command(Command),
    /// Shows a part of the page.
    Look(Focus),
}

/// How far an action is.
enum ActionProgress {
    /// It does this next.
    Does(Box<NextAction>),
    /// It waits for virtual time, or for the end of a workload.
    Waits,
    Over,
}

/// What a lesson waits for.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stage<'p> {
    /// An answer to a question.
    Predict(&'p Prediction),
    /// The learner lets a request or a workload run.
    Run(&'p Action),
    /// Virtual time, or the end of a workload.
    Wait,
    /// A state that the learner reaches.
    Task(&'p Task),
    /// Nothing: the step is done.
    Done,
}

impl PartialEq for Player {
    /// Two are equal if nothing has happened between them.
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.lesson, &other.lesson) && self.revision == other.revision
    }
}

impl Player {
    /// Begins with a step, by its position. A position behind the last step is the last one.
    pub fn new(lesson: Rc<Lesson>, words: Rc<Words>, position: usize) -> Self {
        let position = position.min(lesson.steps.len().saturating_sub(1));
        Self {
            lesson,
            words,
            position,
            part: 0,
            answers: BTreeMap::new(),
            first: BTreeMap::new(),
            done: BTreeSet::new(),
            hint_count: 0,
            is_running: false,
            queue: VecDeque::new(),
            has_begun: false,
            until_ms: None,
            is_skipping: false,
            observed: Observed::default(),
            reached: Vec::new(),
            revision: 0,
        }
    }

    /// Continues where the learner was. `has_sandbox` is whether the sandbox is as the learner left it; without it, the step
    /// begins again, with the answers that were given.
    pub fn resumed(
        lesson: Rc<Lesson>,
        words: Rc<Words>,
        progress: &LessonProgress,
        has_sandbox: bool,
    ) -> Self {
        let position = lesson.step(&progress.step).unwrap_or_default();
        let mut player = Self::new(lesson, words, position);
        player.answers = progress.answers();
        player.first = progress.first_answers();
        player.done.clone_from(&progress.done);
        let is_same =
            player.step().id == progress.step && player.lesson.revision == progress.revision;
        if has_sandbox && is_same {
            player.part = progress.part.min(player.step().parts.len());
        }
        player
    }

    /// How far the learner has come. `slot` is where the sandbox is stored.
    pub fn progress(&self, slot: Option<&str>) -> LessonProgress {
        let last = self.lesson.steps.last();
        let mut progress = LessonProgress::new(
            self.lesson.revision,
            slot,
            (&self.step().id, self.part),
            [&self.answers, &self.first],
            &self.done,
        );
        progress.is_finished = last.is_some_and(|step| self.done.contains(&step.id));
        progress
    }

    pub fn lesson(&self) -> &Rc<Lesson> {
        &self.lesson
    }

    pub fn words(&self) -> &Rc<Words> {
        &self.words
    }

    /// The position of the step that is shown.
    pub fn position(&self) -> usize {
        self.position
    }

    /// The step that is shown.
    ///
    /// # Panics
    ///
    /// Panics if the lesson has no steps: such a lesson cannot be played.
    pub fn step(&self) -> &Step {
        &self.lesson.steps[self.position]
    }

    pub fn step_words(&self) -> Option<&StepWords> {
        self.words.step(&self.step().id)
    }

    /// The parts of the step that are done, and the one that the learner is in.
    pub fn shown_parts(&self) -> &[Part] {
        let parts = &self.step().parts;
        &parts[..(self.part + 1).min(parts.len())]
    }

    /// Whether a part of the step is done.
    pub fn is_past(&self, part: usize) -> bool {
        part < self.part
    }

    /// Whether a prediction has been answered, and the answer.
    pub fn answer(&self, prediction: &str) -> Option<&Answer> {
        self.answers.get(&(self.step().id.clone(), prediction.to_owned()))
    }

    /// Whether what was predicted has happened: the next part that was expected after the prediction is done.
    pub fn is_revealed(&self, part: usize) -> bool {
        let parts = &self.step().parts;
        let expected = parts.iter().skip(part).position(|it| matches!(it, Part::Expect(_)));
        expected.map_or(self.part > part, |after| self.part > part + after)
    }

    /// Hints of the task that are shown.
    pub fn hint_count(&self) -> usize {
        self.hint_count
    }

    /// Whether the last part of a step was reached.
    pub fn is_done(&self, step: &str) -> bool {
        self.done.contains(step)
    }

    /// What the lesson waits for.
    pub fn stage(&self) -> Stage<'_> {
        match self.step().parts.get(self.part) {
            Some(Part::Predict(prediction)) => Stage::Predict(prediction),
            Some(Part::Act(action)) if self.has_begun || !self.waits_for_run(action) => Stage::Wait,
            Some(Part::Act(action)) => Stage::Run(action),
            Some(Part::Task(task)) => Stage::Task(task),
            Some(Part::Look(_) | Part::Expect(_) | Part::Free) | None => Stage::Done,
        }
    }

    /// The first question of a step while it is open. The page covers what earlier operations did, and the indexes that it is about:
    /// they could show the answer. At a later question, a learner looks at what the answer before it has shown.
    pub fn covering_question(&self) -> Option<&Prediction> {
        let Stage::Predict(prediction) = self.stage() else { return None };
        let mut parts = self.shown_parts().iter().enumerate();
        let is_first = !parts
            .any(|(position, part)| matches!(part, Part::Predict(_)) && self.is_revealed(position));
        is_first.then_some(prediction)
    }

    /// Whether the clock waits. Virtual time passes only where the lesson says so, and while the learner has a task.
    pub fn holds_clock(&self) -> bool {
        match self.step().parts.get(self.part) {
            Some(Part::Act(action)) => !self.has_begun && self.waits_for_run(action),
            Some(Part::Task(_) | Part::Free) => false,
            Some(Part::Predict(_) | Part::Look(_) | Part::Expect(_)) => true,
            None => !self.ends_with_time(),
        }
    }

    /// Whether the last action of the step lets time pass. Stored work does not have the time that passed since the last request, so
    /// after a reload the clock runs once more.
    fn ends_with_time(&self) -> bool {
        let last = self.step().parts.iter().rev().find_map(|part| match part {
            Part::Act(action) => Some(&action.kind),
            Part::Predict(_) | Part::Look(_) | Part::Expect(_) | Part::Task(_) | Part::Free => None,
        });
        matches!(last, Some(ActionKind::Advance { .. }))
    }

    /// Whether nothing of the step was done yet: no answer was given, no request was sent, no task is done.
    pub fn is_at_start(&self) -> bool {
        let first = self.step().parts.iter().position(|part| match part {
            Part::Predict(_) | Part::Task(_) | Part::Free => true,
            Part::Act(action) => match action.kind {
                ActionKind::Call { .. } | ActionKind::Workload(_) | ActionKind::Run => true,
                ActionKind::Advance { .. }
                | ActionKind::Set(_)
                | ActionKind::Rebuild { .. }
                | ActionKind::Program(_)
                | ActionKind::Series(_)
                | ActionKind::Send { .. } => false,
            },
            Part::Look(_) | Part::Expect(_) => false,
        });
        first.is_none_or(|first| self.part <= first)
    }

    /// Rises with every change.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// What is to be done now; `None` if the lesson waits.
    pub fn next(&mut self, session: &Session) -> Option<NextAction> {
        // What comes before the step is still being done.
        if session.plays() {
            return None;
        }
        loop {
            let doing = match self.step().parts.get(self.part).cloned() {
                Some(Part::Predict(prediction)) => {
                    self.answer(&prediction.id)?;
                    self.is_running = true;
                    None
                }
                Some(Part::Act(action)) => {
                    if !self.has_begun && self.waits_for_run(&action) {
                        return None;
                    }
                    match self.act(&action, session) {
                        ActionProgress::Does(doing) => return Some(*doing),
                        ActionProgress::Waits => return None,
                        ActionProgress::Over => self.has_begun = false,
                    }
                    None
                }
                Some(Part::Look(focus)) => Some(NextAction::Look(focus)),
                Some(Part::Expect(_)) => {
                    self.is_running = false;
                    None
                }
                Some(Part::Task(task)) => {
                    if !task.is_done(session, &self.observed) {
                        return None;
                    }
                    self.reached.push(ReachedGoal { step: self.step().id.clone(), task: task.id });
                    None
                }
                Some(Part::Free) | None => {
                    if self.done.insert(self.step().id.clone()) {
                        self.revision += 1;
                    }
                    return None;
                }
            };
            self.part += 1;
            self.hint_count = 0;
            self.revision += 1;
            if matches!(self.step().parts.get(self.part), Some(Part::Task(_))) {
                self.observed = Observed::default();
            }
            if doing.is_some() {
                return doing;
            }
        }
    }

    /// The tasks whose goals were reached since the last call, in order.
    pub fn take_reached(&mut self) -> Vec<ReachedGoal> {
        std::mem::take(&mut self.reached)
    }

    /// Takes note of what a command did.
    pub fn note(&mut self, outcomes: &[Outcome]) {
        self.observed.note(outcomes);
    }

    /// The learner answers a prediction, or goes on without an answer.
    pub fn answer_prediction(&mut self, prediction: &str, answer: Answer) {
        let key = (self.step().id.clone(), prediction.to_owned());
        self.first.entry(key.clone()).or_insert_with(|| answer.clone());
        self.answers.insert(key, answer);
        self.revision += 1;
    }

    /// The learner lets a request or a workload run.
    pub fn run(&mut self) {
        self.is_running = true;
        self.revision += 1;
    }

    /// The learner does not wait for virtual time.
    pub fn skip_wait(&mut self) {
        self.is_skipping = true;
        self.revision += 1;
    }

    /// The learner asks for one more hint.
    pub fn hint(&mut self) {
        self.hint_count += 1;
        self.revision += 1;
    }

    /// Shows a step from its beginning. The sandbox must be as the actions of [`Player::actions_before`] make it, or as the step before has left it.
    pub fn begin(&mut self, position: usize) {
        let Self { lesson, words, answers, first, done, revision, .. } = self.clone();
        *self = Self::new(lesson, words, position);
        (self.answers, self.first) = (answers, first);
        (self.done, self.revision) = (done, revision + 1);
    }

    /// The same with the answers of the step forgotten.
    pub fn begin_again(&mut self) {
        self.begin_anew(self.position);
    }

    /// Shows a step from its beginning, with its answers forgotten: a presentation asks each question.
    pub fn begin_anew(&mut self, position: usize) {
        self.begin(position);
        let id = self.step().id.clone();
        self.answers.retain(|(step, _), _| *step != id);
    }

    /// The actions and solutions of all steps before a position.
    pub fn actions_before(lesson: &Lesson, position: usize) -> Vec<&Action> {
        lesson.steps.iter().take(position).flat_map(Lesson::actions_of).collect()
    }

    /// Whether an action waits until the learner lets it run. What only prepares the sandbox does not.
    fn waits_for_run(&self, action: &Action) -> bool {
        match action.kind {
            ActionKind::Call { .. } | ActionKind::Workload(_) | ActionKind::Run => !self.is_running,
            ActionKind::Advance { .. }
            | ActionKind::Set(_)
            | ActionKind::Rebuild { .. }
            | ActionKind::Program(_)
            | ActionKind::Series(_)
            | ActionKind::Send { .. } => false,
        }
    }

    /// What an action does next.
    fn act(&mut self, action: &Action, session: &Session) -> ActionProgress {
        let now_ms = session.clock().now_ms;
        if !self.has_begun {
            self.has_begun = true;
            match action.kind {
                ActionKind::Advance { ms } => self.until_ms = Some(now_ms.saturating_add(ms)),
                ActionKind::Call { .. }
                | ActionKind::Workload(_)
                | ActionKind::Run
                | ActionKind::Set(_)
                | ActionKind::Rebuild { .. }
                | ActionKind::Program(_)
                | ActionKind::Series(_)
                | ActionKind::Send { .. } => self.queue = action.commands().into(),
            }
        }
        if let Some(command) = self.queue.pop_front() {
            return ActionProgress::Does(Box::new(NextAction::Command(command)));
        }
        if session.workload_stage() != WorkloadStage::Idle {
            return ActionProgress::Waits;
        }
        let left_ms = self.until_ms.map_or(0, |until_ms| until_ms.saturating_sub(now_ms));
        if left_ms == 0 {
            (self.until_ms, self.is_skipping) = (None, false);
            return ActionProgress::Over;
        }
        // A change that is on its way arrives in slow motion: the clock of the page runs meanwhile.
        if session.clock().awaited && !self.is_skipping {
            return ActionProgress::Waits;
        }
        // It is asked for once: what is rejected or cancelled is over.
        (self.until_ms, self.is_skipping) = (None, false);
        let advance = Command::Advance { by_ms: left_ms };
        ActionProgress::Does(Box::new(NextAction::Command(advance)))
    }
}

/// The item of a table whose key has these values, as texts; `None` if there is none.
pub fn item_with_key(session: &Session, table: &str, key: &[String]) -> Option<ItemId> {
    let name = ItemName { table: table.to_owned(), key: key.to_vec() };
    let item = name.find(session.database())?;
    Some(item_id(session.database().table(table)?, item))
}
