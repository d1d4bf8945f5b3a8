//! How long an expired item stays until it is deleted.

use engine::database::{Database, EXPIRE_ITEM_MS_MAX, LifecycleDelays};

use crate::view::message::{Argument, Message};

/// An hour in milliseconds.
const HOUR_MS: u64 = 60 * 60 * 1_000;

/// Sets the delay, at most 48 hours.
pub(super) fn set_expiry_delay(database: &mut Database, ms: u64) {
    let expire_item_ms = ms.min(EXPIRE_ITEM_MS_MAX);
    let delays = database.config().lifecycle;
    database.set_lifecycle_delays(LifecycleDelays { expire_item_ms, ..delays });
}

/// The change in words.
pub(super) fn expiry_delay_action(ms: u64) -> Message {
    Message::plain("action.expiry_delay").with("count", Argument::Count(ms / HOUR_MS))
}
