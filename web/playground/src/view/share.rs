//! What is shared: where links fit, and what of an opened sandbox was not understood.

use crate::view::message::Message;

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
    /// Whether it waits until the user lets it begin.
    pub is_held: bool,
}

/// A place to which links are sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPlace {
    /// Mail and spreadsheets.
    Mail,
    /// Documents, slides and chats.
    Chat,
    /// Web pages and bookmarks.
    Web,
}

impl LinkPlace {
    /// All, the one with the shortest links first.
    pub const ALL: [Self; 3] = [Self::Mail, Self::Chat, Self::Web];

    /// The most characters that an address may have there. Observed: 2026-11, reports about Outlook (1,024), PowerPoint
    /// (2,079), Slack and Discord (2,000), and the length that RFC 9110 recommends to support (8,000).
    pub const fn length_max(self) -> usize {
        match self {
            Self::Mail => 1_000,
            Self::Chat => 2_000,
            Self::Web => 8_000,
        }
    }

    /// What it is called: a key of the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Mail => "share.place.mail",
            Self::Chat => "share.place.chat",
            Self::Web => "share.place.web",
        }
    }
}
