//! Opening: an example, a link, a file or a slot replaces what the page shows.

use std::rc::Rc;

use playground::link::envelope::Presentation;
use playground::link::work_file;
use playground::sandbox::command::{Command, Response, WorkloadCommand};
use playground::sandbox::example::{FIRST_ID, open_first};
use playground::session::kept::Kept;
use playground::view::message::Message;
use playground::view::share::Problem;
use playground::view::value::Text;
use playground::view::work::{DamagedWork, StoredWork};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::platform::store::StoreError;
use crate::app::platform::{self, History, crash};
use crate::app::state::action::Action;
use crate::app::storage::address::Address;
use crate::app::storage::keeper::{Opening, Origin, Slot, StoreEvent, Unstored};
use crate::app::storage::start::Start;
use crate::app::{App, Event};
use crate::panel::learn::{LearnAction, OpenLesson};
use crate::panel::page::Focus;
use crate::panel::setting::{Saving, Zone};
use crate::panel::storage::WorkAction;

impl App {
    /// Shows what the address names, or what the crash dialog has passed on.
    pub(crate) fn begin(&mut self, ctx: &Context<Self>, start: Option<Start>) {
        self.take_checkpoint();
        // The example with which every session begins.
        self.keeper.shown = Some(String::new());
        let restored = crash::take_restored().unwrap_or_default();
        self.keep_unstored(&restored.left.unwrap_or_default());
        self.keeper.to_say = restored.unfinished.then_some(Message::plain("work.unfinished"));
        if let Some(file) = restored.shown {
            // The user has worked on it before the page started again.
            self.keeper.is_pressed = true;
            self.open_file(ctx, file, History::Replace);
        } else {
            match start.filter(Start::is_current) {
                Some(Start::Work { store, slot, result }) => {
                    self.keeper.reading = Some(slot.clone());
                    let result = store.and_then(|store| {
                        self.use_store(ctx, store);
                        result
                    });
                    self.on_slot_read(ctx, &slot, result);
                }
                Some(Start::Example(example)) => self.open_example(ctx, example),
                None => self.open_address(ctx, &platform::fragment().unwrap_or_default()),
            }
        }
        if self.keeper.store.is_none() {
            self.open_store(ctx);
        }
        self.say_unfinished();
    }

    /// Says that what was under way before the reload is not stored, once the sandbox is on the page.
    fn say_unfinished(&mut self) {
        let is_opening = self.keeper.reading.is_some() || self.keeper.opening.is_some();
        if !is_opening && let Some(words) = self.keeper.to_say.take() {
            self.say_of_work(words);
        }
    }

    /// Opens the sandbox of an address, unless the page shows it.
    pub(crate) fn open_address(&mut self, ctx: &Context<Self>, fragment: &str) {
        if self.keeper.shown.as_deref() == Some(fragment) {
            // An example that is being fetched is not asked for any more.
            if !matches!(self.state.page.learn.open, Some(OpenLesson::Loading(_))) {
                self.questions.lesson.close();
            }
            return;
        }
        self.keeper.is_pressed = false;
        let action = match Address::of(fragment) {
            Address::Example(id) if id == FIRST_ID => Action::Command(open_first()),
            Address::Example(id) => return self.learn(ctx, LearnAction::OpenExample(id.into())),
            Address::Work { slot: _, link } if self.state.page.embed.is_some() => match link {
                Some(link) => Action::Command(Command::OpenLink(link)),
                None => return self.say_of_work(Message::plain("embed.own_work")),
            },
            // The work of this slot is on the page. Only the link beside it is another one.
            Address::Work { slot, .. } if self.own_slot() == Some(&slot) => {
                return self.keep_address();
            }
            Address::Work { slot, link: _ } => Action::Work(WorkAction::Show(slot.into())),
            Address::Link(link) => Action::Command(Command::OpenLink(link)),
        };
        self.act(ctx, action);
    }

    /// Puts what the page shows into the address bar.
    pub(super) fn show_address(&mut self, address: &Address, by: History) {
        self.keeper.shown = Some(address.fragment());
        self.write_address(by);
    }

    /// What could not be opened leaves the page, and so the address, as they were.
    pub(crate) fn keep_address(&self) {
        self.write_address(History::Replace);
    }

    fn write_address(&self, by: History) {
        let shown = self.keeper.shown.as_deref().unwrap_or_default();
        if self.state.page.embed.is_none() && platform::fragment().unwrap_or_default() != shown {
            platform::set_fragment(shown, by);
        }
    }

    /// The sandbox on the page, if it is not stored: that is tried again after another sandbox was opened.
    pub(crate) fn unstored(&self) -> Option<StoredWork> {
        let is_stored = self.state.page.saving == Saving::Saved;
        if is_stored { None } else { self.shown_work() }
    }

    /// The sandbox on the page as it is stored, or would be, if it has a slot.
    pub(super) fn shown_work(&self) -> Option<StoredWork> {
        let slot = self.keeper.slot.as_ref()?;
        let kept = &self.keeper.kept;
        let (checkpoint, lines) = (kept.checkpoint().to_owned(), kept.lines().to_vec());
        Some(StoredWork { info: self.info(&slot.name), checkpoint, lines })
    }

    /// Another sandbox is on the page, which has no slot and no address yet. Answers to what was asked before do not replace it.
    /// One that could not be stored is written until it is.
    fn leave(&mut self, ctx: &Context<Self>, unstored: Option<StoredWork>) {
        self.keeper.slot = None;
        self.keeper.shown = None;
        if self.keeper.reading.take().is_some() {
            self.keeper.silence = None;
        }
        self.state.page.saving = Saving::Untouched;
        self.questions.sandbox.close();
        self.questions.lesson.close();
        let Some(work) = unstored else { return };
        self.keeper.unstored.push(Unstored { work, is_writing: false });
        self.write_unstored(ctx);
        self.tell_failing();
    }

    /// Keeps the sandboxes of a file that `boot.js` has passed on, until they are stored.
    fn keep_unstored(&mut self, text: &str) {
        for mut work in work_file::read(text).unwrap_or_default() {
            work.info.slot = platform::new_slot();
            self.keeper.unstored.push(Unstored { work, is_writing: false });
        }
        self.tell_failing();
    }

    /// Another sandbox is on the page, by this command.
    pub(crate) fn opened(
        &mut self,
        ctx: &Context<Self>,
        command: &Command,
        unstored: Option<StoredWork>,
    ) {
        self.panels.reset();
        self.leave(ctx, unstored);
        self.take_checkpoint();
        self.show_view_of_sender();
        crash::hold_saved(false);
        self.tell_failing();
        let address = match command {
            Command::OpenExample { lesson, document: _ } => Address::Example(lesson.clone()),
            Command::OpenLink(link) => Address::Link(link.clone()),
            // A file or a new sandbox is nowhere else.
            _ => return self.write_to_own_slot(ctx, History::Push),
        };
        self.show_address(&address, History::Push);
        self.resume_draft();
    }

    /// Shows the workspace and the table that the link or file names. The address of an embed names what it shows, and there is no
    /// way from an earlier moment to the present in it.
    fn show_view_of_sender(&mut self) {
        if self.state.page.embed.is_some() {
            return self.session.stay_at_present();
        }
        if let Some(view) = &self.session.presentation().view {
            self.state.show_view_of_link(view);
        }
    }

    /// A link that is made from here on shows what the page shows.
    pub(crate) fn put_view_into_links(&mut self) {
        let first = self.session.table(None).map(|table| table.schema.name.as_str());
        let view = self.state.view_for_link(first, self.session.last_run_since().is_some());
        let presentation = self.session.presentation();
        if presentation.view != view {
            self.session.present_as(Presentation { view, ..presentation.clone() });
        }
    }

    /// Opens a file: a document, or stored work.
    pub(crate) fn open_file(&mut self, ctx: &Context<Self>, text: String, by: History) {
        match work_file::read(&text) {
            None => self.act(ctx, Action::Command(Command::OpenDocument(text))),
            Some(mut work) if work.len() == 1 => {
                self.restore(ctx, Origin::File(by), work.swap_remove(0));
                self.look();
                self.run_clock(ctx);
            }
            Some(work) if work.is_empty() => self.say_of_work(Message::plain("work.file_empty")),
            Some(work) => {
                self.import(ctx, work);
                self.act(ctx, Action::Work(WorkAction::Open));
            }
        }
    }

    /// Reads a slot, to be shown.
    pub(crate) fn read(&mut self, ctx: &Context<Self>, slot: String) {
        self.keeper.reading = Some(slot.clone());
        if let Some(position) = self.keeper.unstored.iter().position(|it| it.work.info.slot == slot)
        {
            return self.open_unstored(ctx, position);
        }
        let Some(store) = self.keeper.store.clone() else { return self.open_store(ctx) };
        self.await_answer(ctx);
        let (ticket, on_answer) = (self.questions.sandbox.ask(), ctx.link().callback(Event::Store));
        spawn_local(async move {
            let result = store.read(&slot).await;
            ticket.answer(|it| on_answer.emit(it), StoreEvent::Read { slot, result });
        });
    }

    /// Shows an unstored sandbox, which is in this tab only.
    fn open_unstored(&mut self, ctx: &Context<Self>, position: usize) {
        let work = self.keeper.unstored[position].work.clone();
        let slot = work.info.slot.clone();
        self.on_slot_read(ctx, &slot, Ok(Some(work)));
    }

    /// Shows stored work that was read for another reason than to show it.
    pub(crate) fn show_read(&mut self, ctx: &Context<Self>, slot: &str, work: StoredWork) {
        self.keeper.reading = Some(slot.to_owned());
        self.on_slot_read(ctx, slot, Ok(Some(work)));
    }

    /// Shows a slot that was read.
    pub(super) fn on_slot_read(
        &mut self,
        ctx: &Context<Self>,
        slot: &str,
        result: Result<Option<StoredWork>, StoreError>,
    ) {
        if self.keeper.reading.as_deref() != Some(slot) {
            return;
        }
        self.keeper.silence = None;
        match result {
            Err(error) => {
                self.show_unavailable(ctx, slot, &error);
                self.on_failure(ctx, &error);
            }
            Ok(None) => {
                self.keeper.reading = None;
                if !self.open_link_beside(ctx, slot) {
                    self.say_of_work(Message::plain("work.missing"));
                    self.keep_address();
                }
            }
            Ok(Some(work)) => {
                self.keeper.reading = None;
                self.restore(ctx, Origin::Slot(slot.to_owned()), work);
            }
        }
        self.look();
        self.run_clock(ctx);
    }

    /// A slot that was read is on the page. This tab writes it, unless another does or a part of it could not be read.
    fn take_slot(&mut self, ctx: &Context<Self>, slot: &str) {
        // The address may have the sandbox beside the slot.
        let link = link_beside(slot);
        self.show_address(&Address::Work { slot: slot.to_owned(), link }, History::Push);
        if self.state.page.damaged.is_some() {
            return self.unlock(slot);
        }
        self.resume_draft();
        self.keeper.written = Some(self.keeper.kept.lines().len());
        self.state.page.saving = Saving::Saved;
        let granted = self.keeper.locked.contains_key(slot);
        self.keeper.slot = Some(Slot { name: slot.to_owned(), granted });
        if !granted {
            Self::lock(ctx, slot);
        }
        self.await_address(ctx);
        if let Some(position) = self.keeper.unstored.iter().position(|it| it.work.info.slot == slot)
        {
            self.keeper.unstored.remove(position);
            self.keeper.written = None;
            crash::hold_saved(false);
            self.write(ctx);
        }
    }

    /// Begins to put stored work on the page. What it replaces stays on the page until it is complete.
    fn restore(&mut self, ctx: &Context<Self>, origin: Origin, work: StoredWork) {
        self.finish(ctx);
        self.forget_opening();
        // If it makes the program panic, the dialog has it.
        crash::hold(&work.checkpoint);
        crash::hold_lines(&work.lines);
        crash::hold_saved(matches!(origin, Origin::Slot(_)));
        let unstored = self.unstored();
        let response = self.session.begin_restore(&work.checkpoint, &work.lines);
        match self.session.is_opening() {
            true => {
                // No other tab changes it meanwhile.
                if let Origin::Slot(slot) = &origin
                    && !self.keeper.locked.contains_key(slot)
                {
                    Self::lock(ctx, slot);
                }
                self.keeper.opening = Some(Opening::Work(origin, work));
            }
            false => self.restored(ctx, origin, work, &response, unstored),
        }
    }

    /// Stops opening a slot that is about to be renamed or deleted.
    pub(super) fn stop_opening(&mut self, ctx: &Context<Self>, slot: &str) {
        if self.keeper.reading.take_if(|reading| reading == slot).is_some() {
            self.keeper.silence = None;
            self.questions.sandbox.close();
        }
        if self.keeper.is_opening_slot(slot) {
            self.ask(ctx, Command::Workload(WorkloadCommand::Stop));
        }
    }

    /// What was being opened will not be: the page stays as it is.
    pub(crate) fn forget_opening(&mut self) {
        if let Some(opening) = self.keeper.opening.take() {
            if let Opening::Work(Origin::Slot(slot), _) = opening {
                self.unlock(&slot);
            }
            self.hold_kept();
            self.keep_address();
            self.forget_lesson();
            let cancelled = Message::plain("said.opening_cancelled");
            self.tell_host_of_opening(&Response { accepted: false, notices: vec![cancelled] });
        }
    }

    fn hold_kept(&self) {
        crash::hold(self.keeper.kept.checkpoint());
        crash::hold_lines(self.keeper.kept.lines());
        crash::hold_saved(self.state.page.saving == Saving::Saved);
    }

    /// Stored work is on the page, without a slot, or no part of it could be read. The parts that cannot be read are reported,
    /// and then the slot is never written again: what the page shows of it is a copy.
    pub(crate) fn restored(
        &mut self,
        ctx: &Context<Self>,
        origin: Origin,
        work: StoredWork,
        response: &Response,
        unstored: Option<StoredWork>,
    ) {
        self.put_restored(ctx, &origin, work, response, unstored);
        match origin {
            Origin::File(by) if response.accepted => self.write_to_own_slot(ctx, by),
            Origin::Slot(slot) if response.accepted => self.take_slot(ctx, &slot),
            Origin::Slot(slot) => {
                self.unlock(&slot);
                self.keep_address();
            }
            Origin::File(_) => {}
        }
        if self.state.page.damaged.is_none() {
            self.say_unfinished();
        }
    }

    fn put_restored(
        &mut self,
        ctx: &Context<Self>,
        origin: &Origin,
        work: StoredWork,
        response: &Response,
        unstored: Option<StoredWork>,
    ) {
        let StoredWork { info, checkpoint, lines } = work;
        let slot = match origin {
            Origin::Slot(slot) => slot.as_str(),
            Origin::File(_) => "",
        };
        let is_stored = !slot.is_empty();
        let problems = self.session.problems().to_vec();
        if response.accepted {
            self.state.close_for_another();
            self.panels.reset();
            self.focus = Some(Focus::Zone(Zone::Table));
        }
        self.state.page.damaged = match (response.accepted, problems.is_empty()) {
            (true, true) => None,
            (true, false) => {
                let key = if is_stored { "work.damaged" } else { "work.file_damaged" };
                Some(damaged(slot, key, &info.title, problems))
            }
            (false, _) => {
                let reason = response.notices.first().cloned();
                let part = Message::plain("work.document");
                let problems = reason.map(|reason| Problem { part, reason });
                let key = if is_stored { "work.unreadable" } else { "work.file_unreadable" };
                Some(damaged(slot, key, &info.title, problems.into_iter().collect()))
            }
        };
        if is_stored && self.state.page.damaged.is_some() && !info.is_damaged {
            self.mark_damaged(info);
        }
        if !response.accepted {
            return self.hold_kept();
        }
        self.leave(ctx, unstored);
        match self.state.page.damaged {
            None => {
                self.keeper.kept = Kept::of(checkpoint, lines);
                self.keeper.written = None;
            }
            Some(_) => self.take_checkpoint(),
        }
    }

    /// Opens the sandbox that the address has beside a slot which is not here. Answers whether the address has one.
    fn open_link_beside(&mut self, ctx: &Context<Self>, slot: &str) -> bool {
        let Some(link) = link_beside(slot) else { return false };
        // The address of the slot would open the link again, so that Back would not leave the page.
        platform::set_fragment(&link, History::Replace);
        self.act(ctx, Action::Command(Command::OpenLink(link)));
        true
    }

    /// The address names work that cannot be looked for. It stays the address: the work is read when storage answers. If
    /// storage has failed, the sandbox beside the slot is opened.
    pub(super) fn show_unavailable(&mut self, ctx: &Context<Self>, slot: &str, error: &StoreError) {
        let has_failed = matches!(error, StoreError::Failed(_));
        let is_open = has_failed && self.open_link_beside(ctx, slot);
        let key = if is_open { "work.from_address" } else { "work.unavailable" };
        self.say_of_work(Message::plain(key));
    }

    /// The work that could not be looked for is not waited for any more.
    pub(super) fn forget_unavailable(&mut self) {
        let words = Message::plain("work.unavailable");
        self.state.page.damaged.take_if(|damaged| damaged.words == words);
    }

    /// Tells the user why work is not on the page.
    pub(crate) fn say_of_work(&mut self, words: Message) {
        let slot = Text::default();
        self.state.page.damaged = Some(Rc::new(DamagedWork { slot, words, problems: Vec::new() }));
    }
}

/// The sandbox that the address has beside this slot.
fn link_beside(slot: &str) -> Option<String> {
    match Address::of(&platform::fragment()?) {
        Address::Work { slot: named, link } if named == slot => link,
        Address::Work { .. } | Address::Example(_) | Address::Link(_) => None,
    }
}

fn damaged(slot: &str, key: &'static str, title: &str, problems: Vec<Problem>) -> Rc<DamagedWork> {
    let words = Message::plain(key).with("title", title.to_owned());
    Rc::new(DamagedWork { slot: slot.into(), words, problems })
}
