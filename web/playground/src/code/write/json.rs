//! A request as DynamoDB JSON and as plain JSON.

use engine::model::base64;

use crate::code::literal::Literal;
use crate::code::value::{convert_values, native};
use crate::code::write::layout::Tree;
use crate::visible;

/// The body as it is sent, indented.
pub(crate) fn dynamodb_json(members: &Literal) -> String {
    tree(members).print(2, 0) + "\n"
}

/// A string of JSON and of JavaScript, with hidden characters as escapes.
pub(in crate::code) fn quoted(text: &str) -> String {
    visible::json(&serde_json::Value::from(text).to_string()).into_owned()
}

/// The body with plain values. `None` if it has a value that DynamoDB would reject.
pub(in crate::code) fn plain_json(members: Literal) -> Option<String> {
    Some(dynamodb_json(&convert_values(members, native)?))
}

/// JSON in the layout of source text. A set is an array, and bytes are base64.
pub(super) fn tree(literal: &Literal) -> Tree {
    match literal {
        Literal::Null => Tree::leaf("null"),
        Literal::Bool(flag) => Tree::leaf(flag.to_string()),
        Literal::Number(text) => Tree::leaf(text),
        Literal::Text(text) => Tree::leaf(quoted(text)),
        Literal::Bytes(bytes) => Tree::leaf(quoted(&base64::encode(bytes))),
        Literal::Set(elements) | Literal::List(elements) => {
            json_branch("[", elements.iter().map(tree).collect(), "]")
        }
        Literal::Map(members) => {
            let parts = members
                .iter()
                .map(|(name, value)| Tree::labelled(format!("{}: ", quoted(name)), tree(value)));
            json_branch("{", parts.collect(), "}")
        }
    }
}

/// JSON has no comma after the last part.
fn json_branch(open: &str, parts: Vec<Tree>, close: &str) -> Tree {
    Tree::Branch { open: open.to_owned(), parts, close: close.to_owned(), last: "" }
}
