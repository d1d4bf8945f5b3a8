//! The panel of the open table: the tabs of all tables, its name, keys and size. Its items are a panel of their own.

mod draw;
pub mod view;

use playground::view::value::Text;
use yew::prelude::*;

use crate::panel::contract::Panel;
use crate::panel::effect::{Effect, Input, Select};
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::table::view::View;

/// The panel.
#[derive(Debug)]
pub struct Table;

/// What can be done in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Open a table.
    Open(Text),
    /// Open the form for a new one.
    New,
}

impl Panel for Table {
    const ID: PanelId = PanelId("table");
    const TITLE: &'static str = "zone.table";
    const FOLLOWS_TIME: bool = false;

    type State = ();
    type Action = Action;
    type View = View;

    fn update((): &mut (), action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Open(table) => vec![Effect::Select(Select::Table(table))],
            Action::New => vec![Effect::Begin(Input::Design(None))],
        }
    }

    fn view((): &(), shared: &Shared) -> View {
        view::view(shared)
    }

    fn draw(view: &View, send: &Callback<Action>) -> Html {
        draw::draw(view, send)
    }
}
