//! Reserved capacity: how many blocks are worth their price, what is paid for them at once, and what they save.

use engine::receipt::{Store, UnitKind};

use crate::analysis::bill::Bill;
use crate::analysis::cost::{Estimate, Part, position};
use crate::analysis::day::DAY_MINUTES;
use crate::analysis::price::{MONTH_HOURS, Reservation};
use crate::analysis::provisioned::provisioned_in_all;
use crate::view::cost::{PayMode, TableClass};

/// Blocks of reserved write or read units for all tables of an account, and their costs in pico-dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reserved {
    pub kind: UnitKind,
    /// Whether blocks can cover all that is provisioned in the standard class.
    pub covers_all: bool,
    /// Units of all blocks; none if no block would be used enough.
    pub units: u128,
    /// Units of one block.
    pub block: u128,
    /// Paid at once.
    pub once: u128,
    /// Paid by the hour.
    pub hour: u128,
    /// Both in a month, what is paid at once being spread over all months.
    pub month: u128,
    /// What a month of these units costs less than without a reservation.
    pub saved: u128,
}

impl Bill<'_> {
    /// The cheapest number of blocks of writes and of reads, if everything is provisioned. `None` if none can be reserved.
    pub(crate) fn reserved(&self, years: u128) -> Option<[Reserved; 2]> {
        let [write, read] =
            [UnitKind::Write, UnitKind::Read].map(|kind| self.reserved_units(kind, years));
        Some([write?, read?])
    }

    /// Units are covered by blocks first. The free tier takes off what no block can cover, then what is left.
    /// Model: DynamoDB does not say in which order it does this.
    fn reserved_units(&self, kind: UnitKind, years: u128) -> Option<Reserved> {
        let position = position(kind, PayMode::Provisioned);
        let settings = self.settings();
        let reservation = self.list().reservation(&settings.region, years, position)?;
        let Reservation { block, once, hour, month } = reservation;
        let tables = self.tables().map(|(estimate, _)| estimate);
        let standard: Vec<_> = tables.filter(|it| it.class() == TableClass::Standard).collect();
        // Blocks are of one Region, and so is what is free.
        let (here, elsewhere): (Vec<_>, Vec<_>) =
            standard.into_iter().partition(|it| it.region() == &*settings.region);
        let price = here.first()?.price(position)?;
        let parts = here.into_iter().flat_map(Estimate::with_parts);
        let (covered, others): (Vec<_>, Vec<_>) =
            parts.partition(|(estimate, part)| is_covered(*estimate, part, kind));
        let covers_all = others.is_empty() && elsewhere.is_empty();
        let [units, others] =
            [covered, others].map(|parts| provisioned_in_all(parts.into_iter(), kind));
        let left = |all: &[(u128, u128)], reserved: u128| {
            let left = all
                .iter()
                .map(|(units, minutes)| minutes.saturating_mul(units.saturating_sub(reserved)));
            left.fold(0, u128::saturating_add)
        };
        let free = self.list().free_tier().units * DAY_MINUTES;
        let free = if settings.free_tier { free.saturating_sub(left(&others, 0)) } else { 0 };
        let cost = |blocks: u128| {
            let left = left(&units, blocks * block).saturating_sub(free);
            let listed = price.of(left.saturating_mul(MONTH_HOURS), DAY_MINUTES);
            listed.saturating_add(month.of(blocks, 1))
        };
        // Each block saves as much as the one before it, or less: the best number is the first that another one does not improve.
        let most = units.iter().map(|(units, _)| units / block + 1).max().unwrap_or_default();
        let (mut blocks, mut end) = (0, most);
        while blocks < end {
            let middle = u128::midpoint(blocks, end);
            if cost(middle + 1) < cost(middle) { blocks = middle + 1 } else { end = middle }
        }
        Some(Reserved {
            kind,
            covers_all,
            units: blocks * block,
            block,
            once: blocks * once,
            hour: blocks * hour,
            month: month.of(blocks, 1),
            saved: cost(0).saturating_sub(cost(blocks)),
        })
    }
}

/// Whether blocks can cover the writes or reads of a part: they are not for writes that are replicated. Those of a table with replicas
/// are, those of its global indexes are not.
fn is_covered(estimate: Estimate<'_>, part: &Part<'_>, kind: UnitKind) -> bool {
    let name = &estimate.table.schema.name;
    let is_replicated =
        || part.store == Store::Table && !estimate.database.replicas_of(name).is_empty();
    kind == UnitKind::Read || !is_replicated()
}
