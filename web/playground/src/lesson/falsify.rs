//! Changes one claim of a lesson at a time: a number, a mark, a goal, a solution. The check must find each change, or else it does
//! not check that claim.

use notation::document::{Block, Document};

use crate::lesson::check::check;
use crate::lesson::quantity::{Comparison, Quantity};

/// A change of a `.lesson` file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The line that is changed, counted from 1.
    pub line: usize,
    /// What the line was, and what it becomes.
    pub what: String,
    /// The file with the change.
    pub text: String,
}

/// Words that are the opposite of each other.
const OPPOSITES: [(&str, &str); 5] = [
    ("has", "lacks"),
    ("exists", "missing"),
    ("stale", "current"),
    ("together", "apart"),
    ("accepted", "rejected"),
];

/// What a number that must be at least as large becomes: more than any lesson counts.
const TOO_LARGE: u64 = 1_000_000_000;

/// The changes that the check of a lesson does not find. There should be none.
pub fn unnoticed(lesson: &str, words: &str) -> Vec<Change> {
    changes(lesson).into_iter().filter(|change| check(&change.text, words).is_empty()).collect()
}

/// Every change of a claim: of the numbers in predictions, results, outcomes, states and goals, of facts in them, of which
/// choice is marked, and of whether a solution is there.
pub fn changes(lesson: &str) -> Vec<Change> {
    let Ok(document) = Document::<String>::parse(lesson) else { return Vec::new() };
    let file = File { lines: lesson.lines().collect() };
    let blocks = document.sections.iter().flat_map(|section| &section.blocks);
    blocks.flat_map(|block| file.changes(block)).collect()
}

/// The lines of a file.
struct File<'t> {
    lines: Vec<&'t str>,
}

impl File<'_> {
    fn changes(&self, block: &Block<String>) -> Vec<Change> {
        let words: Vec<&str> = block.kind.split_whitespace().collect();
        let numbers = block.line + 1..block.line + 1 + block.content.lines().count();
        match words.as_slice() {
            ["result"] => numbers.flat_map(|line| self.result_changes(line)).collect(),
            ["outcome" | "state"] | ["do", _] => {
                numbers.flat_map(|line| self.claim_changes(line, 0)).collect()
            }
            ["predict", _, "number"] => {
                let values = numbers.clone().skip(1).flat_map(|line| self.claim_changes(line, 0));
                values.chain(self.mark_changes(numbers.skip(1))).collect()
            }
            ["predict", _] => {
                let claims = numbers.clone().flat_map(|line| self.choice_changes(line));
                claims.chain(self.mark_changes(numbers)).collect()
            }
            ["solution", ..] => vec![self.without_block(block)],
            _ => Vec::new(),
        }
    }

    /// The text of a line, counted from 1.
    fn line(&self, number: usize) -> &str {
        self.lines[number - 1]
    }

    /// Every number of a result, and every other line of it without its end.
    fn result_changes(&self, line: usize) -> Vec<Change> {
        let text = self.line(line);
        if text.trim().is_empty() {
            return Vec::new();
        }
        match text.split_whitespace().next() {
            Some("read" | "write" | "returns") => {
                let numbers = words_of(text, 0)
                    .into_iter()
                    .filter_map(|(at, word)| Some((at, word, Quantity::parse(word)?)));
                let changes = numbers
                    .map(|(at, word, number)| self.replaced(line, at, word, &larger(number)));
                changes.collect()
            }
            Some("error") => vec![self.with(line, format!("{text}x"))],
            _ => vec![self.with(line, String::new())],
        }
    }

    /// The claim of the right choice, changed; of a wrong one only the number that its words say, because a wrong claim can
    /// become another wrong claim.
    fn choice_changes(&self, line: usize) -> Vec<Change> {
        let text = self.line(line);
        let Some(from) = text.find("  ") else { return Vec::new() };
        if text.starts_with("* ") {
            return self.claim_changes(line, from);
        }
        match words_of(text, from).as_slice() {
            [.., (_, before), (at, word)] if Comparison::parse(before).is_none() => {
                let number = Quantity::parse(word);
                number
                    .map(|number| self.replaced(line, *at, word, &larger(number)))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// A claim with another number, or its opposite. `from` is where it begins in its line.
    fn claim_changes(&self, line: usize, from: usize) -> Vec<Change> {
        let text = self.line(line);
        let words = words_of(text, from);
        let mut changes = Vec::new();
        for (position, (at, word)) in words.iter().enumerate() {
            let Some(number) = Quantity::parse(word) else { continue };
            let before = |count: usize| position.checked_sub(count).map_or("", |it| words[it].1);
            let other = match (before(1), before(2)) {
                // A later beginning weakens the claim, so it must be earlier.
                ("second", "from") => match word.parse::<u64>() {
                    Ok(second) if second > 0 => (second - 1).to_string(),
                    _ => continue,
                },
                ("second", _) => continue,
                (comparison, _) => match Comparison::parse(comparison) {
                    Some(Comparison::AtMost | Comparison::Below) => "0".to_owned(),
                    Some(Comparison::AtLeast | Comparison::Above) => TOO_LARGE.to_string(),
                    Some(Comparison::Equal) | None => larger(number),
                },
            };
            changes.push(self.replaced(line, *at, word, &other));
        }
        if changes.is_empty() {
            changes.extend(self.opposite(line, &words));
        }
        changes
    }

    fn opposite(&self, line: usize, words: &[(usize, &str)]) -> Option<Change> {
        for (at, word) in words {
            for (one, other) in OPPOSITES {
                if *word == one {
                    return Some(self.replaced(line, *at, word, other));
                }
                if *word == other {
                    return Some(self.replaced(line, *at, word, one));
                }
            }
        }
        let (at, word) = words.last()?;
        Some(self.replaced(line, *at, word, &format!("{word}x")))
    }

    /// The mark of the right choice, on each other choice.
    fn mark_changes(&self, lines: impl Iterator<Item = usize>) -> Vec<Change> {
        let lines: Vec<usize> = lines.filter(|line| !self.line(*line).trim().is_empty()).collect();
        let Some(right) = lines.iter().find(|line| self.line(**line).starts_with("* ")) else {
            return Vec::new();
        };
        let others = lines.iter().filter(|line| *line != right);
        let changes = others.map(|other| {
            let bare = |line: usize| {
                let text = self.line(line);
                text.strip_prefix("* ").or(text.strip_prefix("! ")).unwrap_or(text).to_owned()
            };
            let mut lines: Vec<String> = self.lines.iter().map(|line| (*line).to_owned()).collect();
            lines[right - 1] = format!("! {}", bare(*right));
            lines[other - 1] = format!("* {}", bare(*other));
            let what = format!("the mark is moved to `{}`", bare(*other));
            Change { line: *right, what, text: lines.join("\n") + "\n" }
        });
        changes.collect()
    }

    fn without_block(&self, block: &Block<String>) -> Change {
        let end = block.line + block.content.lines().count() + 1;
        let lines = self.lines.iter().zip(1..);
        let kept = lines.filter(|(_, number)| !(block.line..=end).contains(number));
        let kept: Vec<&str> = kept.map(|(line, _)| *line).collect();
        let what = format!("no `{}`", block.kind);
        Change { line: block.line, what, text: kept.join("\n") + "\n" }
    }

    fn replaced(&self, line: usize, at: usize, word: &str, other: &str) -> Change {
        let text = self.line(line);
        self.with(line, format!("{}{other}{}", &text[..at], &text[at + word.len()..]))
    }

    fn with(&self, line: usize, changed: String) -> Change {
        let what = format!("`{}` becomes `{}`", self.line(line).trim(), changed.trim());
        let mut lines = self.lines.clone();
        lines[line - 1] = &changed;
        Change { line, what, text: lines.join("\n") + "\n" }
    }
}

/// The words of a line from a place on, with their places. A comma at the end is not a part of a word.
fn words_of(text: &str, from: usize) -> Vec<(usize, &str)> {
    let words = text[from..].split_whitespace();
    let places = words.map(|word| (word.as_ptr().addr() - text.as_ptr().addr(), word));
    places.map(|(at, word)| (at, word.trim_end_matches(','))).collect()
}

fn larger(number: Quantity) -> String {
    number.plus_one().to_string()
}
