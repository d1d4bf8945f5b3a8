//! Requests that are filled without JSON: puts, deletes and gets of one item, which are most of what workloads send.

use std::sync::Arc;

use crate::api::typed;
use crate::api::value::{read_attribute_value, read_item};
use crate::capacity::cost::Consistency;
use crate::database::Database;
use crate::json::text::{Json, JsonText};
use crate::model::attribute_value::AttributeValue;
use crate::model::item::{AttributeMap, Item};
use crate::model::name::{AttributeName, TableName};
use crate::model::number::Number;
use crate::operation::Operation;
use crate::table::write::plan::{Write, WriteAction};
use crate::workload::filling::Filling;
use crate::workload::reply::Outcome;
use crate::workload::template::{Member, Node, Presence, Template};
use crate::workload::text::Text;

/// A request that names one table, and one item or key of which each attribute is constant or a text.
#[derive(Debug, Clone)]
pub(super) struct Direct {
    action: Action,
    table: TableName,
    /// In ascending order of their names.
    attributes: Vec<Attribute>,
}

#[derive(Debug, Clone, Copy)]
enum Action {
    Put,
    Delete,
    Get(Consistency),
}

#[derive(Debug, Clone)]
struct Attribute {
    name: AttributeName,
    presence: Option<Presence>,
    value: Value,
}

#[derive(Debug, Clone)]
enum Value {
    Constant(AttributeValue),
    String(Text),
    Number(Text),
}

/// The operations that can be filled without JSON, with the member that holds the item or its key.
const DIRECT: [(Operation, Action, &str); 3] = [
    (Operation::PutItem, Action::Put, "Item"),
    (Operation::DeleteItem, Action::Delete, "Key"),
    (Operation::GetItem, Action::Get(Consistency::Eventual), "Key"),
];

impl Direct {
    /// The request of a template, if it can be filled without JSON. What has expressions, conditions or an answer that
    /// is asked for cannot.
    pub(super) fn of(template: &Template) -> Option<Self> {
        let known = DIRECT.into_iter().find(|(operation, ..)| *operation == template.operation());
        let (_, action, item) = known?;
        let mut direct = Self { action, table: TableName::new(""), attributes: Vec::new() };
        for member in template.members() {
            match (&*member.name, &member.node) {
                ("TableName", Node::Literal(json)) => direct.table = TableName::new(string(json)?),
                ("ConsistentRead", Node::Literal(json)) => match (action, &**json) {
                    (Action::Get(_), "true") => direct.action = Action::Get(Consistency::Strong),
                    (Action::Get(_), "false") => {}
                    _ => return None,
                },
                (name, node) if name == item => direct.attributes = attributes(node)?,
                _ => return None,
            }
        }
        Some(direct)
    }

    /// Sends the request. `None` if a value is invalid: the request in JSON then gives the error.
    pub(super) fn send(&self, database: &mut Database, filling: &Filling) -> Option<Outcome> {
        let item = self.fill(filling)?;
        let action = match self.action {
            Action::Put => WriteAction::Put(Arc::new(item)),
            Action::Delete => WriteAction::Delete { key: item },
            Action::Get(consistency) => {
                return Some(match typed::get(database, &self.table, &item, consistency) {
                    Ok((arm, image)) => {
                        Outcome { is_empty: image.is_none(), ..Outcome::new(vec![arm], Ok(0)) }
                    }
                    Err(error) => Outcome::new(Vec::new(), Err(error)),
                });
            }
        };
        let write = Write { action, condition: None };
        let (arms, reply) = typed::write(database, &self.table, &write);
        Some(Outcome::new(arms, reply.map(|()| 0)))
    }

    fn fill(&self, filling: &Filling) -> Option<Item> {
        let mut item = AttributeMap::with_capacity(self.attributes.len());
        for Attribute { name, presence, value } in &self.attributes {
            if presence.is_some_and(|presence| !presence.draw(filling)) {
                continue;
            }
            let value = match value {
                Value::Constant(value) => value.clone(),
                Value::String(text) => AttributeValue::S(text.filled(filling)),
                Value::Number(text) => AttributeValue::N(match text.number(filling) {
                    Some(number) => Number::from(number),
                    None => Number::parse(&text.filled(filling)).ok()?,
                }),
            };
            item.insert(name.clone(), value);
        }
        Some(Item(item))
    }
}

/// The attributes of an item or key; none if one has placeholders elsewhere than in the text of a string or number.
fn attributes(node: &Node) -> Option<Vec<Attribute>> {
    let mut attributes = match node {
        Node::Literal(json) => constant_attributes(json)?,
        Node::Object(members) => {
            let mut attributes = Vec::with_capacity(members.len());
            for Member { name, presence, node } in members {
                let name = AttributeName::new(name.as_str());
                attributes.push(Attribute { name, presence: *presence, value: Value::of(node)? });
            }
            attributes
        }
        Node::Text(_) | Node::Array(_) => return None,
    };
    attributes.sort_by(|left, right| left.name.cmp(&right.name));
    Some(attributes)
}

fn constant_attributes(json: &str) -> Option<Vec<Attribute>> {
    let text = JsonText::parse(json).ok()?;
    let item = read_item(text.root()).ok()?;
    let constant =
        |(name, value)| Attribute { name, presence: None, value: Value::Constant(value) };
    Some(item.0.into_iter().map(constant).collect())
}

impl Value {
    fn of(node: &Node) -> Option<Self> {
        match node {
            Node::Literal(json) => {
                let text = JsonText::parse(json).ok()?;
                read_attribute_value(text.root()).ok().map(Self::Constant)
            }
            Node::Object(members) => match members.as_slice() {
                [Member { name, presence: None, node: Node::Text(text) }] => match &**name {
                    "S" => Some(Self::String(text.clone())),
                    "N" => Some(Self::Number(text.clone())),
                    _ => None,
                },
                _ => None,
            },
            Node::Text(_) | Node::Array(_) => None,
        }
    }
}

/// What a constant JSON string says.
fn string(json: &str) -> Option<String> {
    match JsonText::parse(json).ok()?.root() {
        Json::String(text) => Some(text.to_owned()),
        _ => None,
    }
}
