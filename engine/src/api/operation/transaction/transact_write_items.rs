//! TransactWriteItems: up to a hundred writes and checks that happen together or not at all.
//!
//! The table's part of each action costs double; what indexes store changes once, and costs once.

use std::sync::Arc;

use crate::api::error::batch::TransactionError;
use crate::api::error::validation::ValidationError;
use crate::api::error::{ApiError, CancellationReason, Rejected};
use crate::api::limit::{CLIENT_TOKEN_LENGTH, TRANSACTION_ITEM_COUNT, TRANSACTION_SIZE_MAX};
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::{find_table, take_item};
use crate::api::operation::prepared::Prepared;
use crate::api::operation::transaction::reason::reason;
use crate::api::reply::Reply;
use crate::api::reply::collection_metrics::CollectionMetrics;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::request::batch::check_distinct_items;
use crate::api::request::check::nests_very_deeply;
use crate::api::request::expressions::Expressions;
use crate::api::request::fields::Fields;
use crate::api::request::members;
use crate::api::request::shape::{Member, Shape};
use crate::api::value::read_item;
use crate::capacity::cost::{Consistency, read_units};
use crate::database::{Change, CompletedTransaction, Database};
use crate::expression::condition::Condition;
use crate::expression::error::Parameter;
use crate::expression::update::Update;
use crate::json::value::canonical_text;
use crate::model::bytes::Bytes;
use crate::model::name::TableName;
use crate::receipt::{Arm, Reason, Store, UnitKind};
use crate::table::Table;
use crate::table::write::accept::Rejection;
use crate::table::write::plan::{UpdateCeiling, Write, WriteAction, WriteError, WritePlan};
use crate::table::write::set::WriteSet;
use crate::throughput::admission::Charges;

const CONDITION: Member = Member::optional("ConditionExpression", members::EXPRESSION);

const KEY: Member = Member::required("Key", Shape::Attributes);

static CHECK_MEMBERS: [Member; 6] = [
    members::TABLE_NAME,
    KEY,
    Member::required("ConditionExpression", members::EXPRESSION),
    members::ATTRIBUTE_NAMES,
    members::ATTRIBUTE_VALUES,
    members::RETURN_VALUES_ON_FAILURE,
];

static PUT_MEMBERS: [Member; 6] = [
    members::TABLE_NAME,
    Member::required("Item", Shape::Attributes),
    CONDITION,
    members::ATTRIBUTE_NAMES,
    members::ATTRIBUTE_VALUES,
    members::RETURN_VALUES_ON_FAILURE,
];

static DELETE_MEMBERS: [Member; 6] = [
    members::TABLE_NAME,
    KEY,
    CONDITION,
    members::ATTRIBUTE_NAMES,
    members::ATTRIBUTE_VALUES,
    members::RETURN_VALUES_ON_FAILURE,
];

static UPDATE_MEMBERS: [Member; 7] = [
    members::TABLE_NAME,
    KEY,
    Member::required("UpdateExpression", members::EXPRESSION),
    CONDITION,
    members::ATTRIBUTE_NAMES,
    members::ATTRIBUTE_VALUES,
    members::RETURN_VALUES_ON_FAILURE,
];

static ACTION_MEMBERS: [Member; 4] = [
    Member::optional(
        "ConditionCheck",
        Shape::Structure { name: "ConditionCheck", members: &CHECK_MEMBERS },
    ),
    Member::optional("Put", Shape::Structure { name: "Put", members: &PUT_MEMBERS }),
    Member::optional("Delete", Shape::Structure { name: "Delete", members: &DELETE_MEMBERS }),
    Member::optional("Update", Shape::Structure { name: "Update", members: &UPDATE_MEMBERS }),
];

static ACTION: Shape = Shape::Structure { name: "TransactWriteItem", members: &ACTION_MEMBERS };

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        Member::required(
            "TransactItems",
            Shape::List { of: &ACTION, length: TRANSACTION_ITEM_COUNT },
        ),
        Member::optional(
            "ClientRequestToken",
            Shape::Text { length: CLIENT_TOKEN_LENGTH, plain: false },
        ),
        members::RETURN_CONSUMED_CAPACITY,
        members::RETURN_COLLECTION_METRICS,
    ],
    prepare,
};

/// One action, read and not yet planned.
pub(crate) struct Action<'d> {
    pub(crate) table: &'d Table,
    pub(crate) write: Write,
    pub(crate) return_item_on_failure: bool,
}

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let token = fields.text("ClientRequestToken");
    if let Some(done) = token.and_then(|token| database.completed_transaction(token)) {
        return replay(fields, done, database);
    }
    let actions = read_actions(fields)?;
    check_size(&actions)?;
    let actions = actions.into_iter().map(|(fields, write)| Action::find(fields, write, database));
    let actions: Vec<_> = actions.collect::<Result<_, _>>()?;
    check_distinct_items(actions.iter().map(|it| (it.table, it.write.action.key_source())))?;
    let plans = plan(&actions)?;
    let tables = actions.iter().map(|action| action.table);
    let arms: Vec<Arm> = tables.zip(&plans).flat_map(|(table, plan)| plan.arms(table)).collect();
    let (reasons, charges) = admit(&actions, &plans, database);
    if reasons.iter().any(|reason| *reason != CancellationReason::None) {
        return Ok(Prepared::cancelled(reasons, Vec::new(), charges.without_consumed()));
    }
    if plans.iter().any(|plan| !plan.condition_met) {
        return Ok(cancelled(&actions, &plans, arms, charges));
    }
    check_collections(&actions, &plans, database)?;
    let mut metrics = CollectionMetrics::take(fields);
    for (Action { table, write, .. }, plan) in actions.iter().zip(&plans) {
        match write.action {
            WriteAction::Put(_) | WriteAction::Update { .. } | WriteAction::Delete { .. } => {
                metrics.add(table.schema.name.as_str(), table, plan, database);
            }
            // Metrics are of the collections that Put, Update and Delete affect.
            // Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html>
            WriteAction::Check { .. } => {}
        }
    }
    let mut reply = Reply::default();
    metrics.put_into(&mut reply);
    CapacityAnswer::of_actions(fields).add_list_to(&mut reply, &arms, Some(UnitKind::Write));
    let completed = token.map(|token| {
        let size = |(action, plan): (&Action<'_>, &WritePlan)| {
            (action.table.schema.name.clone(), larger_image(plan))
        };
        let sizes = actions.iter().zip(&plans).map(size).collect();
        CompletedTransaction { token: token.to_owned(), content: content(fields), sizes }
    });
    let mut writes = WriteSet::default();
    for (action, plan) in actions.iter().zip(plans).filter(|(action, _)| !action.only_checks()) {
        writes.add(action.table, plan).expect("all items of the transaction are different");
    }
    let change = Change::Transaction { writes, completed };
    Ok(Prepared::paid(reply, arms, change, charges))
}

/// The actions of a request as text: what tells whether a token is used with other parameters.
///
/// Observed: 2026, requests that were repeated on the service: the order of members does not matter. Model: the order of
/// the members of a set matters, and so does the form of a number; neither was measured.
fn content(fields: Fields<'_>) -> String {
    canonical_text(fields.value("TransactItems").expect("the member is required"))
}

fn read_actions(fields: Fields<'_>) -> Result<Vec<(Fields<'_>, Write)>, Rejected> {
    let actions = fields.list("TransactItems").expect("the member is required");
    actions.into_iter().map(read_action).collect()
}

/// The fields of the one thing that an action is, and the write that it asks for.
fn read_action(action: Fields<'_>) -> Result<(Fields<'_>, Write), Rejected> {
    let kinds = ["ConditionCheck", "Put", "Delete", "Update"];
    let given: Vec<_> =
        kinds.iter().filter_map(|kind| Some((*kind, action.fields(kind)?))).collect();
    let (kind, fields) = match given.as_slice() {
        [] => return Err(ValidationError::Transaction(TransactionError::NoAction).into()),
        [(kind, fields)] => (kind, *fields),
        _ => return Err(ValidationError::Transaction(TransactionError::NotOneAction).into()),
    };
    let is_update = *kind == "Update";
    let name = if *kind == "Put" { "Item" } else { "Key" };
    // Expressions are read before values that nest very deeply are found.
    // Observed: 2026-10, transactions that were sent to the service.
    if fields.map(name).is_some_and(nests_very_deeply) {
        take_expressions(fields, is_update)?;
    }
    let item = take_item(fields, name)?;
    let (update, condition) = take_expressions(fields, is_update)?;
    let action = match *kind {
        "Put" => WriteAction::Put(Arc::new(item)),
        "Delete" => WriteAction::Delete { key: item },
        "Update" => WriteAction::Update { key: item, update, ceiling: UpdateCeiling::Item },
        _ => WriteAction::Check { key: item },
    };
    Ok((fields, Write { action, condition }))
}

/// The expressions of an action. Without any, its placeholders are ignored.
///
/// Observed: 2026, puts with values that were sent to the service. Model: the same of names, and of deletes.
fn take_expressions(
    fields: Fields<'_>,
    is_update: bool,
) -> Result<(Option<Update>, Option<Condition>), Rejected> {
    if !is_update && fields.value(CONDITION.name).is_none() {
        return Ok((None, None));
    }
    let mut expressions = Expressions::take(fields)?;
    let update = if is_update { expressions.update()? } else { None };
    let condition = expressions.condition(Parameter::ConditionExpression)?;
    expressions.finish()?;
    Ok((update, condition))
}

/// What a policy would have to allow. A transaction has no action of its own.
fn permission(action: &WriteAction) -> &'static str {
    match action {
        WriteAction::Put(_) => "PutItem",
        WriteAction::Update { .. } => "UpdateItem",
        WriteAction::Delete { .. } => "DeleteItem",
        WriteAction::Check { .. } => "ConditionCheckItem",
    }
}

impl<'d> Action<'d> {
    fn find(fields: Fields<'_>, write: Write, database: &'d Database) -> Result<Self, Rejected> {
        let on_failure = fields.text("ReturnValuesOnConditionCheckFailure");
        Ok(Self {
            table: find_table(fields, permission(&write.action), database)?,
            write,
            return_item_on_failure: on_failure == Some("ALL_OLD"),
        })
    }

    /// Whether the action writes nothing.
    pub(crate) fn only_checks(&self) -> bool {
        matches!(self.write.action, WriteAction::Check { .. })
    }
}

/// Plans every action. A fault that shows without the table rejects the request itself, wherever it is;
/// otherwise the first action that its table rejects cancels the transaction.
fn plan(actions: &[Action<'_>]) -> Result<Vec<WritePlan>, Rejected> {
    let mut plans = Vec::with_capacity(actions.len());
    let mut cancelled = None;
    for (position, action) in actions.iter().enumerate() {
        match action.table.plan_write(&action.write) {
            Ok(plan) => plans.push(plan.in_transaction()),
            Err(error) if is_of_request(&error) => return Err(error.into()),
            Err(error) => {
                cancelled.get_or_insert((position, error));
            }
        }
    }
    match cancelled {
        None => Ok(plans),
        Some((position, error)) => {
            let mut reasons: Vec<CancellationReason> =
                actions.iter().map(|_| CancellationReason::None).collect();
            reasons[position] = CancellationReason::Validation(error.into());
            Err(ApiError::TransactionCanceled { reasons }.into())
        }
    }
}

/// Whether a fault shows without the table: items and keys that no table takes.
fn is_of_request(error: &WriteError) -> bool {
    match error {
        WriteError::Rejected(rejection) => {
            *rejection == Rejection::ItemTooLarge || rejection.is_of_key_value()
        }
        _ => false,
    }
}

/// A condition failed: nothing is written. The tables' parts are paid.
///
/// Model: the service does not publish what a cancelled transaction costs.
fn cancelled(
    actions: &[Action<'_>],
    plans: &[WritePlan],
    arms: Vec<Arm>,
    charges: Charges,
) -> Prepared {
    let reason = |(action, plan): (&Action<'_>, &WritePlan)| {
        if plan.condition_met {
            return CancellationReason::None;
        }
        let old = plan.old.as_ref().filter(|_| action.return_item_on_failure);
        CancellationReason::ConditionalCheckFailed { item: old.map(|old| old.image.clone()) }
    };
    let reasons = actions.iter().zip(plans).map(reason).collect();
    let arms = arms.into_iter().filter(|arm| arm.store == Store::Table).collect();
    Prepared::cancelled(reasons, arms, charges)
}

/// Which actions are throttled, each as if those before it were done; and what all of them take. Of a transaction whose
/// conditions do not hold, only the tables take anything.
pub(crate) fn admit(
    actions: &[Action<'_>],
    plans: &[WritePlan],
    database: &Database,
) -> (Vec<CancellationReason>, Charges) {
    let is_done = plans.iter().all(|plan| plan.condition_met);
    let mut admission = database.admission();
    let mut reasons = Vec::with_capacity(actions.len());
    for (Action { table, .. }, plan) in actions.iter().zip(plans) {
        let admitted = match is_done {
            true => admission.write(table, plan),
            false => admission.write(table, &WritePlan { effects: Vec::new(), ..plan.clone() }),
        };
        reasons.push(reason(&mut admission, table, admitted));
    }
    (reasons, admission.finish())
}

/// Checks how much the actions bring with them, whatever is stored.
///
/// Model: items, keys and the values of expressions count, and texts of expressions do not.
fn check_size(actions: &[(Fields<'_>, Write)]) -> Result<(), ValidationError> {
    let size = |(fields, write): &(Fields<'_>, Write)| {
        let values = fields.value(Parameter::ExpressionAttributeValues.name());
        let values = values.and_then(|values| read_item(values).ok());
        write.action.key_source().size() + values.map(|values| values.size()).unwrap_or_default()
    };
    match actions.iter().map(size).sum::<Bytes>() > TRANSACTION_SIZE_MAX {
        true => Err(ValidationError::Transaction(TransactionError::TooLarge)),
        false => Ok(()),
    }
}

/// Checks that no item collection would be too large, after the actions before in the same request.
pub(crate) fn check_collections(
    actions: &[Action<'_>],
    plans: &[WritePlan],
    database: &Database,
) -> Result<(), Rejected> {
    let max = database.config().collection_size_max;
    let reason = |(position, (Action { table, .. }, plan)): (usize, (&Action<'_>, &WritePlan))| {
        let earlier = actions.iter().zip(plans).take(position);
        let earlier = earlier.filter(|(other, _)| other.table.schema.name == table.schema.name);
        match table.overfills_collection(plan, earlier.map(|(_, plan)| plan), max) {
            true => CancellationReason::ItemCollectionSizeLimitExceeded,
            false => CancellationReason::None,
        }
    };
    let reasons: Vec<_> = actions.iter().zip(plans).enumerate().map(reason).collect();
    match reasons.iter().all(|reason| *reason == CancellationReason::None) {
        true => Ok(()),
        false => Err(ApiError::TransactionCanceled { reasons }.into()),
    }
}

/// The size of an item as it is before or after a write, whichever is larger.
pub(crate) fn larger_image(plan: &WritePlan) -> Bytes {
    let images = [&plan.old, &plan.new];
    images.into_iter().flatten().map(|stored| stored.size).max().unwrap_or_default()
}

/// What the same request costs while its token is remembered: transactional reads of the first images.
pub(crate) fn replay_arms(done: &CompletedTransaction, database: &Database) -> Vec<Arm> {
    let consistency = Consistency::Strong;
    let arm = |(table, size): &(TableName, Bytes)| {
        let price = read_units(*size, consistency).doubled();
        let known = database.table(table.as_str());
        Arm {
            table: table.clone(),
            store: Store::Table,
            reason: Reason::Read { count: 1, size: *size, consistency },
            units: known.map_or(price, |known| known.charged(price)),
            is_sql: known.is_some_and(|known| known.is_sql),
        }
    };
    done.sizes.iter().map(arm).collect()
}

/// Answers a request whose token is remembered, without doing it again. The reads take throughput as others do.
fn replay(
    fields: Fields<'_>,
    done: &CompletedTransaction,
    database: &Database,
) -> Result<Prepared, Rejected> {
    if done.content != content(fields) {
        return Err(ApiError::IdempotentParameterMismatch.into());
    }
    let arms = replay_arms(done, database);
    let mut admission = database.admission();
    let mut reasons = Vec::with_capacity(arms.len());
    for ((_, write), arm) in read_actions(fields)?.iter().zip(&arms) {
        // A table that was deleted since has nothing to take from, and one of the same name may have another key.
        let table = database.table(arm.table.as_str());
        let key = write.action.key_source();
        let table = table.filter(|table| table.schema.key.check_item(key).is_ok());
        reasons.push(table.map_or(CancellationReason::None, |table| {
            let admitted = admission.read_item(table, key, arm.units);
            reason(&mut admission, table, admitted)
        }));
    }
    let charges = admission.finish();
    if reasons.iter().any(|reason| *reason != CancellationReason::None) {
        return Ok(Prepared::cancelled(reasons, Vec::new(), charges.without_consumed()));
    }
    let mut reply = Reply::default();
    CapacityAnswer::of_actions(fields).add_list_to(&mut reply, &arms, Some(UnitKind::Read));
    Ok(Prepared::paid(reply, arms, Change::None, charges))
}
