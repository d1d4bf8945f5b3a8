//! ExecuteTransaction: up to a hundred statements that all read, or that all write together or not at all.

use serde_json::Value;

use crate::api::error::batch::TransactionError;
use crate::api::error::validation::ValidationError;
use crate::api::error::{ApiError, CancellationReason, Rejected};
use crate::api::limit::{CLIENT_TOKEN_LENGTH, TRANSACTION_ITEM_COUNT, TRANSACTION_SIZE_MAX};
use crate::api::operation::definition::Definition;
use crate::api::operation::partiql::execute_statement::{failure, returns_item_on_failure};
use crate::api::operation::partiql::read::row;
use crate::api::operation::partiql::statement::{
    PARAMETERS, STATEMENT, find_table, plan, take_statement, write_rejection,
};
use crate::api::operation::partiql::statement_fault::{
    StatementFault, check_reasons, key_misfit, separate,
};
use crate::api::operation::prepared::Prepared;
use crate::api::operation::transaction::reason::reason;
use crate::api::operation::transaction::transact_get_items::finish_reads;
use crate::api::operation::transaction::transact_write_items::{
    self, admit, check_collections, larger_image, replay_arms,
};
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::reply::{Reply, ReplyJson};
use crate::api::request::batch::check_distinct_items;
use crate::api::request::fields::Fields;
use crate::api::request::members;
use crate::api::request::shape::{Member, Shape};
use crate::api::value::read_attribute_value;
use crate::capacity::cost::Consistency;
use crate::database::{Change, CompletedTransaction, Database};
use crate::json::value::canonical_text;
use crate::model::bytes::Bytes;
use crate::model::item::Item;
use crate::partiql::error::PartiqlErrorKind;
use crate::partiql::plan::{Column, Plan, ReadAccess, WriteKind, WritePlan};
use crate::partiql::statement::Statement;
use crate::receipt::{Arm, Store, UnitKind};
use crate::table::Table;
use crate::table::write::accept::Rejection;
use crate::table::write::plan as table_plan;
use crate::table::write::plan::WriteError;
use crate::table::write::set::WriteSet;

static STATEMENT_MEMBERS: [Member; 3] = [STATEMENT, PARAMETERS, members::RETURN_VALUES_ON_FAILURE];

static PARAMETERIZED_STATEMENT: Shape =
    Shape::Structure { name: "ParameterizedStatement", members: &STATEMENT_MEMBERS };

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        Member::required(
            "TransactStatements",
            Shape::List { of: &PARAMETERIZED_STATEMENT, length: TRANSACTION_ITEM_COUNT },
        ),
        Member::optional(
            "ClientRequestToken",
            Shape::Text { length: CLIENT_TOKEN_LENGTH, plain: false },
        ),
        members::RETURN_CONSUMED_CAPACITY,
    ],
    prepare,
};

/// Begins the tokens of this operation among those that are remembered. It is longer than any token of a request, so
/// TransactWriteItems can have none that begins so.
const TOKEN_PREFIX: &str = "ClientRequestToken of ExecuteTransaction: ";

const _: () = assert!(TOKEN_PREFIX.len() > CLIENT_TOKEN_LENGTH.1, "no other token begins so");

/// A statement that reads an item.
struct Get<'d> {
    table: &'d Table,
    key: Item,
    columns: Option<Vec<Column>>,
}

/// A statement that writes or checks an item.
struct StatementWrite<'d> {
    plan: WritePlan,
    action: transact_write_items::Action<'d>,
}

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let elements = fields.list("TransactStatements").expect("the member is required");
    let mut statements = Vec::with_capacity(elements.len());
    for (position, element) in elements.iter().enumerate() {
        statements
            .push(take_statement(*element, database).map_err(|error| located(error, position))?);
    }
    let token = fields.text("ClientRequestToken").map(|token| format!("{TOKEN_PREFIX}{token}"));
    let is_write = statements.first().is_some_and(Statement::is_write);
    if statements.iter().any(|statement| statement.is_write() != is_write) {
        return Err(PartiqlErrorKind::TransactionOfBoth.into());
    }
    for (position, statement) in statements.iter().enumerate() {
        check_clauses(statement).map_err(|kind| located(kind.into(), position))?;
    }
    let tables = statements.iter().map(Statement::table);
    let capacity = CapacityAnswer::of_tables(fields, tables);
    if !is_write {
        return prepare_reads(&statements, database, &capacity);
    }
    if let Some(done) = token.as_ref().and_then(|token| database.completed_transaction(token)) {
        return replay(fields, &statements, done, database, &capacity);
    }
    let completion = token.map(|token| (token, content(&elements)));
    prepare_writes(&statements, &elements, database, &capacity, completion)
}

/// A fault of a statement, in words that say which statement it is.
fn located(mut error: Rejected, position: usize) -> Rejected {
    if let ApiError::Validation { error: ValidationError::Partiql(fault), .. } = &mut *error {
        fault.transact_statement = Some(position);
        // Model: an operator or a call without a verb is read as EXISTS is; the service's words here are not known.
        if fault.kind == PartiqlErrorKind::ExistsAlone {
            fault.kind = PartiqlErrorKind::ExistsShape;
        }
    }
    error
}

/// Checks for what no statement of a transaction can have.
fn check_clauses(statement: &Statement) -> Result<(), PartiqlErrorKind> {
    if statement.has_returning() {
        return Err(PartiqlErrorKind::TransactionReturning);
    }
    match !statement.is_write() && statement.is_on_index() {
        true => Err(PartiqlErrorKind::TransactionOnIndex),
        false => Ok(()),
    }
}

/// The statements of a request as text: what tells whether a token is used with others. The order of the members of
/// values does not matter, as in TransactWriteItems.
fn content(elements: &[Fields<'_>]) -> String {
    let text = |element: &Fields<'_>| {
        let parameters = element.value("Parameters").map(canonical_text);
        let statement = element.required_text("Statement");
        let mode = element.text("ReturnValuesOnConditionCheckFailure").unwrap_or("NONE");
        format!("{statement:?} {parameters:?} {mode}")
    };
    elements.iter().map(text).collect::<Vec<_>>().join("\n")
}

/// The table of a statement, and its plan. What the plan says of keys cancels the transaction.
fn plan_statement<'d>(
    statement: &Statement,
    position: usize,
    database: &'d Database,
) -> Result<(&'d Table, Plan), StatementFault> {
    let table = find_table(statement, database).map_err(|error| match &*error {
        ApiError::ResourceNotFound => StatementFault::Reason(CancellationReason::ResourceNotFound),
        _ => StatementFault::Request(error),
    })?;
    let plan = plan(statement, table, Consistency::Strong).map_err(|error| match &*error {
        ApiError::Validation { error: ValidationError::Partiql(fault), .. } => match fault.kind {
            PartiqlErrorKind::KeyType { .. }
            | PartiqlErrorKind::KeyKind { .. }
            | PartiqlErrorKind::NoFullKey => key_misfit(),
            _ => StatementFault::Request(located(error, position)),
        },
        _ => StatementFault::Reason(CancellationReason::Validation(error)),
    })?;
    Ok((table, plan))
}

fn prepare_reads(
    statements: &[Statement],
    database: &Database,
    capacity: &CapacityAnswer<'_>,
) -> Result<Prepared, Rejected> {
    let gets = statements.iter().enumerate();
    let gets = gets.map(|(position, it)| Get::of(it, position, database));
    let (gets, reasons) = separate(gets)?;
    check_distinct_items(gets.iter().flatten().map(|get| (get.table, &get.key)))?;
    check_reasons(reasons)?;
    let gets: Vec<Get<'_>> = gets.into_iter().flatten().collect();
    let (responses, arms): (Vec<ReplyJson>, Vec<Arm>) = gets.iter().map(Get::run).unzip();
    let keys: Vec<_> = gets.iter().map(|get| (get.table, &get.key)).collect();
    finish_reads(&keys, responses, arms, database, capacity)
}

impl<'d> Get<'d> {
    fn of(
        statement: &Statement,
        position: usize,
        database: &'d Database,
    ) -> Result<Self, StatementFault> {
        let (table, plan) = plan_statement(statement, position, database)?;
        match plan {
            Plan::Read(plan) => match (plan.access, plan.filter) {
                (ReadAccess::GetItem { mut keys }, None) if keys.len() == 1 => {
                    Ok(Self { table, key: keys.remove(0), columns: plan.columns })
                }
                _ => {
                    let kind = PartiqlErrorKind::NotByKey { in_transaction: true };
                    Err(located(kind.into(), position).into())
                }
            },
            Plan::Write(_) => unreachable!("all statements of the transaction read"),
        }
    }

    /// The response, and its arm of the receipt.
    fn run(&self) -> (ReplyJson, Arm) {
        let stored = self.table.get(&self.key);
        let arm = self.table.item_arm(stored, Consistency::Strong);
        let arm = Arm { units: arm.units.doubled(), ..arm };
        let mut response = Reply::default();
        if let Some(stored) = stored {
            response.put("Item", row(stored.image.clone(), self.columns.as_deref()));
        }
        (response.into(), arm)
    }
}

fn prepare_writes(
    statements: &[Statement],
    elements: &[Fields<'_>],
    database: &Database,
    capacity: &CapacityAnswer<'_>,
    completion: Option<(String, String)>,
) -> Result<Prepared, Rejected> {
    let writes = statements.iter().zip(elements).enumerate();
    let (writes, reasons) = separate(writes.map(|(position, (statement, element))| {
        StatementWrite::of(statement, position, *element, database)
    }))?;
    check_distinct_items(writes.iter().flatten().map(StatementWrite::item))?;
    let in_pairs = writes.iter().zip(elements);
    check_size(in_pairs.filter_map(|(write, element)| Some((write.as_ref()?, *element))))?;
    let plans = writes.iter().zip(reasons).map(|(write, reason)| match write {
        Some(write) => write.plan(),
        None => Err(StatementFault::Reason(reason)),
    });
    let (plans, reasons) = separate(plans)?;
    check_failures(&writes, &plans, reasons)?;
    let writes: Vec<StatementWrite<'_>> = writes.into_iter().flatten().collect();
    let plans: Vec<table_plan::WritePlan> = plans.into_iter().flatten().collect();
    let (of_statements, actions): (Vec<WritePlan>, Vec<_>) =
        writes.into_iter().map(|write| (write.plan, write.action)).unzip();
    let arms: Vec<Arm> =
        actions.iter().zip(&plans).flat_map(|(action, plan)| plan.arms(action.table)).collect();
    let (reasons, charges) = admit(&actions, &plans, database);
    if reasons.iter().any(|reason| *reason != CancellationReason::None) {
        return Ok(Prepared::cancelled(reasons, Vec::new(), charges.without_consumed()));
    }
    if plans.iter().any(|plan| !plan.condition_met) {
        let outcomes = of_statements.iter().zip(&actions).zip(&plans);
        let reasons = outcomes.map(|((of_statement, action), plan)| {
            cancellation_reason(of_statement, plan, action.return_item_on_failure)
        });
        let reasons = reasons.collect();
        let arms = arms.into_iter().filter(|arm| arm.store == Store::Table).collect();
        return Ok(Prepared::cancelled(reasons, arms, charges));
    }
    check_collections(&actions, &plans, database)?;
    let mut reply = Reply::default();
    reply.put("Responses", Value::Array(Vec::new()));
    capacity.add_list_to(&mut reply, &arms, Some(UnitKind::Write));
    let completed = completion.map(|(token, content)| {
        let sizes = actions.iter().zip(&plans);
        let sizes =
            sizes.map(|(action, plan)| (action.table.schema.name.clone(), larger_image(plan)));
        CompletedTransaction { token, content, sizes: sizes.collect() }
    });
    let mut writes = WriteSet::default();
    for (action, plan) in actions.iter().zip(plans).filter(|(action, _)| !action.only_checks()) {
        writes.add(action.table, plan).expect("all items of the transaction are different");
    }
    Ok(Prepared::paid(reply, arms, Change::Transaction { writes, completed }, charges))
}

/// Cancels a transaction in which tables reject statements. Then the conditions that are false are listed, too.
fn check_failures(
    writes: &[Option<StatementWrite<'_>>],
    plans: &[Option<table_plan::WritePlan>],
    mut reasons: Vec<CancellationReason>,
) -> Result<(), Rejected> {
    if reasons.iter().all(|reason| *reason == CancellationReason::None) {
        return Ok(());
    }
    for ((write, plan), reason) in writes.iter().zip(plans).zip(&mut reasons) {
        if let (Some(write), Some(plan)) = (write, plan) {
            let returns_item = write.action.return_item_on_failure;
            *reason = cancellation_reason(&write.plan, plan, returns_item);
        }
    }
    check_reasons(reasons)
}

impl<'d> StatementWrite<'d> {
    fn of(
        statement: &Statement,
        position: usize,
        fields: Fields<'_>,
        database: &'d Database,
    ) -> Result<Self, StatementFault> {
        let (table, plan) = plan_statement(statement, position, database)?;
        let Plan::Write(plan) = plan else {
            unreachable!("all statements of the transaction write")
        };
        let return_item_on_failure = returns_item_on_failure(fields);
        let write = plan.write.clone();
        let action = transact_write_items::Action { table, write, return_item_on_failure };
        Ok(Self { plan, action })
    }

    /// The table and the key of the item.
    fn item(&self) -> (&'d Table, &Item) {
        (self.action.table, self.action.write.action.key_source())
    }

    fn plan(&self) -> Result<table_plan::WritePlan, StatementFault> {
        match self.action.table.plan_write(&self.action.write) {
            Ok(plan) => Ok(plan.in_transaction()),
            Err(WriteError::Rejected(
                Rejection::MissingKey { .. } | Rejection::KeyType { .. } | Rejection::KeyShape,
            )) => Err(key_misfit()),
            Err(error) => {
                Err(StatementFault::Reason(CancellationReason::Validation(write_rejection(error))))
            }
        }
    }
}

/// Checks how much the statements bring with them, whatever is stored.
///
/// Model: the item of an INSERT counts, and the key and the parameters of another statement; texts do not.
fn check_size<'w>(
    writes: impl Iterator<Item = (&'w StatementWrite<'w>, Fields<'w>)>,
) -> Result<(), ValidationError> {
    let size = |(write, fields): (&StatementWrite<'_>, Fields<'_>)| {
        let own = write.item().1.size();
        match write.plan.kind {
            WriteKind::Insert => own,
            WriteKind::Update | WriteKind::Delete { .. } | WriteKind::Exists => {
                own + parameters_size(fields)
            }
        }
    };
    match writes.map(size).sum::<Bytes>() > TRANSACTION_SIZE_MAX {
        true => Err(ValidationError::Transaction(TransactionError::TooLarge)),
        false => Ok(()),
    }
}

/// The size of the parameters of a statement.
fn parameters_size(fields: Fields<'_>) -> Bytes {
    let parameters = fields.elements("Parameters");
    let values = parameters.iter().flat_map(|values| values.iter());
    values.filter_map(|value| read_attribute_value(value).ok()).map(|value| value.size()).sum()
}

/// Why a statement of a transaction that another one cancels fails, if it does. A DELETE of an absent item that has a
/// condition succeeds, but not in a transaction that fails for another reason.
fn cancellation_reason(
    of_statement: &WritePlan,
    plan: &table_plan::WritePlan,
    returns_item: bool,
) -> CancellationReason {
    let is_unmet_delete =
        of_statement.kind == WriteKind::Delete { has_condition: true } && plan.old.is_none();
    if plan.condition_met && !is_unmet_delete {
        return CancellationReason::None;
    }
    match failure(of_statement, plan, returns_item) {
        ApiError::ConditionalCheckFailed { item, .. } => {
            CancellationReason::ConditionalCheckFailed { item }
        }
        _ => CancellationReason::DuplicateItem,
    }
}

/// Answers a request whose token is remembered, without doing it again. The reads take throughput as others do.
fn replay(
    fields: Fields<'_>,
    statements: &[Statement],
    done: &CompletedTransaction,
    database: &Database,
    capacity: &CapacityAnswer<'_>,
) -> Result<Prepared, Rejected> {
    let elements = fields.list("TransactStatements").expect("the member is required");
    if done.content != content(&elements) {
        return Err(ApiError::IdempotentParameterMismatch.into());
    }
    let arms = replay_arms(done, database);
    let mut admission = database.admission();
    let mut reasons = Vec::with_capacity(arms.len());
    for (position, (statement, arm)) in statements.iter().zip(&arms).enumerate() {
        // A table that was deleted since has nothing to take from, and one of the same name may have another key.
        let planned = plan_statement(statement, position, database);
        let reason = match planned {
            Ok((table, Plan::Write(plan))) => {
                let key = plan.write.action.key_source();
                match table.schema.key.check_item(key) {
                    Ok(()) => {
                        let admitted = admission.read_item(table, key, arm.units);
                        reason(&mut admission, table, admitted)
                    }
                    Err(_) => CancellationReason::None,
                }
            }
            Ok((_, Plan::Read(_))) | Err(_) => CancellationReason::None,
        };
        reasons.push(reason);
    }
    let charges = admission.finish();
    if reasons.iter().any(|reason| *reason != CancellationReason::None) {
        return Ok(Prepared::cancelled(reasons, Vec::new(), charges.without_consumed()));
    }
    let mut reply = Reply::default();
    reply.put("Responses", Value::Array(Vec::new()));
    capacity.add_list_to(&mut reply, &arms, Some(UnitKind::Read));
    Ok(Prepared::paid(reply, arms, Change::None, charges))
}
