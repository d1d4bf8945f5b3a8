//! Which line follows what the user has done. Pure.

use engine::event::{EntryChange, EventKind};
use engine::receipt::{Reason, Store};
use playground::sandbox::outcome::Outcome;

use crate::panel::contract::{Executed, Reduce};
use crate::panel::effect::Effect;
use crate::panel::guide::view;
use crate::panel::page::PageAction;
use crate::panel::setting::Guide;
use crate::panel::shared::Shared;

/// What can be done with the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Hide them, and do not show them again.
    Close,
    /// Let the clock run, which waits for a read: what is pending arrives.
    LetArrive,
}

impl Reduce<Action> for () {
    fn update(&mut self, action: Action, _: &Shared) -> Vec<Effect<Action>> {
        vec![Effect::Page(match action {
            Action::Close => PageAction::SetGuide(Guide::Done),
            Action::LetArrive => PageAction::SetPlaying(true),
        })]
    }

    fn observe(&mut self, executed: &Executed, shared: &Shared) -> Vec<Effect<Action>> {
        // What is done in another sandbox is not a step of it.
        if view::view(shared).is_none() {
            return Vec::new();
        }
        let guide = shared.page.guide;
        let next = next(guide, executed.outcomes).map(PageAction::SetGuide);
        let hold = holds_clock(guide, executed.outcomes);
        let hold = hold.then_some(PageAction::HoldClock(true));
        next.into_iter().chain(hold).map(Effect::Page).collect()
    }
}

/// The line that follows what has happened; `None` if it is the same.
pub fn next(guide: Guide, outcomes: &[Outcome]) -> Option<Guide> {
    let mut operations = outcomes.iter().filter_map(Outcome::operation);
    if guide != Guide::Done && operations.any(|operation| operation.stale.is_some()) {
        return Some(Guide::Done);
    }
    let mut events = outcomes.iter().flat_map(Outcome::events).map(|event| &event.kind);
    let is_deleted =
        |event| matches!(event, &EventKind::IndexEntry { change: EntryChange::Deleted, .. });
    match guide {
        Guide::Remove => removes_entry(outcomes).then_some(Guide::Watch),
        Guide::Watch => events.any(is_deleted).then_some(Guide::Read),
        Guide::Read | Guide::Done => None,
    }
}

/// Whether the clock waits after what has happened: the next step is to read an index while a change of it is pending, and a
/// new user needs more time for that than the change takes.
pub(super) fn holds_clock(guide: Guide, outcomes: &[Outcome]) -> bool {
    let mut events = outcomes.iter().flat_map(Outcome::events).map(|event| &event.kind);
    guide == Guide::Read && events.any(is_scheduled)
}

/// Whether a change of a global index is pending.
fn is_scheduled(event: &EventKind) -> bool {
    matches!(event, EventKind::IndexChangeScheduled { .. })
}

/// Whether an operation deletes an entry of a global index.
fn removes_entry(outcomes: &[Outcome]) -> bool {
    let operations = outcomes.iter().filter_map(Outcome::operation);
    let mut arms =
        operations.flat_map(|operation| &operation.receipts).flat_map(|receipt| &receipt.arms);
    arms.any(|arm| matches!((&arm.store, &arm.reason), (Store::Global(_), Reason::Delete { .. })))
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::Command;
    use playground::session::Session;
    use playground::view::edit::{Edit, ItemId, ValueKind, ValueText};

    use super::*;

    /// What the lines say after a command.
    fn after(session: &mut Session, guide: Guide, command: Command) -> Option<Guide> {
        assert!(session.handle(command).accepted);
        next(guide, session.outcomes())
    }

    #[test]
    fn the_lines_follow_a_change_its_arrival_and_a_read_of_the_index_that_is_behind() {
        let mut session = Session::first();
        let remove = |order: &str| {
            let key = format!(r#"{{"CustomerId":{{"S":"C1"}},"OrderId":{{"S":"{order}"}}}}"#);
            let item = ItemId(key.into());
            let edit = Edit::Remove { item, attribute: "OrderOpenDate".to_owned() };
            Command::Edit { table: "Orders".to_owned(), edit }
        };
        let query = || Command::Call {
            operation: "Scan".to_owned(),
            request: r#"{"TableName": "Orders", "IndexName": "OpenOrders"}"#.to_owned(),
        };
        assert_eq!(after(&mut session, Guide::Remove, query()), None, "nothing is pending");
        let key = r#"{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1001"}}"#;
        let value = ValueText { kind: ValueKind::S, text: "2024-05-09".to_owned() };
        let edit =
            Edit::Set { item: ItemId(key.into()), attribute: "OrderOpenDate".to_owned(), value };
        let add = Command::Edit { table: "Orders".to_owned(), edit };
        assert_eq!(after(&mut session, Guide::Remove, add), None, "an entry is added");
        let arrival = after(&mut session, Guide::Watch, Command::StepToNext);
        assert_eq!(arrival, None, "an entry arrives");
        let first = after(&mut session, Guide::Remove, remove("O-1003"));
        assert_eq!(first, Some(Guide::Watch));
        let arrival = after(&mut session, Guide::Watch, Command::StepToNext);
        assert_eq!(arrival, Some(Guide::Read));
        assert_eq!(after(&mut session, Guide::Read, query()), None, "the index is up to date");
        assert!(!holds_clock(Guide::Read, session.outcomes()), "nothing is pending");
        assert_eq!(after(&mut session, Guide::Read, remove("O-1006")), None);
        assert!(holds_clock(Guide::Read, session.outcomes()));
        assert!(!holds_clock(Guide::Done, session.outcomes()));
        assert_eq!(after(&mut session, Guide::Read, query()), Some(Guide::Done));
        assert_eq!(after(&mut session, Guide::Done, query()), None);
    }
}
