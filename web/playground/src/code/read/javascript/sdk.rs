//! Calls of the AWS SDK for JavaScript: commands of v3 for both clients, and the methods of v2 and of the aggregated clients.

use engine::operation::Operation;

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::call::{Call, ValueForm};
use crate::code::read::execute::{Arguments, Command, Machine, OTHER_MEMBERS, Object, Value};
use crate::code::read::program::{Argument, Node};
use crate::code::write::javascript::document_name;

/// Members of which a request on items has at least one. They tell it from the argument of another `get` or `put`.
const SUBJECTS: [&str; 3] = ["TableName", "RequestItems", "TransactItems"];

/// Parts of the names of clients.
const CLIENTS: [&str; 4] = ["DynamoDB", "DocumentClient", "dynamodb", "docClient"];

/// Whether an expression is a client of DynamoDB by its names.
pub(in crate::code::read) fn is_client(source: &str) -> bool {
    CLIENTS.iter().any(|it| source.contains(it))
}

/// What a name can mean.
#[derive(Clone, Copy)]
struct Candidate {
    operation: Operation,
    form: ValueForm,
}

/// The operation of a name, in the client or in the document client.
fn candidate(name: &str) -> Option<Candidate> {
    Operation::ALL.into_iter().find_map(|operation| {
        let is_client = operation.name() == name;
        let is_document = operation.is_on_items() && document_name(operation) == name;
        let form = match (is_client, is_document) {
            (true, true) => ValueForm::Either,
            (true, false) => ValueForm::Typed,
            (false, true) => ValueForm::Native,
            (false, false) => return None,
        };
        Some(Candidate { operation, form })
    })
}

/// `new PutCommand(…)`; `None` if the class is none of a command.
pub(in crate::code::read) fn command(
    machine: &mut Machine<'_>,
    name: &str,
    node: &Node,
    arguments: &[Argument],
) -> Result<Option<Value>, CodeError> {
    let Some(Candidate { operation, form }) = name.strip_suffix("Command").and_then(candidate)
    else {
        return Ok(None);
    };
    let given = machine.arguments(arguments)?;
    let command = Command {
        operation,
        form,
        name: name.to_owned(),
        request: given.positional.first().cloned(),
        request_offset: arguments.first().map_or(node.end - 1, |it| it.value.start),
        offset: node.start,
        unsent: None,
    };
    Ok(Some(machine.add_command(command)))
}

/// A method of a client; `None` if it is none.
pub(in crate::code::read) fn method(
    machine: &mut Machine<'_>,
    node: &Node,
    receiver: &Value,
    name: &str,
    given: &Arguments,
    arguments: &[Argument],
) -> Result<Option<Value>, CodeError> {
    let source = match receiver {
        Value::Unknown(source) => source.clone(),
        // What is a client in each branch is one, whichever of them runs.
        Value::Fault(_) => {
            let end = arguments.first().map_or(node.end, |it| it.value.start);
            machine.source(node.start, end)
        }
        _ => return Ok(None),
    };
    let first = given.positional.first();
    if let ("send", Some(Value::Command(position))) = (name, first) {
        machine.send_command(*position)?;
        return Ok(Some(machine.unknown(node)));
    }
    let is_client = is_client(&source);
    if let ("send", Some(Value::Unknown(_)), true) = (name, first, is_client) {
        return no_request(machine, node, name, arguments).map(Some);
    }
    if name == "createSet" && given.positional.len() == 1 {
        let elements = match first.and_then(|first| machine.object(first)) {
            Some(Object::List(elements)) => elements.clone(),
            Some(Object::Set(_) | Object::Map(_) | Object::Fault(_)) | None => return Ok(None),
        };
        return Ok(Some(machine.add(Object::Set(elements))));
    }
    let upper = match name.chars().next() {
        Some(first) if first.is_ascii_lowercase() => {
            first.to_ascii_uppercase().to_string() + &name[1..]
        }
        Some(_) | None => return Ok(None),
    };
    let Some(Candidate { operation, form }) = candidate(&upper) else { return Ok(None) };
    let Some(first) = first else { return Ok(None) };
    let has_subject = match machine.object(first) {
        Some(Object::Map(members)) => {
            members.iter().any(|(name, value)| {
                // What is not known can be the table.
                let is_other =
                    name == OTHER_MEMBERS && (is_client || matches!(value, Value::Fault(_)));
                is_other || SUBJECTS.contains(&name.as_str())
            })
        }
        Some(Object::Fault(_)) => true,
        Some(Object::List(_) | Object::Set(_)) | None => matches!(first, Value::Fault(_)),
    };
    match (has_subject, is_client) {
        (true, _) => {
            let call = machine.call(operation, form, first, node.start);
            machine.send(call)?;
            for callback in &given.positional[1..] {
                machine.give_away(callback, node.start)?;
            }
            Ok(Some(machine.unknown(node)))
        }
        (false, true) if !matches!(machine.object(first), Some(Object::Map(_))) => {
            no_request(machine, node, name, arguments).map(Some)
        }
        (false, _) => Ok(None),
    }
}

/// Fails, as the request of a call is not in the text.
fn no_request(
    machine: &Machine<'_>,
    node: &Node,
    name: &str,
    arguments: &[Argument],
) -> Result<Value, CodeError> {
    if machine.is_silent {
        return Ok(machine.unknown(node));
    }
    let offset = arguments.first().map_or(node.start, |it| it.value.start);
    Err(machine.error(offset, CodeFault::NoRequest(name.to_owned())))
}

/// A call of a command as it is at this moment.
pub(in crate::code::read) fn call_of(
    machine: &Machine<'_>,
    command: &Command,
) -> Result<Call, CodeError> {
    let Command { operation, form, name, request, request_offset, offset, .. } = command;
    let no_request = || Err(machine.error(*request_offset, CodeFault::NoRequest(name.clone())));
    let Some(request) = request else {
        if *form != ValueForm::Typed {
            return no_request();
        }
        let (operation, form, offset) = (*operation, *form, *offset);
        let (request, unknown) = (Literal::Map(Vec::new()), Vec::new());
        return Ok(Call { operation, request, form, unknown, offset });
    };
    match (request, machine.object(request)) {
        (Value::Fault(_), _) | (_, Some(Object::Map(_) | Object::Fault(_))) => {
            machine.call(*operation, *form, request, *offset)
        }
        (_, Some(Object::List(_) | Object::Set(_)) | None) => no_request(),
    }
}
