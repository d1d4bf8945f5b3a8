//! ListTagsOfResource: the tags of a table, in ascending order of their keys, on one page.

use serde_json::{Value, json};

use crate::api::arn::find_resource;
use crate::api::error::{Envelope, Refused};
use crate::api::shape::{Fields, Member, Shape};
use crate::api::tags::RESOURCE_ARN;
use crate::api::{Operation, Prepared};
use crate::database::{Database, Wording};

pub(crate) static OPERATION: Operation = Operation {
    name: "ListTagsOfResource",
    wording: Wording::Classic,
    envelope: Envelope::Bare,
    members: &[
        RESOURCE_ARN,
        Member::optional("NextToken", Shape::Text { length: (0, usize::MAX), plain: false }),
    ],
    prepare,
};

fn prepare(fields: Fields<'_>, database: &Database) -> Result<Prepared, Refused> {
    let table = find_resource(fields.text("ResourceArn"), database)?;
    let tags = table.tags.iter().map(|(key, value)| json!({ "Key": key, "Value": value }));
    Ok(Prepared::answer(json!({ "Tags": tags.collect::<Value>() })))
}
