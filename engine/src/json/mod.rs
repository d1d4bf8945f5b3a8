//! JSON text: read with exact digits and positions of errors, and printed. Knows nothing about DynamoDB.

pub mod fault;
mod node;
pub(crate) mod reader;
pub mod repeat;
pub mod text;
pub mod value;
