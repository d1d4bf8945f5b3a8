//! What a table costs in a month, store by store, and by each way to pay: arithmetic in pico-dollars.
//!
//! A month is 730 hours of a load. A sum over what has no known price says that
//! it is only a part.

use engine::capacity::throughput::Throughput;
use engine::database::Database;
use engine::receipt::{Store, UnitKind};
use engine::table::Table;
use engine::table::index::Index;
use engine::table::schema::{Billing, Scope};
use engine::table::status::IndexStatus;
use engine::throughput::scaling::Scaling;

use crate::analysis::amount::{Amount, portion};
use crate::analysis::day::{DAY_MINUTES, Lack};
use crate::analysis::demand::{KINDS, Load};
use crate::analysis::price::{MONTH_HOURS, Price, PriceList, Priced, money};
use crate::sandbox::design::{class_of, mode_of};
use crate::sandbox::order::in_card_order;
use crate::view::cost::{CostSettings, PayMode, Position, TableClass};
use crate::view::day::HOUR_COUNT;
use crate::view::money::{Currency, Money};

/// Bytes that storage is billed for each item and each entry, beyond what they hold.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html>
const OVERHEAD_BYTES: u128 = 100;

/// For how many years capacity can be reserved. Source: <https://aws.amazon.com/dynamodb/reserved-capacity/>
pub(crate) const RESERVED_YEARS: [u128; 2] = [1, 3];

/// A table, what is asked of it, and what that is priced by.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Estimate<'e> {
    pub list: &'e PriceList,
    /// The choices of the user.
    pub settings: &'e CostSettings,
    pub database: &'e Database,
    pub table: &'e Table,
    /// The load on it, if that is known.
    pub load: Option<&'e Load>,
    /// How all tables are paid for, if it is not asked how each is.
    pub way: Option<PayMode>,
    /// Indexes that are not counted.
    pub left_out: LeftOut<'e>,
}

/// Indexes of a table and of its replicas that are not counted.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct LeftOut<'e> {
    /// The name of the table in all Regions.
    pub table: &'e str,
    pub stores: &'e [Store],
}

impl LeftOut<'_> {
    fn has(self, table: &Table, store: &Store) -> bool {
        self.table == table.schema.name.short() && self.stores.contains(store)
    }
}

/// A table or an index, and what it stores.
#[derive(Debug, Clone)]
pub(crate) struct Part<'e> {
    pub store: Store,
    /// The index, if it is one.
    pub index: Option<&'e Index>,
    /// Its provisioned units, if the table is provisioned.
    pub throughput: Option<Throughput>,
    /// How these follow what is used.
    pub scaling: Scaling,
}

/// A part for which less is provisioned than is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shortage {
    pub store: Store,
    /// Its reads or its writes.
    pub kind: UnitKind,
    /// Units a second that are provisioned when most are lacking.
    pub set: u128,
    /// Units a second that are asked for then, in hundredths.
    pub asked_hundredths: u128,
    /// Whether auto scaling provisions enough some minutes later.
    pub is_late: bool,
    /// How much of them is throttled, in thousandths.
    pub throttled_permille: u64,
}

impl<'e> Estimate<'e> {
    /// A table with all of its indexes, paid for as it is set or as was chosen.
    pub(crate) fn new(
        (list, settings): (&'e PriceList, &'e CostSettings),
        database: &'e Database,
        table: &'e Table,
        load: Option<&'e Load>,
    ) -> Self {
        Self { list, settings, database, table, load, way: None, left_out: LeftOut::default() }
    }

    /// How throughput is paid for: as was chosen, or as the table is set.
    pub(crate) fn mode(self) -> PayMode {
        self.way.or(self.settings.mode).unwrap_or_else(|| self.own_mode())
    }

    /// The estimate in which the table is paid for in a way: all are, unless that is how this one is paid for anyway.
    pub(crate) fn paid(self, mode: PayMode) -> Self {
        if self.mode() == mode { self } else { Self { way: Some(mode), ..self } }
    }

    /// How the table is set to be paid for.
    pub(crate) fn own_mode(self) -> PayMode {
        mode_of(self.table)
    }

    /// The sum of a month without anything that is free.
    pub(crate) fn listed(self, mode: PayMode) -> Amount {
        self.throughputs(mode).into_iter().sum::<Amount>() + self.storage()
    }

    /// What units alone cost, exactly; `None` if a price is not known.
    pub(crate) fn units(self, mode: PayMode) -> Option<u128> {
        self.throughputs(mode).into_iter().sum()
    }

    /// What the writes and reads of each part cost.
    fn throughputs(self, mode: PayMode) -> Vec<Option<u128>> {
        let parts = self.parts();
        parts.iter().flat_map(|part| KINDS.map(|kind| self.throughput(part, kind, mode))).collect()
    }

    /// Whether the table has provisioned throughput of its own.
    pub(crate) fn is_provisioned(self) -> bool {
        matches!(self.table.schema.billing, Billing::Provisioned(_))
    }

    /// The class that is priced.
    pub(crate) fn class(self) -> TableClass {
        self.settings.class.unwrap_or_else(|| class_of(self.table))
    }

    /// The Region in which it is paid for: that of a replica is its own.
    pub(crate) fn region(self) -> &'e str {
        self.table.schema.name.region().unwrap_or(&self.settings.region)
    }

    /// What prices of the Region of the user are given in.
    pub(crate) fn currency(self) -> Currency {
        self.list.currency(&self.settings.region)
    }

    /// What has a price of its own in that Region.
    pub(crate) fn priced(self, position: Position) -> Priced<'e> {
        Priced { region: self.region(), class: self.class(), position }
    }

    /// An amount of that.
    pub(crate) fn money(self, amount: Amount) -> Money {
        money(amount, self.currency())
    }

    /// So many pico-dollars, which are no amount of a bill.
    pub(crate) fn exactly(self, pico: u128) -> Money {
        Money { pico, currency: self.currency(), is_least: false }
    }

    /// What a position costs, if that is known.
    pub(crate) fn price(self, position: Position) -> Option<Price> {
        self.list.price(self.settings, self.priced(position))
    }

    /// The table, then its indexes in the order of their cards.
    pub(crate) fn parts(self) -> Vec<Part<'e>> {
        let table = self.table;
        let throughput = match table.schema.billing {
            Billing::PayPerRequest => None,
            Billing::Provisioned(throughput) => Some(throughput),
        };
        // A replica is scaled as its table.
        // Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html>
        let scaling = |index: Option<&str>| {
            self.database.scaling(table.schema.name.short(), index).unwrap_or_default()
        };
        let own = Part { store: Store::Table, index: None, throughput, scaling: scaling(None) };
        let indexes = in_card_order(table).map(|index| Part {
            store: index.store(),
            index: Some(index),
            throughput: table.schema.provisioned_index(&index.schema),
            scaling: scaling(Some(index.schema.name.as_str())),
        });
        let indexes = indexes.filter(|part| !self.left_out.has(table, &part.store));
        std::iter::once(own).chain(indexes).collect()
    }

    /// The parts, each with this.
    pub(crate) fn with_parts(self) -> impl Iterator<Item = (Self, Part<'e>)> {
        self.parts().into_iter().map(move |part| (self, part))
    }

    /// Half units of the load that a store consumed; what local indexes consume is also their table's.
    pub(crate) fn halves(self, store: &Store, kind: UnitKind) -> u128 {
        self.load.map_or(0, |load| load.halves(&self.table.schema.name, store, kind))
    }

    /// Half units of the load that are paid from the throughput of a part.
    pub(crate) fn group_halves(self, part: &Part<'_>, kind: UnitKind) -> u128 {
        let stores = self.paying(part);
        stores.iter().fold(0, |sum, store| sum.saturating_add(self.halves(store, kind)))
    }

    /// The stores whose units are paid from the throughput of a part.
    pub(crate) fn paying(self, part: &Part<'_>) -> Vec<Store> {
        let locals = self.table.indexes.iter().filter(|index| index.schema.scope == Scope::Local);
        match part.store {
            Store::Table => {
                let locals =
                    locals.map(Index::store).filter(|it| !self.left_out.has(self.table, it));
                std::iter::once(Store::Table).chain(locals).collect()
            }
            Store::Local(_) => Vec::new(),
            Store::Global(_) => vec![part.store.clone()],
        }
    }

    pub(crate) fn seconds(self) -> u128 {
        self.load.map_or(1, |load| load.seconds.max(1))
    }

    /// Units that are asked of what a part is provisioned with, in thousandths a second on average.
    pub(crate) fn asked_thousandths(self, part: &Part<'_>, kind: UnitKind) -> u128 {
        portion(500, self.group_halves(part, kind), self.seconds())
    }

    /// What the reads or writes of a part cost; `None` if there are some and no price is known.
    pub(crate) fn throughput(self, part: &Part<'_>, kind: UnitKind, mode: PayMode) -> Option<u128> {
        let (amount, seconds) = match mode {
            PayMode::OnDemand => (self.paid(mode).monthly_served(part, kind), 2 * self.seconds()),
            PayMode::Provisioned => {
                let minutes: u128 = self.day(part, kind).unit_minutes().iter().sum();
                (minutes * MONTH_HOURS, DAY_MINUTES)
            }
        };
        match amount {
            0 => Some(0),
            _ => Some(self.price(position(kind, mode))?.of(amount, seconds)),
        }
    }

    /// The items or entries of a part and their bytes, once all that was written has arrived.
    pub(crate) fn stored(self, part: &Part<'_>) -> (u64, u64) {
        match part.index {
            None => (self.table.items.count() as u64, self.table.items.size().0),
            Some(index) => arrived(self.table, index),
        }
    }

    /// Bytes that are billed for a part, as a fraction: those of as many items or entries as there will be. `None` if there will be
    /// some, and none is here to tell how large they are.
    pub(crate) fn bytes(self, part: &Part<'_>) -> Option<(u128, u128)> {
        let (entries, bytes) = self.stored(part);
        let entries = u128::from(entries);
        let bytes = u128::from(bytes) + entries * OVERHEAD_BYTES;
        match expected_count(self.settings, self.table, part.index) {
            None => Some((bytes, 1)),
            Some((0, _)) => Some((0, 1)),
            Some((count, parts)) => (entries > 0).then(|| (bytes * count, entries * parts)),
        }
    }

    /// What a part stores costs this; `None` if it stores something and no price is known.
    pub(crate) fn storage_of(self, part: &Part<'_>) -> Option<u128> {
        let (bytes, parts) = self.bytes(part)?;
        match bytes {
            0 => Some(0),
            _ => Some(self.price(Position::Storage)?.of(bytes, parts)),
        }
    }

    /// What is stored costs this.
    pub(crate) fn storage(self) -> Amount {
        self.parts().iter().map(|part| self.storage_of(part)).sum()
    }

    /// Bytes that are billed, of the table and its indexes; `None` if it is not known how large all will be.
    pub(crate) fn stored_bytes(self) -> Option<u128> {
        let parts = self.parts().into_iter();
        parts.map(|part| self.bytes(&part).map(|(bytes, parts)| bytes / parts)).sum()
    }

    /// Those of them that are known.
    pub(crate) fn known_bytes(self) -> u128 {
        let bytes = self.parts().into_iter().filter_map(|part| self.bytes(&part));
        bytes.map(|(bytes, parts)| bytes / parts).sum()
    }

    /// Whether anything is asked of the table or its indexes.
    pub(crate) fn has_load(self) -> bool {
        let parts = self.parts();
        parts.iter().any(|part| KINDS.into_iter().any(|kind| self.group_halves(part, kind) > 0))
    }

    /// The parts for which less is provisioned than the load asks for, or for which less is the maximum on demand.
    pub(crate) fn shortages(self, mode: PayMode) -> Vec<Shortage> {
        let parts = self.parts();
        match mode {
            PayMode::OnDemand => {
                let above = |part: &Part<'e>| KINDS.map(|kind| self.above_maximum(part, kind));
                parts.iter().flat_map(above).flatten().collect()
            }
            PayMode::Provisioned => self.below_load(&parts),
        }
    }

    fn below_load(self, parts: &[Part<'e>]) -> Vec<Shortage> {
        let of_part = |part: &Part<'e>| {
            KINDS.map(|kind| {
                let day = self.day(part, kind);
                let [throttled, asked] = day.throttled();
                let Lack { hour, units, is_late } = day.lack()?;
                (throttled > 0).then(|| Shortage {
                    store: part.store.clone(),
                    kind,
                    set: units,
                    asked_hundredths: self.hourly_thousandths(part, kind)[hour] / 10,
                    is_late,
                    throttled_permille: ratio(throttled, asked).max(1),
                })
            })
        };
        parts.iter().flat_map(of_part).flatten().collect()
    }

    /// What the load would cost if exactly its units were provisioned.
    pub(crate) fn used(self) -> Option<u128> {
        let parts = self.parts();
        let costs = parts.iter().flat_map(|part| {
            KINDS.map(|kind| {
                let price = self.price(position(kind, PayMode::Provisioned))?;
                Some(price.of(
                    self.group_halves(part, kind).saturating_mul(MONTH_HOURS),
                    2 * self.seconds(),
                ))
            })
        });
        costs.sum()
    }

    /// Units of a month, in thousandths.
    pub(crate) fn monthly_thousandths(self, part: &Part<'_>, kind: UnitKind) -> u128 {
        portion(500, self.monthly_served(part, kind), self.seconds())
    }
}

/// The sums of each hour.
pub(crate) fn added(days: impl Iterator<Item = [u128; HOUR_COUNT]>) -> [u128; HOUR_COUNT] {
    days.fold([0; HOUR_COUNT], |sums, day| {
        std::array::from_fn(|hour| sums[hour].saturating_add(day[hour]))
    })
}

/// How many items a table, or entries an index, will have, as a fraction; `None` if as many as here. A replica has as many as its table.
/// An index has the same share of the items as here, unless it has a number of its own.
pub(crate) fn expected_count(
    settings: &CostSettings,
    table: &Table,
    index: Option<&Index>,
) -> Option<(u128, u128)> {
    let name = table.schema.name.short();
    let items = settings.expected_of(name, None).or(settings.item_count).map(u128::from);
    let Some(index) = index else { return items.map(|count| (count, 1)) };
    if let Some(count) = settings.expected_of(name, Some(index.schema.name.as_str())) {
        return Some((count.into(), 1));
    }
    match table.items.count() as u128 {
        // It is not known which items will have entries.
        0 => items.map(|count| (count, 1)),
        here => items.map(|count| (count * u128::from(arrived(table, index).0), here)),
    }
}

/// The entries of an index and their bytes, once all that was written has arrived.
fn arrived(table: &Table, index: &Index) -> (u64, u64) {
    let is_arriving = match index.status {
        IndexStatus::Creating { .. } => true,
        IndexStatus::Active | IndexStatus::Updating | IndexStatus::Deleting => {
            index.pending_count() > 0
        }
    };
    if !is_arriving {
        return (index.entries.count() as u64, index.entries.size().0);
    }
    let items = table.items.iter();
    let entries =
        items.filter_map(|(position, stored)| index.schema.entry(&stored.image, position));
    entries.fold((0, 0), |(count, bytes), entry| (count + 1, bytes + entry.size.0))
}

/// The price of reads or writes.
pub(crate) fn position(kind: UnitKind, mode: PayMode) -> Position {
    match (kind, mode) {
        (UnitKind::Write, PayMode::OnDemand) => Position::WriteRequest,
        (UnitKind::Read, PayMode::OnDemand) => Position::ReadRequest,
        (UnitKind::Write, PayMode::Provisioned) => Position::WriteHour,
        (UnitKind::Read, PayMode::Provisioned) => Position::ReadHour,
    }
}

/// A ratio in thousandths, rounded to the nearest.
pub(crate) fn ratio(part: u128, whole: u128) -> u64 {
    u64::try_from(portion(1_000, part, whole)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    //! The worked prices of the facts: a request is sent a number of times in a month, and paid.

    use engine::database::{Config, Database};
    use engine::receipt::Receipt;
    use serde_json::{Value, json};

    use super::*;
    use crate::analysis::bill::Bill;
    use crate::analysis::price::MONTH_SECONDS;
    use crate::message::number;

    /// A table of items that are as large as a test needs, with or without indexes.
    fn database(definition: Value) -> Database {
        let mut database = Database::new(Config::default());
        let mut request = json!({
            "TableName": "Things", "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [{ "AttributeName": "id", "AttributeType": "S" }],
            "KeySchema": [{ "AttributeName": "id", "KeyType": "HASH" }],
        });
        for (member, value) in definition.as_object().unwrap() {
            request[member] = value.clone();
        }
        let created = engine::api::execute(&mut database, "CreateTable", &request.to_string());
        assert_eq!(created.reply.err(), None);
        database
    }

    fn with_index(projection: &str) -> Value {
        json!({
            "AttributeDefinitions": [
                { "AttributeName": "id", "AttributeType": "S" }, { "AttributeName": "kind", "AttributeType": "S" },
            ],
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByKind", "KeySchema": [{ "AttributeName": "kind", "KeyType": "HASH" }],
                "Projection": { "ProjectionType": projection },
            }],
        })
    }

    pub(crate) fn provisioned(read: u64, write: u64) -> Value {
        json!({
            "BillingMode": "PROVISIONED",
            "ProvisionedThroughput": { "ReadCapacityUnits": read, "WriteCapacityUnits": write },
        })
    }

    /// An item of a number of bytes, `id` and `kind` included.
    fn item(size: usize) -> Value {
        let rest = size - "ida".len() - "kindk".len() - "x".len();
        json!({ "id": { "S": "a" }, "kind": { "S": "k" }, "x": { "S": "-".repeat(rest) } })
    }

    /// The bill of one request, `count` times in a month.
    fn monthly(receipt: &Receipt, count: u64) -> Load {
        let mut load = Load::nothing(MONTH_SECONDS);
        for arm in &receipt.arms {
            let halves = u128::from(arm.units.halves() * count);
            load.add(&arm.table, &arm.store, arm.unit_kind(), halves);
        }
        load
    }

    fn put(database: &mut Database, size: usize) -> Receipt {
        let request = json!({ "TableName": "Things", "Item": item(size) }).to_string();
        engine::api::execute(database, "PutItem", &request).receipt.unwrap()
    }

    fn standard(position: Position) -> Priced<'static> {
        Priced { region: "us-east-1", class: TableClass::Standard, position }
    }

    fn settings() -> CostSettings {
        CostSettings::default()
    }

    fn dollars(pico: u128) -> Money {
        Money { pico, currency: Currency::Dollar, is_least: false }
    }

    /// What units cost, and what all costs.
    pub(crate) fn price(
        database: &Database,
        load: Option<&Load>,
        settings: &CostSettings,
    ) -> (String, String) {
        let list = PriceList::read();
        let table = database.table("Things").unwrap();
        let estimate = Estimate::new((&list, settings), database, table, load);
        let units = estimate.units(estimate.mode());
        let units = units.map_or("not known".into(), |it| number::money(estimate.exactly(it)));
        let bill = Bill::of(&list, settings, database, load);
        (units, number::money(estimate.money(bill.total())))
    }

    #[track_caller]
    fn check_units(database: &Database, load: Option<&Load>, expected: &str) {
        assert_eq!(price(database, load, &settings()).0, expected);
    }

    #[test]
    fn a_unit_provisioned_for_a_month_has_its_price() {
        let list = PriceList::read();
        let month = |position| {
            let price = list.price(&settings(), standard(position)).unwrap();
            number::money(dollars(price.of(MONTH_HOURS, 1)))
        };
        assert_eq!(month(Position::WriteHour), "$0.4745");
        assert_eq!(month(Position::ReadHour), "$0.0949");
        check_units(&database(provisioned(1, 1)), None, "$0.5694");
    }

    #[test]
    fn a_million_puts_of_a_kilobyte_cost_62_cents_and_a_half() {
        let mut plain = database(json!({}));
        let load = monthly(&put(&mut plain, 1_024), 1_000_000);
        check_units(&plain, Some(&load), "$0.625");
    }

    #[test]
    fn an_index_of_keys_doubles_the_price_of_small_puts() {
        let mut keys = database(with_index("KEYS_ONLY"));
        let load = monthly(&put(&mut keys, 1_024), 1_000_000);
        check_units(&keys, Some(&load), "$1.25");
    }

    #[test]
    fn an_index_of_everything_costs_as_much_as_its_table() {
        let mut all = database(with_index("ALL"));
        let load = monthly(&put(&mut all, 3_584), 1_000_000);
        check_units(&all, Some(&load), "$5.00");
    }

    #[test]
    fn a_million_eventual_gets_of_4_kilobytes_cost_six_cents_and_a_quarter() {
        let mut plain = database(json!({}));
        put(&mut plain, 4_096);
        let get = json!({ "TableName": "Things", "Key": { "id": { "S": "a" } } }).to_string();
        let receipt = engine::api::execute(&mut plain, "GetItem", &get).receipt.unwrap();
        check_units(&plain, Some(&monthly(&receipt, 1_000_000)), "$0.0625");
    }

    #[test]
    fn scans_cost_what_they_read() {
        let price = PriceList::read().price(&settings(), standard(Position::ReadRequest)).unwrap();
        let scan = |gigabytes: u128| {
            let units = gigabytes * crate::analysis::price::GIGABYTE / 8_192;
            (units, number::money(dollars(price.of(units, 1))))
        };
        assert_eq!(scan(100), (13_107_200, "$1.64".to_owned()));
        // Pattern 27: a nightly scan of the shadow table.
        assert_eq!(scan(10), (1_310_720, "$0.1638".to_owned()));
    }

    #[test]
    fn a_table_for_each_month_pays_for_the_latest_only() {
        let all = database(provisioned(1, 3_000));
        let writes = |database: &Database| {
            let (list, settings) = (PriceList::read(), settings());
            let table = database.table("Things").unwrap();
            let estimate = Estimate::new((&list, &settings), database, table, None);
            let cost =
                estimate.throughput(&estimate.parts()[0], UnitKind::Write, PayMode::Provisioned);
            number::money(estimate.money(cost.into()))
        };
        assert_eq!(writes(&all), "$1,423.50");
        assert_eq!(writes(&database(provisioned(1, 1_002))), "$475.45");
        // Deleting a million old items one by one costs as much as writing them.
        let mut old = database(json!({}));
        put(&mut old, 1_024);
        let delete = json!({ "TableName": "Things", "Key": { "id": { "S": "a" } } }).to_string();
        let receipt = engine::api::execute(&mut old, "DeleteItem", &delete).receipt.unwrap();
        check_units(&old, Some(&monthly(&receipt, 1_000_000)), "$0.625");
    }

    #[test]
    fn on_demand_is_cheaper_below_29_percent() {
        let (list, settings) = (PriceList::read(), settings());
        let database = database(json!({}));
        assert_eq!(Bill::of(&list, &settings, &database, None).break_even(), Some(289));
    }

    #[test]
    fn reserved_capacity_costs_what_the_sources_say() {
        let list = PriceList::read();
        let listed = list.price(&settings(), standard(Position::WriteHour)).unwrap();
        let share = |years| {
            let reservation = list.reservation("us-east-1", years, Position::WriteHour).unwrap();
            ratio(reservation.month.of(1, 1), listed.of(reservation.block * MONTH_HOURS, 1))
        };
        assert_eq!((share(1), share(3)), (460, 230));
        assert_eq!(list.reservation("eu-west-1", 1, Position::WriteHour), None);
    }

    #[test]
    fn storage_is_billed_with_100_bytes_for_each_item_and_entry() {
        let mut keys = database(with_index("KEYS_ONLY"));
        put(&mut keys, 924);
        keys.advance_to(engine::clock::Timestamp(1_000));
        let of_items = |count: u64| {
            let settings = CostSettings { item_count: Some(count), ..settings() };
            price(&keys, None, &settings).1
        };
        // The table's 1,024 B a gigabyte is made of, and entries of 8 + 100 B.
        assert_eq!(of_items(1_048_576), "$0.2764");
        assert_eq!(of_items(0), "$0.00");
    }

    #[test]
    fn the_free_tier_is_for_the_standard_class_and_what_is_provisioned() {
        let table = database(provisioned(25, 26));
        let free = CostSettings { free_tier: true, ..settings() };
        assert_eq!(price(&table, None, &free).1, "$0.4745");
        let infrequent = CostSettings { class: Some(TableClass::InfrequentAccess), ..free.clone() };
        assert_eq!(price(&table, None, &infrequent).1, "$18.29");
        let by_request = CostSettings { mode: Some(PayMode::OnDemand), ..free };
        assert_eq!(price(&table, None, &by_request).1, "$0.00");
    }

    #[test]
    fn a_price_of_ones_own_stands_in_the_place_of_the_lists() {
        let mut plain = database(json!({}));
        let load = monthly(&put(&mut plain, 1_024), 1_000_000);
        let with = |text: &str| {
            let prices = vec![("us-east-1/STANDARD/write_request".into(), text.into())];
            price(&plain, Some(&load), &CostSettings { prices, ..settings() }).0
        };
        assert_eq!(with("0.5"), "$0.50");
        assert_eq!(with("5e-1"), "$0.50");
        for no_price in ["", "-1", "1e4", "0,5", ".5", "12345", "1e-13"] {
            assert_eq!(with(no_price), "$0.625", "{no_price}");
        }
        let elsewhere = CostSettings { region: "eu-west-1".into(), ..settings() };
        assert_eq!(price(&plain, Some(&load), &elsewhere).0, "$0.705");
        let nowhere = CostSettings { region: "mars-1".into(), ..settings() };
        assert_eq!(price(&plain, Some(&load), &nowhere).0, "not known");
    }

    #[test]
    fn provisioning_for_a_load_leaves_room_above_it() {
        let mut plain = database(json!({}));
        let receipt = put(&mut plain, 1_024);
        let mut second = monthly(&receipt, 140);
        second.seconds = 1;
        let list = PriceList::read();
        let settings = settings();
        let table = plain.table("Things").unwrap();
        let database = &plain;
        let estimate = Estimate::new((&list, &settings), database, table, Some(&second));
        assert_eq!(estimate.provisioned(&estimate.parts()[0], UnitKind::Write), 200);
    }

    #[test]
    fn every_price_of_the_list_is_one() {
        let list = PriceList::read();
        let mut count = 0;
        for region in list.regions() {
            for class in TableClass::ALL {
                for position in Position::ALL.into_iter().chain(Position::EXTRAS) {
                    if let Some(figure) = list.figure(Priced { region: &region, class, position }) {
                        assert!(
                            Price::parse(&figure.price, position).is_some(),
                            "{region} {figure:?}"
                        );
                        count += 1;
                    }
                }
            }
        }
        assert_eq!(count, 64);
    }

    #[test]
    fn the_infrequent_class_costs_a_quarter_more_for_units() {
        let list = PriceList::read();
        let pico = |class, position| {
            let priced = Priced { class, ..standard(position) };
            list.price(&settings(), priced).unwrap().itself()
        };
        for position in
            [Position::WriteRequest, Position::ReadRequest, Position::WriteHour, Position::ReadHour]
        {
            let quarter_more = pico(TableClass::Standard, position) * 5 / 4;
            let listed = pico(TableClass::InfrequentAccess, position);
            // The list is rounded to the last digit of the standard price.
            assert!(quarter_more.abs_diff(listed) * 40 < listed, "{position:?}");
        }
    }
}
