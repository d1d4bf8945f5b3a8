//! A planned write takes effect.

use crate::table::Table;
use crate::table::index::IndexEffect;
use crate::table::write::plan::WritePlan;

impl Table {
    /// Stores what was planned, and hands on what it means for the indexes. Cannot fail.
    pub(crate) fn apply(&mut self, plan: WritePlan) -> Vec<(usize, IndexEffect)> {
        match plan.new {
            Some(new) => self.items.put(plan.position, new),
            None => self.items.delete(&plan.position),
        }
        plan.effects
    }
}
