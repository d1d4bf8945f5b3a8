//! The playground: a pure session and the page that draws it.

#![recursion_limit = "512"]

pub mod app;
pub mod component;
pub mod message;
pub mod panel;
pub mod session;
pub mod view;
pub mod visible;
