//! The picture of the sandbox, and what became of the last action. Pure.

use std::rc::Rc;

use playground::link::error::LinkError;
use playground::picture::data_address;
use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::picture::state::{Done, Drawn, State, drawn};
use crate::panel::setting::Menu;
use crate::panel::shared::Shared;

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The title of the sandbox.
    pub title: Text,
    /// The picture; why there is none if the sandbox cannot be in a link.
    pub drawn: Rc<Result<Drawn, LinkError>>,
    /// The picture as an address, or why there is none.
    pub picture: Result<Text, Message>,
    /// What became of the last copy or file.
    pub done: Option<Done>,
}

/// What the dialog shows, if it is open. `last` is what it showed for the same sandbox: drawing a large one takes time.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> Option<View> {
    if shared.page.menu != Some(Menu::Picture) {
        return None;
    }
    let drawn = last.map_or_else(|| Rc::new(drawn(shared)), |last| Rc::clone(&last.drawn));
    let picture = match (last, &*drawn) {
        (Some(last), _) => last.picture.clone(),
        (None, Ok(drawn)) => Ok(data_address(&drawn.svg).into()),
        (None, Err(error)) => Err(error.message()),
    };
    Some(View { title: shared.session.title().into(), drawn, picture, done: state.done.clone() })
}
