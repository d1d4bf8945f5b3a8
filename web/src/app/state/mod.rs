//! The state of the page besides the sandbox: what is open, being typed, or chosen. Pure.
//!
//! Panels emit an `Action`; `AppState::update` changes the state and answers with `Effect`s, which `App` carries out.
//! The session's response to a command arrives through `AppState::answer`.

pub mod action;
mod design;
pub mod key;
mod plan;
mod preference;
pub mod setting;
mod time;
mod update;
pub mod work;
pub mod workload;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;

use crate::app::state::action::Effect;
use crate::app::state::setting::{Copied, Edges, Menu, Saving, Speed, Theme, Zone};
use crate::app::state::work::WorkState;
use crate::panel::id::PanelId;
use crate::panel::shared::Selection;
use playground::sandbox::command::Command;
use playground::view::call::CallForm;
use playground::view::draft::Draft;
use playground::view::edit::{Edit, ItemId};
use playground::view::pattern::PatternDraft;
use playground::view::read::ReadForm;
use playground::view::value::Text;
use playground::view::work::DamagedWork;
use playground::view::workload::{WorkloadInterest, WorkloadPlan};
use playground::view::{DesignInterest, Interest};

/// Items shown at first, and with each "show more": beyond this, rows cost frames (`DESIGN.md`).
const ITEMS_PER_PAGE: usize = 200;

/// Entries of an index shown at first, and with each "show more".
const ENTRIES_PER_PAGE: usize = 50;

/// The state of the page besides the sandbox.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
#[derive(Debug, Clone, PartialEq)]
pub struct AppState {
    /// What panels share.
    pub selection: Selection,
    /// Items shown at most.
    pub items_shown: usize,
    /// Entries shown at most, of each index.
    pub entries_shown: usize,
    /// The indexes whose ghosts are all shown, not only the first.
    pub all_ghosts: Vec<Text>,
    /// The item pinned.
    pub selected: Option<ItemId>,
    /// The edit in progress.
    pub draft: Option<Draft>,
    /// Whether the edit in progress names a new attribute.
    pub naming: bool,
    /// Whether the edit was sent and rejected: its errors are then shown, even if little was typed.
    pub insisted: bool,
    /// The read form in progress.
    pub read: Option<ReadForm>,
    /// Whether the form has just been opened: an empty partition key is then filled with one that exists.
    pub read_opened: bool,
    /// The request being written.
    pub call: Option<CallForm>,
    /// The texts of the operations that are not chosen, by operation.
    pub typed_calls: BTreeMap<Text, CallForm>,
    /// The access pattern being written.
    pub pattern: Option<PatternDraft>,
    /// The design in progress.
    pub design: Option<DesignInterest>,
    /// The menu from which the design was opened, and to which the focus returns.
    pub design_opener: Option<Menu>,
    /// Whether time runs while a change is pending.
    pub playing: bool,
    /// How fast.
    pub speed: Speed,
    /// Whether an earlier moment is shown; and if so, whether time runs from there to now.
    pub rewound: bool,
    /// See `rewound`: that it is held does not hold the clock of now.
    pub replaying: bool,
    /// The open tab of the third zone.
    pub why_tab: PanelId,
    /// The selected second of a workload's result.
    pub workload: WorkloadInterest,
    /// The workload as it is typed or drawn.
    pub workload_draft: Option<Rc<WorkloadPlan>>,
    /// The zone shown on small screens.
    pub zone: Zone,
    /// The open menu.
    pub menu: Option<Menu>,
    /// Whether the last receipt lies over a small screen.
    pub toast: bool,
    /// Light, dark or neither.
    pub theme: Theme,
    /// Where the zones of a wide screen meet.
    pub edges: Edges,
    /// Whether single letters are keys.
    pub letter_keys: bool,
    /// Whether nothing was ever changed: the page points at the first thing to try.
    pub newcomer: bool,
    /// Whether the notice of this sandbox was put away.
    pub notice_dismissed: bool,
    /// Whether this browser keeps the sandbox.
    pub saving: Saving,
    /// The list of what it stores.
    pub work: WorkState,
    /// The parts of it that could not be read when it was opened.
    pub damaged: Option<Rc<DamagedWork>>,
    /// What was copied last.
    pub copied: Option<Copied>,
}

impl Default for AppState {
    fn default() -> Self {
        Self {
            selection: Selection::default(),
            items_shown: ITEMS_PER_PAGE,
            entries_shown: ENTRIES_PER_PAGE,
            all_ghosts: Vec::new(),
            selected: None,
            draft: None,
            naming: false,
            insisted: false,
            read: None,
            read_opened: false,
            call: None,
            typed_calls: BTreeMap::new(),
            pattern: None,
            design: None,
            design_opener: None,
            playing: true,
            speed: Speed::DEFAULT,
            rewound: false,
            replaying: false,
            why_tab: PanelId::WHY,
            workload: WorkloadInterest::default(),
            workload_draft: None,
            zone: Zone::Table,
            menu: None,
            toast: false,
            theme: Theme::Auto,
            edges: Edges::DEFAULT,
            letter_keys: true,
            newcomer: true,
            notice_dismissed: false,
            saving: Saving::Untouched,
            work: WorkState::default(),
            damaged: None,
            copied: None,
        }
    }
}

impl AppState {
    /// Whether the clock runs as soon as there is something to wait for.
    pub fn is_playing(&self) -> bool {
        if self.rewound { self.replaying } else { self.playing }
    }

    /// Another sandbox is on the page: everything that was open in the last one is closed.
    pub fn close_for_another(&mut self) {
        *self = Self {
            playing: self.playing,
            speed: self.speed,
            theme: self.theme,
            edges: self.edges,
            letter_keys: self.letter_keys,
            newcomer: self.newcomer,
            saving: self.saving,
            work: mem::take(&mut self.work),
            ..Self::default()
        };
    }

    /// Whether errors of the edit are shown. No errors are shown before the form is filled in.
    pub fn shows_draft_fault(&self) -> bool {
        self.draft.as_ref().is_some_and(|draft| match &draft.edit {
            Edit::Remove { .. } | Edit::Delete { .. } => true,
            Edit::Set { .. } | Edit::Replace { .. } | Edit::Put { .. } => draft.typed,
            Edit::Compose { fields, .. } => {
                self.insisted || fields.iter().all(|field| !field.value.text.is_empty())
            }
        })
    }

    /// The views that the session should make.
    pub fn interest(&self) -> Interest {
        Interest {
            table: self.selection.table.clone(),
            items_shown: self.items_shown,
            entries_shown: self.entries_shown,
            operation: self.selection.operation,
            draft: self.draft.clone(),
            read: self.read.clone(),
            call: self.call.clone(),
            design: self.design.clone(),
            patterns: (self.why_tab == PanelId::PATTERNS).then(|| self.pattern.clone()),
            share: self.menu == Some(Menu::Share),
            compare: self.menu == Some(Menu::Compare),
            workload: (self.why_tab == PanelId::WORKLOAD).then_some(self.workload),
        }
    }
}

fn ask(command: Command) -> Effect {
    Effect::Ask(command)
}
