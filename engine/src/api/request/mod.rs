//! The members that a request may have, and their values as our types.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod expressions;
pub(crate) mod fields;
pub(crate) mod layer;
pub(crate) mod legacy;
pub(crate) mod members;
pub mod shape;
pub mod stream;
pub(crate) mod tags;
pub mod unknown_member;
pub(crate) mod violated_value;
