//! The throughput panel: whether requests are limited, the capacity of the table, and the numbers of the model.

mod draw;
pub mod state;
pub mod view;

use crate::panel::contract::Panel;
use crate::panel::id::PanelId;
use crate::panel::shared::Shared;
use crate::panel::throughput::state::Action;
use crate::panel::throughput::view::View;

/// The panel.
#[derive(Debug)]
pub struct Throughput;

impl Panel for Throughput {
    const ID: PanelId = PanelId("throughput");
    const TITLE: &'static str = "throughput.title";

    type State = ();
    type Action = Action;
    type View = Option<View>;

    fn view((): &(), shared: &Shared) -> Option<View> {
        view::view(shared)
    }
}
