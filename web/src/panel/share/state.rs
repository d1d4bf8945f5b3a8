//! What is shared: the part of the dialog that is shown, and what became of the last copy. Pure.

use playground::link::error::LinkError;
use playground::link::snippet;
use playground::picture::{Format, draw};
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::page::PageAction;
use crate::panel::setting::Menu;
use crate::panel::share::embed::{EmbedChoice, EmbedState};
use crate::panel::shared::Shared;
use crate::panel::storage::WorkAction;

/// The topic under which the dialog opens with the link copied.
pub const COPY_LINK: &str = "copy-link";

/// A form in which the sandbox is shared.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Part {
    #[default]
    Link,
    /// The link as a QR code.
    QrCode,
    /// Code that shows the sandbox in another page.
    Embed,
    /// The link in Markdown.
    Markdown,
    /// A picture that contains the link.
    Picture,
    File,
}

impl Part {
    /// All, in the order of the dialog.
    pub const ALL: [Self; 6] =
        [Self::Link, Self::QrCode, Self::Embed, Self::Markdown, Self::Picture, Self::File];

    /// What it is called: a key of the catalogue.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Link => "share.link",
            Self::QrCode => "share.qr_code",
            Self::Embed => "share.embed",
            Self::Markdown => "share.markdown",
            Self::Picture => "share.picture",
            Self::File => "share.file",
        }
    }

    /// The topic under which the dialog opens with it; also what it is called where things are found by name.
    pub const fn topic(self) -> &'static str {
        match self {
            Self::Link => "share.title",
            Self::QrCode => "share.as_qr_code",
            Self::Embed => "share.as_embed",
            Self::Markdown => "share.as_markdown",
            Self::Picture => "share.as_picture",
            Self::File => "share.as_file",
        }
    }
}

/// The state of the dialog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The form that is shown.
    pub part: Part,
    /// Whether what is shared repeats what was done: it then shows the receipt of the last operation, and earlier moments. If the user has not
    /// chosen, it does where changes are held on their way, which have arrived in any other link.
    pub has_steps: Option<bool>,
    /// What an embed would show.
    pub embed: EmbedState,
    /// What became of the last copy or file; `None` if there was none.
    pub done: Option<Done>,
}

/// A text that can be copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Copy {
    Link,
    /// The code of the embed.
    Embed,
    /// The link in Markdown.
    Markdown,
    /// A picture that is a link, in Markdown.
    MarkdownPicture,
}

/// What became of a copy or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// It is on the clipboard.
    Copied(Copy),
    /// The browser did not let the page put this text there.
    Denied(Text),
    /// The browser could not make the file.
    Failed,
}

/// What can be done in the dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Show a form.
    Show(Part),
    /// Copy a text.
    Copy(Copy),
    /// Repeat what was done, or not.
    Steps(bool),
    /// Decide what the embed shows.
    Choose(EmbedChoice),
    /// Save the picture as a file.
    SavePicture(Format),
    /// Save the sandbox as a file.
    Download,
    /// A copy or a file is done, or is not.
    Done(Done),
    /// Close the dialog.
    Close,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        self.done = None;
        match action {
            Action::Show(part) => self.part = part,
            Action::Copy(copy) => {
                let text = self.text(copy, shared).ok();
                let copying = text.map(|text| Effect::Copy {
                    copied: Action::Done(Done::Copied(copy)),
                    denied: Action::Done(Done::Denied(Text::clone(&text))),
                    text,
                });
                return copying.into_iter().collect();
            }
            Action::Steps(has_steps) => self.has_steps = Some(has_steps),
            Action::Choose(choice) => self.embed.choose(choice, shared),
            Action::SavePicture(format) => {
                let drawn = self.drawn(shared).ok();
                let save = drawn.map(|Drawn { svg, link }| Effect::SavePicture {
                    name: picture_name(shared, format),
                    svg,
                    link,
                    format,
                    failed: Action::Done(Done::Failed),
                });
                return save.into_iter().collect();
            }
            Action::Download => return vec![Effect::Work(WorkAction::Download)],
            Action::Done(done) => self.done = Some(done),
            Action::Close => return vec![Effect::Page(PageAction::CloseMenu)],
        }
        Vec::new()
    }

    fn leave_table(&mut self, _: &Shared) {
        *self = Self::default();
    }

    /// Opens the dialog with a form, or with the link copied.
    fn open(&mut self, topic: &'static str, shared: &Shared) -> Vec<Effect<Action>> {
        let part = Part::ALL.into_iter().find(|part| part.topic() == topic);
        self.part = part.unwrap_or_default();
        self.done = None;
        let is_open = shared.page.menu == Some(Menu::Share);
        let open = (!is_open).then_some(Effect::Page(PageAction::ToggleMenu(Menu::Share)));
        let copies = topic == COPY_LINK;
        let copy = copies.then(|| self.update(Action::Copy(Copy::Link), shared));
        open.into_iter().chain(copy.into_iter().flatten()).collect()
    }
}

impl State {
    /// What is copied.
    pub(super) fn text(&self, copy: Copy, shared: &Shared) -> Result<Text, LinkError> {
        let title = shared.session.title();
        Ok(match copy {
            Copy::Link => self.link(shared)?,
            Copy::Embed => {
                let fragment = self.fragment(shared)?;
                self.embed.code(shared, &fragment, self.repeats_steps(shared)).into()
            }
            Copy::Markdown => snippet::markdown_link(&self.link(shared)?, title).into(),
            Copy::MarkdownPicture => {
                let file = picture_name(shared, Format::Svg);
                snippet::markdown_picture(&self.link(shared)?, title, &file).into()
            }
        })
    }

    /// Whether what is shared repeats what was done. An embed shows no earlier moment.
    pub(super) fn repeats_steps(&self, shared: &Shared) -> bool {
        let has_steps = self.has_steps.unwrap_or_else(|| holds_changes(shared));
        has_steps && (self.part != Part::Embed || !shared.session.is_rewound())
    }

    /// The sandbox as the part of a link after `#`.
    pub(super) fn fragment(&self, shared: &Shared) -> Result<String, LinkError> {
        match self.repeats_steps(shared) {
            true => shared.session.link_with_steps(),
            false => shared.session.link(),
        }
    }

    /// The address of the whole page with the sandbox.
    pub(super) fn link(&self, shared: &Shared) -> Result<Text, LinkError> {
        Ok(format!("{}#{}", shared.page.address, self.fragment(shared)?).into())
    }

    /// Draws the open table with its indexes and the last operation. A sandbox that is too large for a link has no picture.
    pub(super) fn drawn(&self, shared: &Shared) -> Result<Drawn, LinkError> {
        let link = self.link(shared)?;
        let table = shared.table_name();
        let svg = draw::svg(&shared.session.picture(table, Text::clone(&link)));
        Ok(Drawn { svg: svg.into(), link })
    }
}

/// A picture of the open table, and the link in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// The file.
    pub svg: Text,
    /// The address of the page with the sandbox.
    pub link: Text,
}

/// As the file of the sandbox, with another end.
pub(super) fn picture_name(shared: &Shared, format: Format) -> Text {
    shared.session.file_name_with(format.end())
}

/// Whether the clock is paused now while a change is on its way.
pub(super) fn holds_changes(shared: &Shared) -> bool {
    let is_now = !shared.session.is_rewound();
    is_now && !shared.page.is_playing() && shared.session.clock().awaited
}

#[cfg(test)]
mod tests {
    use playground::lesson::example;
    use playground::picture::fragment_in;
    use playground::sandbox::command::Command;
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    fn page() -> PageState {
        PageState { address: "https://sparsebox.example/".into(), ..Default::default() }
    }

    #[test]
    fn a_link_that_is_copied_by_a_key_is_shown() {
        let session = Session::first();
        let shared = Shared { session: &session, selection: &Selection::default(), page: &page() };
        let mut state = State { part: Part::File, ..State::default() };
        let effects = state.open(COPY_LINK, &shared);
        let [Effect::Page(PageAction::ToggleMenu(Menu::Share)), Effect::Copy { text, copied, .. }] =
            effects.as_slice()
        else {
            panic!("{effects:?}")
        };
        assert!(text.starts_with("https://sparsebox.example/#"), "{text}");
        state.update(copied.clone(), &shared);
        assert_eq!((state.part, &state.done), (Part::Link, &Some(Done::Copied(Copy::Link))));
        state.update(Action::Show(Part::File), &shared);
        assert_eq!(state.done, None, "the dialog says it once");
    }

    #[test]
    fn a_picture_opens_the_sandbox_that_it_shows() {
        let mut session = example::opened("champions");
        session.handle(Command::Rename("Best of <b>2024</b>".to_owned()));
        let shared = Shared { session: &session, selection: &Selection::default(), page: &page() };
        let mut state = State::default();
        let effects = state.update(Action::SavePicture(Format::Png), &shared);
        let [Effect::SavePicture { name, svg, link, format, .. }] = effects.as_slice() else {
            panic!("{effects:?}")
        };
        assert_eq!((&**name, *format), ("best-of-b-2024-b.png", Format::Png));
        let fragment = fragment_in(svg.as_bytes()).expect("it has a link");
        assert!(link.ends_with(&fragment));
        let mut other = Session::first();
        assert!(other.handle(Command::OpenLink(fragment)).accepted);
        assert_eq!(other.document(), session.document());

        let copied = state.update(Action::Copy(Copy::MarkdownPicture), &shared);
        let [Effect::Copy { text, .. }] = copied.as_slice() else { panic!("{copied:?}") };
        let begins =
            r"[![Best of \<b\>2024\</b\>](best-of-b-2024-b.svg)](https://sparsebox.example/#z";
        assert!(text.starts_with(begins), "{text}");
    }
}
