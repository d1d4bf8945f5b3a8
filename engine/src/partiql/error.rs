//! What can be wrong with a statement. The words are those of `api`.

use std::ops::Range;

use crate::expression::error::OperandError;
use crate::expression::token::Span;
use crate::model::attribute_value::ValueKind;
use crate::model::document_path::{DocumentPath, PathClash};
use crate::model::key::KeyType;
use crate::model::name::{AttributeName, IndexName};
use crate::model::number::NumberError;
pub use crate::partiql::ast::Returning;
pub use crate::partiql::position::TextPosition;
use crate::partiql::statement::Source;

/// A fault of a statement. Its words are those of DynamoDB's `ValidationException`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartiqlError {
    /// What the fault is.
    pub kind: PartiqlErrorKind,
    /// Where in the text of the statement, in bytes; `None` if the fault has no single position.
    pub span: Option<Range<usize>>,
    /// The same place in characters, as messages write it.
    pub position: Option<TextPosition>,
    /// The statement of a transaction that has the fault, from 0.
    pub transact_statement: Option<usize>,
    /// The index that a SELECT reads, and the fault that it has instead if the key of that index has several attributes.
    pub(crate) of_wide_index: Option<Box<(Source, PartiqlError)>>,
}

/// What can be wrong with a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant and its fields say what its message says")]
pub enum PartiqlErrorKind {
    /// A string, name or comment is not closed, or a character is not allowed.
    Malformed,
    /// The grammar does not allow what comes next.
    Syntax(SyntaxFault),
    UnsupportedClause {
        clause: String,
    },
    /// A text that is an expression, and no operator or call.
    UnsupportedOperation {
        element: &'static str,
    },
    Alias,
    /// A function or a star in the list of a SELECT.
    ColumnNotAPath,
    TooManySourceComponents,
    EmptyPathComponent,
    /// An INSERT into an index.
    InsertIntoIndex,
    /// An UPDATE or DELETE of an index.
    WriteOnIndex,
    DeleteReturning {
        returning: Returning,
    },
    TooManyOperators {
        count: usize,
    },
    TooManyInOperands {
        count: usize,
    },
    UnknownFunction {
        function: String,
    },
    Operand(OperandError),
    UnknownAttributeType {
        name: String,
    },
    ComparedWithMissing,
    UnsupportedType {
        name: &'static str,
    },
    UnsupportedOperator {
        operator: &'static str,
    },
    ListIndex {
        index: String,
    },
    EmptyBag,
    /// A set of values that are not all strings or all numbers.
    BagMember {
        is_after_number: bool,
    },
    DuplicateStrings {
        members: Vec<String>,
    },
    DuplicateNumbers {
        members: Vec<String>,
        path: String,
    },
    TooDeep {
        path: String,
    },
    Number {
        error: NumberError,
        path: String,
    },
    UnsupportedElement {
        element: String,
        path: String,
    },
    SetFirstArgument {
        function: SetFunction,
    },
    SetSecondArgument {
        function: SetFunction,
    },
    SetArgumentCount {
        function: SetFunction,
    },
    PathsClash {
        clash: PathClash,
        one: DocumentPath,
        two: DocumentPath,
    },
    DuplicateColumns {
        name: AttributeName,
    },
    TooFewParameters,
    MultiAttributeKey,
    NoSuchIndex,
    IndexNotReady {
        index: IndexName,
    },
    ConsistentGlobalIndex,
    NotProjected {
        index: IndexName,
        attributes: Vec<AttributeName>,
    },
    FilterNotProjected {
        index: IndexName,
        attributes: Vec<AttributeName>,
    },
    /// The WHERE of a write lacks a key attribute.
    NoFullKey,
    SeveralValuesOfKey {
        attribute: AttributeName,
    },
    KeyType {
        attribute: AttributeName,
    },
    KeyKind {
        attribute: AttributeName,
        kind: ValueKind,
    },
    EmptyKey {
        attribute: AttributeName,
        kind: KeyType,
    },
    PartitionKeyTooLong,
    SortKeyTooLong,
    Overlap,
    TooManyReads,
    OrderWithoutCondition,
    OrderByOther {
        attribute: AttributeName,
    },
    OrderWithoutPartitionKey,
    OrderOfSeveralPartitions,
    NextTokenMismatch,
    InvalidNextToken,
    /// EXISTS outside of a transaction.
    ExistsAlone,
    ExistsShape,
    /// A batch of reads and writes.
    BatchOfBoth,
    /// A SELECT that is not of one item, in a batch or a transaction.
    NotByKey {
        in_transaction: bool,
    },
    TransactionOfBoth,
    TransactionReturning,
    TransactionOnIndex,
}

/// Why the grammar does not allow a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant says what its message says")]
pub enum SyntaxFault {
    ExpectedDataManipulation,
    TokenAfterExpression,
    TokenAfterSemicolon,
    Term,
    Keyword,
    Operator,
    MissingRightSide,
    DotComponent,
    ExpectedTypeName,
    ExpectedTableName,
    /// Parentheses, lists or maps are nested too deeply.
    TooDeep,
}

/// A function that changes a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the functions")]
pub enum SetFunction {
    SetAdd,
    SetDelete,
}

impl SetFunction {
    /// The name, as errors write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::SetAdd => "SET_ADD",
            Self::SetDelete => "SET_DELETE",
        }
    }
}

impl PartiqlError {
    /// A fault at a place in the text of a statement.
    pub(crate) fn new(text: &str, span: Span, kind: PartiqlErrorKind) -> Self {
        let range = span.range();
        let position = Some(TextPosition::of(text, &range));
        Self { kind, span: Some(range), position, transact_statement: None, of_wide_index: None }
    }

    /// A fault of a statement as a whole.
    pub(crate) fn whole(kind: PartiqlErrorKind) -> Self {
        Self { kind, span: None, position: None, transact_statement: None, of_wide_index: None }
    }
}
