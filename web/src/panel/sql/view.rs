//! The tables that can be asked, and the answer to the last statement. Pure.

use std::rc::Rc;

use playground::view::value::Text;
use sql::{Answer, Fault, Sketch};

use crate::panel::shared::Shared;
use crate::panel::sql::state::State;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct View {
    pub tables: Vec<Sketch>,
    /// The statement that is typed, or one to begin with.
    pub text: Text,
    /// The statement that was asked last, with its answer on the tables as they are.
    pub asked: Option<(Text, Rc<Result<Answer, Fault>>)>,
}

/// What the panel shows; nothing if there is no SQL table. `last` is of the same sandbox: a statement is not answered again.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> Option<View> {
    let database = shared.session.database();
    let tables = sql::sketches(database);
    let answered = |asked: &Text| {
        let last = last.and_then(|last| last.asked.clone());
        let last = last.filter(|(text, _)| text == asked);
        last.unwrap_or_else(|| (asked.clone(), Rc::new(sql::answer(database, asked))))
    };
    (!tables.is_empty()).then(|| View {
        text: state.text.clone().unwrap_or_else(|| sql::example(&tables)),
        asked: state.asked.as_ref().map(answered),
        tables,
    })
}
