//! A sandbox as a document and as a link.

mod base64url;
mod deflate;
pub mod document;
pub mod link;
mod migrate;
