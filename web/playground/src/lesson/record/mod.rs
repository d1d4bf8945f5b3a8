//! The recorder: what was done in a sandbox becomes a draft of the two files of a lesson.
//!
//! A draft is recorded by playing it: each block is written, read as the player reads it, and performed in a sandbox of its own. So its
//! results are those that the lesson has, and where they are not those of the recorded sandbox, a note says so.

pub mod draft;
pub mod question;
pub mod quick;
mod recorder;
mod text;
pub mod words;
