//! Lessons and their examples as things that can be found by name. Pure.

use playground::view::value::Text;

use crate::panel::effect::{Effect, Findable, FindableKind};
use crate::panel::learn::{Fetched, LearnAction};
use crate::panel::shared::Shared;

/// The lessons and their examples, once their list was fetched.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let Fetched::Here(course) = &shared.page.learn.course else { return Vec::new() };
    let (course, words) = &**course;
    let lessons = course.lessons().filter_map(|lesson| {
        let name = words.lessons.get(&lesson.id)?.title.as_str().into();
        let id = Text::from(lesson.id.as_str());
        let take = LearnAction::Open { lesson: id.clone(), step: None };
        Some([
            Findable::named(FindableKind::Lesson, &name, Effect::Learn(take)),
            Findable::named(
                FindableKind::Example,
                &name,
                Effect::Learn(LearnAction::OpenExample(id)),
            ),
        ])
    });
    lessons.flatten().collect()
}
