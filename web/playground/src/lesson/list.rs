//! The lessons that a teacher has chosen, in order, as an address has them: `?course=item-cost,open-orders`.

use crate::lesson::source::LessonSource;

/// The most lessons of a list. Model: more than a learner takes in a week.
pub const LESSONS_MAX: usize = 40;

/// Separates two lessons.
const SEPARATOR: char = ',';

/// Lessons in an order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct LessonList {
    /// The lessons, each once. None of them is one of the user's own, which other browsers do not have.
    pub lessons: Vec<LessonSource>,
    /// The texts that name no lesson.
    pub unknown: Vec<String>,
}

impl LessonList {
    /// Reads the value of the parameter.
    ///
    /// ```
    /// use playground::lesson::list::LessonList;
    ///
    /// let list = LessonList::parse("item-cost, talks/my tasks.lesson,own:mine,item-cost");
    /// assert_eq!(list.in_parameter(), "item-cost,talks/my%20tasks.lesson");
    /// assert_eq!(LessonList::parse(&list.text()).lessons, list.lessons);
    /// assert_eq!(list.unknown, ["own:mine"]);
    /// ```
    pub fn parse(text: &str) -> Self {
        let mut list = Self::default();
        let texts = text.split(SEPARATOR).map(str::trim).filter(|text| !text.is_empty());
        for text in texts {
            match LessonSource::parse(text).filter(LessonSource::is_shared) {
                Some(lesson) if list.lessons.contains(&lesson) => {}
                Some(lesson) if list.lessons.len() < LESSONS_MAX => list.lessons.push(lesson),
                Some(_) | None => list.unknown.push(text.to_owned()),
            }
        }
        list
    }

    /// The text that names the lessons, as [`parse`](Self::parse) reads it.
    pub fn text(&self) -> String {
        self.joined(LessonSource::to_string)
    }

    /// The same as the value of a parameter in an address.
    pub fn in_parameter(&self) -> String {
        self.joined(LessonSource::in_parameter)
    }

    fn joined(&self, text: impl Fn(&LessonSource) -> String) -> String {
        let lessons: Vec<String> = self.lessons.iter().map(text).collect();
        lessons.join(&SEPARATOR.to_string())
    }

    /// Whether an address has no list: not even a text that names no lesson.
    pub fn is_empty(&self) -> bool {
        self.lessons.is_empty() && self.unknown.is_empty()
    }
}
