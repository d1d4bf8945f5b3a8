//! A table of votes, for tests of traffic.

use playground::sandbox::command::Command;
use playground::session::Session;
use serde_json::{Value, json};

/// A sandbox with one more table, `Votes`, of a partition key and a sort key: on demand, or provisioned.
pub(crate) fn votes(units: Option<[u64; 2]>) -> Session {
    let mut request = json!({
        "TableName": "Votes",
        "AttributeDefinitions": [
            { "AttributeName": "poll", "AttributeType": "S" }, { "AttributeName": "voter", "AttributeType": "S" },
        ],
        "KeySchema": [
            { "AttributeName": "poll", "KeyType": "HASH" }, { "AttributeName": "voter", "KeyType": "RANGE" },
        ],
        "BillingMode": "PAY_PER_REQUEST",
    });
    if let Some(units) = units {
        request["BillingMode"] = "PROVISIONED".into();
        request["ProvisionedThroughput"] = throughput(units);
    }
    let mut session = Session::first();
    let (operation, request) = ("CreateTable".to_owned(), request.to_string());
    assert!(session.handle(Command::Call { operation, request }).accepted);
    session
}

pub(crate) fn throughput([read, write]: [u64; 2]) -> Value {
    json!({ "ReadCapacityUnits": read, "WriteCapacityUnits": write })
}
