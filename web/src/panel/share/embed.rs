//! What an embed of the sandbox would show, and its code. Pure.

use playground::lesson::result::units;
use playground::link::snippet::{self, Embed};
use playground::link::version;
use playground::picture::html;
use playground::view::embed::{EmbedPart, EmbedRequest};
use playground::view::value::Text;

use crate::panel::setting::Theme;
use crate::panel::shared::Shared;

/// What an embed of the sandbox would show, and in what code.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own in the dialog")]
pub struct EmbedState {
    /// The kind of code.
    pub code: EmbedCode,
    pub shows_items: bool,
    pub shows_map: bool,
    /// The indexes that it shows; the first one if `None`.
    pub indexes: Option<Vec<Text>>,
    /// Whether a reader can only look.
    pub is_read_only: bool,
    /// Whether it shows the lesson that is open.
    pub has_lesson: bool,
    /// The version of the page, where the page is published in versions.
    pub version: EmbedVersion,
    /// Its colours.
    pub theme: Theme,
}

/// The kind of code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmbedCode {
    /// A frame, which needs no script.
    Frame,
    /// The element `<sparse-box>`, with a table for readers without scripts.
    Element,
}

impl EmbedCode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Frame, Self::Element];

    /// What it is called: a key of the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Frame => "share.embed.frame",
            Self::Element => "share.embed.element",
        }
    }

    /// What it needs and can do: a key of the catalogue.
    pub const fn about(self) -> &'static str {
        match self {
            Self::Frame => "share.embed.frame_about",
            Self::Element => "share.embed.element_about",
        }
    }
}

/// The version of the page that an embed shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmbedVersion {
    /// This one, also when there is a newer one.
    Pinned,
    /// The one that was published last.
    Latest,
}

impl EmbedVersion {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Pinned, Self::Latest];

    /// What it is called: a key of the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Pinned => "share.embed.pinned",
            Self::Latest => "share.embed.latest",
        }
    }
}

impl Default for EmbedState {
    fn default() -> Self {
        Self {
            code: EmbedCode::Frame,
            shows_items: true,
            shows_map: false,
            indexes: None,
            is_read_only: false,
            has_lesson: true,
            version: EmbedVersion::Pinned,
            theme: Theme::Auto,
        }
    }
}

/// A choice about the embed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbedChoice {
    /// The kind of code.
    Code(EmbedCode),
    /// Show the items, or not.
    Items(bool),
    /// Show the map, or not.
    Map(bool),
    /// Show an index, or not.
    Index(Text, bool),
    /// Let a reader only look, or not.
    ReadOnly(bool),
    /// Show the lesson, or not.
    Lesson(bool),
    /// The version of the page.
    Version(EmbedVersion),
    /// Its colours.
    Theme(Theme),
}

impl EmbedState {
    /// Changes what the embed shows.
    pub fn choose(&mut self, choice: EmbedChoice, shared: &Shared) {
        match choice {
            EmbedChoice::Code(code) => self.code = code,
            EmbedChoice::Items(is_shown) => self.shows_items = is_shown,
            EmbedChoice::Map(is_shown) => self.shows_map = is_shown,
            EmbedChoice::Index(name, is_shown) => {
                let mut indexes = self.shown_indexes(shared);
                indexes.retain(|other| *other != name);
                indexes.extend(is_shown.then_some(name));
                self.indexes = Some(indexes);
            }
            EmbedChoice::ReadOnly(is_read_only) => self.is_read_only = is_read_only,
            EmbedChoice::Lesson(has_lesson) => self.has_lesson = has_lesson,
            EmbedChoice::Version(version) => self.version = version,
            EmbedChoice::Theme(theme) => self.theme = theme,
        }
    }

    /// Whether the embed shows a lesson; `None` if none is open that other browsers have.
    pub(super) fn lesson(&self, shared: &Shared) -> Option<bool> {
        shared.step_link().map(|_| self.has_lesson)
    }

    /// The version of the page that the embed shows; `None` if the page is not published in versions.
    pub(super) fn version(&self, shared: &Shared) -> Option<EmbedVersion> {
        version::latest(&shared.page.address).map(|_| self.version)
    }

    /// The address of the embed with the sandbox in this fragment.
    pub(super) fn address(&self, shared: &Shared, fragment: &str) -> String {
        let page = self.page(shared);
        snippet::embed_address(&self.embed(shared, &page, &self.request(shared), fragment))
    }

    /// The code of the embed. With the steps it states the units of the last operation.
    pub(super) fn code(&self, shared: &Shared, fragment: &str, has_steps: bool) -> String {
        let is_of_sandbox = self.lesson(shared) != Some(true);
        let last = shared.session.last_operation().filter(|_| has_steps && is_of_sandbox);
        let units = last.and_then(units).unwrap_or_default();
        let request = self.request(shared);
        let page = self.page(shared);
        let embed = self.embed(shared, &page, &request, fragment);
        match self.code {
            EmbedCode::Frame => {
                let frame = snippet::iframe(&snippet::embed_address(&embed), embed.title);
                match units.as_str() {
                    "" => frame,
                    units => format!("{frame}\n{}", snippet::units_comment(units)),
                }
            }
            EmbedCode::Element => {
                let table = shared.table_name();
                let picture = shared.session.picture(table, Text::default());
                snippet::element(&embed, &units, &html::fallback(&picture))
            }
        }
    }

    /// The address of the page, with the step of the lesson that the embed shows.
    fn page(&self, shared: &Shared) -> Text {
        let address = &shared.page.address;
        let chosen = match self.version {
            EmbedVersion::Pinned => version::pinned(address),
            EmbedVersion::Latest => version::latest(address),
        };
        let address = chosen.map_or_else(|| Text::clone(address), Text::from);
        let step = shared.step_link_at(&address).filter(|_| self.has_lesson);
        step.unwrap_or(address)
    }

    fn embed<'a>(
        &self,
        shared: &'a Shared,
        page: &'a str,
        request: &'a EmbedRequest,
        fragment: &'a str,
    ) -> Embed<'a> {
        let theme = match self.theme {
            Theme::Auto => "",
            Theme::Light | Theme::Dark => self.theme.id(),
        };
        let is_lesson = self.lesson(shared) == Some(true);
        let fragment = if is_lesson { "" } else { fragment };
        Embed { page, request, theme, fragment, title: shared.session.title() }
    }

    /// The parts that are chosen. The table is named if the sandbox has several.
    fn request(&self, shared: &Shared) -> EmbedRequest {
        let shown = self.shown_indexes(shared);
        let has_several = shared.session.database().tables().count() > 1;
        let table = shared.table().filter(|_| has_several);
        let table = table.map(|table| Text::from(table.schema.name.as_str()));
        let items = self.shows_items.then_some(EmbedPart::Table(table));
        let indexes = indexes(shared).filter(|(name, _)| shown.contains(name));
        let map = self.map(shared).unwrap_or_default().then_some(EmbedPart::Map);
        let parts = map.into_iter().chain(items).chain(indexes.map(|(_, part)| part));
        EmbedRequest { parts: parts.collect(), is_read_only: self.is_read_only }
    }

    /// Whether it shows the map; `None` if there is none.
    pub(super) fn map(&self, shared: &Shared) -> Option<bool> {
        shared.session.has_map().then_some(self.shows_map)
    }

    /// The indexes that are chosen.
    pub(super) fn shown_indexes(&self, shared: &Shared) -> Vec<Text> {
        let first = || indexes(shared).map(|(name, _)| name).take(1).collect();
        self.indexes.clone().unwrap_or_else(first)
    }
}

/// The indexes of the open table in the order of their cards, and each as a part of an embed.
pub(super) fn indexes(shared: &Shared) -> impl Iterator<Item = (Text, EmbedPart)> {
    let parts = shared.session.embed_parts(shared.table_name());
    parts.into_iter().filter_map(|part| match &part {
        EmbedPart::Global(name) | EmbedPart::Local(name) => Some((Text::clone(name), part)),
        EmbedPart::Table(_) | EmbedPart::Indexes | EmbedPart::Map | EmbedPart::Unknown(_) => None,
    })
}
