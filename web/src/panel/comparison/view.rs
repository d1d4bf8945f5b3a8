//! What differs between two designs. Pure.

use playground::lesson::source::LessonSource;
use playground::view::compare::{ComparisonView, Difference};
use playground::view::value::Text;

use crate::panel::comparison::state::State;
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub enum View {
    /// There is one design: the examples that can be the other.
    One(Examples),
    Two(TwoDesigns),
}

/// What can be the other design.
#[derive(Debug, Clone, PartialEq)]
pub struct Examples {
    /// The lessons of the course, each with its title; `None` before the list is fetched.
    pub lessons: Option<Vec<(Text, String)>>,
    /// Whether the user has asked for the list here.
    pub is_awaited: bool,
}

/// What differs.
#[derive(Debug, Clone, PartialEq)]
pub struct TwoDesigns {
    pub comparison: ComparisonView,
    /// Where the tables differ.
    pub differences: Vec<Difference>,
    /// When this is so, in virtual time.
    pub at_ms: u64,
}

/// What the panel shows. `last` is what it showed for the same designs: the access patterns of both are not tried again with every
/// key that is pressed.
pub(super) fn view(state: State, shared: &Shared, last: Option<&View>) -> View {
    let session = shared.session;
    let at_ms = session.clock().now_ms;
    let is_current = |last: &TwoDesigns| {
        last.at_ms == at_ms && last.comparison.running_percent.is_none() && !session.compares()
    };
    if let Some(View::Two(last)) = last
        && is_current(last)
    {
        return View::Two(last.clone());
    }
    match session.comparison() {
        Some(comparison) => {
            let differences = session.differences();
            View::Two(TwoDesigns { comparison, differences, at_ms })
        }
        None => View::One(Examples { lessons: lessons(shared), is_awaited: state.is_listing }),
    }
}

fn lessons(shared: &Shared) -> Option<Vec<(Text, String)>> {
    let learn = &shared.page.learn;
    let (course, _) = learn.course()?;
    let titled = course.lessons().map(|lesson| {
        (lesson.id.as_str().into(), learn.title(&LessonSource::Course(lesson.id.clone())))
    });
    Some(titled.collect())
}
