//! The page that draws the playground.

#![recursion_limit = "512"]

pub mod app;
pub mod component;
pub mod panel;
