//! What the free tier takes off.

use std::ops::Add;

use crate::analysis::amount::Amount;
use crate::analysis::cost::{Estimate, position};
use crate::analysis::day::DAY_MINUTES;
use crate::analysis::demand::KINDS;
use crate::analysis::price::{MONTH_HOURS, Price};
use crate::analysis::provisioned::provisioned_in_all;
use crate::view::cost::{PayMode, Position, TableClass};

/// What the free tier takes off tables of one account in a Region: it is for the standard class, and units for provisioned throughput.
pub(crate) fn free_of(estimates: &[(Estimate<'_>, PayMode)], region: &str) -> Amount {
    let standard = || {
        let here = estimates.iter().filter(|(it, _)| it.region() == region);
        here.filter(|(it, _)| it.class() == TableClass::Standard)
    };
    let Some((any, _)) = standard().next() else { return Amount::default() };
    let free = any.list.free_tier();
    // All of what is free is taken off, as it is listed.
    let of = |listed: Amount, used: u128, free: u128, amount: u128, price: Option<Price>| {
        let listed = Amount { is_least: false, ..listed };
        let part = price.map(|price| Amount::from(Some(price.of(amount, 1))).min(listed));
        if used <= free { listed } else { part.unwrap_or_default() }
    };
    let stored = standard().map(|(it, _)| it.known_bytes()).sum();
    let listed = standard().map(|(it, _)| it.storage()).sum();
    let storage = of(listed, stored, free.bytes, free.bytes, any.price(Position::Storage));
    let units = KINDS.map(|kind| {
        let mode = PayMode::Provisioned;
        let provisioned = || standard().filter(|(_, own)| *own == mode);
        let parts = || provisioned().flat_map(|(it, _)| it.with_parts());
        let units = provisioned_in_all(parts(), kind);
        let minutes: u128 = units.iter().map(|(units, minutes)| units * minutes).sum();
        let costs = parts().map(|(it, part)| it.throughput(&part, kind, mode));
        let price = any.price(position(kind, mode));
        of(costs.sum(), minutes, free.units * DAY_MINUTES, free.units * MONTH_HOURS, price)
    });
    units.into_iter().fold(storage, Amount::add)
}
