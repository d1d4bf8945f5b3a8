//! The parameters of the time before expressions: conditions and updates of whole attributes.
//!
//! They become what expressions become, [`Condition`], [`Update`] and [`KeyConditionExpression`], and so are evaluated
//! as expressions are. They come from no expression text, so their spans are empty.
//!
//! [`KeyConditionExpression`]: crate::expression::key_condition::KeyConditionExpression
//! [`Update`]: crate::expression::update::Update

use std::cmp::Ordering;

use crate::expression::ast::Comparator;
use crate::expression::condition::{Condition, Node};
use crate::expression::function::{CONDITION_FUNCTIONS, find};
use crate::expression::predicate::{Operand, Predicate, PredicateKind};
use crate::expression::sort_condition::SortCondition;
use crate::expression::token::Span;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::document_path::DocumentPath;
use crate::model::name::AttributeName;

/// How an attribute is compared with the values of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the operators' names on the wire")]
pub enum ComparisonOperator {
    Eq,
    Ne,
    Le,
    Lt,
    Ge,
    Gt,
    NotNull,
    Null,
    Contains,
    NotContains,
    BeginsWith,
    In,
    Between,
}

/// A condition on one attribute. Its values suit its operator.
///
/// ```
/// use engine::expression::condition::Condition;
/// use engine::expression::legacy::{AttributeCondition, ComparisonOperator, ConditionalOperator};
/// use engine::model::attribute_value::AttributeValue;
/// use engine::model::item::Item;
///
/// let open = AttributeValue::S("open".to_owned());
/// let values = vec![open.clone()];
/// let is_open = AttributeCondition::new("status".into(), ComparisonOperator::Eq, values).unwrap();
/// let condition = Condition::on_attributes(vec![is_open], ConditionalOperator::And);
/// assert!(condition.matches(&Item::from_iter([("status".into(), open)])));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeCondition {
    pub(crate) attribute: AttributeName,
    operator: ComparisonOperator,
    values: Vec<AttributeValue>,
}

/// What is done to one attribute. The value suits the action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeUpdate {
    pub(crate) attribute: AttributeName,
    pub(crate) change: AttributeChange,
}

/// The ways to change an attribute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AttributeChange {
    Put(AttributeValue),
    /// A number to be added, members of a set to be put in, or elements of a list to be appended.
    Add(AttributeValue),
    /// Members of a set to be taken out.
    Delete(AttributeValue),
    Remove,
}

/// The action of an attribute update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the actions' names on the wire")]
pub enum UpdateAction {
    Put,
    Add,
    Delete,
}

/// Whether all of several conditions must be true, or one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConditionalOperator {
    /// All of them.
    And,
    /// One of them at least.
    Or,
}

/// Why values do not suit an operator or an action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ArgumentError {
    /// The operator takes a different number of values.
    Count {
        /// The operator.
        operator: ComparisonOperator,
    },
    /// The operator does not take values of this type.
    Kind {
        /// The operator.
        operator: ComparisonOperator,
        /// The type.
        kind: ValueKind,
    },
    /// The values of one condition are of several types.
    SeveralKinds,
    /// The lower bound of `BETWEEN` is above the upper.
    BoundsReversed,
    /// An action other than `DELETE` without a value.
    NoValue,
    /// `DELETE` of something that is no set.
    DeleteOfKind {
        /// The type of the value.
        kind: ValueKind,
    },
    /// `ADD` of something that is no number, set or list.
    AddOfKind {
        /// The type of the value.
        kind: ValueKind,
    },
}

const ORDERED: &[ValueKind] = &[ValueKind::S, ValueKind::N, ValueKind::B];
const PREFIX_KINDS: &[ValueKind] = &[ValueKind::S, ValueKind::B];
const SCALARS_AND_SETS: &[ValueKind] =
    &[ValueKind::S, ValueKind::N, ValueKind::B, ValueKind::Ss, ValueKind::Ns, ValueKind::Bs];

impl ComparisonOperator {
    /// Every operator, in the order in which errors list them.
    const ALL: [Self; 13] = [
        Self::In,
        Self::Null,
        Self::Between,
        Self::Lt,
        Self::NotContains,
        Self::Eq,
        Self::Gt,
        Self::NotNull,
        Self::Ne,
        Self::Le,
        Self::BeginsWith,
        Self::Ge,
        Self::Contains,
    ];

    /// The names of all operators, in the order in which errors list them.
    pub const NAMES: [&'static str; 13] = {
        let mut names = [""; 13];
        let mut position = 0;
        while position < names.len() {
            names[position] = Self::ALL[position].name();
            position += 1;
        }
        names
    };

    /// The operator of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|operator| operator.name() == name)
    }

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Eq => "EQ",
            Self::Ne => "NE",
            Self::Le => "LE",
            Self::Lt => "LT",
            Self::Ge => "GE",
            Self::Gt => "GT",
            Self::NotNull => "NOT_NULL",
            Self::Null => "NULL",
            Self::Contains => "CONTAINS",
            Self::NotContains => "NOT_CONTAINS",
            Self::BeginsWith => "BEGINS_WITH",
            Self::In => "IN",
            Self::Between => "BETWEEN",
        }
    }

    const fn takes_count(self, count: usize) -> bool {
        match self {
            Self::NotNull | Self::Null => count == 0,
            Self::Between => count == 2,
            Self::In => count > 0,
            Self::Eq
            | Self::Ne
            | Self::Le
            | Self::Lt
            | Self::Ge
            | Self::Gt
            | Self::Contains
            | Self::NotContains
            | Self::BeginsWith => count == 1,
        }
    }

    /// The types that the operator takes, if they are the same in `Expected`, filters and key conditions.
    const fn kinds(self) -> Option<&'static [ValueKind]> {
        match self {
            Self::Eq | Self::Ne | Self::NotNull | Self::Null => None,
            Self::BeginsWith => Some(PREFIX_KINDS),
            Self::Le
            | Self::Lt
            | Self::Ge
            | Self::Gt
            | Self::Contains
            | Self::NotContains
            | Self::In
            | Self::Between => Some(ORDERED),
        }
    }
}

impl AttributeCondition {
    /// A condition, if the values suit the operator.
    pub fn new(
        attribute: AttributeName,
        operator: ComparisonOperator,
        values: Vec<AttributeValue>,
    ) -> Result<Self, ArgumentError> {
        if !operator.takes_count(values.len()) {
            return Err(ArgumentError::Count { operator });
        }
        if values.windows(2).any(|pair| pair[0].kind() != pair[1].kind()) {
            return Err(ArgumentError::SeveralKinds);
        }
        check_kinds(operator, operator.kinds(), &values)?;
        match (operator, values.as_slice()) {
            (ComparisonOperator::Between, [low, high])
                if low.compare(high) == Some(Ordering::Greater) =>
            {
                Err(ArgumentError::BoundsReversed)
            }
            _ => Ok(Self { attribute, operator, values }),
        }
    }

    /// Checks the additional rule of key conditions: EQ and NE do not take a list, map, Boolean or null.
    ///
    /// Observed: 2014-2020, by the authors of dynalite. Filters, which had this rule too, take them today.
    pub fn check_equality(&self) -> Result<(), ArgumentError> {
        match self.operator {
            ComparisonOperator::Eq | ComparisonOperator::Ne => {
                check_kinds(self.operator, Some(SCALARS_AND_SETS), &self.values)
            }
            _ => Ok(()),
        }
    }

    /// The same condition for a sort key; `None` if its operator is not allowed there.
    pub(crate) fn sort_condition(&self) -> Option<SortCondition> {
        use ComparisonOperator as Operator;
        match (self.operator, self.values.as_slice()) {
            (Operator::Eq, [value]) => Some(SortCondition::Equal(value.clone())),
            (Operator::Lt, [value]) => Some(SortCondition::Less(value.clone())),
            (Operator::Le, [value]) => Some(SortCondition::LessOrEqual(value.clone())),
            (Operator::Gt, [value]) => Some(SortCondition::Greater(value.clone())),
            (Operator::Ge, [value]) => Some(SortCondition::GreaterOrEqual(value.clone())),
            (Operator::BeginsWith, [value]) => Some(SortCondition::BeginsWith(value.clone())),
            (Operator::Between, [low, high]) => {
                Some(SortCondition::Between(low.clone(), high.clone()))
            }
            _ => None,
        }
    }

    fn into_node(self) -> Node {
        use ComparisonOperator as Operator;
        let path = || Operand::Path(DocumentPath::new(self.attribute.clone()));
        let mut values = self.values.into_iter().map(Operand::Value);
        let mut next = || values.next().expect("the number of values was checked");
        let mut compare = |comparator| {
            predicate(PredicateKind::Comparison { left: path(), comparator, right: next() })
        };
        match self.operator {
            Operator::Eq => compare(Comparator::Equal),
            Operator::Ne => compare(Comparator::NotEqual),
            Operator::Le => compare(Comparator::LessOrEqual),
            Operator::Lt => compare(Comparator::Less),
            Operator::Ge => compare(Comparator::GreaterOrEqual),
            Operator::Gt => compare(Comparator::Greater),
            Operator::NotNull => test("attribute_exists", path(), None),
            Operator::Null => test("attribute_not_exists", path(), None),
            Operator::Contains => test("contains", path(), Some(next())),
            // Observed: Alternator's tests on AWS, 2026: NOT_CONTAINS is false if the attribute is missing.
            Operator::NotContains => {
                let contains = test("contains", path(), Some(next()));
                let lacks = Node::Not(Box::new(contains), Span::default());
                Node::All(vec![test("attribute_exists", path(), None), lacks])
            }
            Operator::BeginsWith => test("begins_with", path(), Some(next())),
            Operator::In => {
                predicate(PredicateKind::In { value: path(), candidates: values.collect() })
            }
            Operator::Between => {
                predicate(PredicateKind::Between { value: path(), low: next(), high: next() })
            }
        }
    }
}

impl AttributeUpdate {
    /// An update of one attribute, if the action takes the value.
    pub fn new(
        attribute: AttributeName,
        action: UpdateAction,
        value: Option<AttributeValue>,
    ) -> Result<Self, ArgumentError> {
        let change = match (action, value) {
            (UpdateAction::Delete, None) => AttributeChange::Remove,
            (UpdateAction::Put | UpdateAction::Add, None) => return Err(ArgumentError::NoValue),
            (UpdateAction::Put, Some(value)) => AttributeChange::Put(value),
            (UpdateAction::Delete, Some(value)) => match value.kind() {
                ValueKind::Ss | ValueKind::Ns | ValueKind::Bs => AttributeChange::Delete(value),
                kind => return Err(ArgumentError::DeleteOfKind { kind }),
            },
            (UpdateAction::Add, Some(value)) => match value.kind() {
                ValueKind::N | ValueKind::L | ValueKind::Ss | ValueKind::Ns | ValueKind::Bs => {
                    AttributeChange::Add(value)
                }
                kind => return Err(ArgumentError::AddOfKind { kind }),
            },
        };
        Ok(Self { attribute, change })
    }
}

impl Condition {
    /// The condition that all or any of several conditions on attributes hold.
    pub fn on_attributes(
        conditions: Vec<AttributeCondition>,
        conditional_operator: ConditionalOperator,
    ) -> Self {
        let nodes = conditions.into_iter().map(AttributeCondition::into_node).collect();
        Self::of(match conditional_operator {
            ConditionalOperator::And => Node::All(nodes),
            ConditionalOperator::Or => Node::Any(nodes, Span::default()),
        })
    }
}

fn check_kinds(
    operator: ComparisonOperator,
    kinds: Option<&[ValueKind]>,
    values: &[AttributeValue],
) -> Result<(), ArgumentError> {
    let Some(kinds) = kinds else { return Ok(()) };
    match values.iter().map(AttributeValue::kind).find(|kind| !kinds.contains(kind)) {
        None => Ok(()),
        Some(kind) => Err(ArgumentError::Kind { operator, kind }),
    }
}

fn test(name: &str, first: Operand, second: Option<Operand>) -> Node {
    let function = find(&CONDITION_FUNCTIONS, name)
        .expect("there is a row for each function that is named here");
    let (name, test) = (function.name, function.evaluate);
    predicate(PredicateKind::Function { name, test, first, second })
}

fn predicate(kind: PredicateKind) -> Node {
    let span = Span::default();
    Node::Predicate(Box::new(Predicate { kind, operator_span: span, span }))
}
