//! Lessons on paper: those of a workshop with the link that opens them, and those of a chapter with what they show.

use std::collections::BTreeMap;

use crate::lesson::course::{Chapter, CourseLesson, CourseTable, CourseWords, Document, RuleWords};
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
    let mut rules: Vec<(&str, usize)> = lesson
        .rules
        .keys()
        .filter_map(|rule| rule.split_once('#'))
        .filter_map(|(document, number)| Some((document, number.parse().ok()?)))
        .collect();
    rules.sort_unstable();
    let rules: Vec<String> =
        rules.into_iter().filter_map(|it| rule(it, &words.documents)).collect();
    let mut blocks = vec![
        Block::Text(text(&about)),
        Block::Picture(picture(&lesson.tables, 0)),
        Block::Text(text(&legend(&lesson.tables))),
    ];
    if !rules.is_empty() {
        blocks.push(Block::Points(rules));
    }
    let title = listed.map_or(lesson.id.as_str(), |listed| listed.title.as_str());
    Section { title: title.into(), blocks }
}

/// What the squares of a picture are.
fn legend(tables: &[CourseTable]) -> Message {
    let items: usize = tables.iter().map(|table| table.items).sum();
    let entries: usize = tables.iter().flat_map(|table| &table.indexes).sum();
    let has_index = tables.iter().any(|table| !table.indexes.is_empty());
    Message::plain(if has_index { "sheet.legend_indexes" } else { "sheet.legend" })
        .with("items", Argument::Count(items as u64))
        .with("entries", Argument::Count(entries as u64))
}

/// What a rule says, what is so today, and which rule of which document it is.
fn rule(
    (document, number): (&str, usize),
    documents: &BTreeMap<String, Document>,
) -> Option<String> {
    let document = documents.get(document)?;
    let RuleWords { text: said, today } = document.rules.get(number.checked_sub(1)?)?;
    let place = Message::plain("sheet.place")
        .with("title", document.title.as_str())
        .with("number", Argument::Count(number as u64));
    let words = match today {
        Some(today) => Message::plain("sheet.rule_today").with("today", today.as_str()),
        None => Message::plain("sheet.rule"),
    };
    Some(text(&words.with("text", said.as_str()).with("place", place)))
}
