//! What was decided of a request, so that it can be done again and not decided again.

/// Which parts of a request were served. A part is an item that is written or read by its key, or a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Decision {
    /// Whether the request was rejected as a whole. It then changed what is left of throughput, and nothing else.
    pub is_rejected: bool,
    /// The parts that were throttled, in ascending order, counted from zero. The other parts were served.
    pub throttled_parts: Vec<usize>,
}

/// What was decided of a part of a request before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Nothing: throughput decides.
    Open,
    Served,
    Throttled,
}

impl Decision {
    pub(crate) fn verdict(&self, part: usize) -> Verdict {
        match self.throttled_parts.binary_search(&part) {
            Ok(_) => Verdict::Throttled,
            Err(_) => Verdict::Served,
        }
    }
}
