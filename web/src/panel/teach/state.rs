//! The lessons that a teacher chooses, the codes that were pasted, and what can be done with them. Pure.

use std::rc::Rc;

use playground::lesson::list::{LESSONS_MAX, LessonList};
use playground::lesson::source::LessonSource;
use playground::lesson::tally::{CODES_LENGTH_MAX, Tally};
use playground::report::sheet::{SheetLesson, workshop};
use playground::view::value::Text;
use serde_json::{Value, json};

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::learn::{LearnAction, LearnState};
use crate::panel::page::PageAction;
use crate::panel::shared::Shared;
use crate::panel::teach::list::{link, sheet_lesson};
use crate::panel::teach::question::csv;

/// The lessons of a workshop, and the codes of its learners.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The lessons in their order.
    pub list: LessonList,
    /// The id of the lesson of the course that is chosen to be added; empty if none is.
    pub choice: String,
    /// The address of a lesson that is not in the course, as it is typed.
    pub address: String,
    /// Why it is no lesson.
    pub refused: Option<Refusal>,
    /// Whether the link was copied; `None` before that.
    pub copied: Option<bool>,
    /// The text with the codes.
    pub codes: String,
    /// Whether it is only the beginning of what was pasted.
    pub is_cut: bool,
    /// The codes, counted.
    pub tally: Rc<Tally>,
}

/// Why a lesson cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// It is no address of a lesson, or other browsers do not have it.
    NoLesson,
    /// The list has it already.
    Repeated,
    /// The list has as many as it can have.
    Full,
}

/// What can be done with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Choose a lesson of the course: its id.
    Choose(String),
    /// Add the lesson that is chosen, or else the one whose address is typed.
    Add,
    /// Type the address of a lesson.
    TypeAddress(String),
    /// Let the lesson at a position come one earlier.
    Earlier(usize),
    /// Remove the lesson at a position.
    Remove(usize),
    CopyLink,
    /// The link was copied, or the browser did not allow that.
    Copied(bool),
    /// Save a sheet to print.
    SaveSheet,
    /// Take another text.
    Type(String),
    /// Remove all codes.
    Clear,
    /// Save the table as a file.
    Download,
    /// Close the dialog.
    Close,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Choose(id) => {
                (self.choice, self.refused) = (id, None);
                return Vec::new();
            }
            Action::Add => {
                let lesson = if self.choice.is_empty() { &self.address } else { &self.choice };
                return self.add(&lesson.clone(), &shared.page.learn);
            }
            Action::TypeAddress(address) => {
                (self.address, self.refused) = (address, None);
                return Vec::new();
            }
            Action::Earlier(position) => {
                // It may have been pressed twice before the page was drawn.
                let is_there = position > 0 && position < self.list.lessons.len();
                return self.change(|lessons| {
                    if is_there {
                        lessons.swap(position, position - 1);
                    }
                });
            }
            Action::Remove(position) => {
                let is_there = position < self.list.lessons.len();
                return self.change(|lessons| {
                    if is_there {
                        drop(lessons.remove(position));
                    }
                });
            }
            Action::CopyLink => {
                let (copied, denied) = (Action::Copied(true), Action::Copied(false));
                let text = link(&self.list, shared);
                return vec![Effect::Copy { text, copied, denied }];
            }
            Action::Copied(is_copied) => {
                self.copied = Some(is_copied);
                return Vec::new();
            }
            Action::SaveSheet => {
                let lessons: Vec<SheetLesson> = self
                    .list
                    .lessons
                    .iter()
                    .map(|it| sheet_lesson(it, &shared.page.learn))
                    .collect();
                let text = workshop(&lessons, &link(&self.list, shared)).into();
                return vec![Effect::Download { name: Text::from("workshop.html"), text }];
            }
            Action::Type(codes) => self.set_codes(&codes),
            Action::Clear => self.set_codes(""),
            Action::Download => {
                let text = csv(&self.tally, &shared.page.learn).into();
                return vec![Effect::Download { name: Text::from("finish-codes.csv"), text }];
            }
            Action::Close => return vec![Effect::Page(PageAction::CloseMenu)],
        }
        let lessons = self.tally.lessons.iter().map(|lesson| Text::from(lesson.lesson.as_str()));
        vec![Effect::Learn(LearnAction::FetchQuestions(lessons.collect()))]
    }

    fn unfinished(&self) -> Option<Value> {
        let is_empty = self.codes.is_empty() && self.list.is_empty();
        (!is_empty).then(|| json!({"codes": self.codes, "list": self.list.text()}))
    }

    fn resume(&mut self, unfinished: Value) {
        // An earlier version of the page has stored the codes only.
        let codes = unfinished.get("codes").unwrap_or(&unfinished);
        self.set_codes(codes.as_str().unwrap_or_default());
        let list = unfinished.get("list").and_then(Value::as_str).unwrap_or_default();
        self.list = LessonList::parse(list);
    }
}

impl State {
    /// Adds a lesson at the end, if the list can have it.
    fn add(&mut self, lesson: &str, learn: &LearnState) -> Vec<Effect<Action>> {
        let lessons = &self.list.lessons;
        let source = LessonSource::parse(lesson.trim());
        self.refused = match source.filter(|it| it.is_shared() && learn.is_known(it)) {
            None => Some(Refusal::NoLesson),
            // A comma separates two lessons in the link.
            Some(_) if lesson.contains(',') => Some(Refusal::NoLesson),
            Some(lesson) if lessons.contains(&lesson) => Some(Refusal::Repeated),
            Some(_) if lessons.len() == LESSONS_MAX => Some(Refusal::Full),
            Some(lesson) => {
                let added =
                    if self.choice.is_empty() { &mut self.address } else { &mut self.choice };
                added.clear();
                self.change(|lessons| lessons.push(lesson));
                None
            }
        };
        Vec::new()
    }

    /// Changes the list: the link that was copied is no longer its own.
    fn change(&mut self, change: impl FnOnce(&mut Vec<LessonSource>)) -> Vec<Effect<Action>> {
        change(&mut self.list.lessons);
        self.copied = None;
        Vec::new()
    }

    /// Takes another text, up to the largest that is counted.
    pub(super) fn set_codes(&mut self, codes: &str) {
        let end = codes.char_indices().nth(CODES_LENGTH_MAX).map_or(codes.len(), |(end, _)| end);
        codes[..end].clone_into(&mut self.codes);
        self.is_cut = end < codes.len();
        self.tally = Rc::new(Tally::of(&self.codes));
    }
}
