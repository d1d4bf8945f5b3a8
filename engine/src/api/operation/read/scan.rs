//! Scan: reads everything, or one segment of it, in the order of the partition hash.

use crate::api::error::Rejected;
use crate::api::error::read::{ReadError, StartKeyError};
use crate::api::limit::{RESOURCE_NAME_LENGTH, SEGMENT_COUNT, SEGMENT_MAX};
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::operation::read::selection::{
    SELECT_WORDS, Selection, check_start_key, take_select, take_start_key,
};
use crate::api::request::expressions::{Expressions, Parameters};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::{legacy, members};
use crate::database::Database;
use crate::expression::error::Parameter;
use crate::table::range::Range;

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        Member::optional("Select", Shape::Word(SELECT_WORDS)),
        Member::optional("IndexName", Shape::Text { length: RESOURCE_NAME_LENGTH, plain: true }),
        Member::optional(
            "TotalSegments",
            Shape::CutInteger { min: SEGMENT_COUNT.0, max: SEGMENT_COUNT.1 },
        ),
        members::RETURN_CONSUMED_CAPACITY,
        members::TABLE_NAME,
        legacy::CONDITIONAL_OPERATOR,
        legacy::SCAN_FILTER,
        Member::optional("Segment", Shape::CutInteger { min: 0, max: SEGMENT_MAX }),
        Member::optional("Limit", Shape::CutInteger { min: 1, max: i32::MAX as u64 }),
        legacy::ATTRIBUTES_TO_GET,
        Member::optional("ExclusiveStartKey", Shape::Attributes),
        Member::optional("ConsistentRead", Shape::LenientBoolean),
        Member::optional("FilterExpression", members::EXPRESSION),
        Member::optional("ProjectionExpression", members::EXPRESSION),
        members::ATTRIBUTE_VALUES,
        members::ATTRIBUTE_NAMES,
    ],
    prepare,
};

static PARAMETERS: Parameters = Parameters {
    expressions: &[Parameter::ProjectionExpression, Parameter::FilterExpression],
    legacy: &["AttributesToGet", "ScanFilter", "ConditionalOperator"],
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    PARAMETERS.check(fields)?;
    legacy::check_conditional_operator(fields, &legacy::SCAN_FILTER)?;
    let attributes = legacy::take_attributes_to_get(fields)?;
    let filter = legacy::take_filter(fields, &legacy::SCAN_FILTER)?;
    let start_key = take_start_key(fields)?;
    let segment = take_segment(fields)?;
    let mut expressions = Expressions::take(fields)?;
    let filter = expressions.condition(Parameter::FilterExpression)?.or(filter);
    let projection = expressions.projection()?.or(attributes);
    expressions.finish()?;
    let select = take_select(fields, projection.as_ref())?;
    let selection = Selection::take(fields, "Scan", database, select, filter, projection)?;
    let mut range = match segment {
        None => Range::all(),
        Some((segment, total)) => Range::of_segment(segment, total),
    };
    if let Some(key) = start_key {
        let (table, index) = (selection.table, selection.index);
        let misfit = index.map_or(StartKeyError::OtherSchema, |_| StartKeyError::Malformed);
        check_start_key(table, index, &key, misfit)?;
        let position = table.start_position(index, &key).ok_or(StartKeyError::Malformed)?;
        if let Some((segment, total)) = segment.filter(|_| !range.contains(&position)) {
            return Err(StartKeyError::OutsideSegment { segment, total }.into());
        }
        range.start_after(&position);
    }
    selection.prepare(range, database)
}

/// The segment and how many there are; none if the whole is scanned.
fn take_segment(fields: Fields<'_>) -> Result<Option<(u64, u64)>, ReadError> {
    match (fields.integer("Segment"), fields.integer("TotalSegments")) {
        (None, None) => Ok(None),
        (Some(_), None) => Err(ReadError::NoTotalSegments),
        (None, Some(_)) => Err(ReadError::NoSegment),
        (Some(segment), Some(total)) if segment >= total => {
            Err(ReadError::SegmentOutOfRange { segment, total })
        }
        (Some(segment), Some(total)) => Ok(Some((segment, total))),
    }
}
