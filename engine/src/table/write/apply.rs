//! How a planned write is applied.

use crate::table::Table;
use crate::table::index::IndexEffect;
use crate::table::write::plan::WritePlan;

impl Table {
    /// Stores what was planned, and returns its effect on each index, by position. Cannot fail.
    pub(crate) fn apply(&mut self, plan: WritePlan) -> Vec<(usize, IndexEffect)> {
        match plan.new {
            Some(new) => self.items.put(plan.position, new),
            None => self.items.delete(&plan.position),
        }
        plan.effects
    }
}
