//! Requests as text for each tool, complete. `cargo xtask clients` runs the same files with the tools themselves.

use std::path::{Path, PathBuf};
use std::{env, fs};

use engine::database::{Config, Database};
use playground::code::form::CodeForm::{self, Cli, DynamoDbJson, JavaScript, Python, Rust};

/// The requests, and their texts beside them: `NAME.OPERATION.json` has `NAME.sh` and so on.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients/code")
}

/// The ends of the files of texts.
const FILES: [(CodeForm, &str); 4] = [
    (CodeForm::Cli, "sh"),
    (CodeForm::JavaScript, "mjs"),
    (CodeForm::Python, "py"),
    (CodeForm::Rust, "rs.txt"),
];

/// The requests: name, operation and body.
fn requests() -> Vec<(String, String, String)> {
    let mut requests = Vec::new();
    for entry in fs::read_dir(folder()).expect("the folder exists") {
        let path = entry.expect("the folder can be read").path();
        let file = path.file_name().and_then(|name| name.to_str()).expect("names are plain");
        if let [name, operation, "json"] = file.split('.').collect::<Vec<_>>().as_slice() {
            let body = fs::read_to_string(&path).expect("the file can be read");
            requests.push(((*name).to_owned(), (*operation).to_owned(), body));
        }
    }
    requests.sort();
    requests
}

/// A request in a form, without any table; `None` if it cannot be written so.
fn written(form: CodeForm, operation: &str, body: &str) -> Option<String> {
    form.write(operation, body, &Database::new(Config::default())).ok()
}

#[test]
fn each_request_has_its_text_for_each_tool() {
    let update = env::var_os("UPDATE_EXPECT").is_some();
    let requests = requests();
    assert!(requests.len() >= 18, "{}", requests.len());
    for (name, operation, body) in requests {
        for (form, end) in FILES {
            let text = written(form, &operation, &body);
            let text = text.unwrap_or_else(|| panic!("{name} has no text as {form:?}"));
            let path = folder().join(format!("{name}.{end}"));
            if update {
                fs::write(&path, &text).expect("the file can be written");
            }
            let expected = fs::read_to_string(&path).unwrap_or_default();
            assert_eq!(text, expected, "{name}.{end}");
        }
    }
}

#[test]
fn plain_json_has_the_values_of_document_clients() {
    let body = r#"{"TableName":"T","Item":{"id":{"S":"x"},"n":{"N":"1.50"},"s":{"NS":["1","2"]},
        "b":{"B":"AP8="},"m":{"M":{"l":{"L":[{"NULL":true}]}}}},"ReturnConsumedCapacity":"TOTAL"}"#;
    let text = written(CodeForm::PlainJson, "PutItem", body).expect("it has a text");
    assert_eq!(
        text,
        r#"{
  "TableName": "T",
  "Item": {"id": "x", "n": 1.5, "s": [1, 2], "b": "AP8=", "m": {"l": [null]}},
  "ReturnConsumedCapacity": "TOTAL"
}
"#
    );
    let text =
        written(CodeForm::DynamoDbJson, "GetItem", r#"{"Key":{"Item":{"S":"\u202e\u0000é"}}}"#);
    assert_eq!(text.as_deref(), Some("{\"Key\": {\"Item\": {\"S\": \"\\u202e\\u0000é\"}}}\n"));
}

#[test]
fn what_a_form_cannot_say_has_no_text() {
    let forms = |operation: &str, body: &str| {
        let forms = CodeForm::ALL.into_iter();
        forms.filter(|form| written(*form, operation, body).is_some()).collect::<Vec<_>>()
    };
    assert_eq!(forms("PutThing", "{}"), []);
    assert_eq!(forms("PutItem", "[]"), []);
    assert_eq!(forms("PutItem", "{"), []);
    let all_but_partiql = [DynamoDbJson, CodeForm::PlainJson, Cli, JavaScript, Python, Rust];
    assert_eq!(forms("ListTables", "{}"), all_but_partiql);
    // There is no table T.
    assert_eq!(forms("Scan", r#"{"TableName":"T"}"#), all_but_partiql);
    // What DynamoDB rejects is sent by the clients that write values as DynamoDB JSON.
    let rejected = r#"{"TableName":"T","Item":{"s":{"SS":[]}}}"#;
    assert_eq!(forms("PutItem", rejected), [DynamoDbJson, Cli, JavaScript, Python, Rust]);
    let script = written(JavaScript, "PutItem", rejected).expect("it has a text");
    assert!(script.contains("new PutItemCommand({ TableName: \"T\", Item: { s: { SS: [] } } })"));
    let unknown = r#"{"TableName":"T","Unknown":1}"#;
    assert!(!forms("PutItem", unknown).contains(&Rust));
    let not_base64 = r#"{"TableName":"T","Item":{"b":{"B":"?"}}}"#;
    assert_eq!(forms("PutItem", not_base64), [DynamoDbJson, Cli]);
}

#[test]
fn names_that_mean_something_else_in_a_language_are_written_as_names() {
    let body = r#"{"TableName":"T","Item":{"__proto__":{"S":"a"},"a-b":{"S":"${x}"},"1":{"S":"</script>"}}}"#;
    let script = written(CodeForm::JavaScript, "PutItem", body).expect("it has a text");
    assert!(
        script.contains(r#"Item: { ["__proto__"]: "a", "a-b": "${x}", "1": "</script>" }"#),
        "{script}"
    );
}
