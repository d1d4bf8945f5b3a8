//! Requests written as functions, run by the SDK: each has the reply and the effect of the request itself.
//!
//! `../../code` has the requests and the functions, which `web/playground/tests/code.rs` compares with what the page writes.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::{Arc, Mutex};

use aws_sdk_dynamodb::config::interceptors::AfterDeserializationInterceptorContextRef;
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::BoxError;
use serde_json::{Value, json};

use crate::{address, configuration};

/// The functions, each in a module, as `NAME "FILE" function "OPERATION"`.
macro_rules! functions {
    ($($module:ident $file:literal $function:ident $operation:literal;)*) => {
        $(mod $module {
            include!(concat!("../../code/", $file, ".rs.txt"));

            pub(super) async fn run(client: &Client) {
                $function(client).await.unwrap();
            }
        })*

        async fn run_all(client: &aws_sdk_dynamodb::Client, recorder: &Recorder) {
            $({
                let body = include_str!(concat!("../../code/", $file, ".", $operation, ".json"));
                prepare();
                let expected = (stable(send($operation, body)), state());
                prepare();
                recorder.take();
                $module::run(client).await;
                let reply = recorder.take().expect("the SDK has received a reply");
                assert_eq!((stable(reply), state()), expected, $file);
            })*
        }
    };
}

functions! {
    batch_get "batch-get" batch_get_item "BatchGetItem";
    batch_write "batch-write" batch_write_item "BatchWriteItem";
    create_table "create-table" create_table "CreateTable";
    delete "delete" delete_item "DeleteItem";
    describe "describe" describe_table "DescribeTable";
    expiry "expiry" update_time_to_live "UpdateTimeToLive";
    get "get" get_item "GetItem";
    list "list" list_tables "ListTables";
    older_parameters "older-parameters" put_item "PutItem";
    put "put" put_item "PutItem";
    query "query" query "Query";
    scan "scan" scan "Scan";
    statement "statement" execute_statement "ExecuteStatement";
    statement_transaction "statement-transaction" execute_transaction "ExecuteTransaction";
    statements "statements" batch_execute_statement "BatchExecuteStatement";
    transact_get "transact-get" transact_get_items "TransactGetItems";
    transact_write "transact-write" transact_write_items "TransactWriteItems";
    update "update" update_item "UpdateItem";
    update_table "update-table" update_table "UpdateTable";
    values "values" put_item "PutItem";
    words "words" put_item "PutItem";
}

/// Compiled only: it takes the client of another crate.
#[expect(dead_code, reason = "that it compiles is the test")]
mod streams {
    include!("../../code/streams.rs.txt");
}

#[tokio::test]
async fn each_function_does_what_its_request_does() {
    let recorder = Recorder::default();
    let client = aws_sdk_dynamodb::Client::from_conf(
        configuration().interceptor(recorder.clone()).build(),
    );
    run_all(&client, &recorder).await;
    prepare();
    send("DeleteTable", r#"{ "TableName": "Orders" }"#);
}

/// Keeps the last reply that the SDK has received.
#[derive(Debug, Clone, Default)]
struct Recorder(Arc<Mutex<Option<Value>>>);

impl Recorder {
    fn take(&self) -> Option<Value> {
        self.0.lock().unwrap().take()
    }
}

impl Intercept for Recorder {
    fn name(&self) -> &'static str {
        "Recorder"
    }

    fn read_after_deserialization(
        &self,
        context: &AfterDeserializationInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let body = context.response().body().bytes().expect("the body was read");
        *self.0.lock().unwrap() = Some(serde_json::from_slice(body)?);
        Ok(())
    }
}

/// Leaves nothing but the tables and items of `setup.json`.
fn prepare() {
    for name in table_names() {
        send("DeleteTable", &json!({ "TableName": name }).to_string());
    }
    let setup: Vec<(String, Value)> =
        serde_json::from_str(include_str!("../../code/setup.json")).unwrap();
    for (operation, request) in setup {
        send(&operation, &request.to_string());
    }
}

/// The tables that these tests create.
fn table_names() -> Vec<String> {
    let listed = send("ListTables", "{}")["TableNames"].take();
    let names: Vec<String> = serde_json::from_value(listed).unwrap();
    names.into_iter().filter(|name| ["Orders", "Visits"].contains(&name.as_str())).collect()
}

/// All that the tables hold.
fn state() -> Vec<Value> {
    let operations = ["DescribeTable", "DescribeTimeToLive", "Scan"];
    let tables = table_names().into_iter().map(|name| json!({ "TableName": name }).to_string());
    tables.flat_map(|table| operations.map(|operation| stable(send(operation, &table)))).collect()
}

/// A reply without what is different each time.
fn stable(mut reply: Value) -> Value {
    remove_unstable(&mut reply);
    reply
}

fn remove_unstable(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| {
                let is_time = name.ends_with("DateTime") || name.starts_with("LatestStream");
                !is_time && name != "TableId"
            });
            members.values_mut().for_each(remove_unstable);
        }
        Value::Array(elements) => elements.iter_mut().for_each(remove_unstable),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// Sends a request without the SDK.
fn send(operation: &str, body: &str) -> Value {
    let address = address();
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).unwrap();
    write!(
        stream,
        "POST / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/x-amz-json-1.0\r\n\
         X-Amz-Target: DynamoDB_20120810.{operation}\r\n\
         X-Amz-Date: 20261120T130000Z\r\n\
         Authorization: AWS4-HMAC-SHA256 Credential=a/20261120/us-east-1/dynamodb/aws4_request, \
         SignedHeaders=host, Signature=0\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut reply = String::new();
    stream.read_to_string(&mut reply).unwrap();
    let (head, content) = reply.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{operation}: {reply}");
    serde_json::from_str(content).unwrap()
}
