//! The codes that were pasted, and what can be done with them. Pure.

use std::rc::Rc;

use playground::lesson::tally::{CODES_LENGTH_MAX, Tally};
use playground::view::value::Text;

use crate::panel::effect::Effect;
use crate::panel::learn::LearnAction;
use crate::panel::page::PageAction;
use crate::panel::shared::Shared;
use crate::panel::teach::question::csv;

/// The codes that were pasted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The text with the codes.
    pub codes: String,
    /// Whether it is only the beginning of what was pasted.
    pub is_cut: bool,
    /// The codes, counted.
    pub tally: Rc<Tally>,
}

/// What can be done with them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// Take another text.
    Type(String),
    /// Remove all codes.
    Clear,
    /// Save the table as a file.
    Download,
    /// Close the dialog.
    Close,
}

impl State {
    /// Changes the state as the action asks.
    pub fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Type(codes) => self.set_codes(&codes),
            Action::Clear => *self = Self::default(),
            Action::Download => {
                let text = csv(&self.tally, &shared.page.learn).into();
                return vec![Effect::Download { name: Text::from("finish-codes.csv"), text }];
            }
            Action::Close => return vec![Effect::Page(PageAction::CloseMenu)],
        }
        let lessons = self.tally.lessons.iter().map(|lesson| Text::from(lesson.lesson.as_str()));
        vec![Effect::Learn(LearnAction::FetchQuestions(lessons.collect()))]
    }

    /// Takes another text, up to the largest that is counted.
    pub(super) fn set_codes(&mut self, codes: &str) {
        let end = codes.char_indices().nth(CODES_LENGTH_MAX).map_or(codes.len(), |(end, _)| end);
        codes[..end].clone_into(&mut self.codes);
        self.is_cut = end < codes.len();
        self.tally = Rc::new(Tally::of(&self.codes));
    }
}
