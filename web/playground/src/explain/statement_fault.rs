//! Rejections of PartiQL statements in words.

use engine::partiql::error::PartiqlErrorKind;

use crate::explain::receipt::list;
use crate::view::message::{Argument, Message};

/// The member of a request that a fault is about.
pub(crate) fn of_statement_member(kind: &PartiqlErrorKind) -> &'static str {
    match kind {
        PartiqlErrorKind::NextTokenMismatch | PartiqlErrorKind::InvalidNextToken => "NextToken",
        PartiqlErrorKind::TooFewParameters => "Parameters",
        PartiqlErrorKind::ConsistentGlobalIndex => "ConsistentRead",
        _ => "Statement",
    }
}

/// Our words for a fault of a PartiQL statement that is common, and whose message says little.
pub(crate) fn of_statement(kind: &PartiqlErrorKind) -> Option<Message> {
    let key = match kind {
        PartiqlErrorKind::NoFullKey => "fault.statement_key",
        PartiqlErrorKind::ConsistentGlobalIndex => "fault.consistent_index",
        PartiqlErrorKind::Overlap => "fault.statement_overlap",
        PartiqlErrorKind::NotProjected { index, attributes }
        | PartiqlErrorKind::FilterNotProjected { index, attributes } => {
            let message = Message::plain("fault.not_projected")
                .with("index", Argument::Code(index.as_str().into()));
            return Some(message.with("attributes", list(attributes)));
        }
        _ => return None,
    };
    Some(Message::plain(key))
}
