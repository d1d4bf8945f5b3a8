//! DynamoDB's words for what a table rejects.

use std::fmt;

use crate::api::value::words::INVALID;
use crate::model::key::KeyType;
use crate::table::write::accept::Rejection;
use crate::table::write::plan::WriteError;

pub(crate) fn write_rejection(
    rejection: &Rejection,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match rejection {
        Rejection::MissingKey { attribute } => {
            write!(formatter, "{INVALID} Missing the key {attribute} in the item")
        }
        Rejection::KeyType { attribute, expected, actual } => write!(
            formatter,
            "{INVALID} Type mismatch for key {attribute} expected: {expected} actual: {actual}"
        ),
        Rejection::KeyShape => {
            formatter.write_str("The provided key element does not match the schema")
        }
        Rejection::EmptyKey { attribute, kind } => write!(
            formatter,
            "One or more parameter values are not valid. The AttributeValue for a key attribute \
             cannot contain an empty {} value. Key: {attribute}",
            kind_word(*kind)
        ),
        Rejection::PartitionKeyTooLong => write!(
            formatter,
            "{INVALID} Size of hashkey has exceeded the maximum size limit of2048 bytes"
        ),
        Rejection::SortKeyTooLong => write!(
            formatter,
            "{INVALID} Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
        ),
        Rejection::IndexKeyType { index, attribute, expected, actual } => write!(
            formatter,
            "{INVALID} Type mismatch for Index Key {attribute} Expected: {expected} \
             Actual: {actual} IndexName: {index}"
        ),
        Rejection::EmptyIndexKey { index, attribute, kind } => write!(
            formatter,
            "One or more parameter values are not valid. A value specified for a secondary index \
             key is not supported. The AttributeValue for a key attribute cannot contain an empty \
             {} value. IndexName: {index}, IndexKey: {attribute}",
            kind_word(*kind)
        ),
        Rejection::PathIntoKey { attribute, of_table } => {
            let role = if *of_table { "Key" } else { "IndexKey" };
            write!(
                formatter,
                "Key attributes must be scalars; list random access '[]' and map lookup '.' are \
                 not allowed: {role}: {attribute}"
            )
        }
        Rejection::ItemTooLarge => {
            formatter.write_str("Item size has exceeded the maximum allowed size")
        }
    }
}

fn kind_word(kind: KeyType) -> &'static str {
    match kind {
        KeyType::B => "binary",
        KeyType::S | KeyType::N => "string",
    }
}

pub(crate) fn write_write_error(
    error: &WriteError,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    match error {
        WriteError::Rejected(rejection) | WriteError::StoredIndexKey(rejection) => {
            write_rejection(rejection, formatter)
        }
        WriteError::UpdatesKey { attribute } => write!(
            formatter,
            "{INVALID} Cannot update attribute {attribute}. This attribute is part of the key"
        ),
        WriteError::UpdatesIndexKeyToEmpty { kind } => write!(
            formatter,
            "One or more parameter values are not valid. The update expression attempted to update \
             a secondary index key to a value that is not supported. The AttributeValue for a key \
             attribute cannot contain an empty {} value.",
            kind_word(*kind)
        ),
        WriteError::Update(error) => write!(formatter, "{error}"),
        WriteError::UpdateTooLarge => {
            formatter.write_str("Item size to update has exceeded the maximum allowed size")
        }
        WriteError::UpdateTooDeep => {
            formatter.write_str("Nesting Levels have exceeded supported limits")
        }
    }
}
