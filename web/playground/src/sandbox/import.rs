//! The items of an import.

use serde_json::Value;

use crate::sandbox::request::Request;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// The items of an import.
#[derive(Debug, PartialEq, Eq)]
pub struct ImportRecord {
    pub table: Text,
    /// Each item as DynamoDB JSON.
    pub items: Vec<Text>,
}

impl ImportRecord {
    /// The import in words: "Import 12 items into Orders".
    pub(crate) fn action(&self) -> Message {
        let count = Argument::Count(self.items.len() as u64);
        Message::plain("action.import").with("count", count).with("table", &*self.table)
    }

    /// The request for an item. A table name needs no escapes in JSON; one that would is rejected.
    pub(crate) fn request(&self, item: &str) -> Request {
        let table = Value::from(&*self.table);
        Request::of_text("PutItem", &format!(r#"{{"TableName":{table},"Item":{item}}}"#))
    }
}
