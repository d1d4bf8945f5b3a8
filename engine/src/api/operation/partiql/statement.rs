//! What the three operations share: the statement of a request, its table and its plan.

use crate::api::error::Rejected;
use crate::api::limit::{PARAMETER_COUNT, STATEMENT_LENGTH};
use crate::api::operation::item::write::ready_table;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::value::read_attribute_value;
use crate::capacity::cost::Consistency;
use crate::database::Database;
use crate::expression::condition::Condition;
use crate::partiql::error::PartiqlErrorKind;
use crate::partiql::plan::Plan;
use crate::partiql::statement::{Source, Statement};
use crate::table::Table;
use crate::table::write::accept::Rejection;
use crate::table::write::plan::WriteError;

/// The action of statements that read.
const SELECT: &str = "PartiQLSelect";

/// The text of a statement.
pub(crate) const STATEMENT: Member =
    Member::required("Statement", Shape::Text { length: STATEMENT_LENGTH, plain: false });

/// The values of the parameters of a statement.
pub(crate) const PARAMETERS: Member =
    Member::optional("Parameters", Shape::List { of: &Shape::Value, length: PARAMETER_COUNT });

/// The statement of a request, or of one element of a batch or transaction.
pub(crate) fn take_statement(
    fields: Fields<'_>,
    database: &Database,
) -> Result<Statement, Rejected> {
    let mut parameters = Vec::new();
    if let Some(values) = fields.elements("Parameters") {
        for value in values.iter() {
            parameters.push(read_attribute_value(value)?);
        }
    }
    Statement::parse(fields.required_text("Statement"), &parameters).map_err(
        |mut error| match error.of_wide_index.take() {
            Some(wide) if is_of_wide_index(&wide.0, database) => Box::new(wide.1).into(),
            _ => error.into(),
        },
    )
}

fn is_of_wide_index(source: &Source, database: &Database) -> bool {
    let table = ready_table(&source.table, SELECT, database);
    table.is_ok_and(|table| source.check_key(table).is_err())
}

/// What a policy would have to allow.
pub(crate) const fn action_of(statement: &Statement) -> &'static str {
    match statement {
        Statement::Select(_) | Statement::Exists(_) => SELECT,
        Statement::Insert(_) => "PartiQLInsert",
        Statement::Update(_) => "PartiQLUpdate",
        Statement::Delete(_) => "PartiQLDelete",
    }
}

/// The table that a statement names. An index with a key of several attributes is refused before all else.
pub(crate) fn find_table<'d>(
    statement: &Statement,
    database: &'d Database,
) -> Result<&'d Table, Rejected> {
    let table = ready_table(statement.table(), action_of(statement), database)?;
    if let Statement::Select(select) = statement {
        select.source.check_key(table)?;
    }
    Ok(table)
}

/// The plan of a statement that a table accepts.
pub(crate) fn plan(
    statement: &Statement,
    table: &Table,
    consistency: Consistency,
) -> Result<Plan, Rejected> {
    let plan = statement.plan(table, consistency)?;
    if let Plan::Read(read) = &plan {
        let columns = read.columns.iter().flatten().map(|column| &column.path);
        let filtered = read.filter.iter().flat_map(Condition::paths);
        table.schema.check_paths(columns.chain(filtered))?;
    }
    Ok(plan)
}

/// The rejection of a planned write, in the words that statements have for keys that are too long.
pub(crate) fn write_rejection(error: WriteError) -> Rejected {
    match error {
        WriteError::Rejected(Rejection::PartitionKeyTooLong) => {
            PartiqlErrorKind::PartitionKeyTooLong.into()
        }
        WriteError::Rejected(Rejection::SortKeyTooLong) => PartiqlErrorKind::SortKeyTooLong.into(),
        error => error.into(),
    }
}
