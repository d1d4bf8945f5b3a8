//! Of which operation a request is, by its members.

use engine::api::operation::registry::members;
use engine::api::request::shape::{Member, Shape};
use engine::operation::Operation;
use serde_json::Value;

use crate::sandbox::typed_json::parse;

/// The only operation of which a request in JSON can be; `None` if it can be one of several, or of `chosen`.
pub(crate) fn other_operation(text: &str, chosen: &str) -> Option<Operation> {
    let request = parse(text).ok()?;
    let mut possible = Operation::ALL.into_iter().filter(|it| is_of(*it, &request));
    let (only, is_several) = (possible.next()?, possible.next().is_some());
    let is_other = !is_several && only.name() != chosen;
    is_other.then_some(only)
}

/// Whether a request has what an operation needs, and nothing else.
fn is_of(operation: Operation, request: &Value) -> bool {
    // The table of members cannot say that a query needs one of these.
    let is_query = operation == Operation::Query;
    let has_key =
        ["KeyConditionExpression", "KeyConditions"].iter().any(|it| request.get(it).is_some());
    (has_key || !is_query) && has_members(request, members(operation))
}

fn has_members(value: &Value, members: &[Member]) -> bool {
    let Some(given) = value.as_object() else { return false };
    let is_known = |(name, value): (&String, &Value)| {
        let member = members.iter().find(|member| member.name == name);
        member.is_some_and(|member| fits(value, &member.shape))
    };
    given.iter().all(is_known)
        && members.iter().all(|member| !member.required || given.contains_key(member.name))
}

fn fits(value: &Value, shape: &Shape) -> bool {
    match shape {
        Shape::Structure { members, .. } => has_members(value, members),
        Shape::List { of, .. } => {
            value.as_array().is_some_and(|list| list.iter().all(|it| fits(it, of)))
        }
        Shape::Map { of, .. } => {
            value.as_object().is_some_and(|map| map.values().all(|it| fits(it, of)))
        }
        // A value of a wrong type is a mistake in a request of the operation.
        Shape::Text { .. }
        | Shape::AttributeName { .. }
        | Shape::Table { .. }
        | Shape::Word(_)
        | Shape::Integer { .. }
        | Shape::CutInteger { .. }
        | Shape::Maximum
        | Shape::Boolean
        | Shape::LenientBoolean
        | Shape::Attributes
        | Shape::Value
        | Shape::Texts => true,
    }
}
