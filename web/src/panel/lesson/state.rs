//! The answer that is being given, and what can be done in a lesson. Pure.

use std::rc::Rc;

use playground::lesson::check::{PAGE_STEPS, check_within};
use playground::lesson::fault::Fault;
use playground::lesson::player::Stage;
use playground::lesson::quantity::Quantity;
use playground::lesson::source::LessonSource;
use playground::view::value::Text;
use playground::view::workload::WorkloadStage;
use serde_json::Value;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::learn::{LearnAction, LessonProblem, OpenLesson, RECORD_LESSON};
use crate::panel::page::PageAction;
use crate::panel::presenter::{NextPress, next_press};
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// The topic under which the lesson goes one press forward.
pub const FORWARD: &str = "forward";

/// The topic under which the lesson goes back.
pub const BACK: &str = "back";

/// The panel's state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The answer to the question that is asked, before it is given: the id of a choice, or a number as typed.
    pub answer: String,
    /// Whether the link to the step was copied; the address, if the browser did not allow that.
    pub copied: Option<Result<(), Text>>,
    /// What the check of an own lesson has found; `None` before it.
    pub checked: Option<Rc<[Fault]>>,
    /// Whether the finish code was copied; `None` before that.
    pub code_copied: Option<bool>,
    /// Whether the learner has gone to the question or the task of the step.
    pub is_at_part: bool,
    /// Whether the text is folded on a phone, so that the tables have its room.
    pub is_folded: bool,
}

/// What can be done in a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Choose or type an answer.
    Choose(String),
    /// Give the answer.
    Predict,
    /// Go on without an answer.
    Skip,
    /// Go to the question or the task: its button is drawn no longer, and the focus moves on.
    ToPart,
    /// Fold the text, or show it again.
    Fold,
    /// Show the teacher's list.
    ToList,
    /// Ask the page to do something with the lesson.
    Learn(LearnAction),
    /// Fetch the files again.
    Retry,
    /// Copy a link to the step.
    CopyLink,
    /// The link was copied; the address, if the browser did not allow that.
    Copied(Result<(), Text>),
    /// Check the files of an own lesson.
    Check,
    /// Edit the files of an own lesson.
    Edit,
    /// Copy the finish code.
    CopyCode,
    /// It was copied, or the browser did not allow that.
    CodeCopied(bool),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Choose(answer) => self.answer = answer,
            Action::Predict => return self.give(shared, true),
            Action::Skip => return self.give(shared, false),
            Action::ToPart => self.is_at_part = true,
            Action::Fold => self.is_folded = !self.is_folded,
            Action::ToList => return vec![Effect::Page(PageAction::ToggleMenu(Menu::Learn))],
            Action::Learn(action) => {
                // The focus moves on to the question that appears.
                *self = Self { is_at_part: action == LearnAction::Run, ..Self::default() };
                return vec![Effect::Learn(action)];
            }
            Action::Retry => return retry(shared).into_iter().collect(),
            Action::CopyLink => return shared.step_link().map(copy).into_iter().collect(),
            Action::Copied(copied) => self.copied = Some(copied),
            Action::Check => self.checked = check_own(shared),
            Action::Edit => return vec![Effect::Follow(RECORD_LESSON)],
            Action::CopyCode => return copy_code(shared).into_iter().collect(),
            Action::CodeCopied(is_copied) => self.code_copied = Some(is_copied),
        }
        Vec::new()
    }

    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        // Files that were opened again may say something else.
        if executed.accepted && executed.command.opens() {
            *self = Self::default();
        }
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        (!self.answer.is_empty()).then(|| Value::from(self.answer.as_str()))
    }

    fn resume(&mut self, unfinished: Value) {
        if let Value::String(answer) = unfinished {
            self.answer = answer;
        }
    }

    /// Goes forward or back, as a remote control does.
    fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<Action>> {
        match topic {
            FORWARD => self.forward(shared),
            BACK => back(shared).into_iter().collect(),
            _ => Vec::new(),
        }
    }
}

impl State {
    /// What one press does: it shows what happens, runs a request, ends a wait, solves a task, or shows the next step.
    fn forward(&mut self, shared: &Shared) -> Vec<Effect<Action>> {
        let Some(played) = shared.page.learn.played() else { return Vec::new() };
        let action = match next_press(&played.player) {
            NextPress::Reveal => {
                let is_number = match played.player.stage() {
                    Stage::Predict(prediction) => prediction.measure.is_some(),
                    Stage::Run(_) | Stage::Wait | Stage::Task(_) | Stage::Done => false,
                };
                let is_answered = is_valid(&self.answer, is_number);
                return self.give(shared, is_answered);
            }
            NextPress::Run => LearnAction::Run,
            NextPress::Skip if shared.session.workload_stage() == WorkloadStage::Idle => {
                LearnAction::SkipWait
            }
            NextPress::Solve => LearnAction::ShowSolution,
            NextPress::Next => LearnAction::Next,
            NextPress::Skip | NextPress::End => return Vec::new(),
        };
        vec![Effect::Learn(action)]
    }

    /// Answers the question that is asked.
    fn give(&mut self, shared: &Shared, is_answered: bool) -> Vec<Effect<Action>> {
        let Some(played) = shared.page.learn.played() else { return Vec::new() };
        let Stage::Predict(prediction) = played.player.stage() else { return Vec::new() };
        let answer = self.answer.trim().to_owned();
        if is_answered && !is_valid(&answer, prediction.measure.is_some()) {
            return Vec::new();
        }
        let prediction = prediction.id.as_str().into();
        *self = Self::default();
        let answer = is_answered.then_some(answer);
        vec![Effect::Learn(LearnAction::Answer { prediction, answer })]
    }
}

/// To the beginning of the step; from there to that of the step before.
fn back(shared: &Shared) -> Option<Effect<Action>> {
    let player = &shared.page.learn.played()?.player;
    let action = match player.position() {
        _ if !player.is_at_start() => LearnAction::Again,
        position => LearnAction::GoTo(position.checked_sub(1)?),
    };
    Some(Effect::Learn(action))
}

/// Whether an answer can be given: a choice, or a number.
pub(super) fn is_valid(answer: &str, is_number: bool) -> bool {
    match is_number {
        true => Quantity::parse(answer.trim()).is_some(),
        false => !answer.is_empty(),
    }
}

fn retry(shared: &Shared) -> Option<Effect<Action>> {
    let Some(OpenLesson::Failed { name, step, problem }) = &shared.page.learn.open else {
        return None;
    };
    let (lesson, step) = (Text::clone(name), step.clone());
    Some(Effect::Learn(match problem {
        LessonProblem::NoExample => LearnAction::OpenExample(lesson),
        _ => LearnAction::Open { lesson, step },
    }))
}

/// Plays an own lesson as `sparsebox lessons` does, and lists every line that is not as the engine has it.
fn check_own(shared: &Shared) -> Option<Rc<[Fault]>> {
    let learn = &shared.page.learn;
    let LessonSource::Own(name) = &learn.played()?.source else { return None };
    let own = learn.own.find(name)?;
    let (lesson, words) = (own.lesson.as_deref()?, own.words.as_deref().unwrap_or_default());
    Some(check_within(lesson, words, PAGE_STEPS).into())
}

fn copy_code(shared: &Shared) -> Option<Effect<Action>> {
    let code = shared.page.learn.played()?.finish_code()?;
    let (copied, denied) = (Action::CodeCopied(true), Action::CodeCopied(false));
    Some(Effect::Copy { text: code.to_string().into(), copied, denied })
}

fn copy(text: Text) -> Effect<Action> {
    let denied = Action::Copied(Err(Text::clone(&text)));
    Effect::Copy { text, copied: Action::Copied(Ok(())), denied }
}
