//! Operations in DynamoDB's JSON: decode, check, prepare, commit, answer.
//!
//! Each operation is a file with one `OPERATION`. Preparing takes the database by shared reference
//! and makes everything: the reply, the receipt and the change. Committing the change cannot fail,
//! so [`preview`] is [`execute`] without the commit.

mod arn;
mod batch;
pub mod batch_error;
mod batch_get_item;
mod batch_write_item;
mod create_table;
mod delete_item;
mod delete_table;
mod describe_continuous_backups;
mod describe_endpoints;
mod describe_limits;
mod describe_stream;
mod describe_table;
mod describe_time_to_live;
mod encryption;
pub mod error;
mod expressions;
mod get_item;
mod get_records;
mod get_shard_iterator;
mod index_definition;
mod legacy;
pub mod legacy_error;
pub mod limit;
mod list_streams;
mod list_tables;
mod list_tags_of_resource;
pub mod protocol;
mod put_item;
mod query;
mod read;
pub mod read_error;
mod refusal_wording;
mod reply;
pub mod resource_error;
mod scan;
pub mod schema_error;
mod shape;
pub mod snapshot;
pub mod stream_error;
mod streams;
mod tag_resource;
mod tags;
mod throttle;
mod throughput_limit;
mod transact_get_items;
mod transact_write_items;
pub mod typed;
pub mod unknown_member;
mod untag_resource;
mod update_continuous_backups;
pub mod update_error;
mod update_item;
mod update_table;
mod update_time_to_live;
pub mod validation_error;
pub mod violation;
mod warm_throughput;
mod wire;
mod write;

use serde_json::Value;

use crate::api::error::{ApiError, CancellationReason, Envelope, Refused};
use crate::api::reply::Reply;
use crate::api::shape::{Fields, Member};
use crate::api::unknown_member::find_unknown;
use crate::api::validation_error::ValidationError;
use crate::database::{Change, Database, Wording};
use crate::event::{Arm, Receipt, Staleness, Throttled};
use crate::model::json_text::{Json, JsonObject, JsonText};
use crate::model::json_value::compact;
use crate::model::name::TableName;
use crate::model::value_error::{ValueError, WireType};
use crate::throughput::admission::Charges;

/// The type of a request as a whole.
const REQUEST: WireType = WireType::Structure("Request");

/// An operation: its name, the constraints of its request, and what it does.
#[derive(Debug)]
pub struct Operation {
    name: &'static str,
    wording: Wording,
    envelope: Envelope,
    members: &'static [Member],
    prepare: fn(Fields<'_>, &Database) -> Result<Prepared, Refused>,
}

/// Every operation, a line each. PartiQL's three will stand here too.
pub static OPERATIONS: &[&Operation] = &[
    &batch_get_item::OPERATION,
    &batch_write_item::OPERATION,
    &create_table::OPERATION,
    &delete_item::OPERATION,
    &delete_table::OPERATION,
    &describe_continuous_backups::OPERATION,
    &describe_endpoints::OPERATION,
    &describe_limits::OPERATION,
    &describe_stream::OPERATION,
    &describe_table::OPERATION,
    &describe_time_to_live::OPERATION,
    &get_item::OPERATION,
    &get_records::OPERATION,
    &get_shard_iterator::OPERATION,
    &list_streams::OPERATION,
    &list_tables::OPERATION,
    &list_tags_of_resource::OPERATION,
    &put_item::OPERATION,
    &query::OPERATION,
    &scan::OPERATION,
    &tag_resource::OPERATION,
    &transact_get_items::OPERATION,
    &transact_write_items::OPERATION,
    &untag_resource::OPERATION,
    &update_continuous_backups::OPERATION,
    &update_item::OPERATION,
    &update_table::OPERATION,
    &update_time_to_live::OPERATION,
];

/// What an operation answers, and what it cost.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// The reply in DynamoDB's JSON, or the refusal.
    pub reply: Result<Value, ApiError>,
    /// What was paid. A refused request has none; a failed condition is paid and has one.
    pub receipt: Option<Receipt>,
}

/// A request, thought through: nothing has changed.
#[derive(Debug)]
struct Prepared {
    reply: Result<Value, ApiError>,
    arms: Vec<Arm>,
    staleness: Option<Staleness>,
    change: Change,
    /// What is taken of the throughput of tables.
    charges: Charges,
}

impl Prepared {
    /// An answer that costs nothing and changes nothing.
    fn answer(reply: Value) -> Self {
        Self::changing(reply, Change::None)
    }

    /// An answer that costs nothing, and the change that it announces.
    fn changing(reply: Value, change: Change) -> Self {
        let (reply, arms, charges) = (Ok(reply), Vec::new(), Charges::default());
        Self { reply, arms, staleness: None, change, charges }
    }

    /// A request of which every part was throttled, one of them so.
    fn throttled(table: TableName, throttled: Throttled, charges: Charges) -> Self {
        let reply = Err(ApiError::Throttled { table, throttled });
        Self { reply, arms: Vec::new(), staleness: None, change: Change::None, charges }
    }

    /// A transaction of which nothing is done, and what is paid all the same.
    fn cancelled(reasons: Vec<CancellationReason>, arms: Vec<Arm>, charges: Charges) -> Self {
        let reply = Err(ApiError::TransactionCanceled { reasons });
        Self { reply, arms, staleness: None, change: Change::None, charges }
    }

    /// An answer that has its price, and the change that it announces.
    fn paid(reply: Reply, arms: Vec<Arm>, change: Change, charges: Charges) -> Self {
        Self { reply: Ok(reply.into_json()), arms, staleness: None, change, charges }
    }
}

impl Operation {
    /// The name of the operation, such as `PutItem`.
    pub fn name(&self) -> &'static str {
        self.name
    }
}

/// Runs an operation on a request in DynamoDB's JSON and answers in DynamoDB's JSON.
///
/// ```
/// use engine::database::{Config, Database};
///
/// let mut database = Database::new(Config::default());
/// let table = r#"{
///     "TableName": "Orders", "BillingMode": "PAY_PER_REQUEST",
///     "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
///     "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }]
/// }"#;
/// engine::api::call(&mut database, "CreateTable", table)?;
/// let put = r#"{ "TableName": "Orders", "Item": { "id": { "S": "o-1" } }, "ReturnConsumedCapacity": "TOTAL" }"#;
/// let reply = engine::api::call(&mut database, "PutItem", put)?;
/// assert_eq!(reply, r#"{"ConsumedCapacity":{"CapacityUnits":1.0,"TableName":"Orders"}}"#);
/// # Ok::<(), engine::api::error::ApiError>(())
/// ```
pub fn call(database: &mut Database, operation: &str, request: &str) -> Result<String, ApiError> {
    execute(database, operation, request).reply.map(|reply| compact(&reply))
}

/// Runs an operation as [`call`] does, and says what it cost.
pub fn execute(database: &mut Database, operation: &str, request: &str) -> Outcome {
    match prepare(database, operation, request) {
        Err(error) => {
            settle_refusal(database, &error);
            Outcome { reply: Err(*error), receipt: None }
        }
        Ok((outcome, charges, change)) => {
            database.consume(&charges);
            database.commit(change);
            outcome
        }
    }
}

/// Counts a refusal for want of throughput. No other leaves a trace.
fn settle_refusal(database: &mut Database, error: &ApiError) {
    if let ApiError::Throttled { table, throttled } = error {
        database.consume(&Charges::of_throttled(table.clone(), throttled.clone()));
    }
}

/// Says what an operation would answer and cost. Nothing changes.
pub fn preview(database: &Database, operation: &str, request: &str) -> Outcome {
    match prepare(database, operation, request) {
        Err(error) => Outcome { reply: Err(*error), receipt: None },
        Ok((outcome, _, _)) => outcome,
    }
}

fn prepare(
    database: &Database,
    operation: &str,
    request: &str,
) -> Result<(Outcome, Charges, Change), Refused> {
    let operation = OPERATIONS
        .iter()
        .find(|candidate| candidate.name == operation)
        .ok_or(ApiError::UnknownOperation)?;
    let text = JsonText::parse(request)?;
    let wording = database.config().wording;
    let fields = operation.check(&text, wording)?;
    let prepared = (operation.prepare)(fields, database);
    let prepared = prepared.map_err(|error| operation.refusal(fields, error, wording))?;
    let Prepared { reply, arms, staleness, change, charges } = prepared;
    let is_paid = reply.is_ok() || !arms.is_empty();
    let receipt = Receipt { operation: operation.name, at: database.now(), arms, staleness };
    Ok((Outcome { reply, receipt: is_paid.then_some(receipt) }, charges, change))
}

impl Operation {
    /// Checks types, then names of members, then constraints: `TableName` has a check of its own before all others.
    fn check<'j>(&self, text: &'j JsonText<'_>, wording: Wording) -> Result<Fields<'j>, Refused> {
        let request = match text.root() {
            Json::Object(members) => members,
            other => return Err(ValueError::wrong_type(REQUEST, other).into()),
        };
        shape::check_types(request, self.members)?;
        if let Some(unknown) = find_unknown(request, self.members) {
            return Err(ValidationError::UnknownMember(unknown).into());
        }
        let fields = Fields::new(request);
        let checked = self.check_table_name(request).and_then(|()| {
            shape::check_constraints(request, self.members, self.wording_in(wording))
                .map_err(ValidationError::Violations)
        });
        match checked {
            Ok(()) => Ok(fields),
            Err(error) => Err(self.refusal(fields, error.into(), wording)),
        }
    }

    fn check_table_name(&self, request: JsonObject<'_>) -> Result<(), ValidationError> {
        const NAME: &str = "TableName";
        let takes_table = self.members.iter().any(|member| member.name == NAME && member.required);
        let missing = request.get(NAME).is_none_or(Json::is_null);
        match takes_table && missing {
            true => Err(ValidationError::MissingParameter { name: NAME }),
            false => Ok(()),
        }
    }

    /// A refusal as it is reported. A value of the wrong JSON type, wherever it is, would have been found first.
    fn refusal(&self, fields: Fields<'_>, mut refused: Refused, wording: Wording) -> Refused {
        if let Some(fault) = shape::value_fault(fields, self.members) {
            return fault.into();
        }
        if let ApiError::Validation { error, envelope: envelope @ Envelope::Bare } = &mut *refused {
            if self.wording_in(wording) == Wording::Classic {
                error.use_older_words();
            }
            if wording == Wording::Revised && error.is_of_request() {
                *envelope = self.envelope;
            }
        }
        refused
    }

    /// The words of this operation in a database that speaks so. Some operations keep to the classic ones.
    fn wording_in(&self, database: Wording) -> Wording {
        match database {
            Wording::Classic => Wording::Classic,
            Wording::Revised => self.wording,
        }
    }
}
