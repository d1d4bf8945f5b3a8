//! The name of a panel, by which other code opens it.

/// The name of a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PanelId(pub &'static str);

/// The panels that other code opens.
impl PanelId {
    /// The bar across the top.
    pub const BAR: Self = Self("bar");
    /// What differs between two designs.
    pub const COMPARISON: Self = Self("comparison");
    /// What the words mean.
    pub const GLOSSARY: Self = Self("glossary");
    /// Which partitions are hot.
    pub const HEAT: Self = Self("heat");
    /// The lesson beside the workspace.
    pub const LESSON: Self = Self("lesson");
    /// The records of the table's stream.
    pub const STREAM: Self = Self("stream");
    /// What an application asks.
    pub const PATTERNS: Self = Self("patterns");
}
