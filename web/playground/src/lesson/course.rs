//! The course: the lessons in the order in which they are offered, in chapters.
//!
//! `static/lessons/course.json` has the ids and what is listed of the lessons, `course.<language>.json` the words, so that a list of
//! lessons needs two files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::lesson::file::{Lesson, Repair};
use crate::lesson::play::opened;
use crate::lesson::rule::{Rule, Showing};
use crate::lesson::words::{Paragraph, Words, plain};

/// The chapters, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Course {
    pub chapters: Vec<Chapter>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chapter {
    pub id: String,
    /// Its lessons, in order.
    pub lessons: Vec<CourseLesson>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseLesson {
    /// Its id: the name of its files.
    pub id: String,
    /// How long it takes.
    pub minutes: u64,
    /// The ids of its steps, of which progress is kept.
    pub steps: Vec<String>,
    /// The tables with which it opens.
    pub tables: Vec<CourseTable>,
    /// The rules of the documents that it shows, each with the step that shows it best: one that fails if the rule is false,
    /// if there is one.
    pub rules: BTreeMap<String, String>,
}

/// A table in the picture of a lesson.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseTable {
    /// How many items it has.
    pub items: usize,
    /// How many entries each of its indexes has.
    pub indexes: Vec<usize>,
}

/// The words of the course in one language.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourseWords {
    /// The titles of the chapters, by id.
    pub chapters: BTreeMap<String, String>,
    /// The titles of the lessons, by id.
    pub lessons: BTreeMap<String, LessonTitle>,
    /// The documents whose rules the course shows, by id.
    #[serde(default)]
    pub documents: BTreeMap<String, Document>,
}

/// A document on best practices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Document {
    /// What it is about.
    pub title: String,
    /// Who published it, and in which language.
    pub about: String,
    /// Its rules, in its order.
    pub rules: Vec<RuleWords>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RuleWords {
    /// What the document says.
    pub text: String,
    /// What is so today, where that differs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub today: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonTitle {
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
        let expected = CourseLesson::of(lesson);
        if course.lessons().find(|it| it.id == *id) != Some(&expected) {
            faults.push(format!("{id}: expected {}", json!(expected)));
        }
        let expected = LessonTitle::of(words);
        if titles.lessons.get(id) != Some(&expected) {
            faults.push(format!("{id}: expected {}", json!(expected)));
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
    faults.extend(unshown(course, titles));
    faults
}

/// What of a lesson that places learners is not as the course is, a sentence each: it has questions of each chapter, in the order of
/// the course, and names steps that there are.
pub fn check_placement(course: &Course, lesson: &Lesson) -> Vec<String> {
    let placements = || lesson.steps.iter().filter_map(|step| step.placement.as_ref());
    let mut chapters: Vec<&str> = placements().map(|it| it.chapter.as_str()).collect();
    chapters.dedup();
    let expected: Vec<&str> = course.chapters.iter().map(|chapter| chapter.id.as_str()).collect();
    let mut faults = Vec::new();
    if chapters != expected {
        faults.push(format!("expected questions of {}", expected.join(", ")));
    }
    for Repair { lesson, step, .. } in placements().flat_map(|it| &it.repairs) {
        if !course.lessons().any(|it| it.id == *lesson && it.steps.contains(step)) {
            faults.push(format!("{lesson}: there is no step {step}"));
        }
    }
    faults
}

/// The rules that have words and no step, or a step and no words. A course without documents, as a teacher's, has none.
fn unshown(course: &Course, words: &CourseWords) -> Vec<String> {
    if words.documents.is_empty() {
        return Vec::new();
    }
    let mut faults = Vec::new();
    for rule in Rule::all() {
        let Rule::Document { document, number } = rule else { continue };
        let document = words.documents.get(&format!("S{document}"));
        if document.is_none_or(|it| it.rules.get(number - 1).is_none()) {
            faults.push(format!("{rule}: the rule has no words"));
        }
        let name = rule.to_string();
        if !course.lessons().any(|lesson| lesson.rules.contains_key(&name)) {
            faults.push(format!("{rule}: no step shows the rule"));
        }
    }
    for (id, document) in &words.documents {
        if Rule::parse(&format!("{id}#{}", document.rules.len() + 1)).is_some()
            || Rule::parse(&format!("{id}#{}", document.rules.len())).is_none()
        {
            faults.push(format!("{id}: the document has another number of rules"));
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
        let mut rules = BTreeMap::new();
        for showing in [Showing::Checked, Showing::Told] {
            for step in &lesson.steps {
                for shown in step.rules.iter().filter(|shown| shown.showing == showing) {
                    if matches!(shown.rule, Rule::Document { .. }) {
                        rules.entry(shown.rule.to_string()).or_insert_with(|| step.id.clone());
                    }
                }
            }
        }
        let session = opened(lesson, "");
        let tables = session.database().tables().map(|table| CourseTable {
            items: table.items.count(),
            indexes: table.indexes.iter().map(|index| index.entries.count()).collect(),
        });
        Self {
            id: lesson.id.clone(),
            minutes: lesson.minutes,
            steps,
            tables: tables.collect(),
            rules,
        }
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
