//! Fetches both files of a lesson, and reads them.

use playground::lesson::file::Lesson;
use playground::lesson::read::ReadLesson;
use playground::lesson::source::LessonSource;

use crate::app::later::read_lesson;
use crate::app::learn::event::FetchedExample;
use crate::app::platform::lesson;
use crate::panel::learn::{ExampleTries, TriedStep};

/// Fetches a lesson that is not in this browser.
pub(super) async fn lesson_of(source: &LessonSource) -> Option<ReadLesson> {
    let [lesson, words] = source.paths()?;
    let (lesson, words) = (lesson::fetch_file(&lesson).await?, lesson::fetch_file(&words).await?);
    read_lesson(lesson, Some(words)).await.ok()
}

/// The example of a lesson of the course; nothing if it could not be fetched.
pub(crate) async fn read_example(id: String) -> Option<FetchedExample> {
    let ReadLesson { lesson, words, .. } = lesson_of(&LessonSource::Course(id)).await?;
    let tried = lesson.tries.iter().filter_map(|it| lesson.steps.get(lesson.step(&it.step)?));
    let steps = tried.filter_map(|step| {
        let title = words.step(&step.id)?.title.as_str().into();
        let actions = Lesson::actions_of(step).cloned().collect();
        Some(TriedStep { title, actions, is_done: false })
    });
    Some(FetchedExample {
        command: lesson.example(&words.title),
        workspace: lesson.workspace,
        tries: ExampleTries { lesson: lesson.id.as_str().into(), steps: steps.collect() },
    })
}
