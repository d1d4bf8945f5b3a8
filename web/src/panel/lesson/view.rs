//! What a lesson shows, as plain data. Pure.

use std::rc::Rc;

use playground::lesson::action::{Action as LessonAction, ActionKind};
use playground::lesson::fault::Fault;
use playground::lesson::file::{Part, Task};
use playground::lesson::measure::Unit;
use playground::lesson::player::{Player, Stage};
use playground::lesson::prediction::{Mark, Prediction};
use playground::lesson::quantity::Quantity;
use playground::lesson::source::LessonSource;
use playground::lesson::words::{PredictionWords, Span, StepWords, TaskWords, Text as Prose};
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use playground::view::work::StorageFailure;
use playground::view::workload::WorkloadStage;

use crate::panel::learn::{LearnState, LessonProblem, OpenLesson, PlayedLesson};
use crate::panel::lesson::placement::{PlacementView, placement};
use crate::panel::lesson::state::{State, is_valid};
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub enum View {
    /// The lesson is being fetched.
    Loading,
    /// It cannot be played.
    Failed {
        /// Why.
        problem: LessonProblem,
        /// Whether another attempt may succeed.
        is_retryable: bool,
    },
    Step(Box<StepView>),
}

/// A step of a lesson.
#[expect(
    clippy::struct_excessive_bools,
    reason = "what can be shown of a step is independent of each other"
)]
#[derive(Debug, Clone, PartialEq)]
pub struct StepView {
    /// The title of the lesson.
    pub lesson: String,
    /// The titles of all steps, and whether each is done.
    pub steps: Vec<(String, bool)>,
    /// The position of the step that is shown.
    pub position: usize,
    pub title: String,
    pub text: Prose,
    /// Its questions and tasks as far as the learner has come.
    pub parts: Vec<PartView>,
    /// What the lesson waits for.
    pub stage: StageView,
    /// The lines of the lesson's files that are wrong.
    pub faults: Rc<[Fault]>,
    /// The step that the address asks for, and that is not there.
    pub missing_step: Option<Text>,
    /// Why the lesson, one of the user's own, is in this tab only.
    pub not_stored: Option<Message>,
    /// Whether the lesson can be closed: that of an embed cannot.
    pub can_close: bool,
    /// At the end of the lesson: the code that a learner copies for a teacher.
    pub finish: Option<FinishView>,
    /// At the end of the questions that place a learner: where the learner begins.
    pub placement: Option<PlacementView>,
    /// Its position in the teacher's list and how many that has, if it is in one.
    pub place: Option<[u64; 2]>,
    /// Whether a button leads to the question or the task, which may be out of view.
    pub leads_to_part: bool,
    /// Whether the text is folded on a phone.
    pub is_folded: bool,
    /// At the end of the lesson: the one to take next.
    pub next: Option<NextView>,
    /// What the check of an own lesson has found; `None` before it.
    pub checked: Option<Rc<[Fault]>>,
    /// Whether the step has a link that others can open. An own lesson has none, and can be checked.
    pub has_link: bool,
    /// Whether the link was copied; the address, if not.
    pub copied: Option<Result<(), Text>>,
}

/// The lesson to take next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextView {
    /// The text that names it.
    pub source: Text,
    pub title: String,
}

/// What a learner has come to, for a teacher.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishView {
    pub code: Text,
    /// The steps that are done, and all.
    pub steps: [u64; 2],
    /// The predictions that were right at the first try, and all.
    pub predictions: [u64; 2],
    /// Whether the code was copied; `None` before that.
    pub copied: Option<bool>,
}

/// A question or a task of a step.
#[derive(Debug, Clone, PartialEq)]
pub enum PartView {
    /// A question.
    Prediction(PredictionView),
    Task(TaskView),
}

/// A question.
#[derive(Debug, Clone, PartialEq)]
pub struct PredictionView {
    pub id: String,
    pub question: Prose,
    /// Of a number: a key of the catalogue for its unit. `None` if an answer is chosen.
    pub unit: Option<&'static str>,
    /// The answers to choose from. Of a number, those for which there is a reason: shown once it is known which is right.
    pub choices: Vec<ChoiceView>,
    /// How far the question is.
    pub state: PredictionState,
}

impl PredictionView {
    /// Whether it waits for an answer.
    pub const fn is_open(&self) -> bool {
        matches!(self.state, PredictionState::Asked { .. })
    }
}

/// How far a question is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PredictionState {
    /// It is asked: what is chosen or typed, and whether that can be given.
    Asked {
        /// The id of a choice, or a number as typed.
        answer: String,
        /// Whether it can be given.
        is_valid: bool,
    },
    /// It is answered, or not, and what was asked about happens now.
    Answered(Option<String>),
    /// What was asked about has happened.
    Known {
        /// The answer that was given.
        answer: Option<String>,
        /// Whether that is what happened.
        is_right: bool,
        /// What happened.
        right: String,
        /// Why the answer that was given is wrong.
        why_wrong: Vec<Span>,
        why_right: Vec<Span>,
    },
}

/// An answer to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChoiceView {
    pub id: String,
    /// What it says.
    pub label: Vec<Span>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct TaskView {
    /// What to do.
    pub text: Prose,
    /// The hints that are shown.
    pub hints: Vec<Vec<Span>>,
    /// How many hints there are in all.
    pub hint_total: usize,
    pub is_done: bool,
}

/// What a lesson waits for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StageView {
    /// An answer, or a task.
    Learner,
    /// The learner lets this operation run; a workload if it has no name.
    Run(Option<String>),
    /// A change that is on its way.
    Wait,
    /// A workload that runs.
    WaitForWorkload,
    /// The step is done.
    Done,
}

/// What the panel shows; `None` if no lesson is open.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    Some(match shared.page.learn.open.as_ref()? {
        OpenLesson::Loading(_) => View::Loading,
        OpenLesson::Failed { problem, .. } => {
            View::Failed { problem: problem.clone(), is_retryable: is_retryable(problem) }
        }
        OpenLesson::Playing(open) => {
            let player = &open.player;
            let is_embedded = shared.page.embed.is_some();
            let words = player.step_words().cloned().unwrap_or_default();
            View::Step(Box::new(StepView {
                lesson: named(player.words().title.clone(), &player.lesson().id),
                steps: steps(player),
                position: player.position(),
                parts: parts(player, &words, state),
                stage: stage(player, shared.session.workload_stage()),
                faults: Rc::clone(&open.faults),
                missing_step: open.missing_step.clone(),
                not_stored: not_stored(&shared.page.learn, &open.source),
                can_close: !is_embedded,
                finish: finish(open, state).filter(|_| !is_embedded),
                placement: is_finished(player)
                    .then(|| placement(&shared.page.learn, player))
                    .flatten(),
                place: place(&shared.page.learn, &open.source),
                leads_to_part: !state.is_at_part,
                is_folded: state.is_folded,
                next: next(&shared.page.learn, open).filter(|_| !is_embedded),
                checked: state.checked.clone(),
                has_link: open.source.is_shared(),
                copied: state.copied.clone(),
                title: named(words.title, &player.step().id),
                text: words.text,
            }))
        }
    })
}

/// Why an own lesson is in this tab only.
fn not_stored(learn: &LearnState, source: &LessonSource) -> Option<Message> {
    let LessonSource::Own(name) = source else { return None };
    let failure = learn.not_stored.filter(|_| learn.own.find(name) != learn.stored.find(name))?;
    Some(match failure {
        StorageFailure::Full { missing_bytes } => {
            Message::plain("lesson.no_room").with("size", Argument::Size(missing_bytes))
        }
        StorageFailure::OpenElsewhere | StorageFailure::TitleTooLong | StorageFailure::Browser => {
            Message::plain("lesson.not_stored")
        }
    })
}

/// Whether the learner has reached the end of the lesson.
fn is_finished(player: &Player) -> bool {
    let is_end = player.step().parts.iter().any(|part| matches!(part, Part::Free));
    is_end && player.stage() == Stage::Done
}

/// The position of a lesson in the teacher's list, from 1, and how many lessons that has.
fn place(learn: &LearnState, source: &LessonSource) -> Option<[u64; 2]> {
    let position = learn.listed_lessons().position(|lesson| lesson == source)?;
    Some([position + 1, learn.listed_lessons().count()].map(|count| count as u64))
}

/// The lesson after this one: of the teacher's list, or else of the course.
fn next(learn: &LearnState, open: &PlayedLesson) -> Option<NextView> {
    let name = open.source.to_string();
    let of_course = || {
        let (course, _) = learn.course()?;
        let next = course.lessons().skip_while(|lesson| lesson.id != name).nth(1)?;
        Some(LessonSource::Course(next.id.clone()))
    };
    let is_listed = learn.list.lessons.contains(&open.source);
    let next = match is_listed {
        true => learn.listed_lessons().skip_while(|lesson| **lesson != open.source).nth(1).cloned(),
        false => of_course(),
    };
    let next = next.filter(|_| is_finished(&open.player))?;
    Some(NextView { title: learn.title(&next), source: next.to_string().into() })
}

/// The code of a learner, at the end of the lesson.
fn finish(open: &PlayedLesson, state: &State) -> Option<FinishView> {
    let code = open.finish_code().filter(|_| is_finished(&open.player))?;
    Some(FinishView {
        steps: [code.done_count(), code.steps.len()].map(|count| count as u64),
        predictions: [code.right_count(), code.predictions.len()].map(|count| count as u64),
        code: code.to_string().into(),
        copied: state.code_copied,
    })
}

/// A title; the id of what has none, as when the file with the words is missing.
fn named(title: String, id: &str) -> String {
    if title.is_empty() { id.to_owned() } else { title }
}

/// Whether another attempt to fetch the files may succeed.
fn is_retryable(problem: &LessonProblem) -> bool {
    match problem {
        LessonProblem::NotFetched
        | LessonProblem::NoExample
        | LessonProblem::NotFetchedFrom(_)
        | LessonProblem::Faults(_)
        | LessonProblem::NoSandbox => true,
        LessonProblem::NotHere | LessonProblem::OnlyWords(_) | LessonProblem::NotOpened(_) => false,
    }
}

fn steps(player: &Player) -> Vec<(String, bool)> {
    let steps = player.lesson().steps.iter().map(|step| {
        let words = player.words().step(&step.id);
        let title = words.map_or_else(|| step.id.clone(), |words| words.title.clone());
        (title, player.is_done(&step.id))
    });
    steps.collect()
}

fn stage(player: &Player, workload: WorkloadStage) -> StageView {
    match player.stage() {
        Stage::Predict(_) | Stage::Task(_) => StageView::Learner,
        Stage::Run(action) => StageView::Run(operation(action)),
        Stage::Wait if workload == WorkloadStage::Idle => StageView::Wait,
        Stage::Wait => StageView::WaitForWorkload,
        Stage::Done => StageView::Done,
    }
}

fn operation(action: &LessonAction) -> Option<String> {
    let ActionKind::Call { operation, .. } = &action.kind else { return None };
    Some(operation.clone())
}

fn parts(player: &Player, words: &StepWords, state: &State) -> Vec<PartView> {
    let parts = player.shown_parts().iter().enumerate();
    let parts = parts.filter_map(|(position, part)| match part {
        Part::Predict(it) => {
            let words = words.prediction(&it.id).cloned().unwrap_or_default();
            Some(PartView::Prediction(prediction(player, position, it, words, state)))
        }
        Part::Task(it) => {
            let words = words.task(&it.id).cloned().unwrap_or_default();
            Some(PartView::Task(task(player, position, it, words)))
        }
        Part::Act(_) | Part::Look(_) | Part::Expect(_) | Part::Free => None,
    });
    parts.collect()
}

fn prediction(
    player: &Player,
    position: usize,
    prediction: &Prediction,
    words: PredictionWords,
    state: &State,
) -> PredictionView {
    let unit = prediction.measure.as_ref().map(|measure| unit(measure.unit()));
    let choices = prediction.choices.iter().map(|choice| ChoiceView {
        id: choice.id.clone(),
        label: words.choice(&choice.id).map(|it| it.label.clone()).unwrap_or_default(),
    });
    let progress = match (player.answer(&prediction.id), player.is_revealed(position)) {
        (None, _) => PredictionState::Asked {
            answer: state.answer.clone(),
            is_valid: is_valid(&state.answer, unit.is_some()),
        },
        (Some(answer), false) => PredictionState::Answered(answer.clone()),
        (Some(answer), true) => known(prediction, &words, answer.as_deref()),
    };
    PredictionView {
        id: prediction.id.clone(),
        question: words.question.clone(),
        unit,
        choices: if unit.is_some() { Vec::new() } else { choices.collect() },
        state: progress,
    }
}

fn known(
    prediction: &Prediction,
    words: &PredictionWords,
    answer: Option<&str>,
) -> PredictionState {
    let right = prediction.answer().map(|choice| choice.id.clone()).unwrap_or_default();
    let given = answer.and_then(|answer| match prediction.measure {
        Some(_) => prediction.choice_of(Quantity::parse(answer)?),
        None => prediction.choices.iter().find(|choice| choice.id == answer),
    });
    let reason = |id: &str| words.choice(id).map(|it| it.reason.clone()).unwrap_or_default();
    let why_right = reason(&right);
    let is_right = given.is_some_and(|choice| choice.mark == Mark::Right);
    let why_wrong = match given {
        Some(_) if is_right => Vec::new(),
        Some(choice) => reason(&choice.id),
        None if answer.is_some() => words.other.clone(),
        None => Vec::new(),
    };
    PredictionState::Known {
        answer: answer.map(str::to_owned),
        is_right,
        // Of a number without a reason of its own, the reason may be that of the right one.
        why_wrong: if why_wrong == why_right { Vec::new() } else { why_wrong },
        why_right,
        right,
    }
}

fn task(player: &Player, position: usize, _: &Task, words: TaskWords) -> TaskView {
    let shown = if player.is_past(position) { 0 } else { player.hint_count() };
    TaskView {
        text: words.text,
        hint_total: words.hints.len(),
        hints: words.hints.into_iter().take(shown).collect(),
        is_done: player.is_past(position),
    }
}

/// The unit of a number: a key of the catalogue.
const fn unit(unit: Unit) -> &'static str {
    match unit {
        Unit::ReadUnits => "lesson.unit.read",
        Unit::WriteUnits => "lesson.unit.write",
        Unit::UnitsPerSecond => "lesson.unit.units_per_second",
        Unit::Items => "lesson.unit.items",
        Unit::Bytes => "lesson.unit.bytes",
        Unit::Requests => "lesson.unit.requests",
        Unit::RequestsPerSecond => "lesson.unit.requests_per_second",
        Unit::Count => "lesson.unit.count",
    }
}
