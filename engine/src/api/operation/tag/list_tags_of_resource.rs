//! ListTagsOfResource: the tags of a table, in ascending order of their keys, on one page.

use serde_json::{Value, json};

use crate::api::error::Rejected;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::tags::RESOURCE_ARN;
use crate::api::request::tags::find_resource;
use crate::database::Database;
use crate::operation::Operation;

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        RESOURCE_ARN,
        Member::optional("NextToken", Shape::Text { length: (0, usize::MAX), plain: false }),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let table = find_resource(fields, Operation::ListTagsOfResource, database)?;
    let tags = table.tags.iter().map(|(key, value)| json!({ "Key": key, "Value": value }));
    Ok(Prepared::answer(json!({ "Tags": tags.collect::<Value>() })))
}
