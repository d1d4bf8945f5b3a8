//! Time to live: which items of a table expire, and in which order.

use std::collections::BTreeSet;

use crate::clock::{Timestamp, UnixTime};
use crate::model::attribute_value::AttributeValue;
use crate::model::item::AttributeMap;
use crate::model::key::Position;
use crate::model::name::AttributeName;

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
    /// Unix time in seconds at which an item expires, and its position. Empty while nothing expires.
    pub(crate) expiring: BTreeSet<(u64, Position)>,
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
    pub(crate) fn expires_by(&self) -> Option<&AttributeName> {
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

    /// Takes out the first item that expires by a moment.
    pub(crate) fn pop_expired(&mut self, by: UnixTime) -> Option<Position> {
        self.next_expiry().filter(|expiry| *expiry <= by.seconds())?;
        self.expiring.pop_first().map(|(_, position)| position)
    }
}

/// The time in an item, if there is one. Model: a time that is no whole number of seconds never comes.
pub(crate) fn expiry(item: &AttributeMap, attribute: &AttributeName) -> Option<u64> {
    match item.get(attribute) {
        Some(AttributeValue::N(number)) => number.to_u64(),
        _ => None,
    }
}

/// Whether an item with this time is not older than what the service still deletes.
pub fn is_plausible(expiry: u64, now: UnixTime) -> bool {
    expiry.saturating_add(EXPIRED_SECONDS_MAX) >= now.seconds()
}
