//! Plays a lesson, and lists everything that is not as its files say.

use crate::lesson::action::{Action, ActionKind};
use crate::lesson::check_words::check_words;
use crate::lesson::condition::{Claim, Condition};
use crate::lesson::fault::Fault;
use crate::lesson::file::{
    Expected, ExpectedKind, Focus, Lesson, Part, Placement, Step, Task, Try,
};
use crate::lesson::lookup::find_index;
use crate::lesson::measure::{Measure, RunCount, Seconds};
use crate::lesson::observed::Observed;
use crate::lesson::prediction::{Choice, Mark, Prediction};
use crate::lesson::quantity::Comparison;
use crate::lesson::rule::Showing;
use crate::lesson::words::Words;
use crate::lesson::{play, result};
use crate::message;
use crate::sandbox::budget::SLICE_STEPS;
use crate::session::Session;

/// Steps that the page takes to check a lesson. Model: a second or two in a browser, which shows nothing meanwhile.
pub const PAGE_STEPS: u64 = 10 * SLICE_STEPS;

/// Reads and checks both files of a lesson. Faults are in the order of their lines, those of the `.lesson` file first.
pub fn check(lesson: &str, words: &str) -> Vec<Fault> {
    check_within(lesson, words, u64::MAX)
}

/// The same, but only as far as so many steps suffice: then the last thing that was done is a fault.
pub fn check_within(lesson: &str, words: &str, steps: u64) -> Vec<Fault> {
    let (lesson, mut faults) = Lesson::parse(lesson);
    let (words, faults_of_words) = Words::parse(words);
    let is_read = faults.is_empty() && faults_of_words.is_empty();
    faults.extend(faults_of_words);
    if is_read {
        faults.extend(check_lesson(&lesson, steps));
        faults.extend(check_words(&lesson, &words));
    }
    faults.sort_by_key(|fault| (fault.place, fault.line));
    faults
}

/// Plays a lesson.
///
/// Each goal is unmet before its solution and met after it. Each result is complete and true. Of each prediction exactly
/// the marked choice holds.
fn check_lesson(lesson: &Lesson, steps: u64) -> Vec<Fault> {
    let mut checker = Checker::new(lesson, steps);
    for problem in checker.session.problems() {
        let found = format!("{}: {}", message::text(&problem.part), message::text(&problem.reason));
        checker.faults.push(Fault::lesson(1, "tables and items that DynamoDB accepts", found));
    }
    for step in &lesson.steps {
        checker.check_step(step);
        if checker.is_cut {
            return checker.faults;
        }
    }
    checker.check_whole(lesson);
    checker.faults.extend(lesson.tries.iter().filter_map(|it| check_try(lesson, it, steps)));
    checker.faults
}

/// A step that the example offers does the same there as in the lesson.
fn check_try(lesson: &Lesson, tried: &Try, steps: u64) -> Option<Fault> {
    let expected =
        "the id of a step that does something, and for which nothing must be done before";
    let step = lesson.step(&tried.step).map(|position| &lesson.steps[position]);
    let Some(step) = step.filter(|step| Lesson::actions_of(step).next().is_some()) else {
        return Some(Fault::lesson(tried.line, expected, format!("`{}`", tried.step)));
    };
    let mut checker = Checker::new(lesson, steps);
    checker.check_step(step);
    let fault = checker.faults.first()?;
    let found = format!("in the example, line {} has {}", fault.line, fault.found);
    Some(Fault::lesson(tried.line, expected, found))
}

/// The state of a check.
struct Checker<'l> {
    session: Session,
    observed: Observed,
    /// Predictions that are not answered yet.
    predictions: Vec<&'l Prediction>,
    /// Whether something was done since the last of them.
    has_acted: bool,
    /// A request or a run whose result was not stated yet.
    without_result: Option<&'l Action>,
    /// Steps that may be taken.
    steps: u64,
    /// Whether more would be needed.
    is_cut: bool,
    faults: Vec<Fault>,
}

impl<'l> Checker<'l> {
    fn new(lesson: &Lesson, steps: u64) -> Self {
        Self {
            session: play::opened(lesson, ""),
            observed: Observed::default(),
            predictions: Vec::new(),
            has_acted: false,
            without_result: None,
            steps,
            is_cut: false,
            faults: Vec::new(),
        }
    }

    /// Each wrong choice of the step's one question is repaired.
    fn check_placement(&mut self, step: &Step, placement: &Placement) {
        let predictions = step.parts.iter().filter_map(|part| match part {
            Part::Predict(prediction) => Some(prediction),
            Part::Act(_) | Part::Look(_) | Part::Expect(_) | Part::Task(_) | Part::Free => None,
        });
        let wrong: Vec<&str> = predictions
            .flat_map(|prediction| &prediction.choices)
            .filter(|choice| choice.mark != Mark::Right)
            .map(|choice| choice.id.as_str())
            .collect();
        let repaired: Vec<&str> = placement.repairs.iter().map(|it| it.choice.as_str()).collect();
        if wrong != repaired {
            let expected = format!("a line for each wrong choice, in order: {}", wrong.join(", "));
            self.fault(placement.line, expected, repaired.join(", "));
        }
    }

    fn check_step(&mut self, step: &'l Step) {
        for part in &step.parts {
            if self.is_cut {
                return;
            }
            match part {
                Part::Predict(prediction) => {
                    self.predictions.push(prediction);
                    self.has_acted = false;
                }
                Part::Act(action) => self.act(action),
                Part::Look(focus) => self.look(focus, step.line),
                Part::Expect(expected) => self.expect(expected),
                Part::Task(task) => self.solve(task),
                Part::Free => {}
            }
        }
        if let Some(placement) = &step.placement {
            self.check_placement(step, placement);
        }
        self.require_result();
        for prediction in std::mem::take(&mut self.predictions) {
            let expected =
                "a block `result`, `outcome` or `state` after the prediction, in its step";
            self.fault(prediction.line, expected, "none");
        }
        let asks = step.parts.iter().any(|part| match part {
            Part::Predict(_) | Part::Task(_) | Part::Free => true,
            Part::Act(_) | Part::Look(_) | Part::Expect(_) => false,
        });
        if !asks {
            let expected = "a step that asks something: a block `predict ID`, `do ID` or `free`";
            self.fault(step.line, expected, "none");
        }
        let shows = step.parts.iter().any(|part| match part {
            Part::Predict(_) | Part::Expect(_) | Part::Task(_) => true,
            Part::Act(_) | Part::Look(_) | Part::Free => false,
        });
        for rule in step.rules.iter().filter(|rule| rule.showing == Showing::Checked && !shows) {
            let expected = "a result, a prediction or a task that checks the rule";
            self.fault(rule.line, expected, format!("none in the step of {}", rule.rule));
        }
    }

    fn act(&mut self, action: &'l Action) {
        self.require_result();
        self.has_acted = true;
        let accepted = self.perform(action);
        if self.is_cut {
            return;
        }
        match &action.kind {
            ActionKind::Call { .. } => self.without_result = Some(action),
            ActionKind::Workload(_) | ActionKind::Run if accepted => {
                self.without_result = Some(action);
                self.expect_whole_run(action.line);
            }
            ActionKind::Workload(_)
            | ActionKind::Run
            | ActionKind::Advance { .. }
            | ActionKind::Set(_)
            | ActionKind::Rebuild { .. }
            | ActionKind::Program(_)
            | ActionKind::Series(_)
            | ActionKind::Send { .. } => self.expect_accepted(action, accepted),
        }
    }

    fn expect_accepted(&mut self, action: &Action, accepted: bool) {
        if !accepted {
            let operation = self.observed.operation.as_deref();
            let found = operation.map(|operation| result::lines(operation).join(", "));
            self.fault(
                action.line,
                "something that the sandbox accepts",
                found.unwrap_or_default(),
            );
        }
    }

    fn perform(&mut self, action: &Action) -> bool {
        let accepted =
            play::perform_within(&mut self.session, action, &mut self.observed, self.steps);
        if self.session.spent_steps() > self.steps && !self.is_cut {
            self.is_cut = true;
            let found =
                "more: the rest is not checked here, but by the command `sparsebox lessons`";
            self.fault(
                action.line,
                format!("at most {} steps of work until here", self.steps),
                found,
            );
        }
        accepted
    }

    /// Reports a run that has not come to its end: a limit of the page is not what a lesson is about.
    fn expect_whole_run(&mut self, line: usize) {
        let end = self.observed.run.as_ref().and_then(|run| run.record.end_words());
        if let Some(end) = end {
            self.fault(line, "a run that comes to its end", message::text(&end));
        }
    }

    fn look(&mut self, focus: &Focus, line: usize) {
        let database = self.session.database();
        let condition = match focus {
            Focus::Table(table) => database.table(table).map(|_| String::new()),
            Focus::Index(index) => find_index(database, index).map(|_| String::new()),
            Focus::Item { table, key } => {
                let text = format!("item {table} {} exists", key.join(" "));
                let condition = Condition::parse(&text);
                condition
                    .filter(|condition| condition.is_met(&self.session, &self.observed))
                    .map(|_| text)
            }
            Focus::Workspace(_) => Some(String::new()),
        };
        if condition.is_none() {
            self.fault(line, "a table, index or item that exists, in `look`", format!("{focus:?}"));
        }
    }

    fn expect(&mut self, expected: &Expected) {
        let line = expected.line;
        match &expected.kind {
            ExpectedKind::Result(stated) => {
                let is_call = self
                    .without_result
                    .take()
                    .is_some_and(|it| matches!(it.kind, ActionKind::Call { .. }));
                match self.observed.operation.clone().filter(|_| is_call) {
                    Some(operation) => self.expect_lines(line, stated, &result::lines(&operation)),
                    None => self.fault(line, "a block `play OPERATION` above its result", "none"),
                }
            }
            ExpectedKind::Outcome(claims) => {
                let is_run = self
                    .without_result
                    .take()
                    .is_some_and(|it| matches!(it.kind, ActionKind::Workload(_) | ActionKind::Run));
                if !is_run {
                    self.fault(line, "a block `workload` or `run` above its outcome", "none");
                }
                for count in [RunCount::Issued, RunCount::Succeeded, RunCount::Throttled] {
                    if !claims.iter().any(|claim| is_about(claim, count)) {
                        let expected = "`run issued N`, `run succeeded N` and `run throttled N`";
                        self.fault(line, expected, format!("no line for {count:?}"));
                    }
                }
                self.expect_claims(claims);
            }
            ExpectedKind::State(claims) => self.expect_claims(claims),
        }
        for prediction in std::mem::take(&mut self.predictions) {
            self.answer(prediction);
        }
    }

    /// Compares the stated lines of a result with those that the engine gives, in any order.
    fn expect_lines(&mut self, block: usize, stated: &[(usize, String)], actual: &[String]) {
        let spaced = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        for (line, text) in stated {
            if !actual.contains(&spaced(text)) {
                self.fault(*line, format!("`{text}`"), format!("`{}`", actual.join("`, `")));
            }
        }
        for text in actual {
            if !stated.iter().any(|(_, line)| spaced(line) == *text) {
                self.fault(block, "a complete result", format!("no line `{text}`"));
            }
        }
    }

    fn expect_claims(&mut self, claims: &[Claim]) {
        for claim in claims {
            if !claim.condition.is_met(&self.session, &self.observed) {
                let actual = claim.condition.actual(&self.session, &self.observed);
                self.fault(claim.line, format!("`{}`", claim.text), actual);
            }
        }
    }

    fn answer(&mut self, prediction: &Prediction) {
        // The page covers an index while a question about it is open. Anything else would show the answer.
        if !self.has_acted && prediction.indexes().next().is_none() {
            let expected =
                "something that is done after the prediction, or a question about an index";
            self.fault(prediction.line, expected, "a question about what is in view");
        }
        for Choice { id, line, mark, conditions } in &prediction.choices {
            let failing = conditions.iter().find(|it| !it.is_met(&self.session, &self.observed));
            match (mark, failing) {
                (Mark::Right, Some(condition)) => {
                    let actual = condition.actual(&self.session, &self.observed);
                    self.fault(*line, format!("the right choice `{id}` to hold"), actual);
                }
                (Mark::Common | Mark::Wrong, None) => {
                    self.fault(*line, format!("the wrong choice `{id}` not to hold"), "it holds");
                }
                (Mark::Right, None) | (Mark::Common | Mark::Wrong, Some(_)) => {}
            }
        }
    }

    fn solve(&mut self, task: &Task) {
        self.require_result();
        for prediction in std::mem::take(&mut self.predictions) {
            let expected = "an answer to the prediction before the next task";
            self.fault(prediction.line, expected, "none");
        }
        self.observed = Observed::default();
        if task.is_done(&self.session, &self.observed) {
            self.fault(task.line, "a goal that is not met before its solution", "it is met");
        }
        if task.solution.is_empty() {
            self.fault(task.line, "a block `solution …` after the task", "none");
        }
        for action in &task.solution {
            let accepted = self.perform(action);
            if self.is_cut {
                return;
            }
            // A goal can be that a request is rejected.
            if !matches!(action.kind, ActionKind::Call { .. }) {
                self.expect_accepted(action, accepted);
            }
        }
        self.expect_claims(&task.goal);
    }

    /// Reports a request or run that has no `result` or `outcome` block after it.
    fn require_result(&mut self) {
        let Some(action) = self.without_result.take() else { return };
        match (&action.kind, self.observed.operation.clone()) {
            (ActionKind::Call { .. }, Some(operation)) => {
                let found =
                    format!("none: the result is `{}`", result::lines(&operation).join("`, `"));
                self.fault(action.line, "a block `result` after the request", found);
            }
            (ActionKind::Call { .. }, None) => {
                self.fault(action.line, "a request that can be sent", "nothing happened");
            }
            (
                ActionKind::Workload(_)
                | ActionKind::Run
                | ActionKind::Advance { .. }
                | ActionKind::Set(_)
                | ActionKind::Rebuild { .. }
                | ActionKind::Program(_)
                | ActionKind::Series(_)
                | ActionKind::Send { .. },
                _,
            ) => {
                let counts = self.observed.run.as_ref().map(|run| run.result.counts);
                let found = counts.map(|counts| {
                    format!("none: the outcome is `run issued {}`, `run succeeded {}`, `run throttled {}`", counts.issued, counts.succeeded, counts.throttled)
                });
                self.fault(
                    action.line,
                    "a block `outcome` after the run",
                    found.unwrap_or_default(),
                );
            }
        }
    }

    fn check_whole(&mut self, lesson: &Lesson) {
        match lesson.predictions().next() {
            None => self.fault(1, "at least one prediction", "none"),
            Some((_, first)) => {
                if !first.choices.iter().any(|choice| choice.mark == Mark::Common) {
                    let expected = "the wrong answer that most people give, marked `!`, in the first prediction";
                    self.fault(first.line, expected, "none");
                }
            }
        }
        let last = lesson.steps.last().and_then(|step| step.parts.last());
        if last != Some(&Part::Free) {
            let line = lesson.steps.last().map_or(1, |step| step.line);
            self.fault(line, "a block `free` at the end of the lesson", "none");
        }
    }

    fn fault(&mut self, line: usize, expected: impl Into<String>, found: impl Into<String>) {
        self.faults.push(Fault::lesson(line, expected, found));
    }
}

/// Whether a claim states how many requests there were of a kind in the whole run.
fn is_about(claim: &Claim, wanted: RunCount) -> bool {
    match &claim.condition {
        Condition::Compare { measure: Measure::Run { count, seconds }, comparison, .. } => {
            *count == wanted && *seconds == Seconds::All && *comparison == Comparison::Equal
        }
        Condition::Compare { .. } | Condition::Fact(_) => false,
    }
}
