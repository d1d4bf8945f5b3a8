//! Short forms that keep a spec readable: the one-line notation of tables, and long strings by their length.
//!
//! ```text
//! Orders  customer S  order S
//!   local  ByDate    date S              KEYS_ONLY
//!   global ByStatus  status S  total N   INCLUDE total, note
//!   provisioned           5 read, 400 write
//!   provisioned ByStatus  5 read, 100 write
//! ```

use serde_json::{Value, json};

/// The number of equal characters in a row from which a spec shows the length instead of the string.
const RUN_SHOWN_BY_LENGTH: usize = 40;

/// Converts the notation to a request for `CreateTable`, on demand unless a line states provisioned units.
pub fn create_table(notation: &str) -> Result<Value, String> {
    let mut lines = notation.lines().filter(|line| !line.trim().is_empty());
    let head = lines.next().ok_or("a table needs a name and a key")?;
    let (name, keys) = head.trim().split_once(char::is_whitespace).ok_or("a table needs a key")?;
    let table_keys = key_attributes(&mut keys.split_whitespace().peekable())?;
    let mut attributes = table_keys.clone();
    let (mut locals, mut globals) = (Vec::new(), Vec::new());
    let (provisioned, lines): (Vec<_>, Vec<_>) =
        lines.partition(|line| line.trim().starts_with("provisioned "));
    for line in lines {
        let mut words = line.split_whitespace().peekable();
        let scope = words.next().unwrap_or_default();
        let index_name = words.next().ok_or_else(|| format!("an index without a name: {line}"))?;
        let index_keys = key_attributes(&mut words)?;
        let projection = projection(&words.collect::<Vec<_>>());
        attributes.extend(index_keys.iter().cloned());
        let index = |keys: &[(String, String)]| json!({ "IndexName": index_name, "KeySchema": key_schema(keys), "Projection": projection });
        match (scope, index_keys.as_slice()) {
            ("local", [sort_key]) => locals.push(index(&[table_keys[0].clone(), sort_key.clone()])),
            ("global", [_, ..]) => globals.push(index(&index_keys)),
            _ => return Err(format!("not an index: {line}")),
        }
    }
    let mut request = json!({
        "TableName": name,
        "AttributeDefinitions": definitions(attributes),
        "KeySchema": key_schema(&table_keys),
        "BillingMode": "PAY_PER_REQUEST",
    });
    for (member, indexes) in
        [("LocalSecondaryIndexes", locals), ("GlobalSecondaryIndexes", globals)]
    {
        if !indexes.is_empty() {
            request[member] = Value::Array(indexes);
        }
    }
    for line in provisioned {
        provision(&mut request, line)?;
    }
    Ok(request)
}

/// Puts what a line provisions into the request, for the table or for the global index that it names.
fn provision(request: &mut Value, line: &str) -> Result<(), String> {
    let words: Vec<&str> = line.split_whitespace().map(|word| word.trim_end_matches(',')).collect();
    let (index, read, write) = match words.as_slice() {
        ["provisioned", read, "read", write, "write"] => (None, read, write),
        ["provisioned", index, read, "read", write, "write"] => (Some(*index), read, write),
        _ => return Err(format!("not what is provisioned: {line}")),
    };
    let units = |word: &str| word.parse::<u64>().map_err(|_| format!("no number: {line}"));
    let throughput =
        json!({ "ReadCapacityUnits": units(read)?, "WriteCapacityUnits": units(write)? });
    let place = match index {
        None => Some(&mut *request),
        Some(index) => request["GlobalSecondaryIndexes"]
            .as_array_mut()
            .and_then(|indexes| indexes.iter_mut().find(|global| global["IndexName"] == index)),
    };
    place.ok_or_else(|| format!("no such index: {line}"))?["ProvisionedThroughput"] = throughput;
    request["BillingMode"] = "PROVISIONED".into();
    Ok(())
}

/// Pairs of a name and a type, up to the first word that is not followed by a type.
fn key_attributes<'a>(
    words: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Vec<(String, String)>, String> {
    let mut keys = Vec::new();
    while let Some(name) = words.next_if(|word| !["KEYS_ONLY", "INCLUDE", "ALL"].contains(word)) {
        let kind = words.next().ok_or_else(|| format!("a key without a type: {name}"))?;
        keys.push((name.to_owned(), kind.to_owned()));
    }
    if keys.is_empty() { Err("no key".to_owned()) } else { Ok(keys) }
}

fn key_schema(keys: &[(String, String)]) -> Value {
    keys.iter()
        .zip(["HASH", "RANGE"])
        .map(|((name, _), role)| json!({ "AttributeName": name, "KeyType": role }))
        .collect()
}

fn definitions(mut attributes: Vec<(String, String)>) -> Value {
    attributes.sort();
    attributes.dedup();
    attributes
        .into_iter()
        .map(|(name, kind)| json!({ "AttributeName": name, "AttributeType": kind }))
        .collect()
}

fn projection(words: &[&str]) -> Value {
    match words {
        ["INCLUDE", names @ ..] => {
            let names: Vec<&str> = names.iter().map(|name| name.trim_end_matches(',')).collect();
            json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names })
        }
        words => json!({ "ProjectionType": words.join(" ") }),
    }
}

/// Writes out `‹3500›` as 3,500 times `x`, and `‹3500 é›` as 3,500 times `é`.
pub fn expand(text: &str) -> String {
    let mut expanded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('‹') {
        let (length, tail) = after.split_once('›').unwrap_or((after, ""));
        let (count, unit) = length.split_once(' ').unwrap_or((length, "x"));
        expanded.push_str(before);
        match count.parse() {
            Ok(count) => expanded.push_str(&unit.repeat(count)),
            Err(_) => expanded.extend(["‹", length, "›"]),
        }
        rest = tail;
    }
    expanded + rest
}

/// The inverse of [`expand`], for long runs of one character.
pub fn collapse(text: &str) -> String {
    let mut collapsed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let count = rest.chars().take_while(|character| *character == first).count();
        let (run, tail) = rest.split_at(count * first.len_utf8());
        let shown = match (count < RUN_SHOWN_BY_LENGTH || first == ' ', first) {
            (true, _) => run.to_owned(),
            (false, 'x') => format!("‹{count}›"),
            (false, _) => format!("‹{count} {first}›"),
        };
        collapsed.push_str(&shown);
        rest = tail;
    }
    collapsed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_converted_to_the_request_that_creates_it() {
        let notation = "Orders  customer S  order S\n  local ByDate  date S  KEYS_ONLY\n  global ByTotal  customer S  total N  INCLUDE note, tags\n";
        let request = create_table(notation).unwrap();
        let expected = json!({
            "TableName": "Orders",
            "AttributeDefinitions": [
                { "AttributeName": "customer", "AttributeType": "S" },
                { "AttributeName": "date", "AttributeType": "S" },
                { "AttributeName": "order", "AttributeType": "S" },
                { "AttributeName": "total", "AttributeType": "N" },
            ],
            "KeySchema": [
                { "AttributeName": "customer", "KeyType": "HASH" },
                { "AttributeName": "order", "KeyType": "RANGE" },
            ],
            "BillingMode": "PAY_PER_REQUEST",
            "LocalSecondaryIndexes": [{
                "IndexName": "ByDate",
                "KeySchema": [
                    { "AttributeName": "customer", "KeyType": "HASH" },
                    { "AttributeName": "date", "KeyType": "RANGE" },
                ],
                "Projection": { "ProjectionType": "KEYS_ONLY" },
            }],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByTotal",
                "KeySchema": [
                    { "AttributeName": "customer", "KeyType": "HASH" },
                    { "AttributeName": "total", "KeyType": "RANGE" },
                ],
                "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["note", "tags"] },
            }],
        });
        assert_eq!(request, expected);
    }

    #[test]
    fn a_long_string_is_written_by_its_length() {
        let long = format!("a{}b{}", "x".repeat(2000), "é".repeat(50));
        assert_eq!(collapse(&long), "a‹2000›b‹50 é›");
        assert_eq!(expand("a‹2000›b‹50 é›"), long);
        assert_eq!(collapse("xxx"), "xxx");
    }
}
