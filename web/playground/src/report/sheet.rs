//! Lessons on paper: those of a workshop with the link that opens them, and those of a chapter with what they show.

use std::collections::BTreeMap;

use crate::lesson::course::{Chapter, CourseLesson, CourseWords, Document};
use crate::lesson::picture::picture;
use crate::message::{text, word};
use crate::report::block::{Block, Report, Section};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// A lesson in a table of lessons.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetLesson {
    pub title: String,
    /// `None` if it is not known.
    pub minutes: Option<u64>,
    /// What it is about.
    pub summary: String,
}

/// The sheet of a workshop as a file of HTML. `link` opens the lessons in this order.
pub fn workshop(lessons: &[SheetLesson], link: &Text) -> String {
    let row = |lesson: &SheetLesson| {
        let minutes = lesson.minutes.map(|count| count.to_string()).unwrap_or_default();
        vec![lesson.title.clone(), minutes, lesson.summary.clone()]
    };
    let minutes: u64 = lessons.iter().filter_map(|lesson| lesson.minutes).sum();
    let is_least = lessons.iter().any(|lesson| lesson.minutes.is_none());
    let sum = word(if is_least { "sheet.sum_least" } else { "sheet.sum" }).to_string();
    let sum = vec![sum, minutes.to_string(), String::new()];
    let head = vec![
        (word("sheet.lesson").to_string(), false),
        (word("sheet.minutes").to_string(), true),
        (word("sheet.summary").to_string(), false),
    ];
    let rows = lessons.iter().map(row).chain([sum]).collect();
    let blocks = vec![
        Block::Text(word("sheet.open").to_string()),
        Block::Link(link.clone()),
        Block::Table { head, rows, has_sum: true },
    ];
    let title = word("sheet.workshop").to_string();
    let section = Section { title: word("sheet.lessons"), blocks };
    Report { title: title.into(), sections: vec![section] }.html()
}

/// The page of a chapter as a file of HTML: each of its lessons with a picture of its tables and the rules that it shows.
pub fn chapter(chapter: &Chapter, words: &CourseWords) -> String {
    let title = words.chapters.get(&chapter.id).unwrap_or(&chapter.id).as_str();
    let sections = chapter.lessons.iter().map(|lesson| section(lesson, words));
    Report { title: title.into(), sections: sections.collect() }.html()
}

fn section(lesson: &CourseLesson, words: &CourseWords) -> Section {
    let listed = words.lessons.get(&lesson.id);
    let summary = listed.map(|listed| listed.summary.clone()).unwrap_or_default();
    let about = Message::plain("sheet.about")
        .with("summary", summary)
        .with("count", Argument::Count(lesson.minutes));
    let mut blocks = vec![Block::Picture(picture(&lesson.tables)), Block::Text(text(&about))];
    let mut rules: Vec<(&str, usize)> = lesson
        .rules
        .keys()
        .filter_map(|rule| rule.split_once('#'))
        .filter_map(|(document, number)| Some((document, number.parse().ok()?)))
        .collect();
    rules.sort_unstable();
    let rows: Vec<Vec<String>> =
        rules.into_iter().filter_map(|rule| row(rule, &words.documents)).collect();
    if !rows.is_empty() {
        let head = ["sheet.rule", "sheet.today", "sheet.document"];
        let head = head.map(|key| (word(key).to_string(), false)).to_vec();
        blocks.push(Block::Table { head, rows, has_sum: false });
    }
    let title = listed.map_or(lesson.id.as_str(), |listed| listed.title.as_str());
    Section { title: title.into(), blocks }
}

/// What a rule says, what is so today, and which rule of which document it is.
fn row(
    (document, number): (&str, usize),
    documents: &BTreeMap<String, Document>,
) -> Option<Vec<String>> {
    let document = documents.get(document)?;
    let words = document.rules.get(number.checked_sub(1)?)?;
    let place = Message::plain("sheet.place")
        .with("title", document.title.as_str())
        .with("number", Argument::Count(number as u64));
    Some(vec![words.text.clone(), words.today.clone().unwrap_or_default(), text(&place)])
}
