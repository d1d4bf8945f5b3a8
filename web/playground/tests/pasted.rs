//! Pasted code: the requests that it sends, or why it cannot be read.

mod plain;

use std::fs;
use std::path::Path;

use engine::database::{Config, Database};
use engine::model::base64;
use engine::model::number::Number;
use playground::code::form::CodeForm;
use playground::code::read::pasted::{Pasted, first_unknown, is_code, read};
use playground::view::draft::FaultView;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::plain::text as words;

fn parsed(text: &str) -> Value {
    engine::json::value::parse(text).expect("it is JSON")
}

/// The only request of a text.
#[track_caller]
fn one(text: &str) -> Pasted {
    let mut pasted = read(text, "Open").unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert_eq!(pasted.len(), 1, "{pasted:?}");
    pasted.remove(0)
}

#[track_caller]
fn check(text: &str, operation: &str, body: &str) {
    let pasted = one(text);
    assert_eq!(pasted.operation.name(), operation);
    assert_eq!(parsed(&pasted.body), parsed(body), "{text}");
    assert!(pasted.unknown.is_empty(), "{:?}", pasted.unknown);
}

/// What is said about a text that cannot be read.
#[track_caller]
fn check_fault(text: &str, expected: &str) {
    let error = read(text, "Open").expect_err("it cannot be read");
    let fault = FaultView::from(&error);
    let sentence = fault.explanation.as_ref().map(words).unwrap_or_default();
    assert_eq!(sentence, expected, "{text}");
}

/// The same request with its numbers as DynamoDB returns them.
fn normal(value: Value) -> Value {
    let number = |text: &str| {
        let number = Number::parse(text).map(|number| number.to_string());
        Value::from(number.unwrap_or_else(|_| text.to_owned()))
    };
    match value {
        Value::Object(members) => {
            let members = members.into_iter().map(|(name, value)| {
                let value = match (name.as_str(), value) {
                    ("N", Value::String(text)) => number(&text),
                    ("NS", Value::Array(texts)) => texts
                        .iter()
                        .map(|it| it.as_str().map_or_else(|| normal(it.clone()), number))
                        .collect(),
                    (_, value) => normal(value),
                };
                (name, value)
            });
            Value::Object(members.collect())
        }
        Value::Array(elements) => elements.into_iter().map(normal).collect(),
        other => other,
    }
}

fn written(form: CodeForm, operation: &str, body: &str) -> String {
    let text = form.write(operation, body, &Database::new(Config::default()));
    text.expect("it has a text")
}

#[test]
fn what_the_page_writes_is_read_back() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients/code");
    let mut count = 0;
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("the folder can be read").path();
        let file = path.file_name().and_then(|name| name.to_str()).expect("names are plain");
        let [name, operation, "json"] = file.split('.').collect::<Vec<_>>()[..] else { continue };
        let body = fs::read_to_string(&path).expect("the file can be read");
        for form in [CodeForm::Cli, CodeForm::JavaScript, CodeForm::Python] {
            let pasted = one(&written(form, operation, &body));
            assert_eq!(pasted.operation.name(), operation);
            assert_eq!(normal(parsed(&pasted.body)), normal(parsed(&body)), "{name} as {form:?}");
            count += 1;
        }
    }
    assert!(count >= 57, "{count}");
}

#[test]
fn commands_of_the_aws_cli_are_read() {
    let get = r#"{"TableName":"T","Key":{"id":{"S":"it's"}},"ConsistentRead":true}"#;
    check(
        r#"aws dynamodb get-item --table-name T --key '{"id":{"S":"it'\''s"}}' --consistent-read"#,
        "GetItem",
        get,
    );
    check(
        "$ AWS_REGION=x aws --profile me dynamodb get-item \\\n  --table-name=T --region us-east-1 \\\n  --key \"{\\\"id\\\": {\\\"S\\\": \\\"it's\\\"}}\" --consistent-read --output json | jq .",
        "GetItem",
        get,
    );
    check(
        "# A table\naws dynamodb create-table --table-name T \
         --attribute-definitions AttributeName=id,AttributeType=S AttributeName=n,AttributeType=N \
         --key-schema AttributeName=id,KeyType=HASH \
         --provisioned-throughput ReadCapacityUnits=5,WriteCapacityUnits=6 \
         --global-secondary-indexes 'IndexName=I,KeySchema=[{AttributeName=n,KeyType=HASH}],\
         Projection={ProjectionType=INCLUDE,NonKeyAttributes=[a,b]}' \
         --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE \
         --sse-specification Enabled=true,SSEType=KMS --no-deletion-protection-enabled",
        "CreateTable",
        r#"{"TableName":"T",
            "AttributeDefinitions":[{"AttributeName":"id","AttributeType":"S"},{"AttributeName":"n","AttributeType":"N"}],
            "KeySchema":[{"AttributeName":"id","KeyType":"HASH"}],
            "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":6},
            "GlobalSecondaryIndexes":[{"IndexName":"I","KeySchema":[{"AttributeName":"n","KeyType":"HASH"}],
              "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["a","b"]}}],
            "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_IMAGE"},
            "SSESpecification":{"Enabled":true,"SSEType":"KMS"},
            "DeletionProtectionEnabled":false}"#,
    );
    check(
        "aws dynamodb put-item --table-name T --item 'id={S=a b},n={N=5},f={BOOL=true},l={L=[{S=x},{N=1}]},s={SS=[a,b]}'",
        "PutItem",
        r#"{"TableName":"T","Item":{"id":{"S":"a b"},"n":{"N":"5"},"f":{"BOOL":true},
            "l":{"L":[{"S":"x"},{"N":"1"}]},"s":{"SS":["a","b"]}}}"#,
    );
    check(
        "aws dynamodb scan --table-name T --limit 5 --no-consistent-read --attributes-to-get a b",
        "Scan",
        r#"{"TableName":"T","Limit":5,"ConsistentRead":false,"AttributesToGet":["a","b"]}"#,
    );
    check(
        "aws dynamodb query --cli-input-json '{\"TableName\": \"T\"}' --max-items 3",
        "Query",
        r#"{"TableName":"T"}"#,
    );
    check("aws dynamodb list-tables", "ListTables", "{}");
}

#[test]
fn commands_of_the_sdk_for_javascript_are_read() {
    check(
        r#"
        // The client takes DynamoDB JSON.
        await client.send(new PutItemCommand({
          TableName: "T", // a comment, with "quotes
          Item: { id: { S: 'it\'s' }, n: { N: "5" }, b: { B: Buffer.from("AP8=", "base64") } },
        }));
        "#,
        "PutItem",
        r#"{"TableName":"T","Item":{"id":{"S":"it's"},"n":{"N":"5"},"b":{"B":"AP8="}}}"#,
    );
    check(
        r"
        const id = 'a' + `b`
        const item = { id, 'n': 5.50, big: 12345678901234567890n, list: [1, null, true, -2e3], [`k`]: .5, }
        const params = { TableName: 'T', Item: { ...item, set: new Set(['x']), bytes: new Uint8Array([0, 255]) } };
        const reply = await documents.send(new PutCommand(params));
        ",
        "PutItem",
        r#"{"TableName":"T","Item":{"id":{"S":"ab"},"n":{"N":"5.50"},"big":{"N":"12345678901234567890"},
            "list":{"L":[{"N":"1"},{"NULL":true},{"BOOL":true},{"N":"-2e3"}]},"k":{"N":"0.5"},
            "set":{"SS":["x"]},"bytes":{"B":"AP8="}}}"#,
    );
    let query = r#"{"TableName":"T","KeyConditionExpression":"id = :id","ExpressionAttributeValues":{":id":{"S":"x"}},"Select":"COUNT"}"#;
    for text in [
        "new QueryCommand({ TableName: 'T', KeyConditionExpression: 'id = :id', ExpressionAttributeValues: { ':id': 'x' }, Select: Select.COUNT })",
        "new QueryCommand({ TableName: 'T', KeyConditionExpression: 'id = :id', ExpressionAttributeValues: { ':id': { S: 'x' } }, Select: 'COUNT' as const })",
        "new QueryCommand({ TableName: 'T', KeyConditionExpression: 'id = :id', ExpressionAttributeValues: marshall({ ':id': 'x' }), Select: 'COUNT' })",
        "docClient.query({ TableName: 'T', KeyConditionExpression: 'id = :id', ExpressionAttributeValues: { ':id': 'x' }, Select: 'COUNT' }).promise()",
    ] {
        check(text, "Query", query);
    }
    check(
        "const cache = new Map(); cache.get('x'); cache.delete({ a: 1 }); dynamodb.get({ TableName: 'T', Key: { id: NumberValue.from('1.10') } })",
        "GetItem",
        r#"{"TableName":"T","Key":{"id":{"N":"1.10"}}}"#,
    );
    check("client.send(new ListTablesCommand())", "ListTables", "{}");
}

#[test]
fn calls_of_boto3_are_read() {
    check(
        "import boto3\nclient = boto3.client('dynamodb')\nclient.put_item(\n    TableName='T',\n    Item={'id': {'S': 'it\\'s'}, 'b': {'B': b'\\x00\\xff'}},  # a comment, it's\n)",
        "PutItem",
        r#"{"TableName":"T","Item":{"id":{"S":"it's"},"b":{"B":"AP8="}}}"#,
    );
    let put = r#"{"TableName":"T","Item":{"id":{"S":"ab\n\\d"},"n":{"N":"1.50"},"i":{"N":"-5"},
        "l":{"L":[{"N":"1"},{"NULL":true},{"BOOL":false}]},"s":{"NS":["1","2"]},"b":{"B":"/w=="}}}"#;
    check(
        "
table = boto3.resource('dynamodb').Table('T')
item = {
    'id': 'a' \"b\\n\" r'\\d',
    'n': Decimal('1.50'),
    'i': -5,
    'l': [1, None, False,],
    's': {1, 2},
    'b': Binary(b'\\xff'),
}
table.put_item(Item=item)
",
        "PutItem",
        put,
    );
    check(
        "boto3.resource('dynamodb').Table('T').delete_item(Key=dict(id='x'))",
        "DeleteItem",
        r#"{"TableName":"T","Key":{"id":{"S":"x"}}}"#,
    );
    check(
        "with table.batch_writer() as batch:\n    batch.delete_item(Key={'id': 1})",
        "BatchWriteItem",
        r#"{"RequestItems":{"Open":[{"DeleteRequest":{"Key":{"id":{"N":"1"}}}}]}}"#,
    );
    check("orders.scan()", "Scan", r#"{"TableName":"Open"}"#);
    check(
        "t.query(IndexName='I', KeyConditionExpression=Key('id').eq('x') & Key('n').between(1, 2),\n\
         FilterExpression=~(Attr('a.b').exists() | Attr('c').size().gt(3)) & Attr('d').is_in(['y']))",
        "Query",
        r##"{"TableName":"Open","IndexName":"I",
            "KeyConditionExpression":"(#n4 = :v2 AND #n5 BETWEEN :v3 AND :v4)",
            "FilterExpression":"((NOT (attribute_exists(#n0.#n1) OR size(#n2) > :v0)) AND #n3 IN (:v1))",
            "ExpressionAttributeNames":{"#n4":"id","#n5":"n","#n0":"a","#n1":"b","#n2":"c","#n3":"d"},
            "ExpressionAttributeValues":{":v2":{"S":"x"},":v3":{"N":"1"},":v4":{"N":"2"},":v0":{"N":"3"},":v1":{"S":"y"}}}"##,
    );
    check(
        "dynamodb.batch_write_item(RequestItems={'T': [{'PutRequest': {'Item': {'id': 'x'}}}]})",
        "BatchWriteItem",
        r#"{"RequestItems":{"T":[{"PutRequest":{"Item":{"id":{"S":"x"}}}}]}}"#,
    );
}

/// The three programs about a conditional index, as the tests of clients have them.
#[test]
fn the_programs_of_a_conditional_index_are_read_as_they_are() {
    let enter = one(include_str!("../../../tests/clients/page/enter.mjs"));
    assert_eq!(enter.operation.name(), "UpdateItem");
    assert_eq!(enter.unknown, ["attachmentId", "customerState"]);
    assert_eq!(enter.line, 12);
    assert_eq!(
        parsed(&enter.body),
        parsed(
            r##"{"TableName":"Attachment","Key":{"attachmentId":{"S":"‹attachmentId›"}},
            "UpdateExpression":"SET #cs = :cs, #is = :one, #pk = :p",
            "ExpressionAttributeNames":{"#cs":"customerState","#is":"isIntermediateState","#pk":"IntermediateStatePK"},
            "ExpressionAttributeValues":{":cs":{"S":"‹customerState›"},":one":{"N":"1"},":p":{"S":"INTERMEDIATE"}},
            "ReturnValues":"ALL_NEW","ReturnConsumedCapacity":"INDEXES"}"##
        )
    );
    assert_eq!(first_unknown(&enter.body), Some("attachmentId"));
    let leave = one(include_str!("../../../tests/clients/page/leave.mjs"));
    assert_eq!(leave.unknown, ["attachmentId", "customerState"]);
    let query = one(include_str!("../../../tests/clients/page/query.mjs"));
    assert!(query.unknown.is_empty());
    assert_eq!(first_unknown(&query.body), None);
    let load = read(include_str!("../../../tests/clients/page/attachments.mjs"), "Open");
    let load = load.expect("it can be read");
    assert_eq!(
        load.iter().map(|it| it.operation.name()).collect::<Vec<_>>(),
        ["CreateTable", "BatchWriteItem"]
    );
    assert_eq!(load[0].unknown, Vec::<String>::new());
}

/// As the article has them: parameters in a variable, and a flag that is computed.
#[test]
fn parameters_in_a_variable_are_read_and_what_is_computed_is_named() {
    let text = r##"
        async function updateAttachmentToIntermediate(attachmentId, newCustomerState) {
            const isIntermediate = (newCustomerState === "Attaching" || newCustomerState === "Detaching") ? 1 : 0;
            const params = {
                TableName: "Attachment",
                Key: { attachmentId: attachmentId },
                UpdateExpression: "SET #cs = :cs_val, #is = :is_val, #ispk = :ispk_val",
                ExpressionAttributeNames: {
                    "#cs": "customerState",
                    "#is": "isIntermediateState",
                    "#ispk": "IntermediateStatePK"
                },
                ExpressionAttributeValues: {
                    ":cs_val": newCustomerState,
                    ":is_val": isIntermediate,
                    ":ispk_val": "INTERMEDIATE"
                },
                ReturnValues: "ALL_NEW"
            };
            try {
                const data = await docClient.send(new UpdateCommand(params));
                console.log("Success", data.Attributes);
            } catch (err) {
                console.error("It's an error", err);
            }
        }
    "##;
    let pasted = one(text);
    assert_eq!(pasted.unknown, ["attachmentId", "newCustomerState", "isIntermediate"]);
    assert_eq!(
        parsed(&pasted.body)["ExpressionAttributeValues"][":is_val"],
        parsed(r#"{"S":"‹isIntermediate›"}"#)
    );
    let python = one(
        "def enter(attachment_id, state):\n    return table.update_item(\n        Key={'attachmentId': attachment_id},\n        \
         UpdateExpression='SET #cs = :cs REMOVE #pk',\n        ExpressionAttributeNames={'#cs': 'customerState', '#pk': 'IntermediateStatePK'},\n        \
         ExpressionAttributeValues={':cs': state.upper()},\n        ReturnValues=f'ALL_{x}',\n    )",
    );
    assert_eq!(python.unknown, ["attachment_id", "state.upper()", "f'ALL_{x}'"]);
    let command =
        one(r#"aws dynamodb get-item --table-name "$TABLE" --key "{\"id\": {\"S\": \"$ID\"}}""#);
    assert_eq!(command.unknown, ["$TABLE", "$ID"]);
    assert_eq!(
        parsed(&command.body),
        parsed(r#"{"TableName":"‹$TABLE›","Key":{"id":{"S":"‹$ID›"}}}"#)
    );
}

/// Code as tutorials and issues have it. Each file has another with what is read of it: the requests that were recorded
/// where the programs can run, or the sentence with which they are refused.
#[test]
fn code_as_people_have_it_is_read_or_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/clients/pasted");
    let results = fs::read_to_string(folder.join("results.json")).expect("the results exist");
    let Value::Object(results) = parsed(&results) else { panic!("they are an object") };
    let (mut read_count, mut refused_count) = (0, 0);
    for (name, expected) in &results {
        let text = fs::read_to_string(folder.join(name)).expect("the snippet exists");
        let found = match read(&text, "Open") {
            Ok(pasted) if pasted.iter().any(|it| !it.unknown.is_empty()) => {
                refused_count += 1;
                json!({ "unknown": pasted.iter().flat_map(|it| it.unknown.clone()).collect::<Vec<_>>() })
            }
            Ok(pasted) => {
                read_count += 1;
                let requests = pasted.iter().map(|it| {
                    json!({ "operation": it.operation.name(), "body": normal(parsed(&it.body)) })
                });
                requests.collect::<Vec<_>>().into()
            }
            Err(error) => {
                refused_count += 1;
                let fault = FaultView::from(&error);
                json!(fault.explanation.as_ref().map(words))
            }
        };
        assert_eq!(&found, expected, "{name}");
    }
    assert_eq!((read_count, refused_count), (27, 21));
}

#[test]
fn several_calls_are_found_in_their_order() {
    let text = "aws dynamodb list-tables\naws s3 ls && aws dynamodb describe-table --table-name T";
    let pasted = read(text, "Open").expect("it can be read");
    let found = pasted.iter().map(|it| (it.operation.name(), it.line)).collect::<Vec<_>>();
    assert_eq!(found, [("ListTables", 1), ("DescribeTable", 2)]);
    let text = "table.get_item(Key={'id': 1})\ntable.put_item(Item={'id': a})\n";
    let pasted = read(text, "Open").expect("it can be read");
    assert_eq!(pasted[0].unknown, Vec::<String>::new());
    assert_eq!(pasted[1].unknown, ["a"]);
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    check_fault(
        "hello",
        "No request was found. Paste JSON, a command such as aws dynamodb get-item, or a call such as new PutCommand(…) or table.put_item(…).",
    );
    check_fault(
        "aws dynamodb put-itm --table-name T",
        "Line 1, column 14: put-itm is not a command of aws dynamodb that works here. An example: aws dynamodb get-item.",
    );
    check_fault(
        "aws dynamodb put-item --tablename T",
        "Line 1, column 23: this command has no option --tablename. Options are named after the members of the request: --table-name is TableName.",
    );
    check_fault(
        "aws dynamodb put-item --item file://item.json",
        "Line 1, column 30: file://item.json is a file on your computer. Put the content of the file here.",
    );
    check_fault(
        "aws dynamodb put-item --item '{\"id\": }'",
        "Line 1, column 23: --item needs a value as JSON or in the shorthand of the AWS CLI. An example: Id={S=1}.",
    );
    check_fault(
        "aws dynamodb put-item --item '{",
        "Line 1, column 30: the string that begins here has no closing quotation mark.",
    );
    check_fault(
        "aws dynamodb put-item --item",
        "Line 1, column 23: --item needs a value as JSON or in the shorthand of the AWS CLI. An example: Id={S=1}.",
    );
    check_fault(
        "new PutCommand({\n  TableName: 'T'\n  Item: {} })",
        "Line 3, column 3: a comma or } is expected here.",
    );
    check_fault(
        "new PutCommand({ TableName: 'T",
        "Line 1, column 29: the string that begins here has no closing quotation mark.",
    );
    check_fault(
        "new PutCommand({ TableName: 'T', Item: { id: 'x' }",
        "Line 1, column 51: a comma or } is expected here.",
    );
    check_fault(
        "new PutCommand({ TableName: , Item })",
        "Line 1, column 29: a value is expected here, such as “text” in quotation marks, or 5.",
    );
    check_fault("new PutCommand({ 'TableName' = 'T' })", "Line 1, column 30: : is expected here.");
    check_fault(
        "new PutCommand({ : 'T' })",
        "Line 1, column 18: the name of a member is expected here, such as TableName.",
    );
    check_fault(
        "new PutCommand(build())",
        r#"Line 1, column 16: PutCommand needs its request here, as an object or as a variable whose value is in the pasted text. An example: { TableName: "Orders" }."#,
    );
    check_fault(
        "new PutCommand({ TableName: 'T', Item: { s: new Set([1, 'a']) } })",
        "Line 1, column 1: a set of this call has members of several types. A set contains only strings, only numbers or only binary values.",
    );
    check_fault(
        "table.put_item({'id': 1})",
        "Line 1, column 16: an argument with its name is expected here, such as Limit=5.",
    );
    check_fault(
        "table.put_item(Item={'id': 1)",
        "Line 1, column 29: a comma or } is expected here.",
    );
    check_fault(
        "table.query(KeyConditionExpression=Key('id').like('x'))",
        r#"Line 1, column 36: this condition cannot be read. An example: Key("id").eq("1")."#,
    );
    check_fault(
        &format!("new PutCommand({}", "[".repeat(1_000)),
        "Line 1, column 79: values are nested too deeply here, or the code computes too much to be followed.",
    );
    check_fault(
        &"x".repeat((1 << 20) + 1),
        "The text is too long to be read as code. The limit is 1 MB.",
    );
}

#[test]
fn json_is_not_code() {
    assert!(!is_code(" {\"TableName\": \"T\"}"));
    assert!(!is_code("  "));
    assert!(is_code("aws dynamodb list-tables"));
}

#[test]
fn a_short_text_that_makes_much_is_rejected() {
    let call = |item: &str| format!("table.put_item(Item={{'id': '1', 'a': {item}}})\n");
    let query = "table.query(KeyConditionExpression=c)\n";
    let condition = "from boto3.dynamodb.conditions import Key\nc = Key('a').eq(1)\n";
    for text in [
        format!("a = [1]\n{}{}", "a += a\n".repeat(40), call("a")),
        format!("a = [1]\n{}{}", "a = a + a\n".repeat(40), call("a")),
        format!("a = 'text'\n{}{}", "a = a + a\n".repeat(60), call("a")),
        format!("a = 'text'\n{}{}", "a = f'{a}{a}'\n".repeat(60), call("a")),
        format!("for i in range(10000):\n  range(10000)\n{}", call("1")),
        format!("{condition}{}{query}", "c = c & c\n".repeat(40)),
        format!("{condition}{}if x:\n  d = 1\n{query}", "c = c & c\n".repeat(40)),
    ] {
        assert!(read(&text, "T").is_err(), "{text}");
    }
    for text in ["new.", "`${new.}`", "y = x as -", "f(new.", "client.send(new."] {
        drop(read(text, "T"));
    }
    drop(read(&format!("x as {}", "<a>".repeat(100_000)), "T"));
}

#[test]
fn variables_that_contain_each_other_make_no_endless_value() {
    let read = |text: &str| one(text).unknown;
    assert_eq!(read("a = {'x': a}\ntable.put_item(Item=a)"), ["a"]);
    let mut text = String::from("const v0 = { a: 'x' };\n");
    for number in 1..40 {
        let before = number - 1;
        text = format!("{text}const v{number} = {{ a: v{before}, b: v{before} }};\n");
    }
    text += "new PutCommand({ TableName: 'T', Item: v39 })";
    assert!(playground::code::read::pasted::read(&text, "").is_err());
}

/// A value of an item as DynamoDB JSON, with numbers as DynamoDB returns them.
fn any_value() -> impl Strategy<Value = Value> {
    let number = (any::<i128>(), -120_i32..80).prop_filter_map("too long", |(digits, power)| {
        Number::parse(&format!("{}e{power}", digits % 10_i128.pow(38))).ok()
    });
    let number = number.prop_map(|number| number.to_string());
    let binary = prop::collection::vec(any::<u8>(), 0..6).prop_map(|it| base64::encode(&it));
    let set = |member: BoxedStrategy<String>| prop::collection::btree_set(member, 1..4);
    let leaf = prop_oneof![
        any::<String>().prop_map(|it| json!({ "S": it })),
        "[ -~\n]{0,8}".prop_map(|it| json!({ "S": it })),
        number.clone().prop_map(|it| json!({ "N": it })),
        binary.clone().prop_map(|it| json!({ "B": it })),
        any::<bool>().prop_map(|it| json!({ "BOOL": it })),
        Just(json!({ "NULL": true })),
        set(any::<String>().boxed()).prop_map(|it| json!({ "SS": it })),
        set(number.boxed()).prop_map(|it| json!({ "NS": it })),
        set(binary.boxed()).prop_map(|it| json!({ "BS": it })),
    ];
    leaf.prop_recursive(3, 20, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|it| json!({ "L": it })),
            prop::collection::btree_map("[ -~é]{1,8}|__proto__", inner, 0..4)
                .prop_map(|it| json!({ "M": it })),
        ]
    })
}

/// Each part of a text is read a limited number of times: the test takes minutes if it is not.
#[test]
fn a_hostile_text_is_not_read_again_and_again() {
    for part in [
        ".get(a(",
        ".get({",
        ".get(]",
        "new PutCommand(",
        "{",
        "[a,",
        "table.scan(",
        "a=a ",
        "\n$(",
        "aws dynamodb scan\n",
        "Table('a').scan() ",
        "Key('a') & ",
        "$a",
        "\"",
        "b'",
        "-",
        "…",
    ] {
        let text = part.repeat((1 << 16) / part.len());
        for text in [
            text.clone(),
            format!("aws dynamodb put-item --item {text}"),
            format!("table.query(FilterExpression={text}"),
        ] {
            drop(read(&text, "T"));
        }
    }
}

proptest! {
    #[test]
    fn any_item_is_read_back_from_what_the_page_writes(
        item in prop::collection::btree_map("[ -~é]{1,8}", any_value(), 0..5),
    ) {
        let body = json!({ "TableName": "T", "Item": item });
        for form in [CodeForm::Cli, CodeForm::JavaScript, CodeForm::Python] {
            let text = written(form, "PutItem", &body.to_string());
            let pasted = one(&text);
            prop_assert_eq!(normal(parsed(&pasted.body)), normal(body.clone()), "{}", text);
        }
    }

    /// Parts of programs in any order, cut anywhere, are read or rejected, and what is read is JSON.
    #[test]
    fn any_text_is_read_or_rejected(
        parts in prop::collection::vec(prop::sample::select(&PARTS[..]), 0..30),
        noise in any::<String>(),
        cut in 0_usize..400,
    ) {
        let text = parts.concat() + &noise;
        let text = &text[..text.floor_char_boundary(cut.min(text.len()))];
        match read(text, "T") {
            Ok(pasted) => {
                for it in pasted {
                    prop_assert!(engine::json::value::parse(&it.body).is_ok(), "{}", it.body);
                    let is_unknown = first_unknown(&it.body).is_some();
                    prop_assert!(it.unknown.is_empty() || is_unknown || it.body.contains('‹'), "{it:?}");
                }
            }
            Err(error) => prop_assert!(error.line >= 1 && error.column >= 1),
        }
    }

    /// A program that is cut off is an error with a place, or one that sends less.
    #[test]
    fn a_program_that_is_cut_off_does_not_panic(cut in 0_usize..2_000) {
        for text in [
            include_str!("../../../tests/clients/code/values.sh"),
            include_str!("../../../tests/clients/code/values.mjs"),
            include_str!("../../../tests/clients/code/values.py"),
            include_str!("../../../tests/clients/code/values.rs.txt"),
        ] {
            drop(read(&text[..text.floor_char_boundary(cut.min(text.len()))], "T"));
        }
    }
}

/// What programs are made of.
const PARTS: [&str; 52] = [
    "new PutCommand(",
    "new QueryCommand(",
    ".put_item(",
    ".query(",
    ".putItem(",
    "aws dynamodb put-item ",
    "--item ",
    "--table-name T ",
    "--key-schema AttributeName=a,KeyType=HASH ",
    "--limit 5 ",
    "'",
    "\"",
    "`",
    "${",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    ",",
    ":",
    "=",
    "TableName: 'T', ",
    "Item={",
    "Item: { a: 1 }",
    "Key(",
    "Attr('a')",
    ".eq(1)",
    " & ",
    " | ",
    "~",
    "...",
    "**",
    "const a = ",
    "a",
    "b'\\xff'",
    "\\u{1F600}",
    "\\ud83d",
    "0x",
    "1e",
    "1_0n",
    "-",
    "+",
    "new Set([1, 'a'])",
    "new ",
    "\n",
    "\\",
    "# ",
    "// ",
    "/* ",
    "‹x›",
];

#[test]
fn options_that_change_what_is_sent_are_refused_at_their_line() {
    let says = |line: usize, column: usize, name: &str| {
        format!(
            "Line {line}, column {column}: {name} changes what is sent. Write in the request what is sent, and remove {name}."
        )
    };
    let put = "client.put({ TableName: 'T', Item: { id: '1', note: '' } }).promise();";
    for (option, column) in [
        ("const client = new AWS.DynamoDB.DocumentClient({ convertEmptyValues: true });\n", 50),
        ("options['convertEmptyValues'] = flag;\n", 9),
        ("const options = { marshallOptions: { convertEmptyValues } };\n", 38),
    ] {
        check_fault(&format!("{option}{put}"), &says(1, column, "convertEmptyValues"));
    }
    let sent = r#"{"TableName":"T","Item":{"id":{"S":"1"},"note":{"S":""}}}"#;
    check(&format!("const options = {{ convertEmptyValues: false }};\n{put}"), "PutItem", sent);
    check(
        "const options = { convertEmptyValues: true };\ndb.put({ TableName: 'T', Item: { id: '1' } });",
        "PutItem",
        r#"{"TableName":"T","Item":{"id":{"S":"1"}}}"#,
    );
    check_fault(
        "const db = new AWS.DynamoDB.DocumentClient({ params: { TableName: 'T' } });\n\
         db.get({ TableName: 'T', Key: { id: '1' } });",
        &says(1, 12, "params"),
    );

    let marshalled = |options: &str| {
        format!(
            "client.send(new PutItemCommand({{ TableName: 'T', Item: marshall({{ id: '1' }}, {options}) }}));"
        )
    };
    let harmless =
        "{ removeUndefinedValues: true, convertClassInstanceToMap: true, wrapNumbers: true }";
    let item = r#"{"TableName":"T","Item":{"id":{"S":"1"}}}"#;
    check(&marshalled(harmless), "PutItem", item);
    let container = read(&marshalled("{ convertTopLevelContainer: true }"), "Open").unwrap();
    assert_eq!(container[0].unknown.len(), 1, "it makes another value");

    for name in ["--page-size 5", "--starting-token x", "--generate-cli-skeleton"] {
        let option = name.split(' ').next().unwrap();
        check_fault(&format!("aws dynamodb scan --table-name T {name}"), &says(1, 34, option));
    }
    check_fault(
        "aws dynamodb put-item --cli-binary-format raw-in-base64-out --table-name T --item '{\"id\":{\"B\":\"hi\"}}'",
        &says(1, 23, "--cli-binary-format"),
    );
}

#[test]
fn functions_that_change_every_request_are_refused() {
    let says = |line| {
        format!(
            "Line {line}, column 1: this function can change a value of the request. Paste the values as they are when the request is sent."
        )
    };
    check_fault(
        "client.middlewareStack.add(next => args => next(args), {});\n\
         client.send(new GetCommand({ TableName: 'T', Key: { id: 'x' } }));",
        &says(1),
    );
    check_fault(
        "client = boto3.client('dynamodb')\n\
         client.meta.events.register('provide-client-params.dynamodb.PutItem', change)\n\
         client.put_item(TableName='T', Item={'id': {'S': '1'}})",
        &says(2),
    );
}

#[test]
fn commands_of_a_script_are_read_if_each_runs_once() {
    let put = "aws dynamodb put-item --table-name T --item '{\"id\":{\"S\":\"1\"}}'";
    let branch = |line, column| {
        format!(
            "Line {line}, column {column}: the request depends on what runs from here on: a branch, or a part that can fail. Paste the values of one case."
        )
    };
    let repeated = |line, column| {
        format!(
            "Line {line}, column {column}: how often this loop runs is not known, and the request is in it or depends on it. Paste the request of one turn."
        )
    };
    check_fault(&format!("if [ -n \"$1\" ]; then\n  {put}\nfi"), &branch(1, 1));
    check_fault(&format!("seed() {{\n  {put}\n}}\nseed; seed"), &branch(1, 1));
    check_fault(&format!("false || {put}"), &branch(1, 10));
    check_fault(&format!("for i in 1 2 3; do\n  {put}\ndone"), &repeated(1, 1));
    check_fault(&format!("cat ids | while read id; do {put}; done"), &repeated(1, 11));
    check_fault(&format!("seq 3 | xargs -n1 {put}"), &repeated(1, 9));

    let item = r#"{"TableName":"T","Item":{"id":{"S":"1"}}}"#;
    check(&format!("{put} || true"), "PutItem", item);
    check(&format!("if true; then echo; fi\n{put}"), "PutItem", item);
    check(&format!("{put}\necho aws dynamodb delete-table --table-name T"), "PutItem", item);
    let document = |end: &str, content: &str| {
        format!(
            "aws dynamodb put-item --table-name T --item \"$(cat <<{end}\n{content}\nEOF\n)\" --output json"
        )
    };
    let content = r#"{"id":{"S":"1"}}"#;
    check(&document("'EOF'", content), "PutItem", item);
    check(&document("EOF", content), "PutItem", item);
    assert!(read(&document("EOF", "{\"id\":{\"S\":\"$ID\"}}"), "Open").is_err());
}

#[test]
fn of_a_repeated_option_the_last_counts_and_options_come_before_their_json() {
    let key = "--key '{\"id\":{\"S\":\"1\"}}'";
    let get = r#"{"TableName":"B","Key":{"id":{"S":"1"}}}"#;
    check(&format!("aws dynamodb get-item --table-name A {key} --table-name B"), "GetItem", get);
    for order in ["--table-name B --cli-input-json", "--cli-input-json"] {
        let rest = if order.starts_with("--table") { "" } else { "--table-name B" };
        check(
            &format!("aws dynamodb get-item {order} '{{\"TableName\":\"A\"}}' {key} {rest}"),
            "GetItem",
            get,
        );
    }
    let file = "file://s.sql is a file on your computer. Put the content of the file here.";
    let statement = "aws dynamodb execute-statement --statement file://s.sql";
    check_fault(statement, &format!("Line 1, column 44: {file}"));
    let many = "aws dynamodb list-tables\n".repeat(101);
    let too_many = "the code sends more than 100 requests. Paste fewer of them.";
    check_fault(&many, &format!("Line 101, column 5: {too_many}"));
}

#[test]
fn powershell_needs_backslashes_before_quotation_marks() {
    check(
        "aws dynamodb put-item `\n  --table-name T `\n  --item '{\\\"id\\\": {\\\"S\\\": \\\"1\\\"}}'",
        "PutItem",
        r#"{"TableName":"T","Item":{"id":{"S":"1"}}}"#,
    );
}

#[test]
fn values_of_legacy_members_are_attribute_values_and_those_of_tags_are_not() {
    check(
        "table.update_item(Key={'id': '1'}, AttributeUpdates={'name': {'Value': 'x', 'Action': 'PUT'}})",
        "UpdateItem",
        r#"{"TableName":"Open","Key":{"id":{"S":"1"}},"AttributeUpdates":{"name":{"Value":{"S":"x"},"Action":"PUT"}}}"#,
    );
    check(
        "client.send(new TagResourceCommand({ ResourceArn: 'a', Tags: [{ Key: 'k', Value: 'v' }] }));",
        "TagResource",
        r#"{"ResourceArn":"a","Tags":[{"Key":"k","Value":"v"}]}"#,
    );
}

#[test]
fn a_call_of_a_client_that_depends_on_a_branch_is_not_left_out() {
    let item = r#"{"TableName":"T","Item":{"id":{"S":"1"}}}"#;
    let branches = "if local:\n    client = boto3.client('dynamodb', endpoint_url='x')\nelse:\n    client = boto3.client('dynamodb')\n";
    let put = "client.put_item(TableName='T', Item={'id': {'S': '1'}})\n";
    check(&format!("{branches}{put}"), "PutItem", item);
    check(
        "let db;\nif (local) { db = new AWS.DynamoDB.DocumentClient({ endpoint: 'x' }); }\n\
         else { db = new AWS.DynamoDB.DocumentClient(); }\n\
         db.put({ TableName: 'T', Item: { id: '1' } }).promise();",
        "PutItem",
        item,
    );
    // The table depends on it, which must not leave the other request.
    let table = "if prod:\n    table = db.Table('A')\nelse:\n    table = db.Table('B')\n";
    check_fault(
        &format!("{table}table.put_item(Item={{'id': '1'}})\n{put}"),
        "Line 1, column 1: the request depends on what runs from here on: a branch, or a part that can fail. Paste the values of one case.",
    );
}

#[test]
fn a_resource_returns_the_table_that_it_creates() {
    let text =
        "table = db.create_table(TableName='T', KeySchema=[])\ntable.put_item(Item={'id': '1'})";
    let pasted = read(text, "Open").expect("it can be read");
    assert_eq!(parsed(&pasted[1].body)["TableName"], "T");
}
