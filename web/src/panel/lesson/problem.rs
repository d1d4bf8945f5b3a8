//! Why a lesson cannot be played, in words. Pure.

use playground::lesson::own::{FILE_COUNT_MAX, OWN_LESSON_MAX, OwnLessonError};
use playground::lesson::source::{FILE_SIZE_MAX, LESSON_END};
use playground::view::message::{Argument, Message};
use playground::view::value::Text;

use crate::panel::learn::LessonProblem;

/// The sentence of a problem. The lines of the files that are wrong are listed below it.
pub fn sentence_of(problem: &LessonProblem) -> Message {
    match problem {
        LessonProblem::Faults(_) => Message::plain("lesson.faults"),
        LessonProblem::NotFetched => Message::plain("lesson.not_fetched"),
        LessonProblem::NoExample => Message::plain("lesson.no_example"),
        LessonProblem::NotFetchedFrom(address) => Message::plain("lesson.not_fetched_from")
            .with("address", Argument::Code(Text::clone(address))),
        LessonProblem::NotHere => Message::plain("lesson.not_here"),
        LessonProblem::OnlyWords(name) => Message::plain("lesson.only_words")
            .with("name", Argument::Code(format!("{name}{LESSON_END}").into())),
        LessonProblem::NoSandbox => Message::plain("lesson.no_sandbox"),
        LessonProblem::NotOpened(OwnLessonError::TooLarge(name)) => {
            Message::plain("lesson.too_large")
                .with("name", Argument::Code(name.as_str().into()))
                .with("limit", Argument::Count(FILE_SIZE_MAX as u64))
        }
        LessonProblem::NotOpened(OwnLessonError::TooManyFiles(count)) => {
            Message::plain("lesson.too_many_files")
                .with("count", Argument::Count(*count))
                .with("limit", Argument::Count(FILE_COUNT_MAX as u64))
        }
        LessonProblem::NotOpened(OwnLessonError::Full) => {
            Message::plain("lesson.too_many").with("limit", Argument::Count(OWN_LESSON_MAX as u64))
        }
        LessonProblem::NotOpened(OwnLessonError::NoLesson) => {
            Message::plain("lesson.no_lesson_file")
        }
        LessonProblem::NotOpened(OwnLessonError::NoProgress(name)) => {
            Message::plain("lesson.no_progress").with("name", Argument::Code(name.as_str().into()))
        }
    }
}
