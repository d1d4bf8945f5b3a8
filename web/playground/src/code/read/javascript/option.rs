//! Options of clients and of conversions that change what is sent.

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::execute::{Machine, Object, Value};
use crate::code::read::program::Node;
use crate::code::read::scanner::tokens;
use crate::code::read::token::{Language, Token};

/// The option that sends NULL in place of each empty string, binary value and set.
const EMPTY_AS_NULL: &str = "convertEmptyValues";

/// Options of `marshall` and `unmarshall` that change no value of a literal without `undefined` and instances of classes.
///
/// Source: <https://github.com/aws/aws-sdk-js-v3/blob/main/packages/util-dynamodb/src/marshall.ts>
const HARMLESS: [&str; 4] =
    ["removeUndefinedValues", "convertClassInstanceToMap", "wrapNumbers", "allowImpreciseNumbers"];

/// Members of the arguments of a new client that are added to each of its requests.
const BOUND: &str = "params";

/// Where a program sets the option that sends NULL in place of empty values, whatever it is an option of.
pub(in crate::code::read) fn empty_as_null(text: &str) -> Option<usize> {
    let tokens = tokens(text, Language::JavaScript);
    let is_off = |position: usize| {
        let next = |distance: usize| tokens.get(position + distance).map(|it| &it.token);
        matches!(next(1), Some(Token::Symbol(":" | "=")))
            && matches!(next(2), Some(Token::Word("false")))
    };
    let is_option = |token: &Token<'_>| match token {
        Token::Word(word) => *word == EMPTY_AS_NULL,
        Token::Text(text) => text == EMPTY_AS_NULL,
        _ => false,
    };
    let options = tokens.iter().enumerate().filter(|(_, it)| is_option(&it.token));
    options.into_iter().find(|(position, _)| !is_off(*position)).map(|(_, it)| it.start)
}

/// That a request has an empty value, which a client with the option at `offset` does not send.
pub(in crate::code::read) fn empty_fault(text: &str, offset: usize) -> CodeError {
    CodeError::at(text, offset, CodeFault::ClientOption(EMPTY_AS_NULL.to_owned()))
}

/// Whether a request in DynamoDB JSON has an empty string, binary value or set as an attribute value.
pub(in crate::code::read) fn has_empty(request: &Literal) -> bool {
    match request {
        Literal::Map(members) => members.iter().any(|(name, value)| {
            let is_empty = match value {
                Literal::Text(text) => text.is_empty() && ["S", "B"].contains(&name.as_str()),
                Literal::List(elements) => {
                    elements.is_empty() && ["SS", "NS", "BS"].contains(&name.as_str())
                }
                Literal::Null
                | Literal::Bool(_)
                | Literal::Number(_)
                | Literal::Bytes(_)
                | Literal::Set(_)
                | Literal::Map(_) => false,
            };
            is_empty || has_empty(value)
        }),
        Literal::List(elements) => elements.iter().any(has_empty),
        Literal::Null
        | Literal::Bool(_)
        | Literal::Number(_)
        | Literal::Text(_)
        | Literal::Bytes(_)
        | Literal::Set(_) => false,
    }
}

/// Whether the options of a conversion leave the value as it is without them.
pub(in crate::code::read) fn keeps_values(options: &Literal) -> bool {
    let Literal::Map(options) = options else { return false };
    options.iter().all(|(name, value)| {
        let is_off = *value == Literal::Bool(false);
        is_off || name == EMPTY_AS_NULL || HARMLESS.contains(&name.as_str())
    })
}

/// Fails if a new client adds members to each of its requests.
pub(in crate::code::read) fn check_client(
    machine: &Machine<'_>,
    class: &str,
    node: &Node,
    options: Option<&Value>,
) -> Result<(), CodeError> {
    let members = options.and_then(|options| machine.object(options));
    let (Some(Object::Map(members)), false) = (members, machine.is_silent) else { return Ok(()) };
    let is_client = ["DocumentClient", "DynamoDB"].contains(&class);
    match is_client && members.iter().any(|(name, _)| name == BOUND) {
        true => Err(machine.error(node.start, CodeFault::ClientOption(BOUND.to_owned()))),
        false => Ok(()),
    }
}
