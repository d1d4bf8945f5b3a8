//! Pasted code: the requests that it sends.

use std::collections::BTreeSet;

use engine::operation::Operation;

use crate::code::fault::{CodeError, CodeFault, place};
use crate::code::literal::Literal;
use crate::code::read::call::{Call, ValueForm, unknown_text};
use crate::code::read::javascript::option;
use crate::code::read::token::Language;
use crate::code::read::{command, execute, javascript, language, python};
use crate::code::value::{convert_values, is_typed, typed, with_base64};
use crate::code::write::json;

/// Bytes of a text at most. A request has 16 MB at most, but nobody writes that by hand.
const TEXT_SIZE_MAX: usize = 1 << 20;

/// A request that pasted code sends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pasted {
    pub operation: Operation,
    /// The body as DynamoDB JSON, indented. What is not known is a string such as `‹attachmentId›`.
    pub body: String,
    /// What is not known: the variables and expressions whose values the text does not have.
    pub unknown: Vec<String>,
    /// The line of the call, from 1.
    pub line: usize,
}

/// Reads the calls of a text in their order. `table` is meant by code that does not say which table it uses.
///
/// Fails if there is none, and at the first that cannot be read.
///
/// ```
/// use playground::code::read::pasted::read;
///
/// let pasted = read("table.get_item(Key={'OrderId': 7})", "Orders").unwrap();
/// assert_eq!(pasted[0].operation.name(), "GetItem");
/// assert_eq!(pasted[0].body, "{\"TableName\": \"Orders\", \"Key\": {\"OrderId\": {\"N\": \"7\"}}}\n");
/// ```
pub fn read(text: &str, table: &str) -> Result<Vec<Pasted>, CodeError> {
    if text.len() > TEXT_SIZE_MAX {
        return Err(CodeError::at(text, 0, CodeFault::TooLong));
    }
    let text = text.replace("\r\n", "\n");
    let commands = command::calls(&text)?;
    let calls = if commands.is_empty() { program(&text, table)? } else { commands };
    let empty_as_null = option::empty_as_null(&text);
    calls.into_iter().map(|call| pasted(&text, call, empty_as_null)).collect()
}

/// The calls of a program in a language that is read.
fn program(text: &str, table: &str) -> Result<Vec<Call>, CodeError> {
    let calls = |language| -> Result<Result<Vec<Call>, CodeError>, CodeError> {
        let program = match language {
            Language::JavaScript => javascript::program(text)?,
            Language::Python => python::program(text)?,
        };
        Ok(execute::calls(text, language, table, &program))
    };
    let mut results = [calls(Language::JavaScript), calls(Language::Python)];
    if language::is_python(text) {
        results.reverse();
    }
    let has_calls = |result: &&Result<Result<Vec<Call>, _>, _>| matches!(result, Ok(Ok(calls)) if !calls.is_empty());
    if let Some(Ok(Ok(calls))) = results.iter().find(has_calls) {
        return Ok(calls.clone());
    }
    if let Some(name) = language::other(text) {
        return Err(CodeError::at(text, 0, CodeFault::Language(name.to_owned())));
    }
    // A text that is a program of one of the languages is meant as one.
    let error = match results {
        [Ok(Err(error)), _] | [_, Ok(Err(error))] | [Err(error), Err(_)] => Some(error),
        [Ok(Ok(_)), _] | [_, Ok(Ok(_))] => None,
    };
    let none = || CodeError::at(text, 0, CodeFault::NoCall);
    Err(error.filter(|_| language::has_call(text)).unwrap_or_else(none))
}

/// Whether a text is meant as code and not as JSON.
pub fn is_code(text: &str) -> bool {
    !text.trim_start().starts_with(['{', '[']) && !text.trim().is_empty()
}

/// What is in place of the first value of a JSON text that is not known.
pub fn first_unknown(body: &str) -> Option<&str> {
    let (_, rest) = body.split_once("\"‹")?;
    let (source, rest) = rest.split_once('›')?;
    match rest.starts_with('"') && !source.contains('"') {
        true => Some(source),
        false => first_unknown(rest),
    }
}

/// `empty_as_null` is where the program sets the option that sends NULL in place of empty values.
fn pasted(text: &str, call: Call, empty_as_null: Option<usize>) -> Result<Pasted, CodeError> {
    let Call { operation, request, form, mut unknown, offset } = call;
    let is_native = match form {
        ValueForm::Typed => false,
        ValueForm::Native => true,
        ValueForm::Either => {
            let check = |value: Literal| is_typed(&value).then_some(value);
            convert_values(request.clone(), check).is_none()
        }
    };
    let converted = convert_values(request, if is_native { typed } else { with_base64 });
    let request = converted.ok_or_else(|| CodeError::at(text, offset, CodeFault::MixedSet))?;
    if let Some(offset) = empty_as_null.filter(|_| option::has_empty(&request)) {
        return Err(option::empty_fault(text, offset));
    }
    let (body, (line, _)) = (json::dynamodb_json(&request), place(text, offset));
    // A script has more unknown values than those of the request.
    let named = body.split('›').filter_map(|part| part.rfind('‹').map(|start| &part[start..]));
    let named: BTreeSet<&str> = named.collect();
    unknown.retain(|source| {
        let quoted = json::quoted(&unknown_text(source));
        named.contains(quoted.trim_matches('"').trim_end_matches('›'))
    });
    Ok(Pasted { operation, body, unknown, line })
}
