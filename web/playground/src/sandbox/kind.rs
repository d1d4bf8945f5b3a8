//! The types of values, as the page has them.

use engine::model::attribute_value as model;
use engine::model::key::KeyType;

use crate::view::edit::ValueKind;

/// A type.
pub(crate) const fn shown_kind(kind: model::ValueKind) -> ValueKind {
    match kind {
        model::ValueKind::S => ValueKind::S,
        model::ValueKind::N => ValueKind::N,
        model::ValueKind::B => ValueKind::B,
        model::ValueKind::Bool => ValueKind::Bool,
        model::ValueKind::Null => ValueKind::Null,
        model::ValueKind::Ss => ValueKind::Ss,
        model::ValueKind::Ns => ValueKind::Ns,
        model::ValueKind::Bs => ValueKind::Bs,
        model::ValueKind::L => ValueKind::L,
        model::ValueKind::M => ValueKind::M,
    }
}

/// The type of a key attribute.
pub(crate) const fn key_kind(kind: KeyType) -> ValueKind {
    match kind {
        KeyType::S => ValueKind::S,
        KeyType::N => ValueKind::N,
        KeyType::B => ValueKind::B,
    }
}
