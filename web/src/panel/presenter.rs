//! What the window of a presented lesson and the window with its notes tell each other.

use playground::lesson::file::Part;
use playground::lesson::player::{Player, Stage};
use playground::lesson::prediction::{Choice, Mark, Prediction};
use playground::lesson::words::{PredictionWords, Text as Prose, plain};
use serde::{Deserialize, Serialize};

/// What one window tells the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PresenterMessage {
    /// The notes ask what is shown.
    Ask,
    /// The presentation shows this.
    Shown(Box<ShownStep>),
    /// The notes ask to go one press forward.
    Forward,
    /// The notes ask to go back.
    Back,
}

/// The step that is presented.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownStep {
    /// The title of the lesson.
    pub lesson: String,
    /// The position of the step, and how many there are.
    pub position: u64,
    /// How many steps there are.
    pub count: u64,
    pub title: String,
    /// What the author of the lesson tells a teacher.
    pub notes: Prose,
    pub predictions: Vec<ShownPrediction>,
    /// The title of the step after it.
    pub next: Option<String>,
    /// What the next press does.
    pub press: NextPress,
    /// When the presentation began, in milliseconds since 1970.
    pub started_ms: u64,
}

/// A prediction of the step that is presented.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownPrediction {
    pub question: Prose,
    /// The wrong answer that most people give, and why it is wrong.
    pub expected: Option<[String; 2]>,
    /// The right answer, and why.
    pub right: Option<[String; 2]>,
}

/// What the next press does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum NextPress {
    /// It shows what happens: the audience has predicted.
    Reveal,
    /// It sends a request, or runs a workload.
    Run,
    /// It lets the time pass that the lesson waits for.
    Skip,
    /// It plays the solution of a task.
    Solve,
    /// It shows the next step.
    Next,
    /// Nothing: this is the end.
    End,
}

/// What the next press does in a lesson.
pub fn next_press(player: &Player) -> NextPress {
    match player.stage() {
        Stage::Predict(_) => NextPress::Reveal,
        Stage::Run(_) => NextPress::Run,
        Stage::Wait => NextPress::Skip,
        Stage::Task(_) => NextPress::Solve,
        Stage::Done if player.position() + 1 < player.lesson().steps.len() => NextPress::Next,
        Stage::Done => NextPress::End,
    }
}

/// The step that a player shows, for the window with the notes.
pub fn shown_step(player: &Player, started_ms: u64) -> ShownStep {
    let title = |position: usize| {
        let step = player.lesson().steps.get(position)?;
        let words = player.words().step(&step.id);
        Some(words.map_or_else(|| step.id.clone(), |words| words.title.clone()))
    };
    let words = player.step_words().cloned().unwrap_or_default();
    let predictions = player.step().parts.iter().filter_map(|part| match part {
        Part::Predict(prediction) => {
            let words = words.prediction(&prediction.id).cloned().unwrap_or_default();
            Some(shown_prediction(prediction, words))
        }
        Part::Act(_) | Part::Look(_) | Part::Expect(_) | Part::Task(_) | Part::Free => None,
    });
    ShownStep {
        lesson: player.words().title.clone(),
        position: player.position() as u64,
        count: player.lesson().steps.len() as u64,
        title: title(player.position()).unwrap_or_default(),
        predictions: predictions.collect(),
        next: title(player.position() + 1),
        press: next_press(player),
        started_ms,
        notes: words.notes,
    }
}

fn shown_prediction(prediction: &Prediction, words: PredictionWords) -> ShownPrediction {
    let answer = |mark: Mark| {
        let choice: &Choice = prediction.choices.iter().find(|choice| choice.mark == mark)?;
        let words = words.choice(&choice.id)?;
        let label = if words.label.is_empty() { choice.id.clone() } else { plain(&words.label) };
        Some([label, plain(&words.reason)])
    };
    let (expected, right) = (answer(Mark::Common), answer(Mark::Right));
    ShownPrediction { question: words.question, expected, right }
}
