//! What the predictions of codes are called. Pure.

use playground::lesson::prediction::{Mark, Prediction};
use playground::lesson::read::ReadLesson;
use playground::lesson::tally::{LessonTally, Tally};
use playground::lesson::words::{Paragraph, PredictionWords, StepWords, plain};
use playground::message::text;
use playground::view::message::{Argument, Message};

use crate::panel::learn::{Fetched, LearnState};

/// The table as CSV.
pub(super) fn csv(tally: &Tally, learn: &LearnState) -> String {
    tally.to_csv(|lesson, position| question(lesson, position, learn))
}

/// The title of the lesson that codes are of; its id if the lesson is not known.
pub(super) fn title(tally: &LessonTally, learn: &LearnState) -> String {
    match learn.questions.get(tally.lesson.as_str()) {
        Some(Fetched::Here(lesson)) if !lesson.words.title.is_empty() => lesson.words.title.clone(),
        Some(Fetched::Not | Fetched::Loading | Fetched::Failed | Fetched::Here(_)) | None => {
            tally.lesson.clone()
        }
    }
}

/// What a prediction is called: its step and its question, or its number if the lesson of that revision is not known.
pub(super) fn question(tally: &LessonTally, position: usize, learn: &LearnState) -> String {
    known_question(tally, position, learn).unwrap_or_else(|| {
        let number = Argument::Count(position as u64 + 1);
        text(&Message::plain("teach.prediction").with("number", number))
    })
}

fn known_question(tally: &LessonTally, position: usize, learn: &LearnState) -> Option<String> {
    let (step, _, words) = known(tally, position, learn)?;
    let question = match words.question.first()? {
        Paragraph::Sentences(spans) => plain(spans),
        Paragraph::List(_) | Paragraph::Code(_) => return None,
    };
    Some(format!("{}: {question}", step.title))
}

/// The wrong answer that most people were expected to give, and why it is wrong.
pub(super) fn misconception(
    tally: &LessonTally,
    position: usize,
    learn: &LearnState,
) -> Option<Message> {
    let (_, prediction, words) = known(tally, position, learn)?;
    let common = prediction.choices.iter().find(|choice| choice.mark == Mark::Common)?;
    let choice = words.choice(&common.id)?;
    // A number is its own label.
    let label = if choice.label.is_empty() { common.id.clone() } else { plain(&choice.label) };
    let message = Message::plain("teach.misconception").with("answer", label);
    Some(message.with("reason", plain(&choice.reason)))
}

/// A prediction of a lesson that is here in the same revision, with its words and those of its step.
fn known<'a>(
    tally: &LessonTally,
    position: usize,
    learn: &'a LearnState,
) -> Option<(&'a StepWords, &'a Prediction, &'a PredictionWords)> {
    let Fetched::Here(read) = learn.questions.get(tally.lesson.as_str())? else { return None };
    let ReadLesson { lesson, words, .. } = read;
    let is_same = lesson.revision == tally.revision
        && lesson.predictions().count() == tally.predictions.len();
    let (step, prediction) = lesson.predictions().nth(position).filter(|_| is_same)?;
    let step = words.step(&step.id)?;
    Some((step, prediction, step.prediction(&prediction.id)?))
}
