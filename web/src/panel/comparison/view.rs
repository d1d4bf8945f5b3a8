//! What differs between two designs. Pure.

use playground::lesson::source::LessonSource;
use playground::view::compare::{ComparisonView, Difference, MergePreview};
use playground::view::value::Text;

use crate::panel::comparison::state::{State, Taken};
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
    /// What would be taken over.
    pub asked: Option<Box<Asked>>,
    /// When this is so, in virtual time.
    pub at_ms: u64,
}

/// What would be taken over, and what that does; `None` if it takes too long to try it.
pub type Asked = (Taken, Option<MergePreview>);

/// What the panel shows. `last` is what it showed for the same designs: the access patterns of both are not tried again with every
/// key that is pressed.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> View {
    let session = shared.session;
    let at_ms = session.clock().now_ms;
    let is_current = |last: &TwoDesigns| {
        last.at_ms == at_ms && last.comparison.running_percent.is_none() && !session.compares()
    };
    if let Some(View::Two(last)) = last
        && is_current(last)
    {
        let asked = match (&last.asked, &state.asked) {
            (Some(before), Some(asked)) if before.0 == *asked => last.asked.clone(),
            (_, asked) => preview(asked.as_ref(), shared),
        };
        return View::Two(TwoDesigns { asked, ..last.clone() });
    }
    match session.comparison() {
        Some(comparison) => {
            let differences = session.differences();
            let asked = preview(state.asked.as_ref(), shared);
            View::Two(TwoDesigns { comparison, differences, asked, at_ms })
        }
        None => View::One(Examples { lessons: lessons(shared), is_awaited: state.is_listing }),
    }
}

fn preview(asked: Option<&Taken>, shared: &Shared) -> Option<Box<Asked>> {
    let asked = asked?;
    let Taken { table, part, into } = asked;
    Some(Box::new((asked.clone(), shared.session.merge_preview(table, part, *into))))
}

fn lessons(shared: &Shared) -> Option<Vec<(Text, String)>> {
    let learn = &shared.page.learn;
    let (course, _) = learn.course()?;
    let titled = course.lessons().map(|lesson| {
        (lesson.id.as_str().into(), learn.title(&LessonSource::Course(lesson.id.clone())))
    });
    Some(titled.collect())
}
