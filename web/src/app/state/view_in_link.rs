//! What a link contains about the page: the workspace and the table that its sender sees. Pure.

use playground::view::workspace::Workspace;
use serde_json::{Map, Value};

use crate::app::state::AppState;

const WORKSPACE: &str = "workspace";
const TABLE: &str = "table";

impl AppState {
    /// The view for a link. It has no members for what the page shows anyway, and is `None` if there are no others. Without the result
    /// of a run, Load has nothing of the sandbox: the link then shows its table.
    pub fn view_for_link(
        &self,
        first_table: Option<&str>,
        has_run: bool,
    ) -> Option<Map<String, Value>> {
        let mut view = Map::new();
        let is_bare = match self.page.workspace {
            Workspace::Explore => true,
            Workspace::Load => !has_run,
            Workspace::Design => false,
        };
        if !is_bare {
            view.insert(WORKSPACE.to_owned(), self.page.workspace.id().into());
        }
        if let Some(table) = self.selection.table.as_deref().filter(|it| Some(*it) != first_table) {
            view.insert(TABLE.to_owned(), table.into());
        }
        (!view.is_empty()).then_some(view)
    }

    /// Shows what the view of a link names. What this page does not know changes nothing.
    pub fn show_view_of_link(&mut self, view: &Map<String, Value>) {
        let id = view.get(WORKSPACE).and_then(Value::as_str);
        if let Some(workspace) = Workspace::ALL.into_iter().find(|it| Some(it.id()) == id) {
            self.show_workspace(workspace);
        }
        if let Some(table) = view.get(TABLE).and_then(Value::as_str) {
            self.select_table(table.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_shows(view: Value, workspace: Workspace, table: Option<&str>) {
        let mut state = AppState::default();
        state.show_view_of_link(view.as_object().expect("a view is an object"));
        assert_eq!(state.page.workspace, workspace);
        assert_eq!(state.selection.table.as_deref(), table);
    }

    #[test]
    fn a_view_shows_the_workspace_and_the_table_that_it_was_made_of() {
        let mut state = AppState::default();
        for workspace in Workspace::ALL {
            state.show_workspace(workspace);
            state.select_table("Customers".into());
            let view =
                state.view_for_link(Some("Orders"), true).expect("the table is not the first");
            check_shows(view.into(), workspace, Some("Customers"));
        }
    }

    #[test]
    fn what_the_page_shows_anyway_makes_no_link_longer() {
        let mut state = AppState::default();
        assert_eq!(state.view_for_link(None, true), None);
        state.select_table("Orders".into());
        assert_eq!(state.view_for_link(Some("Orders"), true), None);
    }

    #[test]
    fn what_the_page_does_not_know_changes_nothing() {
        let unknown = serde_json::json!({ "workspace": "space", "table": 7, "tab": "cost" });
        check_shows(unknown, Workspace::Explore, None);
    }
}
