//! What the access patterns ask: tried once, and not with every character of one that is being written.

use std::cell::RefCell;
use std::rc::Rc;

use engine::clock::Timestamp;

use crate::analysis::bill::{PatternLoad, pattern_loads};
use crate::sandbox::state::State;

/// The loads of the patterns of a sandbox that were asked for last.
#[derive(Debug, Default)]
pub(super) struct Asked {
    last: RefCell<Option<Tried>>,
}

/// The loads of the patterns as of a revision and a moment.
#[derive(Debug)]
struct Tried {
    revision: u64,
    at: Timestamp,
    loads: Rc<[PatternLoad]>,
}

impl Asked {
    /// What each pattern asks now.
    pub(super) fn loads(&self, revision: u64, state: &State) -> Rc<[PatternLoad]> {
        let at = state.database.now();
        if let Some(tried) = &*self.last.borrow()
            && (tried.revision, tried.at) == (revision, at)
        {
            return Rc::clone(&tried.loads);
        }
        let loads: Rc<[PatternLoad]> = pattern_loads(&state.database, &state.plan).into();
        *self.last.borrow_mut() = Some(Tried { revision, at, loads: Rc::clone(&loads) });
        loads
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    #[test]
    fn patterns_are_tried_once_for_each_change_and_not_for_each_key() {
        let (asked, state) = (Asked::default(), Session::first().state);
        let first = asked.loads(1, &state);
        assert!(Rc::ptr_eq(&first, &asked.loads(1, &state)));
        assert!(!Rc::ptr_eq(&first, &asked.loads(2, &state)));
    }
}
