//! The dialog in which the sandbox is shared: as a link, a QR code, an embed, Markdown, a picture or a file.

mod draw;
mod draw_copy;
mod draw_embed;
pub mod embed;
pub mod state;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::{Effect, Findable};
use crate::panel::id::PanelId;
use crate::panel::link::PanelLink;
use crate::panel::share::state::{Action, COPY_LINK, Part, State};
use crate::panel::share::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Share;

impl Panel for Share {
    const ID: PanelId = PanelId::SHARE;
    const TITLE: &'static str = "share.title";

    type State = State;
    type Action = Action;
    type View = Option<View>;

    fn findable(_: &Shared) -> Vec<Findable> {
        let follow = |topic| Effect::Follow(PanelLink { panel: PanelId::SHARE, topic });
        let copy = Findable::command("shortcuts.copy_link", follow(COPY_LINK)).with_keys("Ctrl S");
        let parts = Part::ALL.map(|part| Findable::command(part.topic(), follow(part.topic())));
        [copy].into_iter().chain(parts).collect()
    }

    fn view(state: &State, shared: &Shared) -> Option<View> {
        view::view(state, shared, None)
    }

    fn renew(state: &State, shared: &Shared, last: Last<Option<View>>) -> Option<View> {
        view::view(state, shared, last.view.as_ref().filter(|_| last.is_current))
    }
}
