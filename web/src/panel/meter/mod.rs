//! The meter: units consumed, by table and index, and in all.

mod draw;
pub mod view;

use crate::panel::contract::{Last, Panel};
use crate::panel::effect::PageEffect;
use crate::panel::id::PanelId;
use crate::panel::meter::view::View;
use crate::panel::shared::Shared;

/// The panel.
#[derive(Debug)]
pub struct Meter;

impl Panel for Meter {
    const ID: PanelId = PanelId("meter");
    const TITLE: &'static str = "meter.title";

    type State = ();
    type Action = PageEffect;
    type View = View;

    fn view((): &(), shared: &Shared) -> View {
        view::view(shared, None)
    }

    fn renew((): &(), shared: &Shared, last: Last<View>) -> View {
        view::view(shared, last.is_current.then_some(last.view))
    }
}
