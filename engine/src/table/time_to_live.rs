//! Time to live: which items of a table expire, and in which order.

use std::collections::BTreeSet;

use crate::clock::{Timestamp, UnixTime};
use crate::model::attribute_value::AttributeValue;
use crate::model::item::AttributeMap;
use crate::model::key::Position;
use crate::model::name::AttributeName;
use crate::table::Table;
use crate::table::plan::WritePlan;

/// Items that expired longer ago than this stay, because their time is more likely wrong than old: five years, in
/// seconds. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/howitworks-ttl.html>
const EXPIRED_SECONDS_MAX: u64 = 5 * 365 * 24 * 60 * 60;

/// Whether items of a table expire, and those that will.
#[derive(Debug, Clone, Default)]
pub struct TimeToLive {
    /// Whether items expire.
    pub status: TimeToLiveStatus,
    /// When that was last changed by a request.
    pub changed_at: Option<Timestamp>,
    /// Unix time in seconds at which an item expires, and where the item stands. Empty while nothing expires.
    expiring: BTreeSet<(u64, Position)>,
}

/// Whether items of a table expire. The attribute holds the time, in seconds since 1970.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum TimeToLiveStatus {
    /// They stay.
    #[default]
    Disabled,
    /// They will expire by this attribute.
    Enabling(AttributeName),
    /// They expire by this attribute.
    Enabled(AttributeName),
    /// They expire by this attribute a little longer.
    Disabling(AttributeName),
}

impl TimeToLiveStatus {
    /// The attribute that holds the time.
    pub fn attribute(&self) -> Option<&AttributeName> {
        match self {
            Self::Disabled => None,
            Self::Enabling(attribute) | Self::Enabled(attribute) | Self::Disabling(attribute) => {
                Some(attribute)
            }
        }
    }

    /// The attribute by which items expire at present.
    fn expires_by(&self) -> Option<&AttributeName> {
        match self {
            Self::Disabled | Self::Enabling(_) => None,
            Self::Enabled(attribute) | Self::Disabling(attribute) => Some(attribute),
        }
    }
}

impl TimeToLive {
    /// When an item expires, if items do and it has a time.
    pub fn expiry_of(&self, item: &AttributeMap) -> Option<UnixTime> {
        let seconds = expiry(item, self.status.expires_by()?)?;
        Some(UnixTime(seconds.saturating_mul(1_000)))
    }

    /// What was kept: the items that will expire, and why.
    pub(crate) fn with_expiring(
        status: TimeToLiveStatus,
        changed_at: Option<Timestamp>,
        expiring: BTreeSet<(u64, Position)>,
    ) -> Self {
        Self { status, changed_at, expiring }
    }

    /// The items that will expire, by Unix time in seconds and place.
    pub(crate) fn expiring(&self) -> &BTreeSet<(u64, Position)> {
        &self.expiring
    }

    /// Unix time in seconds at which the next item expires.
    pub fn next_expiry(&self) -> Option<u64> {
        self.expiring.first().map(|(expiry, _)| *expiry)
    }

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

    /// Takes out the first item that expires by a moment.
    pub(crate) fn pop_expired(&mut self, by: UnixTime) -> Option<Position> {
        self.next_expiry().filter(|expiry| *expiry <= by.seconds())?;
        self.expiring.pop_first().map(|(_, position)| position)
    }
}

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

/// The time in an item, if there is one. Model: a time that is no whole number of seconds never comes.
fn expiry(item: &AttributeMap, attribute: &AttributeName) -> Option<u64> {
    match item.get(attribute) {
        Some(AttributeValue::N(number)) => number.to_u64(),
        _ => None,
    }
}

fn is_plausible(expiry: u64, now: UnixTime) -> bool {
    expiry.saturating_add(EXPIRED_SECONDS_MAX) >= now.seconds()
}
