//! Texts of messages with ordinary spaces, where the page has no-break spaces between numbers and units.

use playground::view::message::Message;

/// A message as a test writes it.
pub(crate) fn text(message: &Message) -> String {
    playground::message::text(message).replace('\u{a0}', " ")
}
