//! What the head of a presentation shows. Pure.

use std::rc::Rc;

use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::presentation::state::State;
use crate::panel::shared::{Shared, with_parameters};

/// The most bytes that a QR code can contain: version 40, with the lowest level of error correction.
/// Source: ISO/IEC 18004:2015, table 7.
pub const QR_LENGTH_MAX: usize = 2_953;

/// What the head of a presentation shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The last operation in one sentence; `None` before the first.
    pub sentence: Option<Message>,
    /// The sandbox as a link.
    pub link: Rc<LinkView>,
    /// Whether the QR code is enlarged.
    pub is_enlarged: bool,
    /// Whether a lesson is presented: it has notes, and the code opens it.
    pub has_lesson: bool,
    /// Whether the browser did not allow the window with the notes.
    pub are_notes_denied: bool,
}

/// The sandbox as a link, for a QR code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LinkView {
    /// The link with its address.
    Short(Text),
    /// It has so many characters, more than a QR code can contain.
    Long {
        /// How many.
        length: u64,
    },
    /// There is no link: why.
    None(Message),
}

/// What the head shows; `None` if the page does not present. `last` is what it showed for the same sandbox: making a link
/// of a large one takes time.
pub(super) fn view(state: State, shared: &Shared, last: Option<&View>) -> Option<View> {
    shared.page.presentation?;
    let spoken = shared.session.spoken(shared.selection.operation);
    let link = last.map_or_else(|| Rc::new(link(shared)), |last| Rc::clone(&last.link));
    Some(View {
        sentence: match shared.page.learn.covering_question() {
            Some(_) => spoken.map(|_| Message::plain("lesson.covered")),
            None => spoken.map(|spoken| spoken.sentence),
        },
        link,
        is_enlarged: state.is_enlarged,
        has_lesson: shared.page.presents_lesson(),
        are_notes_denied: state.are_notes_denied,
    })
}

fn link(shared: &Shared) -> LinkView {
    if let Some(lesson) = lesson_link(shared) {
        return LinkView::Short(lesson);
    }
    let fragment = match shared.session.link() {
        Ok(fragment) => fragment,
        Err(error) => return LinkView::None(error.message()),
    };
    let link = format!("{}#{fragment}", shared.page.address);
    if link.len() > QR_LENGTH_MAX {
        return LinkView::Long { length: link.len() as u64 };
    }
    LinkView::Short(link.into())
}

/// The address of the lesson that is presented, if others can open it.
fn lesson_link(shared: &Shared) -> Option<Text> {
    let played = shared.page.learn.played().filter(|played| played.source.is_shared())?;
    let lesson = format!("lesson={}", played.source.in_parameter());
    Some(with_parameters(&shared.page.address, &lesson))
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::Command;
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::setting::Speed;
    use crate::panel::shared::Selection;

    fn head(session: &Session, presentation: Option<Speed>) -> Option<View> {
        let page =
            PageState { address: "https://a.example/".into(), presentation, ..Default::default() };
        let shared = Shared { session, selection: &Selection::default(), page: &page };
        view(State::default(), &shared, None)
    }

    #[test]
    fn a_link_is_a_qr_code_if_it_is_short_enough() {
        let mut session = Session::first();
        assert_eq!(head(&session, None), None, "the page does not present");
        let shown = head(&session, Some(Speed::PRESENTATION)).expect("the page presents");
        let LinkView::Short(link) = &*shown.link else { panic!("{:?}", shown.link) };
        assert!(link.starts_with("https://a.example/#"), "{link}");

        // Letters that cannot be compressed much.
        let mut seed = 1_u32;
        let noise: String = std::iter::repeat_with(|| {
            seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            char::from_digit((seed >> 16) % 36, 36).expect("it is a digit")
        })
        .take(6_000)
        .collect();
        let request = format!(
            r#"{{"TableName":"Orders","Item":{{"CustomerId":{{"S":"C9"}},"OrderId":{{"S":"O-9"}},"Notes":{{"S":"{noise}"}}}}}}"#
        );
        session.handle(Command::Call { operation: "PutItem".to_owned(), request });
        let shown = head(&session, Some(Speed::PRESENTATION)).expect("the page presents");
        assert!(matches!(*shown.link, LinkView::Long { .. }), "{:?}", shown.link);
        assert!(shown.sentence.is_some());
    }
}
