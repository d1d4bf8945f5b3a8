//! Requests that are answered and charged, but change nothing or find nothing, and why.

use engine::api::Outcome;
use engine::api::value::item_from_json;
use engine::database::Database;
use engine::expression::clause::Clause;
use engine::expression::update::Update;
use engine::json::value::parse;
use engine::receipt::{Arm, Reason, Receipt, UnitKind};
use serde_json::Value;

use crate::analysis::placeholder::bindings;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// Why a request has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum NoEffect {
    /// It removes attributes that the item does not have.
    NoAttribute(Vec<Text>),
    /// The item has these values already.
    Identical,
    /// It deletes or takes from an item that does not exist.
    NoItem,
    ConditionFalse,
    /// It reads, and no item has the key.
    NothingFound,
    /// It reads items, and its filter leaves none.
    NothingLeft,
}

impl NoEffect {
    /// Why a request that was answered has no effect; `None` if it has one. `database` is what it was sent to.
    pub(crate) fn of(database: &Database, request: &str, outcome: &Outcome) -> Option<Self> {
        let receipt = outcome.receipt.as_ref()?;
        match receipt.arms.iter().any(|arm| arm.unit_kind() == UnitKind::Write) {
            true => Self::of_write(database, request, receipt),
            false => Self::of_read(receipt, outcome.reply.as_ref().ok()?),
        }
    }

    fn of_write(database: &Database, request: &str, receipt: &Receipt) -> Option<Self> {
        let of_arm = |arm: &Arm| match arm.reason {
            Reason::Put { .. }
            | Reason::Change { .. }
            | Reason::Delete { .. }
            | Reason::Move { .. } => Some(None),
            Reason::Unchanged { .. } => Some(Some(Self::Identical)),
            Reason::Absent => Some(Some(Self::NoItem)),
            Reason::ConditionFailed { .. } => Some(Some(Self::ConditionFalse)),
            Reason::NotIndexed { .. }
            | Reason::Checked { .. }
            | Reason::Read { .. }
            | Reason::Fetch { .. } => None,
        };
        let effects: Vec<_> = receipt.arms.iter().filter_map(of_arm).collect();
        if effects.contains(&None) {
            return None;
        }
        let reasons = effects.into_iter().flatten();
        // An index stays as it is because of what became of the item.
        let reason = reasons.reduce(|first, other| match first {
            Self::Identical => other,
            first => first,
        })?;
        match (&reason, missing_attributes(database, request)) {
            (Self::Identical, Some(missing)) => Some(Self::NoAttribute(missing)),
            (_, _) => Some(reason),
        }
    }

    fn of_read(receipt: &Receipt, reply: &Value) -> Option<Self> {
        let mut count = 0;
        for arm in &receipt.arms {
            if let Reason::Read { count: evaluated, .. } = &arm.reason {
                count += evaluated;
            }
        }
        match (has_items(reply), count) {
            (true, _) => None,
            (false, 0) => Some(Self::NothingFound),
            (false, _) => Some(Self::NothingLeft),
        }
    }

    /// Whether the request would change something if it had an effect.
    pub(crate) fn is_of_write(&self) -> bool {
        match self {
            Self::NoAttribute(_) | Self::Identical | Self::NoItem | Self::ConditionFalse => true,
            Self::NothingFound | Self::NothingLeft => false,
        }
    }

    /// The reason, as a part of a sentence.
    pub(crate) fn reason(&self) -> Message {
        match self {
            Self::NoAttribute(names) => {
                Message::plain("pattern.no_attribute").with("names", Argument::List(names.clone()))
            }
            Self::Identical => Message::plain("pattern.identical"),
            Self::NoItem | Self::NothingFound => Message::plain("pattern.no_item"),
            Self::ConditionFalse => Message::plain("pattern.condition_false"),
            Self::NothingLeft => Message::plain("pattern.nothing_left"),
        }
    }
}

/// Whether a reply to a read has an item. The number of items is enough.
fn has_items(reply: &Value) -> bool {
    let is_filled = |list: &Value| list.as_array().is_some_and(|list| !list.is_empty());
    let of_batch = match &reply["Responses"] {
        Value::Object(tables) => tables.values().any(is_filled),
        Value::Array(replies) => replies.iter().any(|reply| !reply["Item"].is_null()),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    };
    let is_counted = reply["Count"].as_u64().is_some_and(|count| count > 0);
    of_batch || is_counted || !reply["Item"].is_null() || is_filled(&reply["Items"])
}

/// What an `UpdateItem` request takes from an item that has none of it; `None` if it does anything else.
fn missing_attributes(database: &Database, request: &str) -> Option<Vec<Text>> {
    let request = parse(request).ok()?;
    let table = request["TableName"].as_str()?.rsplit('/').next()?;
    let table = database.table(table)?;
    let key = item_from_json(request["Key"].clone()).ok()?;
    let item = table.items.get(&table.schema.key.position_of(&key)?)?;
    let mut bindings = bindings(&request)?;
    let update = Update::parse(request["UpdateExpression"].as_str()?, &mut bindings).ok()?;
    let missing = update.paths().map(|(clause, path)| match clause {
        Clause::Remove | Clause::Delete if path.get(&item.image).is_none() => {
            Some(Text::from(path.to_string()))
        }
        Clause::Remove | Clause::Delete | Clause::Set | Clause::Add => None,
    });
    missing.collect()
}
