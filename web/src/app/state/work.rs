//! What actions on stored work do to the page.

use crate::app::state::AppState;
use crate::app::state::action::Effect;
use crate::panel::learn::LearnAction;
use crate::panel::page::Focus;
use crate::panel::setting::Menu;
use crate::panel::storage::WorkAction;

impl AppState {
    /// Whether a list of stored work is on the page.
    pub fn lists_work(&self) -> bool {
        self.page.work.is_open || matches!(self.page.menu, Some(Menu::Sandbox | Menu::Find))
    }

    /// What must be read, if a list of stored work or of lessons has appeared.
    pub(super) fn list_work(&self) -> Vec<Effect> {
        let lists_lessons = matches!(self.page.menu, Some(Menu::Learn | Menu::Teach | Menu::Find));
        let lessons = lists_lessons.then_some(Effect::Learn(LearnAction::List));
        let work = self.lists_work().then_some(Effect::Work(WorkAction::List));
        work.into_iter().chain(lessons).collect()
    }

    /// Changes what the page shows; the rest is done by the storage.
    pub(super) fn update_work(&mut self, action: WorkAction) -> Vec<Effect> {
        match &action {
            WorkAction::Show(_) => self.prepare_to_open(),
            WorkAction::Open => {
                self.page.menu = None;
                self.page.work.is_open = true;
            }
            WorkAction::Close => {
                self.page.work.close();
                return vec![Effect::Focus(Focus::Menu(Menu::Sandbox))];
            }
            // The command that opens it does so.
            WorkAction::New
            | WorkAction::List
            | WorkAction::Rename { .. }
            | WorkAction::Delete(_)
            | WorkAction::UndoDelete
            | WorkAction::Duplicate(_)
            | WorkAction::Export(_)
            | WorkAction::ExportUnstored
            | WorkAction::Download => {}
        }
        vec![Effect::Work(action)]
    }
}
