//! What can be done with the tables. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::view::call::CallForm;
use playground::view::design::{DesignPlace, DesignPurpose};
use playground::view::edit::Edit;
use playground::view::message::{Argument, Message};
use playground::view::read::{ReadForm, ReadOperation};
use playground::view::table::{ItemView, TableHead};
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::{Effect, Findable, FindableKind, Input, Select, Target};
use crate::panel::id::PanelId;
use crate::panel::page::{Focus, PageAction};
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// What can be done with the tables.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Open a table.
    Open(Text),
    /// Open the form for a new one.
    New,
    /// Open the form for the settings of the open one.
    Update,
    /// The same, with the focus on the attribute by which items expire.
    TimeToLive,
    /// Open the form that rebuilds the open one.
    Rebuild,
    /// The browser opens the menu, or closes it.
    MenuToggled(bool),
    /// Open the dialog in which items are imported.
    Import,
    /// Open the dialog for the entities of the open table.
    Entities,
    /// Open the dialog for the callers.
    Callers,
    /// Open the replicas of the open one.
    Regions,
    /// Open the period tables.
    Series,
    /// Open the gallery, which has the examples.
    Examples,
    /// Show the records of the stream of the open one.
    Stream,
    /// Open the form for a query or scan.
    Read(ReadOperation),
    /// Edit the selected item, or else the first one, as JSON.
    EditJson,
    /// Write a request of any operation.
    Write(CallForm),
    /// Open the form for a copy of the selected item.
    Duplicate,
    /// Ask to delete the selected item.
    DeleteItem,
    /// Change the sandbox.
    Command(Command),
}

impl Reduce<Action> for () {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        effect(action, shared).into_iter().collect()
    }
}

/// What an action asks of the page; nothing if there is no table or no item that it is about.
pub(super) fn effect(action: Action, shared: &Shared) -> Option<Effect<Action>> {
    let table = shared.table().map(|table| Text::from(table.schema.name.as_str()));
    let input = match action {
        Action::Open(table) => return Some(Effect::Select(Select::Table(table))),
        Action::MenuToggled(is_open) => {
            return Some(Effect::Page(PageAction::MenuToggled(Menu::Table, is_open)));
        }
        Action::Command(command) => return Some(Effect::Command(command)),
        Action::Stream => {
            return Some(Effect::Page(PageAction::Focus(Focus::Panel(PanelId::STREAM))));
        }
        Action::Examples => return Some(Effect::Page(PageAction::ToggleMenu(Menu::Learn))),
        Action::Import => Input::Import(None),
        Action::Entities => table.map(|_| Input::Entities)?,
        Action::Callers => Input::Callers,
        Action::Regions => table.map(|_| Input::Regions)?,
        Action::Series => table.map(|_| Input::Series)?,
        Action::New => Input::design(DesignPurpose::Create),
        Action::Update => Input::design(DesignPurpose::Update(table?)),
        Action::TimeToLive => Input::Design(DesignPurpose::Update(table?), DesignPlace::TimeToLive),
        Action::Rebuild => Input::design(DesignPurpose::Rebuild(table?)),
        Action::Read(operation) => {
            let partition = selected_or_first(shared).map(|item| item.partition_text);
            Input::Read(ReadForm::new(operation, None, partition))
        }
        Action::EditJson => Input::Edit(Edit::json_of(selected_or_first(shared)?.id)),
        Action::Write(form) => Input::Call(form),
        Action::Duplicate => {
            let head = shared.session.table_head(table.as_deref())?;
            Input::Edit(head.duplicate(&selected(shared)?))
        }
        Action::DeleteItem => Input::Edit(Edit::Delete { item: selected(shared)?.id }),
    };
    Some(Effect::Begin(input))
}

/// What can be found by name: the tables, and what can be done with the open one.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let tables = shared.session.tables(None).into_iter().map(|table| Findable {
        effects: vec![
            Effect::Select(Select::Table(Text::clone(&table.name))),
            Effect::Show(Target::Table),
        ],
        ..Findable::named(FindableKind::Table, &table.name, Effect::Show(Target::Table))
    });
    let new = Findable::command("design.new", Effect::Begin(Input::design(DesignPurpose::Create)));
    [new].into_iter().chain(of_table(shared).into_iter().flatten()).chain(tables).collect()
}

/// What can be done with the open table; `None` if there is none.
fn of_table(shared: &Shared) -> Option<Vec<Findable>> {
    let table = Text::from(shared.table()?.schema.name.as_str());
    let head = shared.session.table_head(Some(&table))?;
    let update = DesignPurpose::Update(Text::clone(&table));
    let begin = |title, input| Findable::command(title, Effect::Begin(input));
    let delete = Message::plain("table.delete").with("name", Argument::Name(table.clone(), None));
    let sql = sql_command(&head)
        .map(|command| Findable::command(sql_title(&head), Effect::Command(command)));
    let found = vec![
        begin("import.open", Input::Import(None)),
        begin("entities.open", Input::Entities),
        begin("caller.open", Input::Callers),
        begin("region.open", Input::Regions),
        begin("series.open", Input::Series),
        begin("design.update", Input::design(update.clone())),
        begin("design.set_time_to_live", Input::Design(update, DesignPlace::TimeToLive)),
        begin("design.change", Input::design(DesignPurpose::Rebuild(Text::clone(&table)))),
        Findable::command_on(&delete, Effect::Command(Command::DeleteTable(table.to_string()))),
    ];
    Some(found.into_iter().chain(sql).collect())
}

/// Lets a table stand for one of an SQL database, or no longer; `None` if it cannot.
pub(super) fn sql_command(table: &TableHead) -> Option<Command> {
    let (name, is_sql) = (Text::clone(&table.name), !table.is_sql?);
    Some(Command::Plan(PlanCommand::SetSql { table: name, is_sql }))
}

/// What that is called.
pub(super) fn sql_title(table: &TableHead) -> &'static str {
    if table.is_sql == Some(true) { "table.sql_unmake" } else { "table.sql_make" }
}

fn selected_or_first(shared: &Shared) -> Option<ItemView> {
    shared.session.item(shared.table_name(), shared.selection.item.as_ref())
}

/// The selected item, if it is in the table.
pub(super) fn selected(shared: &Shared) -> Option<ItemView> {
    let item = shared.selection.item.as_ref()?;
    shared.session.item(shared.table_name(), Some(item))
}

#[cfg(test)]
mod tests {
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[test]
    fn what_is_done_to_an_item_needs_a_selected_one() {
        let (session, page) = (Session::first(), PageState::default());
        let mut selection = Selection::default();
        let act = |selection: &Selection, action| {
            effect(action, &Shared { session: &session, selection, page: &page })
        };
        assert_eq!(act(&selection, Action::DeleteItem), None);
        assert_eq!(act(&selection, Action::Duplicate), None);
        let first = session.item(None, None).expect("the example has items");
        selection.item = Some(first.id.clone());
        let delete = Effect::Begin(Input::Edit(Edit::Delete { item: first.id }));
        assert_eq!(act(&selection, Action::DeleteItem), Some(delete));
    }

    #[test]
    fn the_forms_are_about_the_open_table() {
        let (session, page) = (Session::first(), PageState::default());
        let selection = Selection::default();
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let update = DesignPurpose::Update("Orders".into());
        assert_eq!(
            effect(Action::TimeToLive, &shared),
            Some(Effect::Begin(Input::Design(update, DesignPlace::TimeToLive)))
        );
    }
}
