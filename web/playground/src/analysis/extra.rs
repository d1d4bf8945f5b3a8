//! What can be added to the bill of tables: backups, and readers of their streams.

use engine::receipt::Store;

use crate::analysis::amount::Amount;
use crate::analysis::bill::Bill;
use crate::analysis::cost::Estimate;
use crate::analysis::price::{Price, Priced};
use crate::view::cost::{Position, TableClass};

/// Something that was added to the tables of a Region.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Extra<'b> {
    /// What has the price.
    pub priced: Priced<'b>,
    /// How many backups or requests, if they are counted.
    pub count: u64,
    /// Bytes that a backup of all tables holds; `None` if it is not known how large they will be.
    pub kept_bytes: Option<u128>,
    /// What it costs; `None` if no price is known, or not how large tables will be.
    pub cost: Option<u128>,
}

impl<'b> Bill<'b> {
    /// What was added, each with its cost. Each Region has the backups of its tables.
    pub(crate) fn extras(&self) -> Vec<Extra<'b>> {
        let settings = self.settings();
        let recovery = settings.has_recovery.then_some((Position::Recovery, 1));
        let backups = settings.backup_count.map(|count| (Position::Backup, count));
        let reads = settings.stream_reads.map(|count| (Position::StreamRead, count));
        let added = [recovery, backups, reads].into_iter().flatten();
        let regions = self.regions();
        let added = added.filter(|(_, count)| *count > 0).flat_map(|(position, count)| {
            let has_one = position == Position::StreamRead;
            let regions = regions.iter().take(if has_one { 1 } else { usize::MAX });
            regions.map(move |region| {
                (Priced { region, class: TableClass::Standard, position }, count)
            })
        });
        let extra = |(priced, count): (Priced<'b>, u64)| {
            let here = self.tables().filter(|(table, _)| table.region() == priced.region);
            let kept_bytes = here.map(|(table, _)| kept_bytes(table)).sum();
            let cost = self.extra_cost(priced, count, kept_bytes);
            Extra { priced, count, kept_bytes, cost }
        };
        added.map(extra).collect()
    }

    /// The sum of these.
    pub(crate) fn extra_sum(&self) -> Amount {
        self.extras().into_iter().map(|extra| extra.cost).sum()
    }

    /// The price of something that can be added, which is one for all classes of tables.
    pub(crate) fn extra_price(&self, priced: Priced<'_>) -> Option<Price> {
        self.list().price(self.settings(), priced)
    }

    fn extra_cost(&self, priced: Priced<'_>, count: u64, kept_bytes: Option<u128>) -> Option<u128> {
        let count = u128::from(count);
        let amount = match priced.position {
            // The first are free, whoever has the account. Source: <https://aws.amazon.com/dynamodb/pricing/on-demand/>
            Position::StreamRead => count.saturating_sub(self.list().free_tier().stream_reads),
            _ => kept_bytes?.saturating_mul(count),
        };
        match amount {
            0 => Some(0),
            _ => Some(self.extra_price(priced)?.of(amount, 1)),
        }
    }
}

/// Bytes of a table that its backups hold: of its items and of the entries of its local indexes.
/// Source: <https://aws.amazon.com/dynamodb/pricing/on-demand/>
fn kept_bytes(estimate: Estimate<'_>) -> Option<u128> {
    let parts = estimate.parts().into_iter();
    let kept = parts.filter(|part| !matches!(part.store, Store::Global(_)));
    kept.map(|part| estimate.bytes(&part).map(|(bytes, parts)| bytes / parts)).sum()
}
