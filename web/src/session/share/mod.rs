//! A sandbox as a document and as a link.

mod deflate;
pub mod link;
