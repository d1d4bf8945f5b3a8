//! The playground: a pure session and the page that draws it.

#![recursion_limit = "512"]

pub mod analysis;
pub mod app;
pub mod component;
pub mod explain;
pub mod link;
pub mod message;
pub mod panel;
pub mod sandbox;
pub mod session;
pub mod view;
pub mod views;
pub mod visible;
