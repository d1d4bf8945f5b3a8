//! Writes of single items: what they do, their requests, and the item after them.

use serde_json::{Map, Value, json};

use crate::item::{Attributes, integer, number};
use crate::simulation::condition::{Condition, Placeholders};
use crate::simulation::schema::Table;

/// A table as a request names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Target {
    pub table: Table,
    /// Whether the request gives the ARN instead of the name.
    pub by_arn: bool,
}

/// A write of one item, alone or as a part of a batch or transaction.
#[derive(Debug, Clone, PartialEq)]
pub struct Write {
    /// The table.
    pub target: Target,
    /// What to do.
    pub action: Action,
    /// What must be true of the existing item.
    pub condition: Option<Condition>,
    /// Whether the request uses `Expected` and `AttributeUpdates` where it can.
    pub is_legacy: bool,
    /// `ReturnValues`, and `ReturnValuesOnConditionCheckFailure` unless it is `NONE`.
    pub returns: &'static str,
}

/// What a write does.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Stores an item.
    Put(Attributes),
    /// Changes attributes of the item with this key. The attributes are all different.
    Update(Attributes, Vec<Change>),
    /// Deletes the item with this key.
    Delete(Attributes),
    /// Checks a condition within a transaction.
    Check(Attributes),
}

/// The change of one attribute.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// `SET name = value`.
    Set(&'static str, Value),
    /// `SET name = if_not_exists(name, value)`.
    SetIfMissing(&'static str, Value),
    /// `SET name = name + n`.
    Increment(&'static str, i64),
    /// `REMOVE name`.
    Remove(&'static str),
    /// `ADD name n`.
    Add(&'static str, i64),
    /// `ADD name {strings}`.
    AddToSet(&'static str, Vec<&'static str>),
    /// `DELETE name {strings}`.
    DeleteFromSet(&'static str, Vec<&'static str>),
    /// `SET name[position] = value` of a list.
    SetElement(&'static str, usize, Value),
    /// `REMOVE name[position]` of a list.
    RemoveElement(&'static str, usize),
}

/// `SET n = n + …` of an item that has no number `n`, or an element of a list that the item does not have: the request is
/// rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MissingOperand;

impl Target {
    /// The table's name or ARN.
    pub fn named(self) -> String {
        match self.by_arn && self.table.region().is_none() {
            true => format!("arn:aws:dynamodb:us-east-1:000000000000:table/{}", self.table.name()),
            false => self.table.name().to_owned(),
        }
    }
}

impl Change {
    pub fn attribute(&self) -> &'static str {
        match self {
            Self::Set(name, _)
            | Self::SetIfMissing(name, _)
            | Self::Increment(name, _)
            | Self::Remove(name)
            | Self::Add(name, _)
            | Self::AddToSet(name, _)
            | Self::DeleteFromSet(name, _)
            | Self::SetElement(name, ..)
            | Self::RemoveElement(name, _) => name,
        }
    }

    /// The part of an item that `UPDATED_OLD` and `UPDATED_NEW` return: the attribute, or the element at the written position.
    fn touched(&self, item: &Attributes) -> Option<(String, Value)> {
        let value = item.get(self.attribute())?;
        let value = match self {
            Self::SetElement(_, position, _) | Self::RemoveElement(_, position) => {
                json!({ "L": [value["L"].get(*position)?] })
            }
            _ => value.clone(),
        };
        Some((self.attribute().to_owned(), value))
    }

    /// Whether the change is enough to create a missing item.
    fn creates(&self) -> bool {
        !matches!(self, Self::Remove(_) | Self::DeleteFromSet(..) | Self::RemoveElement(..))
    }

    /// The value of the attribute after the change.
    fn apply(&self, old: Option<&Value>) -> Result<Option<Value>, MissingOperand> {
        Ok(match self {
            Self::Set(_, value) => Some(value.clone()),
            Self::SetIfMissing(_, value) => Some(old.unwrap_or(value).clone()),
            Self::Increment(_, by) => Some(number(integer(old.ok_or(MissingOperand)?) + by)),
            Self::Remove(_) => None,
            Self::Add(_, by) => Some(number(old.map_or(0, integer) + by)),
            Self::AddToSet(_, added) => {
                let mut set = members(old);
                set.extend(added.iter().map(|member| json!(member)));
                set.sort_by_key(ToString::to_string);
                set.dedup();
                Some(json!({ "SS": set }))
            }
            Self::DeleteFromSet(_, removed) => {
                let mut set = members(old);
                set.retain(|member| !removed.iter().any(|it| member == it));
                (!set.is_empty()).then(|| json!({ "SS": set }))
            }
            Self::SetElement(_, position, value) => {
                let mut list = elements(old.ok_or(MissingOperand)?);
                match list.get_mut(*position) {
                    Some(element) => *element = value.clone(),
                    None => list.push(value.clone()),
                }
                Some(json!({ "L": list }))
            }
            Self::RemoveElement(_, position) => {
                let mut list = elements(old.ok_or(MissingOperand)?);
                if *position < list.len() {
                    list.remove(*position);
                }
                Some(json!({ "L": list }))
            }
        })
    }

    /// The clause of an update expression that the change belongs to, and its text there.
    pub(super) fn clause(&self, placeholders: &mut Placeholders) -> (&'static str, String) {
        let name = placeholders.name(self.attribute());
        let mut with = |value: Value| placeholders.value(&value);
        match self {
            Self::Set(_, value) => ("SET", format!("{name} = {}", with(value.clone()))),
            Self::SetIfMissing(_, value) => {
                ("SET", format!("{name} = if_not_exists({name}, {})", with(value.clone())))
            }
            Self::Increment(_, by) => ("SET", format!("{name} = {name} + {}", with(number(*by)))),
            Self::Remove(_) => ("REMOVE", name),
            Self::Add(_, by) => ("ADD", format!("{name} {}", with(number(*by)))),
            Self::AddToSet(_, set) => ("ADD", format!("{name} {}", with(json!({ "SS": set })))),
            Self::DeleteFromSet(_, set) => {
                ("DELETE", format!("{name} {}", with(json!({ "SS": set }))))
            }
            Self::SetElement(_, position, value) => {
                ("SET", format!("{name}[{position}] = {}", with(value.clone())))
            }
            Self::RemoveElement(_, position) => ("REMOVE", format!("{name}[{position}]")),
        }
    }

    /// The change as a member of `AttributeUpdates`, unless only an expression can express it.
    fn legacy(&self) -> Option<Value> {
        match self {
            Self::Set(_, value) => Some(json!({ "Action": "PUT", "Value": value })),
            Self::Remove(_) => Some(json!({ "Action": "DELETE" })),
            Self::Add(_, by) => Some(json!({ "Action": "ADD", "Value": number(*by) })),
            Self::AddToSet(_, set) => Some(json!({ "Action": "ADD", "Value": { "SS": set } })),
            Self::DeleteFromSet(_, set) => {
                Some(json!({ "Action": "DELETE", "Value": { "SS": set } }))
            }
            Self::SetIfMissing(..)
            | Self::Increment(..)
            | Self::SetElement(..)
            | Self::RemoveElement(..) => None,
        }
    }
}

fn elements(list: &Value) -> Vec<Value> {
    list["L"].as_array().cloned().unwrap_or_default()
}

fn members(set: Option<&Value>) -> Vec<Value> {
    set.and_then(|set| set["SS"].as_array()).cloned().unwrap_or_default()
}

impl Action {
    /// The item or key in the request, which contains the key attributes.
    pub fn key_source(&self) -> &Attributes {
        match self {
            Self::Put(item) => item,
            Self::Update(key, _) | Self::Delete(key) | Self::Check(key) => key,
        }
    }

    /// The item after the write; `None` if there is none.
    pub fn after(&self, old: Option<&Attributes>) -> Result<Option<Attributes>, MissingOperand> {
        match self {
            Self::Put(item) => Ok(Some(item.clone())),
            Self::Delete(_) => Ok(None),
            Self::Check(_) => Ok(old.cloned()),
            Self::Update(_, changes)
                if old.is_none() && !changes.is_empty() && !changes.iter().any(Change::creates) =>
            {
                Ok(None)
            }
            Self::Update(key, changes) => {
                let mut item = old.unwrap_or(key).clone();
                let is_new = old.is_none();
                // From a missing item an element is removed without effect.
                let has_effect =
                    |it: &&Change| !(is_new && matches!(it, Change::RemoveElement(..)));
                for change in changes.iter().filter(has_effect) {
                    let name = change.attribute();
                    match change.apply(item.get(name))? {
                        Some(value) => item.insert(name.to_owned(), value),
                        None => item.remove(name),
                    };
                }
                Ok(Some(item))
            }
        }
    }

    /// The member of a transaction action, such as `Put`; with `Item` after it, the operation.
    fn kind(&self) -> &'static str {
        match self {
            Self::Put(_) => "Put",
            Self::Update(..) => "Update",
            Self::Delete(_) => "Delete",
            Self::Check(_) => "ConditionCheck",
        }
    }

    /// The element of a `BatchWriteItem`: puts and deletes only.
    pub fn batch_request(&self) -> Value {
        match self {
            Self::Put(item) => json!({ "PutRequest": { "Item": item } }),
            Self::Delete(key) | Self::Update(key, _) | Self::Check(key) => {
                json!({ "DeleteRequest": { "Key": key } })
            }
        }
    }
}

impl Write {
    /// The key of the item that is written.
    pub fn key(&self) -> Attributes {
        self.target.table.key_of(self.action.key_source())
    }

    /// The operation and request of the write as a single request.
    pub fn request(&self, capacity: &str) -> (String, Value) {
        let mut request = self.members();
        request["ReturnConsumedCapacity"] = capacity.into();
        request["ReturnValues"] = self.returns.into();
        request["ReturnItemCollectionMetrics"] = "SIZE".into();
        let operation = format!("{}Item", self.action.kind());
        if self.is_legacy && self.put_legacy(&mut request) {
            return (operation, request);
        }
        self.put_expressions(&mut request);
        if self.returns != "NONE" {
            request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD".into();
        }
        (operation, request)
    }

    /// The element of a `TransactWriteItems`.
    pub fn transaction_action(&self) -> Value {
        let mut request = self.members();
        self.put_expressions(&mut request);
        json!({ self.action.kind(): request })
    }

    fn members(&self) -> Value {
        let (member, content) = match &self.action {
            Action::Put(item) => ("Item", item),
            Action::Update(key, _) | Action::Delete(key) | Action::Check(key) => ("Key", key),
        };
        json!({ "TableName": self.target.named(), member: content })
    }

    fn put_expressions(&self, request: &mut Value) {
        let mut placeholders = Placeholders::default();
        if let Some(condition) = &self.condition {
            request["ConditionExpression"] = condition.expression(&mut placeholders).into();
        }
        if let Action::Update(_, changes) = &self.action
            && !changes.is_empty()
        {
            let clauses: Vec<_> = changes.iter().map(|it| it.clause(&mut placeholders)).collect();
            let of = |clause: &str| {
                let texts = clauses.iter().filter(|(of, _)| *of == clause).map(|(_, text)| text);
                let texts: Vec<&str> = texts.map(String::as_str).collect();
                (!texts.is_empty()).then(|| format!("{clause} {}", texts.join(", ")))
            };
            let sections: Vec<_> =
                ["SET", "REMOVE", "ADD", "DELETE"].into_iter().filter_map(of).collect();
            request["UpdateExpression"] = sections.join(" ").into();
        }
        placeholders.put_into(request);
    }

    /// Puts the legacy parameters into the request, if they can express all of it.
    fn put_legacy(&self, request: &mut Value) -> bool {
        let expected = match &self.condition {
            None => None,
            Some(condition) => match condition.legacy() {
                None => return false,
                Some((name, condition)) => Some(json!({ name: condition })),
            },
        };
        if let Action::Update(_, changes) = &self.action {
            let mut updates = Map::new();
            for change in changes {
                let Some(update) = change.legacy() else { return false };
                updates.insert(change.attribute().to_owned(), update);
            }
            request["AttributeUpdates"] = updates.into();
        }
        if let Some(expected) = expected {
            request["Expected"] = expected;
        }
        true
    }

    /// The `Attributes` of the reply.
    pub fn attributes(
        &self,
        old: Option<&Attributes>,
        new: Option<&Attributes>,
    ) -> Option<Attributes> {
        let touched = |item: Option<&Attributes>| match &self.action {
            Action::Update(_, changes) => {
                Some(changes.iter().filter_map(|change| change.touched(item?)).collect())
            }
            Action::Put(_) | Action::Delete(_) | Action::Check(_) => None,
        };
        let attributes: Option<Attributes> = match self.returns {
            "ALL_OLD" => old.cloned(),
            "ALL_NEW" => new.cloned(),
            "UPDATED_OLD" => touched(old),
            "UPDATED_NEW" => touched(new),
            _ => None,
        };
        attributes.filter(|attributes| !attributes.is_empty())
    }
}

impl Write {
    /// Whether the single request of the write uses the legacy parameters.
    pub fn uses_legacy(&self) -> bool {
        self.is_legacy && self.put_legacy(&mut json!({}))
    }
}
