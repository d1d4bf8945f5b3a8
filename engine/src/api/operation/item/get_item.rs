//! GetItem: reads one item by its key.

use crate::api::error::{ApiError, Rejected};
use crate::api::operation::definition::Definition;
use crate::api::operation::item::write::{find_table, take_item};
use crate::api::operation::prepared::Prepared;
use crate::api::operation::read::selection::{check_consistency, projected, take_consistency};
use crate::api::reply::Reply;
use crate::api::reply::consumed_capacity::CapacityAnswer;
use crate::api::request::expressions::{Expressions, Parameters};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::{legacy, members};
use crate::database::{Change, Database};
use crate::expression::error::Parameter;
use crate::expression::projection::ProjectionExpression;

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        members::RETURN_CONSUMED_CAPACITY,
        legacy::ATTRIBUTES_TO_GET,
        members::TABLE_NAME,
        Member::required("Key", Shape::Attributes),
        Member::optional("ConsistentRead", Shape::LenientBoolean),
        Member::optional("ProjectionExpression", members::EXPRESSION),
        members::ATTRIBUTE_NAMES,
    ],
    prepare,
};

static PARAMETERS: Parameters =
    Parameters { expressions: &[Parameter::ProjectionExpression], legacy: &["AttributesToGet"] };

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    PARAMETERS.check(fields)?;
    let key = take_item(fields, "Key")?;
    let attributes = legacy::take_attributes_to_get(fields)?;
    let mut expressions = Expressions::take(fields)?;
    let projection = expressions.projection()?.or(attributes);
    expressions.finish()?;
    let consistency = take_consistency(fields);
    let capacity = CapacityAnswer::take(fields);
    let table = find_table(fields, "GetItem", database)?;
    table.schema.key.check_key(&key)?;
    table.schema.check_paths(projection.iter().flat_map(ProjectionExpression::paths))?;
    check_consistency(table, consistency, database)?;
    let stored = table.get(&key);
    let arms = vec![table.item_arm(stored, consistency)];
    let mut admission = database.admission();
    let admitted = admission.read_item(table, &key, arms[0].units);
    admitted.map_err(|throttled| ApiError::throttled(table, throttled))?;
    let mut reply = Reply::default();
    if let Some(stored) = stored {
        reply.put("Item", projected(stored.image.clone(), projection.as_ref()));
    }
    capacity.add_to(&mut reply, table.schema.name.as_str(), &arms);
    Ok(Prepared::paid(reply, arms, Change::None, admission.finish()))
}
