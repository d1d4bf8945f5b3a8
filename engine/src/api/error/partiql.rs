//! DynamoDB's words for what can be wrong with a PartiQL statement.

use std::fmt;

use crate::api::error::read::{ReadError, listed};
use crate::api::error::rejection::write_rejection;
use crate::api::value::words::INVALID;
use crate::model::document_path::PathClash;
use crate::partiql::error::{PartiqlError, PartiqlErrorKind as Kind, SyntaxFault};
use crate::table::write::accept::Rejection;

/// Opens the messages about statements that cannot be parsed.
const NOT_WELL_FORMED: &str = "Statement wasn't well formed, can't be processed: ";

const BY_KEY: &str = "must specify the primary key in the where clause.";

impl fmt::Display for PartiqlError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(statement) = self.transact_statement {
            write!(out, "Validation failed in TransactStatements[{statement}]: ")?;
        }
        write_kind(&self.kind, out)?;
        match self.position.filter(|_| tells_position(&self.kind)) {
            Some(position) => write!(out, " at {position}"),
            None => Ok(()),
        }
    }
}

/// Whether the message ends with the place in the statement.
fn tells_position(kind: &Kind) -> bool {
    match kind {
        Kind::UnsupportedClause { .. }
        | Kind::ColumnNotAPath
        | Kind::InsertIntoIndex
        | Kind::UnknownFunction { .. }
        | Kind::UnsupportedType { .. }
        | Kind::ListIndex { .. }
        | Kind::BagMember { is_after_number: false }
        | Kind::UnsupportedElement { .. }
        | Kind::SetFirstArgument { .. }
        | Kind::SetSecondArgument { .. }
        | Kind::SetArgumentCount { .. } => true,
        Kind::Malformed
        | Kind::Syntax(_)
        | Kind::UnsupportedOperation { .. }
        | Kind::Alias
        | Kind::TooManySourceComponents
        | Kind::EmptyPathComponent
        | Kind::WriteOnIndex
        | Kind::DeleteReturning { .. }
        | Kind::TooManyOperators { .. }
        | Kind::TooManyInOperands { .. }
        | Kind::Operand(_)
        | Kind::UnknownAttributeType { .. }
        | Kind::ComparedWithMissing
        | Kind::UnsupportedOperator { .. }
        | Kind::EmptyBag
        | Kind::BagMember { is_after_number: true }
        | Kind::DuplicateStrings { .. }
        | Kind::DuplicateNumbers { .. }
        | Kind::TooDeep { .. }
        | Kind::Number { .. }
        | Kind::PathsClash { .. }
        | Kind::DuplicateColumns { .. }
        | Kind::TooFewParameters
        | Kind::MultiAttributeKey
        | Kind::NoSuchIndex
        | Kind::IndexNotReady { .. }
        | Kind::ConsistentGlobalIndex
        | Kind::NotProjected { .. }
        | Kind::FilterNotProjected { .. }
        | Kind::NoFullKey
        | Kind::SeveralValuesOfKey { .. }
        | Kind::KeyType { .. }
        | Kind::KeyKind { .. }
        | Kind::EmptyKey { .. }
        | Kind::PartitionKeyTooLong
        | Kind::SortKeyTooLong
        | Kind::Overlap
        | Kind::TooManyReads
        | Kind::OrderWithoutCondition
        | Kind::OrderByOther { .. }
        | Kind::OrderWithoutPartitionKey
        | Kind::OrderOfSeveralPartitions
        | Kind::NextTokenMismatch
        | Kind::InvalidNextToken
        | Kind::ExistsAlone
        | Kind::ExistsShape
        | Kind::BatchOfBoth
        | Kind::NotByKey { .. }
        | Kind::TransactionOfBoth
        | Kind::TransactionReturning
        | Kind::TransactionOnIndex => false,
    }
}

fn write_kind(kind: &Kind, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        Kind::Malformed => out.write_str(NOT_WELL_FORMED),
        Kind::Syntax(fault) => write!(out, "{NOT_WELL_FORMED}{}", syntax(*fault)),
        Kind::UnsupportedClause { clause } => write!(out, "Unsupported clause: {clause}"),
        Kind::UnsupportedOperation { element } => write!(out, "Unsupported operation: {element}"),
        Kind::Alias => out.write_str("Aliasing is not supported"),
        Kind::ColumnNotAPath => out.write_str("Unexpected path component"),
        Kind::TooManySourceComponents => {
            out.write_str("A path may contain at most 2 components in the FROM clause")
        }
        Kind::EmptyPathComponent => out.write_str("Path component cannot be an empty string"),
        Kind::InsertIntoIndex => out.write_str(
            "FROM clause may only contain a single table name in data manipulation statements",
        ),
        Kind::WriteOnIndex => out.write_str("This operation is not supported on an index"),
        Kind::DeleteReturning { returning } => write!(
            out,
            "Invalid returning clause: {returning}. Only RETURNING ALL OLD * is allowed in DELETE \
             statements."
        ),
        Kind::TooManyOperators { count } => {
            write!(out, "The expression contains too many operators; operator count: {count}")
        }
        Kind::TooManyInOperands { count } => write!(
            out,
            "The IN operator is provided with too many operands; number of operands: {count}"
        ),
        Kind::UnknownFunction { function } => write!(out, "Unrecognized function: {function}"),
        Kind::Operand(error) => write!(out, "{error}"),
        Kind::UnknownAttributeType { name } => write!(
            out,
            "Invalid attribute type name found; type: {name}, valid types: \
             {{N,BS,L,B,NULL,M,S,SS,NS,BOOL}}"
        ),
        Kind::ComparedWithMissing => out.write_str("MISSING must be compared using IS operator"),
        Kind::UnsupportedType { name } => write!(
            out,
            "Unsupported data type for IS operator: {name}. Supported data types are [MISSING, \
             NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST]"
        ),
        Kind::UnsupportedOperator { operator } => {
            write!(out, "Unsupported operator in Condition Expression. Operator: {operator}")
        }
        Kind::ListIndex { index } => {
            write!(out, "List index is not within the allowable range; index: [{index}]")
        }
        Kind::EmptyBag
        | Kind::BagMember { .. }
        | Kind::DuplicateStrings { .. }
        | Kind::DuplicateNumbers { .. }
        | Kind::TooDeep { .. }
        | Kind::Number { .. }
        | Kind::UnsupportedElement { .. } => write_literal_fault(kind, out),
        Kind::SetFirstArgument { .. }
        | Kind::SetSecondArgument { .. }
        | Kind::SetArgumentCount { .. }
        | Kind::PathsClash { .. } => write_change_fault(kind, out),
        Kind::DuplicateColumns { name } => {
            write!(out, "Duplicate identifiers in select clause: {name}")
        }
        Kind::TooFewParameters => {
            out.write_str("Number of parameters in request and statement don't match.")
        }
        Kind::MultiAttributeKey
        | Kind::NoSuchIndex
        | Kind::IndexNotReady { .. }
        | Kind::ConsistentGlobalIndex
        | Kind::NotProjected { .. }
        | Kind::FilterNotProjected { .. } => write_index_fault(kind, out),
        Kind::NoFullKey
        | Kind::SeveralValuesOfKey { .. }
        | Kind::KeyType { .. }
        | Kind::KeyKind { .. }
        | Kind::EmptyKey { .. }
        | Kind::PartitionKeyTooLong
        | Kind::SortKeyTooLong => write_key_fault(kind, out),
        Kind::Overlap => out
            .write_str("Overlapping conditions with range keys are not supported in where clause"),
        Kind::TooManyReads => {
            out.write_str("Too many decomposed read operations for a given query.")
        }
        Kind::OrderWithoutCondition
        | Kind::OrderByOther { .. }
        | Kind::OrderWithoutPartitionKey
        | Kind::OrderOfSeveralPartitions => write_order_fault(kind, out),
        Kind::NextTokenMismatch => out.write_str("NextToken does not match request"),
        Kind::InvalidNextToken => out.write_str("Invalid NextToken"),
        Kind::ExistsAlone
        | Kind::ExistsShape
        | Kind::BatchOfBoth
        | Kind::NotByKey { .. }
        | Kind::TransactionOfBoth
        | Kind::TransactionReturning
        | Kind::TransactionOnIndex => write_request_fault(kind, out),
    }
}

const fn syntax(fault: SyntaxFault) -> &'static str {
    match fault {
        SyntaxFault::ExpectedDataManipulation => "Expected data manipulation",
        SyntaxFault::TokenAfterExpression => "Unexpected token after expression",
        SyntaxFault::TokenAfterSemicolon => {
            "Unexpected token after semicolon. (Only one query is allowed.)"
        }
        SyntaxFault::Term => "Unexpected term",
        SyntaxFault::Keyword => "Unexpected keyword",
        SyntaxFault::Operator => "Unexpected operator",
        SyntaxFault::MissingRightSide => "Missing right-hand side expression of infix operator",
        SyntaxFault::DotComponent => "Invalid path dot component",
        SyntaxFault::ExpectedTypeName => "Expected type name",
        SyntaxFault::ExpectedTableName => "Expected identifier for simple path",
        // Model: the service fails with an internal error.
        SyntaxFault::TooDeep => "Nesting of parentheses or values is too deep",
    }
}

fn write_literal_fault(kind: &Kind, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        Kind::EmptyBag => out.write_str("Empty bags are not supported"),
        Kind::BagMember { .. } => out.write_str(
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags",
        ),
        Kind::DuplicateStrings { members } => {
            let members = members.join(", ");
            write!(out, "{INVALID} Input collection [{members}] contains duplicates.")
        }
        Kind::DuplicateNumbers { members, path } => {
            let members = members.join(", ");
            write!(out, "{INVALID} Input collection [{members}] contains duplicates! under {path}")
        }
        Kind::TooDeep { path } => {
            write!(out, "Nesting Levels have exceeded supported limits under {path}")
        }
        Kind::Number { error, path } => write!(out, "{error} under {path}"),
        Kind::UnsupportedElement { element, path } => {
            write!(out, "Unsupported data type: {element} under key {path}")
        }
        other => unreachable!("{other:?} is not about a literal"),
    }
}

fn write_change_fault(kind: &Kind, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        Kind::SetFirstArgument { function } => {
            write!(out, "The first argument to {} must equal the assignment value", function.name())
        }
        Kind::SetSecondArgument { function } => {
            write!(out, "The second argument to {} must be a value with type SET", function.name())
        }
        Kind::SetArgumentCount { function } => {
            write!(out, "{} must have exactly two arguments", function.name())
        }
        Kind::PathsClash { clash, one, two } => {
            let clash = match clash {
                PathClash::Overlap => "overlap",
                PathClash::Conflict => "conflict",
            };
            write!(
                out,
                "Two document paths {clash} with each other; must remove or rewrite one of these \
                 paths; path one: {}, path two: {}",
                one.as_list(),
                two.as_list()
            )
        }
        other => unreachable!("{other:?} is not about a change"),
    }
}

fn write_order_fault(kind: &Kind, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        Kind::OrderWithoutCondition => {
            out.write_str("Must have WHERE clause in the statement when using ORDER BY clause.")
        }
        Kind::OrderByOther { attribute } => {
            write!(out, "Attribute {attribute} in ORDER BY clause must be part of the primary key")
        }
        Kind::OrderWithoutPartitionKey => out.write_str(
            "Must have at least one non-optional hash key condition in WHERE clause when using \
             ORDER BY clause.",
        ),
        Kind::OrderOfSeveralPartitions => out.write_str(
            "Must have hash key in ORDER BY clause when more than one hash key condition specified \
             in WHERE clause.",
        ),
        other => unreachable!("{other:?} is not about an order"),
    }
}

fn write_index_fault(kind: &Kind, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        Kind::MultiAttributeKey => out.write_str(
            "PartiQL statements cannot be executed on tables with multi-attribute HASH keys or \
             multi-attribute RANGE keys.",
        ),
        Kind::NoSuchIndex => out.write_str("The table does not have the specified index"),
        Kind::IndexNotReady { index } => {
            write!(out, "{}", ReadError::IndexNotReady { index: index.clone() })
        }
        Kind::ConsistentGlobalIndex => {
            out.write_str("Strongly consistent read is not supported on Global Secondary Indexes")
        }
        Kind::NotProjected { index, attributes } => write!(
            out,
            "{INVALID} Global secondary index {index} does not project {}",
            listed(attributes)
        ),
        Kind::FilterNotProjected { index, attributes } => write!(
            out,
            "{INVALID} Secondary index {index} does not project one or more filter attributes: {}",
            listed(attributes)
        ),
        other => unreachable!("{other:?} is not about an index"),
    }
}

fn write_key_fault(kind: &Kind, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        Kind::NoFullKey => out
            .write_str("Where clause does not contain a mandatory equality on all key attributes"),
        Kind::SeveralValuesOfKey { attribute } => write!(
            out,
            "Multiple conditions on same key {attribute}. Only single item Update/Insert/Delete \
             are supported"
        ),
        Kind::KeyType { attribute } => write!(
            out,
            "Key attribute's data type should match its data type in table's schema: Key \
             {attribute}"
        ),
        Kind::KeyKind { attribute, kind } => write!(
            out,
            "Key value must be of type S, N, or B. Key name: {attribute}, Key type: {kind}"
        ),
        Kind::EmptyKey { attribute, kind } => {
            let (attribute, kind) = (attribute.clone(), *kind);
            write_rejection(&Rejection::EmptyKey { attribute, kind }, out)
        }
        // So spelled by the service.
        Kind::PartitionKeyTooLong => {
            out.write_str("Size of hashkey has exceeded the maximum size limit of2048 bytes")
        }
        Kind::SortKeyTooLong => out.write_str(
            "Aggregated size of all range keys has exceeded the size limit of 1024 bytes",
        ),
        other => unreachable!("{other:?} is not about a key"),
    }
}

fn write_request_fault(kind: &Kind, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    match kind {
        Kind::ExistsAlone => {
            out.write_str("EXISTS can only be used in ExecuteTransaction write requests.")
        }
        Kind::ExistsShape => {
            out.write_str("EXISTS() must contain a single item read with additional condition")
        }
        Kind::BatchOfBoth => {
            out.write_str("Read and write requests together in the same batch is not supported.")
        }
        Kind::NotByKey { in_transaction: false } => {
            write!(out, "Select statements within BatchExecuteStatement {BY_KEY}")
        }
        Kind::NotByKey { in_transaction: true } => {
            write!(out, "Select statements within ExecuteTransaction {BY_KEY}")
        }
        Kind::TransactionOfBoth => out.write_str(
            "ExecuteTransaction API does not support both read and write operations in the same \
             request.",
        ),
        Kind::TransactionReturning => {
            out.write_str("RETURNING clause is not supported in ExecuteTransaction.")
        }
        Kind::TransactionOnIndex => {
            out.write_str("Reads on indices are not supported within transactions.")
        }
        other => unreachable!("{other:?} is not about the statements of a request"),
    }
}

impl std::error::Error for PartiqlError {}
