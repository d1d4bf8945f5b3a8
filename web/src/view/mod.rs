//! What panels show: plain data made by the session, and the edits and designs they hand back.

pub mod design;
pub mod edit;
pub mod message;
