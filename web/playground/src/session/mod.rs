//! The playground's state machine: commands in, views out. Pure, and tested natively.
//!
//! A [`Session`] holds one sandbox. [`Session::handle`] turns a command into inputs, applies them to the state and keeps
//! them in the log; the methods in `look.rs` return what the page shows.

mod asked;
mod beside;
mod compare;
mod host;
mod import;
pub mod kept;
mod look;
mod merge;
mod open;
mod opening;
mod plan;
mod playback;
mod recall;
mod repair;
mod restore;
mod rewind;
mod timeline;
mod traffic;
mod tried;
mod underway;
mod workload;

use std::rc::Rc;

use engine::clock::Timestamp;
use engine::database::Database;
use engine::model::bytes::Bytes;
use engine::table::Table;
use serde_json::json;

use crate::explain::action;
use crate::explain::announcement::words_of;
use crate::explain::operation::operation_words;
use crate::link::envelope::Presentation;
use crate::sandbox::budget::{RunLimit, SLICE_STEPS, fullness};
use crate::sandbox::command::{Capacity, Command, Response};
use crate::sandbox::document::Document;
use crate::sandbox::document::text::normalized_title;
use crate::sandbox::importing::{Importing, Trial};
use crate::sandbox::input::Input;
use crate::sandbox::journal::Journal;
use crate::sandbox::limit::{self, TITLE_LENGTH_MAX};
use crate::sandbox::log::InputLog;
use crate::sandbox::log::entry::{Entry, Role};
use crate::sandbox::outcome::Outcome;
use crate::sandbox::pair::Pair;
use crate::sandbox::playback::Playback;
use crate::sandbox::request::Request;
use crate::sandbox::rewound::Rewound;
use crate::sandbox::running::Running;
use crate::sandbox::state::State;
use crate::sandbox::table_change::TableChange;
use crate::sandbox::underway::Underway;
use crate::sandbox::{edit, throughput, typed_json};
use crate::session::asked::Asked;
use crate::session::opening::Opening;
use crate::session::recall::Retelling;
use crate::session::repair::Repair;
use crate::view::design::TableDesign;
use crate::view::edit::Edit;
use crate::view::message::{Announcement, Message};
use crate::view::rewind::Travel;
use crate::view::share::Problem;
use crate::view::value::Text;
use crate::views::open_table;
use crate::views::pending::next_due;

/// One sandbox, from the moment it was opened.
#[derive(Debug)]
pub struct Session {
    pub(crate) state: State,
    pub(crate) log: InputLog,
    /// The earlier moment that is shown, if one is. The state is then that of this moment.
    rewound: Option<Rewound>,
    /// Whether it came by a link, and has not been kept.
    from_link: bool,
    /// A notice that is shown once.
    notice: Option<Rc<Message>>,
    /// The problems that the notice summarises, if there are several.
    noticed: Rc<[Problem]>,
    /// The parts of the opened document or stored work that were not understood or not accepted.
    problems: Vec<Problem>,
    /// How it is presented.
    presentation: Presentation,
    /// The changes that are not stored.
    journal: Journal,
    announcement: Announcement,
    /// What the last command did.
    outcomes: Vec<Outcome>,
    /// Rises with every change but the passing of time.
    revision: u64,
    /// What the patterns asked when one was last written.
    asked: Asked,
    /// The design that is compared with this one.
    pair: Option<Pair>,
    /// The workload under way.
    running: Option<Running>,
    /// When a run ends that is tried, if that is before its time is over.
    ends_at: Option<Timestamp>,
    /// The log or the commands that are being played.
    playback: Option<Playback>,
    /// What happens in more than one slice.
    underway: Option<Underway>,
    /// Steps that were taken slice by slice.
    spent_steps: u64,
    /// Steps that the last command took before it returned.
    steps_at_once: u64,
    /// What will take the place of this sandbox, and is not complete.
    opening: Option<Box<Opening>>,
    /// The history before the opening, which is replayed in order to undo a part of it.
    recalling: Option<Retelling>,
    /// The import under way.
    importing: Option<Importing>,
    /// The import that was tried last.
    trial: Option<Trial>,
    /// What limited the last run, and what was tried since.
    repair: Option<Repair>,
}

impl Session {
    /// Does what the page asks. [`Session::outcomes`] then returns what happened.
    pub fn handle(&mut self, command: Command) -> Response {
        self.outcomes.clear();
        let mut ended = Vec::new();
        let is_step = command == Command::StepToNext && self.running.is_some();
        if !command.drives_workload() && !is_step && command != Command::KeepCopy {
            ended = self.settle();
        }
        if !matches!(command, Command::Workload(_) | Command::KeepCopy | Command::Import(_)) {
            self.cancel_import();
        }
        let response = self.perform(command);
        if ended.is_empty() {
            return response;
        }
        self.announce([ended, response.notices].concat(), response.accepted)
    }

    /// Does what is asked while nothing else is under way, or says why not.
    pub(crate) fn perform(&mut self, command: Command) -> Response {
        self.try_to_perform(command).unwrap_or_else(|fault| self.announce(vec![fault], false))
    }

    fn try_to_perform(&mut self, command: Command) -> Result<Response, Message> {
        Ok(match command {
            Command::OpenExample { lesson: _, document } | Command::OpenDocument(document) => {
                self.open_text(&document, None)
            }
            Command::OpenLink(link) => self.open_link(&link),
            Command::NewSandbox { title, epoch_seconds } => {
                limit::new_sandbox(&title, epoch_seconds)?;
                self.open(Document { epoch_seconds, ..Document::empty(&title) })
            }
            Command::KeepCopy => {
                self.from_link = false;
                Response::DONE
            }
            Command::Call { operation, request } => self.call(operation.into(), request.into()),
            Command::Edit { table, edit } => self.edit(&table, &edit)?,
            Command::CreateTable(design) => {
                let action = Message::plain("action.create_table").with("table", &*design.name);
                self.run(TableChange::create(&design).into_input(), Some(action))
            }
            Command::UpdateTable { table, design } => self.update_table(&table, &design)?,
            Command::AddIndex { table, design } => {
                let index = design.global_indexes.last().map_or("", |index| &index.name);
                let action = Message::plain("action.add_index").with("index", index);
                self.run(TableChange::add_index(&table, &design).into_input(), Some(action))
            }
            Command::RebuildTable { table, design } => {
                self.set(Input::Rebuild { table: table.into(), design: Rc::new(design) })
            }
            Command::Import(command) => self.handle_import(command)?,
            Command::DeleteTable(table) => {
                let json = json!({ "TableName": table.as_str() });
                let action = Message::plain("action.delete_table").with("table", table);
                self.run(Input::Call(Request::new("DeleteTable", &json)), Some(action))
            }
            Command::DropIndex { table, index } => {
                let change = TableChange::delete_index(&table, &index);
                let action = Message::plain("action.drop_index").with("index", index);
                self.run(change.into_input(), Some(action))
            }
            Command::Perform(commands) => self.perform_all(&commands),
            Command::Advance { by_ms } => self.run(Input::Advance { by_ms }, None),
            Command::StepToNext => self.step_to_next(),
            Command::Compare(command) => self.compare(command),
            Command::Workload(command) => self.handle_workload(command),
            Command::Set { setting, value } => self.set(Input::Set { setting, value }),
            Command::SetCapacity { table, capacity } => self.set_capacity(&table, &capacity)?,
            Command::Rename(title) => {
                limit::length("bar.rename", &title, TITLE_LENGTH_MAX)?;
                self.set(Input::Rename(normalized_title(&title).0.into()))
            }
            Command::Plan(command) => self.handle_plan(command)?,
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Reset => self.set(Input::Reset),
            Command::Rewind(travel) => self.rewind(travel),
            Command::Fork => self.fork(),
            Command::OpenBranch(number) => self.open_branch(number),
        })
    }

    /// The table of a name that a command has.
    pub(crate) fn known_table(&self, name: &str) -> Result<&Table, Message> {
        self.state.database.table(name).ok_or(Message::plain("fault.no_table"))
    }

    /// Runs an input whose action is known from the input, not from its events.
    fn set(&mut self, input: Input) -> Response {
        let action = action::action_after(&self.state.plan, &input);
        self.run(input, action)
    }

    /// What the last command did, in order: nothing if it only asked for words, or only let time pass without an event.
    /// It has several outcomes if it also ended a run or continued from an earlier moment, or played a part of a log.
    pub fn outcomes(&self) -> &[Outcome] {
        &self.outcomes
    }

    /// The table of this name, or else the first one; `None` if there is none.
    pub fn table(&self, name: Option<&str>) -> Option<&Table> {
        open_table(self.current(), name)
    }

    /// Tables and virtual time: those of the workload while one runs.
    pub fn database(&self) -> &Database {
        &self.current().database
    }

    /// The state in which the workload is while one runs.
    pub(crate) fn current(&self) -> &State {
        self.running.as_ref().map_or(&self.state, Running::state)
    }

    /// Rises with every change but the passing of time.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether an earlier moment is shown.
    pub fn is_rewound(&self) -> bool {
        self.rewound.is_some()
    }

    /// Steps that were taken slice by slice: more work than a slice may do at once.
    pub fn spent_steps(&self) -> u64 {
        self.spent_steps
    }

    /// Memory that all states and remembered operations of it take, counted as if they shared nothing: at most
    /// [`SESSION_MEMORY_MAX`](crate::sandbox::budget::SESSION_MEMORY_MAX).
    pub fn memory(&self) -> Bytes {
        let rewound = self.rewound.as_ref().map(|rewound| &rewound.present);
        let running = self.running.as_ref().map(Running::state);
        let importing = self.importing.as_ref().map(|importing| &importing.state);
        let states = [Some(&self.state), rewound, running, importing].into_iter().flatten();
        let pair = self.pair.as_ref().map_or(Bytes::ZERO, Pair::memory);
        let underway = self.underway.as_ref().map_or(Bytes::ZERO, |it| it.work.memory());
        let repair = self.repair.as_ref().map_or(Bytes::ZERO, Repair::memory);
        let states = states.map(State::memory).sum::<Bytes>();
        states + self.log.memory() + pair + underway + repair + self.replacement_memory()
    }

    /// Whether it differs from what was opened.
    pub fn is_edited(&self) -> bool {
        self.log.is_edited()
    }

    /// The title of the sandbox.
    pub fn title(&self) -> &str {
        &self.state.title
    }

    fn of(document: &Document) -> Self {
        let loaded = document.load();
        let state = State::new(loaded.database, document);
        Self {
            log: InputLog::new(state.clone()),
            state,
            rewound: None,
            from_link: false,
            notice: None,
            noticed: Rc::default(),
            problems: Vec::new(),
            presentation: Presentation::default(),
            journal: Journal::new(),
            announcement: Announcement::default(),
            outcomes: Vec::new(),
            revision: 0,
            asked: Asked::default(),
            pair: None,
            running: None,
            ends_at: None,
            playback: None,
            underway: None,
            spent_steps: 0,
            steps_at_once: 0,
            opening: None,
            recalling: None,
            importing: None,
            trial: None,
            repair: None,
        }
    }

    fn call(&mut self, operation: Text, text: Text) -> Response {
        if let Some(fault) = typed_json::ambiguity(&text) {
            return self.announce(fault.explanation.into_iter().collect(), false);
        }
        self.run(Input::Call(Request { operation, text }), None)
    }

    fn edit(&mut self, table: &str, edit: &Edit) -> Result<Response, Message> {
        let table = self.known_table(table)?;
        let requests = match edit::requests(table, edit) {
            Ok(requests) => requests,
            Err(fault) => return fault.explanation.map_or(Ok(Response::default()), Err),
        };
        let action = action::of_edit(table, edit);
        let input = match (edit::several_kind(edit), requests.first()) {
            (None, Some(request)) => Input::Call(request.clone()),
            (Some(kind), Some(_)) => Input::EditSeveral {
                kind,
                table: table.schema.name.as_str().into(),
                requests: requests.into(),
            },
            (_, None) => return Ok(Response::default()),
        };
        Ok(self.run(input, Some(action)))
    }

    /// Gives a table other settings. If they are those that it has, nothing happens.
    fn update_table(&mut self, name: &str, design: &TableDesign) -> Result<Response, Message> {
        let table = self.known_table(name)?;
        let change = TableChange::update(&self.state.database, table, design);
        if change.is_empty() {
            return Ok(Response::DONE);
        }
        let action = Message::plain("action.update_table").with("table", name);
        Ok(self.run(change.into_input(), Some(action)))
    }

    /// Changes what a table or one of its indexes may consume.
    fn set_capacity(&mut self, name: &str, capacity: &Capacity) -> Result<Response, Message> {
        let table = self.known_table(name)?;
        let input = match *capacity {
            Capacity::Scaled(scaling) => Input::SetScaling { table: name.into(), scaling },
            Capacity::OnDemand | Capacity::Provisioned | Capacity::Units { .. } => {
                let request = throughput::capacity_request(table, capacity);
                Input::Call(Request::new("UpdateTable", &request))
            }
        };
        Ok(self.run(input, Some(action::of_capacity(name, capacity))))
    }

    fn step_to_next(&mut self) -> Response {
        if self.running.is_some() {
            return self.step_second();
        }
        if self.rewound.is_some() {
            return self.rewind(Travel::Forward);
        }
        let database = &self.state.database;
        let left = next_due(database, self.state.next_turn()).map(|due| database.now().until(due));
        match left {
            Some(by_ms) => self.run(Input::Advance { by_ms }, None),
            None => self.announce(vec![Message::plain("said.nothing_due")], false),
        }
    }

    /// Applies an input, unless it is beyond a limit. At an earlier moment time passes as it did, and anything else continues from
    /// there.
    fn run(&mut self, input: Input, action: Option<Message>) -> Response {
        if let Err(fault) = input.check(self.state.database.now()) {
            return self.announce(vec![fault], false);
        }
        match (&self.rewound, &input) {
            (None, _) => self.apply_at_once(input, action),
            (Some(_), Input::Advance { by_ms }) => self.pass_along(*by_ms),
            (Some(_), _) => {
                let said = self.fork().notices;
                let response = self.apply_at_once(input, action);
                self.announce([said, response.notices].concat(), response.accepted)
            }
        }
    }

    /// Applies an input and keeps it. Only what succeeds is an action that can be undone.
    fn apply(&mut self, input: Input, action: Option<Message>) -> Response {
        if let Some(limit) = self.limit_of_input(&input) {
            let full = Message::plain("said.full").with("limit", limit.words());
            return self.announce(vec![full], false);
        }
        self.log.prepare(&self.state);
        let opened = Rc::clone(self.log.opened());
        let applied = input.clone();
        self.applied(input, action, |state| state.apply(&applied, &opened))
    }

    /// The limit at which nothing can be added, if an input may add something.
    fn limit_of_input(&self, input: &Input) -> Option<RunLimit> {
        let full = || fullness(&self.state.database, Bytes::ZERO, self.values_beside());
        input.takes_memory().then(full).flatten()
    }

    /// Lets an input become what happens with the state, and keeps it.
    fn applied(
        &mut self,
        input: Input,
        action: Option<Message>,
        apply: impl FnOnce(&mut State) -> Outcome,
    ) -> Response {
        let sends = input.sends_requests() && self.state.depends_on_unstored();
        let outcome = apply(&mut self.state);
        // A series that is saved sends requests by its date.
        let is_series = matches!(input, Input::Plan(_)) && !self.state.plan.series.is_empty();
        let is_unstored = sends || is_series;
        let role = self.role_of(&outcome, action);
        let action = match &role {
            Role::Action(action) => Some(action.clone()),
            Role::Observation | Role::Rejection { .. } => None,
        };
        self.keep(input, role, outcome.weight());
        if action.is_some() && (is_unstored || outcome.steps() > SLICE_STEPS) {
            self.journal.break_off();
        }
        self.report(outcome, action.as_ref())
    }

    /// Adds an input that was applied to the log and to what must be stored.
    fn keep(&mut self, input: Input, role: Role, weight: u64) {
        self.journal.note(&input, &role, &self.state);
        let (until, operation_count) = (self.state.database.now(), self.state.operation_count);
        self.log.keep(Entry { input, role, weight, until, operation_count });
    }

    /// Remembers and announces what happened. Time that passes without an event is not announced.
    fn report(&mut self, outcome: Outcome, action: Option<&Message>) -> Response {
        let accepted = outcome.is_accepted();
        if outcome.is_empty() {
            return Response { accepted, notices: Vec::new() };
        }
        let words = words_of(&self.state, &outcome, action);
        self.note(outcome);
        self.announce(words, accepted)
    }

    /// Remembers what happened.
    fn note(&mut self, outcome: Outcome) {
        self.outcomes.push(outcome);
        self.changed();
    }

    /// What an outcome is to the user: a write is an action, even if there was nothing to change.
    fn role_of(&self, outcome: &Outcome, action: Option<Message>) -> Role {
        let Outcome::Operation(operation) = outcome else {
            return action.map_or(Role::Observation, Role::Action);
        };
        match operation.reply {
            Err(_) => Role::Rejection { is_throttled: operation.is_throttled() },
            Ok(_) if operation.is_write() => {
                Role::Action(action.unwrap_or_else(|| operation_words(&self.state, operation)))
            }
            Ok(_) => Role::Observation,
        }
    }

    fn changed(&mut self) {
        self.revision += 1;
    }

    fn announce(&mut self, messages: Vec<Message>, accepted: bool) -> Response {
        self.announcement.serial += 1;
        self.announcement.messages.clone_from(&messages);
        Response { accepted, notices: messages }
    }
}
