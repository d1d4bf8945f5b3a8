//! Members that several operations share.

use crate::api::arn::{self, is_of_other_account};
use crate::api::error::resource::ResourceError;
use crate::api::limit::RESOURCE_NAME_LENGTH;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};

/// The name of a table whose items are read or written.
pub(crate) const TABLE_NAME: Member =
    Member::required("TableName", Shape::Table { length: RESOURCE_NAME_LENGTH });

/// The name of the table that a request is about, whether it gives the name or the ARN.
pub(crate) fn table_name(fields: Fields<'_>) -> &str {
    arn::table_name(fields.required_text("TableName"))
}

/// Checks that a table named by its ARN is one of this account. The action is what a policy would have to allow.
///
/// Model: no policy allows anything to anybody else, and the account is checked when the table is looked for.
pub(crate) fn check_account(reference: &str, action: &'static str) -> Result<(), ResourceError> {
    match is_of_other_account(reference) {
        true => Err(ResourceError::of_other_account(action, reference)),
        false => Ok(()),
    }
}

/// How much of the consumed capacity is returned.
pub(crate) const RETURN_CONSUMED_CAPACITY: Member =
    Member::optional("ReturnConsumedCapacity", Shape::Word(&["INDEXES", "TOTAL", "NONE"]));

/// Placeholders for attribute names.
pub(crate) const ATTRIBUTE_NAMES: Member =
    Member::optional("ExpressionAttributeNames", Shape::Texts);

/// Placeholders for attribute values.
pub(crate) const ATTRIBUTE_VALUES: Member =
    Member::optional("ExpressionAttributeValues", Shape::Attributes);

/// Any text: expressions have limits of their own.
pub(crate) const EXPRESSION: Shape = Shape::Text { length: (0, usize::MAX), plain: false };

/// Which attributes of the item a write returns.
pub(crate) const RETURN_VALUES: Member = Member::optional(
    "ReturnValues",
    Shape::Word(&["ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"]),
);

/// Whether a failed condition returns the item.
pub(crate) const RETURN_VALUES_ON_FAILURE: Member =
    Member::optional("ReturnValuesOnConditionCheckFailure", Shape::Word(&["ALL_OLD", "NONE"]));

/// Whether the size of the item collection is returned.
pub(crate) const RETURN_COLLECTION_METRICS: Member =
    Member::optional("ReturnItemCollectionMetrics", Shape::Word(&["SIZE", "NONE"]));
