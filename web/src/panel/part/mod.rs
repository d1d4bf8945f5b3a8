//! Drawings that several panels share.

pub mod fault;
pub mod preview;
pub mod price;
pub mod words;
