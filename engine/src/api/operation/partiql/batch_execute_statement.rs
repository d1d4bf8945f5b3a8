//! BatchExecuteStatement: runs up to 25 statements, each for itself.

use std::collections::BTreeMap;

use crate::api::arn;
use crate::api::error::{ApiError, Rejected};
use crate::api::limit::BATCH_STATEMENT_COUNT;
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::check_collection;
use crate::api::operation::partiql::execute_statement::{
    failure, returned, returns_item_on_failure,
};
use crate::api::operation::partiql::read::row;
use crate::api::operation::partiql::statement::{
    PARAMETERS, STATEMENT, find_table, plan as plan_of, take_statement, write_rejection,
};
use crate::api::operation::prepared::Prepared;
use crate::api::operation::read::selection::take_consistency;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::reply::{Reply, ReplyJson};
use crate::api::request::batch::RequestedItems;
use crate::api::request::fields::Fields;
use crate::api::request::members;
use crate::api::request::shape::{Member, Shape};
use crate::capacity::cost::Consistency;
use crate::database::admission::Admission;
use crate::database::{Change, Database};
use crate::model::item::{Image, Item};
use crate::partiql::error::PartiqlErrorKind;
use crate::partiql::plan::{Column, Plan, ReadAccess, WritePlan};
use crate::partiql::statement::Statement;
use crate::receipt::Arm;
use crate::table::Table;
use crate::table::write::plan;
use crate::table::write::set::WriteSet;

static STATEMENT_MEMBERS: [Member; 4] = [
    STATEMENT,
    PARAMETERS,
    Member::optional("ConsistentRead", Shape::Boolean),
    members::RETURN_VALUES_ON_FAILURE,
];

static BATCH_STATEMENT: Shape =
    Shape::Structure { name: "BatchStatementRequest", members: &STATEMENT_MEMBERS };

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        Member::required(
            "Statements",
            Shape::List { of: &BATCH_STATEMENT, length: BATCH_STATEMENT_COUNT },
        ),
        members::RETURN_CONSUMED_CAPACITY,
    ],
    prepare,
};

/// What one statement does.
enum Action<'d> {
    Get { table: &'d Table, key: Item, columns: Option<Vec<Column>>, consistency: Consistency },
    Write { table: &'d Table, plan: Box<WritePlan>, returns_item: bool },
}

/// What the statements have answered, cost and written so far.
struct Batch<'d> {
    database: &'d Database,
    admission: Admission<'d>,
    writes: WriteSet,
    arms: Vec<Arm>,
    /// The writes whose conditions failed: they are charged, and become events.
    failed: Vec<(&'d Table, plan::WritePlan)>,
    responses: Vec<ReplyJson>,
}

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    prepare_except(fields, database, &BTreeMap::new())
}

/// Prepares all statements but those at these places, which are answered with these errors.
pub(crate) fn prepare_except(
    fields: Fields<'_>,
    database: &Database,
    denied: &BTreeMap<usize, ApiError>,
) -> Result<Prepared, Rejected> {
    let elements = fields.list("Statements").expect("the member is required");
    let mut statements = Vec::with_capacity(elements.len());
    for element in elements {
        statements.push((element, own_fault(take_statement(element, database))?));
    }
    check_kinds(statements.iter().filter_map(|(_, statement)| statement.as_ref().ok()))?;
    let tables: Vec<&str> = statements
        .iter()
        .filter_map(|(_, statement)| Some(statement.as_ref().ok()?.table()))
        .collect();
    let capacity = CapacityAnswer::of_tables(fields, tables.into_iter());
    let mut actions = Vec::with_capacity(statements.len());
    let mut items = RequestedItems::default();
    for (position, (element, statement)) in statements.iter().enumerate() {
        let action = statement.as_ref().map_err(Clone::clone);
        let action = match denied.get(&position) {
            Some(error) => action.and(Err(error.clone().into())),
            None => action,
        };
        let action = action.and_then(|it| Action::of(it, *element, database));
        if let Ok(action) = &action {
            let (table, key) = action.item();
            items.add_to_batch(table, key)?;
        }
        actions.push(action);
    }
    let mut batch = Batch {
        database,
        admission: database.admission(),
        writes: WriteSet::default(),
        arms: Vec::new(),
        failed: Vec::new(),
        responses: Vec::new(),
    };
    for ((_, statement), action) in statements.iter().zip(actions) {
        let table = statement.as_ref().ok().map(|it| arn::table_name(it.table()));
        batch.run(table, action);
    }
    let Batch { admission, mut writes, arms, failed, responses, .. } = batch;
    for (table, plan) in failed {
        writes.add(table, plan).expect("all items of the batch are different");
    }
    let mut reply = Reply::default();
    reply.put_list("Responses", responses);
    capacity.add_list_to(&mut reply, &arms, None);
    Ok(Prepared::paid(reply, arms, Change::Writes(writes), admission.finish()))
}

/// The fault of a statement, which fails alone; values that cannot be read at all reject the whole request.
fn own_fault<T>(result: Result<T, Rejected>) -> Result<Result<T, Rejected>, Rejected> {
    match result {
        Err(error) if matches!(*error, ApiError::Serialization(_)) => Err(error),
        result => Ok(result),
    }
}

/// Checks that all statements read or all write.
fn check_kinds<'s>(
    mut statements: impl Iterator<Item = &'s Statement>,
) -> Result<(), PartiqlErrorKind> {
    let Some(first) = statements.next() else { return Ok(()) };
    match statements.all(|statement| statement.is_write() == first.is_write()) {
        true => Ok(()),
        false => Err(PartiqlErrorKind::BatchOfBoth),
    }
}

impl<'d> Action<'d> {
    fn of(
        statement: &Statement,
        fields: Fields<'_>,
        database: &'d Database,
    ) -> Result<Self, Rejected> {
        let not_by_key = PartiqlErrorKind::NotByKey { in_transaction: false };
        if matches!(statement, Statement::Exists(_)) {
            return Err(PartiqlErrorKind::ExistsAlone.into());
        }
        let table = find_table(statement, database)?;
        if !statement.is_write() && statement.is_on_index() {
            return Err(not_by_key.into());
        }
        let consistency = take_consistency(fields);
        match plan_of(statement, table, consistency)? {
            Plan::Write(plan) => {
                let returns_item = returns_item_on_failure(fields);
                Ok(Self::Write { table, plan: Box::new(plan), returns_item })
            }
            Plan::Read(plan) => match (plan.access, plan.filter) {
                (ReadAccess::GetItem { mut keys }, None) if keys.len() == 1 => {
                    let key = keys.remove(0);
                    Ok(Self::Get { table, key, columns: plan.columns, consistency })
                }
                _ => Err(not_by_key.into()),
            },
        }
    }

    /// The table and the key of the item.
    fn item(&self) -> (&'d Table, &Item) {
        match self {
            Self::Get { table, key, .. } => (table, key),
            Self::Write { table, plan, .. } => (table, plan.write.action.key_source()),
        }
    }
}

impl<'d> Batch<'d> {
    fn run(&mut self, table: Option<&str>, action: Result<Action<'d>, Rejected>) {
        let outcome = action.and_then(|action| match action {
            Action::Get { table, key, columns, consistency } => {
                self.get(table, &key, columns.as_deref(), consistency)
            }
            Action::Write { table, plan, returns_item } => self.write(table, &plan, returns_item),
        });
        let mut response = Reply::default();
        let names_table = match &outcome {
            Ok(_) => true,
            Err(error) => error.names_table_in_batch(),
        };
        match outcome {
            Ok(None) => {}
            Ok(Some(item)) => response.put("Item", item),
            Err(error) => response.put("Error", error.to_batch_json()),
        }
        if let Some(table) = table.filter(|_| names_table) {
            response.put_text("TableName", table);
        }
        self.responses.push(response.into());
    }

    fn get(
        &mut self,
        table: &Table,
        key: &Item,
        columns: Option<&[Column]>,
        consistency: Consistency,
    ) -> Result<Option<Image>, Rejected> {
        let stored = table.get(key);
        let arm = table.item_arm(stored, consistency);
        if let Err(throttled) = self.admission.read_item(table, key, arm.units) {
            self.admission.reject(table, throttled.clone());
            return Err(ApiError::throttled(table, throttled));
        }
        self.arms.push(arm);
        Ok(stored.map(|stored| row(stored.image.clone(), columns)))
    }

    fn write(
        &mut self,
        table: &'d Table,
        plan: &WritePlan,
        returns_item: bool,
    ) -> Result<Option<Image>, Rejected> {
        let planned = table.plan_write(&plan.write).map_err(write_rejection)?;
        check_collection(table, &planned, &self.writes, self.database)?;
        if let Err(throttled) = self.admission.write(table, &planned) {
            self.admission.reject(table, throttled.clone());
            return Err(ApiError::throttled(table, throttled));
        }
        if !planned.condition_met {
            let error = failure(plan, &planned, returns_item);
            self.arms.extend(planned.arms(table));
            self.failed.push((table, planned));
            return Err(error.into());
        }
        self.arms.extend(planned.arms(table));
        let item = returned(plan, &planned);
        self.writes.add(table, planned).expect("all items of the batch are different");
        Ok(item)
    }
}
