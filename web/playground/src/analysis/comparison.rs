//! What two designs store, consume and cost, row by row, and by how much they differ.

use std::cmp::Ordering;

use engine::database::Database;
use engine::model::name::TableName;
use engine::receipt::Store;
use engine::table::Table;
use engine::table::schema::Scope;
use engine::workload::result::{RunResult, StoreUse};

use crate::analysis::amount::{Amount, fitting};
use crate::analysis::bill::Bill;
use crate::analysis::cost::{Estimate, expected_count};
use crate::analysis::demand::{KINDS, Load};
use crate::analysis::price::{PriceList, money};
use crate::analysis::replaced::Replaced;
use crate::explain::hue::hue_of_index;
use crate::sandbox::order::distinct;
use crate::view::compare::{ComparisonGroup, ComparisonRow};
use crate::view::cost::{CostSettings, PayMode, price};
use crate::view::message::{Argument, Message};
use crate::view::money::{Currency, Money};
use crate::view::value::Text;

/// Bytes from which on an amount is shown in a larger unit. Model: single items no longer count.
const LARGE_BYTES: u64 = 1_000_000_000;

/// A design, and what a workload came to on it. Without a workload, what a month of it costs: what a run uses is no month, as its
/// requests may repeat what is done already.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Measured<'m> {
    /// What it stores: after the workload, if one ran.
    pub database: &'m Database,
    /// The settings of its cost calculation.
    pub settings: &'m CostSettings,
    /// What is asked of it in a month.
    pub load: Option<&'m Load>,
    /// What the workload came to.
    pub result: Option<&'m RunResult>,
}

/// An amount of something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Figure {
    Count(u64),
    Bytes(u64),
    HalfUnits(u64),
    /// Money, and what it pays for.
    Money(Amount, Currency, Payer),
    /// Money that does not pay for all of the load: so many thousandths are throttled.
    Throttled(Money, u64),
}

/// Who pays for the units of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Payer {
    /// It does itself.
    Own,
    /// Its table, from what is provisioned for both.
    Table,
    /// It does for itself and its local indexes.
    ForLocals,
    /// It does for itself, and its local indexes for themselves.
    BesideLocals,
}

impl Payer {
    /// Whether both pay for the same stores.
    fn is_like(self, other: Self) -> bool {
        let is_shared = |it| matches!(it, Self::Table | Self::ForLocals);
        let [a, b] = [self, other];
        !(is_shared(a) && b == Self::BesideLocals || is_shared(b) && a == Self::BesideLocals)
    }
}

/// Amounts of a table, an index or a whole design, each with what it is: a key of the catalogue.
type Figures = Vec<(&'static str, Figure)>;

impl Figure {
    /// How much more or less the other one is, if both can be compared.
    fn change_to(self, other: Self) -> Option<(Ordering, Self)> {
        let count = |a: u64, b: u64, of: fn(u64) -> Self| Some((b.cmp(&a), of(a.abs_diff(b))));
        match (self, other) {
            (Self::Count(a), Self::Count(b)) => count(a, b, Self::Count),
            (Self::Bytes(a), Self::Bytes(b)) => count(a, b, Self::Bytes),
            (Self::HalfUnits(a), Self::HalfUnits(b)) => count(a, b, Self::HalfUnits),
            (Self::Money(a, currency, payer), Self::Money(b, other, paid))
                if currency == other && payer.is_like(paid) =>
            {
                let (a, b) = (a.known()?, b.known()?);
                let change = Amount { pico: a.abs_diff(b), is_least: false };
                Some((b.cmp(&a), Self::Money(change, currency, Payer::Own)))
            }
            (
                Self::Count(_)
                | Self::Bytes(_)
                | Self::HalfUnits(_)
                | Self::Money(..)
                | Self::Throttled(..),
                _,
            ) => None,
        }
    }

    /// Nothing of the same kind.
    fn none(self) -> Self {
        match self {
            Self::Count(_) => Self::Count(0),
            Self::Bytes(_) => Self::Bytes(0),
            Self::HalfUnits(_) => Self::HalfUnits(0),
            Self::Money(_, currency, payer) => Self::Money(Amount::default(), currency, payer),
            Self::Throttled(cost, _) => Self::Throttled(Money { pico: 0, ..cost }, 0),
        }
    }

    fn argument(self) -> Argument {
        match self {
            Self::Count(count) => Argument::Count(count),
            Self::Bytes(bytes @ LARGE_BYTES..) => Argument::Size(bytes),
            Self::Bytes(bytes) => Argument::Bytes(bytes),
            Self::HalfUnits(halves) => Argument::HalfUnits(halves),
            Self::Money(amount, currency, payer) => {
                let amount = Argument::Cents(money(amount, currency));
                let key = match payer {
                    Payer::Own | Payer::BesideLocals => return amount,
                    Payer::Table => "compare.paid_by_table",
                    Payer::ForLocals => "compare.with_locals",
                };
                Message::plain(key).with("amount", amount).into()
            }
            Self::Throttled(cost, permille) => price(cost, Some(permille)).into(),
        }
    }
}

/// Sums first, then each table that either has, and below it each index. Costs are not compared if the designs are not asked and priced
/// alike, or if one of them throttles.
pub(crate) fn groups(sides: &[Measured<'_>; 2], is_alike: bool) -> Vec<ComparisonGroup> {
    let list = PriceList::read();
    let throttles = |it: &Measured<'_>| {
        Bill::of(&list, it.settings, it.database, it.load).throttled_permille().is_some()
    };
    let is_alike = is_alike && !sides.iter().any(throttles);
    let rows = |figures| rows(figures, is_alike);
    let waits = |side: &Measured<'_>| side.result.is_some_and(|it| it.waiting_count > 0);
    let has_waiting = sides.iter().any(waits);
    let is_expected = sides.iter().any(|side| side.expects(&list));
    let sums = sides.map(|side| Some(side.sum(&list, has_waiting, is_expected)));
    let mut groups = vec![ComparisonGroup { table: None, name: None, hue: None, rows: rows(sums) }];
    let tables = sides.iter().flat_map(|side| side.database.charged_tables());
    for table in distinct(tables.map(|table| table.schema.name.as_str())) {
        let both = sides.map(|side| side.database.table(table));
        let indexes = both.iter().flatten().flat_map(|table| &table.indexes);
        let indexes = distinct(indexes.map(|index| index.schema.name.as_str()));
        for index in [None].into_iter().chain(indexes.into_iter().map(Some)) {
            let figures = sides.map(|side| side.figures(&list, table, index));
            let hue = index.and_then(|index| {
                both.iter().flatten().find_map(|table| hue_of_index(&table.schema, index))
            });
            let name = Some(Text::from(index.unwrap_or(table)));
            groups.push(ComparisonGroup {
                table: Some(table.into()),
                name,
                hue,
                rows: rows(figures),
            });
        }
    }
    groups
}

/// What two runs came to, and by how much they differ.
pub(crate) fn rows_of_runs(runs: [&RunResult; 2]) -> Vec<ComparisonRow> {
    let has_waiting = runs.iter().any(|it| it.waiting_count > 0);
    let figures = runs.map(|run| {
        let issued = ("compare.sent", Figure::Count(run.counts.issued));
        Some([issued].into_iter().chain(of_run(run, has_waiting)).collect())
    });
    rows(figures, true)
}

/// A run that is compared with the same requests after a change.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TrialSide<'t> {
    /// What is stored after it.
    pub database: &'t Database,
    pub result: &'t RunResult,
    pub replaced: &'t [Replaced],
}

/// What a run came to without a change and with it, and the bytes of the tables that it used.
pub(crate) fn rows_of_trial(sides: [TrialSide<'_>; 2]) -> Vec<ComparisonRow> {
    let has_waiting = sides.iter().any(|it| it.result.waiting_count > 0);
    let has_replaced = sides.iter().any(|it| !it.replaced.is_empty());
    let figures = sides.map(|TrialSide { database, result, replaced }| {
        let mut figures = of_run(result, has_waiting);
        if has_replaced {
            let count = replaced.iter().map(|it| it.count).sum();
            figures.insert(1, ("compare.replaced", Figure::Count(count)));
        }
        let used = result.stores.iter().filter(|it| it.total != StoreUse::default());
        let used: Vec<&TableName> = used.map(|it| &it.table).collect();
        let tables = database.charged_tables().filter(|table| used.contains(&&table.schema.name));
        figures.push(("compare.bytes", bytes_of(tables)));
        Some(figures)
    });
    rows(figures, true)
}

/// What tables store with their indexes.
fn bytes_of<'t>(tables: impl Iterator<Item = &'t Table>) -> Figure {
    let bytes = tables.map(|table| {
        let entries = table.indexes.iter().map(|index| index.entries.size().0);
        table.items.size().0 + entries.sum::<u64>()
    });
    Figure::Bytes(bytes.sum())
}

/// What became of the requests of a run, and the units that they took.
fn of_run(result: &RunResult, has_waiting: bool) -> Figures {
    let counts = &result.counts;
    let mut figures = vec![
        ("compare.answered", Figure::Count(counts.succeeded)),
        ("compare.failed", Figure::Count(counts.failed)),
        ("compare.throttled", Figure::Count(counts.throttled_requests)),
        ("compare.dropped", Figure::Count(counts.dropped)),
    ];
    if has_waiting {
        figures.push(("compare.waiting", Figure::Count(result.waiting_count)));
    }
    figures.extend(used(result.stores.iter().map(|store| &store.total)));
    figures
}

impl Measured<'_> {
    /// The whole design; with the requests that still waited at the end if there are any, and with the bytes of as many items as are
    /// expected if some are.
    fn sum(self, list: &PriceList, has_waiting: bool, is_expected: bool) -> Figures {
        let mut figures = self.result.map_or_else(Figures::new, |it| of_run(it, has_waiting));
        figures.push(("compare.bytes", bytes_of(self.database.charged_tables())));
        if self.result.is_none() {
            if is_expected {
                let estimates = self.estimates(list);
                let bytes: Option<Vec<u128>> = estimates.map(Estimate::stored_bytes).collect();
                let bytes = bytes.map(|tables| Figure::Bytes(fitting(tables.iter().sum())));
                figures.extend(bytes.map(|bytes| ("compare.billed", bytes)));
            }
            let bill = Bill::of(list, self.settings, self.database, self.load);
            let month = match bill.throttled_permille() {
                Some(permille) => Figure::Throttled(bill.money(bill.total()), permille),
                None => Figure::Money(bill.total(), self.currency(list), Payer::Own),
            };
            figures.push(("compare.month", month));
        }
        figures
    }

    /// A table, or an index of it; `None` if there is no such.
    fn figures(self, list: &PriceList, table: &str, index: Option<&str>) -> Option<Figures> {
        let table = self.database.table(table).filter(|table| !table.is_sql)?;
        let estimate = self.estimate(list, table);
        let parts = estimate.parts();
        let part = parts.iter().find(|part| name_of(&part.store) == index)?;
        let mut figures = Figures::new();
        if let Some(result) = self.result {
            let mut stores = result.stores.iter();
            let store =
                stores.find(|it| it.store == part.store && it.table == table.schema.name)?;
            figures.extend(used([&store.total].into_iter()));
            let requests = store.throttles.iter().map(|it| it.request_count).sum();
            figures.push(("compare.throttled", Figure::Count(requests)));
        }
        figures.extend(self.heat(&table.schema.name, &part.store));
        let units = KINDS.map(|kind| estimate.throughput(part, kind, estimate.mode()));
        let cost: Amount = units.into_iter().chain([estimate.storage_of(part)]).sum();
        let is_part = self.load.is_some_and(Load::is_part);
        let cost = cost + Amount { pico: 0, is_least: is_part };
        let storage = match index.and_then(|index| table.schema.index(index)) {
            Some((position, _)) => &table.indexes[position].entries,
            None => &table.items,
        };
        let key = if index.is_some() { "compare.entries" } else { "compare.items" };
        figures.push((key, Figure::Count(storage.count() as u64)));
        figures.push(("compare.bytes", Figure::Bytes(storage.size().0)));
        let has_locals = table.indexes.iter().any(|it| it.schema.scope == Scope::Local);
        let payer = match (&part.store, estimate.mode()) {
            (Store::Local(_), PayMode::Provisioned) => Payer::Table,
            (Store::Local(_), PayMode::OnDemand) => Payer::BesideLocals,
            (Store::Table, PayMode::Provisioned) if has_locals => Payer::ForLocals,
            (Store::Table, PayMode::OnDemand) if has_locals => Payer::BesideLocals,
            (Store::Table | Store::Global(_), _) => Payer::Own,
        };
        if self.result.is_none() {
            if let Some((count, parts)) = expected_count(self.settings, table, part.index) {
                let count = fitting((count + parts / 2) / parts);
                figures.push((
                    if index.is_some() {
                        "compare.entries_expected"
                    } else {
                        "compare.items_expected"
                    },
                    Figure::Count(count),
                ));
            }
            figures.push(("compare.month", Figure::Money(cost, self.currency(list), payer)));
        }
        Some(figures)
    }

    /// Whether another number of items or entries is expected of a table or an index.
    fn expects(&self, list: &PriceList) -> bool {
        let mut parts = self.estimates(list).flat_map(Estimate::with_parts);
        parts.any(|(it, part)| expected_count(self.settings, it.table, part.index).is_some())
    }

    fn estimates<'e>(&'e self, list: &'e PriceList) -> impl Iterator<Item = Estimate<'e>> {
        self.database.charged_tables().map(|table| self.estimate(list, table))
    }

    fn estimate<'e>(&'e self, list: &'e PriceList, table: &'e Table) -> Estimate<'e> {
        let Self { settings, database, load, .. } = *self;
        Estimate::new((list, settings), database, table, load)
    }

    /// The partitions of a store and the most that one of them served in a second, if throughput is metered.
    fn heat(self, table: &TableName, store: &Store) -> Figures {
        let metered = self.database.throughput(table.as_str()).unwrap_or_default();
        let Some(metered) = metered.into_iter().find(|it| it.store == *store) else {
            return Figures::new();
        };
        let beats = || metered.partitions.iter().flat_map(|partition| &partition.samples);
        let written = beats().map(|beat| beat.write.halves()).max().unwrap_or_default();
        let read = beats().map(|beat| beat.read.halves()).max().unwrap_or_default();
        vec![
            ("compare.partitions", Figure::Count(metered.partitions.len() as u64)),
            ("compare.peak_written", Figure::HalfUnits(written)),
            ("compare.peak_read", Figure::HalfUnits(read)),
        ]
    }

    fn currency(self, list: &PriceList) -> Currency {
        list.currency(&self.settings.region)
    }
}

fn name_of(store: &Store) -> Option<&str> {
    match store {
        Store::Table => None,
        Store::Local(name) | Store::Global(name) => Some(name.as_str()),
    }
}

/// Units written and read.
fn used<'u>(stores: impl Iterator<Item = &'u StoreUse> + Clone) -> [(&'static str, Figure); 2] {
    let written = stores.clone().map(|it| it.written.halves()).sum();
    let read = stores.map(|it| it.read.halves()).sum();
    [("compare.written", Figure::HalfUnits(written)), ("compare.read", Figure::HalfUnits(read))]
}

/// What either has, beside what the other has of it.
fn rows(figures: [Option<Figures>; 2], is_alike: bool) -> Vec<ComparisonRow> {
    let [a, b] = figures.map(Option::unwrap_or_default);
    let of =
        |side: &Figures, key| side.iter().find(|(it, _)| *it == key).map(|(_, amount)| *amount);
    let only_in_b = b.iter().filter(|(key, _)| of(&a, *key).is_none());
    let rows = a.iter().chain(only_in_b).map(|(key, amount)| {
        let amounts = [of(&a, *key), of(&b, *key)];
        ComparisonRow {
            words: Message::plain(key),
            amounts: amounts.map(|amount| amount.map(Figure::argument)),
            difference: difference(amounts.map(|it| it.unwrap_or(amount.none())), is_alike),
        }
    });
    rows.collect()
}

fn difference([a, b]: [Figure; 2], is_alike: bool) -> Message {
    let is_cost = matches!(a, Figure::Money(..) | Figure::Throttled(..));
    if is_cost && !is_alike {
        return Message::plain("compare.not_comparable");
    }
    let Some((order, change)) = a.change_to(b) else { return Message::plain("compare.none") };
    let words = |key| Message::plain(key).with("amount", change.argument());
    match order {
        Ordering::Greater => words("compare.more"),
        Ordering::Less => words("compare.less"),
        Ordering::Equal => Message::plain("compare.same"),
    }
}

#[cfg(test)]
mod tests {
    use engine::throughput::model::ThroughputModel;

    use super::*;
    use crate::message::text;
    use crate::sandbox::example;

    #[test]
    fn what_only_one_design_meters_is_compared_with_nothing() {
        let example = example::first().load().database;
        let mut limited = example.clone();
        limited.set_throughput_model(ThroughputModel { is_enforced: true, ..Default::default() });
        let settings = CostSettings::default();
        let measured = [&example, &limited].map(|database| Measured {
            database,
            settings: &settings,
            load: None,
            result: None,
        });
        let groups = groups(&measured, true);
        let table = groups.iter().find(|group| group.name.as_deref() == Some("Orders")).unwrap();
        let row = table.rows.iter().find(|row| text(&row.words) == "Partitions").unwrap();
        assert_eq!(row.amounts, [None, Some(Argument::Count(4))]);
        assert_eq!(text(&row.difference), "+4");
        let items = table.rows.iter().find(|row| text(&row.words) == "Items").unwrap();
        assert_eq!(text(&items.difference), "=");
    }

    /// 40 WCU and 40 RCU, of which 25 are free: 15 × ($0.4745 + $0.0949).
    #[test]
    fn the_free_tier_is_for_all_tables_together() {
        let mut database = Database::new(engine::database::Config::default());
        for table in ["Orders", "Events"] {
            let request = format!(
                r#"{{
                    "TableName": "{table}", "KeySchema": [{{ "AttributeName": "id", "KeyType": "HASH" }}],
                    "AttributeDefinitions": [{{ "AttributeName": "id", "AttributeType": "S" }}],
                    "ProvisionedThroughput": {{ "ReadCapacityUnits": 20, "WriteCapacityUnits": 20 }}
                }}"#
            );
            engine::api::call(&mut database, "CreateTable", &request).unwrap();
        }
        let settings = CostSettings { free_tier: true, ..CostSettings::default() };
        let measured =
            Measured { database: &database, settings: &settings, load: None, result: None };
        let groups = groups(&[measured, measured], true);
        let month = groups[0].rows.iter().find(|row| text(&row.words) == "A month").unwrap();
        let cost = money(Some(8_541_000_000_000).into(), Currency::Dollar);
        assert_eq!(month.amounts, [Some(Argument::Cents(cost)), Some(Argument::Cents(cost))]);
    }
}
