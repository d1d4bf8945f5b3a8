//! Finish codes: what a learner has come to in a lesson, as a short text that the learner copies and a teacher reads.
//!
//! ```text
//! open-orders:4F7K-9Q2M-XT3B-11CV
//! ```
//!
//! A code has the lesson, its revision, the steps that are done, what the learner first answered to each prediction, a random
//! number by which a code that was sent twice is found, and a checksum. It has no name, and proves no identity.

use std::fmt;

use crate::lesson::base32;
use crate::lesson::file::Lesson;
use crate::lesson::prediction::{Mark, Prediction};
use crate::lesson::progress::{Answer, LessonProgress};
use crate::lesson::quantity::Quantity;
use crate::lesson::source::is_id;

/// The version of the codes that are made.
const VERSION: u64 = 0;

/// How many bits each part of a code has.
const VERSION_BITS: u32 = 2;
const REVISION_BITS: u32 = 7;
const COUNT_BITS: u32 = 6;
const FIRST_TRY_BITS: u32 = 2;
const NUMBER_BITS: u32 = 20;
const CHECKSUM_BITS: u32 = 15;

/// The largest random number of a code.
pub const NUMBER_MAX: u32 = (1 << NUMBER_BITS) - 1;

/// What a learner has come to in a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FinishCode {
    /// The id of the lesson.
    pub lesson: String,
    pub revision: u64,
    /// Of each step, whether it is done.
    pub steps: Vec<bool>,
    /// What was answered first to each prediction.
    pub predictions: Vec<FirstTry>,
    /// A random number, the same in each code of a learner for a lesson.
    pub number: u32,
}

/// What a learner answered to a prediction at the first try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstTry {
    /// Nothing.
    None,
    /// The right answer.
    Right,
    /// The wrong answer that most people are expected to give.
    Common,
    /// Another wrong answer.
    Wrong,
}

/// What is wrong with a text that should be a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinishError {
    /// It does not have the form of a code.
    Form,
    /// A character is missing, added or changed.
    Checksum,
    /// It was made by a later version.
    Version,
}

impl FirstTry {
    /// All, in the order of their numbers in a code.
    pub const ALL: [Self; 4] = [Self::None, Self::Right, Self::Common, Self::Wrong];

    /// What an answer to a prediction is.
    pub fn of(prediction: &Prediction, answer: Option<&Answer>) -> Self {
        let Some(Some(answer)) = answer else { return Self::None };
        let choice = match prediction.measure {
            Some(_) => Quantity::parse(answer).and_then(|number| prediction.choice_of(number)),
            None => prediction.choices.iter().find(|choice| choice.id == *answer),
        };
        match choice.map(|choice| choice.mark) {
            Some(Mark::Right) => Self::Right,
            Some(Mark::Common) => Self::Common,
            Some(Mark::Wrong) | None => Self::Wrong,
        }
    }
}

impl FinishCode {
    /// The code of a learner. `None` if a lesson is too long for one, or its revision too high.
    pub fn new(lesson: &Lesson, progress: &LessonProgress, number: u32) -> Option<Self> {
        let steps = lesson.steps.iter().map(|step| progress.done.contains(&step.id));
        let predictions = lesson.predictions().map(|(step, prediction)| {
            FirstTry::of(prediction, progress.first_answer(&step.id, &prediction.id))
        });
        let code = Self {
            lesson: lesson.id.clone(),
            revision: lesson.revision,
            steps: steps.collect(),
            predictions: predictions.collect(),
            number: number & NUMBER_MAX,
        };
        let fits = |count: usize| (count as u64) < 1 << COUNT_BITS;
        let is_short = fits(code.steps.len()) && fits(code.predictions.len());
        (is_short && code.revision < 1 << REVISION_BITS && is_id(&code.lesson)).then_some(code)
    }

    /// Reads a code: in small or capital letters, with space around it, and with O for 0 and I or L for 1.
    pub fn parse(text: &str) -> Result<Self, FinishError> {
        let (lesson, digits) = text.trim().rsplit_once(':').ok_or(FinishError::Form)?;
        let lesson = lesson.trim().to_ascii_lowercase();
        if !is_id(&lesson) {
            return Err(FinishError::Form);
        }
        let mut bits = base32::read(digits).ok_or(FinishError::Form)?;
        let checksum = bits.split_off(bits.len().saturating_sub(CHECKSUM_BITS as usize));
        if checksum != checksum_of(&lesson, &bits) {
            return Err(FinishError::Checksum);
        }
        let mut bits = bits.into_iter();
        let mut take = |count| take(&mut bits, count);
        if take(VERSION_BITS).ok_or(FinishError::Form)? != VERSION {
            return Err(FinishError::Version);
        }
        let code = (|| {
            let number = u32::try_from(take(NUMBER_BITS)?).ok()?;
            let revision = take(REVISION_BITS)?;
            let steps = take(COUNT_BITS)?;
            let steps = (0..steps).map(|_| Some(take(1)? == 1)).collect::<Option<_>>()?;
            let predictions = take(COUNT_BITS)?;
            let first_try =
                |_| FirstTry::ALL.get(usize::try_from(take(FIRST_TRY_BITS)?).ok()?).copied();
            let predictions = (0..predictions).map(first_try).collect::<Option<_>>()?;
            Some(Self { lesson, revision, steps, predictions, number })
        })();
        // What is left fills the last digit.
        let is_whole = bits.len() < base32::DIGIT_BITS as usize && bits.all(|bit| !bit);
        code.filter(|_| is_whole).ok_or(FinishError::Form)
    }

    /// How many predictions were right at the first try.
    pub fn right_count(&self) -> usize {
        self.predictions.iter().filter(|it| **it == FirstTry::Right).count()
    }

    /// How many steps are done.
    pub fn done_count(&self) -> usize {
        self.steps.iter().filter(|is_done| **is_done).count()
    }

    /// Whether another code is an earlier one of the same learner: nothing is done or answered in it that is not here.
    pub fn extends(&self, earlier: &Self) -> bool {
        let is_same = (&self.lesson, self.revision, self.number)
            == (&earlier.lesson, earlier.revision, earlier.number)
            && self.steps.len() == earlier.steps.len()
            && self.predictions.len() == earlier.predictions.len();
        let mut steps = self.steps.iter().zip(&earlier.steps);
        let mut predictions = self.predictions.iter().zip(&earlier.predictions);
        is_same
            && steps.all(|(now, before)| *now || !before)
            && predictions.all(|(now, before)| *before == FirstTry::None || now == before)
    }

    fn bits(&self) -> Vec<bool> {
        let mut bits = Vec::new();
        put(&mut bits, VERSION, VERSION_BITS);
        put(&mut bits, self.number.into(), NUMBER_BITS);
        put(&mut bits, self.revision, REVISION_BITS);
        put(&mut bits, self.steps.len() as u64, COUNT_BITS);
        bits.extend(&self.steps);
        put(&mut bits, self.predictions.len() as u64, COUNT_BITS);
        for prediction in &self.predictions {
            let number = FirstTry::ALL.iter().position(|it| it == prediction);
            put(&mut bits, number.expect("all are there") as u64, FIRST_TRY_BITS);
        }
        bits
    }
}

impl fmt::Display for FinishCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bits = self.bits();
        // The digits before the checksum are whole, so that it has digits of its own.
        bits.resize(bits.len().next_multiple_of(base32::DIGIT_BITS as usize), false);
        let checksum = checksum_of(&self.lesson, &bits);
        bits.extend(checksum);
        write!(formatter, "{}:{}", self.lesson, base32::write(&bits))
    }
}

/// The last bits of a code. One of its characters that is changed, or two neighbours that are exchanged, change it: it is a cyclic
/// redundancy check of 15 bits, which finds every error within 15 bits.
fn checksum_of(lesson: &str, bits: &[bool]) -> Vec<bool> {
    /// The polynomial of CAN. Source: ISO 11898-1.
    const POLYNOMIAL: u64 = 0x4599;
    let mut input = Vec::new();
    // With its length, what is left of a code that was cut has another checksum.
    put(&mut input, bits.len() as u64, u16::BITS);
    for byte in lesson.bytes() {
        put(&mut input, byte.into(), u8::BITS);
    }
    input.extend(bits);
    let mut sum = 0_u64;
    for bit in input {
        let is_odd = (sum >> (CHECKSUM_BITS - 1) & 1 == 1) != bit;
        sum = sum << 1 & ((1 << CHECKSUM_BITS) - 1);
        if is_odd {
            sum ^= POLYNOMIAL;
        }
    }
    let mut checksum = Vec::new();
    put(&mut checksum, sum, CHECKSUM_BITS);
    checksum
}

/// Adds the lowest bits of a number, the highest of them first.
fn put(bits: &mut Vec<bool>, number: u64, count: u32) {
    bits.extend((0..count).rev().map(|bit| number >> bit & 1 == 1));
}

/// Takes a number of so many bits; `None` if there are fewer.
fn take(bits: &mut impl Iterator<Item = bool>, count: u32) -> Option<u64> {
    (0..count).try_fold(0, |number, _| Some(number << 1 | u64::from(bits.next()?)))
}
