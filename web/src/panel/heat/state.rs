//! Which heat is looked at. Pure.

use playground::view::value::Method;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::shared::Shared;

/// Whose heat is looked at, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct State {
    /// Of reads or of writes.
    pub method: Method,
    /// The second among those shown; the last one if `None`.
    pub second: Option<usize>,
}

impl Default for State {
    fn default() -> Self {
        Self { method: Method::Write, second: None }
    }
}

/// What can be looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    /// The heat of reads or of writes.
    Show(Method),
    /// One of the seconds shown.
    Look(usize),
}

impl Reduce<Action> for State {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        match action {
            Action::Show(method) => self.method = method,
            Action::Look(second) => self.second = Some(second),
        }
        Vec::new()
    }
}
