//! PartiQL statements, alone, in a batch and in a transaction.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::execute_statement::{
    ExecuteStatementError, ExecuteStatementOutput,
};
use aws_sdk_dynamodb::operation::execute_transaction::ExecuteTransactionError;
use aws_sdk_dynamodb::types::{
    AttributeValue, BatchStatementErrorCodeEnum, BatchStatementRequest, ParameterizedStatement,
    ReturnValuesOnConditionCheckFailure,
};

use crate::{TABLE, number, text};

const INSERT: &str = "INSERT INTO Rust VALUE {'id': ?, 'place': ?, 'count': 1}";
const SELECT: &str = "SELECT place FROM Rust WHERE id = ?";
const UPDATE: &str =
    "UPDATE Rust SET \"count\" = \"count\" + 1 WHERE id = ? AND place = ? AND \"count\" = 1";
const DELETE: &str = "DELETE FROM Rust WHERE id = ? AND place = ? RETURNING ALL OLD *";

pub(crate) async fn statements_write_and_read(client: &Client) {
    assert_eq!(TABLE, "Rust", "the statements name the table");
    run(client, INSERT, parameters(1)).await.unwrap();
    let again = run(client, INSERT, parameters(1)).await.unwrap_err();
    assert!(again.is_duplicate_item_exception());
    run(client, UPDATE, parameters(1)).await.unwrap();
    match run(client, UPDATE, parameters(1)).await.unwrap_err() {
        ExecuteStatementError::ConditionalCheckFailedException(error) => {
            assert_eq!(error.item.unwrap()["count"], number(2));
        }
        other => panic!("{other:?}"),
    }
    statements_of_a_batch_fail_alone(client).await;
    pages_follow_each_other(client).await;
    a_transaction_is_done_completely_or_not_at_all(client).await;
    let deleted = run(client, DELETE, parameters(1)).await.unwrap().items.unwrap();
    assert_eq!(deleted[0]["count"], number(2));
}

async fn statements_of_a_batch_fail_alone(client: &Client) {
    let insert = |place| {
        let statement = BatchStatementRequest::builder().statement(INSERT);
        statement.set_parameters(Some(parameters(place))).build().unwrap()
    };
    let batch = client.batch_execute_statement().statements(insert(1)).statements(insert(2));
    let responses = batch.send().await.unwrap().responses.unwrap();
    let error = responses[0].error().and_then(|error| error.code());
    assert_eq!(error, Some(&BatchStatementErrorCodeEnum::DuplicateItem));
    assert!(responses[1].error().is_none());
}

async fn pages_follow_each_other(client: &Client) {
    let statement =
        client.execute_statement().statement(SELECT).parameters(text("statement")).limit(1);
    let (mut places, mut next) = (Vec::new(), None);
    loop {
        let page = statement.clone().set_next_token(next).send().await.unwrap();
        let items = page.items.unwrap().into_iter();
        places.extend(items.map(|mut item| item.remove("place")));
        next = page.next_token;
        if next.is_none() {
            break;
        }
    }
    assert_eq!(places, [Some(number(1)), Some(number(2))]);
}

/// The first statement could be done; the second one cannot.
async fn a_transaction_is_done_completely_or_not_at_all(client: &Client) {
    let update = |place| {
        let statement = ParameterizedStatement::builder().statement(UPDATE);
        statement.set_parameters(Some(parameters(place))).build().unwrap()
    };
    let transaction =
        client.execute_transaction().transact_statements(update(2)).transact_statements(update(1));
    match transaction.send().await.unwrap_err().into_service_error() {
        ExecuteTransactionError::TransactionCanceledException(error) => {
            let reasons = error.cancellation_reasons.unwrap();
            let codes: Vec<_> = reasons.iter().filter_map(|reason| reason.code()).collect();
            assert_eq!(codes, ["None", "ConditionalCheckFailed"]);
        }
        other => panic!("{other:?}"),
    }
    run(client, UPDATE, parameters(2)).await.expect("the transaction changed nothing");
}

fn parameters(place: u32) -> Vec<AttributeValue> {
    vec![text("statement"), number(place)]
}

async fn run(
    client: &Client,
    statement: &str,
    parameters: Vec<AttributeValue>,
) -> Result<ExecuteStatementOutput, ExecuteStatementError> {
    let statement = client
        .execute_statement()
        .statement(statement)
        .set_parameters(Some(parameters))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    statement.send().await.map_err(|error| error.into_service_error())
}
