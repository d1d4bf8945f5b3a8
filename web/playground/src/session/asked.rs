//! What the access patterns ask: tried once, and not with every character of one that is being written.

use std::cell::RefCell;
use std::rc::Rc;

use engine::clock::Timestamp;

use crate::analysis::bill::{PatternLoad, pattern_loads};
use crate::sandbox::state::State;
use crate::view::traffic::TrafficView;
use crate::view::workload::WorkloadPlan;
use crate::views::traffic::traffic_view;

/// A revision of a sandbox, and a moment.
type Time = (u64, Timestamp);

/// What was asked for last of a sandbox.
#[derive(Debug, Default)]
pub(super) struct Asked {
    /// The loads of its patterns.
    loads: Latest<Time, Rc<[PatternLoad]>>,
    /// What a workload will ask.
    traffic: Latest<(Time, WorkloadPlan), Rc<TrafficView>>,
}

/// What was computed last, and of what.
#[derive(Debug)]
struct Latest<K, V>(RefCell<Option<(K, V)>>);

impl Asked {
    /// What each pattern asks now.
    pub(super) fn loads(&self, revision: u64, state: &State) -> Rc<[PatternLoad]> {
        let time = (revision, state.database.now());
        self.loads.get(time, || pattern_loads(&state.database, &state.plan).into())
    }

    /// What a workload will ask of tables and keys.
    pub(super) fn traffic(
        &self,
        revision: u64,
        state: &State,
        plan: &WorkloadPlan,
    ) -> Rc<TrafficView> {
        let time = (revision, state.database.now());
        self.traffic.get((time, plan.clone()), || traffic_view(state, plan).into())
    }
}

impl<K: PartialEq, V: Clone> Latest<K, V> {
    fn get(&self, key: K, compute: impl FnOnce() -> V) -> V {
        if let Some((known, value)) = &*self.0.borrow()
            && *known == key
        {
            return value.clone();
        }
        let value = compute();
        *self.0.borrow_mut() = Some((key, value.clone()));
        value
    }
}

impl<K, V> Default for Latest<K, V> {
    fn default() -> Self {
        Self(RefCell::new(None))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::workload::plan_of;
    use crate::session::Session;

    #[test]
    fn patterns_are_tried_once_for_each_change_and_not_for_each_key() {
        let (asked, state) = (Asked::default(), Session::first().state);
        let first = asked.loads(1, &state);
        assert!(Rc::ptr_eq(&first, &asked.loads(1, &state)));
        assert!(!Rc::ptr_eq(&first, &asked.loads(2, &state)));
        let plan = plan_of(state.plan.traffic());
        let first = asked.traffic(1, &state, &plan);
        assert!(Rc::ptr_eq(&first, &asked.traffic(1, &state, &plan)));
        let longer = WorkloadPlan { seconds: plan.seconds + 1, ..plan };
        assert!(!Rc::ptr_eq(&first, &asked.traffic(1, &state, &longer)));
    }
}
