//! Actions on stored work, whether it is open or not.

use std::future::Future;
use std::rc::Rc;

use playground::link::work_file::{self, rename_line};
use playground::message::text;
use playground::sandbox::command::Command;
use playground::sandbox::document::text::normalized_title;
use playground::sandbox::example;
use playground::sandbox::untitled;
use playground::view::message::Message;
use playground::view::work::{StorageFailure, StoredWork, WorkInfo};
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

use crate::app::platform::store::{Change, Store, StoreError};
use crate::app::platform::{self, lock};
use crate::app::state::action::Action;
use crate::app::storage::keeper::StoreEvent;
use crate::app::{App, Event};
use crate::panel::page::Focus;
use crate::panel::storage::WorkAction;

impl App {
    /// Does what the list of stored work asks.
    pub(crate) fn handle_work(&mut self, ctx: &Context<Self>, action: WorkAction) {
        self.state.page.work.failure = None;
        match action {
            WorkAction::List | WorkAction::Open => self.list_work(ctx),
            // This changes what the page shows only.
            WorkAction::Close => {}
            WorkAction::New => {
                let title = self.new_title();
                let epoch_seconds = platform::today_seconds();
                self.act(ctx, Action::Command(Command::NewSandbox { title, epoch_seconds }));
            }
            WorkAction::Show(slot) => self.read(ctx, slot.to_string()),
            WorkAction::Rename { slot, title } => {
                self.stop_opening(ctx, &slot);
                self.rename(ctx, slot.to_string(), title);
            }
            WorkAction::Delete(slot) => {
                self.stop_opening(ctx, &slot);
                self.delete(ctx, slot.to_string());
            }
            WorkAction::UndoDelete => self.undo_delete(ctx),
            WorkAction::Duplicate(slot) => self.duplicate(ctx, slot.to_string()),
            WorkAction::Export(slot) => self.export(ctx, slot.as_deref().map(str::to_owned)),
            WorkAction::ExportUnstored => {
                let unstored = self.keeper.unstored.iter().map(|it| &it.work);
                platform::file::download("sparsebox-work.json", &work_file::write(unstored));
            }
            WorkAction::Download => {
                platform::file::download(&self.session.file_name(), &self.session.work());
            }
        }
    }

    /// A title that no other sandbox of this browser has.
    fn new_title(&self) -> String {
        let open = self.session.bar(None).title;
        let is_taken = |title: &str| {
            let mut stored = self.state.page.work.list.iter();
            *open == *title || stored.any(|work| work.title == title)
        };
        untitled::titles().find(|title| !is_taken(title)).unwrap_or_default()
    }

    /// Reads the list again, and shows it.
    pub(super) fn list_work(&mut self, ctx: &Context<Self>) {
        self.state.page.work.open_slot = self.own_slot().map(|slot| slot.as_str().into());
        let Some(store) = self.keeper.store.clone() else { return self.open_store(ctx) };
        let (ticket, on_answer) = (self.questions.work.ask(), ctx.link().callback(Event::Store));
        spawn_local(async move {
            let event = match store.list().await {
                Ok(all) => StoreEvent::Listed(all),
                Err(_) => StoreEvent::Failed(StorageFailure::Browser),
            };
            ticket.answer(|it| on_answer.emit(it), event);
        });
    }

    /// Stores the sandboxes of a file.
    pub(super) fn import(&mut self, ctx: &Context<Self>, mut work: Vec<StoredWork>) {
        for stored in &mut work {
            stored.info.slot = platform::new_slot();
        }
        self.change(ctx, move |store| async move { store.write_all(&work).await });
    }

    /// Notes that a slot cannot be read completely.
    pub(super) fn mark_damaged(&self, info: WorkInfo) {
        if let Some(store) = self.keeper.store.clone() {
            let info = WorkInfo { is_damaged: true, ..info };
            let writing = store.write(&info, Change::Info);
            // The mark is set again when it is opened again.
            spawn_local(async move { drop(writing.await) });
        }
    }

    fn rename(&mut self, ctx: &Context<Self>, slot: String, title: String) {
        if self.own_slot() == Some(&slot) {
            return self.act(ctx, Action::Command(Command::Rename(title)));
        }
        let Ok(line) = rename_line(&title) else {
            self.state.page.work.failure = Some(StorageFailure::TitleTooLong);
            return;
        };
        self.change_free(ctx, slot.clone(), move |store| async move {
            let Some(mut work) = store.read(&slot).await? else { return Ok(()) };
            let line = [line];
            let position = work.lines.len();
            work.info.title = title;
            work.info.at_ms = platform::now_ms();
            let change = match work.info.is_damaged {
                true => Change::Info,
                false => Change::Lines { position, lines: &line },
            };
            store.write(&work.info, change).await
        });
    }

    fn delete(&mut self, ctx: &Context<Self>, slot: String) {
        let Some(store) = self.storage(ctx) else { return };
        // The open sandbox may be newer than its stored document.
        let shown = self.shown_work().filter(|work| work.info.slot == slot);
        if shown.is_some() {
            // Something else has to be on the page, and nothing may be written to the slot any more.
            self.keeper.slot = None;
            self.ask(ctx, example::open_first());
        }
        let is_ours = self.keeper.locked.contains_key(&slot);
        let link = ctx.link().clone();
        spawn_local(async move {
            let event = match is_ours || lock::is_free(&slot).await {
                true => delete_from(&store, &slot, shown).await,
                false => StoreEvent::Failed(StorageFailure::OpenElsewhere),
            };
            link.send_message(Event::Store(event));
        });
    }

    pub(super) fn on_deleted(&mut self, ctx: &Context<Self>, work: StoredWork) {
        self.state.page.work.deleted.push(work.info.title.as_str().into());
        self.keeper.deleted.push(work);
        // The button that was pressed goes with its row.
        self.focus = Some(Focus::UndoDelete);
        self.list_work(ctx);
        self.write(ctx);
    }

    fn undo_delete(&mut self, ctx: &Context<Self>) {
        let Some(store) = self.storage(ctx) else { return };
        let Some(work) = self.keeper.deleted.pop() else { return };
        self.state.page.work.deleted.pop();
        let link = ctx.link().clone();
        spawn_local(async move {
            let event = match event_of(store.write_all(std::slice::from_ref(&work)).await) {
                StoreEvent::Failed(failure) => StoreEvent::NotUndone(Box::new(work), failure),
                event => event,
            };
            link.send_message(Event::Store(event));
        });
    }

    /// A deleted sandbox could not be restored: the user can try again.
    pub(super) fn on_not_undone(&mut self, work: StoredWork, failure: StorageFailure) {
        self.state.page.work.failure = Some(failure);
        self.state.page.work.deleted.push(work.info.title.as_str().into());
        self.keeper.deleted.push(work);
    }

    fn duplicate(&mut self, ctx: &Context<Self>, slot: String) {
        self.change(ctx, move |store| async move {
            let Some(mut work) = store.read(&slot).await? else { return Ok(()) };
            let message = Message::plain("work.copy_of").with("title", work.info.title);
            work.info.title = normalized_title(&text(&message)).0;
            work.info.slot = platform::new_slot();
            work.info.at_ms = platform::now_ms();
            if !work.info.is_damaged {
                work.lines.extend(rename_line(&work.info.title));
            }
            store.write_all(&[work]).await
        });
    }

    fn export(&mut self, ctx: &Context<Self>, slot: Option<String>) {
        self.change(ctx, move |store| async move {
            let work = match &slot {
                Some(slot) => Vec::from_iter(store.read(slot).await?),
                None => store.read_all().await?,
            };
            let name = match work.as_slice() {
                [one] => file_name(&one.info.title),
                _ => "sparsebox-work.json".to_owned(),
            };
            platform::file::download(&name, &work_file::write(&work));
            Ok(())
        });
    }

    pub(crate) fn own_slot(&self) -> Option<&String> {
        self.keeper.slot.as_ref().map(|slot| &slot.name)
    }

    /// The storage. Without one, no action of the list is possible, and the user is informed.
    fn storage(&mut self, ctx: &Context<Self>) -> Option<Rc<Store>> {
        if self.keeper.store.is_none() {
            self.state.page.work.failure = Some(StorageFailure::Browser);
            self.open_store(ctx);
        }
        self.keeper.store.clone()
    }

    /// Does something with the storage, then reads the list again.
    fn change<F: Future<Output = Result<(), StoreError>> + 'static>(
        &mut self,
        ctx: &Context<Self>,
        change: impl FnOnce(Rc<Store>) -> F + 'static,
    ) {
        let Some(store) = self.storage(ctx) else { return };
        let link = ctx.link().clone();
        spawn_local(async move {
            link.send_message(Event::Store(event_of(change(store).await)));
        });
    }

    /// The same with a slot that no other tab writes.
    fn change_free<F: Future<Output = Result<(), StoreError>> + 'static>(
        &mut self,
        ctx: &Context<Self>,
        slot: String,
        change: impl FnOnce(Rc<Store>) -> F + 'static,
    ) {
        let Some(store) = self.storage(ctx) else { return };
        let is_ours = self.keeper.locked.contains_key(&slot);
        let link = ctx.link().clone();
        spawn_local(async move {
            let event = match is_ours || lock::is_free(&slot).await {
                true => event_of(change(store).await),
                false => StoreEvent::Failed(StorageFailure::OpenElsewhere),
            };
            link.send_message(Event::Store(event));
        });
    }
}

/// Deletes a slot, and returns what was in it, or what the page has shown of it.
async fn delete_from(store: &Store, slot: &str, shown: Option<StoredWork>) -> StoreEvent {
    let deleted = async {
        let work = store.read(slot).await?;
        store.delete(slot).await?;
        Ok(shown.or(work))
    };
    match deleted.await {
        Ok(Some(work)) => StoreEvent::Deleted(Box::new(work)),
        Ok(None) => StoreEvent::Changed,
        Err(error) => event_of(Err(error)),
    }
}

fn event_of(result: Result<(), StoreError>) -> StoreEvent {
    match result {
        Ok(()) => StoreEvent::Changed,
        Err(error) => StoreEvent::Failed(error.into()),
    }
}

/// A name for a file, of what every system allows in one.
fn file_name(title: &str) -> String {
    let name: String = title.chars().filter(|it| it.is_alphanumeric() || *it == ' ').collect();
    let name = name.trim();
    format!("{}.sparsebox.json", if name.is_empty() { "sandbox" } else { name })
}
