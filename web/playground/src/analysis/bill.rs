//! What a design costs in a month: one total for the whole page, and the parts that it is made of.

use engine::database::Database;
use engine::receipt::UnitKind;
use engine::workload::Workload;
use engine::workload::result::{RunResult, RunStore};

use crate::analysis::amount::Amount;
use crate::analysis::cost::{Estimate, Load, Shortage, free_of};
use crate::analysis::pattern::{load_of_patterns, planned_load};
use crate::analysis::price::{PriceList, money};
use crate::sandbox::plan::Plan;
use crate::sandbox::record::Ran;
use crate::view::cost::{BillPart, BillView, CostSettings, LoadSource, PayMode};
use crate::view::message::Message;
use crate::view::money::Money;

/// What all tables of a design cost in a month, in pico-dollars. Every total on the page is that of a bill.
#[derive(Debug, Clone)]
pub(crate) struct Bill<'b> {
    list: &'b PriceList,
    settings: &'b CostSettings,
    /// Each table, and how its throughput is paid for.
    tables: Vec<(Estimate<'b>, PayMode)>,
}

/// What is asked of the tables of a design: by the access patterns, or by a run if that is chosen and there was one.
pub(crate) fn load_of(database: &Database, plan: &Plan, run: Option<&Ran>) -> Option<Load> {
    match (plan.cost.source, run) {
        (LoadSource::Run, Some(run)) => {
            Some(run_load(database, plan, &run.record.workload, &run.result))
        }
        (LoadSource::Patterns, _) | (LoadSource::Run, None) => planned_load(database, plan),
    }
}

/// What a run of a workload has asked, as a load. Patterns that are so rare that it sent none of their requests count as planned.
pub(crate) fn run_load(
    database: &Database,
    plan: &Plan,
    workload: &Workload,
    result: &RunResult,
) -> Load {
    let sent =
        |position: usize| result.patterns.get(position).is_some_and(|it| it.counts.issued > 0);
    let patterns = workload.patterns.iter().enumerate();
    let rare = patterns.filter(|(position, _)| !sent(*position));
    let mut load = load_of_patterns(database, plan, workload.seconds, rare.map(|(_, it)| it));
    let seconds = (result.seconds.len() as u128).max(1);
    for RunStore { table, store, total, .. } in &result.stores {
        for (kind, units) in [(UnitKind::Read, total.read), (UnitKind::Write, total.written)] {
            let halves = u128::from(units.halves()) * load.seconds / seconds;
            load.add(table, store, kind, halves);
        }
    }
    load
}

impl<'b> Bill<'b> {
    /// The bill of all tables at a load.
    pub(crate) fn of(
        list: &'b PriceList,
        settings: &'b CostSettings,
        database: &'b Database,
        load: Option<&'b Load>,
    ) -> Self {
        let estimates = database.tables().map(|table| Estimate { list, settings, table, load });
        let tables = estimates.map(|estimate| (estimate, estimate.mode())).collect();
        Self { list, settings, tables }
    }

    /// The same bill, one table of which is paid for otherwise.
    pub(crate) fn with_mode(&self, table: &str, mode: PayMode) -> Self {
        let mut bill = self.clone();
        for (estimate, paid) in &mut bill.tables {
            if estimate.table.schema.name.as_str() == table {
                *paid = mode;
            }
        }
        bill
    }

    /// Each table, in the order in which they were created, with its cost before anything is free.
    pub(crate) fn tables(&self) -> impl Iterator<Item = (Estimate<'b>, Amount)> {
        self.tables.iter().map(|(estimate, mode)| (*estimate, estimate.listed(*mode)))
    }

    /// The tables and indexes for which less is provisioned than is asked for, each with its table.
    pub(crate) fn shortages(&self) -> impl Iterator<Item = (Estimate<'b>, Shortage)> {
        self.tables.iter().flat_map(|(estimate, mode)| {
            estimate.shortages(*mode).into_iter().map(|short| (*estimate, short))
        })
    }

    /// How much of the load on the store that lacks most is throttled, in thousandths; `None` if nothing is.
    pub(crate) fn throttled_permille(&self) -> Option<u64> {
        self.shortages().map(|(_, short)| short.throttled_permille).max()
    }

    /// What the free tier takes off. It is for the account, and so for all tables together.
    pub(crate) fn free(&self) -> u128 {
        if self.settings.free_tier { free_of(&self.tables) } else { 0 }
    }

    /// The sum.
    pub(crate) fn total(&self) -> Amount {
        self.tables().map(|(_, listed)| listed).sum::<Amount>().without(self.free())
    }

    /// Whether anything is asked of the tables.
    pub(crate) fn has_load(&self) -> bool {
        self.tables.iter().any(|(estimate, _)| estimate.has_load())
    }

    /// Whether any table has provisioned throughput.
    pub(crate) fn is_provisioned(&self) -> bool {
        self.tables.iter().any(|(_, mode)| *mode == PayMode::Provisioned)
    }

    /// An amount in the currency of the region.
    pub(crate) fn money(&self, amount: Amount) -> Money {
        money(amount, self.list.currency(&self.settings.region))
    }

    /// The sum and its parts.
    pub(crate) fn view(&self) -> BillView {
        let [mut asked, mut units, mut storage] = [Amount::default(); 3];
        for (estimate, mode) in &self.tables {
            asked =
                asked + estimate.load.map_or_else(Amount::default, |it| estimate.share(it, *mode));
            units = units + estimate.units(*mode);
            storage = storage + estimate.storage();
        }
        let parts = [
            ("cost.part_requests", asked, false),
            ("cost.part_spare", units.without(asked.pico), false),
            ("cost.part_storage", storage, false),
            ("cost.part_free", Some(self.free()).into(), true),
        ];
        let parts = parts.into_iter().filter(|(_, amount, _)| *amount != Amount::default());
        BillView {
            total: self.money(self.total()),
            requests: self.money(asked),
            parts: parts
                .map(|(key, amount, is_taken_off)| BillPart {
                    words: Message::plain(key),
                    money: self.money(amount),
                    is_taken_off,
                })
                .collect(),
        }
    }
}
