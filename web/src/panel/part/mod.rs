//! Drawings that several panels share.

pub mod amounts;
pub mod entity;
pub mod fault;
pub mod file_choice;
pub mod flow;
pub mod heat;
pub mod heat_rows;
pub mod keys;
pub mod more;
pub mod number;
pub mod placeholders;
pub mod press;
pub mod preview;
pub mod price;
pub mod projection;
pub mod prose;
pub mod receipt;
pub mod request_fields;
pub mod scaling;
pub mod term;
pub mod value;
pub mod words;
