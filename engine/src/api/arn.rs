//! Names of resources: a table, index or stream by its ARN, and a table by either its name or its ARN.

use crate::table::stream::StreamId;

/// What every ARN of a table begins with. Model: Region and account are made up; a sandbox has neither.
pub const TABLE_ARN_PREFIX: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/";

/// Who sends the requests. Model: as above.
pub(crate) const USER: &str = "arn:aws:iam::000000000000:root";

/// The account of tables. Model: as above.
const ACCOUNT: &str = "000000000000";

/// What every ARN of a key begins with. Model: as above.
const KEY_ARN_PREFIX: &str = "arn:aws:kms:us-east-1:000000000000:";

/// Separates a table's ARN from the name of its index.
pub(crate) const INDEX_PART: &str = "/index/";

/// Separates a table's ARN from the label of its stream.
const STREAM_PART: &str = "/stream/";

/// The Region that is named where one must be. Model: as above.
pub(crate) const REGION: &str = "us-east-1";

pub(crate) fn table_arn(name: &str) -> String {
    format!("{TABLE_ARN_PREFIX}{name}")
}

pub(crate) fn index_arn(table: &str, index: &str) -> String {
    format!("{TABLE_ARN_PREFIX}{table}{INDEX_PART}{index}")
}

pub(crate) fn stream_arn(stream: &StreamId) -> String {
    format!("{TABLE_ARN_PREFIX}{}{STREAM_PART}{}", stream.table, stream.label)
}

/// The ARN of a key, which may be given by its ARN, its alias or its identifier.
pub(crate) fn key_arn(key: &str) -> String {
    match (is_arn(key), key.starts_with("alias/")) {
        (true, _) => key.to_owned(),
        (false, true) => format!("{KEY_ARN_PREFIX}{key}"),
        (false, false) => format!("{KEY_ARN_PREFIX}key/{key}"),
    }
}

/// Whether a text means to be an ARN and not a name.
pub(crate) fn is_arn(text: &str) -> bool {
    text.starts_with("arn:")
}

/// Whether a text is the ARN of a resource of DynamoDB in another account.
pub(crate) fn is_of_other_account(arn: &str) -> bool {
    if !is_arn(arn) {
        return false;
    }
    match arn.split(':').collect::<Vec<_>>().as_slice() {
        [_, _, "dynamodb", _, account, resource, ..] => {
            *account != ACCOUNT && resource.starts_with("table/")
        }
        _ => false,
    }
}

/// The name of a table that is given by its name or its ARN. Where the ARN is of something else, it is the ARN
/// itself, which is the name of no table.
pub(crate) fn table_name(reference: &str) -> &str {
    reference.strip_prefix(TABLE_ARN_PREFIX).unwrap_or(reference)
}

/// The table and the label that the ARN of a stream names.
pub(crate) fn stream_parts(arn: &str) -> Option<(&str, &str)> {
    arn.strip_prefix(TABLE_ARN_PREFIX)?.split_once(STREAM_PART)
}
