//! The statement of one action: a request about one table, or a part of a batch or transaction.

use engine::api::TABLE_ARN_PREFIX;
use engine::database::Database;
use engine::model::key::KeySchema;
use engine::partiql::piece::pieces;
use engine::partiql::plan::{Plan, ReadAccess, ReadPlan};
use engine::table::Table;

use crate::code::literal::{Literal, members_of};
use crate::code::partiql_name::{quoted, shortest};
use crate::code::write::partiql::expression::{NAMES, VALUES, holds_without_item, push_expression};
use crate::code::write::partiql::reason::Reason;
use crate::code::write::partiql::statement::Statement;
use crate::code::write::partiql::update::push_clauses;
use crate::code::write::partiql::value::string;

const TABLE: &str = "TableName";
const CAPACITY: &str = "ReturnConsumedCapacity";
const CONSISTENT: &str = "ConsistentRead";
const ON_FAILURE: &str = "ReturnValuesOnConditionCheckFailure";

/// Characters that a statement can have.
const LENGTH_MAX: usize = 8_192;

/// What is done to a table that exists.
#[derive(Clone, Copy)]
pub(super) struct Action<'r> {
    /// The members of the request or of the action.
    pub(super) members: &'r Literal,
    /// The table as the request names it.
    name: &'r str,
    table: &'r Table,
    database: &'r Database,
}

/// What the plan of a statement must be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expected {
    Get,
    Query,
    Scan,
    Write,
}

impl<'r> Action<'r> {
    /// An action that names its table.
    pub(super) fn of(members: &'r Literal, database: &'r Database) -> Result<Self, Reason> {
        let name = members.member(TABLE).and_then(Literal::as_text).ok_or(Reason::Malformed)?;
        Self::on(name, members, database)
    }

    /// An action on a table, which is named or has its ARN.
    pub(super) fn on(
        name: &'r str,
        members: &'r Literal,
        database: &'r Database,
    ) -> Result<Self, Reason> {
        let table = database.table(name.strip_prefix(TABLE_ARN_PREFIX).unwrap_or(name));
        let table = table.ok_or_else(|| Reason::NoTable { table: name.to_owned() })?;
        Ok(Self { members, name, table, database })
    }

    pub(super) fn get_item(self) -> Result<Statement, Reason> {
        self.check_members(&[TABLE, "Key", "ProjectionExpression", CONSISTENT, NAMES, CAPACITY])?;
        self.get(self.given("Key").ok_or(Reason::Malformed)?)
    }

    /// A SELECT of the item with a key.
    pub(super) fn get(self, key: &Literal) -> Result<Statement, Reason> {
        let mut statement = self.select(None)?;
        push_key(key, &mut statement)?;
        self.copy(&[CONSISTENT], &mut statement);
        self.finish(statement, Expected::Get)
    }

    pub(super) fn query(self) -> Result<Statement, Reason> {
        self.check_read(&["KeyConditionExpression", "ScanIndexForward"])?;
        let index = self.index();
        let mut statement = self.select(index)?;
        statement.push(" WHERE ");
        let condition = self.text("KeyConditionExpression").ok_or(Reason::Malformed)?;
        push_expression(condition, self.members, &mut statement)?;
        if let Some(filter) = self.text("FilterExpression") {
            self.push_and(filter, &mut statement)?;
        }
        if self.given("ScanIndexForward") == Some(&Literal::Bool(false)) {
            // The entries of an index without a sort key are ordered by the keys of their items.
            let key = self.key(index)?;
            let attribute = key.sort.last().or(key.partition.first());
            let attribute = attribute.ok_or(Reason::Malformed)?;
            statement.push(&format!(" ORDER BY {} DESC", shortest(attribute.name.as_str())));
        }
        self.copy(&[CONSISTENT, "Limit"], &mut statement);
        self.finish(statement, Expected::Query)
    }

    pub(super) fn scan(self) -> Result<Statement, Reason> {
        self.check_read(&[])?;
        let mut statement = self.select(self.index())?;
        if let Some(filter) = self.text("FilterExpression") {
            statement.push(" WHERE ");
            push_expression(filter, self.members, &mut statement)?;
        }
        self.copy(&[CONSISTENT, "Limit"], &mut statement);
        self.finish(statement, Expected::Scan)
    }

    /// INSERT rejects an item that exists. PutItem does so only if its condition is `attribute_not_exists` of key attributes.
    pub(super) fn put_item(self) -> Result<Statement, Reason> {
        self.check_write(&["Item"])?;
        if !self.rejects_every_item()? {
            return Err(Reason::Replaces { key: self.key_name() });
        }
        // A rejected INSERT returns no item.
        if self.text(ON_FAILURE).is_some_and(|mode| mode != "NONE") {
            return Err(Reason::Member { member: ON_FAILURE.to_owned() });
        }
        let item = self.given("Item").and_then(members_of).ok_or(Reason::Malformed)?;
        let mut statement = Statement::new(format!("INSERT INTO {} VALUE {{", quoted(self.name)));
        for (position, (name, value)) in item.iter().enumerate() {
            statement.push(if position == 0 { "" } else { ", " });
            statement.push(&format!("{}: ", string(name)));
            statement.push_value(value);
        }
        statement.push("}");
        self.finish(statement, Expected::Write)
    }

    /// UPDATE rejects an item that does not exist, as an update does if its condition is false then.
    pub(super) fn update_item(self) -> Result<Statement, Reason> {
        self.check_write(&["Key", "UpdateExpression"])?;
        let condition = self.text("ConditionExpression");
        let creates = condition.map_or(Ok(true), |it| holds_without_item(it, self.members))?;
        if creates {
            return Err(Reason::Creates { key: self.key_name() });
        }
        let mut statement = Statement::new(format!("UPDATE {}", quoted(self.name)));
        let update = self.text("UpdateExpression").ok_or(Reason::Malformed)?;
        push_clauses(update, self.members, &mut statement)?;
        self.push_condition(&mut statement)?;
        statement.push(match self.text("ReturnValues") {
            None | Some("NONE") => "",
            Some("ALL_OLD") => " RETURNING ALL OLD *",
            Some("ALL_NEW") => " RETURNING ALL NEW *",
            Some("UPDATED_OLD") => " RETURNING MODIFIED OLD *",
            Some("UPDATED_NEW") => " RETURNING MODIFIED NEW *",
            Some(_) => return Err(Reason::Malformed),
        });
        self.copy(&[ON_FAILURE], &mut statement);
        self.finish(statement, Expected::Write)
    }

    /// DELETE succeeds without an item, as a delete does if its condition holds then.
    pub(super) fn delete_item(self) -> Result<Statement, Reason> {
        self.check_write(&["Key"])?;
        let condition = self.text("ConditionExpression");
        if !condition.map_or(Ok(true), |it| holds_without_item(it, self.members))? {
            return Err(Reason::DeleteOfNone);
        }
        let mut statement = Statement::new(format!("DELETE FROM {}", quoted(self.name)));
        self.push_condition(&mut statement)?;
        statement.push(match self.text("ReturnValues") {
            None | Some("NONE") => "",
            Some("ALL_OLD") => " RETURNING ALL OLD *",
            Some(_) => return Err(Reason::Malformed),
        });
        self.copy(&[ON_FAILURE], &mut statement);
        self.finish(statement, Expected::Write)
    }

    /// EXISTS fails without an item, as a ConditionCheck does if its condition is false then.
    pub(super) fn condition_check(self) -> Result<Statement, Reason> {
        self.check_members(&[TABLE, "Key", "ConditionExpression", ON_FAILURE, NAMES, VALUES])?;
        let condition = self.text("ConditionExpression").ok_or(Reason::Malformed)?;
        if holds_without_item(condition, self.members)? {
            return Err(Reason::CheckOfNone);
        }
        let mut statement = Statement::new(format!("EXISTS(SELECT * FROM {}", quoted(self.name)));
        self.push_condition(&mut statement)?;
        statement.push(")");
        self.copy(&[ON_FAILURE], &mut statement);
        self.finish(statement, Expected::Write)
    }

    /// `SELECT columns FROM table` or `table.index`
    fn select(self, index: Option<&str>) -> Result<Statement, Reason> {
        let mut statement = Statement::new("SELECT ");
        match self.text("ProjectionExpression") {
            Some(columns) => push_expression(columns, self.members, &mut statement)?,
            None => statement.push("*"),
        }
        statement.push(&format!(" FROM {}", quoted(self.name)));
        if let Some(index) = index {
            statement.push(&format!(".{}", quoted(index)));
        }
        Ok(statement)
    }

    /// `WHERE` with the key of the action, and its condition if it has one.
    fn push_condition(self, statement: &mut Statement) -> Result<(), Reason> {
        push_key(self.given("Key").ok_or(Reason::Malformed)?, statement)?;
        match self.text("ConditionExpression") {
            Some(condition) => self.push_and(condition, statement),
            None => Ok(()),
        }
    }

    /// Adds a condition, in brackets if it has an OR.
    fn push_and(self, condition: &str, statement: &mut Statement) -> Result<(), Reason> {
        let mut words =
            condition.split(|it: char| !(it.is_ascii_alphanumeric() || "_#:".contains(it)));
        let has_or = words.any(|word| word.eq_ignore_ascii_case("OR"));
        let (open, close) = if has_or { ("(", ")") } else { ("", "") };
        statement.push(&format!(" AND {open}"));
        push_expression(condition, self.members, statement)?;
        statement.push(close);
        Ok(())
    }

    /// Whether the condition of a put fails for every item that exists: it is `attribute_not_exists` of key attributes.
    fn rejects_every_item(self) -> Result<bool, Reason> {
        let Some(condition) = self.text("ConditionExpression") else { return Ok(false) };
        let mut written = Statement::default();
        push_expression(condition, self.members, &mut written)?;
        let tokens = pieces(&written.text).into_iter();
        let tokens: Vec<&str> = tokens.map(|piece| &written.text[piece.range]).collect();
        let key: Vec<String> =
            self.table.schema.key.attributes().map(|it| shortest(&it.name)).collect();
        let mut parts = tokens.split(|token| token.eq_ignore_ascii_case("AND"));
        Ok(parts.all(|part| {
            matches!(part, ["attribute_not_exists", "(", name, ")"] if key.iter().any(|it| it == name))
        }))
    }

    /// Checks that a read has no other members than those that a SELECT can say.
    fn check_read(self, others: &[&str]) -> Result<(), Reason> {
        if self.given("ExclusiveStartKey").is_some() {
            return Err(Reason::StartKey);
        }
        let select = self.text("Select");
        match (select, self.index()) {
            (None | Some("SPECIFIC_ATTRIBUTES"), _)
            | (Some("ALL_ATTRIBUTES"), None)
            | (Some("ALL_PROJECTED_ATTRIBUTES"), Some(_)) => {}
            (Some("COUNT"), _) => return Err(Reason::Count),
            (Some(_), _) => return Err(Reason::Member { member: "Select".to_owned() }),
        }
        let mut members = vec![
            TABLE,
            "IndexName",
            "FilterExpression",
            "ProjectionExpression",
            "Select",
            "Limit",
            CONSISTENT,
            NAMES,
            VALUES,
            CAPACITY,
        ];
        members.extend(others);
        self.check_members(&members)
    }

    /// Checks that a write has no other members than these and those of all writes.
    fn check_write(self, others: &[&str]) -> Result<(), Reason> {
        let mut members =
            vec![TABLE, "ConditionExpression", "ReturnValues", ON_FAILURE, NAMES, VALUES, CAPACITY];
        members.extend(others);
        self.check_members(&members)
    }

    /// Checks that there are no other members than these.
    pub(super) fn check_members(self, names: &[&str]) -> Result<(), Reason> {
        for (name, value) in members_of(self.members).ok_or(Reason::Malformed)? {
            if *value != Literal::Null && !names.contains(&name.as_str()) {
                return Err(Reason::Member { member: name.clone() });
            }
        }
        Ok(())
    }

    /// Gives the request of a statement these members, if the action has them.
    fn copy(self, names: &[&str], statement: &mut Statement) {
        for name in names {
            if let Some(value) = self.given(name) {
                statement.set(name, value.clone());
            }
        }
    }

    /// The statement, if it does what the action does.
    fn finish(self, statement: Statement, expected: Expected) -> Result<Statement, Reason> {
        let length = statement.text.chars().count();
        if length > LENGTH_MAX {
            return Err(Reason::TooLong { length });
        }
        match statement.plan(self.database)? {
            Plan::Read(plan) => check_plan(&plan, expected)?,
            Plan::Write(_) => {}
        }
        Ok(statement)
    }

    fn index(self) -> Option<&'r str> {
        self.text("IndexName")
    }

    /// The key of the table or of an index.
    fn key(self, index: Option<&str>) -> Result<&'r KeySchema, Reason> {
        let Some(index) = index else { return Ok(&self.table.schema.key) };
        let schema = self.table.schema.index(index).map(|(_, schema)| &schema.key);
        schema.ok_or(Reason::Malformed)
    }

    /// The partition key of the table, as a statement writes it.
    fn key_name(self) -> String {
        let partition = self.table.schema.key.partition.first();
        partition.map(|it| shortest(it.name.as_str())).unwrap_or_default()
    }

    fn text(self, name: &str) -> Option<&'r str> {
        self.given(name).and_then(Literal::as_text)
    }

    /// A member that is not null.
    fn given(self, name: &str) -> Option<&'r Literal> {
        self.members.member(name).filter(|value| **value != Literal::Null)
    }
}

/// Checks that a SELECT is the expected operation.
fn check_plan(plan: &ReadPlan, expected: Expected) -> Result<(), Reason> {
    let (is_expected, operation) = match &plan.access {
        ReadAccess::GetItem { keys } => {
            let is_one = keys.len() == 1;
            (is_one && matches!(expected, Expected::Get | Expected::Query), "GetItem")
        }
        ReadAccess::Query { conditions } => {
            (conditions.len() == 1 && expected == Expected::Query, "Query")
        }
        ReadAccess::Scan { .. } => (expected == Expected::Scan, "Scan"),
    };
    if is_expected { Ok(()) } else { Err(Reason::OtherOperation { operation }) }
}

/// `WHERE` with the values of a key.
fn push_key(key: &Literal, statement: &mut Statement) -> Result<(), Reason> {
    let members = members_of(key).ok_or(Reason::Malformed)?;
    for (position, (name, value)) in members.iter().enumerate() {
        statement.push(if position == 0 { " WHERE " } else { " AND " });
        statement.push(&format!("{} = ", shortest(name)));
        statement.push_value(value);
    }
    Ok(())
}
