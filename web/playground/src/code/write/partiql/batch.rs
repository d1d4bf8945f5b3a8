//! Batches and transactions as statements.

use engine::database::Database;

use crate::code::literal::{Literal, members_of};
use crate::code::write::partiql::action::Action;
use crate::code::write::partiql::reason::Reason;
use crate::code::write::partiql::statement::{Statement, comment};

/// Statements that a batch can have.
const BATCH_MAX: usize = 25;

/// BatchGetItem as SELECTs.
pub(super) fn gets(request: &Literal, database: &Database) -> Result<String, Reason> {
    check_members(request, &["RequestItems", "ReturnConsumedCapacity"])?;
    let mut statements = Vec::new();
    for (table, members) in tables(request)? {
        let action = Action::on(table, members, database)?;
        action.check_members(&[
            "Keys",
            "ConsistentRead",
            "ProjectionExpression",
            "ExpressionAttributeNames",
        ])?;
        let Some(Literal::List(keys)) = members.member("Keys") else {
            return Err(Reason::Malformed);
        };
        statements.extend(keys.iter().map(|key| action.get(key)));
    }
    batch(statements)
}

/// BatchWriteItem as DELETEs.
pub(super) fn deletes(request: &Literal, database: &Database) -> Result<String, Reason> {
    check_members(request, &["RequestItems", "ReturnConsumedCapacity"])?;
    let mut statements = Vec::new();
    for (table, writes) in tables(request)? {
        let Literal::List(writes) = writes else { return Err(Reason::Malformed) };
        statements.extend(writes.iter().map(|write| {
            let (kind, members) = single(write)?;
            match kind {
                "DeleteRequest" => Action::on(table, members, database)?.delete_item(),
                "PutRequest" => Err(Reason::BatchReplaces),
                _ => Err(Reason::Malformed),
            }
        }));
    }
    batch(statements)
}

/// TransactGetItems as SELECTs.
pub(super) fn transaction_of_gets(
    request: &Literal,
    database: &Database,
) -> Result<String, Reason> {
    check_members(request, &["TransactItems", "ReturnConsumedCapacity"])?;
    let statements = actions(request)?.iter().map(|action| match single(action)? {
        ("Get", members) => Action::of(members, database)?.get_item(),
        _ => Err(Reason::Malformed),
    });
    joined("ExecuteTransaction", &[], statements)
}

/// TransactWriteItems as writes and EXISTS.
pub(super) fn transaction_of_writes(
    request: &Literal,
    database: &Database,
) -> Result<String, Reason> {
    const TOKEN: &str = "ClientRequestToken";
    check_members(request, &["TransactItems", TOKEN, "ReturnConsumedCapacity"])?;
    let statements = actions(request)?.iter().map(|action| {
        let (kind, members) = single(action)?;
        let action = Action::of(members, database)?;
        match kind {
            "Put" => action.put_item(),
            "Update" => action.update_item(),
            "Delete" => action.delete_item(),
            "ConditionCheck" => action.condition_check(),
            _ => Err(Reason::Malformed),
        }
    });
    let token = request.member(TOKEN).filter(|token| **token != Literal::Null);
    let members: Vec<_> = token.into_iter().map(|token| (TOKEN, token)).collect();
    joined("ExecuteTransaction", &members, statements)
}

fn batch(statements: Vec<Result<Statement, Reason>>) -> Result<String, Reason> {
    match statements.len() {
        count if count > BATCH_MAX => Err(Reason::TooMany { count }),
        _ => joined("BatchExecuteStatement", &[], statements.into_iter()),
    }
}

/// The operation and its members as comments, then the statements.
fn joined(
    operation: &str,
    members: &[(&str, &Literal)],
    statements: impl Iterator<Item = Result<Statement, Reason>>,
) -> Result<String, Reason> {
    let mut text = format!("-- {operation}\n");
    text.extend(members.iter().map(|(name, value)| comment(name, value)));
    for (number, statement) in (1..).zip(statements) {
        let reason = |reason| Reason::OfAction { number, reason: Box::new(reason) };
        text.push_str(&statement.map_err(reason)?.to_string());
        text.push_str(";\n");
    }
    Ok(text)
}

fn check_members(request: &Literal, names: &[&str]) -> Result<(), Reason> {
    let members = members_of(request).ok_or(Reason::Malformed)?;
    let mut given = members.iter().filter(|(_, value)| *value != Literal::Null);
    match given.find(|(name, _)| !names.contains(&name.as_str())) {
        None => Ok(()),
        Some((name, _)) => Err(Reason::Member { member: name.clone() }),
    }
}

/// The tables of a batch, each with what is done to it.
fn tables(request: &Literal) -> Result<impl Iterator<Item = (&str, &Literal)>, Reason> {
    let tables = request.member("RequestItems").and_then(members_of).ok_or(Reason::Malformed)?;
    Ok(tables.iter().map(|(table, members)| (table.as_str(), members)))
}

fn actions(request: &Literal) -> Result<&[Literal], Reason> {
    match request.member("TransactItems") {
        Some(Literal::List(actions)) => Ok(actions),
        Some(_) | None => Err(Reason::Malformed),
    }
}

/// The only member of an action: its kind and what is in it.
fn single(action: &Literal) -> Result<(&str, &Literal), Reason> {
    match members_of(action) {
        Some([(kind, members)]) => Ok((kind, members)),
        Some(_) | None => Err(Reason::Malformed),
    }
}
