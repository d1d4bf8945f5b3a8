//! Replies, put together member by member.

pub(crate) mod collection_metrics;
pub(crate) mod consumed_capacity;

use serde_json::{Map, Number, Value};

use crate::clock::UnixTime;

/// An object of a reply.
///
/// A member is put in by one function for each kind of value: `json!` would write the code for it anew each time.
#[derive(Debug, Default)]
pub(crate) struct Reply(Map<String, Value>);

impl Reply {
    /// Puts in anything.
    pub(crate) fn put(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }

    /// Puts in a string.
    pub(crate) fn put_text(&mut self, name: &str, text: &str) {
        self.put(name, text_to_json(text));
    }

    /// Puts in a whole number.
    pub(crate) fn put_count(&mut self, name: &str, count: u64) {
        self.put(name, decimal(count.to_string()));
    }

    /// Puts in true or false.
    pub(crate) fn put_flag(&mut self, name: &str, flag: bool) {
        self.put(name, Value::Bool(flag));
    }

    /// Puts in an object.
    pub(crate) fn put_object(&mut self, name: &str, object: Self) {
        self.put(name, object.into_json());
    }

    /// Puts in a list of strings.
    pub(crate) fn put_texts<'t>(&mut self, name: &str, texts: impl Iterator<Item = &'t str>) {
        let mut list = Vec::new();
        for text in texts {
            list.push(text_to_json(text));
        }
        self.put(name, Value::Array(list));
    }

    /// Whether nothing is in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The reply as it is sent, or as a part of another.
    pub(crate) fn into_json(self) -> Value {
        Value::Object(self.0)
    }
}

fn text_to_json(text: &str) -> Value {
    Value::String(text.to_owned())
}

/// A JSON number written exactly so.
pub(crate) fn decimal(text: String) -> Value {
    Value::Number(Number::from_string_unchecked(text))
}

/// A moment in seconds with milliseconds, as DynamoDB writes dates.
pub(crate) fn seconds(time: UnixTime) -> Value {
    decimal(format!("{}.{:03}", time.0 / 1_000, time.0 % 1_000))
}
