//! The list of stored work, while it is open. Pure.

use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use playground::view::work::{StorageFailure, WorkInfo};

use crate::panel::shared::Shared;
use crate::panel::work::state::{State, title_fault};

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub search: Text,
    /// Whether nothing is stored.
    pub is_empty: bool,
    /// The title of the sandbox that was deleted last and can be restored.
    pub deleted: Option<Text>,
    /// Why the last thing that was asked could not be done.
    pub failure: Option<StorageFailure>,
    /// How many sandboxes there are, or were found.
    pub count: Message,
    /// The first of them.
    pub rows: Vec<RowView>,
    /// How many more there are.
    pub hidden_count: u64,
}

/// A stored sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowView {
    /// What is known of it.
    pub info: WorkInfo,
    /// Whether it is on the page.
    pub is_open: bool,
    /// Its title, or what was typed in its place.
    pub title: Text,
    /// Why that can be no title.
    pub title_fault: Option<Message>,
}

/// What the dialog shows; `None` if it is closed.
pub(super) fn view(state: &State, shared: &Shared) -> Option<View> {
    let work = &shared.page.work;
    if !work.is_open {
        return None;
    }
    let found = found(&work.list, &state.search);
    let key = if state.search.is_empty() { "work.count" } else { "work.found" };
    let is_open = |info: &WorkInfo| work.open_slot.as_deref() == Some(info.slot.as_str());
    let rows = found.iter().take(state.row_count);
    Some(View {
        search: state.search.clone(),
        is_empty: work.list.is_empty(),
        deleted: work.deleted.last().cloned(),
        failure: work.failure,
        count: Message::plain(key).with("count", Argument::Count(found.len() as u64)),
        rows: rows
            .map(|info| {
                let typed = state.title.as_ref().filter(|(slot, _)| **slot == *info.slot);
                let typed = typed.map(|(_, title)| title);
                RowView {
                    is_open: is_open(info),
                    title: typed.cloned().unwrap_or_else(|| info.title.as_str().into()),
                    title_fault: typed.and_then(|title| title_fault(title)),
                    info: WorkInfo::clone(info),
                }
            })
            .collect(),
        hidden_count: found.len().saturating_sub(state.row_count) as u64,
    })
}

/// The results of the search in titles, names of tables and first items, ignoring the case of letters.
fn found<'w>(list: &'w [WorkInfo], search: &str) -> Vec<&'w WorkInfo> {
    let words = search.to_lowercase();
    let contains = |text: &String| text.to_lowercase().contains(words.trim());
    let fits = |info: &&WorkInfo| contains(&info.title) || info.first_lines.iter().any(contains);
    list.iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use playground::link::summary::work_info_of;

    use super::*;

    #[test]
    fn a_search_finds_titles_and_tables() {
        let document = r#"{"v":1,"tables":[{"TableName":"Scores"}]}"#;
        let list = vec![work_info_of("a", "Mine", 2, document), work_info_of("b", "Other", 1, "")];
        let slots = |words: &str| {
            found(&list, words).iter().map(|info| info.slot.clone()).collect::<String>()
        };
        assert_eq!([slots(""), slots("SCORE"), slots("oth"), slots("x")], ["ab", "a", "b", ""]);
    }
}
