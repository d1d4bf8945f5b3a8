//! The toast: on small screens, where the explanation is behind a tab, what the last operation did and cost.

mod draw;
pub mod state;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::toast::state::Action;
use crate::panel::toast::view::View;

/// The panel.
#[derive(Debug)]
pub struct Toast;

impl Panel for Toast {
    const ID: PanelId = PanelId("toast");
    const TITLE: &'static str = "toast.title";

    type State = ();
    type Action = Action;
    type View = Option<View>;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![state::effect(action)]
    }

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared)
    }

    fn draw(view: &Option<View>, send: &Callback<Action>) -> Html {
        draw::draw(view.as_ref(), send)
    }
}
