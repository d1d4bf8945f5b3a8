//! What actions do to the page.

use playground::sandbox::command::{Command, Response, WorkloadCommand};
use playground::session::Session;
use playground::view::design::{KeyDesign, KeyKind, TableDesign};
use playground::view::edit::{Edit, ItemId};
use playground::view::embed::EmbedRequest;
use playground::view::workspace::Workspace;

use crate::app::state::AppState;
use crate::app::state::action::{Action, Effect};
use crate::app::state::key::{Key, Shortcut, Target};
use crate::panel::effect::{Input, Select};
use crate::panel::page::{Embed, Focus, PageAction};
use crate::panel::setting::{Edge, Menu, Speed, Theme, Zone};
use crate::panel::shared::Selection;
use playground::sandbox::example;

fn item() -> ItemId {
    ItemId("{\"id\":{\"S\":\"1\"}}".into())
}

/// A page that shows the table Orders.
fn page() -> AppState {
    AppState {
        selection: Selection { table: Some("Orders".into()), ..Selection::default() },
        ..AppState::default()
    }
}

fn games() -> TableDesign {
    TableDesign {
        name: "Games".to_owned(),
        partition_key: KeyDesign { name: "id".to_owned(), kind: KeyKind::S },
        sort_key: None,
        local_indexes: Vec::new(),
        global_indexes: Vec::new(),
        settings: None,
    }
}

fn key(name: &str) -> Key<'_> {
    Key { name, control: false, shift: false, is_sheet_open: false, target: Target::Page }
}

const ACCEPTED: Response = Response { accepted: true, notices: Vec::new() };
const REJECTED: Response = Response { accepted: false, notices: Vec::new() };

#[test]
fn another_sandbox_closes_everything_but_keeps_what_was_chosen() {
    let mut state = page();
    state.update(Action::Select(Select::Item(item())));
    state.update(Action::Page(PageAction::SetTheme(Theme::Dark)));
    state.update(Action::Page(PageAction::SetSpeed(Speed::REAL)));
    state.update(Action::Page(PageAction::MoveEdge(Edge::Table, 300)));
    let edges = state.page.edges;
    assert_ne!(edges, AppState::default().page.edges);
    let command = example::open_first();
    let effects = state.update(Action::Command(command.clone()));
    assert_eq!(effects, [Effect::Ask(command.clone())]);
    // What cannot be opened leaves everything as it is.
    state.answer(&command, &REJECTED);
    assert!(state.selection.item.is_some());
    let effects = state.answer(&command, &ACCEPTED);
    assert_eq!(effects, [Effect::Focus(Focus::Zone(Zone::Table))]);
    assert_eq!(state.selection, Selection::default());
    assert_eq!((state.page.theme, state.page.speed), (Theme::Dark, Speed::REAL));
    assert_eq!(state.page.edges, edges);
}

#[test]
fn an_item_stays_selected_until_escape_lets_it_go() {
    let mut state = page();
    state.update(Action::Select(Select::Item(item())));
    state.update(Action::Select(Select::Item(item())));
    assert_eq!(state.selection.item, Some(item()));
    let escape = Key {
        name: "Escape",
        control: false,
        shift: false,
        is_sheet_open: false,
        target: Target::Button,
    };
    let in_field = Key { target: Target::Field, ..escape };
    assert_eq!(state.shortcut(in_field), None, "the field has its own Escape");
    let Some(Shortcut::Act(action)) = state.shortcut(escape) else {
        panic!("Escape does something")
    };
    state.update(action);
    assert_eq!((&state.selection.item, state.shortcut(escape)), (&None, None));
}

#[test]
fn escape_closes_the_sheet_before_it_lets_the_item_below_it_go() {
    let mut state = page();
    state.update(Action::Select(Select::Item(item())));
    state.page.zone = Zone::Operation;
    let over_sheet = Key { is_sheet_open: true, ..key("Escape") };
    let close = Action::Page(PageAction::CloseOperation);
    assert_eq!(state.shortcut(over_sheet), Some(Shortcut::Act(close)));
    // Beside the zones it covers nothing.
    let let_go = Action::Select(Select::NoItem);
    assert_eq!(state.shortcut(key("Escape")), Some(Shortcut::Act(let_go)));
}

#[test]
fn a_table_that_a_request_creates_is_opened() {
    let mut state = page();
    let request = r#"{"TableName": "Second"}"#.to_owned();
    let command = Command::Call { operation: "CreateTable".to_owned(), request };
    state.answer(&command, &Response { accepted: false, notices: Vec::new() });
    assert_ne!(state.selection.table.as_deref(), Some("Second"));
    state.answer(&command, &Response { accepted: true, notices: Vec::new() });
    assert_eq!(state.selection.table.as_deref(), Some("Second"));
    assert_eq!(state.page.zone, Zone::Table, "on small screens its receipt does not cover it");
}

#[test]
fn load_stays_open_when_a_table_is_created_in_it() {
    let mut state = page();
    state.page.workspace = Workspace::Load;
    state.answer(&Command::CreateTable(games()), &ACCEPTED);
    assert_eq!(state.selection.table.as_deref(), Some("Games"));
    assert_eq!(state.page.workspace, Workspace::Load);
    let set_up = Session::first().set_up(None, "experiment.scan").expect("it has its own table");
    let choose = WorkloadCommand::Choose { experiment: "experiment.scan".into(), set_up };
    state.answer(&Command::Workload(choose.clone()), &ACCEPTED);
    assert_eq!(state.page.workspace, Workspace::Load);
    state.answer(&Command::Workload(choose), &REJECTED);
    let shown = (state.page.workspace, state.page.zone);
    assert_eq!(shown, (Workspace::Explore, Zone::Operation), "the fault is shown");
}

#[test]
fn an_entry_leads_to_its_item_wherever_it_is() {
    let mut state = page();
    state.page.zone = Zone::Indexes;
    let effects = state.update(Action::Page(PageAction::GoToItem(item())));
    assert_eq!(effects, [Effect::Focus(Focus::Item(item()))]);
    assert_eq!((state.page.zone, state.selection.item), (Zone::Table, Some(item())));
}

#[test]
fn the_key_of_the_table_leads_to_its_items() {
    let mut state = page();
    state.page.workspace = Workspace::Load;
    let key =
        Key { name: "t", control: false, shift: false, is_sheet_open: false, target: Target::Page };
    let Some(Shortcut::Act(action)) = state.shortcut(key) else { panic!("T does something") };
    assert_eq!(state.update(action), [Effect::Focus(Focus::Items)]);
    assert_eq!((state.page.workspace, state.page.zone), (Workspace::Explore, Zone::Table));
}

#[test]
fn a_read_shows_what_it_found_and_a_write_leaves_the_indexes_in_view() {
    let mut state = page();
    let command = Command::Call { operation: "Query".to_owned(), request: "{}".to_owned() };
    let asked = state.update(Action::Command(command.clone()));
    assert_eq!(asked, [Effect::Ask(command.clone())]);
    state.page.workspace = Workspace::Design;
    state.answer(&command, &ACCEPTED);
    assert_eq!((state.page.workspace, state.page.zone), (Workspace::Explore, Zone::Operation));
    state.update(Action::Page(PageAction::CloseOperation));
    let write = Command::Call { operation: "PutItem".to_owned(), request: "{}".to_owned() };
    state.answer(&write, &ACCEPTED);
    assert_eq!(state.page.zone, Zone::Table);
    state.answer(&write, &REJECTED);
    assert_eq!(state.page.zone, Zone::Operation, "the fault is shown");
}

#[test]
fn a_table_that_is_created_is_opened() {
    let mut state = page();
    let command = Command::CreateTable(games());
    state.answer(&command, &REJECTED);
    assert_eq!(state.selection.table.as_deref(), Some("Orders"));
    state.answer(&command, &ACCEPTED);
    assert_eq!(state.selection.table.as_deref(), Some("Games"));
}

#[test]
fn a_dialog_has_keys_of_its_own() {
    let mut state = page();
    state.selection.item = Some(item());
    for name in ["Escape", "g", " "] {
        assert_eq!(state.shortcut(Key { target: Target::Dialog, ..key(name) }), None, "{name:?}");
    }
    let undo = Key { control: true, target: Target::Dialog, ..key("z") };
    assert_eq!(state.shortcut(undo), None);
}

#[test]
fn the_focus_returns_to_the_button_of_a_menu_that_is_closed() {
    let mut state = page();
    state.update(Action::Page(PageAction::ToggleMenu(Menu::Share)));
    let effects = state.update(Action::Page(PageAction::CloseMenu));
    assert_eq!(effects, [Effect::Focus(Focus::Menu(Menu::Share))]);
    assert_eq!(state.page.menu, None);
}

#[test]
fn the_clock_goes_from_speed_to_speed_and_stops_at_the_ends() {
    assert_eq!(Speed::DEFAULT.faster(), Speed::Slower(4));
    assert_eq!(Speed::DEFAULT.slower(), Speed::Slower(20));
    assert_eq!(Speed::PRESENTATION.slower(), Speed::PRESENTATION);
    assert_eq!(Speed::Faster(4).faster(), Speed::Faster(4));
}

#[test]
fn letters_are_keys_only_outside_of_fields_and_only_if_wanted() {
    let mut state = page();
    let indexes = Shortcut::Act(Action::Page(PageAction::GoToZone(Zone::Indexes)));
    assert_eq!(state.shortcut(key("g")), Some(indexes));
    assert_eq!(state.shortcut(Key { target: Target::Field, ..key("g") }), None);
    state.update(Action::Page(PageAction::SetLetterKeys(false)));
    assert_eq!(state.shortcut(key("g")), None);
}

#[test]
fn space_presses_a_button_and_holds_the_clock_anywhere_else() {
    let state = page();
    let hold = Shortcut::Act(Action::Page(PageAction::SetPlaying(false)));
    assert_eq!(state.shortcut(key(" ")), Some(hold));
    assert_eq!(state.shortcut(Key { target: Target::Button, ..key(" ") }), None);
}

#[test]
fn control_and_z_belongs_to_the_field_that_has_the_focus() {
    let state = page();
    let undo = Key { control: true, ..key("z") };
    let redo = Key { shift: true, name: "Z", ..undo };
    let act = |command| Some(Shortcut::Act(Action::Command(command)));
    assert_eq!(state.shortcut(undo), act(Command::Undo));
    assert_eq!(state.shortcut(redo), act(Command::Redo));
    assert_eq!(state.shortcut(Key { target: Target::Field, ..undo }), None);
}

#[test]
fn preferences_come_back_as_they_were() {
    let mut state = page();
    state.update(Action::Page(PageAction::SetTheme(Theme::Light)));
    state.update(Action::Page(PageAction::SetPlaying(false)));
    state.update(Action::Page(PageAction::MoveEdge(Edge::Indexes, 850)));
    state.update(Action::Page(PageAction::MoveEdge(Edge::Table, 900)));
    state.page.newcomer = false;
    let mut other = AppState::default();
    other.read_preferences(&state.preferences());
    assert_eq!(
        (other.page.theme, other.page.playing, other.page.newcomer),
        (Theme::Light, false, false)
    );
    // No zone became narrower than it may be.
    assert_eq!(other.page.edges.places(), [560, 780]);
    other.read_preferences("theme=green speed=7 playing nonsense=1 edges=400");
    assert_eq!((other.page.theme, other.page.speed), (Theme::Light, Speed::DEFAULT));
    assert_eq!(other.page.edges.places(), [560, 780]);
    other.read_preferences("edges=65535,0");
    assert_eq!(other.page.edges.places(), [560, 780]);
}

#[test]
fn an_accepted_edit_shows_its_receipt() {
    let mut state = page();
    state.page.workspace = Workspace::Load;
    let edit = Edit::Delete { item: item() };
    let command = Command::Edit { table: "Orders".to_owned(), edit };
    assert_eq!(state.answer(&command, &REJECTED), []);
    assert!(state.page.newcomer);
    assert_eq!(state.answer(&command, &ACCEPTED), [Effect::SavePreferences, Effect::ShowPending]);
    assert_eq!((state.page.workspace, state.page.newcomer), (Workspace::Explore, false));
}

#[test]
fn an_edit_selects_its_item_and_another_table_deselects_it() {
    let mut state = page();
    let input = Input::Edit(Edit::Delete { item: item() });
    assert_eq!(state.update(Action::Begin(input.clone())), [Effect::Begin(input)]);
    assert_eq!(state.selection.item, Some(item()));
    let effects = state.update(Action::Select(Select::Table("Games".into())));
    assert_eq!(effects, [Effect::LeaveTable]);
    let selection = Selection { table: Some("Games".into()), ..Selection::default() };
    assert_eq!(state.selection, selection);
}

/// A page that is an embed.
fn embed(is_read_only: bool) -> AppState {
    let request = EmbedRequest::parse("table,gsi:OpenOrders", is_read_only).into();
    let mut state = page();
    state.page.embed = Some(Embed { request, ..Embed::default() });
    state
}

#[test]
fn an_embed_leaves_letters_to_the_page_around_it() {
    let mut state = embed(false);
    for name in ["n", "p", "?", "1", " ", "/"] {
        assert_eq!(state.shortcut(key(name)), None, "{name}");
    }
    let with_control = |name| Key { control: true, ..key(name) };
    assert_eq!(state.shortcut(with_control("k")), None);
    assert_eq!(state.shortcut(with_control("s")), None);
    let undo = Shortcut::Act(Action::Command(Command::Undo));
    assert_eq!(state.shortcut(with_control("z")), Some(undo));
    state.update(Action::Select(Select::Item(item())));
    let release = Shortcut::Act(Action::Select(Select::NoItem));
    assert_eq!(state.shortcut(key("Escape")), Some(release));
    let opened = example::open_first();
    state.answer(&opened, &ACCEPTED);
    assert!(state.page.embed.is_some(), "another sandbox is in the same embed");
}

#[test]
fn in_a_read_only_embed_only_the_time_passes() {
    let remove = || Edit::Remove { item: item(), attribute: "a".to_owned() };
    let edit = || Command::Edit { table: "Orders".to_owned(), edit: remove() };
    let mut state = embed(true);
    assert_eq!(state.update(Action::Command(edit())), []);
    assert_eq!(state.update(Action::Command(Command::Undo)), []);
    assert_eq!(state.update(Action::Begin(Input::Edit(remove()))), []);
    assert_eq!(state.selection.item, None);
    for command in [Command::Advance { by_ms: 16 }, Command::StepToNext, example::open_first()] {
        let effects = state.update(Action::Command(command.clone()));
        assert_eq!(effects, [Effect::Ask(command)]);
    }
    let effects = embed(false).update(Action::Command(edit()));
    assert_eq!(effects, [Effect::Ask(edit())]);
}
