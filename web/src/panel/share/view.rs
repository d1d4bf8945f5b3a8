//! The forms in which the sandbox can be shared. Pure.

use std::rc::Rc;

use playground::link::error::LinkError;
use playground::picture::{Format, data_address};
use playground::view::message::{Argument, Message};
use playground::view::share::LinkPlace;
use playground::view::value::Text;

use crate::panel::setting::{Menu, Theme};
use crate::panel::share::embed::{EmbedCode, EmbedVersion, indexes};
use crate::panel::share::state::{Copy, Done, Part, State, holds_changes, picture_name};
use crate::panel::shared::Shared;

/// The most bytes of a QR code. A larger one has so many modules that not every camera reads it from a screen or from paper.
/// Source: ISO/IEC 18004:2015, table 7: version 25 with error correction level M.
pub const QR_LENGTH_MAX: usize = 997;

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The form that is shown.
    pub part: Part,
    /// Whether it repeats what was done; `None` if nothing was done, or if that is not asked.
    pub has_steps: Option<bool>,
    /// Whether changes are on their way, which have arrived in a link without what was done.
    pub holds_changes: bool,
    /// Its content, or why there is none.
    pub content: Result<Content, Message>,
    /// What became of the last copy or file.
    pub done: Option<Done>,
    /// The link; why there is none if the sandbox is too large for any.
    link: Rc<Result<Text, LinkError>>,
}

/// The content of a form.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    Link(LinkView),
    /// A QR code of this text.
    QrCode(Text),
    /// Code that shows the sandbox in another page.
    Embed(EmbedView),
    /// The link in Markdown.
    Markdown(MarkdownView),
    Picture(PictureView),
    /// A file of this name.
    File(Text),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkView {
    /// The whole address.
    pub address: Text,
    /// Its length in characters.
    pub length: u64,
    /// Where links are sent, and whether this one fits there.
    pub places: [(LinkPlace, bool); LinkPlace::ALL.len()],
}

/// The code of an embed, and what it shows.
#[derive(Debug, Clone, PartialEq)]
pub struct EmbedView {
    /// The title of the sandbox.
    pub title: Text,
    pub kind: EmbedCode,
    /// Whether the items are shown.
    pub shows_items: bool,
    /// Whether the map is shown; `None` if there is none.
    pub shows_map: Option<bool>,
    /// The indexes, and whether they are shown.
    pub indexes: Vec<(Text, bool)>,
    /// Whether a reader can only look.
    pub is_read_only: bool,
    /// Whether it shows the lesson that is open; `None` if none is.
    pub has_lesson: Option<bool>,
    /// The version of the page; `None` if the page is not published in versions.
    pub version: Option<EmbedVersion>,
    /// The colours.
    pub theme: Theme,
    pub address: Text,
    pub code: Text,
    /// The length of the code in characters.
    pub length: u64,
}

/// The link in Markdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkdownView {
    /// The title as a link.
    pub link: Text,
    /// A picture as a link.
    pub picture: Text,
    /// The name of the file of the picture.
    pub file: Text,
}

#[derive(Debug, Clone, PartialEq)]
pub struct PictureView {
    /// The title of the sandbox.
    pub title: Text,
    pub address: Text,
}

/// What the dialog shows, if it is open. `last` is what it showed for the same sandbox: making a link of a large one takes time.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> Option<View> {
    if shared.page.menu != Some(Menu::Share) {
        return None;
    }
    let is_asked = match state.part {
        Part::Link | Part::QrCode | Part::Markdown | Part::Picture => true,
        // An embed shows no earlier moment.
        Part::Embed => state.embed.lesson(shared) != Some(true) && !shared.session.is_rewound(),
        Part::File => false,
    };
    let has_done = shared.session.is_rewound() || shared.session.last_operation().is_some();
    let can_have_steps = is_asked && has_done;
    let holds_changes = can_have_steps && holds_changes(shared);
    let has_steps = can_have_steps.then(|| state.repeats_steps(shared));
    let last = last.filter(|last| last.has_steps == has_steps);
    let link = last.map_or_else(|| Rc::new(state.link(shared)), |last| Rc::clone(&last.link));
    let content = match (state.part, &*link) {
        (Part::File, _) => Ok(Content::File(shared.session.file_name())),
        (_, Err(error)) => Err(error.message()),
        (Part::Link, Ok(link)) => Ok(Content::Link(link_view(link))),
        (Part::QrCode, Ok(link)) => qr_code(link),
        (Part::Embed, Ok(link)) => Ok(embed(state, shared, link)),
        (Part::Markdown, Ok(_)) => markdown(state, shared),
        (Part::Picture, Ok(_)) => picture(state, shared, last),
    };
    Some(View {
        part: state.part,
        has_steps,
        holds_changes,
        content,
        done: state.done.clone(),
        link,
    })
}

fn link_view(address: &Text) -> LinkView {
    let length = address.chars().count();
    let places = LinkPlace::ALL.map(|place| (place, length <= place.length_max()));
    LinkView { address: Text::clone(address), length: length as u64, places }
}

fn qr_code(link: &Text) -> Result<Content, Message> {
    match link.len() {
        0..=QR_LENGTH_MAX => Ok(Content::QrCode(Text::clone(link))),
        length => Err(Message::plain("share.qr_too_long")
            .with("length", Argument::Count(length as u64))
            .with("limit", Argument::Count(QR_LENGTH_MAX as u64))),
    }
}

fn embed(state: &State, shared: &Shared, link: &str) -> Content {
    let embed = &state.embed;
    let (_, fragment) = link.split_once('#').unwrap_or_default();
    let code = embed.code(shared, fragment, state.repeats_steps(shared));
    let shown = embed.shown_indexes(shared);
    Content::Embed(EmbedView {
        title: shared.session.title().into(),
        kind: embed.code,
        shows_items: embed.shows_items,
        shows_map: embed.map(shared),
        indexes: indexes(shared)
            .map(|(name, _)| (Text::clone(&name), shown.contains(&name)))
            .collect(),
        is_read_only: embed.is_read_only,
        has_lesson: embed.lesson(shared),
        version: embed.version(shared),
        theme: embed.theme,
        address: embed.address(shared, fragment).into(),
        length: code.chars().count() as u64,
        code: code.into(),
    })
}

fn markdown(state: &State, shared: &Shared) -> Result<Content, Message> {
    let text = |copy| state.text(copy, shared).map_err(|error| error.message());
    Ok(Content::Markdown(MarkdownView {
        link: text(Copy::Markdown)?,
        picture: text(Copy::MarkdownPicture)?,
        file: picture_name(shared, Format::Svg),
    }))
}

fn picture(state: &State, shared: &Shared, last: Option<&View>) -> Result<Content, Message> {
    if let Some(Ok(Content::Picture(last))) = last.map(|last| &last.content) {
        return Ok(Content::Picture(last.clone()));
    }
    let drawn = state.drawn(shared).map_err(|error| error.message())?;
    Ok(Content::Picture(PictureView {
        title: shared.session.title().into(),
        address: data_address(&drawn.svg).into(),
    }))
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::Command;
    use playground::session::Session;

    use super::*;
    use crate::panel::contract::Reduce;
    use crate::panel::effect::Effect;
    use crate::panel::page::PageState;
    use crate::panel::share::embed::EmbedChoice;
    use crate::panel::share::state::Action;
    use crate::panel::shared::Selection;

    fn page() -> PageState {
        PageState {
            address: "https://sparsebox.example/".into(),
            menu: Some(Menu::Share),
            ..PageState::default()
        }
    }

    /// The dialog shows a form of the sandbox.
    fn content(state: &State, session: &Session) -> Result<Content, Message> {
        let shared = Shared { session, selection: &Selection::default(), page: &page() };
        view(state, &shared, None).expect("the dialog is open").content
    }

    fn embed_of(state: &State, session: &Session) -> EmbedView {
        let content = content(state, session);
        let Ok(Content::Embed(embed)) = content else { panic!("{content:?}") };
        embed
    }

    #[test]
    fn a_link_says_where_it_fits() {
        for (length, fits) in [
            (1_000, [true, true, true]),
            (1_001, [false, true, true]),
            (2_000, [false, true, true]),
            (2_001, [false, false, true]),
            (8_000, [false, false, true]),
            (8_001, [false, false, false]),
        ] {
            let shown = link_view(&"é".repeat(length).into());
            assert_eq!(shown.places.map(|(_, is_fitting)| is_fitting), fits, "{length}");
            assert_eq!(shown.length, length as u64);
        }
    }

    #[test]
    fn a_qr_code_has_at_most_997_bytes() {
        assert!(qr_code(&"a".repeat(997).into()).is_ok());
        assert!(qr_code(&"a".repeat(998).into()).is_err());
        assert!(qr_code(&"é".repeat(499).into()).is_err());
    }

    #[test]
    fn a_sandbox_that_is_too_large_for_a_link_is_a_file() {
        let mut session = Session::first();
        for number in 0..12 {
            // Text that cannot be compressed, so that it does not fit in any link.
            let text: String = (0..390_000_u64)
                .map(|at| char::from(b'!' + ((at * at * 31 + at * number) % 91) as u8))
                .map(|letter| if matches!(letter, '"' | '\\') { '~' } else { letter })
                .collect();
            let request = format!(
                r#"{{"TableName":"Orders","Item":{{"CustomerId":{{"S":"C9"}},"OrderId":{{"S":"{number}"}},"Text":{{"S":"{text}"}}}}}}"#
            );
            session.handle(Command::Call { operation: "PutItem".to_owned(), request });
        }
        for part in Part::ALL {
            let shown = content(&State { part, ..State::default() }, &session);
            assert_eq!(shown.is_ok(), part == Part::File, "{part:?}");
        }
    }

    #[test]
    fn the_code_asks_for_the_parts_that_are_chosen() {
        let session = Session::first();
        let shared = Shared { session: &session, selection: &Selection::default(), page: &page() };
        let mut state = State { part: Part::Embed, ..State::default() };
        let query = |state: &State| {
            let address = embed_of(state, &session).address;
            address.split('#').next().expect("it has a query").to_owned()
        };
        let page = "https://sparsebox.example/?view=";
        assert_eq!(query(&state), format!("{page}table,gsi:OpenOrders"), "at first");
        let mut choose = |choice| drop(state.update(Action::Choose(choice), &shared));
        choose(EmbedChoice::Index("ByTotal".into(), true));
        choose(EmbedChoice::Theme(Theme::Dark));
        assert_eq!(query(&state), format!("{page}table,gsi:OpenOrders,lsi:ByTotal&theme=dark"));
        let mut choose = |choice| drop(state.update(Action::Choose(choice), &shared));
        choose(EmbedChoice::Items(false));
        choose(EmbedChoice::Index("OpenOrders".into(), false));
        choose(EmbedChoice::ReadOnly(true));
        choose(EmbedChoice::Theme(Theme::Auto));
        assert_eq!(query(&state), format!("{page}lsi:ByTotal&ro=1"));
        let shown = embed_of(&state, &session).code;
        let copied = state.update(Action::Copy(Copy::Embed), &shared);
        let [Effect::Copy { text, .. }] = copied.as_slice() else { panic!("{copied:?}") };
        assert_eq!(*text, shown, "what is shown is copied");
    }

    #[test]
    fn an_embed_shows_the_version_that_is_chosen_of_a_page_with_versions() {
        let session = Session::first();
        let address = |at: &str, version| {
            let mut state = State { part: Part::Embed, ..State::default() };
            state.embed.version = version;
            let page = PageState { address: at.into(), ..page() };
            let shared =
                Shared { session: &session, selection: &Selection::default(), page: &page };
            let view = view(&state, &shared, None).expect("the dialog is open");
            let Ok(Content::Embed(embed)) = view.content else { panic!("{:?}", view.content) };
            let (address, _) = embed.address.split_once('?').expect("it has a query");
            (address.to_owned(), embed.version)
        };
        let at = |folder: &str| format!("https://a.example/{folder}/");
        let (pinned, latest) = (EmbedVersion::Pinned, EmbedVersion::Latest);
        assert_eq!(address(&at("1.2.3"), pinned), (at("1.2.3"), Some(pinned)));
        assert_eq!(address(&at("1.2.3"), latest), (at("latest"), Some(latest)));
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(address(&at("latest"), pinned), (at(version), Some(pinned)));
        assert_eq!(address(&at("box"), latest), (at("box"), None));
    }

    #[test]
    fn the_code_with_the_steps_states_the_units_of_the_last_operation() {
        let mut session = Session::first();
        let state = |code, has_steps| {
            let has_steps = Some(has_steps);
            let mut state = State { part: Part::Embed, has_steps, ..State::default() };
            state.embed.code = code;
            state
        };
        let frame = |has_steps| state(EmbedCode::Frame, has_steps);
        let shared = Shared { session: &session, selection: &Selection::default(), page: &page() };
        let shown = view(&frame(true), &shared, None).expect("the dialog is open");
        assert_eq!(shown.has_steps, None, "nothing was done");
        let request = r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"REMOVE OrderOpenDate"}"#;
        let (operation, request) = ("UpdateItem".to_owned(), request.to_owned());
        session.handle(Command::Call { operation, request });
        assert!(!embed_of(&frame(false), &session).code.contains("sparsebox units"));
        let shown = embed_of(&frame(true), &session);
        let comment = "</iframe>\n<!-- sparsebox units: 5 = Orders 4 + OpenOrders 1 -->";
        assert!(shown.code.ends_with(comment), "{}", shown.code);
        assert_ne!(shown.address, embed_of(&frame(false), &session).address);

        let element = embed_of(&state(EmbedCode::Element, true), &session).code;
        assert!(element.contains(r#" units="5 = Orders 4 + OpenOrders 1">"#), "{element}");
        assert!(element.contains("<caption>Orders: 10 items"), "{element}");
        assert!(element.contains(r#"href="https://sparsebox.example/#z2."#), "{element}");
    }
}
