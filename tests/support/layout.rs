//! JSON in the layout of specs: on one line if it fits, members in a fixed order.

use serde_json::Value;

/// Columns a block may use.
const WIDTH_MAX: usize = 100;

/// Members that come first, in this order; all others follow by name.
const FIRST: [&str; 22] = [
    "TableName",
    "TableStatus",
    "IndexName",
    "IndexStatus",
    "KeySchema",
    "AttributeName",
    "KeyType",
    "ProjectionType",
    "Projection",
    "Item",
    "Items",
    "Attributes",
    "Count",
    "ScannedCount",
    "LastEvaluatedKey",
    "ConsumedCapacity",
    "CapacityUnits",
    "Table",
    "ItemCount",
    "AttributeDefinitions",
    "LocalSecondaryIndexes",
    "GlobalSecondaryIndexes",
];

/// The text of a JSON block, with its last line feed.
pub fn block(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value, 0, 0);
    text.push('\n');
    text
}

fn write(text: &mut String, value: &Value, indent: usize, column: usize) {
    let line = one_line(value);
    let (open, close) = match value {
        Value::Object(members) if !members.is_empty() => ('{', '}'),
        Value::Array(elements) if !elements.is_empty() => ('[', ']'),
        _ => return text.push_str(&line),
    };
    if column + line.chars().count() <= WIDTH_MAX {
        return text.push_str(&line);
    }
    text.push(open);
    let inner = indent + 2;
    for (position, (label, child)) in children(value).into_iter().enumerate() {
        text.push_str(if position == 0 { "\n" } else { ",\n" });
        text.push_str(&" ".repeat(inner));
        text.push_str(&label);
        write(text, child, inner, inner + label.chars().count());
    }
    text.push('\n');
    text.push_str(&" ".repeat(indent));
    text.push(close);
}

/// The value on a single line, however long.
pub fn one_line(value: &Value) -> String {
    let inside = |value: &Value| {
        let parts: Vec<String> =
            children(value).into_iter().map(|(label, child)| label + &one_line(child)).collect();
        parts.join(", ")
    };
    match value {
        Value::Object(members) if members.is_empty() => "{}".to_owned(),
        Value::Object(_) => format!("{{ {} }}", inside(value)),
        Value::Array(_) => format!("[{}]", inside(value)),
        scalar => scalar.to_string(),
    }
}

/// The children of a container, each with its member name if it has one.
fn children(value: &Value) -> Vec<(String, &Value)> {
    match value {
        Value::Object(members) => {
            let mut members: Vec<(&String, &Value)> = members.iter().collect();
            members.sort_by_key(|(name, _)| {
                FIRST.iter().position(|first| first == name).unwrap_or(FIRST.len())
            });
            members
                .into_iter()
                .map(|(name, child)| (format!("{}: ", Value::from(name.as_str())), child))
                .collect()
        }
        Value::Array(elements) => elements.iter().map(|child| (String::new(), child)).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_fits_stays_on_one_line() {
        let value = json!({ "Count": 1, "Items": [{ "id": "a" }], "Attributes": {} });
        assert_eq!(
            block(&value),
            "{ \"Items\": [{ \"id\": \"a\" }], \"Attributes\": {}, \"Count\": 1 }\n"
        );
    }

    #[test]
    fn what_is_too_long_is_broken_at_the_outermost_level() {
        let value = json!({ "a": "x".repeat(60), "b": ["y".repeat(60)] });
        let expected = format!(
            "{{\n  \"a\": \"{}\",\n  \"b\": [\"{}\"]\n}}\n",
            "x".repeat(60),
            "y".repeat(60)
        );
        assert_eq!(block(&value), expected);
    }
}
