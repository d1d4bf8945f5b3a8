//! The link to the whole page, and what can be done below an embed. Pure.

use playground::sandbox::command::{Command, WorkloadCommand};
use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::learn::LearnAction;
use crate::panel::shared::Shared;

/// The link to the whole page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The link as it was made last; `None` until one was.
    pub link: Option<Result<Text, Message>>,
    /// Whether the browser did not let this frame open it.
    pub is_denied: bool,
}

/// What can be done below an embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Return to what was opened, or to the beginning of the step of a lesson.
    Reset,
    /// Do not open or play what is being opened or played.
    Cancel,
    /// Make the link of the sandbox as it is now, or of the step of the lesson. Making one of a large sandbox takes time, so it is made when the link is about
    /// to be followed.
    MakeLink,
    /// Open the whole page with the sandbox as it is now.
    OpenFull,
    /// The browser has not opened it.
    Denied,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Reset if shared.page.learn.played().is_some() => {
                vec![Effect::Learn(LearnAction::Again)]
            }
            Action::Cancel => vec![Effect::Command(Command::Workload(WorkloadCommand::Stop))],
            Action::Reset => vec![Effect::Command(Command::Reset)],
            Action::MakeLink => {
                self.make_link(shared);
                Vec::new()
            }
            Action::OpenFull => {
                self.make_link(shared);
                let link = self.link.iter().flatten();
                link.map(|link| Effect::OpenTab {
                    address: Text::clone(link),
                    denied: Action::Denied,
                })
                .collect()
            }
            Action::Denied => {
                self.is_denied = true;
                Vec::new()
            }
        }
    }
}

impl State {
    fn make_link(&mut self, shared: &Shared) {
        self.is_denied = false;
        let link = shared.step_link().map_or_else(|| shared.link(), Ok);
        self.link = Some(link.map_err(|error| error.message()));
    }
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[test]
    fn the_link_is_that_of_the_moment_in_which_it_is_made() {
        let mut session = Session::first();
        let page = PageState { address: "https://sparsebox.example/".into(), ..Default::default() };
        let selection = Selection::default();
        let mut state = State::default();
        let mut link = |session: &Session| {
            let shared = Shared { session, selection: &selection, page: &page };
            let effects = state.update(Action::OpenFull, &shared);
            let link = state.link.clone().expect("it was made").expect("the sandbox is small");
            let open = Effect::OpenTab { address: link.clone(), denied: Action::Denied };
            assert_eq!(effects, [open]);
            link
        };
        let opened = link(&session);
        assert!(opened.starts_with("https://sparsebox.example/#z"), "{opened}");
        assert!(session.handle(Command::Rename("Another".to_owned())).accepted);
        let changed = link(&session);
        assert_ne!(changed, opened);
        let (_, fragment) = changed.split_once('#').expect("it has a fragment");
        let mut elsewhere = Session::first();
        assert!(elsewhere.handle(Command::OpenLink(fragment.to_owned())).accepted);
        assert_eq!(elsewhere.title(), "Another");
    }
}
