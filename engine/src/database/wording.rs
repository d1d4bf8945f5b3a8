//! Which of DynamoDB's two generations of error messages a database uses.

/// A generation of error messages. DynamoDB went over from one to the other between June and October 2026,
/// region by region and operation by operation; clients in the field have met both.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Wording {
    /// Until June 2026: all violations of a request with their values, and no count before other faults.
    Classic,
    /// Since autumn 2026, for the operations that have gone over: the first violation, and a count
    /// before every fault of a single-item write.
    #[default]
    Revised,
}
