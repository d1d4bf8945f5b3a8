//! Which notices there are. Pure.

use std::rc::Rc;

use playground::view::message::{Argument, Message};
use playground::view::share::{PlaybackView, Problem};
use playground::view::work::DamagedWork;

use crate::panel::notice::state::State;
use crate::panel::setting::Saving;
use crate::panel::shared::Shared;

/// The notices, from top to bottom.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// Why nothing is stored.
    pub storage: Option<StorageNotice>,
    /// Sandboxes that are not stored and no longer shown: closing the tab loses them.
    pub unstored: Option<Message>,
    /// Which parts of stored work could not be read, and why.
    pub damaged: Option<Rc<DamagedWork>>,
    /// About the sandbox.
    pub sandbox: Option<SandboxNotice>,
}

/// Why nothing is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StorageNotice {
    pub words: Message,
    /// Whether deleting stored work makes room.
    pub is_full: bool,
}

/// A notice about the sandbox.
#[derive(Debug, Clone, PartialEq)]
pub enum SandboxNotice {
    /// The log of a link is being played.
    Playback(PlaybackView),
    /// The sandbox, or a part of it, could not be read.
    Words(Rc<Message>, Rc<[Problem]>),
    /// It came from a link and can be kept.
    FromLink,
}

/// What the panel shows.
pub(super) fn view(state: State, shared: &Shared) -> View {
    let unstored = &shared.page.work.unstored;
    View {
        storage: storage(shared),
        unstored: unstored.first().map(|first| {
            let words = Message::plain("notice.unstored").with("title", first.as_ref());
            words.with("count", Argument::Count(unstored.len() as u64))
        }),
        damaged: shared.page.damaged.clone(),
        sandbox: sandbox(state, shared),
    }
}

fn storage(shared: &Shared) -> Option<StorageNotice> {
    let is_edited = shared.session.is_edited();
    let (words, is_full) = match &shared.page.saving {
        Saving::Full { missing_bytes } => {
            (Message::plain("notice.full").with("size", Argument::Size(*missing_bytes)), true)
        }
        Saving::TooLarge(fault) => {
            (Message::plain("notice.too_large").with("reason", fault.message()), false)
        }
        Saving::Failed if is_edited => (Message::plain("notice.not_stored"), false),
        Saving::Silent if is_edited => (Message::plain("notice.silent"), false),
        Saving::Closed => (Message::plain("notice.closed"), false),
        Saving::Untouched
        | Saving::Saving
        | Saving::Saved
        | Saving::Elsewhere
        | Saving::Failed
        | Saving::Silent => return None,
    };
    Some(StorageNotice { words, is_full })
}

fn sandbox(state: State, shared: &Shared) -> Option<SandboxNotice> {
    let bar = shared.session.bar(None);
    if let Some(playback) = bar.playback {
        return Some(SandboxNotice::Playback(playback));
    }
    // The notice about stored work already lists these problems.
    let damaged = shared.page.damaged.as_ref();
    let is_told = damaged.is_some_and(|damaged| !damaged.problems.is_empty());
    if state.is_closed || is_told {
        return None;
    }
    match bar.notice {
        Some(notice) => Some(SandboxNotice::Words(notice, bar.problems)),
        None => bar.from_link.then_some(SandboxNotice::FromLink),
    }
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::Command;
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn look(session: &Session, saving: Saving) -> View {
        let page = PageState { saving, ..PageState::default() };
        let shared = Shared { session, selection: &Selection::default(), page: &page };
        view(State::default(), &shared)
    }

    #[test]
    fn an_example_needs_no_storage_until_it_is_changed() {
        let mut session = Session::first();
        assert_eq!(look(&session, Saving::Failed).storage, None);
        session.handle(Command::Rename("Mine".to_owned()));
        let storage = look(&session, Saving::Failed).storage.expect("it is not stored");
        assert_eq!(storage.words.key, "notice.not_stored");
        let full = look(&session, Saving::Full { missing_bytes: 1_000 });
        assert!(full.storage.is_some_and(|storage| storage.is_full));
        assert_eq!(look(&session, Saving::Saved).storage, None);
    }

    #[test]
    fn a_link_that_cannot_be_opened_has_a_notice() {
        let mut session = Session::first();
        assert_eq!(look(&session, Saving::Saved).sandbox, None);
        session.handle(Command::OpenLink("z1.nothing".to_owned()));
        assert!(matches!(look(&session, Saving::Saved).sandbox, Some(SandboxNotice::Words(..))));
    }
}
