//! A design as a report to send: what it costs and why, what is asked of it, how it is built, and what was assumed. And lessons on
//! paper.

mod block;
mod content;
mod csv;
pub mod sheet;
mod write;

use crate::report::content::report;
use crate::report::csv::{bill, patterns};
use crate::session::Session;
use crate::view::value::Text;

/// A file of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportFile {
    /// All of it, to read and to print.
    Html,
    /// All of it without pictures, for a repository or a ticket.
    Markdown,
    /// The amounts of the bill, for a spreadsheet.
    Bill,
    /// The access patterns, for a spreadsheet.
    Patterns,
}

impl ReportFile {
    /// All, in the order of the page.
    pub const ALL: [Self; 4] = [Self::Html, Self::Markdown, Self::Bill, Self::Patterns];

    /// What it is called: a key of the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Html => "report.html",
            Self::Markdown => "report.markdown",
            Self::Bill => "report.bill_csv",
            Self::Patterns => "report.patterns_csv",
        }
    }

    /// How the name of the file ends, after that of the sandbox.
    pub const fn end(self) -> &'static str {
        match self {
            Self::Html => "-report.html",
            Self::Markdown => "-report.md",
            Self::Bill => "-bill.csv",
            Self::Patterns => "-patterns.csv",
        }
    }

    /// The text of the file. `link` is the address that opens the sandbox, if it is short enough for one.
    pub fn text(self, session: &Session, link: Option<&Text>) -> String {
        match self {
            Self::Html => report(session, link).html(),
            Self::Markdown => report(session, link).markdown(),
            Self::Bill => bill(session),
            Self::Patterns => patterns(session),
        }
    }
}

/// The report as HTML without a head and a style, for a page that prints it.
pub fn body(session: &Session, link: Option<&Text>) -> String {
    report(session, link).body()
}
