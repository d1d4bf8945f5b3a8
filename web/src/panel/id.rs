//! The name of a panel, by which other code opens it.

/// The name of a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct PanelId(pub &'static str);

/// The panels that other code opens.
impl PanelId {
    /// The dialog with the callers.
    pub const CALLERS: Self = Self("callers");
    /// What differs between two designs.
    pub const COMPARISON: Self = Self("comparison");
    /// The dialog with a form for a table or an index.
    pub const DESIGN: Self = Self("design");
    /// The dialog with the entities of a table.
    pub const ENTITIES: Self = Self("entities");
    /// The dialog in which things are found by name.
    pub const FIND: Self = Self("find");
    /// What the words mean.
    pub const GLOSSARY: Self = Self("glossary");
    /// Which partitions are hot.
    pub const HEAT: Self = Self("heat");
    /// The dialog in which items are imported.
    pub const IMPORT: Self = Self("import");
    /// The items of the table.
    pub const ITEMS: Self = Self("items");
    /// The lesson beside the workspace.
    pub const LESSON: Self = Self("lesson");
    /// The programs that read the stream of the open table.
    pub const PROGRAMS: Self = Self("programs");
    /// The replicas of the open table.
    pub const REGIONS: Self = Self("regions");
    /// Period tables.
    pub const SERIES: Self = Self("series");
    /// The dialog in which the sandbox is shared.
    pub const SHARE: Self = Self("share");
    /// Statements to the SQL tables.
    pub const SQL: Self = Self("sql");
    /// The records of the table's stream.
    pub const STREAM: Self = Self("stream");
    /// The form for a request.
    pub const OPERATION: Self = Self("operation");
    /// The result of a run.
    pub const RUN: Self = Self("run");
    /// The recorder of lessons.
    pub const RECORD: Self = Self("record");
    /// What an application asks.
    pub const PATTERNS: Self = Self("patterns");
    /// What a read found.
    pub const RESULT: Self = Self("result");
    /// The requests of a workload.
    pub const WORKLOAD: Self = Self("workload");
}
