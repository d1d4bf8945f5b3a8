//! What a part of a request is, by the constraints of its operation.

use engine::api::request::shape::{Member, Shape};

use crate::code::literal::Literal;
pub(super) use crate::code::literal::{members_of, tagged};
use crate::view::edit::ValueKind;
use crate::view::request::Step;

/// What a part of a request is.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place {
    /// Members that the API names.
    Structure(&'static [Member]),
    /// A string.
    Text,
    /// The text of an expression.
    Expression,
    /// A PartiQL statement.
    Statement,
    /// The name of a table.
    Table,
    /// The name of an index.
    Index,
    /// One of several words.
    Word(&'static [&'static str]),
    /// A whole number.
    Integer,
    /// True or false.
    Flag,
    /// Placeholders for names.
    Names,
    /// Attributes with their values, or placeholders for values.
    Attributes,
    /// An attribute value.
    Value,
    SetMember,
    /// Elements of one shape.
    List(&'static Shape),
    /// Tables, with what is asked of each.
    Tables(&'static Shape),
}

impl Place {
    pub(super) fn of_member(member: &'static Member) -> Self {
        match (&member.shape, member.name) {
            (Shape::Text { .. }, "IndexName") => Self::Index,
            (Shape::Text { .. }, "Statement") => Self::Statement,
            (Shape::Text { .. }, name) if name.ends_with("Expression") => Self::Expression,
            (shape, _) => Self::of_shape(shape),
        }
    }

    /// What an element of a list is, or the value of a table.
    pub(super) fn of_shape(shape: &'static Shape) -> Self {
        match shape {
            Shape::Text { .. } | Shape::AttributeName { .. } => Self::Text,
            Shape::Table { .. } => Self::Table,
            Shape::Word(words) => Self::Word(words),
            Shape::Integer { .. } | Shape::CutInteger { .. } | Shape::Maximum => Self::Integer,
            Shape::Boolean | Shape::LenientBoolean => Self::Flag,
            Shape::Attributes => Self::Attributes,
            Shape::Value => Self::Value,
            Shape::Texts => Self::Names,
            Shape::List { of, .. } => Self::List(of),
            Shape::Map { of, .. } => Self::Tables(of),
            Shape::Structure { members, .. } => Self::Structure(members),
        }
    }

    /// The variants of a structure that has exactly one of its members: each is a structure itself.
    pub(super) fn variants(self) -> Option<&'static [Member]> {
        let Self::Structure(members) = self else { return None };
        let is_union = members.iter().all(|it| matches!(it.shape, Shape::Structure { .. }));
        is_union.then_some(members)
    }

    /// What an entry of this is; `None` if this has no entries.
    pub(super) fn of_entry(self, literal: &Literal) -> Option<Self> {
        match self {
            Self::Names => Some(Self::Text),
            Self::Attributes => Some(Self::Value),
            Self::List(shape) | Self::Tables(shape) => Some(Self::of_shape(shape)),
            Self::Value => match tagged(literal)?.0 {
                ValueKind::L | ValueKind::M => Some(Self::Value),
                ValueKind::Ss | ValueKind::Ns | ValueKind::Bs => Some(Self::SetMember),
                ValueKind::S | ValueKind::N | ValueKind::B | ValueKind::Bool | ValueKind::Null => {
                    None
                }
            },
            Self::Structure(_)
            | Self::Text
            | Self::Expression
            | Self::Statement
            | Self::Table
            | Self::Index
            | Self::Word(_)
            | Self::Integer
            | Self::Flag
            | Self::SetMember => None,
        }
    }
}

/// The elements of an array.
pub(super) fn elements_of(literal: &Literal) -> Option<&[Literal]> {
    if let Literal::List(elements) = literal { Some(elements) } else { None }
}

/// What is behind a step, whether the whole is an object, an array or an attribute value.
pub(super) fn child<'l>(literal: &'l Literal, place: Place, step: &Step) -> Option<&'l Literal> {
    let content = match place {
        Place::Value => tagged(literal)?.1,
        _ => literal,
    };
    match step {
        Step::Member(name) => content.member(name),
        Step::Entry(position) => match elements_of(content) {
            Some(elements) => elements.get(*position),
            None => members_of(content)?.get(*position).map(|(_, value)| value),
        },
    }
}

/// What a step leads to.
pub(super) fn behind(literal: &Literal, place: Place, step: &Step) -> Option<Place> {
    match (step, place) {
        (Step::Member(name), Place::Structure(members)) => {
            members.iter().find(|member| member.name == *name).map(Place::of_member)
        }
        (Step::Member(_), _) => None,
        (Step::Entry(_), place) => place.of_entry(literal),
    }
}
