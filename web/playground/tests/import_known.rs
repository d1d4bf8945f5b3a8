//! Texts that are not items: each is recognised by its name, wherever a user brings it, and the page says what to do instead.

use playground::message::text as words;
use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::import::ImportForm;
use proptest::prelude::*;

/// What the page says of a text that is to be imported into Orders, whose keys are CustomerId and OrderId.
fn told(text: &str) -> String {
    let session = Session::first();
    let form = ImportForm { text: text.into(), ..ImportForm::default() };
    let reading = session.read_import(Some("Orders"), &form).expect("the example has a table");
    let problem = reading.problem.as_ref().and_then(|fault| fault.explanation.as_ref());
    problem.map(words).unwrap_or_default()
}

const CLOUDFORMATION: &str = r#"AWSTemplateFormatVersion: "2010-09-09"
Resources:
  OrdersTable:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: Orders
"#;

const SERVERLESS: &str = "service: shop\nprovider:\n  name: aws\nresources:\n  Resources:\n    T:\n      Type: AWS::DynamoDB::Table\n";

const TERRAFORM: &str = "resource \"aws_dynamodb_table\" \"orders\" {\n  name = \"Orders\"\n}\n";

const CDK: &str =
    "import { App } from 'aws-cdk-lib';\nimport { Table } from 'aws-cdk-lib/aws-dynamodb';\n";

const ONETABLE: &str = "import { Table } from 'dynamodb-onetable'\nconst schema = { indexes: { primary: { hash: 'pk' } } }\n";

const ONETABLE_OBJECT: &str = "{\n  version: '0.0.1',\n  indexes: {\n    primary: { hash: 'pk', sort: 'sk' },\n  },\n  models: {\n    User: {} },\n}\n";

const WORKBENCH: &str = r#"{"ModelName":"Orders","ModelMetadata":{"Version":"3.0"},
 "DataModel":[{"TableName":"Orders","KeyAttributes":{},"TableData":[{"CustomerId":{"S":"C1"}}]}]}"#;

const DESCRIBE: &str = r#"{"Table":{"TableName":"Orders","KeySchema":[{"AttributeName":"CustomerId","KeyType":"HASH"}],"TableStatus":"ACTIVE"}}"#;

const INCREMENTAL: &str = r#"{"Metadata":{"WriteTimestampMicros":{"N":"1680109764000000"}},"Keys":{"CustomerId":{"S":"C1"}},"NewImage":{"CustomerId":{"S":"C1"},"OrderId":{"S":"1"}}}
{"Metadata":{"WriteTimestampMicros":{"N":"1680109764000001"}},"Keys":{"CustomerId":{"S":"C2"}}}
"#;

const STREAM: &str = r#"{"Records":[{"eventID":"1","eventName":"INSERT","eventSource":"aws:dynamodb","dynamodb":{"Keys":{"CustomerId":{"S":"C1"}},"NewImage":{},"SequenceNumber":"1"}}]}"#;

#[test]
fn what_tools_write_is_recognised_by_its_name() {
    let recognised = [
        (WORKBENCH, "a NoSQL Workbench model"),
        (CLOUDFORMATION, "a CloudFormation template"),
        (SERVERLESS, "a CloudFormation template"),
        (r#"{"Resources":{"T":{"Type":"AWS::DynamoDB::Table"}}}"#, "a CloudFormation template"),
        (
            r#"{"AWSTemplateFormatVersion":"2010-09-09","Resources":{}}"#,
            "a CloudFormation template",
        ),
        (DESCRIBE, "the output of describe-table"),
        (r#"{"TableDescription":{"TableName":"Orders"}}"#, "the output of describe-table"),
        (r#"{"TableNames":["Orders"]}"#, "the output of list-tables"),
        (TERRAFORM, "a Terraform file"),
        (r#"{"resource":{"aws_dynamodb_table":{"orders":{}}}}"#, "a Terraform file"),
        (r#"{"version":4,"terraform_version":"1.9.0","resources":[]}"#, "a Terraform file"),
        (CDK, "CDK code"),
        ("from aws_cdk import aws_dynamodb as dynamodb\n", "CDK code"),
        (ONETABLE, "a OneTable schema"),
        (ONETABLE_OBJECT, "a OneTable schema"),
        (
            r#"{"format":"onetable:1.1.0","models":{},"indexes":{"primary":{}}}"#,
            "a OneTable schema",
        ),
        ("import { Entity } from \"electrodb\";\n", "an ElectroDB schema"),
        (r#"{"model":{"entity":"order","service":"shop","version":"1"}}"#, "an ElectroDB schema"),
        (
            "import { Table } from 'dynamodb-toolbox'\n",
            "a schema of DynamoDB Toolbox, Dynamoose or PynamoDB",
        ),
        ("import * as aws from \"@pulumi/aws\";\n", "Pulumi code"),
        (INCREMENTAL, "an incremental export to S3"),
        (STREAM, "a list of stream records"),
        (r#"[{"eventID":"1","dynamodb":{"Keys":{"id":{"S":"1"}}}}]"#, "a list of stream records"),
        (
            r#"{"version":"2020-06-30","exportArn":"a","manifestFilesS3Key":"k"}"#,
            "the manifest of an export to S3",
        ),
        (
            r#"{"itemCount":8,"md5Checksum":"x","dataFileS3Key":"k"}"#,
            "the manifest of an export to S3",
        ),
        ("$ion_1_0 {Item:{Id:103.}}", "an export in Amazon Ion"),
        (
            "{\"Items\":[{}],\"ScannedCount\":0}\n{\"Items\":[{}],\"ScannedCount\":0}",
            "a list of pages of a scan or query",
        ),
        (
            r#"{"Responses":{"Orders":[{"CustomerId":{"S":"C1"}}]}}"#,
            "a reply that contains items of several requests",
        ),
        (
            r#"{"TableName":"Orders","KeySchema":[],"AttributeDefinitions":[]}"#,
            "a CreateTable request",
        ),
        (r#"{"TableName":"Orders","Item":{"CustomerId":{"S":"C1"}}}"#, "a request to DynamoDB"),
        (
            r#"{"TransactItems":[{"Put":{"TableName":"Orders","Item":{}}}]}"#,
            "a request to DynamoDB",
        ),
        ("aws dynamodb scan --table-name Orders", "a command of the AWS CLI"),
        (
            "import boto3\ntable = boto3.resource('dynamodb').Table('Orders')\n",
            "code that calls DynamoDB",
        ),
        ("INSERT INTO \"Orders\" VALUE {'CustomerId':'C1'}", "a PartiQL statement"),
        ("INSERT INTO orders (id) VALUES (1);", "SQL"),
        ("PK\u{3}\u{4}\0\0", "a workbook or a ZIP file"),
        ("PAR1\0\0", "a Parquet file"),
        ("<!doctype html><table></table>", "HTML or XML"),
        ("[{'CustomerId': 'C1', 'Total': Decimal('5')}]", "data as Python prints it"),
        ("-----------\n|  Scan   |\n", "output of the AWS CLI in a form other than JSON"),
        (r#"{"v":1,"tables":[]}"#, "a sandbox of this page"),
    ];
    for (text, name) in recognised {
        let told = told(text);
        assert!(told.starts_with(&format!("This is {name}. ")), "{text}\n{told}");
        assert!(told.len() > name.len() + 30, "what to do instead is told: {told}");
    }
}

#[test]
fn what_cannot_be_read_yet_says_so() {
    for text in [CLOUDFORMATION, TERRAFORM, CDK, ONETABLE, WORKBENCH, DESCRIBE, INCREMENTAL, STREAM]
    {
        assert!(told(text).contains("not read yet"), "{}", told(text));
    }
}

#[test]
fn a_file_that_is_opened_as_a_sandbox_is_recognised_too() {
    let mut session = Session::first();
    for text in [WORKBENCH, CLOUDFORMATION, DESCRIBE, TERRAFORM] {
        let response = session.handle(Command::OpenDocument(text.to_owned()));
        assert!(!response.accepted);
        assert_eq!(words(&response.notices[0]), told(text));
    }
    let response = session.handle(Command::OpenDocument("{\"v\":1,\"title\":\"boto3\"".to_owned()));
    assert!(words(&response.notices[0]).contains("is not JSON"), "a damaged sandbox is no code");
}

#[test]
fn items_that_look_like_something_else_are_items_if_they_have_the_keys_of_the_table() {
    for text in [
        r#"{"CustomerId":"C1","OrderId":"1","TableName":"T","Item":{"a":1}}"#,
        r#"{"CustomerId":"C1","OrderId":"1","Resources":{"a":{"Type":"AWS::S3::Bucket"}}}"#,
        "CustomerId,OrderId,Note\nC1,1,import boto3\n",
    ] {
        assert_eq!(told(text), "", "{text}");
    }
}

proptest! {
    /// An import never shows nothing: there are rows, or the page says why there are none.
    #[test]
    fn every_text_is_told(text in "[ \\n\\[\\]{}\",:;|0-9a-cS-]{1,24}") {
        let session = Session::first();
        for text in [text.clone(), format!("CustomerId,OrderId\n{text}"), format!("{{\"Items\":[{text}]}}")] {
            if text.trim().is_empty() {
                continue;
            }
            let form = ImportForm { text: text.as_str().into(), ..ImportForm::default() };
            let reading = session.read_import(Some("Orders"), &form).expect("the example has a table");
            let view = session.import_view(&reading);
            prop_assert!(view.problem.is_some() != view.found.is_some(), "{text:?} {view:?}");
        }
    }
}
