//! Importing items: first on a copy of the sandbox, to show what it would do, then as one action of the log.
//!
//! Many items are put in slices between which the page is drawn. Any other command cancels what is under way.

use std::rc::Rc;

use crate::explain::action::action_of;
use crate::import::{Reading, read};
use crate::sandbox::budget::{Budget, RunLimit, SLICE_STEPS};
use crate::sandbox::command::{ImportCommand, Response};
use crate::sandbox::import::ImportRecord;
use crate::sandbox::importing::{Import, Importing, Progress, Purpose, Trial};
use crate::sandbox::input::Input;
use crate::sandbox::log::entry::Role;
use crate::sandbox::outcome::Outcome;
use crate::session::Session;
use crate::view::import::{self, ImportForm, ImportStage, ImportView};
use crate::view::message::Message;
use crate::views::import::{import_view, trial_view};
use crate::views::open_table;

/// Items that are put at once. Model: a part of a frame natively, and less than two in a browser.
const ITEMS_AT_ONCE: usize = 512;

impl Session {
    /// Reads a text as items of a table, or else of the first one; `None` if there is none.
    pub fn read_import(&self, table: Option<&str>, form: &ImportForm) -> Option<Reading> {
        Some(read(form, open_table(&self.state, table)?))
    }

    /// What was found in a text, and what importing its items would do.
    pub fn import_view(&self, reading: &Reading) -> ImportView {
        import_view(reading, self.import_stage(&reading.record))
    }

    /// An import without the items that the table would reject; `None` if that is not known. Items that would only be throttled stay.
    pub fn accepted_import(&self, record: &Rc<ImportRecord>) -> Option<Rc<ImportRecord>> {
        let trial = self.trial.as_ref().filter(|trial| trial.record == *record)?;
        let view = trial.view.as_ref().ok()?;
        let mut rejected = view.rejections.iter().map(|(position, _)| *position).peekable();
        let items = record
            .items
            .iter()
            .enumerate()
            .filter(|(position, _)| rejected.next_if_eq(position).is_none());
        let items = items.map(|(_, item)| Rc::clone(item)).collect();
        Some(Rc::new(ImportRecord { table: Rc::clone(&record.table), items }))
    }

    /// Whether items are being imported, or tried.
    pub(crate) fn imports(&self) -> bool {
        self.importing.is_some()
    }

    /// Whether one is under way that writes the items.
    pub(crate) fn writes_import(&self) -> bool {
        self.importing.as_ref().is_some_and(|importing| importing.purpose == Purpose::Write)
    }

    /// Does what the page asks about an import.
    pub(crate) fn handle_import(&mut self, command: ImportCommand) -> Result<Response, Message> {
        Ok(match command {
            ImportCommand::Try(record) => self.begin_import(record, Purpose::Try)?,
            ImportCommand::Start(record) => self.begin_import(record, Purpose::Write)?,
            ImportCommand::Cancel if self.imports() => self.cancel_import(),
            ImportCommand::Cancel => {
                self.trial = None;
                Response::default()
            }
        })
    }

    /// Puts the next items.
    pub(crate) fn step_import(&mut self, budget: &mut Budget) -> Response {
        let Some(Importing { import, state, .. }) = &mut self.importing else {
            return Response::DONE;
        };
        match import.step(&mut state.database, budget) {
            Progress::More => return Response::DONE,
            Progress::Full(limit) => return self.stop_full_import(limit),
            Progress::Over => {}
        }
        match self.importing.take() {
            Some(Importing { import, state, purpose: Purpose::Try }) => {
                let view = Ok(Rc::new(trial_view(&state.database, &import)));
                self.trial = Some(Trial { record: Rc::clone(import.record()), view });
                Response::DONE
            }
            Some(importing) => self.finish_import(importing),
            None => Response::DONE,
        }
    }

    /// Drops an import under way. The items that it has put were put into a copy.
    pub(crate) fn cancel_import(&mut self) -> Response {
        match self.importing.take() {
            Some(Importing { purpose: Purpose::Write, .. }) => {
                self.announce(vec![Message::plain("said.import_cancelled")], true)
            }
            Some(Importing { purpose: Purpose::Try, .. }) | None => Response::default(),
        }
    }

    /// Drops an import with which the sandbox would be beyond a limit.
    fn stop_full_import(&mut self, limit: RunLimit) -> Response {
        self.trial = self.importing.take().map(|it| {
            let record = Rc::clone(it.import.record());
            Trial { record, view: Err(limit) }
        });
        let words = full_words(limit);
        self.announce(vec![words], false)
    }

    fn begin_import(
        &mut self,
        record: Rc<ImportRecord>,
        purpose: Purpose,
    ) -> Result<Response, Message> {
        self.importing = None;
        self.known_table(&record.table)?;
        if record.items.is_empty() {
            return Ok(Response::default());
        }
        match purpose {
            Purpose::Try => self.trial = None,
            // What is written continues from the moment that is shown.
            Purpose::Write => drop(self.fork()),
        }
        let state = self.state.clone();
        let import = Import::new(record);
        let is_short = import.record().items.len() <= ITEMS_AT_ONCE;
        self.importing = Some(Importing { import, state, purpose });
        if !is_short {
            return Ok(Response::DONE);
        }
        let values_beside = self.values_beside();
        Ok(self.step_import(&mut Budget { values_beside, ..Budget::slice() }))
    }

    /// Lets the sandbox become what the import has made of it.
    fn finish_import(&mut self, Importing { import, state, .. }: Importing) -> Response {
        let input = Input::Import(Rc::clone(import.record()));
        let is_unstored = self.state.depends_on_unstored();
        self.log.prepare(&self.state);
        self.state = state;
        self.trial = None;
        let outcome = Outcome::Operation(self.state.finish_import(import));
        let role = self.role_of(&outcome, action_of(&input));
        let is_action = matches!(role, Role::Action(_));
        self.keep(input, role, outcome.weight());
        if is_action && (is_unstored || outcome.steps() > SLICE_STEPS) {
            self.journal.break_off();
        }
        self.report(outcome, None)
    }

    fn import_stage(&self, record: &Rc<ImportRecord>) -> ImportStage {
        if record.items.is_empty() {
            return ImportStage::Empty;
        }
        if let Some(importing) = &self.importing {
            let done = importing.import.sent().count as u64;
            let progress = import::Progress { done, all: importing.item_count() as u64 };
            return match importing.purpose {
                Purpose::Try => ImportStage::Trying(progress),
                Purpose::Write => ImportStage::Importing(progress),
            };
        }
        match &self.trial {
            Some(trial) if trial.record == *record => match &trial.view {
                Ok(view) => ImportStage::Tried(Rc::clone(view)),
                Err(limit) => ImportStage::Full(full_words(*limit)),
            },
            Some(_) | None => ImportStage::Untried,
        }
    }
}

fn full_words(limit: RunLimit) -> Message {
    Message::plain("said.import_full").with("limit", limit.words())
}
