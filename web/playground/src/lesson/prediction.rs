//! Predictions: a question, and choices of which one is right.

use crate::lesson::condition::Condition;
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

    /// The choice for a number that a learner typed, if the lesson has a reason for it.
    pub fn choice_of(&self, number: Quantity) -> Option<&Choice> {
        self.choices.iter().find(|choice| Quantity::parse(&choice.id) == Some(number))
    }
}
