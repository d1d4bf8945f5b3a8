//! Writes and reads as PartiQL statements. The model expects of a statement what it expects of the operation.

use std::fmt::Write as _;

use engine::api::{self, Outcome};
use serde_json::{Map, Value, json};

use crate::random::Random;
use crate::simulation::condition::{Condition, Placeholders};
use crate::simulation::expect::{Expected, Failure, with_capacity};
use crate::simulation::invariant::{self, Violation, same};
use crate::simulation::model::{Model, Verdict};
use crate::simulation::selects::are_of_one_select;
use crate::simulation::statements;
use crate::simulation::step::{Get, Read, Step, attribute};
use crate::simulation::world::World;
use crate::simulation::write::{Action, Change, Target, Write};

const WRITES: &str = "writing to a string cannot fail";

/// A statement and its parameters.
#[derive(Debug, Default)]
pub(super) struct Text {
    pub(super) text: String,
    parameters: Vec<Value>,
}

/// Bytes of the longest literal. Several of them are still a statement of less than 8,192 characters.
const LITERAL_SIZE_MAX: usize = 100;

/// Sometimes the step as one or several statements that do nearly the same. INSERT puts no item that exists, and UPDATE
/// changes no item that is absent.
pub fn sometimes(step: Step, random: &mut Random) -> Step {
    match step {
        Step::Write(write) if random.below(4) == 0 => match as_statement(&write) {
            Some(write) => Step::WriteStatement(write),
            None => Step::Write(write),
        },
        Step::Get(get) if random.below(2) == 0 && get.has_statement() => Step::GetStatement(get),
        Step::Read(read) if random.below(4) > 0 => match read.as_select() {
            Some(read) => Step::ReadStatement(read),
            None => Step::Read(read),
        },
        Step::BatchGet(gets) if random.below(4) == 0 && are_of_one_select(&gets) => {
            Step::KeysStatement(gets)
        }
        other => statements::sometimes(other, random),
    }
}

/// The write that a statement can make instead of this one. Its condition is the one that the statement implies.
pub fn as_statement(write: &Write) -> Option<Write> {
    let key = write.target.table.keys()[0];
    let (condition, returns) = match (&write.action, &write.condition) {
        (Action::Put(_), _) => (Some(Condition::Missing(key)), "NONE"),
        (Action::Update(_, changes), condition) => {
            if changes.is_empty() || !changes.iter().all(Change::has_statement) {
                return None;
            }
            let exists = Condition::Exists(key);
            let condition = match condition {
                None => exists,
                Some(other) => Condition::And(Box::new(exists), Box::new(other.clone())),
            };
            (Some(condition), write.returns)
        }
        (Action::Delete(_), _) => {
            (None, if write.returns == "ALL_OLD" { "ALL_OLD" } else { "NONE" })
        }
        (Action::Check(_), condition) => {
            let exists = Condition::Exists(key);
            let condition = condition.clone()?;
            (Some(Condition::And(Box::new(exists), Box::new(condition))), "NONE")
        }
    };
    Some(Write { condition, returns, is_legacy: false, ..write.clone() })
}

impl Text {
    /// Adds the text of an expression, with names and parameters in place of its placeholders.
    fn push_expression(&mut self, expression: &str, placeholders: &Map<String, Value>) {
        let mut rest = expression;
        while let Some(start) = rest.find(['#', ':']) {
            self.text.push_str(&rest[..start]);
            let end = rest[start + 1..].find(|it: char| !it.is_ascii_alphanumeric());
            let end = end.map_or(rest.len(), |end| start + 1 + end);
            let content = &placeholders[&rest[start..end]];
            match content.as_str() {
                Some(name) => self.push_name(name),
                None => self.push_value(content),
            }
            rest = &rest[end..];
        }
        self.text.push_str(rest);
    }

    pub(super) fn push_name(&mut self, name: &str) {
        write!(self.text, "\"{name}\"").expect(WRITES);
    }

    /// Adds a value: about half of those that are short as literals, the same ones each time, and the others as parameters.
    pub(super) fn push_value(&mut self, value: &Value) {
        let is_literal = self.text.len().is_multiple_of(2);
        let literal = literal(value).filter(|it| is_literal && it.len() <= LITERAL_SIZE_MAX);
        self.text.push_str(literal.as_deref().unwrap_or("?"));
        if literal.is_none() {
            self.parameters.push(value.clone());
        }
    }

    /// Adds the text that `write` makes with placeholders.
    fn push_with(&mut self, write: impl FnOnce(&mut Placeholders) -> String) {
        let mut placeholders = Placeholders::default();
        let expression = write(&mut placeholders);
        let mut request = json!({});
        placeholders.put_into(&mut request);
        let mut all = Map::new();
        for member in ["ExpressionAttributeNames", "ExpressionAttributeValues"] {
            for (placeholder, content) in request[member].as_object().into_iter().flatten() {
                all.insert(placeholder.clone(), content.clone());
            }
        }
        self.push_expression(&expression, &all);
    }

    /// Adds `attribute = value` for each attribute, with AND between them.
    pub(super) fn push_equalities<'a>(
        &mut self,
        attributes: impl IntoIterator<Item = (&'a str, &'a Value)>,
    ) {
        for (position, (name, value)) in attributes.into_iter().enumerate() {
            self.text.push_str(if position == 0 { " WHERE " } else { " AND " });
            self.push_name(name);
            self.text.push_str(" = ");
            self.push_value(value);
        }
    }

    fn push_condition(&mut self, condition: &Condition, is_first: bool) {
        self.text.push_str(if is_first { " WHERE (" } else { " AND (" });
        self.push_with(|placeholders| condition.expression(placeholders));
        self.text.push(')');
    }

    pub(super) fn request(self, detail: &str) -> Value {
        let mut request = json!({ "Statement": self.text, "ReturnConsumedCapacity": detail });
        if !self.parameters.is_empty() {
            request["Parameters"] = self.parameters.into();
        }
        request
    }
}

/// A value as a literal; `None` if it has none.
fn literal(value: &Value) -> Option<String> {
    let (tag, content) = value.as_object()?.iter().next()?;
    let string = |text: &Value| Some(format!("'{}'", text.as_str()?.replace('\'', "''")));
    let number = |text: &Value| text.as_str().map(str::to_owned);
    let joined = |of: &dyn Fn(&Value) -> Option<String>| {
        let members: Option<Vec<String>> = content.as_array()?.iter().map(of).collect();
        members.map(|members| members.join(", "))
    };
    match tag.as_str() {
        "S" => string(content),
        "N" => number(content),
        "BOOL" => Some(content.to_string()),
        "NULL" => Some("null".to_owned()),
        "L" => joined(&literal).map(|members| format!("[{members}]")),
        "M" => {
            let member = |(name, value): (&String, &Value)| {
                Some(format!("{}: {}", string(&json!(name))?, literal(value)?))
            };
            let members: Option<Vec<String>> = content.as_object()?.iter().map(member).collect();
            Some(format!("{{{}}}", members?.join(", ")))
        }
        "SS" => joined(&string).map(|members| format!("<<{members}>>")),
        "NS" => joined(&number).map(|members| format!("<<{members}>>")),
        _ => None,
    }
}

impl Change {
    /// Whether an UPDATE can make the change.
    fn has_statement(&self) -> bool {
        match self {
            Self::Set(..)
            | Self::Increment(..)
            | Self::Remove(_)
            | Self::AddToSet(..)
            | Self::DeleteFromSet(..)
            | Self::SetElement(..)
            | Self::RemoveElement(..) => true,
            Self::SetIfMissing(..) | Self::Add(..) => false,
        }
    }

    fn push_into(&self, text: &mut Text) {
        let mut push_set = |function: &str, name: &str, members: &[&str]| {
            write!(text.text, " SET \"{name}\" = {function}(\"{name}\", ").expect(WRITES);
            text.push_value(&json!({ "SS": members }));
            text.text.push(')');
        };
        match self {
            Self::AddToSet(name, members) => push_set("set_add", name, members),
            Self::DeleteFromSet(name, members) => push_set("set_delete", name, members),
            Self::Set(..)
            | Self::Increment(..)
            | Self::Remove(_)
            | Self::SetElement(..)
            | Self::RemoveElement(..)
            | Self::SetIfMissing(..)
            | Self::Add(..) => text.push_with(|placeholders| {
                let (clause, change) = self.clause(placeholders);
                format!(" {clause} {change}")
            }),
        }
    }
}

impl Write {
    /// The request of the statement that makes this write.
    pub(super) fn statement(&self, detail: &str) -> Value {
        let mut text = Text::default();
        let table = self.target.named();
        let key = self.key();
        let equalities = || key.iter().map(|(name, value)| (name.as_str(), value));
        match &self.action {
            Action::Put(item) => {
                text.text = format!("INSERT INTO \"{table}\" VALUE {{");
                for (position, (name, value)) in item.iter().enumerate() {
                    let separator = if position == 0 { "" } else { ", " };
                    write!(text.text, "{separator}'{name}': ").expect(WRITES);
                    text.push_value(value);
                }
                text.text.push('}');
            }
            Action::Update(_, changes) => {
                text.text = format!("UPDATE \"{table}\"");
                for change in changes {
                    change.push_into(&mut text);
                }
                text.push_equalities(equalities());
                if let Some(condition) = &self.condition {
                    text.push_condition(condition, false);
                }
            }
            Action::Delete(_) => {
                text.text = format!("DELETE FROM \"{table}\"");
                text.push_equalities(equalities());
            }
            Action::Check(_) => {
                text.text = format!("EXISTS(SELECT * FROM \"{table}\"");
                text.push_equalities(equalities());
                if let Some(condition) = &self.condition {
                    text.push_condition(condition, false);
                }
                text.text.push(')');
            }
        }
        text.text.push_str(match self.returns {
            "ALL_OLD" => " RETURNING ALL OLD *",
            "ALL_NEW" => " RETURNING ALL NEW *",
            "UPDATED_OLD" => " RETURNING MODIFIED OLD *",
            "UPDATED_NEW" => " RETURNING MODIFIED NEW *",
            _ => "",
        });
        let mut request = text.request(detail);
        if self.returns != "NONE" {
            request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD".into();
        }
        request
    }
}

impl Get {
    /// Whether a SELECT returns the same: its columns are side by side.
    pub fn has_statement(&self) -> bool {
        self.names.iter().flatten().all(|name| attribute(name) == *name)
    }

    /// The request of the statement that reads the item.
    pub(super) fn statement(&self, detail: &str) -> Value {
        let mut text = select(self.target, None, self.names.as_deref());
        text.push_equalities(self.key.iter().map(|(name, value)| (name.as_str(), value)));
        let mut request = text.request(detail);
        request["ConsistentRead"] = self.is_consistent.into();
        request
    }
}

/// `SELECT columns FROM table.index`
pub(super) fn select(target: Target, index: Option<&str>, names: Option<&[&str]>) -> Text {
    let columns = match names {
        None => "*".to_owned(),
        Some(names) => names.iter().map(|it| format!("\"{it}\"")).collect::<Vec<_>>().join(", "),
    };
    let index = index.map(|index| format!(".\"{index}\"")).unwrap_or_default();
    let text = format!("SELECT {columns} FROM \"{}\"{index}", target.named());
    Text { text, parameters: Vec::new() }
}

impl Read {
    /// The request of the statement that reads the first page, if one returns the same.
    pub(super) fn statement(&self, detail: &str) -> Option<Value> {
        let (partition, sort): (&[&str], &[&str]) = match self.index {
            Some(index) => (index.partition, index.sort),
            None => self.target.table.keys().split_at(1),
        };
        let is_plain = partition.len() == 1 && sort.len() <= 1 && self.segment_count.is_none();
        let names = self.names.iter().flatten();
        let has_columns = names.into_iter().all(|name| attribute(name) == *name);
        let is_key = |name: &str| partition.contains(&name) || sort.contains(&name);
        // A Scan whose filter is on the key is a Query as a statement.
        let filters_key =
            self.filter.iter().flat_map(Condition::names).any(is_key) && self.key.is_none();
        if !is_plain || !has_columns || filters_key || self.select.is_some() {
            return None;
        }
        let mut text = select(self.target, self.index.map(|it| it.name), self.names.as_deref());
        if let Some(key) = &self.key {
            text.push_equalities(key.partition.iter().map(|(name, value)| (*name, value)));
            for condition in &key.sort {
                text.push_condition(condition, false);
            }
        }
        if let Some(filter) = &self.filter {
            text.push_condition(filter, self.key.is_none());
        }
        if self.key.is_some() && self.is_backward {
            let sort = sort.first()?;
            write!(text.text, " ORDER BY \"{sort}\" DESC").expect(WRITES);
        }
        let mut request = text.request(detail);
        request["ConsistentRead"] = self.is_consistent.into();
        if let Some(limit) = self.limit {
            request["Limit"] = limit.into();
        }
        Some(request)
    }
}

impl Model {
    /// The expected result of a statement that writes.
    fn expect_write_statement(&self, write: &Write, detail: &str) -> Expected {
        match self.expect_write(write, detail) {
            Expected::Failure(failure) => match self.judge(write, false) {
                Verdict::ConditionFailed { old, .. } => Expected::Failure(match &write.action {
                    Action::Put(_) => {
                        Failure { codes: vec!["DuplicateItemException"], item: None, ..failure }
                    }
                    Action::Update(..) | Action::Delete(_) | Action::Check(_) => {
                        Failure { item: old.filter(|_| write.returns != "NONE"), ..failure }
                    }
                }),
                Verdict::Accepted { .. } | Verdict::Rejected => Expected::Failure(failure),
            },
            Expected::Reply(mut reply, bill) => {
                let items: Vec<Value> =
                    reply.get_mut("Attributes").map(Value::take).into_iter().collect();
                let consumed = bill.consumed(write.target, detail, false);
                Expected::Reply(with_capacity(json!({ "Items": items }), detail, consumed), bill)
            }
        }
    }

    /// The expected result of a SELECT of one item.
    fn expect_get_statement(&self, get: &Get, detail: &str) -> Expected {
        match self.expect_get(get, detail) {
            Expected::Reply(reply, bill) => {
                let items: Vec<&Value> = reply.get("Item").into_iter().collect();
                let consumed = bill.consumed(get.target, detail, false);
                Expected::Reply(with_capacity(json!({ "Items": items }), detail, consumed), bill)
            }
            failure @ Expected::Failure(_) => failure,
        }
    }
}

impl World {
    /// INSERT, UPDATE or DELETE.
    pub(super) fn write_statement(&mut self, write: &Write) -> Result<(), Violation> {
        let detail = self.detail();
        let expected = self.model.expect_write_statement(write, detail);
        let shares = self.shares_of_writes(std::slice::from_ref(write), false);
        self.call("ExecuteStatement", write.statement(detail));
        let asks = Self::asks(shares, !self.was_throttled());
        if self.compare(expected, asks)? {
            self.apply([write]);
        }
        Ok(())
    }

    /// SELECT of one item.
    pub(super) fn get_statement(&mut self, get: &Get) -> Result<(), Violation> {
        let detail = self.detail();
        let shares = self.shares_of_gets(std::slice::from_ref(get), false);
        self.call("ExecuteStatement", get.statement(detail));
        let asks = Self::asks(shares, !self.was_throttled());
        self.compare(self.model.expect_get_statement(get, detail), asks).map(drop)
    }

    /// Checks that a SELECT would return and cost what a Query or Scan does, which the model checks.
    pub(super) fn check_statement(&self, read: &Read) -> Result<(), Violation> {
        let detail = self.detail();
        let Some(statement) = read.statement(detail) else { return Ok(()) };
        let preview = |operation: &str, request: &Value| {
            api::preview(&self.database, operation, &request.to_string())
        };
        let by_operation = preview(read.operation(), &read.request(detail));
        let by_statement = preview("ExecuteStatement", &statement);
        let arms = |outcome: &Outcome| outcome.receipt.as_ref().map(|it| it.arms.clone());
        let items = |outcome: &Outcome| match &outcome.reply {
            Ok(reply) => Ok((reply["Items"].clone(), reply.get("ConsumedCapacity").cloned())),
            Err(error) => Err(error.code()),
        };
        let checked = same("items", &items(&by_operation), &items(&by_statement))
            .and_then(|()| same("arms", &arms(&by_operation), &arms(&by_statement)));
        checked
            .map_err(|fault| Violation::new(invariant::STATEMENT, format!("{statement}: {fault}")))
    }
}
