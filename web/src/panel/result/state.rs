//! What can be done with a result: reading its next page, and reading again when its index has caught up. Pure.

use playground::sandbox::command::Command;
use playground::view::receipt::OfferedRead;
use playground::view::value::Text;

use crate::panel::contract::Reduce;
use crate::panel::effect::Effect;
use crate::panel::id::PanelId;
use crate::panel::page::{Focus, PageAction};
use crate::panel::shared::Shared;

/// What can be done with a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Action {
    ReadNextPage {
        operation: Text,
        /// The request's JSON.
        request: Text,
    },
    /// Let the index catch up, and send the same request again.
    ReadAgain {
        operation: Text,
        /// The request's JSON.
        request: Text,
        /// The virtual time at which the index has caught up.
        at_ms: u64,
    },
    /// Read from the table what was out of date in the index.
    ReadStrong(OfferedRead),
}

impl Reduce<Action> for () {
    fn update(&mut self, action: Action, shared: &Shared) -> Vec<Effect<Action>> {
        // The button that was pressed is no longer there.
        let focus = Effect::Page(PageAction::Focus(Focus::Panel(PanelId::RESULT)));
        match action {
            Action::ReadNextPage { operation, request } => vec![call(&operation, &request)],
            Action::ReadStrong(OfferedRead { operation, request, .. }) => {
                vec![call(&operation, &request), focus]
            }
            Action::ReadAgain { operation, request, at_ms } => {
                let by_ms = at_ms.saturating_sub(shared.session.clock().now_ms);
                let mut effects = vec![Effect::Page(PageAction::HoldClock(false))];
                if by_ms > 0 {
                    effects.push(Effect::Command(Command::Advance { by_ms }));
                }
                effects.extend([call(&operation, &request), focus]);
                effects
            }
        }
    }
}

fn call(operation: &str, request: &str) -> Effect<Action> {
    let (operation, request) = (operation.to_owned(), request.to_owned());
    Effect::Command(Command::Call { operation, request })
}
