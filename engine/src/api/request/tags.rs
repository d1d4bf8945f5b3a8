//! Tags: what people note about a table. Shared by the three operations on them and CreateTable.

use std::collections::BTreeMap;

use crate::api::arn::{is_arn, table_name};
use crate::api::error::Rejected;
use crate::api::error::resource::ResourceError;
use crate::api::limit::{TAG_COUNT_MAX, TAG_KEY_LENGTH, TAG_VALUE_LENGTH};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::database::Database;
use crate::table::Table;

/// The key of a tag.
pub(crate) static TAG_KEY: Shape = Shape::Text { length: TAG_KEY_LENGTH, plain: false };

static TAG: Shape = Shape::Structure {
    name: "Tag",
    members: &[
        Member::required("Key", Shape::Text { length: TAG_KEY_LENGTH, plain: false }),
        Member::required("Value", Shape::Text { length: TAG_VALUE_LENGTH, plain: false }),
    ],
};

/// Tags by key and value.
pub(crate) const TAGS: Shape = Shape::List { of: &TAG, length: (0, usize::MAX) };

/// The ARN of a table. Its form has a check of its own.
pub(crate) const RESOURCE_ARN: Member =
    Member::optional("ResourceArn", Shape::Text { length: (1, 1_283), plain: false });

/// The tags of a request.
pub(crate) fn take_tags(fields: Fields<'_>) -> BTreeMap<String, String> {
    let text = |fields: Fields<'_>, name| fields.required_text(name).to_owned();
    let tags = fields.list("Tags").unwrap_or_default();
    tags.into_iter().map(|tag| (text(tag, "Key"), text(tag, "Value"))).collect()
}

/// Checks how many tags a table would have.
pub(crate) fn check_count(tags: &BTreeMap<String, String>) -> Result<(), Rejected> {
    match tags.len() > TAG_COUNT_MAX {
        true => Err(ResourceError::TooManyTags.into()),
        false => Ok(()),
    }
}

/// The table that a request names by ARN alone.
pub(crate) fn find_resource<'d>(
    arn: Option<&str>,
    database: &'d Database,
) -> Result<&'d Table, ResourceError> {
    let arn = arn.ok_or(ResourceError::NoArn)?;
    match is_arn(arn) && arn.contains(":table/") {
        true => database
            .table(table_name(arn))
            .ok_or_else(|| ResourceError::ArnNotFound { arn: arn.to_owned() }),
        false => Err(ResourceError::NotAnArn { text: arn.to_owned() }),
    }
}
