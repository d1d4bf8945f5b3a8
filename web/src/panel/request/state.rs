//! Which text was copied last, and how one is copied. Pure.

use playground::view::value::Text;

use crate::panel::effect::Effect;

/// Which text was copied last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The text, so that its button can say so.
    pub copied: Option<Text>,
}

/// What happens in the panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// A user copies a text.
    Copy(Text),
    /// The text is on the clipboard.
    Copied(Text),
    /// The browser did not allow it.
    Refused,
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action) -> Vec<Effect<Action>> {
        match action {
            Action::Copy(text) => {
                let copied = Action::Copied(text.clone());
                return vec![Effect::Copy { text, copied, refused: Action::Refused }];
            }
            Action::Copied(text) => self.copied = Some(text),
            Action::Refused => self.copied = None,
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_copied_when_the_browser_says_so() {
        let mut state = State::default();
        let text = Text::from("{}");
        let effects = state.update(Action::Copy(text.clone()));
        let (copied, refused) = (Action::Copied(text.clone()), Action::Refused);
        assert_eq!(effects, [Effect::Copy { text: text.clone(), copied: copied.clone(), refused }]);
        assert_eq!(state.copied, None);
        state.update(copied);
        assert_eq!(state.copied, Some(text));
        state.update(Action::Refused);
        assert_eq!(state.copied, None);
    }
}
