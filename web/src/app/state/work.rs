//! The list of stored work, as it is shown.

use std::mem;
use std::rc::Rc;

use crate::app::state::AppState;
use crate::app::state::action::{Effect, WorkAction};
use crate::app::state::setting::Menu;
use playground::view::value::Text;
use playground::view::work::{Refusal, WorkInfo};

/// Rows shown at first, and with each "show more".
const ROWS_PER_PAGE: usize = 50;

/// Sandboxes in the menu of examples: the others are in the list.
pub const MENU_COUNT: usize = 5;

/// The list of stored work.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkState {
    /// All that is stored, the latest first, as it was read last.
    pub list: Rc<Vec<WorkInfo>>,
    /// The slot that is on the page.
    pub open_slot: Option<Text>,
    /// Whether the list is open.
    pub is_open: bool,
    /// The search text.
    pub search: Text,
    /// Rows shown at most.
    pub row_count: usize,
    /// The titles of deleted sandboxes that can be restored, the latest last.
    pub deleted: Vec<Text>,
    /// Why the last thing that was asked could not be done.
    pub refusal: Option<Refusal>,
    /// The titles of the sandboxes that were left before they could be stored.
    pub left: Vec<Text>,
}

impl Default for WorkState {
    fn default() -> Self {
        Self {
            list: Rc::default(),
            open_slot: None,
            is_open: false,
            search: Text::default(),
            row_count: ROWS_PER_PAGE,
            deleted: Vec::new(),
            refusal: None,
            left: Vec::new(),
        }
    }
}

impl WorkState {
    /// Closes the list. The page still knows what is stored and what is not.
    pub fn close(&mut self) {
        let Self { list, left, .. } = mem::take(self);
        *self = Self { list, left, ..Self::default() };
    }

    /// The list was read.
    pub fn set_list(&mut self, list: Vec<WorkInfo>) {
        self.list = Rc::new(list);
    }

    /// The results of the search in titles, names of tables and first items, ignoring the case of letters.
    pub fn found(&self) -> Vec<&WorkInfo> {
        let words = self.search.to_lowercase();
        let contains = |text: &String| text.to_lowercase().contains(words.trim());
        let fits =
            |info: &&WorkInfo| contains(&info.title) || info.first_lines.iter().any(contains);
        self.list.iter().filter(fits).collect()
    }
}

impl AppState {
    /// Whether a list of stored work is on the page.
    pub fn lists_work(&self) -> bool {
        self.work.is_open || self.menu == Some(Menu::Examples)
    }

    /// Changes what the list shows; the rest is for the storage to do.
    pub(super) fn update_work(&mut self, action: WorkAction) -> Vec<Effect> {
        match &action {
            WorkAction::Open => {
                self.menu = None;
                self.work.is_open = true;
            }
            WorkAction::Close => {
                self.work.close();
                return vec![Effect::Focus(crate::app::state::action::Focus::Menu(Menu::Examples))];
            }
            WorkAction::Search(words) => {
                self.work.search = words.as_str().into();
                self.work.row_count = ROWS_PER_PAGE;
                return Vec::new();
            }
            WorkAction::ShowMore => {
                self.work.row_count += ROWS_PER_PAGE;
                return Vec::new();
            }
            WorkAction::List
            | WorkAction::Rename { .. }
            | WorkAction::Delete(_)
            | WorkAction::UndoDelete
            | WorkAction::Duplicate(_)
            | WorkAction::Export(_)
            | WorkAction::ExportLeft => {}
        }
        vec![Effect::Work(action)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use playground::link::summary::work_info_of;

    #[test]
    fn a_search_finds_titles_and_tables() {
        let document = r#"{"v":1,"tables":[{"TableName":"Scores"}]}"#;
        let list = vec![work_info_of("a", "Mine", 2, document), work_info_of("b", "Other", 1, "")];
        let mut state = WorkState { list: Rc::new(list), ..WorkState::default() };
        let mut found = |words: &str| {
            state.search = words.into();
            state.found().iter().map(|info| info.slot.clone()).collect::<String>()
        };
        assert_eq!([found(""), found("SCORE"), found("oth"), found("x")], ["ab", "a", "b", ""]);
    }
}
