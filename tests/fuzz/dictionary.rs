//! Words and values that mean something somewhere in a request.

use std::collections::BTreeSet;

use engine::operation::Operation;
use engine::partiql::piece::pieces;
use serde_json::{Value, json};

use crate::case::Case;
use crate::statement::statements;

/// Pieces of expressions in addition to those of the specs.
const TOKENS: [&str; 24] = [
    "AND",
    "OR",
    "NOT",
    "BETWEEN",
    "IN",
    "SET",
    "REMOVE",
    "ADD",
    "DELETE",
    "(",
    ")",
    ",",
    "=",
    "<>",
    "<",
    ">=",
    "+",
    "-",
    "[0]",
    "[99999999999]",
    ".",
    "#n",
    ":v",
    "é",
];

/// Numbers at the limits, as they are written in a value.
const NUMBERS: [&str; 12] = [
    "0",
    "-0",
    "1e125",
    "9.9999999999999999999999999999999999999E+125",
    "1E126",
    "1E-130",
    "1e-131",
    "12345678901234567890123456789012345678",
    "123456789012345678901234567890123456789",
    "+1",
    "0x1",
    "",
];

/// What can be put into a request.
#[derive(Debug, Default)]
pub(crate) struct Dictionary {
    pub(crate) operations: Vec<String>,
    /// Names of members.
    pub(crate) names: Vec<String>,
    /// Texts, whole expressions among them.
    pub(crate) texts: Vec<String>,
    /// Words of expressions.
    pub(crate) tokens: Vec<String>,
    /// Values of any shape.
    pub(crate) values: Vec<Value>,
    /// PartiQL statements.
    pub(crate) statements: Vec<String>,
    /// The tokens of PartiQL statements.
    pub(crate) statement_tokens: Vec<String>,
}

impl Dictionary {
    /// The words and values of some calls, and values at the limits.
    pub(crate) fn of(cases: &[Case]) -> Self {
        let mut found = Found::default();
        for case in cases {
            if let Ok(request) = serde_json::from_str(&case.request) {
                found.collect(&request);
                found.statements.extend(statements(&request).map(str::to_owned));
            }
        }
        let statement_tokens: BTreeSet<String> =
            found.statements.iter().flat_map(|it| tokens(it)).collect();
        found.tokens.extend(TOKENS.map(str::to_owned));
        found.texts.extend(NUMBERS.map(str::to_owned));
        let operations = Operation::ALL.iter().map(|it| it.name().to_owned());
        let mut values: Vec<Value> = edges();
        values.extend(found.values.iter().filter_map(|text| serde_json::from_str(text).ok()));
        Self {
            operations: operations.collect(),
            names: found.names.into_iter().collect(),
            texts: found.texts.into_iter().collect(),
            tokens: found.tokens.into_iter().collect(),
            values,
            statements: found.statements.into_iter().collect(),
            statement_tokens: statement_tokens.into_iter().collect(),
        }
    }
}

/// The tokens of a statement that are not long.
fn tokens(statement: &str) -> impl Iterator<Item = String> {
    let tokens = pieces(statement).into_iter().map(|piece| statement[piece.range].to_owned());
    tokens.filter(|token| token.len() <= SIZE_MAX)
}

#[derive(Default)]
struct Found {
    names: BTreeSet<String>,
    texts: BTreeSet<String>,
    tokens: BTreeSet<String>,
    values: BTreeSet<String>,
    statements: BTreeSet<String>,
}

/// The largest value or text, in bytes, that is put elsewhere.
const SIZE_MAX: usize = 400;

impl Found {
    fn collect(&mut self, value: &Value) {
        let text = value.to_string();
        if text.len() <= SIZE_MAX {
            self.values.insert(text);
        }
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    self.names.insert(name.clone());
                    self.collect(member);
                }
            }
            Value::Array(elements) => elements.iter().for_each(|element| self.collect(element)),
            Value::String(text) if text.len() <= SIZE_MAX => {
                self.tokens.extend(text.split_whitespace().map(str::to_owned));
                self.texts.insert(text.clone());
            }
            _ => {}
        }
    }
}

fn edges() -> Vec<Value> {
    let deep = (0..40).fold(json!({ "S": "x" }), |inner, _| json!({ "L": [inner] }));
    let maps = (0..31).fold(json!({ "N": "1" }), |inner, _| json!({ "M": { "a": inner } }));
    let mut edges = vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(1),
        json!(u64::MAX),
        json!(0.5),
        json!([]),
        json!({}),
        json!("x".repeat(2_049)),
        json!({ "S": "" }),
        json!({ "NULL": false }),
        json!({ "B": "AA" }),
        json!({ "SS": [] }),
        json!({ "NS": ["1", "1.0"] }),
        json!({ "S": "x", "N": "1" }),
        deep,
        maps,
    ];
    edges.extend(NUMBERS.map(|number| json!({ "N": number })));
    edges
}
