//! The text to import, and what can be done with it. Pure.

use std::rc::Rc;

use playground::import::Reading;
use playground::sandbox::command::{Command, ImportCommand};
use playground::sandbox::operation::OperationRecord;
use playground::sandbox::several::SeveralKind;
use playground::view::call::CallForm;
use playground::view::import::ImportForm;
use playground::view::value::Text;
use serde_json::Value;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Input, Target};
use crate::panel::page::{Focus, PageAction};
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// Bytes of a text that is shown in the field. Longer text is imported without being shown: a field of megabytes holds up the page.
pub const SHOWN_SIZE_MAX: usize = 200 * 1024;

/// The text to import.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct State {
    /// The text; `None` if the dialog is closed.
    pub opened: Option<Opened>,
    /// The menu from which it was opened, and to which the focus returns.
    pub opener: Option<Menu>,
}

/// A text to import.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Opened {
    /// The text, and how it is to be read.
    pub form: ImportForm,
    /// What was found in it; `None` if it was not read yet.
    pub reading: Option<Rc<Reading>>,
}

/// What can be done with a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// The text after a keystroke.
    Type(Text),
    /// Read this text, or the same one in another way.
    Read(ImportForm),
    /// Import the items.
    Commit,
    /// The text is a request: open the form with it.
    OpenRequest(CallForm),
    /// Cancel the import under way: nothing is written.
    Cancel,
    /// Close the dialog, and discard the text.
    Close,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Type(text) => {
                // What was chosen is about the text that it was chosen for, also after a correction.
                let form = self.opened.as_ref().filter(|_| !text.trim().is_empty());
                let form = form.map(|opened| opened.form.clone()).unwrap_or_default();
                self.read(ImportForm { text, file: None, ..form }, shared)
            }
            Action::Read(form) => self.read(form, shared),
            Action::Commit => {
                let reading = self.opened.as_ref().and_then(|opened| opened.reading.as_ref());
                let record = reading.and_then(|it| shared.session.accepted_import(&it.record));
                let command = record.map(|record| Command::Import(ImportCommand::Start(record)));
                command.map(Effect::Command).into_iter().collect()
            }
            Action::OpenRequest(form) => {
                self.opened = None;
                vec![cancel(), Effect::Begin(Input::Call(form))]
            }
            Action::Cancel => vec![cancel()],
            Action::Close => {
                self.opened = None;
                // The browser gives the focus back, but not to a menu that is closed.
                let focus = self.opener.take().map(Focus::Menu);
                let focus = focus.map(|focus| Effect::Page(PageAction::Focus(focus)));
                [cancel()].into_iter().chain(focus).collect()
            }
        }
    }

    /// The dialog is closed when the items are imported.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        let operations = executed.outcomes.iter().filter_map(|outcome| outcome.operation());
        let is_import = |operation: &OperationRecord| {
            operation.several.as_ref().is_some_and(|it| it.kind == SeveralKind::Import)
        };
        let is_done = operations.into_iter().any(|it| is_import(it) && it.reply.is_ok());
        if self.opened.is_none() || !is_done {
            return Vec::new();
        }
        *self = Self::default();
        vec![Effect::Page(PageAction::ShowOperation(None)), Effect::Show(Target::Table)]
    }

    /// Opens the dialog.
    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        let Input::Import(form) = input else { return Vec::new() };
        self.opener = shared.page.menu;
        self.read(form.as_deref().cloned().unwrap_or_default(), shared)
    }

    fn leave_table(&mut self, _: &Shared) {
        *self = Self::default();
    }

    /// The text, to be stored, unless it is long.
    fn unfinished(&self) -> Option<Value> {
        let form = &self.opened.as_ref()?.form;
        let is_short = !form.text.is_empty() && form.text.len() <= SHOWN_SIZE_MAX;
        is_short.then(|| serde_json::to_value(form).ok()).flatten()
    }

    fn resume(&mut self, unfinished: Value) {
        let form = serde_json::from_value(unfinished).ok();
        self.opened = form.map(|form| Opened { form, reading: None });
    }
}

impl State {
    /// Reads a text, and tries its items.
    fn read(&mut self, form: ImportForm, shared: &Shared) -> Vec<Effect<Action>> {
        let table = shared.table_name();
        let reading = shared.session.read_import(table, &form).map(Rc::new);
        let record = reading.as_ref().map(|reading| Rc::clone(&reading.record));
        self.opened = Some(Opened { form, reading });
        let command = record.map(|record| Command::Import(ImportCommand::Try(record)));
        command.map(Effect::Command).into_iter().collect()
    }
}

fn cancel() -> Effect<Action> {
    Effect::Command(Command::Import(ImportCommand::Cancel))
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    const CSV: &str = "CustomerId,OrderId\nC9,1\nC9,\n";

    /// The page as the panel sees it.
    struct Screen {
        session: Session,
        state: State,
        page: PageState,
    }

    impl Screen {
        fn new() -> Self {
            let session = Session::first();
            Self { session, state: State::default(), page: PageState::default() }
        }

        /// Carries out the commands that the panel asks for. Returns its other effects.
        fn carry_out(&mut self, effects: Vec<Effect<Action>>) -> Vec<Effect<Action>> {
            let mut others = Vec::new();
            for effect in effects {
                let Effect::Command(command) = effect else {
                    others.push(effect);
                    continue;
                };
                let accepted = self.session.handle(command.clone()).accepted;
                let outcomes = self.session.outcomes();
                let executed = Executed { command: &command, accepted, outcomes };
                let shared = Shared { session: &self.session, ..Shared::first() };
                others.extend(self.state.observe(&executed, &shared));
            }
            others
        }

        fn begin(&mut self, text: &str) -> Vec<Effect<Action>> {
            let form = ImportForm { text: text.into(), ..ImportForm::default() };
            let selection = Selection::default();
            let shared = Shared { session: &self.session, selection: &selection, page: &self.page };
            let effects = self.state.begin(&Input::Import(Some(Rc::new(form))), &shared);
            self.carry_out(effects)
        }

        fn act(&mut self, action: Action) -> Vec<Effect<Action>> {
            let selection = Selection::default();
            let shared = Shared { session: &self.session, selection: &selection, page: &self.page };
            let effects = self.state.update(action, &shared);
            self.carry_out(effects)
        }
    }

    #[test]
    fn what_the_table_accepts_is_imported_and_the_dialog_closes() {
        let mut page = Screen::new();
        page.begin(CSV);
        let shown = page.act(Action::Commit);
        let operation = Effect::Page(PageAction::ShowOperation(None));
        assert_eq!(shown, [operation, Effect::Show(Target::Table)]);
        assert_eq!(page.state, State::default());
        assert_eq!(page.session.table_head(None).map(|head| head.item_count), Some(11));
    }

    #[test]
    fn an_import_of_nothing_leaves_the_dialog_open() {
        let mut page = Screen::new();
        page.begin("CustomerId,OrderId\nC9,\n");
        assert_eq!(page.act(Action::Commit), []);
        assert!(page.state.opened.is_some());
    }

    #[test]
    fn choices_stay_while_the_text_is_corrected() {
        let mut screen = Screen::new();
        screen.begin(CSV);
        let form = |screen: &Screen| screen.state.opened.as_ref().map(|it| it.form.clone());
        let chosen = ImportForm { tagged: true, ..form(&screen).unwrap() };
        screen.act(Action::Read(chosen));
        screen.act(Action::Type("CustomerId,OrderId\nC9,2\n".into()));
        assert!(form(&screen).unwrap().tagged);
        screen.act(Action::Type("".into()));
        assert_eq!(form(&screen), Some(ImportForm::default()));
    }

    #[test]
    fn closing_discards_the_text_and_returns_the_focus_to_the_menu() {
        let mut page = Screen::new();
        page.page.menu = Some(Menu::Table);
        page.begin(CSV);
        let focus = Effect::Page(PageAction::Focus(Focus::Menu(Menu::Table)));
        assert_eq!(page.act(Action::Close), [focus]);
        assert_eq!(page.state, State::default());
    }

    #[test]
    fn a_text_survives_a_reload_unless_it_is_long() {
        let mut page = Screen::new();
        page.begin(CSV);
        let mut after = State::default();
        after.resume(page.state.unfinished().expect("a text was typed"));
        assert_eq!(
            after.opened.map(|it| it.form),
            page.state.opened.as_ref().map(|it| it.form.clone())
        );
        page.begin(&"x".repeat(SHOWN_SIZE_MAX + 1));
        assert_eq!(page.state.unfinished(), None);
        page.begin("");
        assert_eq!(page.state.unfinished(), None);
    }
}
