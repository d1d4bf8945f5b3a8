//! What is on paper when the page is printed: the tables with their keys and indexes, the last receipt, and the link.

mod draw;
pub mod view;

use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::print::view::View;
use crate::panel::shared::Shared;

/// The panel. It is drawn only while the page is printed.
#[derive(Debug)]
pub struct Print;

/// Nothing can be done on paper.
#[derive(Debug, Clone, Copy)]
pub enum Action {}

impl Panel for Print {
    const ID: PanelId = PanelId("print");
    const TITLE: &'static str = "print.title";

    type State = ();
    type Action = Action;
    type View = Option<View>;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {}
    }

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared)
    }

    fn draw(view: &Option<View>, _: &Callback<Action>) -> Html {
        draw::draw(view.as_ref())
    }
}
