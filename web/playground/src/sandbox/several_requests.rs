//! An input that sends many requests and is one step: it works on a copy of the database, in slices between which the page is drawn.
//! When all are sent, the copy takes the place of the database; when it is cancelled, the copy is dropped and nothing has happened.

use std::rc::Rc;

use engine::database::Database;
use engine::model::bytes::Bytes;

use crate::sandbox::budget::Budget;
use crate::sandbox::input::Input;
use crate::sandbox::operation::OperationRecord;
use crate::sandbox::rebuild::Rebuild;
use crate::sandbox::request::Request;
use crate::sandbox::sending::Sent;
use crate::sandbox::several::{EditKind, SeveralKind};
use crate::sandbox::state::State;
use crate::view::value::Text;

/// Many requests that are one step, and what has become of them so far.
#[derive(Debug)]
pub(crate) enum SeveralRequests {
    /// A table is replaced, and its items are written back.
    Rebuild(Box<Rebuild>),
    /// Items are edited.
    Edit {
        /// What is done to each.
        kind: EditKind,
        table: Text,
        requests: Rc<[Request]>,
        /// What came back for those that were sent.
        sent: Box<Sent>,
        /// The copy.
        database: Box<Database>,
    },
}

impl SeveralRequests {
    /// The requests of an input; `None` if it is another one.
    pub(crate) fn of(input: &Input, state: &State) -> Option<Self> {
        let database = &state.database;
        match input {
            Input::Rebuild { table, design } => {
                Some(Self::Rebuild(Box::new(Rebuild::new(database, table, design))))
            }
            Input::EditSeveral { kind, table, requests } => Some(Self::Edit {
                kind: *kind,
                table: table.clone(),
                requests: Rc::clone(requests),
                sent: Box::new(Sent { caller: state.caller(), ..Sent::default() }),
                database: Box::new(database.clone()),
            }),
            Input::Call(_)
            | Input::Import(_)
            | Input::ChangeTable { .. }
            | Input::Together(_)
            | Input::Advance { .. }
            | Input::RunWorkload(_)
            | Input::Set { .. }
            | Input::SetScaling { .. }
            | Input::Rename(_)
            | Input::Plan(_)
            | Input::Reset
            | Input::Reopen
            | Input::Fork(_) => None,
        }
    }

    /// Sends the next requests, as far as the budget goes. Returns whether all were sent.
    pub(crate) fn step(&mut self, budget: &mut Budget) -> bool {
        match self {
            Self::Rebuild(rebuild) => rebuild.step(budget),
            Self::Edit { table, requests, sent, database, .. } => {
                sent.send_rest(database, table, requests, budget)
            }
        }
    }

    /// Thousandths of the requests that were sent.
    pub(crate) fn permille(&self) -> u64 {
        let (done, all) = match self {
            Self::Rebuild(rebuild) => rebuild.progress(),
            Self::Edit { requests, sent, .. } => (sent.count, requests.len()),
        };
        (done * 1_000 / all.max(1)) as u64
    }

    /// Memory that the copy takes.
    pub(crate) fn memory(&self) -> Bytes {
        match self {
            Self::Rebuild(rebuild) => rebuild.memory(),
            Self::Edit { database, .. } => database.memory(),
        }
    }
}

impl State {
    /// Enters what many requests did that were all sent, and returns it.
    pub(crate) fn finish_requests(&mut self, several: SeveralRequests) -> Rc<OperationRecord> {
        match several {
            SeveralRequests::Rebuild(rebuild) => self.finish_rebuild(rebuild.finish()),
            SeveralRequests::Edit { kind, requests, sent, database, .. } => {
                self.database = *database;
                let first = requests.first().cloned().unwrap_or_default();
                self.finish_several(SeveralKind::Edit(kind), first, *sent)
            }
        }
    }
}
