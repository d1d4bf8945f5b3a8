//! Why an item is not in an index, in words.

use engine::model::key::KeySchema;
use engine::receipt::{KeyFault, KeyFaultKind};

use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// Why an item is not in an index: the attributes that it lacks, or else the first whose value cannot be a key.
pub(crate) fn why_not_indexed(faults: &[KeyFault]) -> Message {
    let illegal = faults.iter().find(|fault| fault.kind != KeyFaultKind::Missing);
    let Some(KeyFault { attribute, kind }) = illegal else {
        return Message::plain("sum.lacks").with("attributes", attributes(faults));
    };
    let key = match kind {
        KeyFaultKind::Missing => "sum.lacks",
        KeyFaultKind::WrongType => "sum.key_type",
        KeyFaultKind::Empty => "sum.key_empty",
        KeyFaultKind::TooLong => "sum.key_long",
    };
    Message::plain(key).with("attributes", Argument::List(vec![Text::from(attribute.as_str())]))
}

/// What must change before a write of the item is accepted; `None` if the item only lacks attributes.
pub(crate) fn why_read_only(faults: &[KeyFault], key: &KeySchema) -> Option<Message> {
    let KeyFault { attribute, kind } =
        faults.iter().find(|fault| fault.kind != KeyFaultKind::Missing)?;
    let words = match kind {
        KeyFaultKind::Missing => return None,
        KeyFaultKind::WrongType => "item.read_only_type",
        KeyFaultKind::Empty => "item.read_only_empty",
        KeyFaultKind::TooLong => "item.read_only_long",
    };
    let expected = key.attributes().find(|other| other.name == *attribute)?.kind.tag();
    Some(
        Message::plain(words)
            .with("attribute", Argument::Code(attribute.as_str().into()))
            .with("kind", Argument::Choice(expected)),
    )
}

/// The attributes at fault, as a list.
pub(crate) fn attributes(faults: &[KeyFault]) -> Argument {
    Argument::List(faults.iter().map(|fault| Text::from(fault.attribute.as_str())).collect())
}

/// Whether an item is out of an index only because it lacks attributes.
pub(crate) fn all_missing(faults: &[KeyFault]) -> bool {
    faults.iter().all(|fault| fault.kind == KeyFaultKind::Missing)
}
