//! How far a learner has come in each lesson, as the browser stores it: JSON with a version.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

/// The version that is written.
const VERSION: u64 = 1;

/// What a learner answered: the id of a choice, or a number as it was typed. `None` if the learner did not answer.
pub type Answer = Option<String>;

/// How far a learner has come in all lessons.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    #[serde(rename = "v")]
    version: u64,
    /// By the ids of the lessons.
    pub lessons: BTreeMap<String, LessonProgress>,
}

/// How far a learner has come in a lesson. Steps are kept by their ids, so that a later revision of the lesson finds those that
/// it still has.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LessonProgress {
    /// The revision of the lesson.
    pub revision: u64,
    /// Where the sandbox of the lesson is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// The step that was shown last.
    pub step: String,
    /// How many of its parts were done.
    pub part: usize,
    /// The answers, by step and prediction.
    answers: BTreeMap<String, BTreeMap<String, Answer>>,
    /// The steps that are done.
    pub done: BTreeSet<String>,
}

impl Default for Progress {
    fn default() -> Self {
        Self { version: VERSION, lessons: BTreeMap::new() }
    }
}

impl Progress {
    /// Reads what was stored. What cannot be read is as if nothing had been stored.
    pub fn parse(text: &str) -> Self {
        let read = serde_json::from_str(text).ok();
        read.filter(|progress: &Self| progress.version == VERSION).unwrap_or_default()
    }

    /// The text to store.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("maps with texts as keys are JSON")
    }
}

impl LessonProgress {
    /// The progress of a lesson in its revision, with the step that is shown and how many parts of it are done.
    pub(crate) fn new(
        revision: u64,
        slot: Option<&str>,
        (step, part): (&str, usize),
        given: &BTreeMap<(String, String), Answer>,
        done: &BTreeSet<String>,
    ) -> Self {
        let mut answers: BTreeMap<String, BTreeMap<String, Answer>> = BTreeMap::new();
        for ((step, prediction), answer) in given {
            answers.entry(step.clone()).or_default().insert(prediction.clone(), answer.clone());
        }
        Self {
            revision,
            slot: slot.map(str::to_owned),
            step: step.to_owned(),
            part,
            answers,
            done: done.clone(),
        }
    }

    /// Continues at the beginning of another step.
    pub fn show(&mut self, step: &str) {
        (self.step, self.part) = (step.to_owned(), 0);
    }

    /// The answers, by the ids of step and prediction.
    pub(crate) fn answers(&self) -> BTreeMap<(String, String), Answer> {
        let answers = self.answers.iter().flat_map(|(step, answers)| {
            let answers = answers.iter();
            answers.map(move |(id, answer)| ((step.clone(), id.clone()), answer.clone()))
        });
        answers.collect()
    }
}
