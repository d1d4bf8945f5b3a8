//! A sandbox in a few lines, for the list of stored work.

use engine::api::value::plain_from_item;
use engine::table::Table;
use serde_json::Value;

use crate::link::envelope::shown_design;
use crate::sandbox::document::text::check_shape;
use crate::sandbox::limit::STORED_SIZE_MAX;
use crate::sandbox::state::State;
use crate::view::first::beginning;
use crate::view::work::WorkInfo;

/// Items whose first characters are shown.
const ITEM_COUNT: usize = 2;

/// Characters of a line at most.
const LINE_LENGTH: usize = 80;

/// What the list of stored work shows of a sandbox. `slot`, `at_ms` and `size_bytes` are those of its storage.
pub(crate) fn work_info(state: &State, slot: &str, at_ms: u64, size_bytes: u64) -> WorkInfo {
    let tables: Vec<&Table> = state.database.tables().collect();
    let items = tables.iter().map(|table| table.items.count() as u64).sum();
    let names: Vec<&str> = tables.iter().map(|table| table.schema.name.as_str()).collect();
    let first_items = tables.iter().flat_map(|table| table.items.iter()).take(ITEM_COUNT);
    let mut first_lines = vec![shortened(&names.join(", "))];
    first_lines.extend(
        first_items.map(|(_, stored)| shortened(&plain_from_item(&stored.image).to_string())),
    );
    WorkInfo {
        slot: slot.to_owned(),
        title: state.title.to_string(),
        at_ms,
        table_count: tables.len() as u64,
        item_count: items,
        size_bytes,
        first_lines,
        is_damaged: false,
    }
}

/// What the list of stored work shows of a document that has not been opened. Of one that cannot be read it is not much.
pub fn work_info_of(slot: &str, title: &str, at_ms: u64, document: &str) -> WorkInfo {
    let is_readable = check_shape(document, STORED_SIZE_MAX).is_ok();
    let all = is_readable.then(|| serde_json::from_str::<Value>(document).ok());
    let all = all.flatten().unwrap_or_default();
    let json = shown_design(&all);
    let no_tables = Vec::new();
    let tables = json["tables"].as_array().unwrap_or(&no_tables);
    let items = tables.iter().filter_map(|table| table["Items"].as_array()).flatten();
    let names: Vec<&str> = tables.iter().filter_map(|table| table["TableName"].as_str()).collect();
    let mut first_lines = vec![shortened(&names.join(", "))];
    first_lines.extend(items.clone().take(ITEM_COUNT).map(|item| shortened(&item.to_string())));
    let title = json["title"].as_str().unwrap_or(title);
    WorkInfo {
        slot: slot.to_owned(),
        title: title.to_owned(),
        at_ms,
        table_count: tables.len() as u64,
        item_count: items.count() as u64,
        size_bytes: document.len() as u64,
        first_lines,
        is_damaged: all.is_null(),
    }
}

fn shortened(line: &str) -> String {
    beginning(line, LINE_LENGTH).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::example::FIRST;
    use crate::session::Session;

    #[test]
    fn an_open_sandbox_is_summed_up() {
        let info = Session::first().work_info("a", 7, 9);
        assert_eq!((info.table_count, info.item_count), (1, 10));
        assert_eq!(info.first_lines[0], "Orders");
        assert_eq!(info.first_lines.len(), 3);
    }

    #[test]
    fn a_document_is_summed_up_without_opening_it() {
        let title = "A row that is not there".to_owned();
        let (version_1, version_2) = (FIRST.to_owned(), Session::first().work());
        for document in [version_1, version_2] {
            let info = work_info_of("a", "old title", 7, &document);
            assert_eq!((&info.title, info.table_count, info.item_count), (&title, 1, 10));
            assert!(!info.is_damaged);
        }
    }

    #[test]
    fn what_is_no_document_keeps_its_title() {
        let info = work_info_of("a", "My orders", 7, "{\"v\":1,");
        assert_eq!((info.title.as_str(), info.table_count), ("My orders", 0));
        assert!(info.is_damaged);
    }
}
