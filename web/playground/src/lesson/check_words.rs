//! Compares the words of a lesson with its steps.

use std::collections::BTreeSet;

use crate::lesson::condition::Condition;
use crate::lesson::fault::Fault;
use crate::lesson::file::{Lesson, Part, Step};
use crate::lesson::prediction::Prediction;
use crate::lesson::quantity::{Comparison, Quantity};
use crate::lesson::words::{PredictionWords, StepWords, Words, plain};

/// Words that the text of a step may have.
pub const WORD_COUNT_MAX: usize = 90;

/// Compares the words of a lesson with its steps: each id has its words, and there are no others.
pub fn check_words(lesson: &Lesson, words: &Words) -> Vec<Fault> {
    let mut faults = Vec::new();
    let ids: Vec<&str> = lesson.steps.iter().map(|step| step.id.as_str()).collect();
    let of_words: Vec<&str> = words.steps.iter().map(|step| step.id.as_str()).collect();
    if ids != of_words {
        let line = words.steps.first().map_or(1, |step| step.line);
        faults.push(Fault::words(
            line,
            format!("the steps {}", ids.join(", ")),
            of_words.join(", "),
        ));
    }
    for step in &lesson.steps {
        if let Some(words) = words.step(&step.id) {
            check_step_words(step, words, &mut faults);
        }
    }
    faults
}

fn check_step_words(step: &Step, words: &StepWords, faults: &mut Vec<Fault>) {
    if words.word_count > WORD_COUNT_MAX {
        let expected = format!("at most {WORD_COUNT_MAX} words in the text of a step");
        faults.push(Fault::words(words.line, expected, words.word_count.to_string()));
    }
    if words.text.is_empty() {
        faults.push(Fault::words(words.line, "the text of the step", "nothing"));
    }
    let mut known = BTreeSet::new();
    for part in &step.parts {
        match part {
            Part::Predict(prediction) => {
                known.insert(prediction.id.as_str());
                if let Some(words) = words.prediction(&prediction.id) {
                    check_prediction_words(prediction, words, faults);
                } else {
                    let expected = format!("a block `predict {}`", prediction.id);
                    faults.push(Fault::words(words.line, expected, "none"));
                }
            }
            Part::Task(task) => {
                known.insert(task.id.as_str());
                match words.task(&task.id) {
                    Some(words) if !words.text.is_empty() && !words.hints.is_empty() => {}
                    Some(words) => {
                        let expected = "what to do, and at least one hint: `- A hint.`";
                        faults.push(Fault::words(words.line, expected, "less"));
                    }
                    None => {
                        let expected = format!("a block `do {}`", task.id);
                        faults.push(Fault::words(words.line, expected, "none"));
                    }
                }
            }
            Part::Act(_) | Part::Look(_) | Part::Expect(_) | Part::Free => {}
        }
    }
    let predictions = words.predictions.iter().map(|it| (&it.id, it.line));
    for (id, line) in predictions.chain(words.tasks.iter().map(|it| (&it.id, it.line))) {
        if !known.contains(id.as_str()) {
            let found = format!("`{id}`, which the step does not have");
            faults.push(Fault::words(line, "the id of a prediction or a task of the step", found));
        }
    }
}

fn check_prediction_words(
    prediction: &Prediction,
    words: &PredictionWords,
    faults: &mut Vec<Fault>,
) {
    let ids = |ids: Vec<&str>| ids.join(", ");
    let expected = ids(prediction.choices.iter().map(|choice| choice.id.as_str()).collect());
    let found = ids(words.choices.iter().map(|choice| choice.id.as_str()).collect());
    if expected != found {
        let expected = format!(
            "the choices of the steps, {expected}: a choice more is added there first, as `- c  last write 3`"
        );
        faults.push(Fault::words(words.line, expected, found));
        return;
    }
    if words.question.is_empty() {
        faults.push(Fault::words(words.line, "a question", "nothing"));
    }
    if prediction.measure.is_some() && words.other.is_empty() {
        let expected = "what to say about any other number: `- *  The reason.`";
        faults.push(Fault::words(words.line, expected, "nothing"));
    }
    for (choice, words) in prediction.choices.iter().zip(&words.choices) {
        if (prediction.measure.is_none() && words.label.is_empty()) || words.reason.is_empty() {
            faults.push(Fault::words(words.line, "a label and a reason", "less"));
        }
        let label = plain(&words.label).replace(',', "");
        for number in choice.conditions.iter().filter_map(number_of) {
            let numbers = label.split(|it: char| !it.is_ascii_digit() && it != '.');
            let numbers = numbers.filter_map(|it| Quantity::parse(it.trim_end_matches('.')));
            let numbers: Vec<Quantity> = numbers.collect();
            // Zero has words, such as "none" and "nothing: 300 is less than 400".
            let is_word = number == Quantity::new(0) && !label.starts_with(char::is_numeric);
            let is_said = is_word || numbers.contains(&number);
            if prediction.measure.is_none() && !is_said {
                let found = format!("`{}`", plain(&words.label));
                faults.push(Fault::words(
                    words.line,
                    format!("a label with the number {number}"),
                    found,
                ));
            }
        }
    }
}

/// The number that a choice asserts, which its label must say.
fn number_of(condition: &Condition) -> Option<Quantity> {
    match condition {
        Condition::Compare { comparison: Comparison::Equal, value, .. } => Some(*value),
        Condition::Compare { .. } | Condition::Fact(_) => None,
    }
}
