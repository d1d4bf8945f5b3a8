//! Tags: what people note about a table. Shared by the three operations on them and CreateTable.

use std::collections::BTreeMap;

use crate::api::arn::{is_arn, is_of_other_account, table_name};
use crate::api::error::Rejected;
use crate::api::error::resource::ResourceError;
use crate::api::limit::{TAG_COUNT_MAX, TAG_KEY_LENGTH, TAG_VALUE_LENGTH};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::database::Database;
use crate::operation::Operation;
use crate::table::Table;

/// What the keys of tags that AWS assigns begin with. Source: the page about tags of the developer guide.
const RESERVED_PREFIX: &str = "aws:";

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

/// Checks the characters of tags.
///
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Tagging.html>: letters, white space, numbers and some others.
pub(crate) fn check_characters(tags: &BTreeMap<String, String>) -> Result<(), ResourceError> {
    if tags.keys().any(|key| key.starts_with(RESERVED_PREFIX)) {
        return Err(ResourceError::ReservedTag);
    }
    let is_allowed =
        |it: char| it.is_alphanumeric() || it.is_whitespace() || "+-=._:/@".contains(it);
    let mut texts = tags.iter().flat_map(|(key, value)| [key, value]);
    match texts.find(|text| !text.chars().all(is_allowed)) {
        Some(text) => Err(ResourceError::TagCharacter { text: text.clone() }),
        None => Ok(()),
    }
}

/// The table that a request names by ARN alone.
pub(crate) fn find_resource<'d>(
    fields: Fields<'_>,
    operation: Operation,
    database: &'d Database,
) -> Result<&'d Table, ResourceError> {
    let arn = fields.text(RESOURCE_ARN.name).ok_or(ResourceError::NoArn)?;
    let text = arn.to_owned();
    if !is_arn(arn) {
        return Err(ResourceError::NotAnArn { text });
    }
    if is_of_other_account(arn) {
        return Err(ResourceError::of_other_account(operation.name(), &text));
    }
    match arn.split_once(":table/") {
        None => Err(ResourceError::NotTheArnOfATable { text }),
        Some((_, resource)) if resource.contains("/index/") => {
            Err(ResourceError::ArnOfIndex { arn: text })
        }
        Some(_) => database.table(table_name(arn)).ok_or(ResourceError::ArnNotFound { arn: text }),
    }
}
