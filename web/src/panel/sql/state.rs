//! The statement that is typed, and the one that was asked. Pure.

use playground::view::value::Text;
use serde_json::{Value, json};

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::shared::Shared;

/// What is typed and asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The statement as typed; `None` before anything is.
    pub text: Option<Text>,
    /// The statement that was asked last.
    pub asked: Option<Text>,
}

/// What can be done with statements.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    Type(String),
    /// Ask a statement.
    Ask(Text),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Type(text) => self.text = Some(text.into()),
            Action::Ask(text) => self.asked = Some(text),
        }
        Vec::new()
    }

    fn unfinished(&self) -> Option<Value> {
        self.text.as_ref().map(|text| json!(&**text))
    }

    fn resume(&mut self, unfinished: Value) {
        self.text = unfinished.as_str().map(Text::from);
    }
}
