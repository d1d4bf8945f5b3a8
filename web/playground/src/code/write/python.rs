//! A request as a program with boto3: with its resources for single items and batches, whose values it writes as Python
//! has them, and with its client for everything else.

use std::fmt::Write;

use engine::operation::{Access, Operation};

use crate::code::literal::Literal;
use crate::code::name::{is_plain, joined};
use crate::code::value::{convert_values, native, with_bytes};
use crate::code::write::layout::Tree;
use crate::visible;

/// Whose methods a program calls.
enum Receiver {
    /// A table, which adds its name to each request.
    Table(String),
    /// The resource of the service.
    Resource,
    /// The client of a service.
    Client(&'static str),
}

/// The program. `None` if the request has binaries that cannot be read, or members that cannot be keyword arguments.
pub(in crate::code) fn program(operation: Operation, request: Literal) -> Option<String> {
    let (receiver, request) = receiver(operation, request)?;
    let Literal::Map(members) = request else { return None };
    let (variable, new) = match &receiver {
        Receiver::Table(name) => {
            ("table", format!("boto3.resource(\"dynamodb\").Table({})", quoted(name)))
        }
        Receiver::Resource => ("dynamodb", "boto3.resource(\"dynamodb\")".to_owned()),
        Receiver::Client(service) => ("client", format!("boto3.client(\"{service}\")")),
    };
    let mut arguments = Vec::with_capacity(members.len());
    for (name, value) in &members {
        if !is_plain(name) {
            return None;
        }
        arguments.push(Tree::labelled(format!("{name}="), tree(value)));
    }
    let method = joined(operation.name(), '_');
    let call = Tree::branch(format!("reply = {variable}.{method}("), arguments, ")").print(4, 0);
    // No other name has a bracket after it, and no string begins with the name.
    let decimal = if call.contains("Decimal(\"") { "from decimal import Decimal\n\n" } else { "" };
    Some(format!("{decimal}import boto3\n\n{variable} = {new}\n\n{call}\nprint(reply)\n"))
}

fn receiver(operation: Operation, request: Literal) -> Option<(Receiver, Literal)> {
    let has_statements = operation.access() == Access::RunStatements;
    let with_values = operation.is_on_items() && !operation.is_transaction() && !has_statements;
    let converted = with_values.then(|| convert_values(request.clone(), native)).flatten();
    match converted {
        Some(request) if operation.is_batch() => Some((Receiver::Resource, request)),
        Some(Literal::Map(mut members)) => {
            let position = members.iter().rposition(|(name, _)| name == "TableName")?;
            let (_, name) = members.remove(position);
            let name = name.as_text()?.to_owned();
            Some((Receiver::Table(name), Literal::Map(members)))
        }
        Some(_) | None => {
            let service = if operation.is_of_streams() { "dynamodbstreams" } else { "dynamodb" };
            Some((Receiver::Client(service), convert_values(request, with_bytes)?))
        }
    }
}

fn tree(literal: &Literal) -> Tree {
    match literal {
        Literal::Null => Tree::leaf("None"),
        Literal::Bool(true) => Tree::leaf("True"),
        Literal::Bool(false) => Tree::leaf("False"),
        Literal::Number(text) => Tree::leaf(number(text)),
        Literal::Text(text) => Tree::leaf(quoted(text)),
        Literal::Bytes(bytes) => Tree::leaf(quoted_bytes(bytes)),
        Literal::Set(members) => Tree::branch("{", members.iter().map(tree).collect(), "}"),
        Literal::List(elements) => Tree::branch("[", elements.iter().map(tree).collect(), "]"),
        Literal::Map(members) => {
            let parts = members
                .iter()
                .map(|(name, value)| Tree::labelled(format!("{}: ", quoted(name)), tree(value)));
            Tree::branch("{", parts.collect(), "}")
        }
    }
}

fn number(text: &str) -> String {
    match text.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit()) {
        true => text.to_owned(),
        false => format!("Decimal(\"{text}\")"),
    }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if visible::mark(character).is_none() => out.push(character),
            _ => {
                let number = u32::from(character);
                let written = match number {
                    0..=0xff => write!(out, "\\x{number:02x}"),
                    0x100..=0xffff => write!(out, "\\u{number:04x}"),
                    _ => write!(out, "\\U{number:08x}"),
                };
                written.expect("a String takes any text");
            }
        }
    }
    out + "\""
}

fn quoted_bytes(bytes: &[u8]) -> String {
    format!("b\"{}\"", bytes.escape_ascii())
}
