//! What can be wrong with a batch or a transaction as a whole.

use std::fmt;

use crate::api::limit::TRANSACTION_SIZE_MAX;

/// What is wrong with a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BatchError {
    /// There is no request in it.
    NoRequests {
        /// The operation.
        operation: &'static str,
    },
    /// All tables together are asked for too many items.
    TooManyItems {
        /// The operation.
        operation: &'static str,
    },
    /// One item is asked for, or written, twice.
    DuplicateKeys,
    /// Its tables are in several Regions.
    SeveralRegions,
    /// A write request is neither a put nor a delete, or both.
    NotOneRequest,
}

/// What is wrong with a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransactionError {
    /// An element is none of check, put, update and delete.
    NoAction,
    /// An element is more than one of them.
    NotOneAction,
    /// Two actions are about one item.
    SameItemTwice,
    /// Its tables are in several Regions.
    SeveralRegions,
    /// A table is strongly consistent in several Regions.
    StrongTable,
    /// Some tables stand for those of an SQL database, and others do not.
    SeveralDatabases,
    /// All items together are larger than 4 MB.
    TooLarge,
}

impl fmt::Display for BatchError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoRequests { operation } => {
                write!(formatter, "The requestItems parameter is required for {operation}")
            }
            Self::TooManyItems { operation } => {
                write!(formatter, "Too many items requested for the {operation} call")
            }
            Self::DuplicateKeys => {
                formatter.write_str("Provided list of item keys contains duplicates")
            }
            // Model: a Region answers for its own tables, and the words are not known.
            Self::SeveralRegions => {
                formatter.write_str("Batch request cannot include tables of several Regions")
            }
            Self::NotOneRequest => formatter.write_str(
                "Supplied AttributeValue has more than one datatypes set, must contain exactly one \
                 of the supported datatypes",
            ),
        }
    }
}

impl fmt::Display for TransactionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAction => formatter.write_str(
                "Invalid Request: TransactWriteRequest should contain Delete or Put or Update \
                 request",
            ),
            Self::NotOneAction => formatter
                .write_str("TransactItems can only contain one of Check, Put, Update or Delete"),
            // Model: that a transaction is within one Region is documented, and the words are not known.
            Self::SeveralRegions => {
                formatter.write_str("Transaction request cannot include tables of several Regions")
            }
            // Model: that they are not supported is documented, and the words are not known.
            Self::StrongTable => formatter.write_str(
                "Transactions are not supported on a table with MultiRegionConsistency STRONG",
            ),
            // Model: an SQL database is not reached by this operation at all.
            Self::SeveralDatabases => formatter.write_str(
                "Transaction request cannot include tables of an SQL database and others",
            ),
            Self::SameItemTwice => formatter
                .write_str("Transaction request cannot include multiple operations on one item"),
            Self::TooLarge => {
                write!(formatter, "Transaction size cannot exceed {} bytes", TRANSACTION_SIZE_MAX.0)
            }
        }
    }
}
