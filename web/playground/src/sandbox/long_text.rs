//! Long text by its length: where a value is typed or pasted, `‹3500›` is 3,500 bytes of text.

use engine::table::write::accept::ITEM_SIZE_MAX;
use notation::long_text::expand_up_to;
use serde_json::Value;

use crate::view::draft::FaultView;
use crate::view::message::{Argument, Message};

/// Writes out the lengths in a text. Fails if it would be larger than an item.
pub(crate) fn written_out(text: &str) -> Result<String, FaultView> {
    let size_max = usize::try_from(ITEM_SIZE_MAX.0).unwrap_or(usize::MAX);
    expand_up_to(text, size_max).ok_or_else(|| {
        let limit = Argument::Size(ITEM_SIZE_MAX.0);
        FaultView::unreadable(Message::plain("fault.long_text").with("limit", limit), None)
    })
}

/// Writes out the lengths in all strings of a value.
pub(crate) fn write_out(json: &mut Value) -> Result<(), FaultView> {
    match json {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::String(text) => {
            if text.contains('‹') {
                *text = written_out(text)?;
            }
        }
        Value::Array(elements) => elements.iter_mut().try_for_each(write_out)?,
        Value::Object(members) => members.values_mut().try_for_each(write_out)?,
    }
    Ok(())
}
