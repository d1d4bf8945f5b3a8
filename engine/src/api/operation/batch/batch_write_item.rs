//! BatchWriteItem: puts and deletes up to twenty-five items, each for itself.

use std::sync::Arc;

use crate::api::error::Rejected;
use crate::api::error::batch::BatchError;
use crate::api::error::validation::ValidationError;
use crate::api::limit::BATCH_WRITE_ITEM_COUNT;
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::{check_collection, ready_table, take_item};
use crate::api::operation::prepared::Prepared;
use crate::api::reply::Reply;
use crate::api::reply::collection_metrics::CollectionMetrics;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::request::batch::{RequestedItems, check_count, take_requests};
use crate::api::request::fields::Fields;
use crate::api::request::members;
use crate::api::request::shape::{Echo, Member, Shape};
use crate::api::value::item_to_json;
use crate::database::{Change, Database};
use crate::json::text::Json;
use crate::operation::Operation;
use crate::table::Table;
use crate::table::write::accept::Rejection;
use crate::table::write::plan::{Write, WriteAction, WriteError, WritePlan};
use crate::table::write::set::WriteSet;

static WRITE_REQUEST: Shape = Shape::Structure {
    name: "WriteRequest",
    members: &[
        Member::optional(
            "PutRequest",
            Shape::Structure { name: "PutRequest", members: &PUT_MEMBERS },
        ),
        Member::optional(
            "DeleteRequest",
            Shape::Structure { name: "DeleteRequest", members: &DELETE_MEMBERS },
        ),
    ],
};

static PUT_MEMBERS: [Member; 1] = [Member::required("Item", Shape::Attributes)];
static DELETE_MEMBERS: [Member; 1] = [Member::required("Key", Shape::Attributes)];
static WRITE_REQUESTS: Shape = Shape::List { of: &WRITE_REQUEST, length: (0, usize::MAX) };

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        members::RETURN_CONSUMED_CAPACITY,
        members::RETURN_COLLECTION_METRICS,
        Member::optional(
            "RequestItems",
            Shape::Map {
                of: &WRITE_REQUESTS,
                list_length: Some(BATCH_WRITE_ITEM_COUNT),
                tables: Some(Echo::Java),
            },
        ),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let requests = take_requests(fields, Operation::BatchWriteItem.name())?;
    let capacity = CapacityAnswer::of_tables(fields, requests.iter().map(|(table, _)| table));
    let list = |json| match json {
        Json::Array(elements) => elements.iter().filter_map(Fields::from_json).collect(),
        _ => Vec::new(),
    };
    let requests: Vec<(&str, Vec<Fields<'_>>)> =
        requests.iter().map(|(table, json)| (table, list(json))).collect();
    let count = requests.iter().map(|(_, requests)| requests.len()).sum();
    check_count(count, BATCH_WRITE_ITEM_COUNT.1, Operation::BatchWriteItem.name())?;
    let read = |(table, requests): (_, Vec<Fields<'_>>)| {
        let actions = requests.into_iter().map(take_action).collect::<Result<Vec<_>, _>>();
        actions.map(|actions| (table, actions))
    };
    let requests = requests.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let (mut arms, mut writes) = (Vec::new(), WriteSet::default());
    let mut items = RequestedItems::default();
    let mut metrics = CollectionMetrics::take(fields);
    let (mut admission, mut unprocessed) = (database.admission(), Reply::default());
    let mut planned = Vec::new();
    for (name, actions) in requests {
        let table = ready_table(name, "BatchWriteItem", database)?;
        let of_table = plan(table, actions)?;
        for (action, _) in &of_table {
            items.add_to_batch(table, action.key_source())?;
        }
        planned.push((name, table, of_table));
    }
    // The whole request is valid: what is stored decides the rest.
    for (name, table, planned) in planned {
        let mut left = Vec::new();
        for (action, plan) in planned {
            check_collection(table, &plan, &writes, database)?;
            if let Err(throttled) = admission.write(table, &plan) {
                admission.reject(table, throttled);
                left.push(again(&action));
                continue;
            }
            arms.extend(plan.arms(table));
            metrics.add(name, table, &plan, database);
            writes.add(table, plan).expect("all items of the batch are different");
        }
        if !left.is_empty() {
            unprocessed.put_list(name, left);
        }
    }
    let charges = admission.finish();
    if let Some((table, throttled)) = charges.first_throttled().filter(|_| writes.is_empty()) {
        return Ok(Prepared::throttled(table, throttled, charges));
    }
    let mut reply = Reply::default();
    reply.put_object("UnprocessedItems", unprocessed);
    metrics.put_into(&mut reply);
    capacity.add_list_to(&mut reply, &arms, None);
    Ok(Prepared::paid(reply, arms, Change::Writes(writes), charges))
}

/// Plans the writes of one table.
fn plan(
    table: &Table,
    actions: Vec<WriteAction>,
) -> Result<Vec<(WriteAction, WritePlan)>, Rejected> {
    let mut planned = Vec::with_capacity(actions.len());
    for action in actions {
        let write = Write { action, condition: None };
        let plan = table.plan_write(&write).map_err(of_batch)?;
        planned.push((write.action, plan));
    }
    Ok(planned)
}

fn take_action(request: Fields<'_>) -> Result<WriteAction, Rejected> {
    match (request.fields("PutRequest"), request.fields("DeleteRequest")) {
        (Some(put), None) => Ok(WriteAction::Put(Arc::new(take_item(put, "Item")?))),
        (None, Some(delete)) => Ok(WriteAction::Delete { key: take_item(delete, "Key")? }),
        (None, None) | (Some(_), Some(_)) => {
            Err(ValidationError::Batch(BatchError::NotOneRequest).into())
        }
    }
}

/// The request for an action again, for one that was throttled.
fn again(action: &WriteAction) -> Reply {
    let (kind, name) = match action {
        WriteAction::Put(_) => ("PutRequest", "Item"),
        WriteAction::Delete { .. } | WriteAction::Update { .. } | WriteAction::Check { .. } => {
            ("DeleteRequest", "Key")
        }
    };
    let (mut request, mut action_of_it) = (Reply::default(), Reply::default());
    action_of_it.put(name, item_to_json(action.key_source()));
    request.put_object(kind, action_of_it);
    request
}

/// In a batch an item without a proper key is rejected as a key is.
fn of_batch(error: WriteError) -> Rejected {
    match error {
        WriteError::Rejected(Rejection::MissingKey { .. } | Rejection::KeyType { .. }) => {
            Rejection::KeyShape.into()
        }
        error => error.into(),
    }
}
