//! Texts that are not items but that tools write: each is recognised by its signs, and told by its name with what to do instead.

use serde_json::Value;

use crate::import::json::first_object;
use crate::view::message::Message;

/// Bytes at the beginning of a text in which words are looked for. Model: imports and headings come before that.
const SEARCHED_SIZE: usize = 64 << 10;

/// A kind of text.
#[derive(Debug)]
struct Kind {
    /// What it is: a key of the catalogue.
    name: &'static str,
    /// What to do with it: a key of the catalogue.
    instead: &'static str,
    /// A text with one of these is of this kind.
    signs: &'static [Sign],
}

/// By what a text is recognised.
#[derive(Debug)]
enum Sign {
    /// The first JSON object has something at each of these paths. `*` is any member or element.
    Members(&'static [&'static str]),
    /// The first JSON object has at this path a text that begins so.
    Value(&'static str, &'static str),
    /// The text is not JSON, not even damaged JSON, and contains each of these.
    Words(&'static [&'static str]),
    /// The text begins so.
    Start(&'static str),
}

use Sign::{Members, Start, Value as AtPath, Words};

/// All kinds. The first that fits is taken.
const KINDS: &[Kind] = &[
    Kind {
        name: "import.known.workbench",
        instead: "import.instead.table_data",
        signs: &[Members(&["ModelName", "DataModel"]), Members(&["DataModel.*.KeyAttributes"])],
    },
    Kind {
        name: "import.known.cloudformation",
        instead: "import.instead.design",
        signs: &[
            AtPath("Resources.*.Type", "AWS::"),
            Members(&["AWSTemplateFormatVersion"]),
            Words(&["AWS::DynamoDB::"]),
            Words(&["AWS::Serverless::"]),
            Words(&["AWSTemplateFormatVersion"]),
        ],
    },
    Kind {
        name: "import.known.describe_table",
        instead: "import.instead.design",
        signs: &[Members(&["Table.KeySchema"]), Members(&["TableDescription.TableName"])],
    },
    Kind {
        name: "import.known.list_tables",
        instead: "import.instead.items",
        signs: &[Members(&["TableNames"])],
    },
    Kind {
        name: "import.known.terraform",
        instead: "import.instead.design",
        signs: &[
            Members(&["resource.aws_dynamodb_table"]),
            Members(&["terraform_version"]),
            Words(&["resource \"aws_"]),
            Words(&["source", "terraform-aws-modules/"]),
        ],
    },
    Kind {
        name: "import.known.cdk",
        instead: "import.instead.design",
        signs: &[
            Words(&["aws-cdk-lib"]),
            Words(&["@aws-cdk/"]),
            Words(&["aws_cdk"]),
            Words(&["awscdk"]),
        ],
    },
    Kind {
        name: "import.known.pulumi",
        instead: "import.instead.design",
        signs: &[Words(&["@pulumi/"]), Words(&["pulumi_aws"])],
    },
    Kind {
        name: "import.known.onetable",
        instead: "import.instead.design",
        signs: &[
            Members(&["indexes.primary", "models"]),
            AtPath("format", "onetable:"),
            Words(&["onetable"]),
            Words(&["indexes:", "primary:", "models:"]),
        ],
    },
    Kind {
        name: "import.known.electrodb",
        instead: "import.instead.design",
        signs: &[Members(&["model.entity", "model.service"]), Words(&["electrodb"])],
    },
    Kind {
        name: "import.known.entity_library",
        instead: "import.instead.design",
        signs: &[Words(&["dynamodb-toolbox"]), Words(&["dynamoose"]), Words(&["pynamodb"])],
    },
    Kind {
        name: "import.known.incremental_export",
        instead: "import.instead.changes",
        signs: &[
            Members(&["Keys", "NewImage"]),
            Members(&["Keys", "OldImage"]),
            Members(&["Keys", "Metadata.WriteTimestampMicros"]),
        ],
    },
    Kind {
        name: "import.known.stream_events",
        instead: "import.instead.changes",
        signs: &[
            Members(&["Records.*.dynamodb"]),
            Members(&["dynamodb.Keys"]),
            Members(&["detail.dynamodb.Keys"]),
        ],
    },
    Kind {
        name: "import.known.export_manifest",
        instead: "import.instead.data_files",
        signs: &[
            Members(&["exportArn", "manifestFilesS3Key"]),
            Members(&["dataFileS3Key", "md5Checksum"]),
        ],
    },
    Kind {
        name: "import.known.ion",
        instead: "import.instead.dynamodb_json",
        signs: &[Start("$ion_1_0")],
    },
    Kind {
        name: "import.known.several_pages",
        instead: "import.instead.one_page",
        signs: &[Members(&["Items.*", "ScannedCount"])],
    },
    Kind {
        name: "import.known.several_replies",
        instead: "import.instead.responses",
        signs: &[Members(&["Responses"])],
    },
    Kind {
        name: "import.known.create_table_request",
        instead: "import.instead.send",
        signs: &[
            Members(&["TableName", "KeySchema"]),
            Members(&["TableName", "AttributeDefinitions"]),
        ],
    },
    Kind {
        name: "import.known.request",
        instead: "import.instead.send",
        signs: &[
            Members(&["TransactItems"]),
            Members(&["RequestItems"]),
            Members(&["TransactStatements"]),
            Members(&["Statements.*.Statement"]),
            Members(&["Statement", "Parameters"]),
            Members(&["TableName", "Item"]),
            Members(&["TableName", "Key"]),
            Members(&["TableName", "KeyConditionExpression"]),
            Members(&["TableName", "FilterExpression"]),
        ],
    },
    Kind {
        name: "import.known.cli",
        instead: "import.instead.send",
        signs: &[Words(&["aws dynamodb "]), Words(&["awslocal dynamodb "])],
    },
    Kind {
        name: "import.known.sdk_code",
        instead: "import.instead.send",
        signs: &[
            Words(&["@aws-sdk/"]),
            Words(&["boto3"]),
            Words(&["aws-sdk"]),
            Words(&["aws_sdk_dynamodb"]),
            Words(&["new PutCommand("]),
            Words(&["put_item("]),
            Words(&["DynamoDbClient"]),
        ],
    },
    Kind {
        name: "import.known.statements",
        instead: "import.instead.send",
        signs: &[
            Words(&["INSERT INTO ", " VALUE "]),
            Start("SELECT "),
            Start("UPDATE \""),
            Start("DELETE FROM "),
        ],
    },
    Kind {
        name: "import.known.sql",
        instead: "import.instead.csv",
        signs: &[Words(&["INSERT INTO "]), Words(&["CREATE TABLE "])],
    },
    Kind {
        name: "import.known.sandbox",
        instead: "import.instead.open",
        signs: &[Members(&["v", "tables"]), Members(&["v", "designs"]), Members(&["sandboxes"])],
    },
    Kind {
        name: "import.known.zip",
        instead: "import.instead.csv",
        signs: &[Start("PK\u{3}\u{4}")],
    },
    Kind { name: "import.known.parquet", instead: "import.instead.csv", signs: &[Start("PAR1")] },
    Kind { name: "import.known.markup", instead: "import.instead.csv", signs: &[Start("<")] },
    Kind {
        name: "import.known.python",
        instead: "import.instead.json_dumps",
        signs: &[Start("{'"), Start("[{'"), Start("[\n{'"), Start("{u'")],
    },
    Kind {
        name: "import.known.cli_text",
        instead: "import.instead.output_json",
        signs: &[Start("-----"), Start("ITEMS\t"), Start("Items:\n"), Start("Count: ")],
    },
];

/// What a text is, and what to do with it instead of importing it; `None` if it is not recognised.
pub(crate) fn known(text: &str) -> Option<Message> {
    let text = text.trim_start();
    let object = first_object(text);
    let inside = text.trim_start_matches(['[', '{', ' ', '\t', '\r', '\n']);
    let is_json = object.is_some() || inside.len() < text.len() && inside.starts_with('"');
    let searched = &text[..text.floor_char_boundary(SEARCHED_SIZE)];
    let has = |sign: &Sign| match (sign, &object) {
        (Members(paths), Some(object)) => paths.iter().all(|path| !found(object, path).is_empty()),
        (AtPath(path, start), Some(object)) => found(object, path)
            .iter()
            .any(|value| value.as_str().is_some_and(|text| text.starts_with(start))),
        (Words(words), _) => !is_json && words.iter().all(|word| searched.contains(word)),
        (Start(start), _) => text.starts_with(start),
        (Members(_) | AtPath(..), None) => false,
    };
    let kind = KINDS.iter().find(|kind| kind.signs.iter().any(has))?;
    let message = Message::plain("import.known");
    Some(
        message
            .with("what", Message::plain(kind.name))
            .with("instead", Message::plain(kind.instead)),
    )
}

/// What an object has at a path.
fn found<'v>(object: &'v Value, path: &str) -> Vec<&'v Value> {
    path.split('.').fold(vec![object], |values, name| {
        let of_one = |value: &'v Value| -> Vec<&'v Value> {
            match (value, name) {
                (Value::Object(members), "*") => members.values().collect(),
                (Value::Array(list), "*") => list.iter().collect(),
                (value, name) => value.get(name).into_iter().collect(),
            }
        };
        values.into_iter().flat_map(of_one).collect()
    })
}
