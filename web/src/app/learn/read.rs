//! Fetches both files of a lesson, and reads them.

use playground::lesson::read::ReadLesson;
use playground::lesson::source::LessonSource;
use playground::sandbox::command::Command;

use crate::app::later::read_lesson;
use crate::app::platform::lesson;

/// Fetches a lesson that is not in this browser.
pub(super) async fn lesson_of(source: &LessonSource) -> Option<ReadLesson> {
    let [lesson, words] = source.paths()?;
    let (lesson, words) = (lesson::fetch_file(&lesson).await?, lesson::fetch_file(&words).await?);
    read_lesson(lesson, Some(words)).await.ok()
}

/// The command that opens the example of a lesson of the course; nothing if it could not be fetched.
pub(crate) async fn read_example(id: String) -> Option<Command> {
    let read = lesson_of(&LessonSource::Course(id)).await?;
    Some(read.lesson.example(&read.words.title))
}
