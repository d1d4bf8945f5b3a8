//! Placeholders: the parts of a request's strings that differ from one request to the next.
//!
//! | placeholder | what it becomes |
//! | --- | --- |
//! | `{uniform 1000}` | a number from 1 to 1,000, each as likely |
//! | `{zipf 1000}` | the same, the second half as likely as the first, the third a third |
//! | `{hot 1000 90%}` | 1 in 90 % of the requests, one of the others in the rest |
//! | `{round 4}` | 1, 2, 3, 4 and again from 1, in the order of the requests |
//! | `{block 500}` | 1 in the first 500 requests, 2 in the next 500, and so on |
//! | `{sequence}` | the number of the request, from 1 |
//! | `{day}` `{hour}` `{minute}` | the date of virtual time: `2026-11-20`, `2026-11-20T16`, `2026-11-20T16:05` |
//! | `{now}` `{unix}` | the moment of virtual time: `2026-11-20T16:05:00.000Z`, or as Unix seconds |
//! | `{shard 200}` | a random suffix from 1 to 200 |
//! | `{hash 200 OrderId}` | a suffix from 1 to 200, calculated from another attribute of the same map |
//! | `{product 200 OrderId}` | the same as DynamoDB's guide calculates it, which spreads badly |
//! | `{text 400}` | so many bytes of text |
//! | `{maybe 5%}` | at the beginning: the attribute is there in 5 % of the requests only |
//!
//! `{{` is a brace. Each placeholder draws for itself, and draws the same in the same request of the same seed.

use crate::random::Random;
use crate::workload::filling::Filling;
use crate::workload::percentage::Percentage;
use crate::workload::suffix::{Method, suffix};
use crate::workload::template_error::TemplateFault;
use crate::workload::text::Text;
use crate::workload::zipf::{ZIPF_COUNT_MAX, Zipf};

/// Different numbers that a placeholder may draw. Model: more than any sandbox holds items.
pub const COUNT_MAX: u64 = 1_000_000_000;

/// Bytes of text that a placeholder may become: as many as an item has. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
pub const TEXT_SIZE_MAX: u64 = 409_600;

/// What `{text}` is cut from, beginning at a random letter.
const TEXT: &str = "the quick brown fox jumps over the lazy dog and runs back again ";

/// A part of a string that differs from one request to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Placeholder {
    /// One of so many numbers, each as likely.
    Uniform {
        /// The largest.
        count: u64,
    },
    /// One of some numbers, by Zipf's law.
    Zipf(Zipf),
    /// One number far more often than all others.
    Hot {
        /// The largest.
        count: u64,
        /// How often it is 1.
        percentage: Percentage,
    },
    /// One number after the other, and again from 1.
    Round {
        /// The largest.
        count: u64,
    },
    /// The same number for so many requests, then the next one.
    Block {
        /// How many requests.
        size: u64,
    },
    /// The number of the request.
    Sequence,
    /// The beginning of the date and time of virtual time.
    Date {
        /// How many letters of `2026-11-20T16:05:00.000`.
        length: usize,
    },
    /// Date and time of virtual time, to the millisecond.
    Now,
    /// Seconds of Unix time.
    Unix,
    /// A number calculated from a text of the same request.
    Suffix {
        /// How it is calculated.
        method: Method,
        /// The largest.
        count: u64,
        /// The text of the other attribute.
        source: Box<Text>,
    },
    /// Some bytes of text.
    Text {
        /// How many.
        size: usize,
    },
}

impl Placeholder {
    /// Reads the text between two braces. `source_of` gives the text of another attribute of the same map.
    pub(super) fn parse(
        text: &str,
        source_of: &dyn Fn(&str) -> Result<Text, TemplateFault>,
    ) -> Result<Self, TemplateFault> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let suffix = |method, count, source| {
            let source = Box::new(source_of(source)?);
            Ok(Self::Suffix { method, count: read_count(count, COUNT_MAX)?, source })
        };
        Ok(match words.as_slice() {
            ["uniform" | "shard", count] => Self::Uniform { count: read_count(count, COUNT_MAX)? },
            ["zipf", count] => Self::Zipf(Zipf::new(read_count(count, ZIPF_COUNT_MAX)?)),
            ["hot", count, percentage] => Self::Hot {
                count: read_count(count, COUNT_MAX)?,
                percentage: read_percentage(percentage)?,
            },
            ["round", count] => Self::Round { count: read_count(count, COUNT_MAX)? },
            ["block", size] => Self::Block { size: read_count(size, COUNT_MAX)? },
            ["sequence"] => Self::Sequence,
            ["day"] => Self::Date { length: "2026-11-20".len() },
            ["hour"] => Self::Date { length: "2026-11-20T16".len() },
            ["minute"] => Self::Date { length: "2026-11-20T16:05".len() },
            ["now"] => Self::Now,
            ["unix"] => Self::Unix,
            ["hash", count, source] => suffix(Method::Hash, count, source)?,
            ["product", count, source] => suffix(Method::Product, count, source)?,
            ["text", size] => {
                let size = read_count(size, TEXT_SIZE_MAX)?;
                Self::Text { size: usize::try_from(size).expect("it is below the limit") }
            }
            ["maybe", ..] => return Err(TemplateFault::MisplacedMaybe),
            _ => return Err(TemplateFault::UnknownPlaceholder { text: text.to_owned() }),
        })
    }

    /// Bytes that are written, if a little more or less.
    pub(super) fn length_usual(&self) -> usize {
        match self {
            Self::Date { length } => *length,
            Self::Text { size } => *size,
            Self::Now => "2026-11-20T16:05:00.000Z".len(),
            Self::Uniform { .. }
            | Self::Zipf(_)
            | Self::Hot { .. }
            | Self::Round { .. }
            | Self::Block { .. }
            | Self::Sequence
            | Self::Unix
            | Self::Suffix { .. } => "1763654700".len(),
        }
    }

    /// Bytes that are written or read to write it, about.
    pub(super) fn effort(&self) -> usize {
        match self {
            Self::Suffix { source, .. } => self.length_usual().saturating_add(source.effort()),
            Self::Date { .. }
            | Self::Text { .. }
            | Self::Now
            | Self::Uniform { .. }
            | Self::Zipf(_)
            | Self::Hot { .. }
            | Self::Round { .. }
            | Self::Block { .. }
            | Self::Sequence
            | Self::Unix => self.length_usual(),
        }
    }

    /// The number that this becomes in a request, if it becomes one. `place` tells it from the other placeholders of
    /// the request.
    pub(super) fn number(&self, place: u64, filling: &Filling) -> Option<u64> {
        Some(match self {
            Self::Uniform { count } => filling.fork(place).below(*count) + 1,
            Self::Zipf(zipf) => zipf.draw(&mut filling.fork(place)),
            Self::Hot { count, percentage } => hot(*count, *percentage, &mut filling.fork(place)),
            Self::Round { count } => (filling.number - 1) % count + 1,
            Self::Block { size } => (filling.number - 1) / size + 1,
            Self::Sequence => filling.number,
            Self::Unix => filling.now.seconds(),
            Self::Suffix { method, count, source } => {
                let mut text = String::new();
                source.write(filling, &mut text);
                suffix(*method, &text, *count)
            }
            Self::Date { .. } | Self::Now | Self::Text { .. } => return None,
        })
    }

    /// Writes what this becomes in a request.
    pub(super) fn write(&self, place: u64, filling: &Filling, out: &mut String) {
        match self {
            Self::Date { length } => out.push_str(&filling.now.to_string()[..*length]),
            Self::Now => {
                out.push_str(&filling.now.to_string());
                out.push('Z');
            }
            Self::Text { size } => write_text(*size, &mut filling.fork(place), out),
            Self::Uniform { .. }
            | Self::Zipf(_)
            | Self::Hot { .. }
            | Self::Round { .. }
            | Self::Block { .. }
            | Self::Sequence
            | Self::Unix
            | Self::Suffix { .. } => {
                let number = self.number(place, filling).expect("these are numbers");
                write_number(number, out);
            }
        }
    }
}

/// Reads how many there are, at least one.
fn read_count(text: &str, max: u64) -> Result<u64, TemplateFault> {
    let count = text.parse().ok().filter(|count| (1..=max).contains(count));
    count.ok_or_else(|| TemplateFault::InvalidCount { text: text.to_owned(), max })
}

/// Reads a part of a hundred.
pub(super) fn read_percentage(text: &str) -> Result<Percentage, TemplateFault> {
    Percentage::parse(text)
        .ok_or_else(|| TemplateFault::InvalidPercentage { text: text.to_owned() })
}

/// The hot number, or one of the others if there are any.
fn hot(count: u64, percentage: Percentage, random: &mut Random) -> u64 {
    match count == 1 || percentage.draw(random) {
        true => 1,
        false => random.below(count - 1) + 2,
    }
}

/// Writes a number in decimal digits.
fn write_number(number: u64, out: &mut String) {
    if number > 9 {
        write_number(number / 10, out);
    }
    out.push(char::from(b'0' + (number % 10) as u8));
}

/// Writes so many bytes of text.
fn write_text(size: usize, random: &mut Random, out: &mut String) {
    let length = TEXT.len();
    let start = usize::try_from(random.below(length as u64)).expect("it is below a length");
    let end = out.len() + size;
    out.push_str(&TEXT[start..length.min(start + size)]);
    while out.len() < end {
        out.push_str(&TEXT[..length.min(end - out.len())]);
    }
}
