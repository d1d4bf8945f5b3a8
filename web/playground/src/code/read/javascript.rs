//! Calls of the AWS SDK for JavaScript: commands of v3 for both clients, and the methods of v2 and of the aggregated clients.

use engine::operation::Operation;

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::call::{CALL_COUNT_MAX, Call, ValueForm};
use crate::code::read::reader::Reader;
use crate::code::read::token::{Language, Token};
use crate::code::write::javascript::document_name;

/// Members of which a request on items has at least one. They tell it from the argument of another `get` or `put`.
const SUBJECTS: [&str; 3] = ["TableName", "RequestItems", "TransactItems"];

/// Calls of other methods with such names after which no more calls are looked for.
const OTHER_COUNT_MAX: usize = 200;

/// The calls of a text.
pub(super) fn calls(text: &str) -> Result<Vec<Call>, CodeError> {
    let mut reader = Reader::new(text, Language::JavaScript);
    let (mut calls, mut other_count) = (Vec::new(), 0);
    let is_done = |calls: &Vec<Call>, other_count| {
        calls.len() == CALL_COUNT_MAX || other_count == OTHER_COUNT_MAX
    };
    while reader.at < reader.tokens.len() && !is_done(&calls, other_count) {
        let start = reader.at;
        match command(&reader).or_else(|| method(&reader)) {
            Some(Head { name, length, candidate }) => {
                let offset = reader.offset();
                reader.at += length;
                let call = request(&mut reader, name, candidate)?;
                if let Some((form, request)) = call {
                    let unknown = std::mem::take(&mut reader.unknown);
                    let operation = candidate.operation;
                    calls.push(Call { operation, request, form, unknown, offset });
                } else {
                    reader.at = start + 1;
                    other_count += 1;
                }
            }
            None => reader.at += 1,
        }
    }
    Ok(calls)
}

/// The beginning of a call, up to the bracket of its arguments.
struct Head<'t> {
    name: &'t str,
    /// How many tokens it has.
    length: usize,
    candidate: Candidate,
}

/// What a name can mean.
#[derive(Clone, Copy)]
struct Candidate {
    operation: Operation,
    form: ValueForm,
    /// Whether objects of many kinds have such a method.
    is_common: bool,
}

/// `new PutCommand(`
fn command<'t>(reader: &Reader<'t>) -> Option<Head<'t>> {
    let (Token::Word("new"), Token::Word(name)) = (reader.peek(0)?, reader.peek(1)?) else {
        return None;
    };
    let stem = name.strip_suffix("Command")?;
    let is_call = reader.peek(2) == Some(&Token::Symbol('('));
    let candidate = candidate(stem, false)?;
    is_call.then_some(Head { name, length: 3, candidate })
}

/// `.putItem(`
fn method<'t>(reader: &Reader<'t>) -> Option<Head<'t>> {
    let (Token::Symbol('.'), Token::Word(name)) = (reader.peek(0)?, reader.peek(1)?) else {
        return None;
    };
    let is_call = reader.peek(2) == Some(&Token::Symbol('('));
    let first = name.chars().next().filter(char::is_ascii_lowercase)?;
    let upper = first.to_ascii_uppercase().to_string() + &name[1..];
    let candidate = candidate(&upper, true)?;
    is_call.then_some(Head { name, length: 3, candidate })
}

/// The operation of a name, in the client or in the document client.
fn candidate(name: &str, is_common: bool) -> Option<Candidate> {
    Operation::ALL.into_iter().find_map(|operation| {
        let is_client = operation.name() == name;
        let is_document = operation.is_on_items() && document_name(operation) == name;
        let form = match (is_client, is_document) {
            (true, true) => ValueForm::Either,
            (true, false) => ValueForm::Typed,
            (false, true) => ValueForm::Native,
            (false, false) => return None,
        };
        Some(Candidate { operation, form, is_common })
    })
}

/// The request of a call, whose arguments are next; `None` if it is no call of DynamoDB.
fn request(
    reader: &mut Reader<'_>,
    name: &str,
    candidate: Candidate,
) -> Result<Option<(ValueForm, Literal)>, CodeError> {
    let Candidate { is_common, form, .. } = candidate;
    let start = reader.offset();
    if reader.is_symbol(')') {
        let is_complete = !is_common && form == ValueForm::Typed;
        return Ok(is_complete.then_some((form, Literal::Map(Vec::new()))));
    }
    let is_object = reader.is_symbol('{');
    let value = match reader.value(0) {
        Err(error) if !is_common || is_object => return Err(error),
        Err(_) => return Ok(None),
        Ok(value) => value,
    };
    let has_subject = SUBJECTS.iter().any(|subject| value.member(subject).is_some());
    match value {
        Literal::Map(_) if has_subject || !is_common => Ok(Some((form, value))),
        Literal::Map(_) => Ok(None),
        Literal::Null
        | Literal::Bool(_)
        | Literal::Number(_)
        | Literal::Text(_)
        | Literal::Bytes(_)
        | Literal::Set(_)
        | Literal::List(_) => match is_common {
            true => Ok(None),
            false => Err(CodeError::at(reader.text, start, CodeFault::NoRequest(name.to_owned()))),
        },
    }
}
