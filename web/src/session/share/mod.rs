//! A sandbox as a document and as a link.

mod base64url;
mod codec;
pub mod document;
pub mod envelope;
pub mod limit;
pub mod link;
pub mod load;
pub(in crate::session) mod plan;
pub(in crate::session) mod problem;
pub mod text;
