//! What DynamoDB stores: values, items, keys and paths, with no behaviour beyond their own invariants.

pub mod attribute_value;
pub mod base64;
pub mod bytes;
mod decimal;
pub mod document_path;
pub mod item;
pub mod key;
pub mod name;
pub mod number;
pub mod partition_id;
