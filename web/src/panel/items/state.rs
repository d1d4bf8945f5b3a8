//! Which items are shown, and the edit in progress. Pure.

use std::ops::Range;

use playground::sandbox::command::Command;
use playground::sandbox::outcome::Outcome;
use playground::view::draft::Draft;
use playground::view::edit::{Edit, ItemId, ValueText};
use playground::view::entity::EntityFilter;
use playground::view::table::{ItemName, ItemsShown, Seek, SortedBy};
use playground::view::value::Text;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::{Effect, Findable, FindableKind, Input, Select, Target};
use crate::panel::items::checked::{CheckAction, Checked};
use crate::panel::page::{Focus, PageAction};
use crate::panel::setting::ROWS_AT_FIRST;
use crate::panel::shared::Shared;

/// Which items are shown, and the edit in progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Which items are shown, besides the selected one.
    pub shown: ItemsShown,
    /// The edit in progress.
    pub editing: Option<Editing>,
    /// Edits of other tables in which something was typed.
    left: Vec<Editing>,
    /// The items that are checked.
    pub checked: Checked,
}

impl Default for State {
    fn default() -> Self {
        let shown = ItemsShown { rows: 0..ROWS_AT_FIRST, ..ItemsShown::default() };
        Self { shown, editing: None, left: Vec::new(), checked: Checked::default() }
    }
}

/// An edit in progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Editing {
    /// The table that was open.
    table: Option<Text>,
    pub draft: Draft,
    /// Whether it names a new attribute.
    pub names_attribute: bool,
    /// Whether it was sent and rejected: its errors are then shown, even if little was typed.
    pub is_rejected: bool,
}

/// What survives a reload.
#[derive(Debug, Serialize, Deserialize)]
struct Typed {
    /// Edits in which something was typed, of which the first is the one in progress if `is_editing`.
    edits: Vec<Editing>,
    is_editing: bool,
    /// The text that items must have to be shown.
    filter: Text,
}

/// A change of one attribute of an edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldChange {
    Name(String),
    /// Its type, and its text in that type.
    Value(ValueText),
    Text(String),
}

/// What can be done with items.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Open the dialog in which several items are imported.
    Import,
    /// Begin an edit with what is stored.
    Start(Edit),
    /// Begin a copy of an item.
    Duplicate(ItemId),
    /// The edit after a keystroke.
    Type(Edit),
    /// A keystroke in a field of the edit, by the position of its attribute: 0 if there is one attribute only.
    Change(usize, FieldChange),
    /// Let the item expire after some milliseconds: the time is typed into the edit.
    ExpireIn(u64),
    /// Send the edit.
    Commit,
    /// Discard the edit.
    Cancel,
    /// Select an item and its entries.
    Select(ItemId),
    /// Check items, to edit them together.
    Check(CheckAction),
    /// Begin to set an attribute of the items that are checked.
    SetChecked,
    /// Begin to delete the items that are checked.
    DeleteChecked,
    /// Show other rows.
    ShowRows {
        /// The rows in view, and some before and after them.
        rows: Range<usize>,
        /// The item that has the focus.
        focused: Option<ItemId>,
    },
    /// Go to an item of the list.
    Seek(Seek),
    /// Show only items with a text.
    Filter(String),
    /// Show only items of an entity; all if it is the one that is shown.
    FilterEntity(EntityFilter),
    /// Begin a new item of an entity, by its name.
    NewOf(Text),
    /// Sort by an attribute: from the least value, then from the greatest, then by key.
    SortBy(Text),
    SortByKey,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Import => vec![Effect::Begin(Input::Import(None))],
            Action::Start(edit) => vec![Effect::Begin(Input::Edit(edit))],
            Action::Duplicate(item) => {
                let (session, table) = (shared.session, shared.table_name());
                let of = session.table_head(table).zip(session.item(table, Some(&item)));
                let edit = of.map(|(head, item)| head.duplicate(&item));
                edit.map(|edit| Effect::Begin(Input::Edit(edit))).into_iter().collect()
            }
            Action::Type(edit) => {
                self.type_edit(edit);
                Vec::new()
            }
            Action::Change(position, change) => {
                self.change_field(position, change);
                Vec::new()
            }
            Action::ExpireIn(by_ms) => {
                self.expire_in(by_ms, shared);
                Vec::new()
            }
            Action::Commit => self.commit(shared),
            Action::Cancel => self.cancel(),
            Action::Select(item) => vec![Effect::Select(Select::Item(item))],
            // An embed has no bar for what is done with the items that are checked.
            Action::Check(_) if shared.page.embed.is_some() => Vec::new(),
            Action::Check(action) => {
                self.checked.update(action, &self.shown, shared);
                Vec::new()
            }
            Action::SetChecked => vec![Effect::Begin(Input::Edit(self.checked.set_attribute()))],
            Action::DeleteChecked => vec![Effect::Begin(Input::Edit(self.checked.delete()))],
            Action::ShowRows { rows, focused } => {
                self.shown.rows = rows;
                self.shown.focused = focused;
                Vec::new()
            }
            Action::Seek(seek) => self.seek(&seek, shared),
            Action::Filter(text) => {
                self.shown.filter = text.into();
                Vec::new()
            }
            Action::FilterEntity(filter) => {
                let is_shown = self.shown.entity.as_ref() == Some(&filter);
                self.shown.entity = Some(filter).filter(|_| !is_shown);
                Vec::new()
            }
            Action::NewOf(entity) => {
                let table = shared.table_name();
                let form = shared.session.entity_form(table, &entity);
                form.map(|form| Effect::Begin(Input::Edit(form))).into_iter().collect()
            }
            Action::SortBy(attribute) => {
                self.sort_by(attribute);
                Vec::new()
            }
            Action::SortByKey => {
                self.shown.sort = None;
                Vec::new()
            }
        }
    }

    /// Takes note of a command: an edit that was accepted is complete, and others may replace the item of the edit.
    fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<Action>> {
        self.checked.observe(shared);
        let Command::Edit { edit, .. } = executed.command else {
            if executed.command.replaces_items() {
                self.editing = None;
                self.left.clear();
            }
            return Vec::new();
        };
        if !executed.accepted {
            if let Some(editing) = &mut self.editing {
                editing.is_rejected = true;
            }
            return Vec::new();
        }
        self.editing = None;
        match edit {
            Edit::Set { item, .. } | Edit::Remove { item, .. } | Edit::Replace { item, .. } => {
                let focus = PageAction::Focus(Focus::Item(item.clone()));
                vec![Effect::Select(Select::Item(item.clone())), Effect::Page(focus)]
            }
            Edit::Put { .. }
            | Edit::Compose { .. }
            | Edit::Delete { .. }
            | Edit::SetAll { .. }
            | Edit::DeleteAll { .. } => {
                let mut effects = vec![Effect::Select(Select::NoItem), Effect::Show(Target::Table)];
                if let Some(item) = new_item(executed.outcomes) {
                    self.shown.focused = Some(item.clone());
                    effects.push(Effect::Page(PageAction::Focus(Focus::Item(item))));
                }
                effects
            }
        }
    }

    /// Begins an edit.
    fn begin(&mut self, input: &Input, shared: &Shared) -> Vec<Effect<Action>> {
        let Input::Edit(edit) = input else { return Vec::new() };
        self.editing = Some(Editing {
            table: shared.selection.table.clone(),
            draft: Draft { edit: edit.clone(), typed: false },
            names_attribute: names_attribute(edit),
            is_rejected: false,
        });
        Vec::new()
    }

    /// The form of a request discards the edit.
    fn observe_form(&mut self, input: &Input) {
        if let Input::Read(_) | Input::Call(_) = input {
            self.editing = None;
        }
    }

    /// Opens another table, with the edit that was left when it was open.
    fn leave_table(&mut self, shared: &Shared) {
        let mut left = std::mem::take(&mut self.left);
        left.extend(self.editing.take().filter(|editing| editing.draft.typed));
        let opened = left.iter().position(|editing| editing.table == shared.selection.table);
        let editing = opened.map(|position| left.remove(position));
        *self = Self { editing, left, ..Self::default() };
    }

    fn unfinished(&self) -> Option<Value> {
        let editing = self.editing.as_ref().filter(|editing| editing.draft.typed);
        let edits: Vec<Editing> = editing.into_iter().chain(&self.left).cloned().collect();
        let filter = Text::clone(&self.shown.filter);
        if edits.is_empty() && filter.is_empty() {
            return None;
        }
        serde_json::to_value(Typed { edits, is_editing: editing.is_some(), filter }).ok()
    }

    fn resume(&mut self, unfinished: Value) {
        let typed: Option<Typed> = serde_json::from_value(unfinished).ok();
        let Some(Typed { mut edits, is_editing, filter }) = typed else { return };
        self.editing = (is_editing && !edits.is_empty()).then(|| edits.remove(0));
        self.left = edits;
        self.shown.filter = filter;
    }
}

impl State {
    /// The items that are shown: the selected one, and the one that is edited, wherever they are.
    pub fn shown(&self, shared: &Shared) -> ItemsShown {
        let editing = self.editing.as_ref().map(|editing| &editing.draft.edit);
        let edited = editing.filter(|edit| edit.is_in_place()).and_then(Edit::item);
        let mut selected: Vec<ItemId> =
            shared.selection.item.iter().chain(edited).cloned().collect();
        selected.dedup();
        ItemsShown { selected, ..self.shown.clone() }
    }

    fn seek(&mut self, seek: &Seek, shared: &Shared) -> Vec<Effect<Action>> {
        let table = shared.table_name();
        let Some(item) = shared.session.find_item(table, &self.shown(shared), seek) else {
            return Vec::new();
        };
        self.shown.focused = Some(item.clone());
        vec![Effect::Page(PageAction::Focus(Focus::Item(item)))]
    }

    fn sort_by(&mut self, attribute: Text) {
        let is_descending = match &self.shown.sort {
            Some(sort) if sort.attribute == attribute && sort.is_descending => {
                self.shown.sort = None;
                return;
            }
            Some(sort) => sort.attribute == attribute,
            None => false,
        };
        self.shown.sort = Some(SortedBy { attribute, is_descending });
    }

    fn type_edit(&mut self, edit: Edit) {
        if let Some(editing) = &mut self.editing {
            editing.draft = Draft { edit, typed: true };
        }
    }

    /// Changes one field of an attribute. The others stay as they are now: on a slow machine, a user types into a field that was
    /// drawn before the last keystroke in another one.
    fn change_field(&mut self, position: usize, change: FieldChange) {
        let Some(editing) = &mut self.editing else { return };
        let (name, value) = match &mut editing.draft.edit {
            Edit::Set { attribute, value, .. } | Edit::SetAll { attribute, value, .. } => {
                (attribute, value)
            }
            Edit::Compose { fields, .. } => match fields.get_mut(position) {
                Some(field) => (&mut field.name, &mut field.value),
                None => return,
            },
            Edit::Remove { .. }
            | Edit::Replace { .. }
            | Edit::Put { .. }
            | Edit::Delete { .. }
            | Edit::DeleteAll { .. } => return,
        };
        match change {
            FieldChange::Name(text) => *name = text,
            FieldChange::Value(changed) => *value = changed,
            FieldChange::Text(text) => value.text = text,
        }
        editing.draft.typed = true;
    }

    fn expire_in(&mut self, by_ms: u64, shared: &Shared) {
        let table = shared.table_name();
        let edit = self
            .editing
            .as_ref()
            .and_then(|editing| shared.session.expiring_in(table, &editing.draft.edit, by_ms));
        if let Some(edit) = edit {
            self.type_edit(edit);
        }
    }

    fn commit(&mut self, shared: &Shared) -> Vec<Effect<Action>> {
        let (Some(table), Some(Editing { draft, .. })) = (shared.table(), &self.editing) else {
            return Vec::new();
        };
        if !draft.typed && is_typed(&draft.edit) {
            return self.cancel();
        }
        let table = table.schema.name.to_string();
        vec![Effect::Command(Command::Edit { table, edit: draft.edit.clone() })]
    }

    fn cancel(&mut self) -> Vec<Effect<Action>> {
        let editing = self.editing.take();
        match editing.as_ref().and_then(|editing| editing.draft.edit.item()) {
            Some(item) => vec![Effect::Page(PageAction::Focus(Focus::Item(item.clone())))],
            None => vec![Effect::Show(Target::Table)],
        }
    }
}

impl Editing {
    /// Whether errors of the edit are shown. No errors are shown before a form is filled in.
    pub fn shows_fault(&self) -> bool {
        match &self.draft.edit {
            Edit::Remove { .. } | Edit::Delete { .. } | Edit::DeleteAll { .. } => true,
            Edit::SetAll { attribute, .. } => !attribute.is_empty() && self.draft.typed,
            Edit::Set { .. } | Edit::Replace { .. } | Edit::Put { .. } => self.draft.typed,
            Edit::Compose { fields, .. } => {
                self.is_rejected || fields.iter().all(|field| !field.value.text.is_empty())
            }
        }
    }
}

/// The edit that adds an attribute to an item.
pub(super) fn add_attribute(item: ItemId) -> Edit {
    Edit::Set { item, attribute: String::new(), value: ValueText::default() }
}

/// The item that an operation has put where none was.
fn new_item(outcomes: &[Outcome]) -> Option<ItemId> {
    let change = outcomes.iter().find_map(|outcome| outcome.operation()?.change.as_ref())?;
    (change.old.is_none() && change.new.is_some()).then(|| change.item.clone())
}

/// Whether an edit has text of its own, so that without a keystroke nothing would change.
fn is_typed(edit: &Edit) -> bool {
    match edit {
        Edit::Set { .. } | Edit::SetAll { .. } | Edit::Replace { .. } | Edit::Put { .. } => true,
        Edit::Compose { .. }
        | Edit::Remove { .. }
        | Edit::Delete { .. }
        | Edit::DeleteAll { .. } => false,
    }
}

/// Whether an edit begins with the name of its attribute.
fn names_attribute(edit: &Edit) -> bool {
    matches!(edit, Edit::Set { attribute, .. } if attribute.is_empty())
}

/// What can be found by name: the items of all tables, and the form for a new one.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let table = shared.table_name();
    let new = shared.session.table_head(table).map(|head| {
        let form = Effect::Begin(Input::Edit(head.new_item()));
        Findable::command("shortcuts.new_item", form).with_keys("N")
    });
    let items = shared.session.item_names().into_iter().map(|ItemName { table, item, name }| {
        let effects = vec![Effect::Select(Select::Table(table)), Effect::Show(Target::Item(item))];
        Findable { kind: FindableKind::Item, name, keys: "", effects }
    });
    new.into_iter().chain(items).collect()
}

#[cfg(test)]
mod tests {
    use playground::session::Session;
    use playground::view::design::DesignPurpose;
    use playground::view::edit::{Field, ValueKind};

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn item() -> ItemId {
        ItemId("{\"id\":{\"S\":\"1\"}}".into())
    }

    fn set(text: &str) -> Edit {
        let value = ValueText { kind: ValueKind::N, text: text.to_owned() };
        Edit::Set { item: item(), attribute: "Total".to_owned(), value }
    }

    fn remove() -> Edit {
        Edit::Remove { item: item(), attribute: "Total".to_owned() }
    }

    fn compose(text: &str) -> Edit {
        let value = ValueText { kind: ValueKind::S, text: text.to_owned() };
        let fields = vec![Field { name: "id".to_owned(), value }];
        Edit::Compose { copy_of: None, fields }
    }

    /// What panels share while a table is open.
    fn with_open(table: &str) -> Shared<'static> {
        let selection = Selection { table: Some(table.into()), ..Selection::default() };
        Shared { selection: Box::leak(Box::new(selection)), ..Shared::first() }
    }

    fn command(edit: Edit) -> Command {
        Command::Edit { table: "Orders".to_owned(), edit }
    }

    fn begun(edit: Edit) -> State {
        let mut state = State::default();
        state.begin(&Input::Edit(edit), &with_open("Orders"));
        state
    }

    fn act(state: &mut State, action: Action) -> Vec<Effect<Action>> {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        state.update(action, &Shared { session: &session, selection: &selection, page: &page })
    }

    fn observe(state: &mut State, command: &Command, accepted: bool) -> Vec<Effect<Action>> {
        let session = Session::first();
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        state.observe(&Executed { command, accepted, outcomes: &[] }, &shared)
    }

    fn shows_fault(state: &State) -> bool {
        state.editing.as_ref().is_some_and(Editing::shows_fault)
    }

    #[test]
    fn an_edit_becomes_a_command_when_it_is_committed() {
        let mut state = begun(set(""));
        assert_eq!(act(&mut state, Action::Type(set("41"))), []);
        let committed = act(&mut state, Action::Commit);
        assert_eq!(committed, [Effect::Command(command(set("41")))]);
    }

    #[test]
    fn a_keystroke_changes_its_own_field_only() {
        let mut state = begun(add_attribute(item()));
        act(&mut state, Action::Change(0, FieldChange::Name("Open".to_owned())));
        act(&mut state, Action::Change(0, FieldChange::Text("yes".to_owned())));
        act(&mut state, Action::Change(0, FieldChange::Name("OpenDate".to_owned())));
        let value = ValueText { kind: ValueKind::S, text: "yes".to_owned() };
        let edit = Edit::Set { item: item(), attribute: "OpenDate".to_owned(), value };
        assert_eq!(state.editing.as_ref().map(|it| &it.draft.edit), Some(&edit));

        let mut state = begun(compose("1"));
        act(&mut state, Action::Change(7, FieldChange::Text("x".to_owned())));
        assert_eq!(state.editing.as_ref().map(|it| &it.draft.edit), Some(&compose("1")));
        act(&mut state, Action::Change(0, FieldChange::Text("2".to_owned())));
        assert_eq!(state.editing.map(|it| it.draft.edit), Some(compose("2")));
    }

    #[test]
    fn an_edit_without_a_keystroke_is_discarded() {
        let mut state = begun(set(""));
        let focus = Effect::Page(PageAction::Focus(Focus::Item(item())));
        assert_eq!(act(&mut state, Action::Commit), [focus]);
        assert_eq!(state, State::default());
    }

    #[test]
    fn a_column_sorts_up_then_down_and_then_no_longer() {
        let mut state = State::default();
        let sort = |state: &State| {
            let sort = state.shown.sort.clone();
            sort.map(|sort| (sort.attribute.to_string(), sort.is_descending))
        };
        act(&mut state, Action::SortBy("Total".into()));
        assert_eq!(sort(&state), Some(("Total".to_owned(), false)));
        act(&mut state, Action::SortBy("Total".into()));
        assert_eq!(sort(&state), Some(("Total".to_owned(), true)));
        act(&mut state, Action::SortBy("Notes".into()));
        assert_eq!(sort(&state), Some(("Notes".to_owned(), false)));
        act(&mut state, Action::SortByKey);
        assert_eq!(state, State::default());
        for _ in 0..3 {
            act(&mut state, Action::SortBy("Total".into()));
        }
        assert_eq!(state, State::default());
    }

    #[test]
    fn an_item_that_is_looked_for_is_shown_and_takes_the_focus() {
        let mut state = State::default();
        let last = ItemId(r#"{"CustomerId":{"S":"C2"},"OrderId":{"S":"O-2002"}}"#.into());
        let effects = act(&mut state, Action::Seek(Seek::Last));
        assert_eq!(effects, [Effect::Page(PageAction::Focus(Focus::Item(last.clone())))]);
        assert_eq!(state.shown.focused, Some(last));
        let nowhere = Seek::Key { prefix: "x".into(), from: None };
        assert_eq!(act(&mut state, Action::Seek(nowhere)), []);
        act(&mut state, Action::ShowRows { rows: 40..100, focused: None });
        assert_eq!((state.shown.rows, state.shown.focused), (40..100, None));
    }

    #[test]
    fn a_removal_needs_no_keystroke() {
        let mut state = begun(remove());
        assert_eq!(act(&mut state, Action::Commit), [Effect::Command(command(remove()))]);
    }

    #[test]
    fn an_empty_form_shows_no_error_until_it_is_sent() {
        let mut state = begun(compose(""));
        assert!(!shows_fault(&state));
        let sent = command(compose(""));
        assert_eq!(act(&mut state, Action::Commit), [Effect::Command(sent.clone())]);
        observe(&mut state, &sent, false);
        assert!(shows_fault(&state));
        let mut state = begun(compose(""));
        act(&mut state, Action::Type(compose("1")));
        assert!(shows_fault(&state));
    }

    #[test]
    fn an_accepted_edit_selects_its_item_and_gives_the_focus_back() {
        let mut state = begun(remove());
        let effects = observe(&mut state, &command(remove()), true);
        let focus = Effect::Page(PageAction::Focus(Focus::Item(item())));
        assert_eq!(effects, [Effect::Select(Select::Item(item())), focus]);
        assert_eq!(state, State::default());
        let mut state = begun(compose("1"));
        let effects = observe(&mut state, &command(compose("1")), true);
        assert_eq!(effects, [Effect::Select(Select::NoItem), Effect::Show(Target::Table)]);
    }

    #[test]
    fn a_new_item_is_shown_and_takes_the_focus() {
        let mut session = Session::first();
        let fields = [("CustomerId", "C9"), ("OrderId", "O-9001")].map(|(name, text)| Field {
            name: name.to_owned(),
            value: ValueText { kind: ValueKind::S, text: text.to_owned() },
        });
        let put = command(Edit::Compose { copy_of: None, fields: fields.to_vec() });
        assert!(session.handle(put.clone()).accepted);
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let executed = Executed { command: &put, accepted: true, outcomes: session.outcomes() };
        let mut state = State::default();
        let effects = state.observe(&executed, &shared);
        let new = ItemId(r#"{"CustomerId":{"S":"C9"},"OrderId":{"S":"O-9001"}}"#.into());
        let focus = Effect::Page(PageAction::Focus(Focus::Item(new.clone())));
        assert_eq!(effects.last(), Some(&focus));
        assert_eq!(state.shown.focused, Some(new));
    }

    #[test]
    fn a_rejected_edit_stays_to_be_corrected() {
        let mut state = begun(set(""));
        act(&mut state, Action::Type(set("x")));
        assert_eq!(observe(&mut state, &command(set("x")), false), []);
        assert_eq!(state.editing.map(|editing| editing.draft.edit), Some(set("x")));
    }

    #[test]
    fn undo_and_other_forms_discard_the_edit_and_a_request_does_not() {
        let mut state = begun(set("4"));
        let request = Command::Call { operation: "Scan".to_owned(), request: "{}".to_owned() };
        observe(&mut state, &request, true);
        assert!(state.editing.is_some());
        observe(&mut state, &Command::Undo, true);
        assert_eq!(state.editing, None);
        let mut state = begun(set("4"));
        state.observe_form(&Input::design(DesignPurpose::Create));
        assert!(state.editing.is_some(), "a dialog over the page");
        state.observe_form(&Input::Call(playground::view::call::CallForm::new("Scan")));
        assert_eq!(state.editing, None);
    }

    #[test]
    fn what_was_typed_survives_a_reload_and_what_is_stored_does_not() {
        let mut state = begun(add_attribute(item()));
        assert_eq!(state.unfinished(), None);
        act(&mut state, Action::Type(set("4")));
        let mut after = State::default();
        after.resume(state.unfinished().expect("a value was typed"));
        assert_eq!(after, state);
        assert!(after.editing.is_some_and(|editing| editing.names_attribute));
        let mut state = State::default();
        act(&mut state, Action::Filter("O-10".to_owned()));
        let mut after = State::default();
        after.resume(state.unfinished().expect("a filter was typed"));
        assert_eq!(after, state);
    }

    #[test]
    fn what_was_typed_for_a_table_is_there_when_it_is_opened_again_and_after_a_reload() {
        let mut state = begun(set(""));
        act(&mut state, Action::Type(set("4")));
        let typed = state.clone();
        state.leave_table(&with_open("Other"));
        assert_eq!(state.editing, None);
        let mut after = State::default();
        after.resume(state.unfinished().expect("it is kept"));
        assert_eq!(after, state);
        after.begin(&Input::Edit(set("")), &with_open("Other"));
        after.leave_table(&with_open("Orders"));
        assert_eq!(after, typed);
        let mut state = begun(set(""));
        state.leave_table(&with_open("Other"));
        assert_eq!(state, State::default(), "nothing was typed");
    }
}
