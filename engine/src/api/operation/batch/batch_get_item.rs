//! BatchGetItem: reads up to a hundred items by their keys, each priced for itself.

use serde_json::Value;

use crate::api::error::Rejected;
use crate::api::limit::{BATCH_GET_KEY_COUNT, BATCH_GET_RESPONSE_SIZE_MAX};
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::ready_table;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::read::selection::{check_consistency, projected, take_consistency};
use crate::api::reply::Reply;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::request::batch::{RequestedItems, check_count, take_requests};
use crate::api::request::expressions::{Expressions, Parameters};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Echo, Member, Shape};
use crate::api::request::{legacy, members};
use crate::api::value::{item_to_json, read_item};
use crate::capacity::cost::Consistency;
use crate::database::admission::Admission;
use crate::database::{Change, Database};
use crate::expression::error::Parameter;
use crate::expression::projection::ProjectionExpression;
use crate::json::text::Json;
use crate::model::bytes::Bytes;
use crate::model::item::Item;
use crate::operation::Operation;
use crate::receipt::Arm;
use crate::table::Table;

static KEYS_AND_ATTRIBUTES: Shape = Shape::Structure {
    name: "KeysAndAttributes",
    members: &[
        Member::required(
            "Keys",
            Shape::List { of: &Shape::Attributes, length: BATCH_GET_KEY_COUNT },
        ),
        Member::optional("ConsistentRead", Shape::LenientBoolean),
        Member::optional("ProjectionExpression", members::EXPRESSION),
        members::ATTRIBUTE_NAMES,
        legacy::ATTRIBUTES_TO_GET,
    ],
};

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        members::RETURN_CONSUMED_CAPACITY,
        Member::optional(
            "RequestItems",
            Shape::Map { of: &KEYS_AND_ATTRIBUTES, list_length: None, tables: Some(Echo::Json) },
        ),
    ],
    prepare,
};

static PARAMETERS: Parameters =
    Parameters { expressions: &[Parameter::ProjectionExpression], legacy: &["AttributesToGet"] };

/// What is read of one table.
struct TableRequest<'j> {
    table: &'j str,
    fields: Fields<'j>,
    keys: Vec<Item>,
    consistency: Consistency,
    projection: Option<ProjectionExpression>,
}

/// What is read of all tables, until the reply is full.
struct Batch<'d> {
    admission: Admission<'d>,
    arms: Vec<Arm>,
    size: Bytes,
    responses: Reply,
    unprocessed: Reply,
}

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let requests = take_requests(fields, Operation::BatchGetItem.name())?;
    let capacity = CapacityAnswer::of_tables(fields, requests.iter().map(|(table, _)| table));
    let mut table_requests = Vec::new();
    let mut count = 0;
    for (table, json) in requests.iter() {
        let fields = Fields::from_json(json).expect("its type was checked");
        let request = TableRequest::read(table, fields)?;
        count += request.keys.len();
        check_count(count, BATCH_GET_KEY_COUNT.1, Operation::BatchGetItem.name())?;
        table_requests.push(request);
    }
    let mut batch = Batch {
        admission: database.admission(),
        arms: Vec::new(),
        size: Bytes::ZERO,
        responses: Reply::default(),
        unprocessed: Reply::default(),
    };
    let mut items = RequestedItems::default();
    for request in table_requests {
        let table = ready_table(request.table, "BatchGetItem", database)?;
        check_consistency(table, request.consistency, database)?;
        for key in &request.keys {
            table.schema.key.check_key(key)?;
            items.add_to_batch(table, key)?;
        }
        let paths = request.projection.iter().flat_map(ProjectionExpression::paths);
        table.schema.check_paths(paths)?;
        batch.read(table, request);
    }
    let Batch { admission, arms, responses, unprocessed, .. } = batch;
    let charges = admission.finish();
    if let Some((table, throttled)) = charges.first_throttled().filter(|_| arms.is_empty()) {
        return Ok(Prepared::throttled(table, throttled, charges));
    }
    let mut reply = Reply::default();
    reply.put_object("Responses", responses);
    reply.put_object("UnprocessedKeys", unprocessed);
    capacity.add_list_to(&mut reply, &arms, None);
    Ok(Prepared::paid(reply, arms, Change::None, charges))
}

impl<'j> TableRequest<'j> {
    fn read(table: &'j str, fields: Fields<'j>) -> Result<Self, Rejected> {
        PARAMETERS.check(fields)?;
        let attributes = legacy::take_attributes_to_get(fields)?;
        let mut expressions = Expressions::take(fields)?;
        let projection = expressions.projection()?.or(attributes);
        expressions.finish()?;
        let keys = fields.elements("Keys").expect("the member is required");
        let keys: Vec<Item> = keys.iter().map(read_item).collect::<Result<_, _>>()?;
        Ok(Self { table, fields, keys, consistency: take_consistency(fields), projection })
    }

    /// The request again, for the keys that were not processed.
    fn again(&self, keys: Vec<Value>) -> Reply {
        let mut request = Reply::default();
        request.put("Keys", Value::Array(keys));
        if let Some(consistent) = self.fields.boolean("ConsistentRead") {
            request.put_flag("ConsistentRead", consistent);
        }
        if let Some(text) = self.fields.text("ProjectionExpression") {
            request.put_text("ProjectionExpression", text);
        }
        if let Some(names) = self.fields.texts(legacy::ATTRIBUTES_TO_GET.name) {
            request.put_texts(legacy::ATTRIBUTES_TO_GET.name, names.into_iter());
        }
        if let Some(names) = self.fields.map("ExpressionAttributeNames") {
            let mut object = Reply::default();
            for (placeholder, name) in names.iter() {
                if let Json::String(name) = name {
                    object.put_text(placeholder, name);
                }
            }
            request.put_object("ExpressionAttributeNames", object);
        }
        request
    }
}

impl Batch<'_> {
    /// Reads the items of one table. Keys that find the reply full, or no throughput left, are left unprocessed and cost
    /// nothing.
    fn read(&mut self, table: &Table, request: TableRequest<'_>) {
        let (mut items, mut unprocessed) = (Vec::new(), Vec::new());
        for key in &request.keys {
            let stored = table.get(key);
            let size = stored.map(|stored| stored.size).unwrap_or_default();
            if self.size + size > BATCH_GET_RESPONSE_SIZE_MAX {
                unprocessed.push(item_to_json(key));
                continue;
            }
            let arm = table.item_arm(stored, request.consistency);
            if let Err(throttled) = self.admission.read_item(table, key, arm.units) {
                self.admission.reject(table, throttled);
                unprocessed.push(item_to_json(key));
                continue;
            }
            self.size += size;
            self.arms.push(arm);
            let projection = request.projection.as_ref();
            items.extend(stored.map(|stored| projected(stored.image.clone(), projection)));
        }
        self.responses.put_list(request.table, items);
        if !unprocessed.is_empty() {
            self.unprocessed.put_object(request.table, request.again(unprocessed));
        }
    }
}
