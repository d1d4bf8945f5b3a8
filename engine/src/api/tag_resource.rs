//! TagResource: adds tags to a table, in place of those with the same keys.

use serde_json::json;

use crate::api::arn::find_resource;
use crate::api::error::{Envelope, Refused};
use crate::api::resource_error::ResourceError;
use crate::api::shape::{Fields, Member};
use crate::api::tags::{RESOURCE_ARN, TAGS, check_count, take_tags};
use crate::api::{Operation, Prepared};
use crate::database::{Change, Database, Wording};

pub(crate) static OPERATION: Operation = Operation {
    name: "TagResource",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[RESOURCE_ARN, Member::required("Tags", TAGS)],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Refused> {
    let added = take_tags(fields);
    if added.is_empty() {
        return Err(ResourceError::NoTags.into());
    }
    let table = find_resource(fields.text("ResourceArn"), database)?;
    let mut tags = table.tags.clone();
    for (key, value) in added {
        tags.insert(key, value);
    }
    check_count(&tags)?;
    let change = Change::SetTags { table: table.schema.name.clone(), tags };
    Ok(Prepared::changing(json!({}), change))
}
