//! Whether the request is shown, in which form, which text was copied last, and how one is copied. Pure.

use engine::operation::{Access, Operation};
use playground::code::form::CodeForm;
use playground::sandbox::command::Command;
use playground::view::value::Text;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::shared::Shared;

/// Whether the request is shown, in which form, and which text was copied last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// Whether the request and the reply are shown.
    pub is_open: bool,
    /// The form of the request.
    pub form: CodeForm,
    /// The text, so that its button can say so.
    pub copied: Option<Text>,
}

/// What happens in the panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Show the request and the reply, or hide them.
    Toggle,
    /// A user chooses a form of the request.
    Choose(CodeForm),
    /// A user copies a text.
    Copy(Text),
    /// The text is on the clipboard.
    Copied(Text),
    /// The browser did not allow it.
    CopyDenied,
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Toggle => self.is_open = !self.is_open,
            Action::Choose(form) => self.form = form,
            Action::Copy(text) => {
                let copied = Action::Copied(text.clone());
                return vec![Effect::Copy { text, copied, denied: Action::CopyDenied }];
            }
            Action::Copied(text) => self.copied = Some(text),
            Action::CopyDenied => self.copied = None,
        }
        Vec::new()
    }

    /// An operation whose reply is all that it gives shows it.
    fn observe(&mut self, executed: &Executed, _: &Shared) -> Vec<Effect<Action>> {
        let Command::Call { operation, .. } = executed.command else { return Vec::new() };
        match Operation::from_name(operation).map(Operation::access) {
            Some(Access::Describe | Access::ReadStream | Access::RunStatements) => {
                self.is_open = true;
            }
            Some(Access::ReadItems | Access::WriteItems | Access::ChangeTables) | None => {}
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_stays_chosen() {
        let shared = Shared::first();
        let mut state = State::default();
        assert_eq!(state.update(Action::Choose(CodeForm::Python), &shared), []);
        assert_eq!(state.form, CodeForm::Python);
    }

    #[test]
    fn a_description_is_shown_and_a_write_is_not() {
        let shared = Shared::first();
        let call = |operation: &str| {
            let (operation, request) = (operation.to_owned(), "{}".to_owned());
            let mut state = State::default();
            let command = Command::Call { operation, request };
            state.observe(&Executed { command: &command, accepted: true, outcomes: &[] }, &shared);
            state.is_open
        };
        assert!(call("DescribeTable"));
        assert!(!call("PutItem"));
    }

    #[test]
    fn a_text_is_copied_when_the_browser_says_so() {
        let shared = Shared::first();
        let mut state = State::default();
        let text = Text::from("{}");
        let effects = state.update(Action::Copy(text.clone()), &shared);
        let (copied, denied) = (Action::Copied(text.clone()), Action::CopyDenied);
        assert_eq!(effects, [Effect::Copy { text: text.clone(), copied: copied.clone(), denied }]);
        assert_eq!(state.copied, None);
        state.update(copied, &shared);
        assert_eq!(state.copied, Some(text));
        state.update(Action::CopyDenied, &shared);
        assert_eq!(state.copied, None);
    }
}
