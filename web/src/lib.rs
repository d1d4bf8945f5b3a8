//! The playground: a pure session and the page that draws it.

pub mod session;
pub mod view;
