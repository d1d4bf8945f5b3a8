//! The structures of the API: what their members are. Enums and structures have the names of the AWS SDK for Rust.
//!
//! Only that SDK and the options of the AWS CLI need to know; other clients take a request as a tree of values.

/// What a member of a structure is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Kind {
    Text,
    Bool,
    Integer,
    /// A variant of an enum; its name, and the words of the API.
    Word(&'static str, &'static [&'static str]),
    /// An attribute value.
    Value,
    /// A structure with a builder.
    Structure(&'static str),
    List(&'static Kind),
    /// A map with strings as keys.
    Map(&'static Kind),
}

use Kind::{Bool, Integer, List, Map, Structure, Text, Value, Word};

const ATTRIBUTES: Kind = Map(&Value);

const CONDITIONS: Kind = Map(&Structure("Condition"));

/// What the member of a structure is; `None` if the API has no such member. Most names are used for one thing only.
pub(super) fn kind(structure: &str, member: &str) -> Option<Kind> {
    let of_structure = match (structure, member) {
        ("GlobalSecondaryIndexUpdate", "Create") => Structure("CreateGlobalSecondaryIndexAction"),
        ("GlobalSecondaryIndexUpdate", "Update") => Structure("UpdateGlobalSecondaryIndexAction"),
        ("GlobalSecondaryIndexUpdate", "Delete") => Structure("DeleteGlobalSecondaryIndexAction"),
        ("TransactGetItems", "TransactItems") => List(&Structure("TransactGetItem")),
        ("BatchGetItem", "RequestItems") => Map(&Structure("KeysAndAttributes")),
        ("BatchWriteItem", "RequestItems") => Map(&List(&Structure("WriteRequest"))),
        ("Tag", "Key" | "Value") => Text,
        _ => {
            return text(member)
                .or_else(|| scalar(member))
                .or_else(|| word(member))
                .or_else(|| composite(member));
        }
    };
    Some(of_structure)
}

fn text(member: &str) -> Option<Kind> {
    let is_text = matches!(
        member,
        "AttributeName"
            | "ClientRequestToken"
            | "ConditionExpression"
            | "ExclusiveStartShardId"
            | "ExclusiveStartStreamArn"
            | "ExclusiveStartTableName"
            | "FilterExpression"
            | "IndexName"
            | "KMSMasterKeyId"
            | "KeyConditionExpression"
            | "NextToken"
            | "ProjectionExpression"
            | "ResourceArn"
            | "ResourcePolicy"
            | "SequenceNumber"
            | "ShardId"
            | "ShardIterator"
            | "Statement"
            | "StreamArn"
            | "TableName"
            | "UpdateExpression"
    );
    is_text.then_some(Text)
}

fn scalar(member: &str) -> Option<Kind> {
    match member {
        "ConsistentRead"
        | "DeletionProtectionEnabled"
        | "Enabled"
        | "Exists"
        | "PointInTimeRecoveryEnabled"
        | "ScanIndexForward"
        | "StreamEnabled" => Some(Bool),
        "Limit"
        | "MaxReadRequestUnits"
        | "MaxWriteRequestUnits"
        | "ReadCapacityUnits"
        | "ReadUnitsPerSecond"
        | "RecoveryPeriodInDays"
        | "Segment"
        | "TotalSegments"
        | "WriteCapacityUnits"
        | "WriteUnitsPerSecond" => Some(Integer),
        "Value" => Some(Value),
        _ => None,
    }
}

fn word(member: &str) -> Option<Kind> {
    Some(match member {
        "Action" => Word("AttributeAction", &["ADD", "DELETE", "PUT"]),
        "AttributeType" => Word("ScalarAttributeType", &["B", "N", "S"]),
        "BillingMode" => Word("BillingMode", &["PAY_PER_REQUEST", "PROVISIONED"]),
        "ComparisonOperator" => Word(
            "ComparisonOperator",
            &[
                "BEGINS_WITH",
                "BETWEEN",
                "CONTAINS",
                "EQ",
                "GE",
                "GT",
                "IN",
                "LE",
                "LT",
                "NE",
                "NOT_CONTAINS",
                "NOT_NULL",
                "NULL",
            ],
        ),
        "ConditionalOperator" => Word("ConditionalOperator", &["AND", "OR"]),
        "KeyType" => Word("KeyType", &["HASH", "RANGE"]),
        "ProjectionType" => Word("ProjectionType", &["ALL", "INCLUDE", "KEYS_ONLY"]),
        "ReturnConsumedCapacity" => Word("ReturnConsumedCapacity", &["INDEXES", "NONE", "TOTAL"]),
        "ReturnItemCollectionMetrics" => Word("ReturnItemCollectionMetrics", &["NONE", "SIZE"]),
        "ReturnValues" => {
            Word("ReturnValue", &["ALL_NEW", "ALL_OLD", "NONE", "UPDATED_NEW", "UPDATED_OLD"])
        }
        "ReturnValuesOnConditionCheckFailure" => {
            Word("ReturnValuesOnConditionCheckFailure", &["ALL_OLD", "NONE"])
        }
        "SSEType" => Word("SseType", &["AES256", "KMS"]),
        "Select" => Word(
            "Select",
            &["ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES", "COUNT", "SPECIFIC_ATTRIBUTES"],
        ),
        "ShardIteratorType" => Word(
            "ShardIteratorType",
            &["AFTER_SEQUENCE_NUMBER", "AT_SEQUENCE_NUMBER", "LATEST", "TRIM_HORIZON"],
        ),
        "StreamViewType" => {
            Word("StreamViewType", &["KEYS_ONLY", "NEW_AND_OLD_IMAGES", "NEW_IMAGE", "OLD_IMAGE"])
        }
        "TableClass" => Word("TableClass", &["STANDARD", "STANDARD_INFREQUENT_ACCESS"]),
        _ => return None,
    })
}

fn composite(member: &str) -> Option<Kind> {
    Some(match member {
        "AttributeDefinitions" => List(&Structure("AttributeDefinition")),
        "AttributeUpdates" => Map(&Structure("AttributeValueUpdate")),
        "AttributeValueList" | "Parameters" => List(&Value),
        "AttributesToGet" | "NonKeyAttributes" | "TagKeys" => List(&Text),
        "ConditionCheck" => Structure("ConditionCheck"),
        "Delete" => Structure("Delete"),
        "DeleteRequest" => Structure("DeleteRequest"),
        "ExclusiveStartKey" | "ExpressionAttributeValues" | "Item" | "Key" => ATTRIBUTES,
        "Expected" => Map(&Structure("ExpectedAttributeValue")),
        "ExpressionAttributeNames" => Map(&Text),
        "Get" => Structure("Get"),
        "GlobalSecondaryIndexUpdates" => List(&Structure("GlobalSecondaryIndexUpdate")),
        "GlobalSecondaryIndexes" => List(&Structure("GlobalSecondaryIndex")),
        "KeyConditions" | "QueryFilter" | "ScanFilter" => CONDITIONS,
        "KeySchema" => List(&Structure("KeySchemaElement")),
        "Keys" => List(&ATTRIBUTES),
        "LocalSecondaryIndexes" => List(&Structure("LocalSecondaryIndex")),
        "OnDemandThroughput" => Structure("OnDemandThroughput"),
        "PointInTimeRecoverySpecification" => Structure("PointInTimeRecoverySpecification"),
        "Projection" => Structure("Projection"),
        "ProvisionedThroughput" => Structure("ProvisionedThroughput"),
        "Put" => Structure("Put"),
        "PutRequest" => Structure("PutRequest"),
        "SSESpecification" => Structure("SseSpecification"),
        "StreamSpecification" => Structure("StreamSpecification"),
        "Statements" => List(&Structure("BatchStatementRequest")),
        "Tags" => List(&Structure("Tag")),
        "TimeToLiveSpecification" => Structure("TimeToLiveSpecification"),
        "TransactItems" => List(&Structure("TransactWriteItem")),
        "TransactStatements" => List(&Structure("ParameterizedStatement")),
        "Update" => Structure("Update"),
        "WarmThroughput" => Structure("WarmThroughput"),
        _ => return None,
    })
}

/// Whether a builder returns an error if a required member was not set.
pub(super) fn can_fail(structure: &str) -> bool {
    !matches!(
        structure,
        "AttributeValueUpdate"
            | "ExpectedAttributeValue"
            | "GlobalSecondaryIndexUpdate"
            | "OnDemandThroughput"
            | "Projection"
            | "SseSpecification"
            | "TransactGetItem"
            | "TransactWriteItem"
            | "WarmThroughput"
            | "WriteRequest"
    )
}
