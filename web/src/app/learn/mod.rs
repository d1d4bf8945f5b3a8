//! Lessons: their files, their sandboxes, and what they do.

pub(super) mod event;
mod open;
mod play;
mod present;
pub(super) mod read;
pub(super) mod sandbox;
pub(super) mod windows;
