//! What an embed of the sandbox would show, and what can be done in the dialog. Pure.

use playground::lesson::result::units;
use playground::link::error::LinkError;
use playground::link::snippet;
use playground::view::embed::{EmbedPart, EmbedRequest};
use playground::view::value::Text;

use crate::panel::effect::Effect;
use crate::panel::page::PageAction;
use crate::panel::setting::Theme;
use crate::panel::shared::Shared;

/// What an embed of the sandbox would show.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Whether it shows the items.
    pub shows_items: bool,
    /// The indexes that it shows; the first one if `None`.
    pub indexes: Option<Vec<Text>>,
    /// Whether a reader can only look.
    pub is_read_only: bool,
    /// Whether it repeats what was done, and so shows the receipt of the last operation.
    pub has_steps: bool,
    /// Its colours.
    pub theme: Theme,
    /// What became of the last copy.
    pub copied: Option<Copied>,
}

/// What became of a copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// The code is on the clipboard.
    Done,
    /// The browser did not let the page put it there.
    Denied,
}

impl Default for State {
    fn default() -> Self {
        Self {
            shows_items: true,
            indexes: None,
            is_read_only: false,
            has_steps: false,
            theme: Theme::Auto,
            copied: None,
        }
    }
}

/// What can be done in the dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Show the items, or not.
    ShowItems(bool),
    /// Show an index, or not.
    ShowIndex(Text, bool),
    /// Let a reader only look, or not.
    SetReadOnly(bool),
    /// Let it repeat what was done, or not.
    SetSteps(bool),
    /// Give it other colours.
    SetTheme(Theme),
    /// Copy the code.
    Copy,
    /// The code is copied, or is not.
    Copied(Copied),
    /// Close the dialog.
    Close,
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        if !matches!(action, Action::Copied(_)) {
            self.copied = None;
        }
        match action {
            Action::ShowItems(is_shown) => self.shows_items = is_shown,
            Action::ShowIndex(name, is_shown) => {
                let mut indexes = shown_indexes(self, shared);
                indexes.retain(|other| *other != name);
                indexes.extend(is_shown.then_some(name));
                self.indexes = Some(indexes);
            }
            Action::SetReadOnly(is_read_only) => self.is_read_only = is_read_only,
            Action::SetSteps(has_steps) => self.has_steps = has_steps,
            Action::SetTheme(theme) => self.theme = theme,
            Action::Copy => {
                let address = address(self, shared);
                let copy = address.map(|it| code(self, shared, &it)).map(|code| Effect::Copy {
                    text: code.into(),
                    copied: Action::Copied(Copied::Done),
                    denied: Action::Copied(Copied::Denied),
                });
                return copy.into_iter().collect();
            }
            Action::Copied(copied) => self.copied = Some(copied),
            Action::Close => return vec![Effect::Page(PageAction::CloseMenu)],
        }
        Vec::new()
    }
}

/// The address of the embed; `None` if the sandbox is too large for any.
fn address(state: &State, shared: &Shared) -> Option<String> {
    Some(embed_address(state, shared, &fragment(state, shared).ok()?))
}

/// The sandbox as the embed has it.
pub(super) fn fragment(state: &State, shared: &Shared) -> Result<String, LinkError> {
    match state.has_steps {
        true => shared.session.link_with_steps(),
        false => shared.session.link(),
    }
}

/// The code of the embed at an address. With the steps it states the units of the last operation.
pub(super) fn code(state: &State, shared: &Shared, address: &str) -> String {
    let frame = snippet::iframe(address, shared.session.title());
    let last = shared.session.last_operation().filter(|_| state.has_steps);
    match last.and_then(units) {
        Some(units) => format!("{frame}\n{}", snippet::units_comment(&units)),
        None => frame,
    }
}

/// The address of the embed with the sandbox in this fragment.
pub(super) fn embed_address(state: &State, shared: &Shared, fragment: &str) -> String {
    let theme = match state.theme {
        Theme::Auto => "",
        Theme::Light | Theme::Dark => state.theme.id(),
    };
    snippet::embed_address(&shared.page.address, &request(state, shared), theme, fragment)
}

/// The parts that are chosen. The table is named if the sandbox has several.
fn request(state: &State, shared: &Shared) -> EmbedRequest {
    let shown = shown_indexes(state, shared);
    let has_several = shared.session.database().tables().count() > 1;
    let table = shared.table().filter(|_| has_several);
    let table = table.map(|table| Text::from(table.schema.name.as_str()));
    let items = state.shows_items.then_some(EmbedPart::Table(table));
    let indexes = indexes(shared).filter(|(name, _)| shown.contains(name));
    let parts = items.into_iter().chain(indexes.map(|(_, part)| part));
    EmbedRequest { parts: parts.collect(), is_read_only: state.is_read_only }
}

/// The indexes that are chosen.
pub(super) fn shown_indexes(state: &State, shared: &Shared) -> Vec<Text> {
    let first = || indexes(shared).map(|(name, _)| name).take(1).collect();
    state.indexes.clone().unwrap_or_else(first)
}

/// The indexes of the open table in the order of their cards, and each as a part of an embed.
pub(super) fn indexes(shared: &Shared) -> impl Iterator<Item = (Text, EmbedPart)> {
    let parts = shared.session.embed_parts(shared.selection.table.as_deref());
    parts.into_iter().filter_map(|part| match &part {
        EmbedPart::Global(name) | EmbedPart::Local(name) => Some((Text::clone(name), part)),
        EmbedPart::Table(_) | EmbedPart::Indexes | EmbedPart::Unknown(_) => None,
    })
}
