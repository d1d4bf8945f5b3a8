//! An earlier moment that is shown.

use crate::sandbox::log::line::{Line, Moment};
use crate::sandbox::state::State;

/// An earlier moment that is shown.
#[derive(Debug)]
pub(crate) struct Rewound {
    /// The line along which time is travelled.
    pub line: Line,
    /// How far along it.
    pub at: Moment,
    /// The state at the end of the line.
    pub present: State,
}
