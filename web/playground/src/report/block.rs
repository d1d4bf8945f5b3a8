//! The parts of a report.

use std::rc::Rc;

use crate::view::value::Text;

/// A report.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Report {
    /// The title of the sandbox.
    pub title: Text,
    pub sections: Vec<Section>,
}

/// A part of a report below a heading.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Section {
    pub title: Rc<str>,
    pub blocks: Vec<Block>,
}

/// What a section has.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Block {
    Text(String),
    /// Texts, each after a point.
    Points(Vec<String>),
    /// Texts, each with the address of a page about it.
    List(Vec<(String, String)>),
    Table {
        /// The headings, and whether there are numbers below them.
        head: Vec<(String, bool)>,
        rows: Vec<Vec<String>>,
        /// Whether the last row is the sum of the others.
        has_sum: bool,
    },
    /// A picture as SVG.
    Picture(String),
    /// An address, with its QR code where one has room for it.
    Link(Text),
}
