//! TransactGetItems: reads up to a hundred items as they are at one moment, each at double price.

use crate::api::error::batch::TransactionError;
use crate::api::error::validation::ValidationError;
use crate::api::error::{ApiError, CancellationReason, Rejected};
use crate::api::limit::{TRANSACTION_ITEM_COUNT, TRANSACTION_SIZE_MAX};
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::{find_table, take_item};
use crate::api::operation::prepared::Prepared;
use crate::api::operation::read::selection::projected;
use crate::api::operation::transaction::reason::reason;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::reply::{Reply, ReplyJson};
use crate::api::request::batch::check_distinct_items;
use crate::api::request::expressions::{Expressions, Parameters};
use crate::api::request::fields::Fields;
use crate::api::request::members;
use crate::api::request::shape::{Member, Shape};
use crate::capacity::cost::Consistency;
use crate::database::{Change, Database};
use crate::expression::error::Parameter;
use crate::expression::projection::ProjectionExpression;
use crate::model::bytes::Bytes;
use crate::model::item::Item;
use crate::receipt::{Arm, UnitKind};
use crate::table::Table;
use crate::table::write::accept::Rejection;

static GET_MEMBERS: [Member; 4] = [
    members::TABLE_NAME,
    Member::required("Key", Shape::Attributes),
    Member::optional("ProjectionExpression", members::EXPRESSION),
    members::ATTRIBUTE_NAMES,
];

static ACTION: Shape = Shape::Structure {
    name: "TransactGetItem",
    members: &[Member::required("Get", Shape::Structure { name: "Get", members: &GET_MEMBERS })],
};

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        Member::required(
            "TransactItems",
            Shape::List { of: &ACTION, length: TRANSACTION_ITEM_COUNT },
        ),
        members::RETURN_CONSUMED_CAPACITY,
    ],
    prepare,
};

static PARAMETERS: Parameters =
    Parameters { expressions: &[Parameter::ProjectionExpression], legacy: &[] };

struct Get<'d> {
    table: &'d Table,
    key: Item,
    projection: Option<ProjectionExpression>,
}

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let actions = fields.list("TransactItems").expect("the member is required");
    let gets = actions.into_iter().map(read_get).collect::<Result<Vec<_>, _>>()?;
    let find = |(fields, key, projection)| -> Result<_, Rejected> {
        let table = find_table(fields, "GetItem", database)?;
        Ok(Get { table, key, projection })
    };
    let gets = gets.into_iter().map(find).collect::<Result<Vec<_>, _>>()?;
    check_distinct_items(gets.iter().map(|get| (get.table, &get.key)))?;
    check_gets(&gets)?;
    let (responses, arms): (Vec<ReplyJson>, Vec<Arm>) = gets.iter().map(Get::run).unzip();
    let keys: Vec<_> = gets.iter().map(|get| (get.table, &get.key)).collect();
    finish_reads(&keys, responses, arms, database, &CapacityAnswer::of_actions(fields))
}

/// The answer to a transaction of reads, if the items are not too large together and no read is throttled.
pub(crate) fn finish_reads(
    keys: &[(&Table, &Item)],
    responses: Vec<ReplyJson>,
    arms: Vec<Arm>,
    database: &Database,
    capacity: &CapacityAnswer<'_>,
) -> Result<Prepared, Rejected> {
    let stored = keys.iter().filter_map(|(table, key)| table.get(key));
    if stored.map(|stored| stored.size).sum::<Bytes>() > TRANSACTION_SIZE_MAX {
        return Err(ValidationError::Transaction(TransactionError::TooLarge).into());
    }
    let mut admission = database.admission();
    let mut reasons = Vec::with_capacity(keys.len());
    for ((table, key), arm) in keys.iter().zip(&arms) {
        let admitted = admission.read_item(table, key, arm.units);
        reasons.push(reason(&mut admission, table, admitted));
    }
    let charges = admission.finish();
    if reasons.iter().any(|reason| *reason != CancellationReason::None) {
        return Ok(Prepared::cancelled(reasons, Vec::new(), charges.without_consumed()));
    }
    let mut reply = Reply::default();
    reply.put_list("Responses", responses);
    capacity.add_list_to(&mut reply, &arms, Some(UnitKind::Read));
    Ok(Prepared::paid(reply, arms, Change::None, charges))
}

/// The fields of a get, its key, and what it returns of the item.
fn read_get(
    action: Fields<'_>,
) -> Result<(Fields<'_>, Item, Option<ProjectionExpression>), Rejected> {
    let fields = action.fields("Get").expect("the member is required");
    PARAMETERS.check(fields)?;
    let key = take_item(fields, "Key")?;
    let mut expressions = Expressions::take(fields)?;
    let projection = expressions.projection()?;
    expressions.finish()?;
    Ok((fields, key, projection))
}

/// A key that no table accepts rejects the request; otherwise the first fault cancels it.
fn check_gets(gets: &[Get<'_>]) -> Result<(), Rejected> {
    let rejections = gets.iter().map(|get| get.check().err());
    let rejections: Vec<Option<Rejection>> = rejections.collect();
    if let Some(rejection) =
        rejections.iter().flatten().find(|rejection| rejection.is_of_key_value())
    {
        return Err(rejection.clone().into());
    }
    let Some(first) = rejections.iter().position(Option::is_some) else { return Ok(()) };
    let reason = |(position, rejection): (usize, Option<Rejection>)| match rejection {
        Some(rejection) if position == first => CancellationReason::Validation(rejection.into()),
        _ => CancellationReason::None,
    };
    let reasons = rejections.into_iter().enumerate().map(reason).collect();
    Err(ApiError::TransactionCanceled { reasons }.into())
}

impl Get<'_> {
    fn check(&self) -> Result<(), Rejection> {
        self.table.schema.key.check_key(&self.key)?;
        let paths = self.projection.iter().flat_map(ProjectionExpression::paths);
        self.table.schema.check_paths(paths)
    }

    /// The response, and its arm of the receipt.
    fn run(&self) -> (ReplyJson, Arm) {
        let stored = self.table.get(&self.key);
        let arm = self.table.item_arm(stored, Consistency::Strong);
        let arm = Arm { units: arm.units.doubled(), ..arm };
        let image = stored.map(|stored| projected(stored.image.clone(), self.projection.as_ref()));
        let mut response = Reply::default();
        if let Some(image) = image.filter(|image| !image.is_empty()) {
            response.put("Item", image);
        }
        (response.into(), arm)
    }
}
