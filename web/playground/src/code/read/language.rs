//! The language of pasted code.

use engine::operation::Operation;

use crate::code::name::joined;
use crate::code::write::javascript::document_name;

/// Languages that are not read, and texts that only their programs have.
const OTHERS: [(&str, &[&str]); 7] = [
    ("Go", &["package main", "&dynamodb.", "aws.String(", "types.AttributeValueMember", ":= "]),
    ("Kotlin", &["aws.sdk.kotlin", "suspend fun ", "fun main("]),
    ("Java", &["software.amazon.awssdk", ".builder()", "com.amazonaws", "new PutItemSpec("]),
    ("C#", &["using Amazon", "AmazonDynamoDBClient", "new Dictionary<string"]),
    ("PHP", &["<?php", "->putItem(", "->getItem(", "->query(", "->updateItem(", "->scan("]),
    ("Ruby", &["Aws::DynamoDB", "require 'aws-sdk"]),
    ("Rust", &["aws_sdk_dynamodb", ".send()\n", ".send().await"]),
];

/// Texts that programs of Python have and those of JavaScript have not.
const OF_PYTHON: [&str; 8] =
    ["import boto3", "boto3.", "def ", " None", "True", "print(", "elif ", "with "];

/// The language of a text that is not read, if it is one that is known.
pub(super) fn other(text: &str) -> Option<&'static str> {
    let mut others = OTHERS.into_iter();
    others.find(|(_, parts)| parts.iter().any(|part| text.contains(part))).map(|(name, _)| name)
}

/// Whether a text is rather Python than JavaScript.
pub(super) fn is_python(text: &str) -> bool {
    let has_method = |operation: Operation| {
        let name = joined(operation.name(), '_');
        name.contains('_') && text.contains(&format!(".{name}("))
    };
    Operation::ALL.into_iter().any(has_method)
        || (!text.contains("Command(") && OF_PYTHON.iter().any(|part| text.contains(part)))
}

/// Whether a text has the name of a call.
pub(super) fn has_call(text: &str) -> bool {
    let has_pages = text.contains("get_paginator(") || text.contains(" paginate");
    has_pages
        || Operation::ALL.into_iter().any(|operation| {
            let lower = |name: &str| name[..1].to_ascii_lowercase() + &name[1..];
            [
                format!("{}Command", operation.name()),
                format!("{}Command", document_name(operation)),
                format!(".{}(", joined(operation.name(), '_')),
                format!(".{}(", lower(operation.name())),
                format!(".{}(", lower(document_name(operation))),
            ]
            .iter()
            .any(|part| text.contains(part))
        })
}
