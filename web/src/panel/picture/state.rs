//! What can be done with a picture of the sandbox. Pure.

use playground::link::error::LinkError;
use playground::link::snippet;
use playground::picture::{Format, draw};
use playground::view::value::Text;

use crate::panel::effect::Effect;
use crate::panel::page::PageAction;
use crate::panel::shared::Shared;

/// What became of the last action in the dialog.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// Of a copy or a file; `None` if there was none.
    pub done: Option<Done>,
}

/// What became of a copy or a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Done {
    /// The Markdown is on the clipboard.
    Copied,
    /// The browser did not let the page put this text there.
    Denied(Text),
    /// The browser could not make the file.
    Failed,
}

/// What can be done in the dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Save the picture as a file.
    Save(Format),
    /// Copy Markdown with the picture as a link.
    CopyMarkdown,
    /// A copy or a file is done, or is not.
    Done(Done),
    /// Close the dialog.
    Close,
}

/// A picture of the open table, and the link in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    /// The file.
    pub svg: Text,
    /// The address of the page with the sandbox.
    pub link: Text,
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        self.done = None;
        match action {
            Action::Save(format) => {
                let drawn = drawn(shared).ok();
                let save = drawn.map(|Drawn { svg, link }| Effect::SavePicture {
                    name: file_name(shared, format),
                    svg,
                    link,
                    format,
                    failed: Action::Done(Done::Failed),
                });
                return save.into_iter().collect();
            }
            Action::CopyMarkdown => {
                let copy = shared.link().ok().map(|link| {
                    let file = file_name(shared, Format::Svg);
                    let text = snippet::markdown_picture(&link, shared.session.title(), &file);
                    let text = Text::from(text);
                    let denied = Action::Done(Done::Denied(Text::clone(&text)));
                    Effect::Copy { text, copied: Action::Done(Done::Copied), denied }
                });
                return copy.into_iter().collect();
            }
            Action::Done(done) => self.done = Some(done),
            Action::Close => return vec![Effect::Page(PageAction::CloseMenu)],
        }
        Vec::new()
    }
}

/// Draws the open table with its indexes and the last operation. A sandbox that is too large for a link has no picture.
pub(super) fn drawn(shared: &Shared) -> Result<Drawn, LinkError> {
    let link = shared.link()?;
    let table = shared.selection.table.as_deref();
    let svg = draw::svg(&shared.session.picture(table, Text::clone(&link)));
    Ok(Drawn { svg: svg.into(), link })
}

/// As the file of the sandbox, with another end.
fn file_name(shared: &Shared, format: Format) -> Text {
    let name = shared.session.file_name();
    let stem = name.split('.').next().unwrap_or_default();
    [stem, format.end()].concat().into()
}

#[cfg(test)]
mod tests {
    use playground::picture::fragment_in;
    use playground::sandbox::command::{Command, ExampleId};
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[test]
    fn a_picture_opens_the_sandbox_that_it_shows() {
        let mut session = Session::new(ExampleId::Champions);
        session.handle(Command::Rename("Best of <b>2024</b>".to_owned()));
        let page = PageState { address: "https://sparsebox.example/".into(), ..Default::default() };
        let shared = Shared { session: &session, selection: &Selection::default(), page: &page };
        let mut state = State::default();
        let effects = state.update(Action::Save(Format::Png), &shared);
        let [Effect::SavePicture { name, svg, link, format, .. }] = effects.as_slice() else {
            panic!("{effects:?}")
        };
        assert_eq!((&**name, *format), ("best-of-b-2024-b.png", Format::Png));
        let fragment = fragment_in(svg.as_bytes()).expect("it has a link");
        assert!(link.ends_with(&fragment));
        let mut other = Session::new(ExampleId::OpenOrders);
        assert!(other.handle(Command::OpenLink(fragment)).accepted);
        assert_eq!(other.document(), session.document());

        let copied = state.update(Action::CopyMarkdown, &shared);
        let [Effect::Copy { text, .. }] = copied.as_slice() else { panic!("{copied:?}") };
        assert!(
            text.starts_with(
                r"[![Best of \<b>2024\</b>](best-of-b-2024-b.svg)](https://sparsebox.example/#z"
            ),
            "{text}"
        );
    }
}
