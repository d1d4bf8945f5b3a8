//! What can be done with the estimate: choosing what it is made with. Pure.

use playground::sandbox::command::{Command, PlanCommand};
use playground::sandbox::limit::price;
use playground::view::cost::CostSettings;
use playground::view::day::{DayCurve, HOUR_COUNT};
use playground::view::message::Message;
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::shared::Shared;

/// What was typed into the estimate and is not used.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The price that was typed last, if it cannot be kept.
    pub rejected: Option<RejectedPrice>,
    /// What was typed last as the loads of a day, if it is no curve. It stays in its field to be corrected.
    pub rejected_day: Option<(String, Message)>,
    /// The load of each hour, while it is being drawn.
    pub drawn: Option<[u64; HOUR_COUNT]>,
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
}

/// What can be done with the estimate.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Make it with other settings.
    Set(CostSettings),
    /// Show the arithmetic of an amount, or hide it if it is shown.
    Open(Cell),
    /// Draw the load of each hour.
    Draw([u64; HOUR_COUNT]),
    /// Spread the load over the hours of a day as was drawn, if anything was.
    KeepDrawn(CostSettings),
    /// Spread the load over the hours of a day as was typed.
    SetDay {
        /// The settings, with another curve or none.
        settings: CostSettings,
        /// The loads as typed.
        text: String,
    },
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

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        let action = match action {
            Action::KeepDrawn(settings) => {
                let Some(drawn) = self.drawn else { return Vec::new() };
                let text = drawn.map(|hour| hour.to_string()).join(" ");
                Action::SetDay { settings, text }
            }
            action => action,
        };
        self.rejected = None;
        self.rejected_day = None;
        self.drawn = None;
        let settings = match action {
            Action::Open(cell) => {
                self.open = Some(cell).filter(|cell| self.open.as_ref() != Some(cell));
                return Vec::new();
            }
            Action::Draw(hours) => {
                self.drawn = Some(hours);
                return Vec::new();
            }
            Action::KeepDrawn(_) => return Vec::new(),
            Action::Set(settings) => settings,
            Action::SetDay { settings, text } => match DayCurve::parse(&text) {
                Ok(day) => CostSettings { day, ..settings },
                Err(fault) => {
                    self.rejected_day = Some((text, fault.words()));
                    return Vec::new();
                }
            },
            Action::SetPrice { mut settings, key, text } => {
                if !text.is_empty() && price(&text).is_none() {
                    self.rejected = Some(RejectedPrice { key, text });
                    return Vec::new();
                }
                settings.prices.retain(|(other, _)| *other != key);
                if !text.is_empty() {
                    settings.prices.push((key, text));
                }
                settings
            }
        };
        vec![Effect::Command(Command::Plan(PlanCommand::SetCost(settings)))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arithmetic_of_one_amount_is_shown_until_it_is_pressed_again() {
        let shared = Shared::first();
        let mut state = State::default();
        let cell = |column| Cell { table: "Orders".into(), row: 0, column };
        for (pressed, open) in [(0, Some(cell(0))), (1, Some(cell(1))), (1, None)] {
            assert_eq!(state.update(Action::Open(cell(pressed)), &shared), []);
            assert_eq!(state.open, open);
        }
    }

    #[test]
    fn what_is_no_curve_stays_in_its_field() {
        let shared = Shared::first();
        let mut state = State::default();
        let settings = CostSettings::default();
        let set = |text: &str| Action::SetDay { settings: settings.clone(), text: text.into() };
        assert_eq!(state.update(set("1 2 3"), &shared), []);
        assert_eq!(state.rejected_day.as_ref().map(|(text, _)| text.as_str()), Some("1 2 3"));
        let hours: [u64; 24] = std::array::from_fn(|hour| hour as u64);
        let effect = state.update(set(&hours.map(|hour| hour.to_string()).join(" ")), &shared);
        let day = DayCurve::of(&hours).expect("it is a curve");
        let command = PlanCommand::SetCost(CostSettings { day, ..settings.clone() });
        assert_eq!(effect, [Effect::Command(Command::Plan(command))]);
        assert_eq!(state, State::default());
    }

    #[test]
    fn a_day_is_used_when_it_is_drawn() {
        let shared = Shared::first();
        let mut state = State::default();
        let settings = CostSettings::default();
        let keep = || Action::KeepDrawn(settings.clone());
        assert_eq!(state.update(keep(), &shared), []);
        let hours: [u64; 24] = std::array::from_fn(|hour| hour as u64);
        assert_eq!(state.update(Action::Draw(hours), &shared), []);
        let day = DayCurve::of(&hours).expect("it is a curve");
        let command = PlanCommand::SetCost(CostSettings { day, ..settings.clone() });
        assert_eq!(state.update(keep(), &shared), [Effect::Command(Command::Plan(command))]);
        assert_eq!(state.update(Action::Draw([0; 24]), &shared), []);
        assert_eq!(state.update(keep(), &shared), []);
        assert!(state.rejected_day.is_some(), "a day without a load is none");
    }

    #[test]
    fn what_is_no_price_stays_in_its_field_and_leaves_the_price_in_use() {
        let shared = Shared::first();
        let mut state = State::default();
        let set = |text: &str| {
            let (key, settings) = ("key".into(), CostSettings::default());
            Action::SetPrice { settings, key, text: text.into() }
        };
        for none in ["abc", "-1", "1e4", &"9".repeat(101)] {
            assert_eq!(state.update(set(none), &shared), [], "{none}");
            assert_eq!(state.rejected.as_ref().map(|it| it.text.as_ref()), Some(none));
        }
        let prices = vec![("key".into(), "9".into())];
        let settings = CostSettings { prices, ..CostSettings::default() };
        let command = Command::Plan(PlanCommand::SetCost(settings));
        assert_eq!(state.update(set("9"), &shared), [Effect::Command(command)]);
        assert_eq!(state, State::default());
    }
}
