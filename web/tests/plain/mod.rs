//! Texts of messages with ordinary spaces, where the page has no-break spaces between numbers and units.

use web::view::message::Message;

/// A message as a test writes it.
pub(crate) fn text(message: &Message) -> String {
    web::message::text(message).replace('\u{a0}', " ")
}
