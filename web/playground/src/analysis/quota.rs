//! What of a bill an account may not have at first, or what a table cannot be: beyond quotas, more than a new table on demand serves,
//! and replicas without auto scaling.

use std::collections::BTreeMap;

use engine::receipt::{Store, UnitKind};
use engine::table::Table;

use crate::analysis::amount::fitting;
use crate::analysis::bill::Bill;
use crate::analysis::cost::{Estimate, Part};
use crate::analysis::demand::KINDS;
use crate::analysis::pattern::limited;
use crate::analysis::provisioned::{maximum_of, provisioned_in_all, units_of};
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::method;
use crate::view::cost::PayMode;
use crate::view::message::{Argument, Message};

/// Units a second that an account may read or write of a table or global index at first.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html>
const TABLE_QUOTA: u128 = 40_000;

/// Units a second that all tables and global indexes of an account in a Region may be provisioned with at first. Source: as above.
const ACCOUNT_QUOTA: u128 = 80_000;

/// Units a second of a table or global index that are more than there may be.
#[derive(Debug, Clone)]
pub(crate) struct Excess {
    pub store: Store,
    pub kind: UnitKind,
    pub limit: Limit,
    /// Units a second in the busiest hour, in hundredths.
    hundredths: u128,
    most: u128,
}

/// What is exceeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Limit {
    /// The quota, by what is asked.
    Asked,
    /// The quota, by what is provisioned.
    Provisioned,
    /// What a table on demand serves before it has grown.
    Start,
}

impl Excess {
    /// Hundredths of what there may be.
    pub(crate) fn weight(&self) -> u64 {
        fitting(self.hundredths / self.most.max(1))
    }

    /// It in words.
    pub(crate) fn words(&self, table: &Table) -> Message {
        let key = match self.limit {
            Limit::Asked => "advice.quota",
            Limit::Provisioned => "advice.quota_provisioned",
            Limit::Start => "advice.quota_start",
        };
        Message::plain(key)
            .with("store", name_of(table, &self.store))
            .with("asked", Argument::Hundredths(fitting(self.hundredths)))
            .with("units", Argument::Count(fitting(self.hundredths / 100)))
            .with("unit", Message::plain(method(self.kind).unit()))
            .with("limit", Argument::Count(fitting(self.most)))
    }
}

impl Estimate<'_> {
    /// What is too much of each part, if the table is paid for in one way.
    pub(crate) fn excesses(self, mode: PayMode) -> Vec<Excess> {
        let parts = self.parts();
        let parts = parts.iter().filter(|part| !matches!(part.store, Store::Local(_)));
        parts.flat_map(|part| KINDS.map(|kind| self.excess(part, kind, mode))).flatten().collect()
    }

    fn excess(self, part: &Part<'_>, kind: UnitKind, mode: PayMode) -> Option<Excess> {
        let asked = self.hourly_thousandths(part, kind).into_iter().max().unwrap_or_default() / 10;
        let may = maximum_of(self.table, &part.store, kind).filter(|_| mode == PayMode::OnDemand);
        let asked = may.map_or(asked, |may| asked.min(u128::from(may) * 100));
        let sold = match mode {
            PayMode::OnDemand => 0,
            PayMode::Provisioned => self.provisioned(part, kind) * 100,
        };
        let of = |limit, hundredths: u128, most: u128| {
            let store = part.store.clone();
            (hundredths > most * 100).then_some(Excess { store, kind, limit, hundredths, most })
        };
        let start = || {
            let of_new = units_of(self.database.config().throughput.on_demand_start(), kind);
            of(Limit::Start, asked, of_new.into())?;
            // It may have been warmed, or have served more before.
            of(Limit::Start, asked, of_new.max(self.serves(&part.store, kind)).into())
        };
        of(Limit::Asked, asked, TABLE_QUOTA)
            .or_else(|| of(Limit::Provisioned, sold, TABLE_QUOTA))
            .or_else(|| start().filter(|_| mode == PayMode::OnDemand))
    }

    /// That the table has replicas and is provisioned without auto scaling for writes, which it needs.
    pub(crate) fn unscaled_replicas(self) -> Option<Message> {
        let name = &self.table.schema.name;
        let count = self.database.replicas_of(name).len() as u64;
        let is_scaled = |part: &Part<'_>| match part.throughput {
            _ if matches!(part.store, Store::Local(_)) => true,
            Some(_) => part.scaling.policy(UnitKind::Write).is_some(),
            None => self.settings.is_scaled,
        };
        let unscaled = self.parts().into_iter().find(|part| !is_scaled(part))?;
        (count > 0).then(|| {
            Message::plain("advice.replicas_unscaled")
                .with("store", name_of(self.table, &unscaled.store))
                .with("table", name.short())
                .with("count", Argument::Count(count))
        })
    }

    /// Units a second that a table or index serves at once.
    fn serves(self, store: &Store, kind: UnitKind) -> u64 {
        let stores = limited(self.database).throughput(self.table.schema.name.as_str());
        let own = stores.into_iter().flatten().find(|it| it.store == *store);
        own.map_or(0, |own| match kind {
            UnitKind::Read => own.read.units_per_second,
            UnitKind::Write => own.write.units_per_second,
        })
    }
}

impl Bill<'_> {
    /// The largest excess over each limit, in words, then of each Region that more is provisioned in than an account may.
    pub(crate) fn excesses(&self) -> Vec<Message> {
        let all = self.paid_tables().flat_map(|(estimate, mode)| {
            estimate.excesses(mode).into_iter().map(move |excess| (estimate, excess))
        });
        let mut largest: BTreeMap<Limit, (Estimate<'_>, Excess)> = BTreeMap::new();
        for (estimate, excess) in all {
            let largest = largest.entry(excess.limit).or_insert((estimate, excess.clone()));
            if excess.weight() > largest.1.weight() {
                *largest = (estimate, excess);
            }
        }
        let largest = largest.into_values().map(|(estimate, excess)| excess.words(estimate.table));
        largest.chain(self.regions().into_iter().flat_map(|it| self.above_account(it))).collect()
    }

    /// A table with replicas that is provisioned without auto scaling for writes.
    pub(crate) fn unscaled_replicas(&self) -> Option<Message> {
        let mut provisioned = self.paid_tables().filter(|(_, mode)| *mode == PayMode::Provisioned);
        provisioned.find_map(|(estimate, _)| estimate.unscaled_replicas())
    }

    /// That more is provisioned in a Region than an account may, of writes and of reads.
    pub(crate) fn above_account(&self, region: &str) -> Vec<Message> {
        let provisioned: Vec<_> = self
            .paid_tables()
            .filter(|(it, mode)| *mode == PayMode::Provisioned && it.region() == region)
            .flat_map(|(estimate, _)| estimate.with_parts())
            .collect();
        let above = KINDS.map(|kind| {
            let hours = provisioned_in_all(provisioned.iter().cloned(), kind).into_iter();
            let most = hours.map(|(units, _)| units).max().filter(|it| *it > ACCOUNT_QUOTA)?;
            let words = Message::plain("advice.quota_account")
                .with("region", region)
                .with("units", Argument::Count(fitting(most)))
                .with("unit", Message::plain(method(kind).unit()))
                .with("limit", Argument::Count(fitting(ACCOUNT_QUOTA)));
            Some(words)
        });
        above.into_iter().flatten().collect()
    }
}

/// The name of a table or index, in its hue.
pub(crate) fn name_of(table: &Table, store: &Store) -> Argument {
    match store {
        Store::Table => Argument::Name(table.schema.name.as_str().into(), None),
        Store::Local(name) | Store::Global(name) => {
            Argument::Name(name.as_str().into(), hue_of_index(&table.schema, name.as_str()))
        }
    }
}
