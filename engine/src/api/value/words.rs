//! Words that many messages share.

/// Opens most messages about values and definitions.
pub(crate) const INVALID: &str = "One or more parameter values were invalid:";
