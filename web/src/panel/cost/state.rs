//! What can be done with the estimate: choosing what it is made with. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::sandbox::limit::{self, PRICE_LENGTH_MAX};
use playground::view::cost::CostSettings;
use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::effect::Effect;

/// What was typed into the estimate and is not used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The price that was typed last, if it cannot be kept.
    pub rejected: Option<RejectedPrice>,
    /// The amount whose arithmetic is shown.
    pub open: Option<Cell>,
}

/// An amount of the bill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    pub table: Text,
    /// The position of the row among those of the table.
    pub row: usize,
    /// Writes, reads, storage or the total, by their position.
    pub column: usize,
}

/// A price that was typed and cannot be kept. It stays in its field to be corrected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectedPrice {
    /// By what name it would be put in place.
    pub key: Text,
    /// The price as typed.
    pub text: Text,
    /// Why it cannot be kept.
    pub fault: Message,
}

/// What can be done with the estimate.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Make it with other settings.
    Set(CostSettings),
    /// Show the arithmetic of an amount, or hide it if it is shown.
    Open(Cell),
    /// Put a price in place of the list's, or the list's again if the text is empty.
    SetPrice {
        /// The settings without it.
        settings: CostSettings,
        /// By what name it is put in place.
        key: Text,
        /// The price as typed.
        text: Text,
    },
}

impl State {
    /// What an action asks of the page.
    pub(super) fn update(&mut self, action: Action) -> Option<Effect<Action>> {
        self.rejected = None;
        let settings = match action {
            Action::Open(cell) => {
                self.open = Some(cell).filter(|cell| self.open.as_ref() != Some(cell));
                return None;
            }
            Action::Set(settings) => settings,
            Action::SetPrice { mut settings, key, text } => {
                if let Err(fault) = limit::length("limit.price", &text, PRICE_LENGTH_MAX) {
                    self.rejected = Some(RejectedPrice { key, text, fault });
                    return None;
                }
                settings.prices.retain(|(other, _)| *other != key);
                if !text.is_empty() {
                    settings.prices.push((key, text));
                }
                settings
            }
        };
        Some(Effect::Command(Command::Plan(PlanCommand::SetCost(settings))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arithmetic_of_one_amount_is_shown_until_it_is_pressed_again() {
        let mut state = State::default();
        let cell = |column| Cell { table: "Orders".into(), row: 0, column };
        for (pressed, open) in [(0, Some(cell(0))), (1, Some(cell(1))), (1, None)] {
            assert_eq!(state.update(Action::Open(cell(pressed))), None);
            assert_eq!(state.open, open);
        }
    }

    #[test]
    fn a_price_that_is_too_long_stays_in_its_field() {
        let mut state = State::default();
        let set = |text: &str| {
            let (key, settings) = ("key".into(), CostSettings::default());
            Action::SetPrice { settings, key, text: text.into() }
        };
        let long = "9".repeat(PRICE_LENGTH_MAX + 1);
        assert_eq!(state.update(set(&long)), None);
        assert_eq!(state.rejected.as_ref().map(|it| it.text.as_ref()), Some(long.as_str()));
        let prices = vec![("key".into(), "9".into())];
        let settings = CostSettings { prices, ..CostSettings::default() };
        let command = Command::Plan(PlanCommand::SetCost(settings));
        assert_eq!(state.update(set("9")), Some(Effect::Command(command)));
        assert_eq!(state, State::default());
    }
}
