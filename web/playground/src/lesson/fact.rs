//! Facts about a sandbox: what is so or not.

use engine::api::value::attribute_value_to_json;
use engine::model::attribute_value::AttributeValue;
use engine::model::item::Item;
use engine::receipt::UnitKind;
use notation::marshal::typed_value;
use serde_json::Value;

use crate::lesson::lookup::{ItemName, find_index, hottest_key, key_texts, listed, partition_of};
use crate::lesson::observed::Observed;
use crate::lesson::{result, table_name};
use crate::session::Session;

/// Something that is so or not.
#[derive(Debug, Clone, PartialEq)]
pub enum Fact {
    /// The last request returned these items, in this order.
    Lists(Vec<String>),
    /// The last request read an index that was behind its table, or not.
    Stale(bool),
    /// The last request was accepted.
    Accepted,
    /// The last request was rejected, with this error if one is named.
    Rejected(Option<String>),
    /// The last request was of this operation.
    Operation(String),
    /// The last request was charged for this table or index.
    Used(String),
    /// An index has the entry of an item, or not.
    Entry {
        index: String,
        /// The values of the key attributes of the item, as text.
        key: Vec<String>,
        is_there: bool,
    },
    /// Entries of an index have an attribute.
    Projects { index: String, attribute: String },
    /// An item exists, or not.
    Item { item: ItemName, exists: bool },
    /// An item has an attribute, with a value if one is given, or does not have it.
    Attribute {
        item: ItemName,
        attribute: String,
        /// Whether it has the attribute.
        has: bool,
        /// The value in DynamoDB JSON; `None` is any.
        value: Option<Value>,
    },
    /// The partition that the last run asked for most is asked for this partition key most.
    Hot(String),
    /// Partition keys are in the same partition, or each is in a partition of its own.
    Partitions {
        table: String,
        /// The values of the partition key, as text.
        keys: Vec<String>,
        /// In the same one, or in different ones.
        together: bool,
    },
}

impl Fact {
    pub(crate) fn parse(words: &[&str], text: &str) -> Option<Self> {
        let owned = |words: &[&str]| -> Vec<String> {
            words.iter().map(|word| word.trim_end_matches(',').to_owned()).collect()
        };
        Some(match words {
            ["last", "lists", names @ ..] if !names.is_empty() => Self::Lists(owned(names)),
            ["last", "stale"] => Self::Stale(true),
            ["last", "current"] => Self::Stale(false),
            ["last", "accepted"] => Self::Accepted,
            ["last", "rejected"] => Self::Rejected(None),
            ["last", "rejected", code] => Self::Rejected(Some((*code).to_owned())),
            ["last", "operation", name] => Self::Operation((*name).to_owned()),
            ["last", "used", name] => Self::Used((*name).to_owned()),
            ["index", index, verb @ ("has" | "lacks"), key @ ..] if !key.is_empty() => {
                let (index, key) = ((*index).to_owned(), owned(key));
                Self::Entry { index, key, is_there: *verb == "has" }
            }
            ["index", index, "projects", attribute] => {
                let (index, attribute) = ((*index).to_owned(), (*attribute).to_owned());
                Self::Projects { index, attribute }
            }
            ["item", ..] => {
                let (item, verb, rest) = ItemName::parse(words)?;
                match (verb, rest) {
                    ("exists", []) => Self::Item { item, exists: true },
                    ("missing", []) => Self::Item { item, exists: false },
                    ("has", [attribute, value @ ..]) => {
                        let value = match value {
                            [] => None,
                            _ => Some(value_after(text, attribute)?),
                        };
                        let attribute = (*attribute).to_owned();
                        Self::Attribute { item, attribute, has: true, value }
                    }
                    ("lacks", [attribute]) => {
                        let attribute = (*attribute).to_owned();
                        Self::Attribute { item, attribute, has: false, value: None }
                    }
                    _ => return None,
                }
            }
            ["run", "hot", key] => Self::Hot((*key).to_owned()),
            [verb @ ("together" | "apart"), table, keys @ ..] if keys.len() > 1 => {
                let (table, keys) = (table_name::referenced(table), owned(keys));
                Self::Partitions { table, keys, together: *verb == "together" }
            }
            _ => return None,
        })
    }

    /// Whether it is so; `None` if what it is about does not exist.
    pub(crate) fn holds(&self, session: &Session, observed: &Observed) -> Option<bool> {
        let database = session.database();
        let operation = observed.operation.as_deref();
        Some(match self {
            Self::Lists(names) => listed(database, operation?)? == *names,
            Self::Stale(stale) => operation?.stale.is_some() == *stale,
            Self::Accepted => operation?.reply.is_ok(),
            Self::Rejected(code) => {
                let error = operation?.reply.as_ref().err()?;
                code.as_ref().is_none_or(|code| *code == result::error_code(error))
            }
            Self::Operation(name) => *operation?.request.operation == **name,
            Self::Used(name) => {
                let kinds = [UnitKind::Read, UnitKind::Write].into_iter();
                let operation = operation?;
                let mut arms = kinds.flat_map(|kind| result::arms(operation, kind));
                arms.any(|(store, units)| *store == **name && !units.is_zero())
            }
            Self::Entry { index, key, is_there } => {
                let (table, index) = find_index(database, index)?;
                let mut entries = index.entries.iter();
                let has = |image: &Item| key_texts(&table.schema.key, image) == *key;
                entries.any(|(_, entry)| has(&entry.image)) == *is_there
            }
            Self::Projects { index, attribute } => {
                find_index(database, index)?.1.schema.projects(attribute)
            }
            Self::Item { item, exists } => item.find(database).is_some() == *exists,
            Self::Attribute { item, attribute, has, value } => {
                let found = item.find(database)?.get(attribute);
                let is_meant = |found: &AttributeValue| {
                    value.as_ref().is_none_or(|value| *value == attribute_value_to_json(found))
                };
                found.is_some_and(is_meant) == *has
            }
            Self::Hot(key) => hottest_key(observed)? == *key,
            Self::Partitions { table, keys, together } => {
                let table = database.table(table)?;
                let mut partitions: Vec<_> =
                    keys.iter().map(|key| partition_of(table, key)).collect::<Option<_>>()?;
                partitions.sort();
                partitions.dedup();
                partitions.len() == if *together { 1 } else { keys.len() }
            }
        })
    }

    pub(crate) fn actual(&self, session: &Session, observed: &Observed) -> String {
        let database = session.database();
        let Some(operation) = observed.operation.as_deref() else {
            return match self {
                Self::Hot(_) => hottest_key(observed).unwrap_or_else(|| "no hot key".to_owned()),
                _ => "the opposite, and no request so far".to_owned(),
            };
        };
        match self {
            Self::Lists(_) => listed(database, operation).unwrap_or_default().join(", "),
            Self::Stale(_) | Self::Accepted | Self::Rejected(_) | Self::Used(_) => {
                result::lines(operation).join(", ")
            }
            Self::Operation(_) => operation.request.operation.to_string(),
            Self::Attribute { item, .. } => match item.find(database) {
                None => "no such item".to_owned(),
                Some(_) => "the opposite".to_owned(),
            },
            Self::Hot(_) => hottest_key(observed).unwrap_or_else(|| "no hot key".to_owned()),
            Self::Entry { .. }
            | Self::Projects { .. }
            | Self::Item { .. }
            | Self::Partitions { .. } => "the opposite".to_owned(),
        }
    }
}

/// The JSON after a word of a line, as DynamoDB JSON.
fn value_after(text: &str, word: &str) -> Option<Value> {
    let (_, json) = text.split_once(&format!(" has {word} "))?;
    serde_json::from_str(json.trim()).ok().map(typed_value)
}
