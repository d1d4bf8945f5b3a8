//! The name of a panel, by which other code opens it.

/// The name of a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PanelId(pub &'static str);

/// The panels that other code opens.
impl PanelId {
    /// What differs between two designs.
    pub const COMPARISON: Self = Self("comparison");
    /// What the words mean.
    pub const GLOSSARY: Self = Self("glossary");
    /// Which partitions are hot.
    pub const HEAT: Self = Self("heat");
    /// The lesson beside the workspace.
    pub const LESSON: Self = Self("lesson");
    /// The dialog in which the sandbox is shared.
    pub const SHARE: Self = Self("share");
    /// The records of the table's stream.
    pub const STREAM: Self = Self("stream");
    /// The result of a run.
    pub const RUN: Self = Self("run");
    /// The recorder of lessons.
    pub const RECORD: Self = Self("record");
    /// What an application asks.
    pub const PATTERNS: Self = Self("patterns");
}
