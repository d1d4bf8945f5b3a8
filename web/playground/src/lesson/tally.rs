//! Finish codes of many learners, counted: which prediction most of them got wrong.

use std::collections::BTreeMap;

use crate::lesson::finish::{FinishCode, FinishError, FirstTry};
use crate::markup;

/// The most characters of the text with codes. Model: five hundred learners.
pub const CODES_LENGTH_MAX: usize = 64 * 1024;

/// The codes of many learners, counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// By lesson and revision, in the order of the ids.
    pub lessons: Vec<LessonTally>,
    /// The lines that are not counted.
    pub faults: Vec<TallyFault>,
}

/// The codes of one lesson in one revision.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonTally {
    /// The id of the lesson.
    pub lesson: String,
    pub revision: u64,
    /// How many learners there are.
    pub learner_count: usize,
    /// How many of them have done all steps.
    pub finished_count: usize,
    /// The predictions, in the order of the lesson.
    pub predictions: Vec<PredictionTally>,
}

/// What learners answered first to a prediction.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PredictionTally {
    /// How many were right.
    pub right: usize,
    /// How many gave the wrong answer that was expected of most.
    pub common: usize,
    /// How many gave another wrong answer.
    pub wrong: usize,
    /// How many gave no answer.
    pub none: usize,
}

/// A line that is not counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TallyFault {
    /// The line, counted from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
    /// Why it is not counted.
    pub reason: TallyReason,
}

/// Why a line is not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TallyReason {
    /// It is no code.
    Malformed(FinishError),
    /// It is the code of a learner that another line has, too, or an earlier one of the same learner: the number of that line.
    Repeated(usize),
}

impl PredictionTally {
    /// How many were wrong, in whatever way.
    pub fn missed(&self) -> usize {
        self.common + self.wrong
    }

    fn add(&mut self, first_try: FirstTry) {
        let count = match first_try {
            FirstTry::Right => &mut self.right,
            FirstTry::Common => &mut self.common,
            FirstTry::Wrong => &mut self.wrong,
            FirstTry::None => &mut self.none,
        };
        *count += 1;
    }
}

impl LessonTally {
    /// The prediction that most learners got wrong, by its position; `None` if nobody did.
    pub fn most_missed(&self) -> Option<usize> {
        let missed = self.predictions.iter().map(PredictionTally::missed).max()?;
        let first = self.predictions.iter().position(|prediction| prediction.missed() == missed);
        first.filter(|_| missed > 0)
    }
}

impl Tally {
    /// Counts the codes of a text. A line has one code, or several with spaces or commas between them, and may have words before
    /// a code, such as a name in a chat: a word with a colon and a digit after it is taken for a code.
    pub fn of(text: &str) -> Self {
        let mut faults = Vec::new();
        let mut codes: Vec<(usize, String, FinishCode)> = Vec::new();
        for (line, text) in text.lines().enumerate().map(|(position, line)| (position + 1, line)) {
            for text in candidates(text) {
                match FinishCode::parse(&text) {
                    Ok(code) => codes.push((line, text, code)),
                    Err(error) => {
                        let reason = TallyReason::Malformed(error);
                        faults.push(TallyFault { line, text, reason });
                    }
                }
            }
        }
        let mut counted: Vec<(usize, String, FinishCode)> = Vec::new();
        let mut repeated = Vec::new();
        for (line, text, code) in codes {
            let other = counted
                .iter()
                .position(|(_, _, other)| other.extends(&code) || code.extends(other));
            let Some(other) = other else {
                counted.push((line, text, code));
                continue;
            };
            // The code with more in it counts, wherever it is.
            let (line, text) = if counted[other].2.extends(&code) {
                (line, text)
            } else {
                let before = std::mem::replace(&mut counted[other], (line, text, code));
                (before.0, before.1)
            };
            repeated.push((line, text, other));
        }
        // Which line counts is known once all codes were compared.
        faults.extend(repeated.into_iter().map(|(line, text, other)| TallyFault {
            line,
            text,
            reason: TallyReason::Repeated(counted[other].0),
        }));
        faults.sort_by_key(|fault| fault.line);
        let codes = counted.into_iter().map(|(_, _, code)| code);
        Self { lessons: lessons(codes), faults }
    }

    /// The table as CSV, with a line for each prediction. `name` is what a prediction is called, by lesson and position.
    pub fn to_csv(&self, name: impl Fn(&LessonTally, usize) -> String) -> String {
        let mut writer =
            csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        let head = [
            "lesson",
            "revision",
            "learners",
            "finished",
            "prediction",
            "question",
            "right",
            "expected wrong answer",
            "other wrong answer",
            "no answer",
        ];
        writer.write_record(head).expect("memory can be written");
        for lesson in &self.lessons {
            for (position, prediction) in lesson.predictions.iter().enumerate() {
                let PredictionTally { right, common, wrong, none } = *prediction;
                let numbers = [lesson.learner_count, lesson.finished_count, position + 1];
                let [learners, finished, number] = numbers.map(|number| number.to_string());
                let [right, common, wrong, none] =
                    [right, common, wrong, none].map(|count| count.to_string());
                let name = markup::spreadsheet(name(lesson, position));
                let revision = lesson.revision.to_string();
                let record = [
                    &lesson.lesson,
                    &revision,
                    &learners,
                    &finished,
                    &number,
                    &name,
                    &right,
                    &common,
                    &wrong,
                    &none,
                ];
                writer.write_record(record).expect("a record has as many fields as the head");
            }
        }
        let bytes = writer.into_inner().expect("memory can be written");
        String::from_utf8(bytes).expect("texts are written")
    }
}

/// The texts of a line that should be codes. If there is none with a colon, the whole line should be one.
fn candidates(line: &str) -> Vec<String> {
    let line = line.trim();
    if line.is_empty() {
        return Vec::new();
    }
    // A code whose groups were separated by spaces is one word more for each.
    if FinishCode::parse(line).is_ok() {
        return vec![line.to_owned()];
    }
    let words = line.split(|it: char| it.is_whitespace() || matches!(it, ',' | ';'));
    let words = words.map(|word| word.trim_matches(['"', '\'', '`', '(', ')', '.', '<', '>']));
    let codes: Vec<String> = words
        .filter(|word| {
            word.rsplit_once(':')
                .is_some_and(|(before, after)| !before.is_empty() && after.len() > GROUP)
        })
        .map(str::to_owned)
        .collect();
    if codes.is_empty() { vec![line.to_owned()] } else { codes }
}

/// The length of a group of a code: a time such as 12:30 before a message is no code.
const GROUP: usize = 4;

fn lessons(codes: impl Iterator<Item = FinishCode>) -> Vec<LessonTally> {
    // Codes of a revision that disagree about the number of predictions are from different lessons with one id.
    let mut lessons: BTreeMap<(String, u64, usize), LessonTally> = BTreeMap::new();
    for code in codes {
        let count = code.predictions.len();
        let key = (code.lesson.clone(), code.revision, count);
        let tally = lessons.entry(key).or_insert_with(|| LessonTally {
            lesson: code.lesson.clone(),
            revision: code.revision,
            learner_count: 0,
            finished_count: 0,
            predictions: vec![PredictionTally::default(); count],
        });
        tally.learner_count += 1;
        tally.finished_count += usize::from(code.done_count() == code.steps.len());
        for (prediction, first_try) in tally.predictions.iter_mut().zip(&code.predictions) {
            prediction.add(*first_try);
        }
    }
    lessons.into_values().collect()
}
