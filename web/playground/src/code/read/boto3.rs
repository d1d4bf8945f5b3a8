//! Calls of boto3: methods of its client, and of its resources.

use engine::operation::{Access, Operation};

use crate::code::fault::{CodeError, CodeFault, Expected};
use crate::code::literal::Literal;
use crate::code::name::joined;
use crate::code::read::call::{CALL_COUNT_MAX, Call, ValueForm};
use crate::code::read::condition::Conditions;
use crate::code::read::reader::Reader;
use crate::code::read::token::{Language, Token};

/// Arguments that can be conditions made of `Key` and `Attr`.
const CONDITIONS: [&str; 3] = ["ConditionExpression", "FilterExpression", "KeyConditionExpression"];

/// Tokens before `Table(…)` in its line, from the variable to which it is assigned.
const LINE_TOKEN_COUNT_MAX: usize = 50;

/// The calls of a text. `table` is the one of a call that does not say which table it uses.
pub(super) fn calls(text: &str, table: &str) -> Result<Vec<Call>, CodeError> {
    let mut reader = Reader::new(text, Language::Python);
    let tables = tables(&reader);
    let mut calls = Vec::new();
    while reader.at < reader.tokens.len() && calls.len() < CALL_COUNT_MAX {
        let Some(operation) = method(&reader) else {
            reader.at += 1;
            continue;
        };
        let offset = reader.offset();
        let receiver = receiver(&reader);
        reader.at += 3;
        let mut members = arguments(&mut reader)?;
        let names_table = members.iter().any(|(name, _)| name == "TableName");
        let is_of_table = operation.is_on_items()
            && !operation.is_batch()
            && !operation.is_transaction()
            && operation.access() != Access::RunStatements
            && !names_table;
        if is_of_table {
            let known = tables.iter().rev().find(|(variable, _)| Some(*variable) == receiver);
            let name = known.map_or(table, |(_, name)| name);
            members.insert(0, ("TableName".to_owned(), Literal::text(name)));
        }
        let form = match is_of_table {
            true => ValueForm::Native,
            false if operation.is_on_items() => ValueForm::Either,
            false => ValueForm::Typed,
        };
        calls.push(Call {
            operation,
            request: Literal::Map(members),
            form,
            unknown: std::mem::take(&mut reader.unknown),
            offset,
        });
    }
    Ok(calls)
}

/// The operation of the method that is next, as in `.put_item(`.
fn method(reader: &Reader<'_>) -> Option<Operation> {
    let (Token::Symbol('.'), Token::Word(name)) = (reader.peek(0)?, reader.peek(1)?) else {
        return None;
    };
    let is_call = reader.peek(2) == Some(&Token::Symbol('('));
    let mut operations = Operation::ALL.into_iter().filter(|_| is_call);
    operations.find(|operation| joined(operation.name(), '_') == *name)
}

/// The word before the point, or the name of a table that is given there: `Table("Orders").put_item(`.
fn receiver<'t>(reader: &Reader<'t>) -> Option<&'t str> {
    let before = reader.tokens.get(reader.at.checked_sub(1)?)?;
    match before.token {
        Token::Word(word) => Some(word),
        Token::Symbol(')') => {
            let argument = reader.tokens.get(reader.at.checked_sub(2)?)?;
            reader.text.get(argument.start..argument.end)
        }
        Token::Number(_)
        | Token::Text(_)
        | Token::Bytes(_)
        | Token::Template
        | Token::OpenText
        | Token::Symbol(_) => None,
    }
}

/// What names tables in a text: the variables to which they are assigned, and the arguments of `Table(…)` themselves.
fn tables<'t>(reader: &Reader<'t>) -> Vec<(&'t str, String)> {
    let mut tables = Vec::new();
    for (position, window) in reader.tokens.windows(4).enumerate() {
        let [word, open, name, close] = window else { continue };
        let is_call = word.token == Token::Word("Table")
            && open.token == Token::Symbol('(')
            && close.token == Token::Symbol(')');
        let Token::Text(table) = &name.token else { continue };
        if !is_call {
            continue;
        }
        tables.push((&reader.text[name.start..name.end], table.clone()));
        // The variable is before the `=` of the line.
        let line_start = reader.text[..word.start].rfind('\n').map_or(0, |end| end + 1);
        let before = reader.tokens[..position].iter().rev().take(LINE_TOKEN_COUNT_MAX);
        let line = before.take_while(|placed| placed.start >= line_start).collect::<Vec<_>>();
        if let [.., equals, variable] = line.as_slice()
            && let (Token::Word(variable), Token::Symbol('=')) = (&variable.token, &equals.token)
        {
            tables.push((variable, table.clone()));
        }
    }
    tables
}

/// The arguments of a call, with its conditions as expressions.
fn arguments(reader: &mut Reader<'_>) -> Result<Vec<(String, Literal)>, CodeError> {
    let mut members = Vec::new();
    let mut conditions = Conditions::default();
    loop {
        match (reader.peek(0), reader.peek(1)) {
            (Some(Token::Word(name)), Some(Token::Symbol('='))) if CONDITIONS.contains(name) => {
                let name = *name;
                let start = reader.at;
                reader.at += 2;
                if let Some(expression) = conditions.read(reader)? {
                    members.push((name.to_owned(), Literal::Text(expression)));
                } else {
                    reader.at = start;
                    members.extend(one_argument(reader)?);
                }
            }
            _ => members.extend(one_argument(reader)?),
        }
        if !reader.take(',') {
            break;
        }
    }
    if !reader.take(')') {
        return Err(reader.error(CodeFault::Expected(Expected::CommaOr(')'))));
    }
    conditions.add_to(&mut members);
    Ok(members)
}

/// The argument that is next, if one is.
fn one_argument(reader: &mut Reader<'_>) -> Result<Vec<(String, Literal)>, CodeError> {
    if reader.is_symbol(')') { Ok(Vec::new()) } else { reader.keyword_argument(0) }
}
