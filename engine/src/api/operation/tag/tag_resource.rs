//! TagResource: adds tags to a table, in place of those with the same keys.

use serde_json::json;

use crate::api::error::Rejected;
use crate::api::error::resource::ResourceError;
use crate::api::operation::definition::Definition;
use crate::api::operation::prepared::Prepared;
use crate::api::request::fields::Fields;
use crate::api::request::shape::Member;
use crate::api::request::tags::find_resource;
use crate::api::request::tags::{RESOURCE_ARN, TAGS, check_characters, check_count, take_tags};
use crate::database::{Change, Database};
use crate::operation::Operation;

pub(crate) static DEFINITION: Definition =
    Definition { members: &[RESOURCE_ARN, Member::required("Tags", TAGS)], prepare };

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Rejected> {
    let added = take_tags(fields);
    if added.is_empty() {
        return Err(ResourceError::NoTags.into());
    }
    check_characters(&added)?;
    let table = find_resource(fields, Operation::TagResource, database)?;
    let mut tags = table.tags.clone();
    for (key, value) in added {
        tags.insert(key, value);
    }
    check_count(&tags)?;
    let change = Change::SetTags { table: table.schema.name.clone(), tags };
    Ok(Prepared::changing(json!({}), change))
}
