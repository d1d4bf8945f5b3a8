//! A sandbox as a link and as a file: formats 1 and 2, and what a link may ask of the page.

pub mod address;
mod base64url;
mod codec;
pub mod envelope;
pub mod error;
pub mod limit;
pub mod snippet;
pub mod summary;
pub mod version;
pub mod work_file;
