//! Changes of a PartiQL statement: of its tokens, and of its characters.

use std::ops::Range;

use engine::operation::{Access, Operation};
use engine::partiql::piece::pieces;
use serde_json::Value;
use support::random::Random;

use crate::case::Case;
use crate::character::with_other_character;
use crate::dictionary::Dictionary;

/// Tokens of statements in addition to those of the specs.
const TOKENS: [&str; 52] = [
    "SELECT",
    "FROM",
    "WHERE",
    "ORDER BY",
    "ASC",
    "DESC",
    "NULLS FIRST",
    "INSERT INTO",
    "VALUE",
    "UPDATE",
    "SET",
    "REMOVE",
    "DELETE FROM",
    "RETURNING ALL OLD *",
    "RETURNING MODIFIED NEW *",
    "EXISTS(",
    "AND",
    "OR",
    "NOT",
    "BETWEEN",
    "IN",
    "IS",
    "MISSING",
    "NULL",
    "true",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<<",
    ">>",
    "'",
    "''",
    "\"",
    "*",
    ",",
    ".",
    ";",
    ":",
    "?",
    "=",
    "<>",
    "!=",
    "<=",
    "+",
    "-",
    "--",
    "/*",
    "*/",
    "size(",
];

/// Characters that mean something in a statement, or nothing in any.
const CHARACTERS: [char; 20] = [
    '\'', '"', '`', '?', ';', '-', '/', '*', '<', '>', '[', '{', '(', ')', '.', 'e', '\0', '\n',
    'é', '🙂',
];

/// Whether a call runs statements.
pub(crate) fn has_statements(case: &Case) -> bool {
    Operation::from_name(&case.operation).map(Operation::access) == Some(Access::RunStatements)
}

/// The statements of a request.
pub(crate) fn statements(request: &Value) -> impl Iterator<Item = &str> {
    let elements = ["Statements", "TransactStatements"].into_iter();
    let elements = elements.filter_map(|list| request[list].as_array()).flatten();
    elements.chain([request]).filter_map(|element| element["Statement"].as_str())
}

/// Changes one statement of a request, if it has any.
pub(crate) fn change(request: &mut Value, dictionary: &Dictionary, random: &mut Random) {
    let mut texts: Vec<&mut Value> = match request {
        Value::Object(members) => members
            .iter_mut()
            .flat_map(|(name, member)| match name.as_str() {
                "Statement" => vec![member],
                _ => member
                    .as_array_mut()
                    .into_iter()
                    .flatten()
                    .filter_map(|it| it.get_mut("Statement"))
                    .collect(),
            })
            .collect(),
        _ => Vec::new(),
    };
    let count = texts.len() as u64;
    if count == 0 {
        return;
    }
    let place = usize::try_from(random.below(count)).unwrap_or_default();
    let text = texts.swap_remove(place);
    if let Some(statement) = text.as_str() {
        *text = changed(statement, dictionary, random).into();
    }
}

/// The statement with one change.
fn changed(text: &str, dictionary: &Dictionary, random: &mut Random) -> String {
    let ranges: Vec<Range<usize>> = pieces(text).into_iter().map(|piece| piece.range).collect();
    let mut place = || -> Range<usize> {
        let count = ranges.len() as u64;
        match count {
            0 => 0..0,
            _ => ranges[usize::try_from(random.below(count)).unwrap_or_default()].clone(),
        }
    };
    let (here, there) = (place(), place());
    let with = |range: Range<usize>, new: &str| {
        format!("{} {new} {}", &text[..range.start], &text[range.end..])
    };
    match random.below(12) {
        0 => with(here, ""),
        1 => with(here.clone(), &text[there]),
        2 => with(here.start..here.start, &text[there]),
        3 => with(here, random.pick(&TOKENS)),
        4 => with(here.start..here.start, random.pick(&TOKENS)),
        5 => with(here, &random.pick(&dictionary.statement_tokens)),
        6 => with(here.start..here.start, &random.pick(&dictionary.statement_tokens)),
        // The beginning of one statement and the end of another.
        7 => {
            let other = random.pick(&dictionary.statements);
            let ends = pieces(&other);
            let start = match ends.len() as u64 {
                0 => 0,
                count => ends[usize::try_from(random.below(count)).unwrap_or_default()].range.start,
            };
            format!("{} {}", &text[..here.start], &other[start..])
        }
        8 => random.pick(&dictionary.statements),
        // Past the limits of nesting, operators and length.
        9 => {
            let token =
                random.pick(&["(", "NOT ", "[", "<<", "{'a':", "- ", "size(", "+ 1 ", "OR n = 1 "]);
            let count = random.pick(&[2, 40, 65, 301, 2_000]);
            with(here.start..here.start, &token.repeat(count))
        }
        10 => with_other_character(text, &CHARACTERS, random),
        _ => text[..here.start].to_owned(),
    }
}
