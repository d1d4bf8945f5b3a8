//! A request as a command of the AWS CLI, quoted for a POSIX shell.

use engine::operation::Operation;

use crate::code::literal::Literal;
use crate::code::name::joined;
use crate::code::write::json::tree;
use crate::code::write::layout::Tree;

/// The command. `None` if a member is neither of a type that an option can have nor JSON.
pub(in crate::code) fn command(operation: Operation, request: &Literal) -> Option<String> {
    let Literal::Map(members) = request else { return None };
    let service = if operation.is_of_streams() { "dynamodbstreams" } else { "dynamodb" };
    let mut parts = vec![format!("aws {service} {}", joined(operation.name(), '-'))];
    for (name, value) in members {
        parts.extend(option(&joined(name, '-'), value));
    }
    if is_paged(operation) && !has_page(request) {
        // The AWS CLI would request all pages, one after the other.
        parts.push("--no-paginate".to_owned());
    }
    Some(parts.join(" \\\n  ") + "\n")
}

/// An option with its value; `None` for a member that is null, which counts as absent.
fn option(name: &str, value: &Literal) -> Option<String> {
    Some(match value {
        Literal::Null => return None,
        Literal::Bool(true) => format!("--{name}"),
        Literal::Bool(false) => format!("--no-{name}"),
        Literal::Number(text) | Literal::Text(text) if text.starts_with('-') => {
            format!("--{name}={}", word(text))
        }
        Literal::Number(text) | Literal::Text(text) => format!("--{name} {}", word(text)),
        Literal::Bytes(_) | Literal::Set(_) | Literal::List(_) | Literal::Map(_) => {
            let option = format!("--{name} ");
            // The option and a quotation mark are before the JSON in its first line.
            let label = format!("  {option}'");
            let text = Tree::labelled(label.as_str(), tree(value)).print(2, 1);
            option + &word(&text[label.len()..])
        }
    })
}

/// A word of a shell, in single quotation marks unless all of its characters are ordinary.
fn word(text: &str) -> String {
    let is_ordinary = |it: char| it.is_ascii_alphanumeric() || "_-./:@%+=,".contains(it);
    if !text.is_empty() && text.chars().all(is_ordinary) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// Whether the AWS CLI requests further pages by itself.
fn is_paged(operation: Operation) -> bool {
    matches!(
        operation,
        Operation::Query | Operation::Scan | Operation::ListTables | Operation::ListTagsOfResource
    )
}

/// Whether the request names a page, which makes the AWS CLI request no other.
fn has_page(request: &Literal) -> bool {
    ["Limit", "ExclusiveStartKey", "ExclusiveStartTableName", "NextToken"]
        .iter()
        .any(|name| request.member(name).is_some())
}
