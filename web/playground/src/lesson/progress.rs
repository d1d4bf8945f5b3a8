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
    pub revision: u64,
    /// Where the sandbox of the lesson is stored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<String>,
    /// The step that was shown last.
    pub step: String,
    /// How many of its parts were done.
    pub part: usize,
    /// Where other tabs are in the lesson, the latest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    elsewhere: Vec<Place>,
    /// The answers, by step and prediction.
    answers: Answers,
    /// The answers at the first try, which stay when a step begins again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    first: Answers,
    /// The steps that are done.
    pub done: BTreeSet<String>,
    /// Whether the last step is.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_finished: bool,
    /// A random number, by which codes of this learner are told from those of others with the same answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
}

/// The most other tabs whose place in a lesson is kept. Model: more than a learner has open.
const ELSEWHERE_MAX: usize = 7;

/// Where a tab is in a lesson. Each tab has a sandbox of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    slot: String,
    revision: u64,
    step: String,
    part: usize,
}

/// Answers, by step and prediction.
type Answers = BTreeMap<String, BTreeMap<String, Answer>>;

/// The same, as a player has them.
pub(crate) type GivenAnswers = BTreeMap<(String, String), Answer>;

impl Default for Progress {
    fn default() -> Self {
        Self { version: VERSION, lessons: BTreeMap::new() }
    }
}

impl Progress {
    /// Reads what was stored or saved as a file; `None` if it cannot be read.
    pub fn parse(text: &str) -> Option<Self> {
        let read = serde_json::from_str(text).ok();
        read.filter(|progress: &Self| progress.version == VERSION)
    }

    /// This progress, and what is done and answered in that of a file, which may be of another browser.
    #[must_use]
    pub fn with_file(mut self, file: Self) -> Self {
        for (name, mut theirs) in file.lessons {
            // Its sandbox is stored in the other browser.
            theirs.forget_sandbox();
            let merged = match self.lessons.get(&name) {
                Some(ours) => ours.merged(&LessonProgress::default(), &theirs),
                None => theirs,
            };
            self.lessons.insert(name, merged);
        }
        self
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
        [answers, first]: [&GivenAnswers; 2],
        done: &BTreeSet<String>,
    ) -> Self {
        Self {
            revision,
            slot: slot.map(str::to_owned),
            step: step.to_owned(),
            part,
            elsewhere: Vec::new(),
            answers: by_step(answers),
            first: by_step(first),
            done: done.clone(),
            is_finished: false,
            number: None,
        }
    }

    /// What two tabs with the same lesson have done: what this one has changed since `base`, and else what is stored by now.
    #[must_use]
    pub fn merged(&self, base: &Self, stored: &Self) -> Self {
        let place = |it: &Self| (it.revision, it.slot.clone(), it.step.clone(), it.part);
        let (revision, slot, step, part) =
            place(if place(self) == place(base) { stored } else { self });
        let mut first = self.first.clone();
        for (step, answers) in &stored.first {
            // What was stored earlier was answered earlier.
            first.entry(step.clone()).or_default().extend(answers.clone());
        }
        let answers = merged_answers([&self.answers, &base.answers, &stored.answers]);
        let done = self.done.union(&stored.done).cloned().collect();
        let is_finished = self.is_finished || stored.is_finished;
        let number = stored.number.or(self.number);
        let elsewhere = self.places().chain(stored.places());
        let elsewhere = places_without(slot.as_deref(), elsewhere);
        Self { revision, slot, step, part, elsewhere, answers, first, done, is_finished, number }
    }

    /// The sandbox of the lesson that an address names, or else the latest.
    pub fn slot_of<'a>(&'a self, named: Option<&'a str>) -> Option<&'a str> {
        let is_known = |named: &&str| self.places().any(|place| place.slot == *named);
        named.filter(is_known).or(self.slot.as_deref())
    }

    /// Continues where the tab with this sandbox was.
    pub fn continue_in(&mut self, slot: &str) {
        let Some(place) = self.places().find(|place| place.slot == slot) else { return };
        self.elsewhere = places_without(Some(slot), self.places());
        let Place { slot, revision, step, part } = place;
        (self.slot, self.revision, self.step, self.part) = (Some(slot), revision, step, part);
    }

    /// Where tabs are in the lesson, the latest first.
    fn places(&self) -> impl Iterator<Item = Place> {
        let Self { revision, step, part, .. } = self;
        let latest = self.slot.iter().map(|slot| Place {
            slot: slot.clone(),
            revision: *revision,
            step: step.clone(),
            part: *part,
        });
        latest.chain(self.elsewhere.iter().cloned())
    }

    /// What was answered at the first try; `None` if the prediction was not answered yet.
    pub fn first_answer(&self, step: &str, prediction: &str) -> Option<&Answer> {
        // An earlier version of the page has stored the last answers only.
        let mut answers = [&self.first, &self.answers].into_iter();
        answers.find_map(|answers| answers.get(step)?.get(prediction))
    }

    /// The sandbox that is stored is no longer that of the lesson: its step begins again.
    pub fn forget_sandbox(&mut self) {
        (self.slot, self.part) = (None, 0);
        self.elsewhere.clear();
    }

    /// Continues at the beginning of another step.
    pub fn show(&mut self, step: &str) {
        (self.step, self.part) = (step.to_owned(), 0);
    }

    /// The answers, by the ids of step and prediction.
    pub(crate) fn answers(&self) -> GivenAnswers {
        given(&self.answers)
    }

    /// The answers at the first try.
    pub(crate) fn first_answers(&self) -> GivenAnswers {
        // An earlier version of the page has stored the last answers only.
        given(&self.answers).into_iter().chain(given(&self.first)).collect()
    }
}

/// The first place of each sandbox other than this one.
fn places_without(slot: Option<&str>, places: impl Iterator<Item = Place>) -> Vec<Place> {
    let mut others: Vec<Place> = Vec::new();
    for place in places {
        let is_known = others.iter().any(|other| other.slot == place.slot);
        if !is_known && slot != Some(&place.slot) {
            others.push(place);
        }
    }
    others.truncate(ELSEWHERE_MAX);
    others
}

fn by_step(given: &GivenAnswers) -> Answers {
    let mut answers = Answers::new();
    for ((step, prediction), answer) in given {
        answers.entry(step.clone()).or_default().insert(prediction.clone(), answer.clone());
    }
    answers
}

fn given(answers: &Answers) -> GivenAnswers {
    let given = answers.iter().flat_map(|(step, answers)| {
        let answers = answers.iter();
        answers.map(move |(id, answer)| ((step.clone(), id.clone()), answer.clone()))
    });
    given.collect()
}

/// Answers of which some were changed or taken back since `base`, and others are stored by now.
fn merged_answers([mine, base, stored]: [&Answers; 3]) -> Answers {
    let [mine, base, mut merged] = [mine, base, stored].map(given);
    for key in base.keys().chain(mine.keys()) {
        match mine.get(key) {
            now if now == base.get(key) => {}
            Some(answer) => drop(merged.insert(key.clone(), answer.clone())),
            None => drop(merged.remove(key)),
        }
    }
    by_step(&merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(step: &str, answers: &[(&str, &str)], done: &[&str]) -> LessonProgress {
        let answers = answers.iter().map(|(step, answer)| {
            (((*step).to_owned(), "p".to_owned()), Some((*answer).to_owned()))
        });
        let answers: GivenAnswers = answers.collect();
        let done = done.iter().map(|step| (*step).to_owned()).collect();
        LessonProgress::new(1, None, (step, 0), [&answers, &answers], &done)
    }

    #[test]
    fn two_tabs_keep_what_each_has_done() {
        let base = progress("one", &[("one", "a")], &[]);
        let first = progress("two", &[("one", "a"), ("two", "b")], &["one"]);
        let second = progress("one", &[("three", "c")], &["three"]);
        let merged = second.merged(&base, &first);
        assert_eq!(merged.step, "two", "the second has not left its step");
        let steps: Vec<&String> = merged.answers.keys().collect();
        assert_eq!(
            steps,
            ["three", "two"],
            "the second has taken back the answer of the first step"
        );
        assert_eq!(merged.first_answer("one", "p"), Some(&Some("a".to_owned())));
        assert_eq!(merged.done.len(), 2);
    }

    #[test]
    fn each_tab_continues_in_its_own_sandbox() {
        let at = |slot: &str, step: &str| LessonProgress {
            slot: Some(slot.to_owned()),
            ..progress(step, &[], &[])
        };
        let first = at("a", "one");
        let second = at("b", "two").merged(&at("b", "one"), &first);
        assert_eq!(second.slot_of(None), Some("b"), "the latest");
        assert_eq!(second.slot_of(Some("a")), Some("a"), "the one of the address");
        assert_eq!(second.slot_of(Some("of another lesson")), Some("b"));

        let mut reloaded = second.clone();
        reloaded.continue_in("a");
        assert_eq!((reloaded.slot.as_deref(), &*reloaded.step), (Some("a"), "one"));
        let stored = at("a", "three").merged(&at("a", "one"), &second);
        assert_eq!((stored.slot_of(None), stored.slot_of(Some("b"))), (Some("a"), Some("b")));
        let mut reloaded = stored.clone();
        reloaded.continue_in("b");
        assert_eq!(reloaded.step, "two");
        reloaded.forget_sandbox();
        assert_eq!(reloaded.slot_of(Some("a")), None);

        let many = (0..20).fold(stored, |stored, number| {
            let slot = number.to_string();
            at(&slot, "two").merged(&at(&slot, "one"), &stored)
        });
        assert_eq!(many.places().count(), 1 + ELSEWHERE_MAX);
        assert_eq!(many.slot_of(Some("18")), Some("18"));
    }

    #[test]
    fn what_an_earlier_version_has_stored_is_read() {
        let text = r#"{"v":1,"lessons":{"a":{"revision":1,"step":"s","part":0,"answers":{"s":{"p":"x","q":null}},"done":["s"]}}}"#;
        let progress = &Progress::parse(text).unwrap().lessons["a"];
        assert_eq!(progress.first_answer("s", "p"), Some(&Some("x".to_owned())));
        assert_eq!(progress.first_answer("s", "q"), Some(&None));
        assert_eq!(progress.first_answer("s", "r"), None);
    }
    #[test]
    fn a_file_adds_what_another_browser_has_done() {
        let read = |done: &str, slot: &str| {
            let text = format!(
                r#"{{"v":1,"lessons":{{"a":{{"revision":1,"slot":"{slot}","step":"{done}","part":2,"answers":{{"{done}":{{"p":"{slot}"}}}},"done":["{done}"]}}}}}}"#
            );
            Progress::parse(&text).unwrap()
        };
        let merged = read("one", "here").with_file(read("two", "there"));
        let lesson = &merged.lessons["a"];
        assert_eq!(lesson.done, ["one", "two"].map(str::to_owned).into());
        assert_eq!((lesson.slot_of(Some("there")), &*lesson.step), (Some("here"), "one"));
        assert_eq!(lesson.first_answer("two", "p"), Some(&Some("there".to_owned())));
        let alone = Progress::default().with_file(read("two", "there"));
        assert_eq!(alone.lessons["a"].slot_of(None), None);
        assert_eq!(
            merged.clone().with_file(read("one", "there")).lessons["a"].first_answer("one", "p"),
            Some(&Some("here".to_owned()))
        );
    }
}
