//! Nodes of a JSON text: each points into the text.

/// A value of the text, or the name of a member.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub kind: Kind,
    /// Of a string or number, where it begins; of an array or object, how many elements or members it has.
    pub start: u32,
    /// Of a string or number, where it ends; of an array or object, the position of the node behind its last.
    pub end: u32,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Null,
    True,
    False,
    Number,
    String,
    /// A string with escapes. Its text follows that of the strings before it.
    Escaped,
    Array,
    Object,
}

impl Node {
    /// Bytes of a string or number.
    pub(super) fn len(self) -> usize {
        (self.end - self.start) as usize
    }
}
