//! Query: reads the items of one partition key value, in the order of the sort key.

use crate::api::error::read::{ReadError, StartKeyError};
use crate::api::error::validation::ValidationError;
use crate::api::error::violation::Layer;
use crate::api::error::{ApiError, Rejected};
use crate::api::limit::RESOURCE_NAME_LENGTH;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::read::selection::{
    SELECT_WORDS, Selection, check_start_key, take_select, take_start_key, unprojected,
};
use crate::api::request::check::check_constraints;
use crate::api::request::expressions::{Expressions, Parameters};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::{legacy, members};
use crate::api::value::item_to_json;
use crate::database::Database;
use crate::expression::error::Parameter;
use crate::expression::key_condition::KeyCondition;
use crate::model::item::Item;
use crate::model::key::KeySchema;
use crate::table::range::Range;

const SELECT: Member = Member::optional("Select", Shape::Word(SELECT_WORDS)).late();

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        SELECT,
        Member::optional("IndexName", Shape::Text { length: RESOURCE_NAME_LENGTH, plain: true }),
        members::RETURN_CONSUMED_CAPACITY,
        legacy::QUERY_FILTER,
        members::TABLE_NAME,
        legacy::CONDITIONAL_OPERATOR,
        legacy::ATTRIBUTES_TO_GET,
        Member::optional("Limit", Shape::CutInteger { min: 1, max: i32::MAX as u64 }),
        legacy::KEY_CONDITIONS,
        Member::optional("ExclusiveStartKey", Shape::Attributes),
        Member::optional("ConsistentRead", Shape::LenientBoolean),
        Member::optional("ScanIndexForward", Shape::LenientBoolean),
        Member::optional("KeyConditionExpression", members::EXPRESSION),
        Member::optional("FilterExpression", members::EXPRESSION),
        Member::optional("ProjectionExpression", members::EXPRESSION),
        members::ATTRIBUTE_VALUES,
        members::ATTRIBUTE_NAMES,
    ],
    prepare,
};

static PARAMETERS: Parameters = Parameters {
    expressions: &[
        Parameter::ProjectionExpression,
        Parameter::FilterExpression,
        Parameter::KeyConditionExpression,
    ],
    legacy: &["AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"],
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    PARAMETERS.check(fields)?;
    legacy::check_conditional_operator(fields, &legacy::QUERY_FILTER)?;
    let filter = legacy::take_filter(fields, &legacy::QUERY_FILTER)?;
    let attributes = legacy::take_attributes_to_get(fields)?;
    let start_key = take_start_key(fields)?;
    let key_conditions = legacy::take_key_conditions(fields)?;
    let mut expressions = Expressions::take(fields)?;
    let key_condition = expressions.key_condition()?.or(key_conditions);
    let key_condition = key_condition.ok_or(ReadError::NoKeyCondition)?;
    let filter = expressions.condition(Parameter::FilterExpression)?.or(filter);
    let projection = expressions.projection()?.or(attributes);
    expressions.finish()?;
    key_condition.check()?;
    check_constraints(fields.0, &[SELECT], Layer::Newer).map_err(ValidationError::Violations)?;
    let select = take_select(fields, projection.as_ref())
        .map_err(|error| ApiError::counted(ValidationError::Read(error)))?;
    let selection = Selection::take(fields, "Query", database, select, filter, projection)?;
    let schema = selection.key();
    let condition = key_condition.resolve(schema)?;
    schema.check_condition(&condition)?;
    check_filter(fields, &selection, schema)?;
    let forward = fields.flag("ScanIndexForward", true);
    let mut range = schema.range(&condition, forward);
    if let Some(key) = start_key {
        start_after_key(&mut range, &key, &selection, schema, &condition)?;
    }
    selection.prepare(range, database)
}

/// A filter cannot name attributes of the key.
fn check_filter(
    fields: Fields<'_>,
    selection: &Selection<'_>,
    schema: &KeySchema,
) -> Result<(), ReadError> {
    let Some(filter) = &selection.filter else { return Ok(()) };
    if let Some(path) = filter.paths().find(|path| schema.contains(path.top_level())) {
        let attribute = path.top_level().clone();
        return Err(match fields.value(legacy::QUERY_FILTER.name) {
            None => ReadError::FilterOnKey { attribute },
            Some(_) => ReadError::QueryFilterOnKey { attribute },
        });
    }
    let Some(index) = selection.index else { return Ok(()) };
    let attributes = unprojected(index, filter.paths());
    match attributes.is_empty() {
        true => Ok(()),
        false => {
            Err(ReadError::FilterNotProjected { index: index.schema.name.clone(), attributes })
        }
    }
}

/// Narrows a range to what follows a start key, which must lie within it.
fn start_after_key(
    range: &mut Range,
    key: &Item,
    selection: &Selection<'_>,
    schema: &KeySchema,
    condition: &KeyCondition,
) -> Result<(), StartKeyError> {
    let (table, index) = (selection.table, selection.index);
    check_start_key(table, index, key, StartKeyError::Malformed)?;
    if index.is_none() && schema.sort.is_empty() {
        return Err(StartKeyError::TableWithoutSortKey { key: item_to_json(key).to_string() });
    }
    let position = table.start_position(index, key).ok_or(StartKeyError::Malformed)?;
    if range.contains(&position) {
        range.start_after(&position);
        return Ok(());
    }
    if condition.sort_values().next().is_none() {
        return Err(StartKeyError::OutsideQuery);
    }
    let mut key_in_partition = key.clone();
    for (attribute, value) in schema.partition.iter().zip(&condition.partition) {
        key_in_partition.insert(attribute.name.clone(), value.clone());
    }
    let position = table.start_position(index, &key_in_partition);
    match position.is_some_and(|position| range.contains(&position)) {
        true => Err(StartKeyError::OtherPartition),
        false => Err(StartKeyError::OutsideRange),
    }
}
