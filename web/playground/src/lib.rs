//! All logic behind the page: a sandbox, its links, its explanation and its analysis. Pure, and tested natively.

pub mod analysis;
pub mod code;
pub mod explain;
mod form;
pub mod import;
pub mod lesson;
pub mod link;
mod markup;
pub mod message;
pub mod picture;
pub mod report;
pub mod sandbox;
pub mod session;
pub mod view;
pub mod views;
pub mod visible;
