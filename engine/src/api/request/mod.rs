//! What a request may contain, and its members as values.

pub(crate) mod batch;
pub(crate) mod check;
pub(crate) mod expressions;
pub(crate) mod fields;
pub(crate) mod legacy;
pub(crate) mod members;
pub(crate) mod shape;
pub(crate) mod stream;
pub(crate) mod tags;
pub(crate) mod unknown_member;
pub(crate) mod violated_value;
