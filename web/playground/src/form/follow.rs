//! What follows when a request is given another table: its keys and its index.

use engine::table::Table;

use crate::code::literal::Literal;
use crate::form::place::members_of;
use crate::form::subject::{empty_key, key_template};

/// Replaces keys that are not keys of a table, and an index that it does not have.
pub(super) fn replace_keys(value: &mut Literal, table: &Table) {
    match value {
        Literal::List(elements) => {
            for element in elements {
                replace_keys(element, table);
            }
        }
        Literal::Map(members) => {
            for (name, value) in members.iter_mut() {
                match name.as_str() {
                    "Key" if !fits(value, table) => *value = key_template(table, 0),
                    "Item" if !fits(value, table) => *value = empty_key(table),
                    "Keys" => {
                        let Literal::List(keys) = value else { continue };
                        for (position, key) in keys.iter_mut().enumerate() {
                            if !fits(key, table) {
                                *key = key_template(table, position);
                            }
                        }
                    }
                    "PutRequest" | "DeleteRequest" => replace_keys(value, table),
                    _ => {}
                }
            }
            members.retain(|(name, value)| {
                let index = value.as_text().unwrap_or_default();
                let is_other = name == "IndexName" && table.schema.index(index).is_none();
                let is_start = name == "ExclusiveStartKey" && !fits(value, table);
                !is_other && !is_start
            });
        }
        Literal::Null
        | Literal::Bool(_)
        | Literal::Number(_)
        | Literal::Text(_)
        | Literal::Bytes(_)
        | Literal::Set(_) => {}
    }
}

/// Whether an item has the attributes of the key of a table.
fn fits(item: &Literal, table: &Table) -> bool {
    table.schema.key.attributes().all(|it| item.member(it.name.as_str()).is_some())
}

/// The attributes of an item that are its key.
pub(super) fn key_of(item: &Literal, table: &Table) -> Literal {
    let members = members_of(item).unwrap_or_default();
    let is_key = |(name, _): &&(String, Literal)| table.schema.key.contains(name);
    Literal::Map(members.iter().filter(is_key).cloned().collect())
}
