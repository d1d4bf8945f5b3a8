//! The query and scan forms: what is typed, and what it would cost.

use std::rc::Rc;

use crate::view::draft::{FaultView, PreviewView};
use crate::view::edit::ValueKind;
use crate::view::table::KeyView;
use crate::view::value::{Hue, Text};

/// A query or scan being put together, on the open table.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadForm {
    /// Query, or Scan.
    pub operation: ReadOperation,
    /// The index to read; the table if `None`.
    pub index: Option<Text>,
    /// Query: the partition key's value, as typed.
    pub partition: Text,
    /// Query: the condition on the sort key.
    pub sort: SortCondition,
    /// Conditions on other attributes; all must hold.
    pub filters: Vec<Filter>,
    /// All attributes of the items, not only those that the index holds.
    pub all_attributes: bool,
    /// Strongly consistent.
    pub consistent: bool,
    /// Ascending order of the sort key.
    pub forward: bool,
    /// At most this many items a page, as typed; no limit if empty.
    pub limit: Text,
}

/// The two operations that read many items.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOperation {
    /// One partition key.
    Query,
    /// Everything.
    Scan,
}

/// A condition on the sort key.
#[derive(Debug, Clone, PartialEq)]
pub struct SortCondition {
    /// How to compare.
    pub operator: SortOperator,
    /// With what, as typed.
    pub text: Text,
    /// And for BETWEEN, up to what.
    pub upper: Text,
}

/// How a key condition compares a sort key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortOperator {
    /// No condition.
    Any,
    /// `=`
    Equal,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `BETWEEN … AND …`
    Between,
    /// `begins_with(…)`
    BeginsWith,
}

/// One condition of a filter expression.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    /// A path: `Total`, `a.b[0]`.
    pub path: Text,
    /// How to compare.
    pub operator: FilterOperator,
    /// Type of the value.
    pub kind: ValueKind,
    /// The value, as typed.
    pub text: Text,
}

/// How a filter compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FilterOperator {
    /// `=`
    Equal,
    /// `<>`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `begins_with(…)`
    BeginsWith,
    /// `contains(…)`
    Contains,
    /// `attribute_exists(…)`
    Exists,
    /// `attribute_not_exists(…)`
    NotExists,
}

/// What a read form needs to know.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadFormView {
    /// The table and its indexes.
    pub sources: Vec<SourceView>,
    /// Partition key of the chosen one.
    pub partition_key: KeyView,
    /// Sort key of the chosen one.
    pub sort_key: Option<KeyView>,
    /// Some values of that partition key, to be offered; at most twenty.
    pub partition_values: Vec<Text>,
    /// The operators that the sort key's type allows.
    pub sort_operators: Vec<SortOperator>,
    /// Whether the chosen one can be read consistently: not a global index.
    pub consistent_allowed: bool,
    /// The request as indented JSON.
    pub request: Text,
    /// What it would cost.
    pub preview: Option<Rc<PreviewView>>,
    /// Why it would be refused.
    pub fault: Option<Rc<FaultView>>,
}

/// Something that can be read.
#[derive(Debug, Clone, PartialEq)]
pub struct SourceView {
    /// The index; the table if `None`.
    pub index: Option<Text>,
    /// What it is called.
    pub name: Text,
    /// The index's hue.
    pub hue: Option<Hue>,
}

impl ReadOperation {
    /// DynamoDB's name of the operation.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Query => "Query",
            Self::Scan => "Scan",
        }
    }
}

impl SortOperator {
    /// What it is called: a key of the catalogue.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Any => "operator.any",
            Self::Equal => "operator.equal",
            Self::Less => "operator.less",
            Self::LessOrEqual => "operator.less_or_equal",
            Self::Greater => "operator.greater",
            Self::GreaterOrEqual => "operator.greater_or_equal",
            Self::Between => "operator.between",
            Self::BeginsWith => "operator.begins_with",
        }
    }
}

impl FilterOperator {
    /// All, in the order in which the form offers them.
    pub const ALL: [Self; 10] = [
        Self::Equal,
        Self::NotEqual,
        Self::Less,
        Self::LessOrEqual,
        Self::Greater,
        Self::GreaterOrEqual,
        Self::BeginsWith,
        Self::Contains,
        Self::Exists,
        Self::NotExists,
    ];

    /// What it is called: a key of the catalogue.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Equal => "operator.equal",
            Self::NotEqual => "operator.not_equal",
            Self::Less => "operator.less",
            Self::LessOrEqual => "operator.less_or_equal",
            Self::Greater => "operator.greater",
            Self::GreaterOrEqual => "operator.greater_or_equal",
            Self::BeginsWith => "operator.begins_with",
            Self::Contains => "operator.contains",
            Self::Exists => "operator.exists",
            Self::NotExists => "operator.not_exists",
        }
    }
}
