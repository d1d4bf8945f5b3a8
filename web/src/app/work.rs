//! How the page keeps the sandbox in this browser.

use engine::model::list::Listed;
use gloo::timers::callback::Timeout;
use yew::prelude::*;

use crate::app::platform::{self, Crash, crash};
use crate::app::state::setting::{Saving, Work};
use crate::app::{App, Event};
use crate::session::command::{Access, Command, Response};

/// How long after a change the sandbox is written: a burst of changes is written once.
const SAVE_AFTER_MS: u32 = 200;

/// The slot that this tab writes.
#[derive(Debug, Clone)]
pub(super) struct Slot {
    pub(super) name: String,
    /// Whether no other tab writes it: until that is known, nothing is written.
    granted: bool,
}

/// Slots: where this browser keeps the sandbox.
impl App {
    pub(super) fn untouched(&self) -> Saving {
        match self.state.saving {
            Saving::Unavailable => Saving::Unavailable,
            Saving::Untouched | Saving::Saved => Saving::Untouched,
        }
    }

    /// The sandbox has changed: it gets a slot if it has none, and is written soon.
    pub(super) fn touch(&mut self, ctx: &Context<Self>) {
        if self.state.saving == Saving::Unavailable {
            crash::hold(&self.session.work());
            return;
        }
        if self.slot.is_none() {
            self.take_new_slot(ctx);
            // From here on the tab holds work of its own: a reload shall find it, not the link.
            platform::clear_fragment();
        }
        let link = ctx.link().clone();
        self.saver = Some(Timeout::new(SAVE_AFTER_MS, move || link.send_message(Event::Save)));
    }

    /// Makes a slot the one that this tab writes: at once if it is ours, or else once that is known.
    pub(super) fn take_slot(&mut self, ctx: &Context<Self>, name: String) {
        let granted = self.locked.contains(&name);
        if !granted {
            let answered = name.clone();
            let on_answer = move |granted| Event::Locked(answered.clone(), granted);
            platform::lock(&name, ctx.link().callback(on_answer));
        }
        self.slot = Some(Slot { name, granted });
        if granted && self.saver.is_none() {
            self.save();
        }
    }

    /// A slot that nobody has: no other tab can have locked it before.
    pub(super) fn take_new_slot(&mut self, ctx: &Context<Self>) {
        self.take_slot(ctx, platform::new_slot());
        if let Some(slot) = &mut self.slot {
            slot.granted = true;
        }
    }

    pub(super) fn settle_slot(&mut self, ctx: &Context<Self>, name: String, granted: bool) {
        let slot = self.slot.as_mut().filter(|slot| slot.name == name);
        match (slot, granted) {
            (Some(slot), true) => {
                slot.granted = true;
                if self.saver.is_none() {
                    self.save();
                }
            }
            (Some(_), false) => {
                // Another tab writes this slot: this one goes on in a slot of its own.
                self.take_new_slot(ctx);
                self.save();
            }
            (None, _) => {}
        }
        if granted {
            self.locked.push(name);
        }
    }

    pub(super) fn save(&mut self) {
        self.saver = None;
        let Some(Slot { name, granted: true }) = &self.slot else { return };
        assert_ne!(self.crash, Some(Crash::Saving), "a journey provokes a panic");
        let document = self.session.work();
        crash::hold(&document);
        let kept = platform::keep(name, &self.views.bar.title, document);
        crash::hold_saved(kept);
        self.state.saving = if kept { Saving::Saved } else { Saving::Unavailable };
        self.list_work();
    }

    pub(super) fn open_work(&mut self, ctx: &Context<Self>, slot: &str) {
        self.save();
        let Some(kept) = platform::kept(slot) else { return };
        self.ask(ctx, Command::OpenDocument(kept.document));
        self.take_slot(ctx, slot.to_owned());
    }

    pub(super) fn list_work(&mut self) {
        let open = self.slot.as_ref().map(|slot| slot.name.as_str());
        let work = platform::all_kept().into_iter().map(|kept| Work {
            open: open == Some(kept.slot.as_str()),
            slot: kept.slot.into(),
            title: kept.title.into(),
        });
        self.state.work = work.listed().into();
    }
}

/// Whether a command brings another sandbox.
pub(super) const fn opens(command: &Command) -> bool {
    match command {
        Command::OpenExample(_)
        | Command::OpenLink(_)
        | Command::OpenDocument(_)
        | Command::NewSandbox { .. } => true,
        Command::Call { .. }
        | Command::Edit { .. }
        | Command::CreateTable(_)
        | Command::RebuildTable { .. }
        | Command::DeleteTable(_)
        | Command::DropIndex { .. }
        | Command::Advance { .. }
        | Command::StepToNext
        | Command::SetDelay { .. }
        | Command::SetCollectionMax { .. }
        | Command::SetExpiryDelay { .. }
        | Command::Workload(_)
        | Command::SetThroughput { .. }
        | Command::SetCapacity { .. }
        | Command::Rename(_)
        | Command::Plan(_)
        | Command::Undo
        | Command::Redo
        | Command::KeepCopy
        | Command::Rewind(_)
        | Command::Fork
        | Command::OpenBranch(_)
        | Command::Compare(_)
        | Command::Reset => false,
    }
}

/// Whether a command has changed what is kept. Reads do not; time does if something has happened in it.
pub(super) fn changes(command: &Command, response: &Response) -> bool {
    match command {
        Command::Call { operation, .. } => Access::of(operation) == Access::Write,
        Command::Edit { .. }
        | Command::CreateTable(_)
        | Command::RebuildTable { .. }
        | Command::DeleteTable(_)
        | Command::DropIndex { .. }
        | Command::SetDelay { .. }
        | Command::SetCollectionMax { .. }
        | Command::SetExpiryDelay { .. }
        | Command::SetThroughput { .. }
        | Command::SetCapacity { .. }
        | Command::Rename(_)
        | Command::Plan(_)
        | Command::Undo
        | Command::Redo
        | Command::KeepCopy
        | Command::Fork
        | Command::OpenBranch(_)
        | Command::Compare(_)
        | Command::Reset => true,
        Command::OpenExample(_)
        | Command::OpenLink(_)
        | Command::OpenDocument(_)
        | Command::NewSandbox { .. }
        | Command::Rewind(_) => false,
        Command::Advance { .. } | Command::StepToNext | Command::Workload(_) => {
            !response.notices.is_empty()
        }
    }
}
