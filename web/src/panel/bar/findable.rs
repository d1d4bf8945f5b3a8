//! What can be found by name of the bar: workspaces, and commands on the sandbox. Pure.

use playground::sandbox::command::Command;
use playground::view::compare::CompareCommand;
use playground::view::message::Message;
use playground::view::workspace::Workspace;

use crate::panel::effect::{Effect, Findable, FindableKind};
use crate::panel::page::PageAction;
use crate::panel::setting::{Menu, Theme};
use crate::panel::shared::Shared;
use crate::panel::storage::WorkAction;

/// What can be found. A command that would do nothing now is not among them.
pub(super) fn findable(shared: &Shared) -> Vec<Findable> {
    let workspaces = [(Workspace::Explore, "1"), (Workspace::Load, "2"), (Workspace::Design, "3")]
        .map(|(workspace, keys)| {
            let show = Effect::Page(PageAction::ShowWorkspace(workspace));
            Findable::titled(FindableKind::Part, workspace.title(), show).with_keys(keys)
        });
    let themes = Theme::ALL
        .map(|theme| Findable::command(theme.title(), Effect::Page(PageAction::SetTheme(theme))));
    history(shared).into_iter().chain(sandbox(shared)).chain(themes).chain(workspaces).collect()
}

/// Undo and redo, if there is something to undo or redo.
fn history(shared: &Shared) -> Vec<Findable> {
    let bar = shared.session.bar(None);
    let command = |key, what: Option<Message>, command, keys| {
        let title = Message::plain(key).with("what", what?);
        Some(Findable::command_on(&title, Effect::Command(command)).with_keys(keys))
    };
    [
        command("bar.undo_what", bar.undo, Command::Undo, "Ctrl Z"),
        command("bar.redo_what", bar.redo, Command::Redo, "Ctrl ⇧ Z"),
        bar.edited.then(|| Findable::command("bar.reset", Effect::Command(Command::Reset))),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What can be done with the sandbox as a whole.
fn sandbox(shared: &Shared) -> Vec<Findable> {
    let bar = shared.session.bar(None);
    let duplicate = Command::Compare(CompareCommand::Duplicate);
    let is_single = !bar.is_compared && !bar.tables.is_empty();
    let duplicate =
        is_single.then(|| Findable::command("compare.duplicate", Effect::Command(duplicate)));
    let commands = [
        Findable::command("bar.new", Effect::Work(WorkAction::New)),
        Findable::command("bar.present", Effect::Page(PageAction::Present(true))).with_keys("P"),
        Findable::command("work.title", Effect::Work(WorkAction::Open)),
        Findable::command("glossary.title", Effect::Page(PageAction::ToggleMenu(Menu::Glossary))),
        Findable::command("shortcuts.title", Effect::Page(PageAction::ToggleMenu(Menu::Shortcuts)))
            .with_keys("?"),
    ];
    duplicate.into_iter().chain(commands).collect()
}
