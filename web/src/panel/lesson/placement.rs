//! Where a learner begins, at the end of the questions that ask for that. Pure.

use playground::lesson::file::Placement;
use playground::lesson::player::Player;
use playground::lesson::source::LessonSource;
use playground::view::value::Text;

use crate::panel::learn::LearnState;

/// Where a learner begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlacementView {
    /// The title of the first chapter with a wrong answer; `None` if there is none.
    pub chapter: Option<String>,
    /// The lessons that repair wrong answers.
    pub repairs: Vec<RepairView>,
}

/// A lesson that repairs a wrong answer: whole, because its steps build on each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RepairView {
    /// Its id.
    pub lesson: Text,
    pub title: String,
}

/// Where the first answers place a learner; `None` if no step of the lesson has a placement, and until the course
/// is here.
pub(super) fn placement(learn: &LearnState, player: &Player) -> Option<PlacementView> {
    let (course, words) = learn.course()?;
    let progress = player.progress(None);
    let mut is_placing = false;
    let mut unknown: Vec<&Placement> = Vec::new();
    let mut repairs: Vec<RepairView> = Vec::new();
    for (step, prediction) in player.lesson().predictions() {
        let Some(placement) = &step.placement else { continue };
        is_placing = true;
        let answer = progress.first_answer(&step.id, &prediction.id).cloned().flatten();
        if answer.is_some() && answer.as_ref() == prediction.answer().map(|right| &right.id) {
            continue;
        }
        unknown.push(placement);
        // Without an answer it is the repair of the first wrong choice.
        let repair = placement.repairs.iter().find(|it| Some(&it.choice) == answer.as_ref());
        let Some(repair) = repair.or(placement.repairs.first()) else { continue };
        let view = RepairView {
            lesson: repair.lesson.as_str().into(),
            title: learn.title(&LessonSource::Course(repair.lesson.clone())),
        };
        // A lesson that repairs two answers is opened once.
        if !repairs.iter().any(|other| other.lesson == view.lesson) {
            repairs.push(view);
        }
    }
    let mut chapters = course.chapters.iter().map(|chapter| &chapter.id);
    let chapter = chapters.find(|id| unknown.iter().any(|it| it.chapter == **id));
    let title = |id: &String| words.chapters.get(id).unwrap_or(id).clone();
    is_placing.then(|| PlacementView { chapter: chapter.map(title), repairs })
}
