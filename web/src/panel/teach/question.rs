//! What the predictions of codes are called. Pure.

use playground::lesson::read::ReadLesson;
use playground::lesson::tally::{LessonTally, Tally};
use playground::lesson::words::{Paragraph, plain};
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
    let Fetched::Here(read) = learn.questions.get(tally.lesson.as_str())? else { return None };
    let ReadLesson { lesson, words, .. } = read;
    let is_same = lesson.revision == tally.revision
        && lesson.predictions().count() == tally.predictions.len();
    let (step, prediction) = lesson.predictions().nth(position).filter(|_| is_same)?;
    let step = words.step(&step.id)?;
    let question = step.prediction(&prediction.id)?.question.first()?;
    let question = match question {
        Paragraph::Sentences(spans) => plain(spans),
        Paragraph::List(_) | Paragraph::Code(_) => return None,
    };
    Some(format!("{}: {question}", step.title))
}
