//! How the page stores the sandbox: what is done is handed to this browser's storage in the same turn of the event
//! loop.
//!
//! A sandbox is stored once it is changed. Until then the address alone says what the page shows. A slot is written by
//! one
//! tab at a time: a tab that shows the slot of another tab continues in its own slot when it changes something.

pub(super) mod address;
mod bar;
pub(super) mod keeper;
mod list;
mod open;
pub(super) mod start;
mod typed;
mod unfinished;

use std::mem;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use playground::link::work_file;
use playground::sandbox::command::{Command, WorkloadCommand};
use playground::session::kept::{Kept, Taken};
use playground::view::value::Text;
use playground::view::work::WorkInfo;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::platform::lock::{self, Lock};
use crate::app::platform::store::{ANSWER_MS, Change, Store, StoreError};
use crate::app::platform::{self, Crash, History, crash};
use crate::app::storage::address::Address;
use crate::app::storage::keeper::{Keeper, Slot, StoreEvent, Unstored};
use crate::app::{App, Event};
use crate::panel::setting::Saving;

/// How long after a failure storage is tried again, if nothing is changed meanwhile. Model: soon enough to be noticed.
const RETRY_MS: u32 = 3_000;

impl App {
    /// Handles an answer of the storage.
    pub(super) fn on_store_event(&mut self, ctx: &Context<Self>, event: StoreEvent) {
        match event {
            StoreEvent::Opened(result) => self.on_store_opened(ctx, result),
            StoreEvent::Written { slot, number, result } => {
                self.on_written(ctx, &slot, number, result);
            }
            StoreEvent::Read { slot, result } => self.on_slot_read(ctx, &slot, result),
            StoreEvent::Listed(all) => self.state.page.work.set_list(all),
            StoreEvent::Changed => self.list_work(ctx),
            StoreEvent::Deleted(work) => self.on_deleted(ctx, *work),
            StoreEvent::NotUndone(work, failure) => self.on_not_undone(*work, failure),
            StoreEvent::Failed(failure) => self.state.page.work.failure = Some(failure),
            StoreEvent::UnstoredWritten { slot, result } => {
                self.on_unstored_written(ctx, &slot, result);
            }
            StoreEvent::Closed => self.on_closed(),
            StoreEvent::Silent => self.on_silence(ctx),
            StoreEvent::Retry => {
                self.keeper.retry = None;
                if self.keeper.store.is_none() {
                    self.open_store(ctx);
                }
                self.write_unstored(ctx);
                self.write(ctx);
            }
            StoreEvent::Locked(name, lock) => self.on_locked(ctx, name, lock),
        }
        self.tell_failing();
    }

    /// Tells `boot.js` whether storing fails, and which sandboxes were closed before they were stored.
    pub(super) fn tell_failing(&mut self) {
        let saving = &self.state.page.saving;
        // What is stored of a sandbox that is too large is opened by the next start anyway.
        let is_passed_on = saving.fails() && !matches!(saving, Saving::TooLarge(_));
        crash::hold_failing(is_passed_on && self.keeper.slot.is_some());
        let unstored = &self.keeper.unstored;
        let titles: Vec<Text> =
            unstored.iter().map(|it| it.work.info.title.as_str().into()).collect();
        if titles != self.state.page.work.unstored {
            let work = unstored.iter().map(|it| &it.work);
            crash::hold_left(if unstored.is_empty() { None } else { Some(work_file::write(work)) });
            self.state.page.work.unstored = titles;
        }
    }

    /// Tells `boot.js` whether something is under way of which nothing is stored yet. An embed stores nothing.
    pub(super) fn tell_unfinished(&mut self) {
        let is_unfinished = self.state.page.embed.is_none() && self.session.is_unfinished();
        if mem::replace(&mut self.keeper.is_unfinished, is_unfinished) != is_unfinished {
            crash::hold_unfinished(is_unfinished);
        }
    }

    /// Ends what is under way before the sandbox leaves the page, so that what it has done is stored.
    pub(super) fn finish(&mut self, ctx: &Context<Self>) {
        if self.session.is_unfinished() {
            self.ask(ctx, Command::Workload(WorkloadCommand::Stop));
        }
    }

    /// Takes the changes since the last call and writes them.
    pub(super) fn keep(&mut self, ctx: &Context<Self>) {
        match self.keeper.kept.take(&mut self.session) {
            Taken::Nothing => return,
            Taken::Lines(count) => crash::hold_lines(&self.keeper.kept.lines()[count..]),
            Taken::Checkpoint => self.begin_again(),
            // What is stored stays as it is, and can be opened.
            Taken::Rejected => return self.show_too_large(),
        }
        crash::hold_saved(false);
        self.write_to_own_slot(ctx, History::Replace);
        self.tell_failing();
    }

    /// Whether a command only continues to replay the log of a link. This is not stored; the first other command is.
    pub(super) fn is_playing_link(&self, command: &Command) -> bool {
        let plays = self.session.plays() && self.keeper.slot.is_none();
        plays && matches!(command, Command::Workload(_))
    }

    /// Begins with the document of another sandbox. If that cannot be stored, there is nothing to be stored.
    pub(super) fn take_checkpoint(&mut self) {
        self.keeper.kept = Kept::new(&mut self.session);
        self.begin_again();
        if self.keeper.kept.fault().is_some() {
            self.show_too_large();
        }
    }

    /// The document to be stored is another one.
    fn begin_again(&mut self) {
        self.keeper.written = None;
        crash::hold(self.keeper.kept.checkpoint());
    }

    /// Says that the sandbox cannot be stored as it is.
    fn show_too_large(&mut self) {
        // An embed stores nothing.
        if self.state.page.embed.is_none()
            && let Some(fault) = self.keeper.kept.fault()
        {
            self.state.page.saving = Saving::TooLarge(fault.clone());
        }
        self.tell_failing();
    }

    /// Gives the sandbox a slot if it has none, and writes what is not written.
    pub(super) fn write_to_own_slot(&mut self, ctx: &Context<Self>, by: History) {
        let may_create = self.keeper.slot.is_some() || self.keeper.is_pressed;
        let has_text = !self.keeper.kept.checkpoint().is_empty();
        if self.state.page.embed.is_some() || !may_create || !has_text {
            return;
        }
        if self.keeper.slot.is_none() {
            let name = platform::new_slot();
            // The name is new, so no other tab can hold its lock.
            Self::lock(ctx, &name);
            // The address names a sandbox that has not been read. Keep that address as the previous history entry.
            let by = if self.keeper.reading.take().is_some() { History::Push } else { by };
            self.forget_draft();
            self.show_address(&Address::of_slot(name.clone()), by);
            self.keeper.slot = Some(Slot { name, granted: true });
            self.keeper.written = None;
        }
        self.await_address(ctx);
        self.write(ctx);
    }

    /// Hands what is not written to the storage.
    pub(super) fn write(&mut self, ctx: &Context<Self>) {
        if self.keeper.slot.as_ref().is_none_or(|slot| !slot.granted) {
            return;
        }
        let Some(store) = self.keeper.store.clone() else { return self.open_store(ctx) };
        assert_ne!(self.crash, Some(Crash::Saving), "a journey provokes a panic");
        self.write_unstored(ctx);
        let Keeper { kept, slot: Some(Slot { name, .. }), .. } = &self.keeper else { return };
        let (checkpoint, lines) = (kept.checkpoint(), kept.lines());
        let change = match self.keeper.written {
            Some(count) if count == lines.len() => return,
            Some(count) => Change::Lines { position: count, lines: &lines[count..] },
            None => Change::Whole { checkpoint, lines },
        };
        let info = self.info(name);
        let (link, slot) = (ctx.link().clone(), name.clone());
        let writing = store.write(&info, change);
        self.keeper.written = Some(self.keeper.kept.lines().len());
        self.keeper.write_number += 1;
        self.keeper.retry = None;
        let number = self.keeper.write_number;
        self.await_answer(ctx);
        if !self.state.page.saving.fails() {
            self.state.page.saving = Saving::Saving;
        }
        spawn_local(async move {
            let result = writing.await;
            link.send_message(Event::Store(StoreEvent::Written { slot, number, result }));
        });
    }

    fn info(&self, slot: &str) -> WorkInfo {
        let size_bytes = self.keeper.kept.size() as u64;
        self.session.work_info(slot, platform::now_ms(), size_bytes)
    }

    /// Writes the sandboxes that could not be stored before others were opened.
    pub(super) fn write_unstored(&mut self, ctx: &Context<Self>) {
        let Keeper { store: Some(store), unstored, .. } = &mut self.keeper else { return };
        for Unstored { work, is_writing } in unstored.iter_mut().filter(|it| !it.is_writing) {
            *is_writing = true;
            let (link, slot) = (ctx.link().clone(), work.info.slot.clone());
            let writing = store.write_all(std::slice::from_ref(work));
            spawn_local(async move {
                let result = writing.await;
                link.send_message(Event::Store(StoreEvent::UnstoredWritten { slot, result }));
            });
        }
    }

    fn on_unstored_written(
        &mut self,
        ctx: &Context<Self>,
        slot: &str,
        result: Result<(), StoreError>,
    ) {
        match result {
            Ok(()) => self.keeper.unstored.retain(|it| it.work.info.slot != slot),
            Err(error) => {
                for unstored in
                    self.keeper.unstored.iter_mut().filter(|it| it.work.info.slot == slot)
                {
                    unstored.is_writing = false;
                }
                self.try_again(ctx, &error);
            }
        }
        if self.state.lists_work() {
            self.list_work(ctx);
        }
    }

    fn on_written(
        &mut self,
        ctx: &Context<Self>,
        slot: &str,
        number: u64,
        result: Result<(), StoreError>,
    ) {
        if number == self.keeper.write_number {
            self.keeper.silence = None;
        }
        if self.keeper.slot.as_ref().is_none_or(|current| current.name != slot) {
            return;
        }
        match result {
            // What was written may be an earlier state.
            Ok(()) if self.keeper.kept.fault().is_some() => {}
            Ok(()) if number == self.keeper.write_number && self.keeper.written.is_some() => {
                self.state.page.saving = Saving::Saved;
                crash::hold_saved(true);
                if self.state.lists_work() {
                    self.list_work(ctx);
                }
            }
            Ok(()) => {}
            Err(StoreError::Gone) => {
                self.keeper.written = None;
                self.write(ctx);
            }
            Err(error) => self.on_failure(ctx, &error),
        }
    }

    /// It is not known what was stored, so everything is written again, soon or with the next change.
    fn on_failure(&mut self, ctx: &Context<Self>, error: &StoreError) {
        self.keeper.written = None;
        self.state.page.saving = match error {
            StoreError::Full { missing_bytes } => Saving::Full { missing_bytes: *missing_bytes },
            StoreError::Failed(_) | StoreError::Gone => Saving::Failed,
            StoreError::Silent => Saving::Silent,
        };
        self.try_again(ctx, error);
    }

    /// Tries again to store what is not stored, soon or with the next change.
    fn try_again(&mut self, ctx: &Context<Self>, error: &StoreError) {
        if let StoreError::Failed(_) = error {
            // The connection may be gone, as it is after the user has cleared the storage.
            self.keeper.store = None;
        }
        let link = ctx.link().clone();
        let retry = move || link.send_message(Event::Store(StoreEvent::Retry));
        self.keeper.retry = Some(Timeout::new(RETRY_MS, retry));
    }

    /// Waits for an answer of the browser, for some time.
    pub(super) fn await_answer(&mut self, ctx: &Context<Self>) {
        let link = ctx.link().clone();
        let silent = move || link.send_message(Event::Store(StoreEvent::Silent));
        self.keeper.silence = Some(Timeout::new(ANSWER_MS, silent));
    }

    /// The browser does not answer. Writes in progress are not sent again: they may still be stored.
    fn on_silence(&mut self, ctx: &Context<Self>) {
        self.keeper.silence = None;
        self.state.page.saving = Saving::Silent;
        if let Some(slot) = self.keeper.reading.clone() {
            self.show_unavailable(ctx, &slot, &StoreError::Silent);
        }
    }

    /// Opens the storage, unless that is in progress. An embed has none.
    pub(super) fn open_store(&mut self, ctx: &Context<Self>) {
        if self.state.page.embed.is_some() {
            return;
        }
        if !mem::replace(&mut self.keeper.is_opening, true) {
            let link = ctx.link().clone();
            self.await_answer(ctx);
            spawn_local(async move {
                let opened = Store::open().await;
                link.send_message(Event::Store(StoreEvent::Opened(opened)));
            });
        }
    }

    /// Stores work here from now on.
    pub(super) fn use_store(&mut self, ctx: &Context<Self>, store: Rc<Store>) {
        let on_closed = ctx.link().callback(|()| Event::Store(StoreEvent::Closed));
        self.keeper.watching = Some(store.watch(&on_closed));
        self.keeper.store = Some(store);
    }

    /// The stored work was deleted, or another version of the page needs it. The next change stores the sandbox again.
    fn on_closed(&mut self) {
        (self.keeper.store, self.keeper.written) = (None, None);
        if matches!(self.state.page.saving, Saving::Saving | Saving::Saved) {
            self.state.page.saving = Saving::Closed;
            crash::hold_saved(false);
        }
    }

    fn on_store_opened(&mut self, ctx: &Context<Self>, result: Result<Rc<Store>, StoreError>) {
        self.keeper.is_opening = false;
        self.keeper.silence = None;
        match result {
            Ok(store) => {
                self.use_store(ctx, store);
                if self.state.page.saving.fails() && self.keeper.slot.is_none() {
                    self.state.page.saving = Saving::Untouched;
                }
                if self.keeper.reading.is_none() {
                    self.forget_unavailable();
                }
                self.write_unstored(ctx);
                self.write(ctx);
                if let Some(slot) = self.keeper.reading.take() {
                    self.read(ctx, slot);
                }
                if self.state.lists_work() {
                    self.list_work(ctx);
                }
            }
            Err(error) => {
                if let Some(slot) = self.keeper.reading.clone() {
                    self.show_unavailable(ctx, &slot, &error);
                }
                self.on_failure(ctx, &error);
            }
        }
    }

    /// Requests the lock of a slot. Only the tab that holds it writes the slot.
    pub(super) fn lock(ctx: &Context<Self>, name: &str) {
        let answered = name.to_owned();
        let on_answer = ctx
            .link()
            .callback(move |lock| Event::Store(StoreEvent::Locked(answered.clone(), lock)));
        lock::lock(name, on_answer);
    }

    /// Lets other tabs write a slot that is not opened here after all, unless this tab writes it.
    pub(super) fn unlock(&mut self, name: &str) {
        let is_unstored = self.keeper.unstored.iter().any(|it| it.work.info.slot == name);
        let writes = is_unstored || self.own_slot().is_some_and(|own| own == name);
        if !writes && let Some(lock) = self.keeper.locked.remove(name) {
            lock.release();
        }
    }

    fn on_locked(&mut self, ctx: &Context<Self>, name: String, lock: Option<Lock>) {
        let granted = lock.is_some();
        if let Some(lock) = lock {
            self.keeper.locked.insert(name.clone(), lock);
            // Opening it may have been cancelled since it was asked for.
            if !self.keeper.is_opening_slot(&name) {
                self.unlock(&name);
            }
        }
        let Some(slot) = self.keeper.slot.as_mut().filter(|slot| slot.name == name) else { return };
        if granted {
            slot.granted = true;
            self.write(ctx);
        } else if !slot.granted {
            // Another tab writes this slot. The address keeps naming that slot until the sandbox is changed in this
            // tab.
            self.keeper.slot = None;
            self.state.page.saving = Saving::Elsewhere;
            if self.keeper.written != Some(self.keeper.kept.lines().len()) {
                self.write_to_own_slot(ctx, History::Replace);
            }
        }
    }
}
