//! The rules and patterns that a step shows: names of lines in the digest of the documents that the lessons teach.

use std::fmt;

/// How many rules each document of the digest has: documents S0 to S4.
const RULE_COUNTS: [usize; 5] = [11, 40, 6, 24, 8];

/// How many patterns the catalogue has: P1 to P33.
const PATTERN_COUNT: usize = 33;

/// A rule of the digest, or a pattern of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    /// `S1#21`: a rule of a document.
    Document {
        /// The number of the document, from 0.
        document: usize,
        /// The number of the rule in it, from 1.
        number: usize,
    },
    /// `P12`: a pattern.
    Pattern {
        /// Its number, from 1.
        number: usize,
    },
}

/// How a step shows a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Showing {
    /// Something in the step fails if the rule is false: a result, a prediction or a task.
    Checked,
    /// The text says it.
    Told,
}

/// A rule that a step shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownRule {
    /// The line in the file.
    pub line: usize,
    pub rule: Rule,
    /// How it is shown.
    pub showing: Showing,
}

impl Rule {
    /// Reads `S1#21` or `P12`. `None` if the digest or the catalogue has no such line.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(number) = text.strip_prefix('P') {
            let number = number.parse().ok()?;
            return (1..=PATTERN_COUNT).contains(&number).then_some(Self::Pattern { number });
        }
        let (document, number) = text.strip_prefix('S')?.split_once('#')?;
        let (document, number) = (document.parse().ok()?, number.parse().ok()?);
        let count = *RULE_COUNTS.get(document)?;
        (1..=count).contains(&number).then_some(Self::Document { document, number })
    }

    /// All rules, then all patterns.
    pub fn all() -> impl Iterator<Item = Self> {
        let rules = RULE_COUNTS.iter().enumerate().flat_map(|(document, count)| {
            (1..=*count).map(move |number| Self::Document { document, number })
        });
        rules.chain((1..=PATTERN_COUNT).map(|number| Self::Pattern { number }))
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document { document, number } => write!(formatter, "S{document}#{number}"),
            Self::Pattern { number } => write!(formatter, "P{number}"),
        }
    }
}

impl fmt::Display for Showing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Checked => "checked",
            Self::Told => "told",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_printed_as_it_is_read() {
        for rule in Rule::all() {
            assert_eq!(Rule::parse(&rule.to_string()), Some(rule));
        }
    }

    #[test]
    fn what_the_digest_does_not_have_is_no_rule() {
        for text in ["S0#0", "S0#12", "S5#1", "P0", "P34", "S1", "X1#1", ""] {
            assert_eq!(Rule::parse(text), None, "{text}");
        }
    }
}
