//! What PutItem, UpdateItem and DeleteItem share: from a checked request to a prepared write.

use crate::api::arn;
use crate::api::error::validation::ValidationError;
use crate::api::error::{ApiError, Rejected};
use crate::api::operation::prepared::Prepared;
use crate::api::reply::Reply;
use crate::api::reply::collection_metrics::collection_metrics;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::request::expressions::{Expressions, Parameters};
use crate::api::request::fields::Fields;
use crate::api::request::legacy;
use crate::api::request::members::check_account;
use crate::api::value::read_item;
use crate::database::{Change, Database};
use crate::expression::condition::Condition;
use crate::expression::error::Parameter;
use crate::model::item::Item;
use crate::receipt::Arm;
use crate::table::Table;
use crate::table::write::plan::{Write, WriteAction, WritePlan};
use crate::table::write::set::WriteSet;
use crate::throughput::admission::Charges;

/// What a put and a delete can be asked with; an update can be asked with more.
pub(crate) static PARAMETERS: Parameters = Parameters {
    expressions: &[Parameter::ConditionExpression],
    legacy: &["Expected", "ConditionalOperator"],
};

/// What a write returns of the item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ReturnValues {
    None,
    AllOld,
    AllNew,
    UpdatedOld,
    UpdatedNew,
}

/// How a write is answered.
#[derive(Debug)]
pub(crate) struct Answer<'j> {
    pub(crate) return_values: ReturnValues,
    pub(crate) return_item_on_failure: bool,
    pub(crate) capacity: CapacityAnswer<'j>,
    pub(crate) collection_metrics: bool,
}

/// The only write of a request, planned and admitted; its condition may have failed.
pub(crate) struct AdmittedWrite {
    pub(crate) plan: WritePlan,
    pub(crate) arms: Vec<Arm>,
    pub(crate) charges: Charges,
}

impl AdmittedWrite {
    /// Checks that the item collection stays within its limit, and asks whether there is throughput for the write.
    pub(crate) fn of(
        table: &Table,
        database: &Database,
        plan: WritePlan,
    ) -> Result<Self, Rejected> {
        check_collection(table, &plan, &WriteSet::default(), database)?;
        let charges = database.admit_write(table, &plan);
        let charges = charges.map_err(|throttled| ApiError::throttled(table, throttled))?;
        let arms = plan.arms(table);
        Ok(Self { plan, arms, charges })
    }
}

impl<'j> Answer<'j> {
    pub(crate) fn take(fields: Fields<'j>) -> Self {
        let return_values = match fields.text("ReturnValues") {
            Some("ALL_OLD") => ReturnValues::AllOld,
            Some("ALL_NEW") => ReturnValues::AllNew,
            Some("UPDATED_OLD") => ReturnValues::UpdatedOld,
            Some("UPDATED_NEW") => ReturnValues::UpdatedNew,
            _ => ReturnValues::None,
        };
        let metrics = fields.text("ReturnItemCollectionMetrics");
        let on_failure = fields.text("ReturnValuesOnConditionCheckFailure");
        Self {
            return_values,
            return_item_on_failure: on_failure == Some("ALL_OLD"),
            capacity: CapacityAnswer::take(fields),
            collection_metrics: metrics == Some("SIZE"),
        }
    }

    /// Rejects what only UpdateItem can return.
    pub(crate) fn check_old_only(&self) -> Result<(), ValidationError> {
        match self.return_values {
            ReturnValues::None | ReturnValues::AllOld => Ok(()),
            ReturnValues::AllNew | ReturnValues::UpdatedOld | ReturnValues::UpdatedNew => {
                Err(ValidationError::ReturnValues)
            }
        }
    }

    /// Puts what a write returns of the item into its reply.
    fn put_attributes(&self, action: &WriteAction, plan: &WritePlan, reply: &mut Reply) {
        let old = plan.old.as_ref().map(|old| &old.image);
        let new = plan.new.as_ref().map(|new| &new.image);
        let update = match action {
            WriteAction::Update { update, .. } => update.as_ref(),
            WriteAction::Put(_) | WriteAction::Delete { .. } | WriteAction::Check { .. } => None,
        };
        let attributes = match self.return_values {
            ReturnValues::None => None,
            ReturnValues::AllOld => old.cloned(),
            ReturnValues::AllNew => new.cloned(),
            ReturnValues::UpdatedOld => {
                update.zip(old).map(|(update, old)| update.updated_old(old).into())
            }
            ReturnValues::UpdatedNew => {
                update.zip(new).map(|(update, new)| update.updated_new(new).into())
            }
        };
        if let Some(attributes) = attributes.filter(|attributes| !attributes.is_empty()) {
            reply.put("Attributes", attributes);
        }
    }
}

/// The attributes of an item or key in a request.
pub(crate) fn take_item(fields: Fields<'_>, name: &str) -> Result<Item, Rejected> {
    let json = fields.value(name).expect("the member is required");
    Ok(read_item(json)?)
}

/// The table that an operation on items names. The action is what a policy would have to allow.
pub(crate) fn find_table<'d>(
    fields: Fields<'_>,
    action: &'static str,
    database: &'d Database,
) -> Result<&'d Table, Rejected> {
    ready_table(fields.required_text("TableName"), action, database)
}

/// The table with a name or an ARN, if its items can be read and written.
pub(crate) fn ready_table<'d>(
    reference: &str,
    action: &'static str,
    database: &'d Database,
) -> Result<&'d Table, Rejected> {
    check_account(reference, action)?;
    database
        .ready_table(arn::table_name(reference))
        .ok_or_else(|| ApiError::ResourceNotFound.into())
}

/// The condition of a write, in an expression or in `Expected`.
pub(crate) fn take_condition(fields: Fields<'_>) -> Result<Option<Condition>, Rejected> {
    let expected = legacy::take_expected(fields)?;
    let mut expressions = Expressions::take(fields)?;
    let condition = expressions.condition(Parameter::ConditionExpression)?.or(expected);
    expressions.finish()?;
    Ok(condition)
}

/// Plans a write and makes its answer.
pub(crate) fn prepare_write(
    table: &Table,
    database: &Database,
    write: &Write,
    answer: &Answer<'_>,
) -> Result<Prepared, Rejected> {
    let plan = table.plan_write(write)?;
    let AdmittedWrite { plan, arms, charges } = AdmittedWrite::of(table, database, plan)?;
    let reply = if plan.condition_met {
        let mut reply = Reply::default();
        answer.put_attributes(&write.action, &plan, &mut reply);
        let metrics = answer.collection_metrics.then(|| collection_metrics(table, &plan, database));
        if let Some(metrics) = metrics.flatten() {
            reply.put("ItemCollectionMetrics", metrics);
        }
        answer.capacity.add_to(&mut reply, table.schema.name.as_str(), &arms);
        Ok(reply.into())
    } else {
        let old = plan.old.as_ref().filter(|_| answer.return_item_on_failure);
        let item = old.map(|old| old.image.clone());
        Err(ApiError::ConditionalCheckFailed { item, of_statement: false })
    };
    let change = Change::Writes(WriteSet::of_one(table, plan));
    Ok(Prepared { reply, arms, staleness: None, change, charges })
}

/// Checks that a write meets no other one in another Region, and leaves the item collection within its limit, after the
/// earlier writes of its request.
///
/// Model: the service says that the order of the writes of a batch is undefined; here it is that of the request.
pub(crate) fn check_collection(
    table: &Table,
    plan: &WritePlan,
    earlier: &WriteSet,
    database: &Database,
) -> Result<(), Rejected> {
    check_reachable(table, database)?;
    if database.meets_write(table, &plan.position) {
        return Err(ApiError::ReplicatedWriteConflict.into());
    }
    let earlier = earlier.plans_of(&table.schema.name);
    match table.overfills_collection(plan, earlier, database.config().collection_size_max) {
        true => Err(ApiError::ItemCollectionSizeLimitExceeded.into()),
        false => Ok(()),
    }
}

/// Checks that a table with strong consistency reaches a second Region. Model: which error the service answers with is not
/// known.
pub(crate) fn check_reachable(table: &Table, database: &Database) -> Result<(), Rejected> {
    match database.is_isolated(table) {
        true => Err(ApiError::RegionIsolated.into()),
        false => Ok(()),
    }
}
