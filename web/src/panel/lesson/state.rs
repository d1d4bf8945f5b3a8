//! The answer that is being given, and what can be done in a lesson. Pure.

use playground::lesson::player::Stage;
use playground::lesson::quantity::Quantity;
use playground::view::value::Text;

use crate::panel::effect::Effect;
use crate::panel::learn::{LearnAction, OpenLesson};
use crate::panel::shared::Shared;

/// The panel's state.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The answer to the question that is asked, before it is given: the id of a choice, or a number as typed.
    pub answer: String,
    /// Whether the link to the step was copied; the address, if the browser did not allow that.
    pub copied: Option<Result<(), Text>>,
    /// Whether the finish code was copied; `None` before that.
    pub code_copied: Option<bool>,
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
    /// Ask the page to do something with the lesson.
    Learn(LearnAction),
    /// Fetch the files again.
    Retry,
    /// Copy a link to the step.
    CopyLink,
    /// The link was copied; the address, if the browser did not allow that.
    Copied(Result<(), Text>),
    /// Copy the finish code.
    CopyCode,
    /// It was copied, or the browser did not allow that.
    CodeCopied(bool),
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Choose(answer) => self.answer = answer,
            Action::Predict => return self.give(shared, true),
            Action::Skip => return self.give(shared, false),
            Action::Learn(action) => {
                *self = Self::default();
                return vec![Effect::Learn(action)];
            }
            Action::Retry => return retry(shared).into_iter().collect(),
            Action::CopyLink => return link(shared).map(copy).into_iter().collect(),
            Action::Copied(copied) => self.copied = Some(copied),
            Action::CopyCode => return copy_code(shared).into_iter().collect(),
            Action::CodeCopied(is_copied) => self.code_copied = Some(is_copied),
        }
        Vec::new()
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

/// Whether an answer can be given: a choice, or a number.
pub(super) fn is_valid(answer: &str, is_number: bool) -> bool {
    match is_number {
        true => Quantity::parse(answer.trim()).is_some(),
        false => !answer.is_empty(),
    }
}

fn retry(shared: &Shared) -> Option<Effect<Action>> {
    let Some(OpenLesson::Failed { name, step, .. }) = &shared.page.learn.open else { return None };
    let (lesson, step) = (Text::clone(name), step.clone());
    Some(Effect::Learn(LearnAction::Open { lesson, step }))
}

/// The address of the step that is shown.
fn link(shared: &Shared) -> Option<Text> {
    let played = shared.page.learn.played()?;
    let address = &shared.page.address;
    let mark = if address.contains('?') { '&' } else { '?' };
    let (source, step) = (&played.source, &played.player.step().id);
    Some(format!("{address}{mark}lesson={source}&step={step}").into())
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
