//! From an action to the next state and what has to be done.

use std::rc::Rc;

use engine::json::value::parse;
use engine::operation::{Access, Operation};
use playground::sandbox::command::{Command, Response};
use playground::view::Views;
use playground::view::call::{CallForm, TextOrigin};
use playground::view::draft::Draft;
use playground::view::edit::{Edit, ItemId};
use playground::view::value::Text;

use crate::app::state::action::{Action, EditAction, Effect, ReadAction, TableAction};
use crate::app::state::{AppState, ENTRIES_PER_PAGE, ITEMS_PER_PAGE, ask};
use crate::panel::effect::Input;
use crate::panel::id::PanelId;
use crate::panel::page::{Focus, PageAction};
use crate::panel::setting::{Menu, Zone};
use crate::panel::storage::WorkAction;

impl AppState {
    /// Changes the state as the action asks; the effects are for `App` to carry out, in order.
    pub fn update(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Command(command) => self.request(command),
            Action::Begin(input) => self.begin(input),
            Action::Table(action) => self.update_table(action),
            Action::Edit(action) => self.update_edit(action),
            Action::Read(action) => self.update_read(action),
            Action::Page(action) => self.update_page(action),
            Action::Work(action) => self.update_work(action),
        }
    }

    /// Takes note of what the session made of a command.
    pub fn answer(&mut self, command: &Command, response: &Response) -> Vec<Effect> {
        match command {
            Command::Edit { edit, .. } if response.accepted => self.finish_edit(edit),
            Command::Call { operation, request } => {
                self.finish_call(operation, request, response.accepted)
            }
            Command::CreateTable(design) | Command::RebuildTable { design, .. }
                if response.accepted =>
            {
                self.select_table(design.name.as_str().into());
                self.show_last_receipt();
                vec![Effect::Focus(Focus::Zone(Zone::Table))]
            }
            Command::Edit { .. } => {
                self.insisted = true;
                Vec::new()
            }
            Command::DropIndex { .. } => {
                // The button that was pressed is no longer there.
                self.show_last_receipt();
                vec![Effect::Focus(Focus::Zone(Zone::Indexes))]
            }
            Command::SetCapacity { .. } if !response.accepted => {
                self.selection.operation = None;
                self.page.tab = PanelId::WHY;
                Vec::new()
            }
            Command::OpenExample(_)
            | Command::OpenLink(_)
            | Command::OpenDocument(_)
            | Command::NewSandbox { .. }
                if response.accepted =>
            {
                self.close_for_another();
                vec![Effect::Focus(Focus::Zone(Zone::Table))]
            }
            Command::OpenExample(_)
            | Command::OpenLink(_)
            | Command::OpenDocument(_)
            | Command::NewSandbox { .. }
            | Command::CreateTable(_)
            | Command::RebuildTable { .. }
            | Command::DeleteTable(_)
            | Command::Advance { .. }
            | Command::StepToNext
            | Command::SetDelay { .. }
            | Command::SetCollectionMax { .. }
            | Command::SetExpiryDelay { .. }
            | Command::Workload(_)
            | Command::SetThroughput { .. }
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

    fn finish_call(&mut self, operation: &str, request: &str, accepted: bool) -> Vec<Effect> {
        self.selection.operation = None;
        self.keep_request(operation, request);
        let known = Operation::from_name(operation);
        // A request about a table is complete; a request about items may be changed a little and sent again.
        let is_done = !known.is_some_and(Operation::is_on_items);
        let closed = self.call.take_if(|_| accepted && is_done);
        self.page.tab = match known.filter(|_| accepted).map(Operation::access) {
            Some(Access::ReadItems) => PanelId::RESULT,
            Some(Access::Describe | Access::ReadStream) => PanelId::REQUEST,
            Some(Access::WriteItems | Access::ChangeTables) | None => PanelId::WHY,
        };
        if let Some(name) = known.filter(|_| accepted).and_then(|it| created_table(it, request)) {
            self.select_table(name);
        }
        self.page.zone = Zone::Why;
        closed.map(|_| Effect::Focus(Focus::Zone(Zone::Why))).into_iter().collect()
    }

    /// The text of a request stays as it was sent: the form no longer follows the proposal.
    fn keep_request(&mut self, operation: &str, request: &str) {
        if let Some(form) = &mut self.call {
            let is_sent = *form.operation == *operation && *form.text == *request;
            if is_sent && form.origin == TextOrigin::Proposed {
                form.origin = TextOrigin::Sent;
            }
        }
    }

    /// Takes note of what the session shows. `true` if that changes what the page looks at.
    pub fn see(&mut self, views: &Views) -> bool {
        self.selection.table = views.table.as_ref().map(|table| Rc::clone(&table.name));
        if let (Some(form), Some(view)) = (&mut self.call, &views.call) {
            // The text that is shown is the text that is sent.
            form.text = Rc::clone(&view.text);
        }
        let (Some(form), Some(view)) = (&mut self.read, &views.read) else { return false };
        let fills = self.read_opened && form.partition.iter().all(|text| text.is_empty());
        self.read_opened = false;
        match view.partition_values.first() {
            Some(value) if fills => {
                form.partition.clone_from(value);
                true
            }
            Some(_) | None => false,
        }
    }

    /// Opens a form, in place of the menu from which it was chosen.
    fn begin(&mut self, input: Input) -> Vec<Effect> {
        match input {
            Input::Read(form) => self.update_read(ReadAction::Open(form)),
            Input::Design(_) => vec![Effect::Begin(input)],
        }
    }

    fn update_table(&mut self, action: TableAction) -> Vec<Effect> {
        match action {
            TableAction::Select(name) => self.select_table(name),
            TableAction::DropIndex(index) => {
                let Some(table) = &self.selection.table else { return Vec::new() };
                let (table, index) = (table.as_ref().to_owned(), index.as_ref().to_owned());
                return self.request(Command::DropIndex { table, index });
            }
            TableAction::ShowMoreItems => self.items_shown += ITEMS_PER_PAGE,
            TableAction::ShowMoreEntries => self.entries_shown += ENTRIES_PER_PAGE,
            TableAction::ToggleGhosts(index) => {
                match self.all_ghosts.iter().position(|other| *other == index) {
                    Some(position) => drop(self.all_ghosts.remove(position)),
                    None => self.all_ghosts.push(index),
                }
            }
            TableAction::SelectItem(item) => self.selected = Some(item),
            TableAction::Deselect => self.selected = None,
            TableAction::FindItem(item) => {
                self.page.zone = Zone::Table;
                self.selected = Some(item.clone());
                return vec![Effect::Focus(Focus::Item(item))];
            }
        }
        Vec::new()
    }

    fn update_edit(&mut self, action: EditAction) -> Vec<Effect> {
        match action {
            EditAction::Start(edit) => {
                self.page.menu = None;
                self.read = None;
                self.call = None;
                self.page.zone = Zone::Table;
                self.selected = edited_item(&edit).cloned().or_else(|| self.selected.take());
                self.naming = names_attribute(&edit);
                self.insisted = false;
                self.draft = Some(Draft { edit, typed: false });
                Vec::new()
            }
            EditAction::Type(edit) => {
                self.draft = Some(Draft { edit, typed: true });
                Vec::new()
            }
            EditAction::Commit => self.commit_edit(),
            EditAction::Cancel => {
                let item = self.draft.take().and_then(|draft| edited_item(&draft.edit).cloned());
                vec![Effect::Focus(item.map_or(Focus::Zone(Zone::Table), Focus::Item))]
            }
        }
    }

    fn commit_edit(&mut self) -> Vec<Effect> {
        let (Some(table), Some(draft)) = (&self.selection.table, &self.draft) else {
            return Vec::new();
        };
        if !draft.typed && is_typed(&draft.edit) {
            return self.update_edit(EditAction::Cancel);
        }
        vec![ask(Command::Edit { table: table.as_ref().to_owned(), edit: draft.edit.clone() })]
    }

    fn finish_edit(&mut self, edit: &Edit) -> Vec<Effect> {
        self.draft = None;
        self.page.newcomer = false;
        self.show_last_receipt();
        let item = match edit {
            Edit::Set { item, .. } | Edit::Remove { item, .. } | Edit::Replace { item, .. } => {
                Some(item.clone())
            }
            Edit::Put { .. } | Edit::Compose { .. } | Edit::Delete { .. } => None,
        };
        self.selected.clone_from(&item);
        let focus = item.map_or(Focus::Zone(Zone::Table), Focus::Item);
        vec![Effect::SavePreferences, Effect::Focus(focus)]
    }

    /// A proposal does not replace the typed text of its operation. The texts of other operations are kept.
    fn write_call(&mut self, form: CallForm) {
        if let Some(old) = self.call.take_if(|old| old.origin != TextOrigin::Proposed) {
            self.typed_calls.insert(Rc::clone(&old.operation), old);
        }
        let typed = self.typed_calls.remove(&form.operation);
        let typed = typed.filter(|_| form.origin == TextOrigin::Proposed);
        self.call = Some(typed.unwrap_or(form));
    }

    fn update_read(&mut self, action: ReadAction) -> Vec<Effect> {
        match action {
            ReadAction::Open(form) => {
                self.draft = None;
                self.page.zone = Zone::Table;
                self.read = Some(form);
                self.call = None;
                self.read_opened = true;
            }
            ReadAction::Write(form) => {
                self.draft = None;
                self.page.menu = None;
                self.read = None;
                self.page.zone = Zone::Table;
                self.write_call(form);
            }
            ReadAction::Type(form) => self.read = Some(form),
            ReadAction::Close => {
                self.read = None;
                self.call = None;
                self.typed_calls.clear();
                return vec![Effect::Focus(Focus::Zone(Zone::Table))];
            }
            ReadAction::Call { operation, request } => {
                return vec![ask(Command::Call {
                    operation: operation.as_ref().to_owned(),
                    request: request.as_ref().to_owned(),
                })];
            }
        }
        Vec::new()
    }

    fn update_page(&mut self, action: PageAction) -> Vec<Effect> {
        match action {
            PageAction::ShowTab(tab) => self.page.tab = tab,
            PageAction::ShowOperation(operation) => {
                self.selection.operation = operation;
                self.page.tab = PanelId::WHY;
                self.page.zone = Zone::Why;
                self.page.toast = false;
            }
            PageAction::ShowZone(zone) => {
                self.page.zone = zone;
                self.page.toast = false;
            }
            PageAction::GoToZone(zone) => return self.go_to(zone, Focus::Zone(zone)),
            PageAction::GoToIndex(index) => return self.go_to(Zone::Indexes, Focus::Index(index)),
            PageAction::ToggleMenu(menu) => {
                self.page.menu = (self.page.menu != Some(menu)).then_some(menu);
                if self.page.menu == Some(Menu::Examples) {
                    return vec![Effect::Work(WorkAction::List)];
                }
            }
            PageAction::CloseMenu => {
                let focus = self.page.menu.take().map(Focus::Menu);
                return focus.map(Effect::Focus).into_iter().collect();
            }
            PageAction::Focus(focus) => return vec![Effect::Focus(focus)],
            PageAction::DismissToast => self.page.toast = false,
            PageAction::DismissDamage => self.page.damaged = None,
            PageAction::SetPlaying(playing) if self.page.rewound => self.page.replaying = playing,
            PageAction::SetPlaying(playing) => {
                self.page.playing = playing;
                return vec![Effect::SavePreferences];
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
                let moved = self.page.edges.moved(edge, to);
                if moved != self.page.edges {
                    self.page.edges = moved;
                    return vec![Effect::SavePreferences];
                }
            }
            PageAction::SetLetterKeys(on) => {
                self.page.letter_keys = on;
                return vec![Effect::SavePreferences];
            }
        }
        Vec::new()
    }

    /// Shows a zone and puts the focus there.
    fn go_to(&mut self, zone: Zone, focus: Focus) -> Vec<Effect> {
        self.page.zone = zone;
        vec![Effect::Focus(focus)]
    }

    fn select_table(&mut self, name: Text) {
        self.selection.table = Some(name);
        self.items_shown = ITEMS_PER_PAGE;
        self.entries_shown = ENTRIES_PER_PAGE;
        self.all_ghosts.clear();
        self.selected = None;
        self.draft = None;
        self.read = None;
        self.call = None;
        self.typed_calls.clear();
    }

    fn show_last_receipt(&mut self) {
        self.selection.operation = None;
        self.page.tab = PanelId::WHY;
        self.page.toast = true;
    }
}

/// The table that a request creates.
fn created_table(operation: Operation, request: &str) -> Option<Text> {
    let json = parse(request).ok().filter(|_| operation == Operation::CreateTable)?;
    json.get("TableName")?.as_str().map(Text::from)
}

/// The item that an edit is about, if it is there already.
fn edited_item(edit: &Edit) -> Option<&ItemId> {
    match edit {
        Edit::Set { item, .. }
        | Edit::Remove { item, .. }
        | Edit::Replace { item, .. }
        | Edit::Delete { item } => Some(item),
        Edit::Compose { copy_of, .. } => copy_of.as_ref(),
        Edit::Put { .. } => None,
    }
}

/// Whether an edit has text of its own, so that without a keystroke nothing would change.
fn is_typed(edit: &Edit) -> bool {
    match edit {
        Edit::Set { .. } | Edit::Replace { .. } | Edit::Put { .. } => true,
        Edit::Compose { .. } | Edit::Remove { .. } | Edit::Delete { .. } => false,
    }
}

/// Whether an edit begins with the name of its attribute.
fn names_attribute(edit: &Edit) -> bool {
    matches!(edit, Edit::Set { attribute, .. } if attribute.is_empty())
}
