//! The AWS SDK for Rust, over HTTP against the endpoint that ENDPOINT names.
//!
//! `cargo xtask clients --rust` starts an endpoint and runs this. One test is one round through the API.
#![cfg(test)]

mod code;
mod statements;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::client::Waiters;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::config::{BehaviorVersion, Credentials, Region};
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, AttributeValue, BillingMode, GlobalSecondaryIndex, KeySchemaElement,
    KeyType, Projection, ProjectionType, Put, PutRequest, ReturnValue,
    ReturnValuesOnConditionCheckFailure, ScalarAttributeType, StreamSpecification, StreamViewType,
    TimeToLiveSpecification, TransactWriteItem, WriteRequest,
};
use aws_sdk_dynamodbstreams::types::ShardIteratorType;
use std::collections::HashMap;
use std::time::Duration;

type Item = HashMap<String, AttributeValue>;

const TABLE: &str = "Rust";

#[tokio::test]
async fn a_round_through_the_api() {
    let client = client();
    create_table(&client).await;
    values_come_back(&client).await;
    rejections_are_errors_of_their_kinds(&client).await;
    pages_follow_each_other(&client).await;
    statements::statements_write_and_read(&client).await;
    a_stream_is_read(&client).await;
    settings_change(&client).await;
    client.delete_table().table_name(TABLE).send().await.unwrap();
    let gone = client.wait_until_table_not_exists().table_name(TABLE);
    gone.wait(Duration::from_secs(10)).await.unwrap();
}

fn address() -> String {
    std::env::var("ENDPOINT").unwrap_or_else(|_| "http://127.0.0.1:8000".to_owned())
}

fn client() -> Client {
    Client::from_conf(configuration().build())
}

fn configuration() -> aws_sdk_dynamodb::config::Builder {
    aws_sdk_dynamodb::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(Credentials::new("local", "local", None, None, "test"))
        .endpoint_url(address())
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .region(Region::new("us-east-1"))
        .retry_config(RetryConfig::disabled())
}

fn streams() -> aws_sdk_dynamodbstreams::Client {
    let config = aws_sdk_dynamodbstreams::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(Credentials::new("local", "local", None, None, "test"))
        .endpoint_url(address())
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .region(Region::new("us-east-1"));
    aws_sdk_dynamodbstreams::Client::from_conf(config.build())
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}

fn number(number: u32) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn key(id: &str, place: u32) -> Item {
    HashMap::from([("id".to_owned(), text(id)), ("place".to_owned(), number(place))])
}

fn key_element(name: &str, kind: KeyType) -> KeySchemaElement {
    KeySchemaElement::builder().attribute_name(name).key_type(kind).build().unwrap()
}

fn definition(name: &str, kind: ScalarAttributeType) -> AttributeDefinition {
    AttributeDefinition::builder().attribute_name(name).attribute_type(kind).build().unwrap()
}

async fn create_table(client: &Client) {
    let index = GlobalSecondaryIndex::builder()
        .index_name("ByKind")
        .key_schema(key_element("kind", KeyType::Hash))
        .projection(Projection::builder().projection_type(ProjectionType::All).build());
    let stream = StreamSpecification::builder()
        .stream_enabled(true)
        .stream_view_type(StreamViewType::NewAndOldImages);
    let request = client
        .create_table()
        .table_name(TABLE)
        .billing_mode(BillingMode::PayPerRequest)
        .attribute_definitions(definition("id", ScalarAttributeType::S))
        .attribute_definitions(definition("place", ScalarAttributeType::N))
        .attribute_definitions(definition("kind", ScalarAttributeType::S))
        .key_schema(key_element("id", KeyType::Hash))
        .key_schema(key_element("place", KeyType::Range))
        .global_secondary_indexes(index.build().unwrap())
        .stream_specification(stream.build().unwrap());
    request.send().await.unwrap();
    let waiter = client.wait_until_table_exists().table_name(TABLE);
    waiter.wait(Duration::from_secs(10)).await.unwrap();
}

async fn values_come_back(client: &Client) {
    let mut item = key("values", 1);
    item.insert("bytes".to_owned(), AttributeValue::B(Blob::new([0, 255])));
    item.insert("list".to_owned(), AttributeValue::L(vec![number(1), AttributeValue::Null(true)]));
    item.insert("map".to_owned(), AttributeValue::M(key("nested", 2)));
    item.insert("flag".to_owned(), AttributeValue::Bool(true));
    item.insert("words".to_owned(), AttributeValue::Ss(vec!["one".to_owned()]));
    client.put_item().table_name(TABLE).set_item(Some(item.clone())).send().await.unwrap();
    let get = client.get_item().table_name(TABLE).set_key(Some(key("values", 1)));
    assert_eq!(get.send().await.unwrap().item, Some(item));
    let update = client
        .update_item()
        .table_name(TABLE)
        .set_key(Some(key("values", 1)))
        .update_expression("ADD seen :one REMOVE bytes")
        .expression_attribute_values(":one", number(1))
        .return_values(ReturnValue::UpdatedNew);
    let updated = update.send().await.unwrap().attributes.unwrap();
    assert_eq!(updated, HashMap::from([("seen".to_owned(), number(1))]));
}

async fn rejections_are_errors_of_their_kinds(client: &Client) {
    let again = client
        .put_item()
        .table_name(TABLE)
        .set_item(Some(key("values", 1)))
        .condition_expression("attribute_not_exists(id)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld);
    match again.send().await.unwrap_err().into_service_error() {
        PutItemError::ConditionalCheckFailedException(error) => {
            assert_eq!(error.item.unwrap()["seen"], number(1));
        }
        other => panic!("{other:?}"),
    }
    let nowhere = client.put_item().table_name("Nowhere").set_item(Some(key("x", 1)));
    let error = nowhere.send().await.unwrap_err().into_service_error();
    assert!(error.is_resource_not_found_exception());
    let keyless = client.put_item().table_name(TABLE).item("id", text("x"));
    let error = keyless.send().await.unwrap_err().into_service_error();
    assert_eq!(error.code(), Some("ValidationException"));
    let message = "One or more parameter values were invalid: Missing the key place in the item";
    assert_eq!(error.message(), Some(message));

    let put = |id: &str, condition: &str| {
        let put = Put::builder().table_name(TABLE).set_item(Some(key(id, 1)));
        let put = put.condition_expression(condition).build().unwrap();
        TransactWriteItem::builder().put(put).build()
    };
    let transaction = client
        .transact_write_items()
        .transact_items(put("new", "attribute_not_exists(id)"))
        .transact_items(put("values", "attribute_not_exists(id)"));
    match transaction.send().await.unwrap_err().into_service_error() {
        TransactWriteItemsError::TransactionCanceledException(error) => {
            let reasons = error.cancellation_reasons.unwrap();
            let codes: Vec<_> = reasons.iter().filter_map(|reason| reason.code()).collect();
            assert_eq!(codes, ["None", "ConditionalCheckFailed"]);
        }
        other => panic!("{other:?}"),
    }
}

async fn pages_follow_each_other(client: &Client) {
    let write = |place: u32| {
        let mut item = key("pages", place);
        item.insert("kind".to_owned(), text(if place % 5 == 0 { "fifth" } else { "other" }));
        let put = PutRequest::builder().set_item(Some(item)).build().unwrap();
        WriteRequest::builder().put_request(put).build()
    };
    let batch = client.batch_write_item().request_items(TABLE, (0..25).map(write).collect());
    assert_eq!(batch.send().await.unwrap().unprocessed_items, Some(HashMap::new()));
    let query = client
        .query()
        .table_name(TABLE)
        .key_condition_expression("id = :id AND place < :limit")
        .expression_attribute_values(":id", text("pages"))
        .expression_attribute_values(":limit", number(20));
    let mut items = query.into_paginator().page_size(6).items().send();
    let mut places = Vec::new();
    while let Some(item) = items.next().await {
        places.push(item.unwrap()["place"].as_n().unwrap().parse::<u32>().unwrap());
    }
    assert_eq!(places, (0..20).collect::<Vec<_>>());
    let index = client
        .query()
        .table_name(TABLE)
        .index_name("ByKind")
        .key_condition_expression("kind = :kind")
        .expression_attribute_values(":kind", text("fifth"));
    assert_eq!(index.send().await.unwrap().count, 5);
    let scan = client.scan().table_name(TABLE).into_paginator().page_size(10).send();
    assert_eq!(scan.try_collect().await.unwrap().iter().map(|page| page.count).sum::<i32>(), 26);
}

async fn a_stream_is_read(client: &Client) {
    let described = client.describe_table().table_name(TABLE).send().await.unwrap();
    let arn = described.table.and_then(|table| table.latest_stream_arn).unwrap();
    let streams = streams();
    let described = streams.describe_stream().stream_arn(&arn).send().await.unwrap();
    let shards = described.stream_description.and_then(|stream| stream.shards).unwrap();
    let iterator = streams
        .get_shard_iterator()
        .stream_arn(&arn)
        .shard_id(shards[0].shard_id().unwrap())
        .shard_iterator_type(ShardIteratorType::TrimHorizon);
    let iterator = iterator.send().await.unwrap().shard_iterator.unwrap();
    let page = streams.get_records().shard_iterator(iterator).send().await.unwrap();
    let names: Vec<_> = page.records().iter().filter_map(|record| record.event_name()).collect();
    assert_eq!(
        names[..2].iter().map(|name| name.as_str()).collect::<Vec<_>>(),
        ["INSERT", "MODIFY"]
    );
}

async fn settings_change(client: &Client) {
    let specification =
        TimeToLiveSpecification::builder().enabled(true).attribute_name("until").build().unwrap();
    let update = client.update_time_to_live().table_name(TABLE);
    update.time_to_live_specification(specification).send().await.unwrap();
    let protect = client.update_table().table_name(TABLE).deletion_protection_enabled(true);
    protect.send().await.unwrap();
    let rejected = client.delete_table().table_name(TABLE).send().await.unwrap_err();
    assert_eq!(rejected.into_service_error().code(), Some("ValidationException"));
    let release = client.update_table().table_name(TABLE).deletion_protection_enabled(false);
    release.send().await.unwrap();
}
