//! Workloads: requests that many clients would send, made from a seed and sent in virtual time.
//!
//! A [`Workload`] is data. Each of its access patterns is a request with placeholders and a curve that says how often
//! it is sent. The same workload on the same database gives the same bytes.

mod case;
mod direct;
pub mod filling;
pub mod histogram;
mod outcome;
pub mod pattern;
pub mod percentage;
pub mod placeholder;
pub mod rate;
mod reply;
pub mod result;
pub mod revision;
pub mod run;
pub mod suffix;
pub mod template;
pub mod template_error;
pub mod text;
pub mod upload;
pub mod zipf;

use crate::workload::pattern::AccessPattern;

/// What clients do to a database for a while.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Workload {
    /// Where chance begins: another seed draws other keys.
    pub seed: u64,
    /// How long it lasts, in seconds of virtual time.
    pub seconds: u64,
    /// What is sent, and how often.
    pub patterns: Vec<AccessPattern>,
    /// What clients do when they are throttled.
    pub retries: Retries,
    /// Whether throughput is limited during the run.
    pub limits: RunLimits,
    /// What the tables have saved for a burst when it begins.
    pub start: RunStart,
}

/// What tables and global indexes have saved for a burst when a run begins, if throughput is limited in it. What they serve at
/// once on demand is what they served before, or what they are warm for.
///
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/burst-adaptive-capacity.html>
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RunStart {
    /// What they have: while throughput was not limited before, a second of it.
    #[default]
    AsMetered,
    /// All that they can save: nothing was asked of them for as long as it is kept.
    Idle,
}

/// Whether throughput is limited during a run. Afterwards the database is limited or not as it was before.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RunLimits {
    /// As the database is configured.
    #[default]
    AsConfigured,
    /// Limited.
    On,
    /// Not limited.
    Off,
}

/// How a client retries a throttled request: exponential backoff with full jitter, so that clients that were throttled
/// together do not retry together.
///
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.Errors.html>
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retries {
    /// How often a request is sent before the client gives up; 1 means no retries.
    pub attempt_count_max: u32,
    /// Longest wait before the first retry, in milliseconds; it doubles with each.
    pub delay_ms: u64,
    /// Longest wait of all, in milliseconds.
    pub delay_ms_max: u64,
}

impl Default for Workload {
    /// A minute in which nothing is sent.
    fn default() -> Self {
        Self {
            seed: 1,
            seconds: 60,
            patterns: Vec::new(),
            retries: Retries::default(),
            limits: RunLimits::default(),
            start: RunStart::default(),
        }
    }
}

impl Retries {
    /// A client that sends each request once.
    pub const NONE: Self = Self { attempt_count_max: 1, delay_ms: 50, delay_ms_max: 20_000 };
}

impl Default for Retries {
    /// As the AWS SDKs do by default.
    fn default() -> Self {
        Self { attempt_count_max: 10, delay_ms: 50, delay_ms_max: 20_000 }
    }
}
