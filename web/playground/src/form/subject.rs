//! The tables that a request is about, and what is proposed for its members.

use engine::api::value::{attribute_value_to_json, item_to_json};
use engine::database::Database;
use engine::json::text::JsonText;
use engine::model::item::Item;
use engine::model::key::{KeyAttribute, KeyType};
use engine::table::Table;
use serde_json::Value;

use crate::code::literal::Literal;
use crate::form::place::members_of;
use crate::sandbox::order::in_key_order;
use crate::view::request::{FieldPath, Step};
use crate::view::value::Text;

/// The tables, and the open one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject<'s> {
    /// The tables.
    pub(crate) database: &'s Database,
    /// The open one, which is meant where a request names none.
    pub(crate) table: &'s Table,
}

impl<'s> Subject<'s> {
    /// The table that a part of a request is about.
    pub(super) fn table_of(self, request: &Literal, path: &FieldPath) -> &'s Table {
        let name = table_name(request, path);
        name.and_then(|name| self.database.table(name)).unwrap_or(self.table)
    }

    /// The names of the tables.
    pub(super) fn tables(self) -> Vec<Text> {
        self.database.tables().map(|table| Text::from(table.schema.name.as_str())).collect()
    }
}

/// The name of the table that a part of a request is about: that of the innermost structure which names one.
fn table_name<'l>(request: &'l Literal, path: &FieldPath) -> Option<&'l str> {
    let mut name = None;
    let mut part = request;
    let mut is_of_tables = false;
    for step in &path.0 {
        name = own_table(part).or(name);
        let next = match step {
            Step::Member(member) => part.member(member),
            Step::Entry(position) => match part {
                Literal::List(elements) => elements.get(*position),
                _ => members_of(part).and_then(|members| members.get(*position)).map(
                    |(key, value)| {
                        if is_of_tables {
                            name = Some(key.as_str());
                        }
                        value
                    },
                ),
            },
        };
        is_of_tables = matches!(step, Step::Member("RequestItems"));
        let Some(next) = next else { return name };
        part = next;
    }
    own_table(part).or(name)
}

fn own_table(part: &Literal) -> Option<&str> {
    part.member("TableName").and_then(Literal::as_text)
}

/// The key of an item by its position among the items; without items the attributes of the key with an example of each.
pub(super) fn key_template(table: &Table, position: usize) -> Literal {
    let items = in_key_order(table);
    match items.get(position.min(items.len().saturating_sub(1))) {
        Some(stored) => of_item(&table.schema.key.key_of(&stored.image)),
        None => empty_key(table),
    }
}

/// The attributes of a key without values.
pub(super) fn empty_key(table: &Table) -> Literal {
    let attributes = table.schema.key.attributes();
    Literal::Map(attributes.map(|it| (it.name.as_str().to_owned(), empty_value(it))).collect())
}

fn empty_value(attribute: &KeyAttribute) -> Literal {
    let tag = match attribute.kind {
        KeyType::S => "S",
        KeyType::N => "N",
        KeyType::B => "B",
    };
    Literal::single(tag, Literal::text(""))
}

/// Where a page begins: the key of an item, with its key of the index that is read.
pub(super) fn start_key(table: &Table, index: Option<&str>) -> Literal {
    let index = index.and_then(|name| table.index(name));
    let items = in_key_order(table);
    let is_in_index = |item: &Item| {
        index.is_none_or(|index| index.schema.key.attributes().all(|it| item.contains(&it.name)))
    };
    let Some(stored) = items.iter().find(|stored| is_in_index(&stored.image)) else {
        return empty_key(table);
    };
    let mut key = table.schema.key.key_of(&stored.image);
    for attribute in index.into_iter().flat_map(|index| index.schema.key.attributes()) {
        if let Some(value) = stored.image.get(&attribute.name) {
            key.insert(attribute.name.clone(), value.clone());
        }
    }
    of_item(&key)
}

/// An item as DynamoDB JSON.
fn of_item(item: &Item) -> Literal {
    of_json(&item_to_json(item))
}

/// An attribute value as DynamoDB JSON.
pub(super) fn of_value(value: &engine::model::attribute_value::AttributeValue) -> Literal {
    of_json(&attribute_value_to_json(value))
}

fn of_json(json: &Value) -> Literal {
    let text = json.to_string();
    JsonText::parse(&text).map_or(Literal::Null, |text| text.root().into())
}
