//! The parameters of the time before expressions: their members, and what they are read into.
//!
//! They are made into conditions, updates and projections as expressions are, so that nothing behind
//! this file knows which of the two a request has used.

use crate::api::error::Rejected;
use crate::api::error::legacy::LegacyError;
use crate::api::limit::ATTRIBUTES_TO_GET_COUNT;
use crate::api::request::fields::{Fields, first_repeated};
use crate::api::request::shape::{Member, Shape};
use crate::api::value::{check_name, read_attribute_value};
use crate::expression::condition::Condition;
use crate::expression::key_condition::KeyConditionExpression;
use crate::expression::legacy::{
    AttributeCondition, AttributeUpdate, ComparisonOperator, ConditionalOperator, UpdateAction,
};
use crate::expression::projection::ProjectionExpression;
use crate::expression::update::Update;
use crate::json::text::JsonObject;
use crate::model::attribute_value::AttributeValue;
use crate::model::name::AttributeName;

/// The names of all legacy parameters.
pub(crate) const NAMES: [&str; 7] = [
    EXPECTED.name,
    ATTRIBUTE_UPDATES.name,
    KEY_CONDITIONS.name,
    QUERY_FILTER.name,
    SCAN_FILTER.name,
    CONDITIONAL_OPERATOR.name,
    ATTRIBUTES_TO_GET.name,
];

/// Conditions on the item that a write meets.
pub(crate) const EXPECTED: Member = Member::optional(
    "Expected",
    Shape::Map { of: &EXPECTED_VALUE, list_length: None, tables: None },
);

/// Changes of attributes.
pub(crate) const ATTRIBUTE_UPDATES: Member = Member::optional(
    "AttributeUpdates",
    Shape::Map { of: &VALUE_UPDATE, list_length: None, tables: None },
);

/// What a Query asks of the key.
pub(crate) const KEY_CONDITIONS: Member = Member::optional("KeyConditions", CONDITIONS);

/// What a Query keeps of what it reads.
pub(crate) const QUERY_FILTER: Member = Member::optional("QueryFilter", CONDITIONS);

/// What a Scan keeps of what it reads.
pub(crate) const SCAN_FILTER: Member = Member::optional("ScanFilter", CONDITIONS);

/// Whether all conditions must hold, or one.
pub(crate) const CONDITIONAL_OPERATOR: Member =
    Member::optional("ConditionalOperator", Shape::Word(&["OR", "AND"])).late();

/// The attributes that a read returns.
pub(crate) const ATTRIBUTES_TO_GET: Member =
    Member::optional("AttributesToGet", Shape::List { of: &WORD, length: ATTRIBUTES_TO_GET_COUNT });

const CONDITIONS: Shape = Shape::Map { of: &CONDITION, list_length: None, tables: None };

const OPERATOR: Shape = Shape::Word(&ComparisonOperator::NAMES);

/// A word that is checked when it is read.
const WORD: Shape = Shape::Text { length: (0, usize::MAX), plain: false };

const VALUE_LIST: Member = Member::optional(
    "AttributeValueList",
    Shape::List { of: &Shape::Value, length: (0, usize::MAX) },
);

static CONDITION: Shape = Shape::Structure {
    name: "Condition",
    members: &[VALUE_LIST, Member::required("ComparisonOperator", OPERATOR)],
};

static EXPECTED_VALUE: Shape = Shape::Structure {
    name: "ExpectedAttributeValue",
    members: &[
        VALUE_LIST,
        // Its values are checked when it is read.
        Member::optional("ComparisonOperator", WORD),
        Member::optional("Exists", Shape::LenientBoolean),
        Member::optional("Value", Shape::Value),
    ],
};

static VALUE_UPDATE: Shape = Shape::Structure {
    name: "AttributeValueUpdate",
    members: &[Member::optional("Action", WORD), Member::optional("Value", Shape::Value)],
};

/// Fails if `ConditionalOperator` is given with fewer than two conditions in this member. They may be malformed.
pub(crate) fn check_conditional_operator(
    fields: Fields<'_>,
    conditions: &Member,
) -> Result<(), LegacyError> {
    let Some(operator) = fields.text(CONDITIONAL_OPERATOR.name) else { return Ok(()) };
    match (fields.map(conditions.name).map_or(0, JsonObject::len), operator) {
        (0, _) => Err(LegacyError::NothingToJoin),
        (1, _) => Err(LegacyError::OneToJoin),
        (_, "AND" | "OR") => Ok(()),
        _ => Err(LegacyError::UnknownConditionalOperator),
    }
}

/// Reads `Expected`.
pub(crate) fn take_expected(fields: Fields<'_>) -> Result<Option<Condition>, Rejected> {
    let conditions = take_all(fields, EXPECTED.name, take_expectation)?;
    Ok(join(fields, conditions))
}

/// Reads `QueryFilter` or `ScanFilter`.
pub(crate) fn take_filter(
    fields: Fields<'_>,
    member: &Member,
) -> Result<Option<Condition>, Rejected> {
    let conditions = take_all(fields, member.name, take_condition)?;
    Ok(join(fields, conditions))
}

/// Reads `KeyConditions`.
pub(crate) fn take_key_conditions(
    fields: Fields<'_>,
) -> Result<Option<KeyConditionExpression>, Rejected> {
    let conditions = take_all(fields, KEY_CONDITIONS.name, take_key_condition)?;
    Ok(conditions.map(KeyConditionExpression::on_attributes))
}

/// Reads `AttributeUpdates`. Without any update in it, it is as if it were not there.
pub(crate) fn take_updates(fields: Fields<'_>) -> Result<Option<Update>, Rejected> {
    let updates = take_all(fields, ATTRIBUTE_UPDATES.name, take_update)?;
    Ok(updates.filter(|updates| !updates.is_empty()).map(Update::of_attributes))
}

/// Reads `AttributesToGet`.
pub(crate) fn take_attributes_to_get(
    fields: Fields<'_>,
) -> Result<Option<ProjectionExpression>, Rejected> {
    let Some(names) = fields.texts(ATTRIBUTES_TO_GET.name) else { return Ok(None) };
    for name in &names {
        check_name(name)?;
    }
    match first_repeated(&names) {
        Some(name) => Err(LegacyError::DuplicateName { name: name.to_owned() }.into()),
        None => {
            Ok(Some(ProjectionExpression::of_attributes(names.into_iter().map(AttributeName::new))))
        }
    }
}

/// Reads the structures of a map by attribute; none if the map is not there.
fn take_all<T>(
    fields: Fields<'_>,
    member: &str,
    take: impl Fn(AttributeName, Fields<'_>) -> Result<T, Rejected>,
) -> Result<Option<Vec<T>>, Rejected> {
    let Some(structures) = fields.map(member) else { return Ok(None) };
    let structures =
        structures.iter().filter_map(|(name, json)| Some((name, Fields::from_json(json)?)));
    let taken = structures.map(|(name, fields)| {
        check_name(name)?;
        take(AttributeName::new(name), fields)
    });
    taken.collect::<Result<Vec<T>, Rejected>>().map(Some)
}

fn join(fields: Fields<'_>, conditions: Option<Vec<AttributeCondition>>) -> Option<Condition> {
    let junction = match fields.text(CONDITIONAL_OPERATOR.name) {
        Some("OR") => ConditionalOperator::Or,
        None | Some(_) => ConditionalOperator::And,
    };
    let conditions = conditions.filter(|conditions| !conditions.is_empty());
    conditions.map(|conditions| Condition::on_attributes(conditions, junction))
}

fn take_condition(
    attribute: AttributeName,
    fields: Fields<'_>,
) -> Result<AttributeCondition, Rejected> {
    let operator = take_operator(fields).expect("the member is required");
    let values = take_values(fields)?.unwrap_or_default();
    Ok(AttributeCondition::new(attribute, operator, values)?)
}

fn take_key_condition(
    attribute: AttributeName,
    fields: Fields<'_>,
) -> Result<AttributeCondition, Rejected> {
    let condition = take_condition(attribute, fields)?;
    condition.check_equality()?;
    Ok(condition)
}

fn take_expectation(
    attribute: AttributeName,
    fields: Fields<'_>,
) -> Result<AttributeCondition, Rejected> {
    let (value, list) = (take_value(fields)?, take_values(fields)?);
    let operator = take_operator(fields);
    if operator.is_none() && fields.text("ComparisonOperator").is_some() {
        return Err(LegacyError::UnknownComparison.into());
    }
    let exists = fields.boolean("Exists");
    let (operator, values) = match (operator, value, list) {
        (_, Some(_), Some(_)) => return Err(LegacyError::ValueAndList { attribute }.into()),
        (Some(_), ..) if exists.is_some() => {
            return Err(LegacyError::ExistsAndOperator { attribute }.into());
        }
        (Some(operator), Some(value), None) => (operator, vec![value]),
        (Some(operator), None, Some(values)) => (operator, values),
        (Some(operator @ (ComparisonOperator::Null | ComparisonOperator::NotNull)), None, None) => {
            (operator, Vec::new())
        }
        (Some(operator), None, None) => {
            return Err(LegacyError::OperatorAlone { attribute, operator }.into());
        }
        (None, None, Some(_)) => return Err(LegacyError::ListAlone { attribute }.into()),
        (None, Some(_), None) if exists == Some(false) => {
            return Err(LegacyError::ValueOfNothing { attribute }.into());
        }
        (None, Some(value), None) => (ComparisonOperator::Eq, vec![value]),
        (None, None, None) if exists == Some(false) => (ComparisonOperator::Null, Vec::new()),
        (None, None, None) => {
            return Err(LegacyError::ExistsWithoutValue { attribute, exists }.into());
        }
    };
    Ok(AttributeCondition::new(attribute, operator, values)?)
}

fn take_update(attribute: AttributeName, fields: Fields<'_>) -> Result<AttributeUpdate, Rejected> {
    let action = match fields.text("Action") {
        Some("ADD") => UpdateAction::Add,
        Some("DELETE") => UpdateAction::Delete,
        None | Some("PUT") => UpdateAction::Put,
        Some(_) => return Err(LegacyError::UnknownAction.into()),
    };
    Ok(AttributeUpdate::new(attribute, action, take_value(fields)?)?)
}

fn take_operator(fields: Fields<'_>) -> Option<ComparisonOperator> {
    fields.text("ComparisonOperator").and_then(ComparisonOperator::from_name)
}

fn take_value(fields: Fields<'_>) -> Result<Option<AttributeValue>, Rejected> {
    Ok(fields.value("Value").map(read_attribute_value).transpose()?)
}

fn take_values(fields: Fields<'_>) -> Result<Option<Vec<AttributeValue>>, Rejected> {
    let Some(values) = fields.elements("AttributeValueList") else { return Ok(None) };
    Ok(Some(values.iter().map(read_attribute_value).collect::<Result<_, _>>()?))
}
