//! The current line: the entries of the log that lead to the present, without those that a fork from an earlier moment has left.
//!
//! A fork is an entry like any other. The entries that it leaves stay in the log before it, so that undoing the fork
//! restores it, and so that a later fork can continue from there.

use std::ops::Range;

/// A moment of a line.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Moment {
    /// Entries of the line that have happened.
    pub step: usize,
    /// Milliseconds of the next one, if that lets time pass.
    pub ms: u64,
}

/// Stretches of the log, one after the other. The last one ends now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    pub stretches: Vec<Range<usize>>,
}

/// The end of what a fork has left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Branch {
    /// How many entries of the log come before it.
    pub end: usize,
}

impl Line {
    /// How many entries it has.
    pub(crate) fn len(&self) -> usize {
        self.stretches.iter().map(ExactSizeIterator::len).sum()
    }

    /// The positions of its entries in the log.
    pub(crate) fn positions(&self) -> impl DoubleEndedIterator<Item = usize> {
        self.stretches.iter().flat_map(Clone::clone)
    }

    /// The position in the log of an entry by its number, from 0.
    pub(crate) fn position(&self, mut step: usize) -> Option<usize> {
        for stretch in &self.stretches {
            if step < stretch.len() {
                return Some(stretch.start + step);
            }
            step -= stretch.len();
        }
        None
    }

    /// The number of entries of the log up to a number of entries of the line.
    pub(crate) fn log_position(&self, step: usize) -> usize {
        let last = step.checked_sub(1).and_then(|last| self.position(last));
        last.map_or(0, |last| last + 1)
    }

    pub(crate) fn contains(&self, position: usize) -> bool {
        self.stretches.iter().any(|stretch| stretch.contains(&position))
    }
}
