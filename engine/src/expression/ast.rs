//! The syntax tree of an expression: what is written, placeholders and parentheses included.
//!
//! A tree prints as an expression that parses to the same tree.

use std::fmt;

use crate::expression::clause;
use crate::expression::token::Span;

/// A condition, a filter or a key condition.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Condition<'text> {
    /// Two or more conditions with `OR` between them, and the first `OR`.
    Or(Vec<Self>, Span),
    /// Two or more conditions with `AND` between them.
    And(Vec<Self>),
    /// `NOT`, and its span.
    Not(Box<Self>, Span),
    /// A condition in parentheses.
    Parentheses(Box<Self>, Span),
    /// A comparison of two operands.
    Comparison(Box<Comparison<'text>>),
    /// An operand between two bounds.
    Between(Box<Between<'text>>),
    /// An operand that is one of a list.
    In(Box<In<'text>>),
    /// A function that is true or false.
    Call(Call<'text>),
}

/// `left = right`, or another comparator.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Comparison<'text> {
    pub(crate) left: Operand<'text>,
    pub(crate) comparator: Comparator,
    pub(crate) comparator_span: Span,
    pub(crate) right: Operand<'text>,
}

/// `value BETWEEN low AND high`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Between<'text> {
    pub(crate) value: Operand<'text>,
    pub(crate) keyword_span: Span,
    pub(crate) low: Operand<'text>,
    pub(crate) high: Operand<'text>,
}

/// `value IN (candidate, candidate)`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct In<'text> {
    pub(crate) value: Operand<'text>,
    pub(crate) keyword_span: Span,
    pub(crate) candidates: Vec<Operand<'text>>,
    pub(crate) span: Span,
}

/// How two operands are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// What a condition compares, a function takes, or an update sets.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Operand<'text> {
    Path(Path<'text>),
    Value(Placeholder<'text>),
    Call(Call<'text>),
    /// A sum or a difference, in updates only.
    Arithmetic(Box<Arithmetic<'text>>),
    /// An operand in parentheses.
    Parentheses(Box<Self>, Span),
}

/// `left + right` or `left - right`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arithmetic<'text> {
    pub(crate) left: Operand<'text>,
    pub(crate) sign: Sign,
    pub(crate) right: Operand<'text>,
}

/// The operator of an [`Arithmetic`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sign {
    Plus,
    Minus,
}

/// A function with its operands, one or more.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Call<'text> {
    pub(crate) function: &'text str,
    pub(crate) function_span: Span,
    pub(crate) operands: Vec<Operand<'text>>,
    pub(crate) span: Span,
}

/// A document path: a name, then names and list positions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Path<'text> {
    pub(crate) top_level: Name<'text>,
    pub(crate) nested: Vec<PathElement<'text>>,
    pub(crate) span: Span,
}

/// An element of a path after the first.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum PathElement<'text> {
    Name(Name<'text>),
    Position(usize),
}

/// The name of an attribute as it is written: bare, or a placeholder that begins with `#`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Name<'text> {
    pub(crate) text: &'text str,
    pub(crate) span: Span,
}

/// A placeholder for a value, which begins with `:`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Placeholder<'text> {
    pub(crate) text: &'text str,
    pub(crate) span: Span,
}

/// An update: one or more clauses.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Update<'text>(pub(crate) Vec<Clause<'text>>);

/// A clause of an update, with one or more actions, all of its own kind.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Clause<'text> {
    pub(crate) keyword: clause::Clause,
    pub(crate) actions: Vec<Action<'text>>,
}

/// What is done to one path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Action<'text> {
    pub(crate) path: Path<'text>,
    pub(crate) change: Change<'text>,
}

/// What an action does.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change<'text> {
    Set(Operand<'text>),
    Remove,
    Add(Placeholder<'text>),
    Delete(Placeholder<'text>),
}

/// A projection: one or more paths.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Projection<'text>(pub(crate) Vec<Path<'text>>);

impl Comparator {
    /// The comparator with this spelling.
    pub(crate) fn from_symbol(symbol: &str) -> Option<Self> {
        match symbol {
            "=" => Some(Self::Equal),
            "<>" => Some(Self::NotEqual),
            "<" => Some(Self::Less),
            "<=" => Some(Self::LessOrEqual),
            ">" => Some(Self::Greater),
            ">=" => Some(Self::GreaterOrEqual),
            _ => None,
        }
    }

    /// The spelling.
    pub(crate) const fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    /// The comparator that says the same with the operands exchanged.
    pub(crate) const fn flipped(self) -> Self {
        match self {
            Self::Equal => Self::Equal,
            Self::NotEqual => Self::NotEqual,
            Self::Less => Self::Greater,
            Self::LessOrEqual => Self::GreaterOrEqual,
            Self::Greater => Self::Less,
            Self::GreaterOrEqual => Self::LessOrEqual,
        }
    }
}

impl Sign {
    /// The spelling.
    pub(crate) const fn symbol(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Minus => "-",
        }
    }
}

impl Operand<'_> {
    /// The span of the operand.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Path(path) => path.span,
            Self::Value(placeholder) => placeholder.span,
            Self::Call(call) => call.span,
            Self::Arithmetic(arithmetic) => arithmetic.left.span().to(arithmetic.right.span()),
            Self::Parentheses(_, span) => *span,
        }
    }

    /// The operand inside all parentheses.
    pub(crate) fn bare(&self) -> &Self {
        match self {
            Self::Parentheses(operand, _) => operand.bare(),
            Self::Path(_) | Self::Value(_) | Self::Call(_) | Self::Arithmetic(_) => self,
        }
    }
}

impl Action<'_> {
    /// The span of the action.
    pub(crate) fn span(&self) -> Span {
        match &self.change {
            Change::Set(value) => self.path.span.to(value.span()),
            Change::Remove => self.path.span,
            Change::Add(value) | Change::Delete(value) => self.path.span.to(value.span),
        }
    }
}

impl fmt::Display for Condition<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Or(parts, _) => join(formatter, parts, " OR "),
            Self::And(parts) => join(formatter, parts, " AND "),
            Self::Not(condition, _) => write!(formatter, "NOT {condition}"),
            Self::Parentheses(condition, _) => write!(formatter, "({condition})"),
            Self::Comparison(comparison) => {
                let Comparison { left, comparator, right, .. } = &**comparison;
                write!(formatter, "{left} {} {right}", comparator.symbol())
            }
            Self::Between(between) => {
                let Between { value, low, high, .. } = &**between;
                write!(formatter, "{value} BETWEEN {low} AND {high}")
            }
            Self::In(list) => {
                write!(formatter, "{} IN (", list.value)?;
                join(formatter, &list.candidates, ", ")?;
                formatter.write_str(")")
            }
            Self::Call(call) => write!(formatter, "{call}"),
        }
    }
}

impl fmt::Display for Operand<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Path(path) => write!(formatter, "{path}"),
            Self::Value(placeholder) => write!(formatter, "{placeholder}"),
            Self::Call(call) => write!(formatter, "{call}"),
            Self::Arithmetic(arithmetic) => {
                let Arithmetic { left, sign, right } = &**arithmetic;
                write!(formatter, "{left} {} {right}", sign.symbol())
            }
            Self::Parentheses(operand, _) => write!(formatter, "({operand})"),
        }
    }
}

impl fmt::Display for Call<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}(", self.function)?;
        join(formatter, &self.operands, ", ")?;
        formatter.write_str(")")
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.top_level.text)?;
        for element in &self.nested {
            match element {
                PathElement::Name(name) => write!(formatter, ".{}", name.text)?,
                PathElement::Position(position) => write!(formatter, "[{position}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Placeholder<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.text)
    }
}

impl fmt::Display for Update<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(formatter, &self.0, " ")
    }
}

impl fmt::Display for Clause<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ", self.keyword)?;
        join(formatter, &self.actions, ", ")
    }
}

impl fmt::Display for Action<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = &self.path;
        match &self.change {
            Change::Set(value) => write!(formatter, "{path} = {value}"),
            Change::Remove => write!(formatter, "{path}"),
            Change::Add(value) | Change::Delete(value) => write!(formatter, "{path} {value}"),
        }
    }
}

impl fmt::Display for Projection<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        join(formatter, &self.0, ", ")
    }
}

fn join<T: fmt::Display>(
    formatter: &mut fmt::Formatter<'_>,
    parts: impl IntoIterator<Item = T>,
    separator: &str,
) -> fmt::Result {
    for (position, part) in parts.into_iter().enumerate() {
        let separator = if position == 0 { "" } else { separator };
        write!(formatter, "{separator}{part}")?;
    }
    Ok(())
}
