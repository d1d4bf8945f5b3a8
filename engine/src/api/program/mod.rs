//! Programs as JSON: which stream they read, in which batches, and the requests that they send.
//!
//! ```json
//! {
//!   "ProgramName": "CountDownloads", "TableName": "Music", "BatchSize": 100,
//!   "FilterCriteria": { "Filters": [{ "Pattern": { "dynamodb": { "Keys": { "SK": { "S": [{ "prefix": "D-" }] } } } } }] },
//!   "Requests": [{ "Operation": "UpdateItem", "Request": {
//!     "TableName": "Music", "Key": { "songID": "{key.songID}", "SK": { "S": "Month-{new.month}" } },
//!     "UpdateExpression": "ADD MonthTotal :n", "ExpressionAttributeValues": { ":n": { "N": "{count}" } }
//!   } }]
//! }
//! ```
//!
//! Settings have the names and defaults that Lambda gives them. `filter` says which records a program is given, and
//! `request` how a request is filled.

mod error;
mod filter;
mod handler;
mod request;

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};

pub use crate::api::program::error::ProgramError;
use crate::api::program::filter::Pattern;
use crate::api::program::handler::{Requests, SENT_MAX, failure_of};
use crate::api::program::request::{RequestTemplate, Room, Source};
use crate::api::shape::{Kind, Member, ShapeFault, object, repeated_member};
use crate::api::value::item_to_json;
use crate::api::{arn, preview};
use crate::database::Database;
use crate::database::program::{Attached, Batching, Program};
use crate::model::item::Item;
use crate::model::name::TableName;

/// Bytes of the JSON of a program. Model: far more than a reader wants to read.
pub const DEFINITION_SIZE_MAX: usize = 65_536;

/// Letters of the name of a program. Source: <https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html>
const NAME_LENGTH_MAX: u64 = 64;

/// Requests of a program. Model: enough for a function that a reader understands.
const REQUEST_COUNT_MAX: u64 = 10;

/// Filters of a program. Source: <https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html>
const FILTER_COUNT_MAX: u64 = 5;

/// The members of a program.
const MEMBERS: [Member; 9] = [
    ("ProgramName", Kind::Text, true),
    ("TableName", Kind::Text, true),
    ("BatchSize", Kind::Number, false),
    ("MaximumBatchingWindowInSeconds", Kind::Number, false),
    ("ParallelizationFactor", Kind::Number, false),
    ("MaximumRetryAttempts", Kind::Number, false),
    ("BisectBatchOnFunctionError", Kind::Flag, false),
    ("FilterCriteria", Kind::Object, false),
    ("Requests", Kind::List, true),
];

/// The least and the most of its numbers.
const RANGES: [(&str, i64, i64); 4] = [
    ("BatchSize", 1, 10_000),
    ("MaximumBatchingWindowInSeconds", 0, 300),
    ("ParallelizationFactor", 1, 10),
    ("MaximumRetryAttempts", -1, 10_000),
];

/// The members of a request of a program.
const REQUEST_MEMBERS: [Member; 2] =
    [("Operation", Kind::Text, true), ("Request", Kind::Any, true)];

/// The definition of a program.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Definition {
    program_name: String,
    table_name: String,
    #[serde(default = "batch_size")]
    batch_size: u64,
    #[serde(default)]
    maximum_batching_window_in_seconds: u64,
    #[serde(default = "one")]
    parallelization_factor: u64,
    #[serde(default = "endless")]
    maximum_retry_attempts: i64,
    #[serde(default)]
    bisect_batch_on_function_error: bool,
    #[serde(default)]
    filter_criteria: FilterCriteria,
    requests: Vec<RequestDefinition>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct FilterCriteria {
    filters: Vec<FilterDefinition>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct FilterDefinition {
    pattern: Value,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct RequestDefinition {
    operation: String,
    request: Value,
}

const fn batch_size() -> u64 {
    100
}

const fn one() -> u64 {
    1
}

const fn endless() -> i64 {
    -1
}

/// Reads a program. Its requests are sent by the owner of the tables. Fails at the first member that is wrong.
///
/// ```
/// let program = r#"{
///     "ProgramName": "Audit", "TableName": "Orders",
///     "Requests": [{ "Operation": "PutItem", "Request": {
///         "TableName": "Log", "Item": { "id": { "S": "{id}" }, "what": { "S": "{event}" } }
///     } }]
/// }"#;
/// let program = engine::api::program::read(program)?;
/// assert_eq!((program.batching.size, program.batching.retries), (100, None));
/// # Ok::<(), engine::api::program::ProgramError>(())
/// ```
pub fn read(text: &str) -> Result<Program, ProgramError> {
    let definition = Definition::of(text)?;
    let name = &definition.program_name;
    has("ProgramName", name.chars().count(), 1, NAME_LENGTH_MAX, "characters")?;
    let batching = definition.batching();
    let (filters, requests) = (definition.filters()?, definition.requests()?);
    let of_record = requests.iter().filter(|request| !request.is_of_batch).count();
    if of_record * batching.size > SENT_MAX {
        return Err(ProgramError::TooManyRequests { max: SENT_MAX });
    }
    Ok(Program {
        name: name.clone(),
        table: TableName::new(arn::table_name(&definition.table_name)),
        batching,
        handler: Arc::new(Requests { filters, requests }),
        definition: text.to_owned(),
    })
}

/// Reads a program, and attaches it. Fails if it cannot be read, or if its table has no stream.
pub fn attach(database: &mut Database, text: &str) -> Result<(), ProgramError> {
    let program = read(text)?;
    let table = program.table.as_str();
    match database.table(table) {
        None => return Err(ProgramError::UnknownTable { table: table.to_owned() }),
        Some(found) if found.open_stream().is_none() => {
            return Err(ProgramError::NoStream { table: table.to_owned() });
        }
        Some(_) => database.attach(program),
    }
    Ok(())
}

/// What a program would fail with, were an item of its table new, if it would. Nothing is done.
pub fn trial(database: &Database, text: &str, item: &Item) -> Option<String> {
    let definition = Definition::of(text).ok()?;
    let table = database.table(arn::table_name(&definition.table_name))?;
    let (keys, image) = (item_to_json(&table.schema.key.key_of(item)), item_to_json(item));
    let event = json!({
        "eventID": "0", "eventName": "INSERT", "dynamodb": { "Keys": keys, "NewImage": image },
    });
    let filters = definition.filters().ok()?;
    if !filters.is_empty() && !filters.iter().any(|filter| filter.matches(Some(&event))) {
        return None;
    }
    definition.requests().ok()?.into_iter().find_map(|request| {
        let source = Source { record: &event, group: Some(&[&event]) };
        match request.fill(source, &mut Room::default()) {
            Ok(filled) => {
                let outcome = preview(database, request.operation.name(), &filled.to_string());
                failure_of(&request, outcome.reply)
            }
            Err(failure) => Some(failure),
        }
    })
}

impl Attached {
    /// The JSON that the program was read from.
    pub fn definition(&self) -> &str {
        &self.program.definition
    }
}

impl Definition {
    fn of(text: &str) -> Result<Self, ProgramError> {
        if text.len() > DEFINITION_SIZE_MAX {
            return Err(ProgramError::TooLong { max: DEFINITION_SIZE_MAX });
        }
        let json: Value = serde_json::from_str(text)?;
        if let Some(member) = repeated_member(text) {
            let fault = ShapeFault::Repeated { member: member.to_string() };
            return Err(ProgramError::Shape { part: "Program", fault });
        }
        check_shape(&json)?;
        Ok(Self::deserialize(json)?)
    }

    fn filters(&self) -> Result<Vec<Pattern>, ProgramError> {
        let FilterCriteria { filters } = &self.filter_criteria;
        has("Filters", filters.len(), 0, FILTER_COUNT_MAX, "elements")?;
        filters.iter().map(|filter| Pattern::read(&filter.pattern)).collect()
    }

    fn requests(&self) -> Result<Vec<RequestTemplate>, ProgramError> {
        has("Requests", self.requests.len(), 1, REQUEST_COUNT_MAX, "elements")?;
        let requests = self.requests.iter();
        requests.map(|it| RequestTemplate::read(&it.operation, &it.request)).collect()
    }

    fn batching(&self) -> Batching {
        let size = |count| usize::try_from(count).expect("it is below the limit");
        Batching {
            size: size(self.batch_size),
            window_ms: self.maximum_batching_window_in_seconds * 1_000,
            parallel: size(self.parallelization_factor),
            retries: u64::try_from(self.maximum_retry_attempts).ok(),
            bisects: self.bisect_batch_on_function_error,
        }
    }
}

/// Accepts what has the members of a program, its numbers within their ranges.
fn check_shape(json: &Value) -> Result<(), ProgramError> {
    let of = |part| move |fault| ProgramError::Shape { part, fault };
    let members = object(json, &MEMBERS).map_err(of("Program"))?;
    for (member, min, max) in RANGES {
        let is_within = |it: &Value| it.as_i64().is_some_and(|it| (min..=max).contains(&it));
        if members.get(member).is_some_and(|number| !is_within(number)) {
            return Err(ProgramError::OutOfRange { member, min, max });
        }
    }
    for request in members["Requests"].as_array().into_iter().flatten() {
        object(request, &REQUEST_MEMBERS).map_err(of("Requests"))?;
    }
    let Some(criteria) = members.get("FilterCriteria") else { return Ok(()) };
    let criteria = object(criteria, &[("Filters", Kind::List, true)]);
    let criteria = criteria.map_err(of("FilterCriteria"))?;
    for filter in criteria["Filters"].as_array().into_iter().flatten() {
        object(filter, &[("Pattern", Kind::Any, true)]).map_err(of("Filters"))?;
    }
    Ok(())
}

fn has(
    member: &'static str,
    count: usize,
    min: u64,
    max: u64,
    unit: &'static str,
) -> Result<(), ProgramError> {
    let is_within = (min..=max).contains(&(count as u64));
    is_within.then_some(()).ok_or(ProgramError::Length { member, min, max, unit })
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::api::call;
    use crate::clock::Timestamp;
    use crate::database::Config;

    /// What is wrong with a program of one request.
    #[track_caller]
    fn check(members: &str, request: &str, expected: Expect) {
        let text = format!(
            r#"{{ "ProgramName": "P", "TableName": "Orders", "Requests": [{{ "Operation": "PutItem", "Request": {request} }}]{members} }}"#
        );
        expected.assert_eq(&read(&text).expect_err("it is wrong").to_string());
    }

    #[test]
    fn what_is_wrong_with_a_program_is_said() {
        check("", r#"{ "Item": "{new.}" }"#, expect!["{new.} is not a placeholder; {{ is a brace"]);
        check(
            "",
            r#"{ "Item": "{now.id}" }"#,
            expect!["{now.id} is not a placeholder; {{ is a brace"],
        );
        check(
            "",
            r#"{ "Item": "{sum total}" }"#,
            expect!["{sum total} is not a placeholder; {{ is a brace"],
        );
        check(
            "",
            r#"[{ "Item": "{id" }]"#,
            expect!["a placeholder lacks its closing brace; {{ is a brace"],
        );
        let nested = r#"{ "a": [{ "{each}": { "b": [{ "{each}": "{id}" }] } }] }"#;
        check("", nested, expect!["{each} is not within another {each}"]);
        check(
            r#", "BatchSize": 2501"#,
            "{}",
            expect!["BatchSize times the requests that are sent for each record is at most 2500"],
        );
        let whole = |text: &str, expected: Expect| {
            expected.assert_eq(&read(text).expect_err("it is wrong").to_string());
        };
        whole("", expect!["the text is empty"]);
        whole("{\n  \"Program", expect!["line 2, column 10: the JSON is not complete"]);
        whole("{ 7 }", expect!["line 1, column 3: this is not JSON"]);
        whole("[]", expect!["Program: a JSON object is expected"]);
        whole("{}", expect!["Program: ProgramName is missing"]);
        whole(
            r#"{ "ProgramName": "", "TableName": "T", "Requests": [] }"#,
            expect!["ProgramName has from 1 to 64 characters"],
        );
        whole(
            r#"{ "ProgramName": "P", "TableName": "T", "Requests": [] }"#,
            expect!["Requests has from 1 to 10 elements"],
        );
        check(
            r#", "BatchSizes": 7"#,
            "{}",
            expect![
                "Program: BatchSizes is no member here; there are ProgramName, TableName, BatchSize, MaximumBatchingWindowInSeconds, ParallelizationFactor, MaximumRetryAttempts, BisectBatchOnFunctionError, FilterCriteria, Requests"
            ],
        );
        check(
            r#", "BatchSize": "7""#,
            "{}",
            expect!["Program: BatchSize: a whole number is expected"],
        );
        check(
            r#", "BatchSize": 1, "BatchSize": 2"#,
            "{}",
            expect!["Program: BatchSize is there twice"],
        );
        check(
            "",
            r#"{ "TableName": "A", "TableName": "B" }"#,
            expect!["Program: Requests[0].Request.TableName is there twice"],
        );
        check(r#", "FilterCriteria": {}"#, "{}", expect!["FilterCriteria: Filters is missing"]);
        check(r#", "BatchSize": 0"#, "{}", expect!["BatchSize is from 1 to 10000"]);
        check(r#", "BatchSize": -1"#, "{}", expect!["BatchSize is from 1 to 10000"]);
        check(
            r#", "ParallelizationFactor": 11"#,
            "{}",
            expect!["ParallelizationFactor is from 1 to 10"],
        );
        check(
            r#", "MaximumRetryAttempts": -2"#,
            "{}",
            expect!["MaximumRetryAttempts is from -1 to 10000"],
        );
        check(
            r#", "MaximumRetryAttempts": 10000000000000000000"#,
            "{}",
            expect!["MaximumRetryAttempts is from -1 to 10000"],
        );
        let filter = |pattern: &str| {
            format!(r#", "FilterCriteria": {{ "Filters": [{{ "Pattern": {pattern} }}] }}"#)
        };
        check(&filter("7"), "{}", expect!["a filter cannot have 7"]);
        check(
            &filter(r#"{ "a": [{ "numeric": [">", 7] }] }"#),
            "{}",
            expect![[r#"a filter cannot have {"numeric":[">",7]}"#]],
        );
        let scan = r#"{ "ProgramName": "P", "TableName": "T", "Requests": [{ "Operation": "ListTables", "Request": {} }] }"#;
        let error = read(scan).expect_err("it is no operation on items");
        expect!["a program does not send ListTables"].assert_eq(&error.to_string());
    }

    #[test]
    fn a_program_needs_a_table_with_a_stream() {
        let mut database = Database::new(Config::default());
        let program = r#"{ "ProgramName": "P", "TableName": "Orders", "Requests": [{ "Operation": "Scan", "Request": { "TableName": "Orders" } }] }"#;
        let attach =
            |database: &mut Database| attach(database, program).map_err(|it| it.to_string());
        assert_eq!(attach(&mut database), Err("there is no table Orders".to_owned()));
        let table = r#"{
            "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }]
        }"#;
        call(&mut database, "CreateTable", table).expect("the table is right");
        assert_eq!(attach(&mut database), Err("Orders has no stream".to_owned()));
        let stream = r#"{ "TableName": "Orders", "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "KEYS_ONLY" } }"#;
        call(&mut database, "UpdateTable", stream).expect("it has no stream");
        assert_eq!(attach(&mut database), Ok(()));
        let by_arn = program.replacen(r#""Orders""#, &format!("{:?}", arn::table_arn("Orders")), 1);
        assert_eq!(read(&by_arn).map(|it| it.table).ok(), Some(TableName::new("Orders")));
        assert!(database.detach("P") && !database.detach("P"));
    }

    /// 100 records of 10 KB, each of them twenty times: 20 MB.
    #[test]
    fn the_requests_of_a_batch_have_a_limit() {
        let mut database = Database::new(Config::default());
        let table = r#"{
            "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_IMAGE" }
        }"#;
        call(&mut database, "CreateTable", table).expect("the table is right");
        let texts = r#""{new.text}","#.repeat(20);
        let program = format!(
            r#"{{ "ProgramName": "P", "TableName": "Orders", "Requests": [{{ "Operation": "BatchWriteItem", "Request": {{
                "all": [{{ "{{each}}": [{texts} 0] }}]
            }} }}] }}"#
        );
        attach(&mut database, &program).expect("the program is right");
        let text = "x".repeat(10_000);
        for number in 0..100 {
            let put = format!(
                r#"{{ "TableName": "Orders", "Item": {{ "id": {{ "S": "{number}" }}, "text": {{ "S": "{text}" }} }} }}"#
            );
            call(&mut database, "PutItem", &put).expect("the item is right");
        }
        database.advance_to(Timestamp(250));
        let attached = database.programs().next().expect("it is attached");
        let failure = attached.tally.failure.as_deref();
        assert_eq!(failure, Some("the requests of a batch have at most 16777216 bytes"));
    }
}
