//! Where in a statement something is, as errors write it.

use std::fmt;

/// A place in a statement: line and column from 1, and a length in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: usize,
    /// The column in the line, in characters from 1.
    pub column: usize,
    /// The length in characters.
    pub length: usize,
}

impl TextPosition {
    /// The place of a range of bytes.
    pub(crate) fn of(text: &str, range: &std::ops::Range<usize>) -> Self {
        let before = &text[..range.start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            length: text[range.clone()].chars().count(),
        }
    }
}

impl fmt::Display for TextPosition {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}:{}", self.line, self.column, self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_counts_characters_and_lines_from_one() {
        let show = |text: &str, range| TextPosition::of(text, &range).to_string();
        assert_eq!(show("abc", 1..3), "1:2:2");
        assert_eq!(show("a\nbé c", 6..7), "2:4:1");
        assert_eq!(show("", 0..0), "1:1:0");
    }
}
