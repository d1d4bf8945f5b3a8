//! An operation in two words.

use engine::operation::Operation;

use crate::explain::hue::hue_of_index;
use crate::explain::subject::{item_label, table_name, table_named};
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::request::Request;
use crate::sandbox::several::{Several, SeveralKind};
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};

/// The operations that the timeline calls by a word of its own.
const NAMED: [(Operation, &str); 6] = [
    (Operation::PutItem, "timeline.put"),
    (Operation::UpdateItem, "timeline.update"),
    (Operation::DeleteItem, "timeline.delete"),
    (Operation::GetItem, "timeline.get"),
    (Operation::Query, "timeline.query"),
    (Operation::Scan, "timeline.scan"),
];

/// An operation in two words: "Update O-1003".
pub(crate) fn operation_words(state: &State, operation: &OperationRecord) -> Message {
    if let Some(Several { kind, tally, .. }) = &operation.several {
        let count = tally.written_count();
        return match kind {
            SeveralKind::Import => {
                Message::plain("timeline.import").with("count", Argument::Count(count))
            }
            SeveralKind::Edit(kind) => kind.action(count),
        };
    }
    if let Some(backfill) = &operation.backfill {
        let schema = state.database.table(backfill.table.as_str()).map(|table| &*table.schema);
        let hue = schema.and_then(|schema| hue_of_index(schema, backfill.index.as_str()));
        let index = Argument::Name(backfill.index.as_str().into(), hue);
        return Message::plain("timeline.add_index").with("index", index);
    }
    request_words(state, &operation.request)
}

/// A request in two words, whatever became of it.
pub(crate) fn request_words(state: &State, request: &Request) -> Message {
    let known = NAMED.into_iter().find(|(known, _)| request.is_of(*known));
    let Some((_, key)) = known else {
        return Message::plain("timeline.other").with("operation", &*request.operation);
    };
    let table = table_name(request).and_then(|name| table_named(&state.database, &name));
    Message::plain(key).with("item", Argument::Text(item_label(request, table)))
}
