//! What is searched for in the gallery, and what can be done in it. Pure.

use playground::lesson::own::PROGRESS_END;
use playground::report::sheet;
use playground::view::value::Text;
use serde_json::Value;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::learn::{LearnAction, LearnState, RECORD_SANDBOX};
use crate::panel::page::PageAction;
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// What is shown of the gallery.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The words that are searched for.
    pub search: String,
    /// By lesson or by document.
    pub order: Order,
    /// The id of the document of which rules, or lessons that show them, are shown; all if empty.
    pub document: String,
}

/// In which order the lessons are shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Order {
    /// The course: chapters of lessons.
    #[default]
    Course,
    /// The documents that the lessons teach, rule by rule.
    Documents,
}

/// What can be done in the gallery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Search for words.
    Search(String),
    /// Show the course or the documents.
    Show(Order),
    /// Show what is of one document; of all with an empty id.
    ShowDocument(String),
    /// Open a lesson, at a step if one is named. The user's own work is kept.
    OpenLesson {
        /// The text that names it.
        lesson: Text,
        step: Option<Text>,
    },
    /// Open the example with which a lesson begins. The user's own work is kept.
    OpenExample(Text),
    /// Save a chapter as a page to print: its id.
    SaveChapter(String),
    /// Save what is done and answered in all lessons as a file.
    SaveProgress,
    /// Remove an own lesson from this browser.
    RemoveLesson(Text),
    RecordLesson,
    /// Open the page for teachers.
    Teach,
    /// Fetch the list of lessons again.
    ListLessons,
    /// Close the gallery.
    Close,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        self.effect(action, &shared.page.learn).into_iter().collect()
    }

    fn unfinished(&self) -> Option<Value> {
        (!self.search.is_empty()).then(|| Value::from(&*self.search))
    }

    fn resume(&mut self, unfinished: Value) {
        if let Value::String(search) = unfinished {
            self.search = search;
        }
    }
}

impl State {
    /// Changes the state as the action asks; `None` if nothing else has to be done.
    fn effect(&mut self, action: Action, learn: &LearnState) -> Option<Effect<Action>> {
        Some(match action {
            Action::Search(search) => {
                self.search = search;
                return None;
            }
            Action::Show(order) => {
                self.order = order;
                return None;
            }
            Action::ShowDocument(id) => {
                self.document = id;
                return None;
            }
            Action::OpenLesson { lesson, step } => {
                Effect::Learn(LearnAction::Open { lesson, step })
            }
            Action::OpenExample(lesson) => Effect::Learn(LearnAction::OpenExample(lesson)),
            Action::SaveChapter(id) => {
                let (course, words) = learn.course()?;
                let chapter = course.chapters.iter().find(|chapter| chapter.id == id)?;
                let text = sheet::chapter(chapter, words).into();
                Effect::Download { name: format!("{id}.html").into(), text }
            }
            Action::SaveProgress => {
                let (name, text) = (format!("lessons{PROGRESS_END}"), learn.progress.to_text());
                Effect::Download { name: name.into(), text: text.into() }
            }
            Action::RemoveLesson(lesson) => Effect::Learn(LearnAction::RemoveOwn(lesson)),
            Action::RecordLesson => Effect::Follow(RECORD_SANDBOX),
            Action::Teach => Effect::Page(PageAction::ToggleMenu(Menu::Teach)),
            Action::ListLessons => Effect::Learn(LearnAction::List),
            Action::Close => Effect::Page(PageAction::CloseMenu),
        })
    }
}
