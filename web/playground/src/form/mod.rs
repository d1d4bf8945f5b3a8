//! Requests as forms: the members of a request as fields, and what a change of a field does to the request's text.
//!
//! The text is the only copy of a request. Fields are made of it, and a change makes another text.

pub(crate) mod change;
pub(crate) mod complete;
pub(crate) mod fields;
mod follow;
mod listed;
mod place;
pub(crate) mod recognize;
mod statement;
pub(crate) mod subject;
mod value;
