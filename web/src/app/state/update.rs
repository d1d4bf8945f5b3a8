//! From an action to the next state and what has to be done.

use engine::json::value::parse;
use engine::operation::{Access, Operation};
use playground::sandbox::command::{Command, Response, WorkloadCommand};
use playground::view::value::Text;
use playground::view::workspace::Workspace;

use crate::app::state::AppState;
use crate::app::state::action::{Action, Effect};
use crate::panel::effect::{Input, Select};
use crate::panel::page::{Focus, PageAction};
use crate::panel::setting::{Menu, Speed, Zone};

impl AppState {
    /// Changes the state as the action asks; the effects are for `App` to carry out, in order.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Command(command) => self.request(command),
            Action::Begin(_) if self.page.is_read_only() => Vec::new(),
            Action::Begin(input) => self.begin(input),
            Action::Select(select) => self.select(select),
            Action::Page(action) => self.update_page(action),
            Action::Work(action) => self.update_work(action),
        }
    }

    /// Takes note of what the session made of a command.
    pub fn answer(&mut self, command: &Command, response: &Response) -> Vec<Effect> {
        match command {
            Command::Edit { .. } if response.accepted => {
                self.page.newcomer = false;
                self.show_last_operation();
                vec![Effect::SavePreferences, Effect::ShowPending]
            }
            Command::Call { operation, request } => {
                self.finish_call(operation, request, response.accepted)
            }
            Command::CreateTable(design) | Command::RebuildTable { design, .. }
                if response.accepted =>
            {
                self.select_table(design.name.as_str().into());
                // Its load is what the user is at.
                if self.page.workspace == Workspace::Load {
                    return vec![Effect::LeaveTable, Effect::Focus(Focus::Workspace)];
                }
                self.show_last_operation();
                vec![Effect::LeaveTable, Effect::Focus(Focus::Zone(Zone::Table))]
            }
            Command::UpdateTable { .. } if response.accepted => self.show_change(Zone::Table),
            Command::AddIndex { .. } if response.accepted => self.show_change(Zone::Indexes),
            // The button that was pressed is no longer there.
            Command::DropIndex { .. } => self.show_change(Zone::Indexes),
            Command::SetCapacity { .. } | Command::Workload(WorkloadCommand::Choose { .. })
                if !response.accepted =>
            {
                self.show_rejection()
            }
            Command::OpenExample { .. }
            | Command::OpenLink(_)
            | Command::OpenDocument(_)
            | Command::NewSandbox { .. }
                if response.accepted =>
            {
                self.close_for_another();
                vec![Effect::Focus(Focus::Zone(Zone::Table))]
            }
            Command::OpenExample { .. }
            | Command::OpenLink(_)
            | Command::OpenDocument(_)
            | Command::NewSandbox { .. }
            | Command::Edit { .. }
            | Command::CreateTable(_)
            | Command::RebuildTable { .. }
            | Command::Import(_)
            | Command::UpdateTable { .. }
            | Command::AddIndex { .. }
            | Command::DeleteTable(_)
            | Command::Advance { .. }
            | Command::StepToNext
            | Command::Perform(_)
            | Command::Workload(_)
            | Command::Set { .. }
            | Command::SetCapacity { .. }
            | Command::Rename(_)
            | Command::Plan(_)
            | Command::Undo
            | Command::Redo
            | Command::KeepCopy
            | Command::Rewind(_)
            | Command::Fork
            | Command::OpenBranch(_)
            | Command::Compare(_)
            | Command::Reset => Vec::new(),
        }
    }

    fn show_rejection(&mut self) -> Vec<Effect> {
        self.show_last_operation();
        self.page.zone = Zone::Operation;
        Vec::new()
    }

    /// Shows the receipt of a change, and puts the focus on the zone that it is about.
    fn show_change(&mut self, zone: Zone) -> Vec<Effect> {
        self.show_last_operation();
        vec![Effect::Focus(Focus::Zone(zone))]
    }

    fn finish_call(&mut self, operation: &str, request: &str, accepted: bool) -> Vec<Effect> {
        self.selection.operation = None;
        let known = Operation::from_name(operation).filter(|_| accepted);
        self.page.workspace = Workspace::Explore;
        // Beside a write, its indexes stay in view.
        if known.map(Operation::access) == Some(Access::WriteItems) {
            return vec![Effect::ShowPending];
        }
        let Some(name) = known.and_then(|it| created_table(it, request)) else {
            self.page.zone = Zone::Operation;
            return Vec::new();
        };
        // On small screens the receipt would cover it.
        self.select_table(name);
        self.page.zone = Zone::Table;
        vec![Effect::LeaveTable, Effect::Focus(Focus::Zone(Zone::Table))]
    }

    /// Opens a form.
    fn begin(&mut self, input: Input) -> Vec<Effect> {
        match &input {
            Input::Edit(edit) => {
                self.page.zone = Zone::Table;
                self.selection.item = edit.item().cloned().or_else(|| self.selection.item.take());
            }
            Input::Read(_) | Input::Call(_) => self.page.zone = Zone::Table,
            Input::NoRequest
            | Input::Design(..)
            | Input::Import(_)
            | Input::Entities
            | Input::Callers
            | Input::Regions
            | Input::Series
            | Input::Find(_) => {}
        }
        vec![Effect::Begin(input)]
    }

    fn select(&mut self, select: Select) -> Vec<Effect> {
        match select {
            Select::Table(name) => {
                self.select_table(name);
                return vec![Effect::LeaveTable];
            }
            Select::Item(item) => self.selection.item = Some(item),
            Select::NoItem => self.selection.item = None,
        }
        Vec::new()
    }

    /// Notes what the browser did with a menu.
    fn menu_toggled(&mut self, menu: Menu, is_open: bool) -> Vec<Effect> {
        if is_open {
            self.page.menu = Some(menu);
            return self.list_work();
        }
        // A menu that another one replaces is closed after that one is open.
        if self.page.menu == Some(menu) {
            self.page.menu = None;
        }
        Vec::new()
    }

    fn update_page(&mut self, action: PageAction) -> Vec<Effect> {
        match action {
            PageAction::ShowWorkspace(workspace) => self.show_workspace(workspace),
            PageAction::Present(is_presenting) => return self.present(is_presenting),
            PageAction::Print(is_printing) => self.page.printing = is_printing,
            PageAction::GoToPanel(column, panel) => {
                self.show_workspace(column.workspace());
                return vec![Effect::Focus(Focus::Panel(panel))];
            }
            PageAction::SkipToWorkspace => return vec![Effect::Focus(Focus::Workspace)],
            PageAction::ShowOperation(operation) => {
                self.selection.operation = operation;
                self.page.workspace = Workspace::Explore;
                self.page.zone = Zone::Operation;
            }
            PageAction::CloseOperation => self.page.zone = Zone::Table,
            PageAction::GoToZone(zone) => return self.go_to(zone, Focus::Zone(zone)),
            PageAction::GoToItems => return self.go_to(Zone::Table, Focus::Items),
            PageAction::GoToItem(item) => {
                self.selection.item = Some(item.clone());
                return self.go_to(Zone::Table, Focus::Item(item));
            }
            PageAction::GoToIndex(index) => return self.go_to(Zone::Indexes, Focus::Index(index)),
            PageAction::Find => return vec![Effect::Find],
            PageAction::ToggleMenu(menu) => {
                self.page.menu = (self.page.menu != Some(menu)).then_some(menu);
                return self.list_work();
            }
            PageAction::MenuToggled(menu, is_open) => return self.menu_toggled(menu, is_open),
            PageAction::CloseMenu => {
                let focus = self.page.menu.take().map(Focus::Menu);
                return focus.map(Effect::Focus).into_iter().collect();
            }
            PageAction::Focus(focus) => return vec![Effect::Focus(focus)],
            PageAction::DismissDamage => self.page.damaged = None,
            PageAction::SetPlaying(playing) if self.page.rewound => self.page.replaying = playing,
            PageAction::SetPlaying(playing) => {
                self.page.held = false;
                self.page.playing = playing;
                return vec![Effect::SavePreferences];
            }
            PageAction::HoldClock(is_held) => self.page.held = is_held,
            PageAction::SetGuide(guide) => {
                self.page.guide = guide;
                return vec![Effect::SavePreferences];
            }
            // The speed of a presentation is not a preference.
            PageAction::SetSpeed(speed) if self.page.presentation.is_some() => {
                self.page.presentation = Some(speed);
            }
            PageAction::SetSpeed(speed) => {
                self.page.speed = speed;
                return vec![Effect::SavePreferences];
            }
            PageAction::SetTheme(theme) => {
                self.page.theme = theme;
                return vec![Effect::SavePreferences];
            }
            PageAction::MoveEdge(edge, to) => {
                let before = self.page.edges;
                self.page.edges = before.moved(edge, to);
                let is_moved = self.page.edges != before;
                return is_moved.then_some(Effect::SavePreferences).into_iter().collect();
            }
            PageAction::SetLetterKeys(on) => {
                self.page.letter_keys = on;
                return vec![Effect::SavePreferences];
            }
        }
        Vec::new()
    }

    /// Shows a workspace. A presentation without a lesson has Explore only, so that another workspace ends it.
    pub(super) fn show_workspace(&mut self, workspace: Workspace) {
        self.page.workspace = workspace;
        let can_present = workspace == Workspace::Explore || self.page.presents_lesson();
        self.page.presentation = self.page.presentation.filter(|_| can_present);
    }

    /// Begins a presentation in Explore, or ends it.
    fn present(&mut self, is_presenting: bool) -> Vec<Effect> {
        if !is_presenting {
            self.page.presentation = None;
            return vec![Effect::Focus(Focus::Present)];
        }
        self.page.presentation = Some(Speed::PRESENTATION);
        if !self.page.presents_lesson() {
            self.page.workspace = Workspace::Explore;
        }
        self.page.zone = Zone::Table;
        vec![Effect::Focus(Focus::Workspace)]
    }

    /// Shows a zone and puts the focus there.
    fn go_to(&mut self, zone: Zone, focus: Focus) -> Vec<Effect> {
        self.page.workspace = Workspace::Explore;
        self.page.zone = zone;
        vec![Effect::Focus(focus)]
    }

    pub(super) fn select_table(&mut self, name: Text) {
        self.selection.table = Some(name);
        self.selection.item = None;
    }

    fn show_last_operation(&mut self) {
        self.selection.operation = None;
        self.page.workspace = Workspace::Explore;
    }
}

/// The table that a request creates.
fn created_table(operation: Operation, request: &str) -> Option<Text> {
    let json = parse(request).ok().filter(|_| operation == Operation::CreateTable)?;
    json.get("TableName")?.as_str().map(Text::from)
}
