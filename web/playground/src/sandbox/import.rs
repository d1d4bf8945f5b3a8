//! The items of an import, and what became of them.

use serde_json::Value;

use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// The items of an import.
#[derive(Debug, PartialEq, Eq)]
pub struct ImportRecord {
    /// The table.
    pub table: Text,
    /// Each item as DynamoDB JSON.
    pub items: Vec<Text>,
}

/// What became of the items of an import.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ImportTally {
    /// Items that were not there before.
    pub new_count: u64,
    /// Items that took the place of others.
    pub replaced_count: u64,
    /// Items that were not written.
    pub rejected_count: u64,
    /// Of those, items that were throttled.
    pub throttled_count: u64,
}

impl ImportRecord {
    /// The import in words: "Import 12 items into Orders".
    pub(crate) fn action(&self) -> Message {
        let count = Argument::Count(self.items.len() as u64);
        Message::plain("action.import").with("count", count).with("table", &*self.table)
    }

    /// The request for an item. A table name needs no escapes in JSON; one that would is rejected.
    pub(crate) fn request(&self, item: &str) -> String {
        let table = Value::from(&*self.table);
        format!(r#"{{"TableName":{table},"Item":{item}}}"#)
    }
}

impl ImportTally {
    /// How many items were written.
    pub fn written_count(self) -> u64 {
        self.new_count + self.replaced_count
    }

    /// How many requests there were.
    pub fn request_count(self) -> u64 {
        self.written_count() + self.rejected_count
    }
}
