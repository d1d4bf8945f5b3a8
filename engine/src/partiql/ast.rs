//! The syntax tree of a statement: what is written, parentheses included.
//!
//! A tree prints as a statement that parses to the same tree.

use std::borrow::Cow;
use std::fmt;

pub(crate) use crate::expression::ast::{Comparator, Sign};
use crate::expression::token::Span;
use crate::partiql::keyword::is_keyword;

/// A statement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Statement<'text> {
    Select(Select<'text>),
    Insert(Insert<'text>),
    Update(Update<'text>),
    Delete(Delete<'text>),
    /// `EXISTS(SELECT …)`, and the place of the word.
    Exists(Select<'text>, Span),
}

/// `SELECT columns FROM source WHERE condition ORDER BY order`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Select<'text> {
    /// `None` for `*`.
    pub(crate) columns: Option<Vec<Expression<'text>>>,
    pub(crate) source: Source<'text>,
    pub(crate) condition: Option<Expression<'text>>,
    pub(crate) order: Vec<OrderTerm<'text>>,
}

/// A table, or an index of it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Source<'text> {
    pub(crate) table: Name<'text>,
    pub(crate) index: Option<Name<'text>>,
    pub(crate) span: Span,
}

/// A key attribute in `ORDER BY`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct OrderTerm<'text> {
    pub(crate) path: Path<'text>,
    pub(crate) direction: Option<Direction>,
    pub(crate) nulls: Option<Nulls>,
}

/// `ASC` or `DESC`
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Direction {
    #[default]
    Ascending,
    Descending,
}

/// `NULLS FIRST` or `NULLS LAST`, which has no effect on keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    First,
    Last,
}

/// `INSERT INTO source VALUE value`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Insert<'text> {
    pub(crate) source: Source<'text>,
    pub(crate) value: Expression<'text>,
}

/// `UPDATE source changes WHERE condition returning`, or `FROM source WHERE condition changes returning`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Update<'text> {
    pub(crate) source: Source<'text>,
    pub(crate) changes: Vec<Change<'text>>,
    /// Whether the condition is before the changes, as are its parameters.
    pub(crate) begins_with_condition: bool,
    pub(crate) condition: Option<Expression<'text>>,
    pub(crate) returning: Option<Returning>,
}

/// `DELETE FROM source WHERE condition returning`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Delete<'text> {
    pub(crate) source: Source<'text>,
    pub(crate) condition: Option<Expression<'text>>,
    pub(crate) returning: Option<Returning>,
}

/// A change of one path.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Change<'text> {
    Set(Path<'text>, Expression<'text>),
    Remove(Path<'text>),
}

/// `RETURNING ALL OLD *` and the like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Returning {
    /// Whether only the changed attributes are returned.
    pub modified: bool,
    /// Whether they are returned as they are after the write.
    pub new: bool,
}

/// A condition, an operand or a literal: the grammar has one kind of expression, and binding decides what it can be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Expression<'text> {
    /// Two or more conditions.
    Or(Vec<Self>, Span),
    /// Two or more conditions.
    And(Vec<Self>),
    Not(Box<Self>, Span),
    Comparison(Box<Comparison<'text>>),
    Between(Box<Between<'text>>),
    In(Box<In<'text>>),
    Is(Box<TypeTest<'text>>),
    Sum(Box<Sum<'text>>),
    Call(Call<'text>),
    Path(Path<'text>),
    /// `?`: the parameter at this position.
    Parameter(usize, Span),
    Literal(Literal<'text>, Span),
    Parentheses(Box<Self>, Span),
}

/// `left = right`, or another comparator.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Comparison<'text> {
    pub(crate) left: Expression<'text>,
    pub(crate) comparator: Comparator,
    pub(crate) operator_span: Span,
    pub(crate) right: Expression<'text>,
}

/// `value BETWEEN low AND high`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Between<'text> {
    pub(crate) value: Expression<'text>,
    pub(crate) is_negated: bool,
    pub(crate) operator_span: Span,
    pub(crate) low: Expression<'text>,
    pub(crate) high: Expression<'text>,
}

/// `value IN [candidate, candidate]`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct In<'text> {
    pub(crate) value: Expression<'text>,
    pub(crate) is_negated: bool,
    pub(crate) operator_span: Span,
    pub(crate) candidates: Vec<Expression<'text>>,
    pub(crate) span: Span,
}

/// `value IS MISSING`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TypeTest<'text> {
    pub(crate) value: Expression<'text>,
    pub(crate) is_negated: bool,
    pub(crate) operator_span: Span,
    /// One word, or two with a space between them.
    pub(crate) type_name: Cow<'text, str>,
    pub(crate) type_span: Span,
}

/// `first + term - term`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Sum<'text> {
    pub(crate) first: Expression<'text>,
    /// At least one.
    pub(crate) rest: Vec<(Sign, Expression<'text>)>,
}

/// A function with its operands.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Call<'text> {
    pub(crate) function: &'text str,
    pub(crate) function_span: Span,
    pub(crate) operands: Vec<Expression<'text>>,
    pub(crate) span: Span,
}

/// A value that is written in the statement.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Literal<'text> {
    Text(Cow<'text, str>),
    /// A number, after its signs.
    Number {
        is_negative: bool,
        digits: &'text str,
    },
    Bool(bool),
    Null,
    Missing,
    List(Vec<Expression<'text>>),
    /// `<<1, 2>>`
    Bag(Vec<Expression<'text>>),
    Map(Vec<(Cow<'text, str>, Expression<'text>)>),
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

/// A name, in quotation marks or not. The trees of both spellings are equal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name<'text> {
    pub(crate) text: Cow<'text, str>,
    pub(crate) span: Span,
}

impl Expression<'_> {
    /// The place of the expression.
    pub(crate) fn span(&self) -> Span {
        match self {
            Self::Or(parts, _) | Self::And(parts) => match parts.as_slice() {
                [first, .., last] => first.span().to(last.span()),
                _ => unreachable!("two or more conditions are joined"),
            },
            Self::Not(inner, span) => span.to(inner.span()),
            Self::Comparison(it) => it.left.span().to(it.right.span()),
            Self::Between(it) => it.value.span().to(it.high.span()),
            Self::In(it) => it.value.span().to(it.span),
            Self::Is(it) => it.value.span().to(it.type_span),
            Self::Sum(it) => match it.rest.last() {
                Some((_, last)) => it.first.span().to(last.span()),
                None => it.first.span(),
            },
            Self::Call(it) => it.span,
            Self::Path(it) => it.span,
            Self::Parameter(_, span) | Self::Literal(_, span) | Self::Parentheses(_, span) => *span,
        }
    }

    /// The expression inside all parentheses.
    pub(crate) fn bare(&self) -> &Self {
        let mut bare = self;
        while let Self::Parentheses(inner, _) = bare {
            bare = inner;
        }
        bare
    }
}

impl fmt::Display for Statement<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Select(select) => write!(out, "{select}"),
            Self::Exists(select, _) => write!(out, "EXISTS({select})"),
            Self::Insert(Insert { source, value }) => {
                write!(out, "INSERT INTO {source} VALUE {value}")
            }
            Self::Update(update) => write!(out, "{update}"),
            Self::Delete(Delete { source, condition, returning }) => {
                write!(out, "DELETE FROM {source}")?;
                write_condition(condition.as_ref(), out)?;
                write_returning(*returning, out)
            }
        }
    }
}

impl fmt::Display for Select<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("SELECT ")?;
        match &self.columns {
            None => out.write_str("*")?,
            Some(columns) => join(out, columns, ", ")?,
        }
        write!(out, " FROM {}", self.source)?;
        write_condition(self.condition.as_ref(), out)?;
        if !self.order.is_empty() {
            out.write_str(" ORDER BY ")?;
            join(out, &self.order, ", ")?;
        }
        Ok(())
    }
}

impl fmt::Display for Update<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keyword = if self.begins_with_condition { "FROM" } else { "UPDATE" };
        write!(out, "{keyword} {}", self.source)?;
        if self.begins_with_condition {
            write_condition(self.condition.as_ref(), out)?;
        }
        for change in &self.changes {
            match change {
                Change::Set(path, value) => write!(out, " SET {path} = {value}")?,
                Change::Remove(path) => write!(out, " REMOVE {path}")?,
            }
        }
        if !self.begins_with_condition {
            write_condition(self.condition.as_ref(), out)?;
        }
        write_returning(self.returning, out)
    }
}

fn write_condition(
    condition: Option<&Expression<'_>>,
    out: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    condition.map_or(Ok(()), |condition| write!(out, " WHERE {condition}"))
}

fn write_returning(returning: Option<Returning>, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    returning.map_or(Ok(()), |returning| write!(out, " {returning}"))
}

impl fmt::Display for Returning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let extent = if self.modified { "MODIFIED" } else { "ALL" };
        let time = if self.new { "NEW" } else { "OLD" };
        write!(out, "RETURNING {extent} {time} *")
    }
}

impl fmt::Display for Source<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.table)?;
        self.index.as_ref().map_or(Ok(()), |index| write!(out, ".{index}"))
    }
}

impl fmt::Display for OrderTerm<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.path)?;
        match self.direction {
            None => {}
            Some(Direction::Ascending) => out.write_str(" ASC")?,
            Some(Direction::Descending) => out.write_str(" DESC")?,
        }
        match self.nulls {
            None => Ok(()),
            Some(Nulls::First) => out.write_str(" NULLS FIRST"),
            Some(Nulls::Last) => out.write_str(" NULLS LAST"),
        }
    }
}

impl fmt::Display for Expression<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = |is_negated: bool| if is_negated { "NOT " } else { "" };
        match self {
            Self::Or(parts, _) => join(out, parts, " OR "),
            Self::And(parts) => join(out, parts, " AND "),
            Self::Not(inner, _) => write!(out, "NOT {inner}"),
            Self::Comparison(it) => {
                write!(out, "{} {} {}", it.left, it.comparator.symbol(), it.right)
            }
            Self::Between(it) => {
                let not = not(it.is_negated);
                write!(out, "{} {not}BETWEEN {} AND {}", it.value, it.low, it.high)
            }
            Self::In(it) => {
                write!(out, "{} {}IN [", it.value, not(it.is_negated))?;
                join(out, &it.candidates, ", ")?;
                out.write_str("]")
            }
            Self::Is(it) => write!(out, "{} IS {}{}", it.value, not(it.is_negated), it.type_name),
            Self::Sum(it) => {
                write!(out, "{}", it.first)?;
                for (sign, term) in &it.rest {
                    write!(out, " {} {term}", sign.symbol())?;
                }
                Ok(())
            }
            Self::Call(it) => {
                write!(out, "{}(", it.function)?;
                join(out, &it.operands, ", ")?;
                out.write_str(")")
            }
            Self::Path(path) => write!(out, "{path}"),
            Self::Parameter(..) => out.write_str("?"),
            Self::Literal(literal, _) => write!(out, "{literal}"),
            Self::Parentheses(inner, _) => write!(out, "({inner})"),
        }
    }
}

impl fmt::Display for Literal<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(out, "'{}'", text.replace('\'', "''")),
            Self::Number { is_negative, digits } => {
                write!(out, "{}{digits}", if *is_negative { "-" } else { "" })
            }
            Self::Bool(true) => out.write_str("true"),
            Self::Bool(false) => out.write_str("false"),
            Self::Null => out.write_str("null"),
            Self::Missing => out.write_str("MISSING"),
            Self::List(elements) => {
                out.write_str("[")?;
                join(out, elements, ", ")?;
                out.write_str("]")
            }
            Self::Bag(members) => {
                out.write_str("<<")?;
                join(out, members, ", ")?;
                out.write_str(">>")
            }
            Self::Map(members) => {
                out.write_str("{")?;
                for (position, (name, value)) in members.iter().enumerate() {
                    let separator = if position == 0 { "" } else { ", " };
                    write!(out, "{separator}'{}': {value}", name.replace('\'', "''"))?;
                }
                out.write_str("}")
            }
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.top_level)?;
        for element in &self.nested {
            match element {
                PathElement::Name(name) => write!(out, ".{name}")?,
                PathElement::Position(position) => write!(out, "[{position}]")?,
            }
        }
        Ok(())
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_bare = self.text.starts_with(|first: char| first.is_ascii_alphabetic())
            && self.text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !is_keyword(&self.text);
        match is_bare {
            true => out.write_str(&self.text),
            false => write!(out, "\"{}\"", self.text.replace('"', "\"\"")),
        }
    }
}

fn join<T: fmt::Display>(
    out: &mut fmt::Formatter<'_>,
    parts: impl IntoIterator<Item = T>,
    separator: &str,
) -> fmt::Result {
    for (position, part) in parts.into_iter().enumerate() {
        let separator = if position == 0 { "" } else { separator };
        write!(out, "{separator}{part}")?;
    }
    Ok(())
}
