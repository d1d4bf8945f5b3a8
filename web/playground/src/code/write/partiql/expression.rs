//! Expressions as PartiQL writes them: names and values instead of placeholders, and the brackets that IN has.

use engine::api::value::read_attribute_value;
use engine::expression::binding::Bindings;
use engine::expression::condition::Condition;
use engine::expression::error::Parameter;
use engine::json::text::{Json, JsonText};
use engine::model::item::Item;

use crate::code::literal::{Literal, members_of};
use crate::code::partiql_name::shortest;
use crate::code::write::json::dynamodb_json;
use crate::code::write::partiql::reason::Reason;
use crate::code::write::partiql::statement::Statement;

pub(super) const NAMES: &str = "ExpressionAttributeNames";
pub(super) const VALUES: &str = "ExpressionAttributeValues";

/// Words of expressions that are no names. Those that begin the clauses of an update are not in its parts.
const WORDS: [&str; 5] = ["AND", "OR", "NOT", "BETWEEN", "IN"];

/// Adds an expression of a request to a statement.
pub(super) fn push_expression(
    expression: &str,
    request: &Literal,
    statement: &mut Statement,
) -> Result<(), Reason> {
    let mut rest = expression;
    // The brackets that are open, and whether each is that of IN.
    let mut brackets = Vec::new();
    let mut follows_in = false;
    while let Some((token, after)) = split_token(rest) {
        match token.as_bytes()[0] {
            b'#' => {
                let name = bound(request, NAMES, token)?.as_text().ok_or(Reason::Malformed)?;
                statement.push(&shortest(name));
            }
            b':' => statement.push_value(bound(request, VALUES, token)?),
            b'(' => {
                brackets.push(follows_in);
                statement.push(if follows_in { "[" } else { "(" });
            }
            b')' => {
                let is_of_in = brackets.pop().ok_or(Reason::Malformed)?;
                statement.push(if is_of_in { "]" } else { ")" });
            }
            _ if is_attribute(token, after) => statement.push(&shortest(token)),
            _ => statement.push(token),
        }
        follows_in = token.eq_ignore_ascii_case("IN") || follows_in && token.trim().is_empty();
        rest = after;
    }
    Ok(())
}

/// Whether a condition of a request holds without an item.
pub(super) fn holds_without_item(condition: &str, request: &Literal) -> Result<bool, Reason> {
    let mut bindings = bindings(request).ok_or(Reason::Malformed)?;
    let parameter = Parameter::ConditionExpression;
    let condition = Condition::parse(condition, parameter, &mut bindings);
    condition.map(|it| it.matches(&Item::default())).map_err(|_| Reason::Malformed)
}

/// The first token of an expression, and what follows it: a word, a placeholder or a single character.
pub(super) fn split_token(text: &str) -> Option<(&str, &str)> {
    let first = text.chars().next()?;
    let is_part = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let after_sign = if matches!(first, '#' | ':') { &text[1..] } else { text };
    let word = after_sign.len() - after_sign.trim_start_matches(is_part).len();
    let length = text.len() - after_sign.len() + word;
    Some(text.split_at(length.max(first.len_utf8())))
}

/// Whether a token names an attribute: it is no word of the language, no function and no number.
fn is_attribute(token: &str, after: &str) -> bool {
    let is_word = WORDS.iter().any(|it| it.eq_ignore_ascii_case(token));
    let is_name = token.starts_with(|it: char| it.is_ascii_alphabetic() || it == '_');
    is_name && !is_word && !after.trim_start().starts_with('(')
}

/// What a placeholder means.
pub(super) fn bound<'r>(
    request: &'r Literal,
    member: &str,
    placeholder: &str,
) -> Result<&'r Literal, Reason> {
    let bound = request.member(member).and_then(|bound| bound.member(placeholder));
    bound.ok_or(Reason::Malformed)
}

/// The names and values of a request.
fn bindings(request: &Literal) -> Option<Bindings> {
    let given = |member| request.member(member).and_then(members_of).unwrap_or_default();
    let mut names = Vec::new();
    for (placeholder, name) in given(NAMES) {
        names.push((placeholder.clone(), name.as_text()?.into()));
    }
    let mut values = Vec::new();
    for (placeholder, value) in given(VALUES) {
        let text = dynamodb_json(value);
        let json = JsonText::parse(&text).ok()?;
        let value: Json<'_> = json.root();
        values.push((placeholder.clone(), read_attribute_value(value).ok()?));
    }
    Bindings::new(names, values).ok()
}
