//! What is below an embed. Pure.

use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::embed::state::State;
use crate::panel::shared::Shared;

/// What is below an embed.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The title of the sandbox.
    pub title: Text,
    /// What could not be opened or shown, and what of a link is still being played.
    pub problems: Vec<Message>,
    /// Whether something is being opened or played that can be cancelled.
    pub can_cancel: bool,
    /// Whether the sandbox can be reset, and differs from what was opened; `None` if it cannot.
    pub is_edited: Option<bool>,
    /// The link that the browser did not let this frame open.
    pub denied: Option<Text>,
    /// The address of the whole page, with the sandbox as it was when the link was last about to be followed.
    pub full: Text,
}

/// What the panel shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let bar = shared.session.bar(None);
    let embed = shared.page.embed.as_ref();
    let asked = embed.iter().flat_map(|embed| embed.view.problems.iter().cloned());
    let playback = bar.playback.iter().map(|playback| playback.words.clone());
    let opened = bar.notice.iter().map(|notice| Message::clone(notice));
    let of_work = shared.page.damaged.iter().map(|damaged| damaged.words.clone());
    let (full, unlinked) = match &state.link {
        Some(Ok(link)) => (Text::clone(link), None),
        Some(Err(reason)) => (Text::clone(&shared.page.address), Some(reason.clone())),
        None => (Text::clone(&shared.page.address), None),
    };
    View {
        can_cancel: bar.playback.is_some(),
        problems: playback.chain(opened).chain(of_work).chain(asked).chain(unlinked).collect(),
        is_edited: (!shared.page.is_read_only()).then_some(bar.edited),
        denied: state.is_denied.then(|| Text::clone(&full)),
        full,
        title: bar.title,
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use playground::sandbox::command::Command;
    use playground::session::Session;
    use playground::view::embed::EmbedRequest;

    use super::*;
    use crate::panel::page::{Embed, PageState};
    use crate::panel::shared::Selection;

    fn look(session: &Session, parts: &str, is_read_only: bool) -> View {
        let request = EmbedRequest::parse(parts, is_read_only);
        let embed = Embed { view: Rc::new(session.embed(&request)), request: Rc::new(request) };
        let page = PageState { embed: Some(embed), ..PageState::default() };
        let shared = Shared { session, selection: &Selection::default(), page: &page };
        view(&State::default(), &shared)
    }

    #[test]
    fn an_embed_can_be_reset_unless_a_user_can_only_look() {
        let mut session = Session::first();
        assert_eq!(look(&session, "table", false).is_edited, Some(false));
        session.handle(Command::Rename("Another".to_owned()));
        assert_eq!(look(&session, "table", false).is_edited, Some(true));
        assert_eq!(look(&session, "table", true).is_edited, None);
    }

    #[test]
    fn what_cannot_be_shown_or_opened_is_said() {
        let mut session = Session::first();
        let keys = |session: &Session, parts: &str| -> Vec<&'static str> {
            look(session, parts, false).problems.iter().map(|problem| problem.key).collect()
        };
        assert_eq!(keys(&session, "table,gsi:OpenOrders"), [""; 0]);
        assert_eq!(keys(&session, "table,gsi:Closed"), ["embed.no_index"]);
        session.handle(Command::OpenLink("z2.cut".to_owned()));
        assert_eq!(keys(&session, "table,chart"), ["share.link.cut_early", "embed.unknown_part"]);
    }
}
