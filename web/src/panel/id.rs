//! The name of a panel, by which other code opens it.

/// The name of a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PanelId(pub &'static str);

/// The panels that other code opens. One that is opened by its own tab only is not listed.
impl PanelId {
    /// The bar across the top.
    pub const BAR: Self = Self("bar");
    /// The receipt of an operation.
    pub const WHY: Self = Self("why");
    /// What was sent and what came back.
    pub const REQUEST: Self = Self("request");
    /// What a read found.
    pub const RESULT: Self = Self("result");
    /// What the words mean.
    pub const GLOSSARY: Self = Self("glossary");
    /// Which partitions are hot.
    pub const HEAT: Self = Self("heat");
    /// What many clients send.
    pub const WORKLOAD: Self = Self("workload");
    /// What an application asks.
    pub const PATTERNS: Self = Self("patterns");
}
