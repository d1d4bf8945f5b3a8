//! Positions of a store that belong together.

use crate::model::key::Position;

/// A stretch of positions, with the end from which it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Range {
    /// The first position within.
    pub start: Position,
    /// The first position behind; none if there is none.
    pub end: Option<Position>,
    /// Whether it is read from its beginning.
    pub forward: bool,
}

impl Range {
    /// Every position.
    pub fn all() -> Self {
        Self { start: Position::default(), end: None, forward: true }
    }

    /// Every position that begins so.
    pub fn of_prefix(prefix: Position) -> Self {
        Self { end: prefix.behind_prefix(), start: prefix, forward: true }
    }

    /// Continues behind a position, in the direction of reading. The position itself is left out.
    pub fn start_after(&mut self, position: &Position) {
        match self.forward {
            true if *position >= self.start => self.start = position.next(),
            false if self.end.as_ref().is_none_or(|end| position < end) => {
                self.end = Some(position.clone());
            }
            true | false => {}
        }
    }

    /// Whether a position lies within.
    pub fn contains(&self, position: &Position) -> bool {
        self.start <= *position && self.end.as_ref().is_none_or(|end| position < end)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.end.as_ref().is_some_and(|end| *end <= self.start)
    }
}
