//! Whether the map is folded, and where a press leads. Pure.

use playground::view::map::MapView;
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Select, Target};
use crate::panel::id::PanelId;
use crate::panel::page::{Focus, PageAction};
use crate::panel::shared::Shared;

/// Whether the user has folded or unfolded the map. Before that, it is unfolded where a screen has room for it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    is_folded: Option<bool>,
}

/// What can be done on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Fold(bool),
    /// Opens a table.
    Table(Text),
    /// Opens the table of an index, and shows the index.
    Index {
        table: Text,
        index: Text,
    },
    /// Opens the table whose stream a program reads, and shows its programs.
    Programs {
        table: Text,
    },
}

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    pub map: MapView,
    pub is_folded: Option<bool>,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Fold(is_folded) => {
                self.is_folded = Some(is_folded);
                Vec::new()
            }
            Action::Table(table) => {
                vec![Effect::Select(Select::Table(table)), Effect::Show(Target::Table)]
            }
            Action::Index { table, index } => {
                vec![Effect::Select(Select::Table(table)), Effect::Show(Target::Index(index))]
            }
            Action::Programs { table } => {
                let focus = PageAction::Focus(Focus::Panel(PanelId::PROGRAMS));
                vec![Effect::Select(Select::Table(table)), Effect::Page(focus)]
            }
        }
    }
}

impl State {
    /// What the panel shows; nothing for one table with its indexes.
    pub(super) fn view(&self, shared: &Shared) -> Option<View> {
        let map = shared.session.map(shared.table_name())?;
        Some(View { map, is_folded: self.is_folded })
    }
}
