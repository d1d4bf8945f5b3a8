//! The course: the lessons in the order in which they are offered, in chapters.
//!
//! `static/lessons/course.json` has the ids, `course.<language>.json` the titles, so that a list of lessons needs two files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::lesson::file::Lesson;
use crate::lesson::words::{Paragraph, Words, plain};

/// The chapters, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    /// The chapters.
    pub chapters: Vec<Chapter>,
}

/// A chapter of the course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    /// Its id.
    pub id: String,
    /// Its lessons, in order.
    pub lessons: Vec<CourseLesson>,
}

/// A lesson in the course.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseLesson {
    /// Its id: the name of its files.
    pub id: String,
    /// How long it takes.
    pub minutes: u64,
    /// The ids of its steps, of which progress is kept.
    pub steps: Vec<String>,
}

/// The titles of the course in one language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseWords {
    /// The titles of the chapters, by id.
    pub chapters: BTreeMap<String, String>,
    /// The titles of the lessons, by id.
    pub lessons: BTreeMap<String, LessonTitle>,
}

/// The title of a lesson.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonTitle {
    /// The title.
    pub title: String,
    /// What it is about.
    pub summary: String,
}

impl Course {
    /// Reads `course.json`.
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }

    /// The ids of the lessons, in order.
    pub fn lessons(&self) -> impl Iterator<Item = &CourseLesson> {
        self.chapters.iter().flat_map(|chapter| &chapter.lessons)
    }
}

/// What of the course is not as the lessons are, a sentence each. `lessons` are all lessons in one language.
pub fn check(course: &Course, titles: &CourseWords, lessons: &[(Lesson, Words)]) -> Vec<String> {
    let mut faults = Vec::new();
    for (lesson, words) in lessons {
        let id = &lesson.id;
        match course.lessons().find(|it| it.id == *id) {
            Some(listed) if *listed == CourseLesson::of(lesson) => {}
            _ => faults.push(format!("{id}: expected {:?}", CourseLesson::of(lesson))),
        }
        match titles.lessons.get(id) {
            Some(title) if *title == LessonTitle::of(words) => {}
            _ => faults.push(format!("{id}: expected {:?}", LessonTitle::of(words))),
        }
    }
    for listed in course.lessons() {
        if !lessons.iter().any(|(lesson, _)| lesson.id == listed.id) {
            faults.push(format!("{}: there is no such lesson", listed.id));
        }
    }
    for chapter in &course.chapters {
        if !titles.chapters.contains_key(&chapter.id) {
            faults.push(format!("{}: the chapter has no title", chapter.id));
        }
    }
    faults
}

impl CourseWords {
    /// Reads `course.<language>.json`.
    pub fn parse(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|error| error.to_string())
    }
}

impl CourseLesson {
    /// What the course must say about a lesson.
    pub fn of(lesson: &Lesson) -> Self {
        let steps = lesson.steps.iter().map(|step| step.id.clone()).collect();
        Self { id: lesson.id.clone(), minutes: lesson.minutes, steps }
    }
}

impl LessonTitle {
    /// What the course must say about the words of a lesson.
    pub fn of(words: &Words) -> Self {
        let summary = words.summary.iter().map(|paragraph| match paragraph {
            Paragraph::Sentences(spans) => plain(spans),
            Paragraph::List(elements) => elements.iter().map(|spans| plain(spans)).collect(),
            Paragraph::Code(text) => text.clone(),
        });
        let summary: Vec<String> = summary.collect();
        Self { title: words.title.clone(), summary: summary.join(" ") }
    }
}
