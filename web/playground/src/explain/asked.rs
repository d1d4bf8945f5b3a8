//! What a request asks, in words: "Reads the items of OpenOrders with CustomerId = "C1"".

use engine::json::value::parse;
use engine::operation::Operation;
use serde_json::Value;

use crate::explain::subject::{fill, parts};
use crate::view::first::beginning;
use crate::view::message::{Argument, Message};

/// Characters of an expression or a statement that are shown.
const SHOWN_LENGTH_MAX: usize = 120;

/// What a request with placeholders asks. Of a text that is no request, the operation is all that is known.
pub(crate) fn asked(operation: &str, request: &str) -> Message {
    let json = parse(request).unwrap_or_default();
    let words = Operation::from_name(operation).and_then(|operation| words(operation, &json));
    let words =
        words.unwrap_or_else(|| Message::plain("pattern.does_other").with("operation", operation));
    match json["ConsistentRead"] == true {
        true => Message::plain("pattern.does_strongly").with("does", words),
        false => words,
    }
}

fn words(operation: Operation, json: &Value) -> Option<Message> {
    let name = |name: &Value| Some(Argument::Name(name.as_str()?.into(), None));
    let on_table = |key| Some(Message::plain(key).with("table", name(&json["TableName"])?));
    let expression = |member: &str| {
        let text = fill(json[member].as_str()?, json);
        Some(Argument::Code(beginning(&text, SHOWN_LENGTH_MAX).into()))
    };
    let on_store = |key| {
        let store = if json["IndexName"].is_string() { "IndexName" } else { "TableName" };
        Some(Message::plain(key).with("store", name(&json[store])?))
    };
    let with = |message: Option<Message>, member| Some(message?.with("text", expression(member)?));
    let on_all = |key| {
        let count = parts(json).len() as u64;
        (count > 0).then(|| Message::plain(key).with("count", Argument::Count(count)))
    };
    match operation {
        Operation::GetItem => on_table("pattern.does_get"),
        Operation::PutItem => on_table("pattern.does_put"),
        Operation::DeleteItem => on_table("pattern.does_delete"),
        Operation::UpdateItem => with(on_table("pattern.does_update"), "UpdateExpression"),
        Operation::Query => with(on_store("pattern.does_query"), "KeyConditionExpression"),
        Operation::Scan => with(on_store("pattern.does_scan_filtered"), "FilterExpression")
            .or_else(|| on_store("pattern.does_scan")),
        Operation::BatchGetItem => on_all("pattern.does_read_several"),
        Operation::BatchWriteItem => on_all("pattern.does_write_several"),
        Operation::TransactGetItems => on_all("pattern.does_read_together"),
        Operation::TransactWriteItems => on_all("pattern.does_write_together"),
        Operation::ExecuteStatement => {
            let statement = beginning(json["Statement"].as_str()?, SHOWN_LENGTH_MAX);
            Some(
                Message::plain("pattern.does_statement")
                    .with("text", Argument::Code(statement.into())),
            )
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::message::text;

    #[track_caller]
    fn check(operation: &str, request: &str, expected: &str) {
        assert_eq!(text(&asked(operation, request)), expected);
    }

    #[test]
    fn a_request_is_said_in_words_with_its_placeholders() {
        check("GetItem", r#"{"TableName":"Orders"}"#, "Reads one item of Orders");
        check(
            "Query",
            r##"{"TableName":"Orders","IndexName":"Open","KeyConditionExpression":"#c = :c AND n > :n",
                "ExpressionAttributeNames":{"#c":"CustomerId"},
                "ExpressionAttributeValues":{":c":{"S":"C{uniform 9}"},":n":{"N":"{uniform 9}"}}}"##,
            r#"Reads the items of Open with CustomerId = "C{uniform 9}" AND n > {uniform 9}"#,
        );
        check(
            "GetItem",
            r#"{"TableName":"Orders","ConsistentRead":true}"#,
            "Reads one item of Orders, strongly consistent",
        );
        check("Scan", r#"{"TableName":"Orders"}"#, "Reads all of Orders");
        check(
            "Scan",
            r#"{"TableName":"Orders","FilterExpression":"attribute_exists(a)"}"#,
            "Reads all of Orders and returns what has attribute_exists(a)",
        );
        check(
            "UpdateItem",
            r#"{"TableName":"Orders","UpdateExpression":"REMOVE a"}"#,
            "Changes one item of Orders: REMOVE a",
        );
        check(
            "TransactWriteItems",
            r#"{"TransactItems":[{"Put":{"TableName":"Orders"}},{"Put":{"TableName":"Orders"}}]}"#,
            "Writes 2 items, all or none",
        );
        check("ExecuteStatement", r#"{"Statement":"SELECT 1"}"#, "Runs SELECT 1");
        check("Query", "no JSON", "Query");
        check("Nothing", "{}", "Nothing");
    }
}
