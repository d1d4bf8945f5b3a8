//! Which items of a table expire, and when.

use std::collections::BTreeSet;

use crate::clock::UnixTime;
use crate::model::key::Position;
use crate::model::name::AttributeName;
use crate::table::Table;
use crate::table::time_to_live::{TimeToLive, TimeToLiveStatus, expiry, is_plausible};
use crate::table::write::plan::WritePlan;

impl Table {
    /// Ends the transition that a request began.
    pub(crate) fn settle_time_to_live(&mut self, now: UnixTime) {
        let status = std::mem::take(&mut self.time_to_live.status);
        self.time_to_live.status = match status {
            TimeToLiveStatus::Enabling(attribute) => {
                self.time_to_live.expiring = self.items_with_expiry(&attribute, now);
                TimeToLiveStatus::Enabled(attribute)
            }
            TimeToLiveStatus::Disabling(_) => {
                self.time_to_live.expiring.clear();
                TimeToLiveStatus::Disabled
            }
            settled @ (TimeToLiveStatus::Disabled | TimeToLiveStatus::Enabled(_)) => settled,
        };
    }
}

impl Table {
    /// The items that will expire if an attribute says when.
    fn items_with_expiry(
        &self,
        attribute: &AttributeName,
        now: UnixTime,
    ) -> BTreeSet<(u64, Position)> {
        let expiring = self.items.iter().filter_map(|(position, stored)| {
            let expiry = expiry(&stored.image, attribute)?;
            is_plausible(expiry, now).then(|| (expiry, position.clone()))
        });
        expiring.collect()
    }

    /// The items that will expire, if that is for their attributes and the time to say.
    pub(crate) fn expected_expiring(
        &self,
        status: &TimeToLiveStatus,
        now: UnixTime,
    ) -> BTreeSet<(u64, Position)> {
        status.expires_by().map(|by| self.items_with_expiry(by, now)).unwrap_or_default()
    }
}

impl TimeToLive {
    /// Keeps track of an item that is about to be written, and says whether that mattered.
    pub(crate) fn follow(&mut self, plan: &WritePlan, now: UnixTime) -> bool {
        let Some(attribute) = self.status.expires_by() else { return false };
        let old = plan.old.as_ref().and_then(|old| expiry(&old.image, attribute));
        let new = plan.new.as_ref().and_then(|new| expiry(&new.image, attribute));
        if old == new {
            return false;
        }
        if let Some(old) = old {
            self.expiring.remove(&(old, plan.position.clone()));
        }
        if let Some(new) = new.filter(|new| is_plausible(*new, now)) {
            self.expiring.insert((new, plan.position.clone()));
        }
        true
    }
}
