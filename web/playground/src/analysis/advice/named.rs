//! What a request names: its tables, and the values of attributes by which it asks for an item.

use std::borrow::Cow;

use engine::api::value::{attribute_value_from_json, item_to_json};
use engine::model::attribute_value::AttributeValue;
use engine::partiql::statement::Statement;
use serde_json::{Value, json};

use crate::explain::subject::{equalities, parts};

/// The values of attributes that a request, or its only action, gives as a key, as an item, in a key condition, or in an update.
pub(super) fn texts_of(request: &Value, attributes: &[&str]) -> Option<Vec<String>> {
    let parts = parts(request);
    let own = match parts.as_slice() {
        [part] => Cow::Borrowed(&part.content),
        _ => inserted(request).map_or(Cow::Borrowed(request), Cow::Owned),
    };
    let text = |attribute: &&str| {
        let (member, name) = place_of(&own, attribute)?;
        let value = &own[member][name];
        value["S"].as_str().or_else(|| value["N"].as_str()).map(str::to_owned)
    };
    attributes.iter().map(text).collect()
}

/// The tables that a request names, by name or ARN.
pub(super) fn tables_of(request: &Value) -> Vec<String> {
    let own = request["TableName"].as_str().map(str::to_owned);
    let of_parts = parts(request).into_iter().map(|it| it.table.to_owned());
    let of_statements = statements(request).into_iter().map(|it| it.table().to_owned());
    own.into_iter().chain(of_parts).chain(of_statements).collect()
}

/// The statements of a request that can be read; their placeholders stay.
fn statements(request: &Value) -> Vec<Statement> {
    let several = ["Statements", "TransactStatements"].into_iter();
    let several = several.filter_map(|member| request[member].as_array()).flatten();
    std::iter::once(request).chain(several).filter_map(statement).collect()
}

/// A statement with its parameters.
fn statement(request: &Value) -> Option<Statement> {
    // A pattern may have a placeholder in the place of a number.
    let parameter = |value: &Value| {
        let placeholder = || Some(AttributeValue::S(value["N"].as_str()?.to_owned()));
        attribute_value_from_json(value.clone()).ok().or_else(placeholder)
    };
    let parameters = request["Parameters"].as_array().into_iter().flatten().map(parameter);
    let parameters: Vec<AttributeValue> = parameters.collect::<Option<_>>()?;
    let text = request["Statement"].as_str()?;
    let read = |text: &str| Statement::parse(text, &parameters).ok();
    read(text).or_else(|| read(&text.replace("{{", "{")))
}

/// A request of one INSERT as a put.
fn inserted(request: &Value) -> Option<Value> {
    let statements = statements(request);
    let [statement] = statements.as_slice() else { return None };
    Some(json!({ "Item": item_to_json(statement.inserted()?) }))
}

/// Where a request has the value of an attribute: the member, and the name in it.
pub(crate) fn place_of(request: &Value, attribute: &str) -> Option<(&'static str, String)> {
    let item = ["Key", "Item"].into_iter().find(|member| !request[*member][attribute].is_null());
    if let Some(member) = item {
        return Some((member, attribute.to_owned()));
    }
    let expressions = ["KeyConditionExpression", "UpdateExpression"].into_iter();
    let mut equal = expressions.flat_map(|member| equalities(request, member));
    let (_, place) = equal.find(|(name, _)| name == attribute)?;
    Some(("ExpressionAttributeValues", place))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_found_in_conditions_and_updates() {
        let request = json!({
            "KeyConditionExpression": "#s = :s AND begins_with(d, :d)",
            "UpdateExpression": "SET a = :a, g = :g REMOVE m",
            "ExpressionAttributeNames": { "#s": "state" },
            "ExpressionAttributeValues": { ":s": { "S": "OPEN" }, ":g": { "N": "7" }, ":a": { "S": "x" } },
        });
        let known = |attributes: &[&str], texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|it| (*it).to_owned()).collect();
            assert_eq!(texts_of(&request, attributes), Some(texts));
        };
        known(&["state", "g"], &["OPEN", "7"]);
        assert_eq!(texts_of(&request, &["d"]), None);
        known(&["a"], &["x"]);
    }
}
