//! Calls of boto3: methods of its client, of its resources, and of its batch writer.

use engine::operation::{Access, Operation};

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::name::joined;
use crate::code::read::call::ValueForm;
use crate::code::read::condition::Conditions;
use crate::code::read::execute::{Machine, OTHER_MEMBERS, Object, Value};
use crate::code::read::program::{Argument, Node};

/// Arguments that can be conditions made of `Key` and `Attr`.
const CONDITIONS: [&str; 3] = ["ConditionExpression", "FilterExpression", "KeyConditionExpression"];

/// Requests of a batch that the batch writer sends at once.
///
/// Source: <https://boto3.amazonaws.com/v1/documentation/api/latest/guide/dynamodb.html#batch-writing>
const BATCH_SIZE: usize = 25;

/// A method of boto3; `None` if it is none.
pub(in crate::code::read) fn method(
    machine: &mut Machine<'_>,
    node: &Node,
    receiver: &Value,
    owner: &Node,
    name: &str,
    arguments: &[Argument],
) -> Result<Option<Value>, CodeError> {
    // What is a client in each branch is one, whichever of them runs.
    let is_unknown = matches!(receiver, Value::Unknown(_) | Value::Fault(_));
    match (name, receiver) {
        ("Table", Value::Unknown(_) | Value::Fault(_)) => {
            let given = machine.arguments(arguments)?;
            let named = given.named.into_iter().find(|(name, _)| name == "name");
            let table = given.positional.into_iter().next().or(named.map(|(_, value)| value));
            return Ok(table.map(|table| Value::Table(Box::new(table))));
        }
        ("batch_writer", Value::Table(_) | Value::Unknown(_) | Value::Fault(_)) => {
            if let Some(argument) = arguments.first() {
                return Err(machine.error(argument.value.start, CodeFault::NotUnderstood));
            }
            let table = table_of(machine, receiver);
            let Value::Object(writes) = machine.add(Object::List(Vec::new())) else {
                return Ok(None);
            };
            return Ok(Some(Value::Batch(Box::new(table), writes)));
        }
        ("put_item" | "delete_item", Value::Batch(table, writes)) => {
            return write_in_batch(machine, node, table, *writes, name, arguments).map(Some);
        }
        ("get_paginator", Value::Unknown(_) | Value::Fault(_)) => {
            return Err(machine.error(node.start, CodeFault::Pages));
        }
        _ => {}
    }
    if !is_unknown && !matches!(receiver, Value::Table(_)) {
        return Ok(None);
    }
    let found = Operation::ALL.into_iter().find(|it| joined(it.name(), '_') == name);
    let Some(operation) = found else { return Ok(None) };
    let request = request(machine, receiver, operation, arguments)?;
    let is_of_table = is_of_table(operation) && request.1;
    let form = match is_of_table {
        true => ValueForm::Native,
        false if operation.is_on_items() => ValueForm::Either,
        false => ValueForm::Typed,
    };
    let table = request.0.iter().find(|(name, _)| name == "TableName").map(|it| it.1.clone());
    let request = machine.add(Object::Map(request.0));
    let call = machine.call(operation, form, &request, owner_end(node, owner));
    machine.send(call)?;
    Ok(Some(match table {
        // A resource returns the table that it creates.
        Some(table) if operation == Operation::CreateTable => Value::Table(Box::new(table)),
        Some(_) | None => machine.unknown(node),
    }))
}

/// Where the name of the method is.
fn owner_end(node: &Node, owner: &Node) -> usize {
    owner.end.min(node.end)
}

/// Whether tables have a method for an operation.
fn is_of_table(operation: Operation) -> bool {
    operation.is_on_items()
        && !operation.is_batch()
        && !operation.is_transaction()
        && operation.access() != Access::RunStatements
}

/// The name of the table that a value is.
fn table_of(machine: &Machine<'_>, receiver: &Value) -> Value {
    match receiver {
        Value::Table(name) => (**name).clone(),
        Value::Fault(_) => receiver.clone(),
        _ => Value::text(machine.table),
    }
}

/// The members of a request, and whether its table has been added.
fn request(
    machine: &mut Machine<'_>,
    receiver: &Value,
    operation: Operation,
    arguments: &[Argument],
) -> Result<(Vec<(String, Value)>, bool), CodeError> {
    let positional = arguments.iter().find(|it| it.name.is_none() && !it.is_spread);
    if let Some(argument) = positional {
        let fault = CodeFault::Expected(Expected::Argument);
        return Err(machine.error(argument.value.start, fault));
    }
    let given = machine.arguments(arguments)?;
    let mut members = Vec::new();
    let mut conditions = Conditions::default();
    // boto3 numbers the placeholders in the order of the names of the members.
    let mut order: Vec<_> = (0..given.named.len()).collect();
    order.sort_by_key(|position| &given.named[*position].0);
    for position in order {
        let (name, value) = given.named[position].clone();
        let value = match value {
            Value::Condition(condition) if CONDITIONS.contains(&name.as_str()) => {
                let place = arguments.iter().find(|it| it.name.as_deref() == Some(&name));
                let offset = place.or(arguments.first()).map_or(0, |it| it.value.start);
                let expression = conditions.expression(machine, &condition);
                let fault = || machine.error(offset, CodeFault::Condition);
                Value::text(expression.ok_or_else(fault)?)
            }
            other => other,
        };
        members.push((position, name, value));
    }
    members.sort_by_key(|(position, ..)| *position);
    let members = members.into_iter().map(|(_, name, value)| (name, value));
    let mut members = members.collect::<Vec<_>>();
    conditions.add_to(machine, &mut members);
    let names_table = members.iter().any(|(name, _)| name == "TableName");
    let adds_table = is_of_table(operation) && !names_table;
    if adds_table {
        members.insert(0, ("TableName".to_owned(), table_of(machine, receiver)));
    }
    Ok((members, adds_table))
}

/// Adds a request to a batch.
fn write_in_batch(
    machine: &mut Machine<'_>,
    node: &Node,
    table: &Value,
    writes: usize,
    name: &str,
    arguments: &[Argument],
) -> Result<Value, CodeError> {
    // Outside of its block it is not known when it sends what it has collected.
    if !machine.open_batches.contains(&writes) {
        return Err(machine.error(node.start, CodeFault::NotUnderstood));
    }
    let (kind, member) = match name {
        "put_item" => ("PutRequest", "Item"),
        _ => ("DeleteRequest", "Key"),
    };
    let given = machine.arguments(arguments)?;
    let named = given.named.into_iter().find(|(name, _)| name == member);
    let value = given.positional.into_iter().next().or(named.map(|(_, value)| value));
    let Some(value) = value else {
        return Err(machine.error(node.start, CodeFault::Expected(Expected::Argument)));
    };
    let request = machine.add(Object::Map(vec![(member.to_owned(), value)]));
    let write = machine.add(Object::Map(vec![(kind.to_owned(), request)]));
    if let Object::List(all) = machine.object_mut(writes) {
        all.push(write);
        // It sends an item as it is at that time.
        if all.len() >= BATCH_SIZE {
            machine.send_batches(table, writes, node.start)?;
        }
    }
    Ok(machine.unknown(node))
}

impl Machine<'_> {
    /// Sends what a batch writer has collected, when its block ends.
    pub(in crate::code::read) fn send_batches(
        &mut self,
        table: &Value,
        writes: usize,
        offset: usize,
    ) -> Result<(), CodeError> {
        let all = Value::Object(writes);
        let writes = match self.object(&all) {
            Some(Object::List(writes)) => writes.clone(),
            Some(Object::Fault(error)) => return Err(error.clone()),
            Some(Object::Set(_) | Object::Map(_)) | None => return Ok(()),
        };
        let unknown = Value::Unknown("Table".to_owned());
        for part in writes.chunks(BATCH_SIZE) {
            let list = self.add(Object::List(part.to_vec()));
            let tables = match (table, table.as_text()) {
                (_, Some(table)) => vec![(table.to_owned(), list)],
                (Value::Unknown(_) | Value::Fault(_), None) => {
                    vec![(OTHER_MEMBERS.to_owned(), table.clone())]
                }
                (_, None) => vec![(OTHER_MEMBERS.to_owned(), unknown.clone())],
            };
            let tables = self.add(Object::Map(tables));
            let request = self.add(Object::Map(vec![("RequestItems".to_owned(), tables)]));
            let call = self.call(Operation::BatchWriteItem, ValueForm::Native, &request, offset);
            self.send(call)?;
        }
        if let Value::Object(position) = all {
            *self.object_mut(position) = Object::List(Vec::new());
        }
        Ok(())
    }
}
