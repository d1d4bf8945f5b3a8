//! Lines and columns of a text.

use crate::view::draft::FaultView;

/// Counts the lines of a text, from its beginning to its end.
#[derive(Debug)]
pub(super) struct Lines<'t> {
    text: &'t str,
    /// The place up to which lines were counted, and its line.
    offset: usize,
    line: u64,
}

impl<'t> Lines<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, offset: 0, line: 1 }
    }

    /// The line of a place, from 1. Places are asked for in ascending order.
    pub(super) fn line(&mut self, offset: usize) -> u64 {
        let passed = &self.text[self.offset.min(offset)..offset];
        self.line += passed.matches('\n').count() as u64;
        self.offset = offset;
        self.line
    }

    /// The line and the character of a place, from 1.
    pub(super) fn place(&mut self, offset: usize) -> Option<(u32, u32)> {
        let line = usize::try_from(self.line(offset)).ok()?;
        let before = &self.text[..offset];
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        FaultView::place(line, before[start..].chars().count() + 1)
    }
}
