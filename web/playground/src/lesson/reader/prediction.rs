//! Blocks `predict`.

use notation::document::Block;

use super::{Reader, lines};
use crate::lesson::condition::Condition;
use crate::lesson::measure::Measure;
use crate::lesson::prediction::{Choice, Mark, Prediction};
use crate::lesson::quantity::{Comparison, Quantity};

impl Reader {
    pub(super) fn read_prediction(&mut self, block: &Block<String>, id: &str) -> Prediction {
        let mut choices: Vec<Choice> = Vec::new();
        for (line, text) in lines(block) {
            let (mark, rest) = Mark::split(&text);
            let (choice, assertion) = rest.split_once("  ").unwrap_or((rest, ""));
            let conditions: Option<Vec<Condition>> =
                assertion.split(" and ").map(Condition::parse).collect();
            let Some(conditions) = conditions else {
                let expected = "a choice and what is the case if it is right: `* a  last write 5`";
                self.fault(line, expected, format!("`{text}`"));
                continue;
            };
            self.expect_id(line, choice);
            choices.push(Choice { id: choice.to_owned(), line, mark, conditions });
        }
        self.prediction(block, id, None, choices)
    }

    /// The first line is what is measured. Each line after it is a value.
    pub(super) fn read_number(&mut self, block: &Block<String>, id: &str) -> Prediction {
        let mut lines = lines(block);
        let (line, text) = lines.next().unwrap_or((block.line, String::new()));
        let words: Vec<&str> = text.split_whitespace().collect();
        let measure = Measure::parse(&words).filter(|(_, rest)| rest.is_empty());
        let measure = measure.map(|(measure, _)| measure);
        if measure.is_none() {
            self.fault(line, "what is measured: `last read`", format!("`{text}`"));
        }
        let mut choices = Vec::new();
        for (line, text) in lines {
            let (mark, id) = Mark::split(&text);
            match (Quantity::parse(id), measure.clone()) {
                (Some(value), Some(measure)) => {
                    let comparison = Comparison::Equal;
                    let conditions = vec![Condition::Compare { measure, comparison, value }];
                    choices.push(Choice { id: id.to_owned(), line, mark, conditions });
                }
                (Some(_), None) => {}
                (None, _) => self.fault(line, "a value: `* 4.5`", format!("`{text}`")),
            }
        }
        self.prediction(block, id, measure, choices)
    }

    fn prediction(
        &mut self,
        block: &Block<String>,
        id: &str,
        measure: Option<Measure>,
        choices: Vec<Choice>,
    ) -> Prediction {
        self.expect_id(block.line, id);
        let count = |mark| choices.iter().filter(|choice| choice.mark == mark).count();
        let (right, common) = (count(Mark::Right), count(Mark::Common));
        for (position, choice) in choices.iter().enumerate() {
            if choices[..position].iter().any(|other| other.id == choice.id) {
                let found = format!("`{}` again", choice.id);
                self.fault(choice.line, "an id that no other choice has", found);
            }
        }
        if right != 1 {
            let expected = "exactly one choice marked `*`, the right one";
            self.fault(block.line, expected, format!("{right}"));
        }
        if common > 1 {
            let expected = "at most one choice marked `!`, the expected wrong one";
            self.fault(block.line, expected, format!("{common}"));
        }
        if choices.len() < 2 {
            self.fault(block.line, "at least two choices", format!("{}", choices.len()));
        }
        Prediction { id: id.to_owned(), line: block.line, measure, choices }
    }
}

impl Mark {
    /// The mark of a line, and the rest of it.
    fn split(line: &str) -> (Self, &str) {
        let line = line.trim();
        let marks = [("* ", Self::Right), ("! ", Self::Common), ("- ", Self::Wrong)];
        let marked = marks
            .into_iter()
            .find_map(|(mark, it)| line.strip_prefix(mark).map(|rest| (it, rest.trim())));
        marked.unwrap_or((Self::Wrong, line))
    }
}
