//! The share popover: the link, and how far it can travel.

use crate::view::message::Message;
use crate::view::value::Text;

/// The sandbox as a link.
#[derive(Debug, Clone, PartialEq)]
pub struct ShareView {
    /// The fragment, without `#`; the page puts its own address before it.
    pub fragment: Text,
    /// Its length in characters, the page's address not counted.
    pub length: u64,
    /// How far it can travel.
    pub tier: LinkTier,
    /// "1,779 characters; the whole sandbox is in it."
    pub words: Message,
}

/// A part of an opened document, link or stored work that was not understood or not accepted. The rest was opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// Which part: "Item 3 of Orders".
    pub part: Message,
    /// What is wrong with it: "One of the required keys was not given a value".
    pub reason: Message,
}

impl Problem {
    /// The problem in one sentence.
    pub fn message(&self) -> Message {
        Message::plain("problem.sentence")
            .with("part", self.part.clone())
            .with("reason", self.reason.clone())
    }
}

/// A log of an opened link that is being played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaybackView {
    /// "Playing what was done: 45 %".
    pub words: Message,
    /// Thousandths that are done.
    pub permille: u64,
}

/// How far a link can travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkTier {
    /// At most 2,000 characters: fits everywhere.
    Everywhere,
    /// At most 8,000: some chat programs cut it.
    Most,
    /// At most 32,000: browsers only.
    Browsers,
    /// Longer: use the file.
    File,
}
