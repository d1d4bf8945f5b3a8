//! The query and scan forms: what is typed, and what it would cost.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::draft::{FaultView, PreviewView};
use crate::view::edit::ValueKind;
use crate::view::first::First;
use crate::view::table::KeyView;
use crate::view::value::{Hue, Text};

/// The name of the parameter, by which a fault says that it is about the field of the limit.
pub const LIMIT: &str = "Limit";

/// A query or scan being put together, on the open table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReadForm {
    /// Query, or Scan.
    pub operation: ReadOperation,
    /// The index to read; the table if `None`.
    pub index: Option<Text>,
    /// Query: the value of each attribute of the partition key, as typed; what is missing is empty.
    pub partition: Vec<Text>,
    /// Query: the condition on each attribute of the sort key, from left to right; what is missing is no condition.
    pub sort: Vec<SortCondition>,
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReadOperation {
    /// One partition key.
    Query,
    /// Everything.
    Scan,
}

/// A condition on an attribute of the sort key.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SortCondition {
    /// How to compare.
    pub operator: SortOperator,
    /// With what, as typed.
    pub text: Text,
    /// And for BETWEEN, up to what.
    pub upper: Text,
}

/// How a key condition compares a sort key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SortOperator {
    /// No condition.
    #[default]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The attributes of the partition key of the chosen one.
    pub partition_keys: Vec<KeyView>,
    /// The attributes of its sort key that can have a condition: each after one that is compared by `=`.
    pub sort_keys: Vec<SortKeyView>,
    /// Some values of that partition key, a value for each attribute, to be offered; at most twenty.
    pub partition_values: First<Vec<Text>>,
    /// Whether the chosen one can be read consistently: not a global index.
    pub consistent_allowed: bool,
    /// The request as indented JSON.
    pub request: Text,
    /// What it would cost.
    pub preview: Option<Rc<PreviewView>>,
    /// Why it would be rejected.
    pub fault: Option<Rc<FaultView>>,
}

/// An attribute of a sort key that can have a condition.
#[derive(Debug, Clone, PartialEq)]
pub struct SortKeyView {
    /// Its name and type.
    pub key: KeyView,
    /// The operators that its type allows.
    pub operators: Vec<SortOperator>,
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

impl ReadForm {
    /// A form with no conditions but the value of a partition key.
    pub fn new(operation: ReadOperation, index: Option<Text>, partition: Option<Text>) -> Self {
        Self {
            operation,
            index,
            partition: partition.into_iter().collect(),
            sort: Vec::new(),
            filters: Vec::new(),
            all_attributes: false,
            consistent: false,
            forward: true,
            limit: "".into(),
        }
    }

    /// The value typed for an attribute of the partition key.
    pub fn partition_value(&self, position: usize) -> Text {
        self.partition.get(position).cloned().unwrap_or_else(|| "".into())
    }

    /// Sets the value of an attribute of the partition key.
    pub fn set_partition_value(&mut self, position: usize, text: Text) {
        let length = self.partition.len().max(position + 1);
        self.partition.resize(length, "".into());
        self.partition[position] = text;
    }

    /// The condition on an attribute of the sort key.
    pub fn condition(&self, position: usize) -> SortCondition {
        self.sort.get(position).cloned().unwrap_or_default()
    }

    /// The condition on an attribute of the sort key, to be changed.
    pub fn condition_mut(&mut self, position: usize) -> &mut SortCondition {
        let length = self.sort.len().max(position + 1);
        self.sort.resize(length, SortCondition::default());
        &mut self.sort[position]
    }
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
