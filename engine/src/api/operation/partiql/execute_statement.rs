//! ExecuteStatement: runs one PartiQL statement as the operation that its plan names.

use crate::api::error::{ApiError, Rejected};
use crate::api::limit::NEXT_TOKEN_LENGTH;
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::AdmittedWrite;
use crate::api::operation::partiql::next_token::Binding;
use crate::api::operation::partiql::read::{PageStart, read_page};
use crate::api::operation::partiql::statement::{
    PARAMETERS, STATEMENT, find_table, plan, take_statement, write_rejection,
};
use crate::api::operation::prepared::Prepared;
use crate::api::operation::read::selection::take_consistency;
use crate::api::reply::Reply;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::request::fields::Fields;
use crate::api::request::members;
use crate::api::request::shape::{Member, Shape};
use crate::database::{Change, Database};
use crate::model::item::Image;
use crate::partiql::error::PartiqlErrorKind;
use crate::partiql::plan::{Plan, ReadPlan, WriteKind, WritePlan};
use crate::partiql::statement::Statement;
use crate::table::Table;
use crate::table::write::plan::{self, WriteAction};
use crate::table::write::set::WriteSet;

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        STATEMENT,
        PARAMETERS,
        Member::optional("ConsistentRead", Shape::Boolean),
        Member::optional("NextToken", Shape::Text { length: NEXT_TOKEN_LENGTH, plain: false }),
        members::RETURN_CONSUMED_CAPACITY,
        Member::optional("Limit", Shape::Integer { min: 1, max: i32::MAX as u64 }),
        members::RETURN_VALUES_ON_FAILURE,
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let statement = take_statement(fields, database)?;
    if matches!(statement, Statement::Exists(_)) {
        return Err(PartiqlErrorKind::ExistsAlone.into());
    }
    let (table, plan) = find_plan(&statement, fields, database)?;
    let capacity = CapacityAnswer::of_tables(fields, [statement.table()].into_iter());
    let start =
        fields.text("NextToken").map(|token| Binding::of(fields).start(token)).transpose()?;
    match plan {
        Plan::Read(plan) => {
            let start = start.unwrap_or_default();
            prepare_read(&plan, table, database, fields, start, &capacity)
        }
        Plan::Write(plan) => prepare_write(&plan, table, database, fields, &capacity),
    }
}

/// What the statement of a request does. EXISTS is planned as in a transaction.
pub(crate) fn take_plan(fields: Fields<'_>, database: &Database) -> Result<Plan, Rejected> {
    find_plan(&take_statement(fields, database)?, fields, database).map(|(_, plan)| plan)
}

/// The table of a statement, and its plan.
///
/// Model: a NextToken that fits is ignored by a statement that writes, and so is Limit.
fn find_plan<'d>(
    statement: &Statement,
    fields: Fields<'_>,
    database: &'d Database,
) -> Result<(&'d Table, Plan), Rejected> {
    let table = find_table(statement, database)?;
    Ok((table, plan(statement, table, take_consistency(fields))?))
}

fn prepare_read(
    plan: &ReadPlan,
    table: &Table,
    database: &Database,
    fields: Fields<'_>,
    start: PageStart,
    capacity: &CapacityAnswer<'_>,
) -> Result<Prepared, Rejected> {
    let limit = fields.integer("Limit").and_then(|limit| usize::try_from(limit).ok());
    let page = read_page(plan, table, database, take_consistency(fields), limit, start)?;
    let mut reply = Reply::default();
    reply.put_list("Items", page.items);
    if let Some(next) = &page.next {
        reply.put_text("NextToken", &Binding::of(fields).token(next));
    }
    capacity.add_to(&mut reply, table.schema.name.as_str(), &page.arms);
    let prepared = Prepared::paid(reply, page.arms, Change::None, page.charges);
    Ok(Prepared { staleness: page.staleness, ..prepared })
}

fn prepare_write(
    plan: &WritePlan,
    table: &Table,
    database: &Database,
    fields: Fields<'_>,
    capacity: &CapacityAnswer<'_>,
) -> Result<Prepared, Rejected> {
    let planned = table.plan_write(&plan.write).map_err(write_rejection)?;
    let AdmittedWrite { plan: planned, arms, charges } =
        AdmittedWrite::of(table, database, planned)?;
    let reply = if planned.condition_met {
        let mut reply = Reply::default();
        reply.put_list("Items", returned(plan, &planned));
        capacity.add_to(&mut reply, table.schema.name.as_str(), &arms);
        Ok(reply.into())
    } else {
        Err(failure(plan, &planned, returns_item_on_failure(fields)))
    };
    let change = Change::Writes(WriteSet::of_one(table, planned));
    Ok(Prepared { reply, arms, staleness: None, change, charges })
}

/// Whether a failed condition returns the item.
pub(crate) fn returns_item_on_failure(fields: Fields<'_>) -> bool {
    fields.text("ReturnValuesOnConditionCheckFailure") == Some("ALL_OLD")
}

/// Why a write whose condition failed is rejected.
pub(crate) fn failure(plan: &WritePlan, planned: &plan::WritePlan, returns_item: bool) -> ApiError {
    match plan.kind {
        WriteKind::Insert => ApiError::DuplicateItem,
        WriteKind::Update | WriteKind::Delete { .. } | WriteKind::Exists => {
            let old = planned.old.as_ref().filter(|_| returns_item);
            let item = old.map(|old| old.image.clone());
            ApiError::ConditionalCheckFailed { item, of_statement: true }
        }
    }
}

/// What RETURNING returns of the item, if there is anything.
pub(crate) fn returned(plan: &WritePlan, planned: &plan::WritePlan) -> Option<Image> {
    let returning = plan.returning?;
    let image = if returning.new { planned.new.as_ref() } else { planned.old.as_ref() };
    let image = &image?.image;
    let update = match &plan.write.action {
        WriteAction::Update { update, .. } => update.as_ref().filter(|_| returning.modified),
        WriteAction::Put(_) | WriteAction::Delete { .. } | WriteAction::Check { .. } => None,
    };
    let image = match update {
        None => image.clone(),
        Some(update) if returning.new => update.updated_new(image).into(),
        Some(update) => update.updated_old(image).into(),
    };
    Some(image).filter(|image| !image.is_empty())
}
