//! Reads a `.lesson` file.
//!
//! A file is read in part: what is at fault is left out and listed, and the rest can be played.

mod action;
mod beside;
mod head;
mod prediction;

pub(crate) use action::{PERIODS, design};

use notation::document::{Block, Document, Section};
use notation::long_text::expand_up_to;
use serde_json::{Value, json};

use crate::lesson::condition::Claim;
use crate::lesson::document;
use crate::lesson::fault::Fault;
use crate::lesson::file::{
    Expected, ExpectedKind, Focus, Lesson, Part, Placement, Repair, Step, Task,
};
use crate::lesson::rule::{Rule, Showing, ShownRule};
use crate::lesson::table_name;
use crate::view::caller::Caller;
use crate::view::workspace::Workspace;

/// What a line of a condition should look like.
const CONDITION: &str = "a condition such as `last read 4.5`, `index OpenOrders entries 3`, `item Orders C1 O-1003 lacks OrderOpenDate` or `run throttled 0`";

/// Reads the sections of a file, and collects faults.
struct Reader {
    lesson: Lesson,
    faults: Vec<Fault>,
    /// Those above the first step.
    callers: Vec<Caller>,
    /// Bytes by which texts that are written by their length may still grow.
    text_left: usize,
}

/// Bytes by which all texts of a lesson that are written by their length may grow. Model: ten of the largest items.
const TEXT_SIZE_MAX: usize = 4 * 1024 * 1024;

impl Lesson {
    /// Reads a file. Returns what is right, and a fault for each block or line that is not.
    pub fn parse(text: &str) -> (Self, Vec<Fault>) {
        let mut reader = Reader::default();
        let (document, error) = document::read(text);
        reader.faults.extend(
            error.map(|error| {
                Fault::lesson(error.line, document::EXPECTED, error.fault.to_string())
            }),
        );
        reader.read(&document);
        (reader.lesson, reader.faults)
    }
}

impl Default for Reader {
    fn default() -> Self {
        let document = json!({ "v": 1, "tables": [] });
        let Value::Object(document) = document else { unreachable!("it is an object") };
        let lesson = Lesson {
            id: String::new(),
            revision: 0,
            minutes: 0,
            document,
            workspace: Workspace::default(),
            tries: Vec::new(),
            steps: Vec::new(),
        };
        Self { lesson, faults: Vec::new(), callers: Vec::new(), text_left: TEXT_SIZE_MAX }
    }
}

impl Reader {
    /// Writes out the lengths in a text, unless the lesson becomes too large by that.
    fn written_out(&mut self, text: &str, line: usize) -> Option<String> {
        let expanded = expand_up_to(text, text.len() + self.text_left);
        if let Some(expanded) = &expanded {
            let added = expanded.len().saturating_sub(text.len());
            self.text_left = self.text_left.saturating_sub(added);
        } else {
            let expected =
                format!("long texts of {TEXT_SIZE_MAX} bytes at most in the whole lesson");
            self.fault(line, expected, "more");
        }
        expanded
    }

    fn read(&mut self, document: &Document<String>) {
        for line in &document.preamble {
            self.expect_no_words(line.number, &line.text);
        }
        let Some((head, steps)) = document.sections.split_first() else {
            self.fault(1, "a heading with the id of the lesson: `# open-orders`", "nothing");
            return;
        };
        self.read_head(head);
        for section in steps {
            self.read_step(section);
        }
        if self.lesson.steps.is_empty() {
            self.fault(head.line, "steps: `## ten-orders`", "a lesson without steps");
        }
    }

    fn read_step(&mut self, section: &Section<String>) {
        let id = section.title.clone();
        self.expect_id(section.line, &id);
        self.expect_no_text(section);
        if section.level != 2 {
            self.fault(
                section.line,
                "a step: `## ten-orders`",
                format!("a heading of level {}", section.level),
            );
        }
        if self.lesson.step(&id).is_some() {
            self.fault(section.line, "an id that no other step has", format!("`{id}` again"));
            return;
        }
        let mut step =
            Step { id, line: section.line, rules: Vec::new(), placement: None, parts: Vec::new() };
        for block in &section.blocks {
            self.read_part(block, &mut step);
        }
        self.lesson.steps.push(step);
    }

    fn read_part(&mut self, block: &Block<String>, step: &mut Step) {
        let words: Vec<&str> = block.kind.split_whitespace().collect();
        match words.as_slice() {
            ["rules"] => self.read_rules(block, step),
            ["placement", _] if step.placement.is_some() => {
                self.fault(block.line, "one block `placement` in a step", "another".to_owned());
            }
            ["placement", chapter] => step.placement = Some(self.read_placement(block, chapter)),
            ["look"] => self.read_look(block, step),
            ["predict", id] => {
                let prediction = self.read_prediction(block, id);
                step.parts.push(Part::Predict(prediction));
            }
            ["predict", id, "number"] => {
                let prediction = self.read_number(block, id);
                step.parts.push(Part::Predict(prediction));
            }
            ["result"] => {
                let kind = ExpectedKind::Result(lines(block).collect());
                step.parts.push(Part::Expect(Expected { line: block.line, kind }));
            }
            ["outcome"] => {
                let kind = ExpectedKind::Outcome(self.read_claims(block));
                step.parts.push(Part::Expect(Expected { line: block.line, kind }));
            }
            ["state"] => {
                let kind = ExpectedKind::State(self.read_claims(block));
                step.parts.push(Part::Expect(Expected { line: block.line, kind }));
            }
            ["do", id] => {
                let (id, line, goal) = ((*id).to_owned(), block.line, self.read_claims(block));
                self.expect_id(line, &id);
                step.parts.push(Part::Task(Task { id, line, goal, solution: Vec::new() }));
            }
            ["free"] => step.parts.push(Part::Free),
            ["solution", action @ ..] => {
                let Some(action) = self.read_action(block, action) else { return };
                match step.parts.last_mut() {
                    Some(Part::Task(task)) => task.solution.push(action),
                    _ => self.fault(block.line, "a block `do ID` above its solution", "no task"),
                }
            }
            action => {
                if let Some(action) = self.read_action(block, action) {
                    step.parts.push(Part::Act(action));
                }
            }
        }
    }

    fn read_rules(&mut self, block: &Block<String>, step: &mut Step) {
        for (line, text) in lines(block) {
            let mut words = text.split_whitespace();
            let showing = match words.next() {
                Some("checked") => Showing::Checked,
                Some("told") => Showing::Told,
                _ => {
                    self.fault(line, "`checked  S1#21` or `told  S1#21`", format!("`{text}`"));
                    continue;
                }
            };
            for word in words {
                match Rule::parse(word) {
                    Some(rule) => step.rules.push(ShownRule { line, rule, showing }),
                    None => self.fault(
                        line,
                        "a rule such as `S1#21`, or a pattern such as `P1`",
                        format!("`{word}`"),
                    ),
                }
            }
        }
    }

    fn read_placement(&mut self, block: &Block<String>, chapter: &str) -> Placement {
        let mut repairs = Vec::new();
        for (line, text) in lines(block) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let [choice, lesson, step] = words.as_slice() else {
                let expected = "a wrong choice, a lesson and its step: `a  item-cost  order`";
                self.fault(line, expected, format!("`{text}`"));
                continue;
            };
            let [choice, lesson, step] = [choice, lesson, step].map(|word| (*word).to_owned());
            repairs.push(Repair { choice, lesson, step });
        }
        Placement { line: block.line, chapter: chapter.to_owned(), repairs }
    }

    fn read_look(&mut self, block: &Block<String>, step: &mut Step) {
        for (line, text) in lines(block) {
            let words: Vec<&str> = text.split_whitespace().collect();
            let focus = match words.as_slice() {
                ["table", table] => Some(Focus::Table(table_name::referenced(table))),
                ["index", index] => Some(Focus::Index((*index).to_owned())),
                ["item", table, key @ ..] if !key.is_empty() => {
                    let key = key.iter().map(|word| (*word).to_owned()).collect();
                    Some(Focus::Item { table: table_name::referenced(table), key })
                }
                ["workspace", name] => Workspace::named(name).map(Focus::Workspace),
                _ => None,
            };
            if let Some(focus) = focus {
                step.parts.push(Part::Look(focus));
            } else {
                let expected = "`table Orders`, `index OpenOrders`, `item Orders C1 O-1001` or `workspace load`";
                self.fault(line, expected, format!("`{text}`"));
            }
        }
    }

    fn read_claims(&mut self, block: &Block<String>) -> Vec<Claim> {
        let mut claims = Vec::new();
        for (line, text) in lines(block) {
            match Claim::parse(line, &text) {
                Some(claim) => claims.push(claim),
                None => self.fault(line, CONDITION, format!("`{text}`")),
            }
        }
        if claims.is_empty() {
            self.fault(block.line, CONDITION, "nothing");
        }
        claims
    }

    fn expect_no_text(&mut self, section: &Section<String>) {
        for line in &section.text {
            self.expect_no_words(line.number, &line.text);
        }
    }

    fn expect_no_words(&mut self, line: usize, text: &str) {
        if !text.trim().is_empty() {
            let expected = "blocks only: words are in the file of a language";
            self.fault(line, expected, format!("`{}`", text.trim()));
        }
    }

    fn expect_id(&mut self, line: usize, id: &str) {
        let is_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        if id.is_empty() || !id.bytes().all(is_id) {
            let expected = "an id of small letters, digits and hyphens: `ten-orders`";
            self.fault(line, expected, format!("`{id}`"));
        }
    }

    fn fault(&mut self, line: usize, expected: impl Into<String>, found: impl Into<String>) {
        self.faults.push(Fault::lesson(line, expected, found));
    }
}

/// The lines of a block that are not empty, each with its number in the file.
fn lines(block: &Block<String>) -> impl Iterator<Item = (usize, String)> {
    let lines = block.content.lines().zip(block.line + 1..);
    lines
        .filter(|(line, _)| !line.trim().is_empty())
        .map(|(line, number)| (number, line.trim().to_owned()))
}
