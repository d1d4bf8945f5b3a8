//! What became of the requests of an import, or of an edit of several items, in words.

use engine::event::{Event, EventKind};
use engine::table::Table;

use crate::explain::subject::{item_label, item_name};
use crate::sandbox::several::{RejectedRequest, Several, SeveralKind, Tally, is_throttled};
use crate::view::first::First;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// Items of an edit of several that are named.
const LISTED_COUNT_MAX: usize = 8;

/// How many requests there were, which items they changed, and which of them were rejected.
pub(super) fn several_words(
    several: &Several,
    events: &[Event],
    table: Option<&Table>,
) -> Vec<Message> {
    let Several { kind, tally, rejections } = several;
    let (counts, changed) = match kind {
        SeveralKind::Import => (import_words(*tally), None),
        SeveralKind::Edit(_) => (edit_words(*tally), changed_words(events, table)),
    };
    let (throttled, rejected): (Vec<_>, Vec<_>) =
        rejections.iter().partition(|rejected| is_throttled(&rejected.error));
    let rejected = rejected_words("receipt.rejected_items", &rejected, table);
    let throttled = rejected_words("receipt.throttled_items", &throttled, table);
    [counts].into_iter().chain(changed).chain(rejected).chain(throttled).collect()
}

/// Which items were changed.
fn changed_words(events: &[Event], table: Option<&Table>) -> Option<Message> {
    let table = table?;
    let items = events.iter().filter_map(|event| {
        let (EventKind::ItemWritten { new: item, .. } | EventKind::ItemDeleted { old: item }) =
            &event.kind
        else {
            return None;
        };
        Some(item_name(table, item))
    });
    let items: Vec<Text> = items.collect();
    (!items.is_empty()).then(|| {
        let items = First::of(items, LISTED_COUNT_MAX).listed();
        Message::plain("receipt.changed_items").with("items", Argument::List(items))
    })
}

/// Which items were rejected, and why the first was.
fn rejected_words(
    key: &'static str,
    rejections: &[&RejectedRequest],
    table: Option<&Table>,
) -> Option<Message> {
    let first = rejections.first()?;
    let items = rejections.iter().map(|it| item_label(&it.request, table));
    let items = First::of(items, LISTED_COUNT_MAX).listed();
    let error = Argument::English(first.error.to_string().into());
    Some(Message::plain(key).with("items", Argument::List(items)).with("error", error))
}

/// How many requests an edit of several items was, and what became of the items.
fn edit_words(tally: Tally) -> Message {
    let key = match tally.rejected_count {
        0 => "receipt.edited",
        _ => "receipt.edited_partial",
    };
    Message::plain(key)
        .with("count", Argument::Count(tally.request_count()))
        .with("written", Argument::Count(tally.written_count()))
        .with("rejected", Argument::Count(tally.rejected_count))
        .with("throttled", Argument::Count(tally.throttled_count))
}

/// How many requests an import was, and what became of the items.
fn import_words(tally: Tally) -> Message {
    let rejected = tally.rejected_count;
    let count = |key, count| Message::plain(key).with("count", Argument::Count(count));
    let message = Message::plain(match rejected {
        0 => "receipt.import",
        _ => "receipt.import_partial",
    });
    message
        .with("requests", count("receipt.import_requests", tally.request_count()))
        .with("added", count("receipt.import_added", tally.new_count))
        .with("replaced", count("receipt.import_replaced", tally.replaced_count))
        .with("rejected", count("receipt.import_rejected", rejected))
        .with("throttled", Argument::Count(tally.throttled_count))
}
