//! A request as a PartiQL statement with the same effect and the same units.
//!
//! Not every request has one. PutItem replaces an item and INSERT does not; UpdateItem creates an item and UPDATE does not;
//! DELETE succeeds where a condition of DeleteItem fails on a missing item. A Scan with a filter on the partition key becomes
//! a Query, and only the table knows which attribute that is. `ConsistentRead` and `Limit` are no part of a statement.

use engine::operation::Operation;
use engine::partiql::piece::pieces;

use crate::code::literal::{Literal, members_of, tagged};
use crate::code::partiql_name::{quoted, shortest};
use crate::view::edit::ValueKind;

/// The statement; `None` if no statement does the same.
pub(in crate::code) fn statement(operation: Operation, request: &Literal) -> Option<String> {
    let request = Request { members: request };
    match operation {
        Operation::GetItem => request.get_item(),
        Operation::Query => request.query(),
        Operation::Scan => request.scan(),
        Operation::PutItem => request.put_item(),
        Operation::UpdateItem => request.update_item(),
        Operation::DeleteItem => request.delete_item(),
        _ => None,
    }
}

struct Request<'r> {
    members: &'r Literal,
}

impl Request<'_> {
    fn get_item(&self) -> Option<String> {
        self.has_only(&["TableName", "Key", "ProjectionExpression", NAMES, CAPACITY])?;
        let condition = self.key_condition()?;
        Some(format!("SELECT {} FROM {} WHERE {condition}", self.columns()?, self.table()?))
    }

    fn query(&self) -> Option<String> {
        self.has_only(&[
            "TableName",
            "IndexName",
            "KeyConditionExpression",
            "FilterExpression",
            "ProjectionExpression",
            "ScanIndexForward",
            NAMES,
            VALUES,
            CAPACITY,
        ])?;
        // A descending order needs the name of the sort key, which only the table knows.
        if self.members.member("ScanIndexForward").is_some_and(|it| *it != Literal::Bool(true)) {
            return None;
        }
        let mut condition = self.expression("KeyConditionExpression")?;
        if self.text("FilterExpression").is_some() {
            condition = format!("{condition} AND ({})", self.expression("FilterExpression")?);
        }
        Some(format!("SELECT {} FROM {} WHERE {condition}", self.columns()?, self.source()?))
    }

    fn scan(&self) -> Option<String> {
        self.has_only(&["TableName", "IndexName", "ProjectionExpression", NAMES, CAPACITY])?;
        Some(format!("SELECT {} FROM {}", self.columns()?, self.source()?))
    }

    /// INSERT rejects an item that exists, as PutItem does with this condition only.
    fn put_item(&self) -> Option<String> {
        self.has_only(&["TableName", "Item", "ConditionExpression", NAMES, CAPACITY])?;
        let condition = self.expression("ConditionExpression")?;
        let item = self.members.member("Item")?;
        let is_that_none_exists = members_of(item)?
            .iter()
            .any(|(name, _)| condition == format!("attribute_not_exists({})", shortest(name)));
        if !is_that_none_exists {
            return None;
        }
        Some(format!("INSERT INTO {} VALUE {}", self.table()?, map_text(item)?))
    }

    /// UPDATE rejects an item that does not exist, as UpdateItem does with this condition only.
    fn update_item(&self) -> Option<String> {
        self.has_only(&[
            "TableName",
            "Key",
            "UpdateExpression",
            "ConditionExpression",
            NAMES,
            VALUES,
            CAPACITY,
        ])?;
        let condition = self.expression("ConditionExpression")?;
        let key = members_of(self.members.member("Key")?)?;
        let exists = key.iter().any(|(name, _)| {
            let exists = format!("attribute_exists({})", shortest(name));
            condition == exists || condition.starts_with(&format!("{exists} AND "))
        });
        let update = self.expression("UpdateExpression")?;
        let clauses = pieces(&update).into_iter().filter_map(|it| update.get(it.range));
        // SET and REMOVE only, and one path after REMOVE.
        let mut removed = false;
        for word in clauses {
            match word.to_ascii_uppercase().as_str() {
                "ADD" | "DELETE" | "IF_NOT_EXISTS" => return None,
                "REMOVE" => removed = true,
                "," if removed => return None,
                _ => {}
            }
        }
        let mut words = condition.split_whitespace();
        if !exists || words.any(|word| word.eq_ignore_ascii_case("OR")) {
            return None;
        }
        let condition = format!("{} AND {condition}", self.key_condition()?);
        Some(format!("UPDATE {} {update} WHERE {condition}", self.table()?))
    }

    fn delete_item(&self) -> Option<String> {
        self.has_only(&["TableName", "Key", NAMES, CAPACITY])?;
        Some(format!("DELETE FROM {} WHERE {}", self.table()?, self.key_condition()?))
    }

    /// `None` if the request has a member for which the statement has no place.
    fn has_only(&self, names: &[&str]) -> Option<()> {
        members_of(self.members)?
            .iter()
            .all(|(name, _)| names.contains(&name.as_str()))
            .then_some(())
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.members.member(name).and_then(Literal::as_text)
    }

    fn table(&self) -> Option<String> {
        self.text("TableName").map(quoted)
    }

    /// The table or index that is read.
    fn source(&self) -> Option<String> {
        let table = self.table()?;
        Some(match self.text("IndexName") {
            Some(index) => format!("{table}.{}", quoted(index)),
            None => table,
        })
    }

    fn columns(&self) -> Option<String> {
        match self.text("ProjectionExpression") {
            Some(_) => self.expression("ProjectionExpression"),
            None => Some("*".to_owned()),
        }
    }

    fn key_condition(&self) -> Option<String> {
        let key = members_of(self.members.member("Key")?)?;
        let parts: Option<Vec<String>> = key
            .iter()
            .map(|(name, value)| Some(format!("{} = {}", shortest(name), value_text(value)?)))
            .collect();
        Some(parts?.join(" AND "))
    }

    /// An expression with names and values instead of placeholders, and with the brackets that IN has in PartiQL.
    fn expression(&self, member: &str) -> Option<String> {
        let expression = self.text(member)?;
        let mut text = String::new();
        let mut rest = expression;
        // The brackets that are open, and whether each is that of IN.
        let mut brackets = Vec::new();
        let mut follows_in = false;
        while let Some(first) = rest.chars().next() {
            let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
            let after_sign = if matches!(first, '#' | ':') { &rest[1..] } else { rest };
            let word = after_sign.len() - after_sign.trim_start_matches(is_part).len();
            let length = rest.len() - after_sign.len() + word;
            let length = if length == 0 { first.len_utf8() } else { length };
            let (token, after) = rest.split_at(length);
            match first {
                '#' => text.push_str(&shortest(self.bound(NAMES, token)?.as_text()?)),
                ':' => text.push_str(&value_text(self.bound(VALUES, token)?)?),
                '(' => {
                    brackets.push(follows_in);
                    text.push(if follows_in { '[' } else { '(' });
                }
                ')' => text.push(if brackets.pop()? { ']' } else { ')' }),
                _ if is_part(first) && is_attribute(token, after) => {
                    text.push_str(&shortest(token));
                }
                _ => text.push_str(token),
            }
            follows_in = token.eq_ignore_ascii_case("IN") || follows_in && token.trim().is_empty();
            rest = after;
        }
        Some(text)
    }

    /// What a placeholder means.
    fn bound(&self, member: &str, placeholder: &str) -> Option<&Literal> {
        self.members.member(member)?.member(placeholder)
    }
}

const NAMES: &str = "ExpressionAttributeNames";
const VALUES: &str = "ExpressionAttributeValues";
const CAPACITY: &str = "ReturnConsumedCapacity";

/// Whether a word of an expression names an attribute: it is no word of the language, no function and no number.
fn is_attribute(word: &str, after: &str) -> bool {
    const WORDS: [&str; 8] = ["AND", "OR", "NOT", "BETWEEN", "IN", "SET", "REMOVE", "ADD"];
    let is_word = WORDS.iter().any(|it| it.eq_ignore_ascii_case(word));
    let is_number = word.starts_with(|it: char| it.is_ascii_digit());
    !is_word && !is_number && !after.trim_start().starts_with('(')
}

/// A value; `None` if PartiQL has no literal for it, as for binaries.
fn value_text(value: &Literal) -> Option<String> {
    let (kind, content) = tagged(value)?;
    let list = |open: &str, close: &str, text: fn(&Literal) -> Option<String>| {
        let Literal::List(elements) = content else { return None };
        let elements: Option<Vec<String>> = elements.iter().map(text).collect();
        Some(format!("{open}{}{close}", elements?.join(", ")))
    };
    match kind {
        ValueKind::S => string_text(content),
        ValueKind::N => content.as_text().map(str::to_owned),
        ValueKind::Bool => match content {
            Literal::Bool(flag) => Some(flag.to_string()),
            _ => None,
        },
        ValueKind::Null => Some("null".to_owned()),
        ValueKind::L => list("[", "]", value_text),
        ValueKind::M => map_text(content),
        ValueKind::Ss => list("<<", ">>", string_text),
        ValueKind::Ns => list("<<", ">>", |number| number.as_text().map(str::to_owned)),
        ValueKind::B | ValueKind::Bs => None,
    }
}

fn string_text(text: &Literal) -> Option<String> {
    Some(format!("'{}'", text.as_text()?.replace('\'', "''")))
}

fn map_text(map: &Literal) -> Option<String> {
    let members: Option<Vec<String>> = members_of(map)?
        .iter()
        .map(|(name, value)| {
            Some(format!("'{}': {}", name.replace('\'', "''"), value_text(value)?))
        })
        .collect();
    Some(format!("{{{}}}", members?.join(", ")))
}
