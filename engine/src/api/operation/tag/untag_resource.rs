//! UntagResource: removes tags of a table by their keys. Keys that it does not have are ignored.

use serde_json::json;

use crate::api::error::Rejected;
use crate::api::error::resource::ResourceError;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::tags::find_resource;
use crate::api::request::tags::{RESOURCE_ARN, TAG_KEY};
use crate::database::{Change, Database};
use crate::operation::Operation;

pub(crate) static DEFINITION: Definition = Definition {
    members: &[
        RESOURCE_ARN,
        Member::required("TagKeys", Shape::List { of: &TAG_KEY, length: (0, usize::MAX) }),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let keys = fields.texts("TagKeys").unwrap_or_default();
    if keys.is_empty() {
        return Err(ResourceError::NoTagKeys.into());
    }
    let table = find_resource(fields, Operation::UntagResource, database)?;
    let mut tags = table.tags.clone();
    tags.retain(|key, _| !keys.contains(&key.as_str()));
    let change = Change::SetTags { table: table.schema.name.clone(), tags };
    Ok(Prepared::changing(json!({}), change))
}
