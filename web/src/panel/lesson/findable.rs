//! Lessons as things that can be found by name. Pure.

use crate::panel::effect::{Effect, Findable, FindableKind};
use crate::panel::learn::{Fetched, LearnAction};
use crate::panel::shared::Shared;

/// The lessons, once their list was fetched.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let Fetched::Here(course) = &shared.page.learn.course else { return Vec::new() };
    let (course, words) = &**course;
    let lessons = course.lessons().filter_map(|lesson| {
        let title = words.lessons.get(&lesson.id)?;
        let open = LearnAction::Open { lesson: lesson.id.as_str().into(), step: None };
        let name = title.title.as_str().into();
        Some(Findable::named(FindableKind::Lesson, &name, Effect::Learn(open)))
    });
    lessons.collect()
}
