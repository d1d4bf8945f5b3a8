//! What the bar shows. Pure.

use playground::view::bar::BarView;
use playground::view::message::Message;
use playground::view::value::Text;
use playground::view::workspace::Workspace;

use crate::panel::bar::state::{State, title_fault};
use crate::panel::setting::{MENU_COUNT, Menu, Saving, Theme};
use crate::panel::shared::Shared;

/// What the bar shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The title of the sandbox, or what was typed in its place.
    pub title: Text,
    /// Why that can be no title.
    pub title_fault: Option<Message>,
    /// Whether it is stored: a key of the catalogue.
    pub saving: &'static str,
    /// Whether storing it fails.
    pub is_failing: bool,
    /// The action that undo would take back.
    pub undo: Option<Message>,
    /// What redo would bring back.
    pub redo: Option<Message>,
    /// Light, dark or neither.
    pub theme: Theme,
    /// The theme after the next press.
    pub next_theme: Theme,
    /// The menu of the sandbox, if it is open.
    pub sandbox: Option<SandboxView>,
    /// What is open over the page.
    pub menu: Option<Menu>,
    /// The workspace shown.
    pub workspace: Workspace,
}

/// What the menu of the sandbox depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SandboxView {
    /// The sandboxes that were changed last.
    pub work: Vec<WorkView>,
    /// How many are stored.
    pub work_count: u64,
    /// Whether the sandbox differs from what was opened.
    pub is_edited: bool,
    /// Whether it can be duplicated as a second design.
    pub is_single: bool,
}

/// A stored sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorkView {
    pub slot: Text,
    pub title: Text,
    /// Whether it is on the page.
    pub is_open: bool,
}

/// What the bar shows.
pub(super) fn view(state: &State, shared: &Shared) -> View {
    let bar = shared.session.bar(None);
    View {
        saving: saving(shared, &bar),
        is_failing: shared.page.saving.fails(),
        theme: shared.page.theme,
        next_theme: shared.page.theme.next(shared.page.is_system_dark),
        menu: shared.page.menu,
        sandbox: (shared.page.menu == Some(Menu::Sandbox)).then(|| sandbox(shared, &bar)),
        workspace: shared.page.workspace,
        title_fault: state.title.as_deref().and_then(title_fault),
        title: state.title.clone().unwrap_or(bar.title),
        undo: bar.undo,
        redo: bar.redo,
    }
}

fn saving(shared: &Shared, bar: &BarView) -> &'static str {
    match (&shared.page.saving, bar.edited) {
        (
            Saving::Full { .. }
            | Saving::TooLarge(_)
            | Saving::Failed
            | Saving::Silent
            | Saving::Closed,
            _,
        ) => "bar.not_saved",
        (Saving::Saving | Saving::Saved, _) if shared.session.is_unfinished() => "bar.unfinished",
        (Saving::Saving, _) => "bar.saving",
        (Saving::Saved, _) => "bar.saved",
        (Saving::Elsewhere, _) => "bar.elsewhere",
        (Saving::Untouched, true) => "bar.edited",
        (Saving::Untouched, false) if bar.from_link => "bar.from_link",
        (Saving::Untouched, false) if shared.page.damaged.is_some() => "bar.copy",
        (Saving::Untouched, false) => "bar.untouched",
    }
}

fn sandbox(shared: &Shared, bar: &BarView) -> SandboxView {
    let work = &shared.page.work;
    let views = work.list.iter().take(MENU_COUNT).map(|info| WorkView {
        slot: info.slot.as_str().into(),
        title: info.title.as_str().into(),
        is_open: work.open_slot.as_deref() == Some(info.slot.as_str()),
    });
    SandboxView {
        work: views.collect(),
        work_count: work.list.len() as u64,
        is_edited: bar.edited,
        is_single: !bar.is_compared && !bar.tables.is_empty(),
    }
}
