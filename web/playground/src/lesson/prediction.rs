//! Predictions: a question, and choices of which one is right.

use crate::lesson::condition::Condition;
use crate::lesson::fact::Fact;
use crate::lesson::measure::Measure;
use crate::lesson::quantity::Quantity;

/// A question with one right answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Prediction {
    /// Its id, unique in the step.
    pub id: String,
    /// The line of its block.
    pub line: usize,
    /// Of a prediction of a number: what is measured, which has the unit. `None` if an answer is chosen.
    pub measure: Option<Measure>,
    /// The choices. Of a number: the right value, and wrong ones for which there is a reason.
    pub choices: Vec<Choice>,
}

/// A possible answer to a prediction.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Its id, unique in the prediction. Of a number: the value.
    pub id: String,
    /// The line in the file.
    pub line: usize,
    /// Whether it is right.
    pub mark: Mark,
    /// What is the case if and only if this choice is right: all of these.
    pub conditions: Vec<Condition>,
}

/// How a choice is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// `*`: the right answer. Each prediction has one.
    Right,
    /// `!`: the wrong answer that most people are expected to give.
    Common,
    /// Another wrong answer.
    Wrong,
}

impl Prediction {
    /// The right choice.
    pub fn answer(&self) -> Option<&Choice> {
        self.choices.iter().find(|choice| choice.mark == Mark::Right)
    }

    /// Whether it is about what an index holds, by the name of the index. The page covers that index while the question is open.
    pub fn is_about(&self, index: &str) -> bool {
        self.indexes().any(|name| name == index)
    }

    /// The indexes that it is about.
    pub(crate) fn indexes(&self) -> impl Iterator<Item = &str> {
        let conditions = self.choices.iter().flat_map(|choice| &choice.conditions);
        let of_choices = conditions.filter_map(|condition| match condition {
            Condition::Compare { measure, .. } => measure.index(),
            Condition::Fact(Fact::Entry { index, .. } | Fact::Projects { index, .. }) => {
                Some(index.as_str())
            }
            Condition::Fact(_) => None,
        });
        self.measure.iter().filter_map(Measure::index).chain(of_choices)
    }

    /// The choice for a number that a learner typed, if the lesson has a reason for it.
    pub fn choice_of(&self, number: Quantity) -> Option<&Choice> {
        self.choices.iter().find(|choice| Quantity::parse(&choice.id) == Some(number))
    }
}
