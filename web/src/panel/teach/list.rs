//! The lessons that a teacher has chosen. Pure.

use playground::lesson::list::LessonList;
use playground::lesson::source::LessonSource;
use playground::report::sheet::SheetLesson;

use crate::panel::learn::LearnState;
use crate::panel::shared::Shared;

/// The address that opens the lessons of a list in their order.
pub(super) fn link(list: &LessonList, shared: &Shared) -> String {
    let address = &shared.page.address;
    let mark = if address.contains('?') { '&' } else { '?' };
    format!("{address}{mark}course={}", list.in_parameter())
}

/// What is known of a lesson that is chosen.
pub(super) fn sheet_lesson(source: &LessonSource, learn: &LearnState) -> SheetLesson {
    let id = source.to_string();
    let words = learn.course().and_then(|(_, words)| words.lessons.get(&id));
    SheetLesson {
        title: learn.title(source),
        minutes: learn.course_lesson(&id).map(|lesson| lesson.minutes),
        summary: words.map(|words| words.summary.clone()).unwrap_or_default(),
    }
}
