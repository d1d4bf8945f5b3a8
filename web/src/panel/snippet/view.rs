//! The code of an embed, and what it can show. Pure.

use std::rc::Rc;

use playground::link::error::LinkError;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;

use crate::panel::setting::{Menu, Theme};
use crate::panel::shared::Shared;
use crate::panel::snippet::state::{
    Copied, State, code, embed_address, fragment, indexes, shown_indexes,
};

/// What the dialog shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The title of the sandbox.
    pub title: Text,
    /// Whether the items are shown.
    pub shows_items: bool,
    /// The indexes, and whether they are shown.
    pub indexes: Vec<(Text, bool)>,
    /// Whether a reader can only look.
    pub is_read_only: bool,
    /// Whether it repeats what was done; `None` if nothing was done.
    pub has_steps: Option<bool>,
    /// The colours.
    pub theme: Theme,
    /// The sandbox in an address; why there is none if it cannot be in one.
    pub fragment: Rc<Result<String, LinkError>>,
    /// The address of the embed and its code.
    pub code: Result<CodeView, Message>,
    /// What became of the last copy.
    pub copied: Option<Copied>,
}

/// The code of an embed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeView {
    /// The address of the embed.
    pub address: Text,
    /// The code.
    pub code: Text,
    /// How long the code is.
    pub words: Message,
}

/// What the dialog shows, if it is open. `last` is what it showed for the same sandbox: making a link of a large one takes time.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> Option<View> {
    if shared.page.menu != Some(Menu::Snippet) {
        return None;
    }
    let can_have_steps = shared.session.last_operation().is_some();
    let has_steps = can_have_steps.then_some(state.has_steps);
    let last = last.filter(|last| last.has_steps == has_steps);
    let fragment =
        last.map_or_else(|| Rc::new(fragment(state, shared)), |it| Rc::clone(&it.fragment));
    let title = Text::from(shared.session.title());
    let code = match &*fragment {
        Ok(fragment) => Ok(code_view(state, shared, &embed_address(state, shared, fragment))),
        Err(error) => Err(error.message()),
    };
    let shown = shown_indexes(state, shared);
    Some(View {
        title,
        shows_items: state.shows_items,
        indexes: indexes(shared)
            .map(|(name, _)| (Text::clone(&name), shown.contains(&name)))
            .collect(),
        is_read_only: state.is_read_only,
        has_steps,
        theme: state.theme,
        fragment,
        code,
        copied: state.copied,
    })
}

fn code_view(state: &State, shared: &Shared, address: &str) -> CodeView {
    let code = code(state, shared, address);
    let length = Argument::Count(code.chars().count() as u64);
    CodeView {
        address: address.into(),
        words: Message::plain("snippet.length").with("count", length),
        code: code.into(),
    }
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::{Command, ExampleId};
    use playground::session::Session;

    use super::*;
    use crate::panel::effect::Effect;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;
    use crate::panel::snippet::state::Action;

    #[test]
    fn the_code_asks_for_the_parts_that_are_chosen() {
        let session = Session::new(ExampleId::OpenOrders);
        let page = PageState {
            address: "https://sparsebox.example/".into(),
            menu: Some(Menu::Snippet),
            ..PageState::default()
        };
        let shared = Shared { session: &session, selection: &Selection::default(), page: &page };
        let mut state = State::default();
        let query = |state: &State| {
            let shown = view(state, &shared, None).expect("the dialog is open");
            let address = shown.code.expect("the sandbox is small").address;
            address.split('#').next().expect("it has a query").to_owned()
        };
        let page = "https://sparsebox.example/?view=";
        assert_eq!(query(&state), format!("{page}table,gsi:OpenOrders"), "at first");
        state.update(Action::ShowIndex("ByTotal".into(), true), &shared);
        state.update(Action::SetTheme(Theme::Dark), &shared);
        assert_eq!(query(&state), format!("{page}table,gsi:OpenOrders,lsi:ByTotal&theme=dark"));
        state.update(Action::ShowItems(false), &shared);
        state.update(Action::ShowIndex("OpenOrders".into(), false), &shared);
        state.update(Action::SetReadOnly(true), &shared);
        state.update(Action::SetTheme(Theme::Auto), &shared);
        assert_eq!(query(&state), format!("{page}lsi:ByTotal&ro=1"));
        let shown = view(&state, &shared, None).and_then(|view| view.code.ok());
        let copied = state.update(Action::Copy, &shared);
        let [Effect::Copy { text, .. }] = copied.as_slice() else { panic!("{copied:?}") };
        assert_eq!(Some(text), shown.map(|shown| shown.code).as_ref(), "what is shown is copied");
    }

    #[test]
    fn the_code_with_the_steps_states_the_units_of_the_last_operation() {
        let mut session = Session::new(ExampleId::OpenOrders);
        let page = PageState { menu: Some(Menu::Snippet), ..PageState::default() };
        let selection = Selection::default();
        let shown = |session: &Session, has_steps| {
            let shared = Shared { session, selection: &selection, page: &page };
            let state = State { has_steps, ..State::default() };
            view(&state, &shared, None).expect("the dialog is open")
        };
        assert_eq!(shown(&session, false).has_steps, None, "nothing was done");
        let request = r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"REMOVE OrderOpenDate"}"#;
        let (operation, request) = ("UpdateItem".to_owned(), request.to_owned());
        session.handle(Command::Call { operation, request });
        let code = |has_steps| shown(&session, has_steps).code.expect("it is small").code;
        assert!(!code(false).contains("sparsebox units"));
        let comment = "</iframe>\n<!-- sparsebox units: 5 = Orders 4 + OpenOrders 1 -->";
        assert!(code(true).ends_with(comment), "{}", code(true));
        assert!(
            shown(&session, true).fragment.as_ref() != shown(&session, false).fragment.as_ref()
        );
    }
}
