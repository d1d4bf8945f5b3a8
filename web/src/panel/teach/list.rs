//! The lessons that a teacher has chosen. Pure.

use playground::lesson::list::LessonList;
use playground::lesson::source::LessonSource;
use playground::report::sheet::SheetLesson;
use playground::view::value::Text;

use crate::panel::learn::LearnState;
use crate::panel::shared::{Shared, with_parameters};

/// The address that opens the lessons of a list in their order.
pub(super) fn link(list: &LessonList, shared: &Shared) -> Text {
    with_parameters(&shared.page.address, &format!("course={}", list.in_parameter()))
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
