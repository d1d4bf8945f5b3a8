//! Replies, put together member by member.

pub(crate) mod collection_metrics;
pub(crate) mod consumed_capacity;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Number, Value};

use crate::api::value::item_to_json;
use crate::clock::UnixTime;
use crate::model::item::{Image, Item};

/// A reply, or a part of one. Items stay items until the reply is written as text.
#[derive(Debug, Clone, PartialEq)]
pub enum ReplyJson {
    /// JSON that is there already.
    Tree(Value),
    /// The DynamoDB JSON of an item.
    Item(Image),
    /// An array.
    List(Vec<Self>),
    /// An object.
    Object(BTreeMap<String, Self>),
}

impl ReplyJson {
    /// The text that is sent.
    pub fn to_text(&self) -> String {
        serde_json::to_string(self).expect("all names are strings")
    }

    /// The same JSON as a tree, to be inspected.
    pub fn into_tree(self) -> Value {
        match self {
            Self::Tree(json) => json,
            Self::Item(image) => item_to_json(&image),
            Self::List(parts) => parts.into_iter().map(Self::into_tree).collect(),
            Self::Object(members) => {
                members.into_iter().map(|(name, part)| (name, part.into_tree())).collect()
            }
        }
    }
}

impl Serialize for ReplyJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Tree(json) => json.serialize(serializer),
            Self::Item(image) => image.as_ref().serialize(serializer),
            Self::List(parts) => parts.serialize(serializer),
            Self::Object(members) => members.serialize(serializer),
        }
    }
}

impl From<Value> for ReplyJson {
    fn from(json: Value) -> Self {
        Self::Tree(json)
    }
}

impl From<Image> for ReplyJson {
    fn from(image: Image) -> Self {
        Self::Item(image)
    }
}

impl From<Item> for ReplyJson {
    fn from(item: Item) -> Self {
        Self::Item(Arc::new(item))
    }
}

impl From<Reply> for ReplyJson {
    fn from(reply: Reply) -> Self {
        Self::Object(reply.0)
    }
}

/// An object of a reply.
///
/// A member is put in by one function for each kind of value: `json!` would write the code for it anew each time.
#[derive(Debug, Default)]
pub(crate) struct Reply(BTreeMap<String, ReplyJson>);

impl Reply {
    /// Puts in anything.
    pub(crate) fn put(&mut self, name: &str, value: impl Into<ReplyJson>) {
        self.0.insert(name.to_owned(), value.into());
    }

    /// Puts in a list of anything.
    pub(crate) fn put_list(
        &mut self,
        name: &str,
        elements: impl IntoIterator<Item: Into<ReplyJson>>,
    ) {
        self.put(name, ReplyJson::List(elements.into_iter().map(Into::into).collect()));
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
        self.put(name, object);
    }

    /// Puts in a list of strings.
    pub(crate) fn put_texts<'t>(&mut self, name: &str, texts: impl Iterator<Item = &'t str>) {
        self.put_list(name, texts.map(text_to_json));
    }

    /// Whether nothing is in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The object as a tree, to be a part of another.
    pub(crate) fn into_json(self) -> Value {
        ReplyJson::from(self).into_tree()
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
