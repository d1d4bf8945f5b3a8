//! What the bar shows. Pure.

use playground::lesson::course::CourseLesson;
use playground::lesson::source::LessonSource;
use playground::view::bar::BarView;
use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::bar::state::{State, title_fault};
use crate::panel::learn::{Fetched, LearnState};
use crate::panel::setting::{MENU_COUNT, Menu, Saving, Theme, Workspace};
use crate::panel::shared::Shared;

/// What the bar shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The title of the sandbox, or what was typed in its place.
    pub title: Text,
    /// Why that can be no title.
    pub title_fault: Option<Message>,
    /// Whether it is stored: a key of the catalogue.
    pub saving: &'static str,
    /// Whether storing it fails.
    pub is_failing: bool,
    /// The action that undo would take back.
    pub undo: Option<Message>,
    /// What redo would bring back.
    pub redo: Option<Message>,
    /// Light, dark or neither.
    pub theme: Theme,
    /// The theme after the next press.
    pub next_theme: Theme,
    /// The menu of examples, if it is open.
    pub examples: Option<ExamplesView>,
    /// The menu of lessons, if it is open.
    pub lessons: Option<LessonsView>,
    /// Whether the dialog in which the sandbox is shared is open.
    pub is_share_open: bool,
    /// The workspace shown.
    pub workspace: Workspace,
    /// Whether the menu of help is open.
    pub is_help_open: bool,
}

/// What the menu of lessons shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonsView {
    /// The lessons of the course.
    pub course: CourseView,
    /// The user's own lessons.
    pub own: Vec<OwnLessonView>,
}

/// An own lesson in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnLessonView {
    /// The text that names it.
    pub source: Text,
    /// Its name.
    pub name: Text,
    /// Its title.
    pub title: String,
    /// Whether it is beside the workspace.
    pub is_open: bool,
}

/// The lessons of the course in the menu.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CourseView {
    /// The list is fetched.
    Loading,
    /// It could not be fetched.
    Failed,
    /// The chapters.
    Chapters(Vec<ChapterView>),
}

/// A chapter of lessons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChapterView {
    /// Its title.
    pub title: String,
    /// Its lessons.
    pub lessons: Vec<LessonView>,
}

/// A lesson in a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonView {
    /// Its id.
    pub id: Text,
    /// Its title.
    pub title: String,
    /// What it is about.
    pub summary: String,
    /// How long it takes.
    pub minutes: u64,
    /// How many of its steps are done.
    pub done_count: u64,
    /// How many steps it has.
    pub step_count: u64,
    /// Whether it is beside the workspace.
    pub is_open: bool,
}

/// What the menu of examples shows besides them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExamplesView {
    /// The sandboxes that were changed last.
    pub work: Vec<WorkView>,
    /// How many are stored.
    pub work_count: u64,
    /// Whether the sandbox differs from what was opened.
    pub is_edited: bool,
    /// Whether it can be duplicated as a second design.
    pub is_single: bool,
}

/// A stored sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkView {
    /// Its slot.
    pub slot: Text,
    /// Its title.
    pub title: Text,
    /// Whether it is on the page.
    pub is_open: bool,
}

/// What the bar shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let bar = shared.session.bar(None);
    let is_listed = shared.page.menu == Some(Menu::Examples);
    View {
        saving: saving(shared, &bar),
        is_failing: shared.page.saving.fails(),
        theme: shared.page.theme,
        next_theme: shared.page.theme.next(shared.page.is_system_dark),
        lessons: (shared.page.menu == Some(Menu::Learn)).then(|| lessons(&shared.page.learn)),
        examples: is_listed.then(|| examples(shared, &bar)),
        is_share_open: shared.page.menu == Some(Menu::Share),
        workspace: shared.page.workspace,
        is_help_open: shared.page.menu == Some(Menu::Help),
        title_fault: state.title.as_deref().and_then(title_fault),
        title: state.title.clone().unwrap_or(bar.title),
        undo: bar.undo,
        redo: bar.redo,
    }
}

fn lessons(learn: &LearnState) -> LessonsView {
    let open = learn.played().map(|played| played.source.to_string());
    let own = learn.own.lessons.iter().map(|lesson| {
        let source = LessonSource::Own(lesson.name.clone()).to_string();
        OwnLessonView {
            name: lesson.name.as_str().into(),
            title: lesson.title().to_owned(),
            is_open: open.as_ref() == Some(&source),
            source: source.into(),
        }
    });
    LessonsView { course: course(learn, open.as_deref()), own: own.collect() }
}

fn course(learn: &LearnState, open: Option<&str>) -> CourseView {
    let (course, words) = match &learn.course {
        Fetched::Not | Fetched::Loading => return CourseView::Loading,
        Fetched::Failed => return CourseView::Failed,
        Fetched::Here(course) => &**course,
    };
    let lesson = |lesson: &CourseLesson| {
        let title = words.lessons.get(&lesson.id);
        let progress = learn.progress.lessons.get(&lesson.id);
        let is_done = |step: &&String| progress.is_some_and(|it| it.done.contains(*step));
        LessonView {
            id: lesson.id.as_str().into(),
            title: title.map_or_else(|| lesson.id.clone(), |title| title.title.clone()),
            summary: title.map(|title| title.summary.clone()).unwrap_or_default(),
            minutes: lesson.minutes,
            done_count: lesson.steps.iter().filter(is_done).count() as u64,
            step_count: lesson.steps.len() as u64,
            is_open: open == Some(lesson.id.as_str()),
        }
    };
    let chapters = course.chapters.iter().map(|chapter| ChapterView {
        title: words.chapters.get(&chapter.id).unwrap_or(&chapter.id).clone(),
        lessons: chapter.lessons.iter().map(lesson).collect(),
    });
    CourseView::Chapters(chapters.collect())
}

fn saving(shared: &Shared, bar: &BarView) -> &'static str {
    match (&shared.page.saving, bar.edited) {
        (Saving::Full { .. } | Saving::TooLarge(_) | Saving::Failed | Saving::Silent, _) => {
            "bar.not_saved"
        }
        (Saving::Saving, _) => "bar.saving",
        (Saving::Saved, _) => "bar.saved",
        (Saving::Elsewhere, _) => "bar.elsewhere",
        (Saving::Untouched, true) => "bar.edited",
        (Saving::Untouched, false) if bar.from_link => "bar.from_link",
        (Saving::Untouched, false) if shared.page.damaged.is_some() => "bar.copy",
        (Saving::Untouched, false) => "bar.untouched",
    }
}

fn examples(shared: &Shared, bar: &BarView) -> ExamplesView {
    let work = &shared.page.work;
    let views = work.list.iter().take(MENU_COUNT).map(|info| WorkView {
        slot: info.slot.as_str().into(),
        title: info.title.as_str().into(),
        is_open: work.open_slot.as_deref() == Some(info.slot.as_str()),
    });
    ExamplesView {
        work: views.collect(),
        work_count: work.list.len() as u64,
        is_edited: bar.edited,
        is_single: !bar.is_compared && !bar.tables.is_empty(),
    }
}
