//! What a table costs in a month: what is asked, and the answer.

use serde::{Deserialize, Serialize};

use crate::view::day::{DayCurve, DayView};
use crate::view::decimal::Decimal;
use crate::view::growth::{GrowthView, TableGrowth};
use crate::view::message::{Argument, Message};
use crate::view::money::Money;
use crate::view::value::{Hue, Text};

/// What has a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// A million write request units.
    WriteRequest,
    /// A million read request units.
    ReadRequest,
    /// A write capacity unit for an hour.
    WriteHour,
    /// A read capacity unit for an hour.
    ReadHour,
    /// A gigabyte for a month.
    Storage,
    /// A gigabyte of a table with point-in-time recovery, for a month.
    Recovery,
    /// A gigabyte of a backup for a month.
    Backup,
    /// A hundred thousand GetRecords requests.
    StreamRead,
}

impl Position {
    /// What tables cost, in the order of the list.
    pub const ALL: [Self; 5] =
        [Self::WriteRequest, Self::ReadRequest, Self::WriteHour, Self::ReadHour, Self::Storage];

    /// What can be added, in whichever class tables are: the list has it with the standard class.
    pub const EXTRAS: [Self; 3] = [Self::Recovery, Self::Backup, Self::StreamRead];

    /// Its name in `static/prices.json` and in documents.
    pub const fn id(self) -> &'static str {
        match self {
            Self::WriteRequest => "write_request",
            Self::ReadRequest => "read_request",
            Self::WriteHour => "write_hour",
            Self::ReadHour => "read_hour",
            Self::Storage => "storage",
            Self::Recovery => "recovery",
            Self::Backup => "backup",
            Self::StreamRead => "stream_read",
        }
    }

    /// What it is: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::WriteRequest => "cost.price_write_request",
            Self::ReadRequest => "cost.price_read_request",
            Self::WriteHour => "cost.price_write_hour",
            Self::ReadHour => "cost.price_read_hour",
            Self::Storage => "cost.price_storage",
            Self::Recovery => "extra.price_recovery",
            Self::Backup => "extra.price_backup",
            Self::StreamRead => "extra.price_stream",
        }
    }
}

/// The price class of a table.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum TableClass {
    /// The usual one.
    #[default]
    Standard,
    /// Cheaper storage, dearer throughput.
    InfrequentAccess,
}

impl TableClass {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Standard, Self::InfrequentAccess];

    /// What it is called: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Standard => "cost.class_standard",
            Self::InfrequentAccess => "cost.class_infrequent",
        }
    }

    /// DynamoDB's name of it.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Standard => "STANDARD",
            Self::InfrequentAccess => "STANDARD_INFREQUENT_ACCESS",
        }
    }
}

/// How throughput is paid for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum PayMode {
    /// By the request.
    #[default]
    OnDemand,
    /// By units per second, used or not.
    Provisioned,
}

impl PayMode {
    /// Both.
    pub const ALL: [Self; 2] = [Self::OnDemand, Self::Provisioned];

    /// What it is called: a key of the catalogue.
    pub const fn words(self) -> &'static str {
        match self {
            Self::OnDemand => "cost.mode_on_demand",
            Self::Provisioned => "cost.mode_provisioned",
        }
    }

    /// Its name in documents.
    pub const fn id(self) -> &'static str {
        match self {
            Self::OnDemand => "on_demand",
            Self::Provisioned => "provisioned",
        }
    }
}

/// What units of a month are taken from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LoadSource {
    /// The rates of the access patterns.
    #[default]
    Patterns,
    /// The last run of the workload.
    Run,
}

/// The choices of the user for the estimate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CostSettings {
    /// The region, by its code.
    pub region: Text,
    /// The class; the table's own if `None`.
    pub class: Option<TableClass>,
    /// How it is paid for; as the table says if `None`.
    pub mode: Option<PayMode>,
    /// Whether the free tier is taken off.
    pub free_tier: bool,
    /// Percent of provisioned throughput that is used.
    pub utilisation_percent: Decimal,
    /// Whether auto scaling aims at that where a table has no throughput of its own.
    pub is_scaled: bool,
    /// How the load is spread over the hours of a day; the same in all if `None`.
    pub day: Option<DayCurve>,
    /// How tables grow, each once.
    pub growth: Vec<TableGrowth>,
    /// Whether all tables have point-in-time recovery.
    pub has_recovery: bool,
    /// Backups of all tables that are stored at the same time; none if `None`.
    pub backup_count: Option<u64>,
    /// GetRecords requests a month that are not those of Lambda; none if `None`.
    pub stream_reads: Option<u64>,
    /// Items that each table will have; as many as it has if `None`.
    pub item_count: Option<u64>,
    /// Items or entries that a table or index will have, if not as each table. Of several with one name, the last counts.
    pub expected: Vec<ExpectedCount>,
    /// What the units are taken from.
    pub source: LoadSource,
    /// Prices that are not the list's: by "region/class/position", as typed. Of several with one name, the last counts.
    pub prices: Vec<(Text, Text)>,
}

/// How many items a table will have, or entries an index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ExpectedCount {
    pub table: Text,
    /// The index, if it is about one.
    pub index: Option<Text>,
    /// How many.
    pub count: u64,
}

impl CostSettings {
    /// How many items or entries a table or index will have, by its own number.
    pub fn expected_of(&self, table: &str, index: Option<&str>) -> Option<u64> {
        let mut own = self.expected.iter().rev();
        let found = own.find(|it| &*it.table == table && it.index.as_deref() == index);
        found.map(|it| it.count)
    }

    /// Gives a table or index another number of its own, or none.
    pub fn expect(&mut self, table: &Text, index: Option<&Text>, count: Option<u64>) {
        self.expected.retain(|it| it.table != *table || it.index.as_ref() != index);
        let (table, index) = (Text::clone(table), index.cloned());
        self.expected.extend(count.map(|count| ExpectedCount { table, index, count }));
    }

    /// How a table grows.
    pub fn growth_of(&self, table: &Text) -> TableGrowth {
        let own = self.growth.iter().find(|it| it.table == *table);
        own.cloned().unwrap_or_else(|| TableGrowth::none(Text::clone(table)))
    }

    /// Lets a table grow otherwise.
    pub fn grow(&mut self, growth: TableGrowth) {
        self.growth.retain(|it| it.table != growth.table);
        self.growth.extend(growth.is_telling().then_some(growth));
    }
}

impl Default for CostSettings {
    fn default() -> Self {
        Self {
            region: "us-east-1".into(),
            class: None,
            mode: None,
            free_tier: false,
            utilisation_percent: Decimal::new(70, 0),
            is_scaled: false,
            day: None,
            growth: Vec::new(),
            has_recovery: false,
            backup_count: None,
            stream_reads: None,
            item_count: None,
            expected: Vec::new(),
            source: LoadSource::Patterns,
            prices: Vec::new(),
        }
    }
}

/// What the open table costs in a month.
#[derive(Debug, Clone, PartialEq)]
pub struct CostView {
    /// What was chosen.
    pub settings: CostSettings,
    /// Regions that can be chosen.
    pub regions: Vec<Text>,
    /// Classes that can be chosen: first as the tables are set.
    pub classes: Vec<Message>,
    /// Ways to pay that can be chosen: first as the tables are set.
    pub modes: Vec<Message>,
    /// Whether all tables have provisioned throughput of their own, so that none is planned.
    pub is_provisioned: bool,
    /// Whether there was a run to take units from.
    pub has_run: bool,
    /// The sum in words.
    pub headline: Message,
    /// That sum with its parts: what all tables cost.
    pub bill: BillView,
    /// The name of the open table.
    pub table: Text,
    /// What was counted.
    pub basis: Vec<Message>,
    /// What auto scaling aims at, if that is not the chosen utilisation.
    pub target: Option<Message>,
    /// Every table, in the order in which they were created.
    pub tables: Vec<TableCost>,
    /// Tables that are period tables, in groups.
    pub groups: Vec<GroupCost>,
    /// What was added to the tables.
    pub extras: Vec<ExtraCost>,
    /// What the free tier takes off, of all tables.
    pub free: Option<Money>,
    /// The day of the load, if there is one and its prices are known.
    pub day: Option<DayView>,
    /// How tables grow, and what they will cost.
    pub growth: GrowthView,
    /// The ways to pay for the same load, and which of them is cheapest.
    pub ways: Vec<WayCost>,
    /// Where they cost the same.
    pub break_even: Option<BreakEven>,
    /// The prices used.
    pub prices: Vec<PriceRow>,
    /// What reserved units cost, if that is known for the tables.
    pub reserved_prices: Vec<ReservedPrice>,
    /// Where they are from, and of when: each source once.
    pub sources: Vec<PriceSource>,
}

impl CostView {
    /// How many items each table will have, and entries each index.
    pub fn expected(&self) -> impl Iterator<Item = (Message, u64)> {
        let own = self.tables.iter().filter_map(|it| Some((it.expected_as.as_ref()?, &it.stores)));
        own.flat_map(|(table, stores)| {
            stores.iter().enumerate().map(move |(position, store)| {
                let words = match position {
                    0 => Message::plain("cost.expected_items").with("table", &**table),
                    _ => Message::plain("cost.expected_entries").with("index", &*store.name),
                };
                (words, store.expected_count)
            })
        })
    }
}

/// What all tables cost in a month. Every total on the page is this one.
#[derive(Debug, Clone, PartialEq)]
pub struct BillView {
    /// The sum of the parts.
    pub total: Money,
    /// The part for what is asked: reads and writes.
    pub requests: Money,
    /// The parts, each with its name.
    pub parts: Vec<BillPart>,
}

/// A part of what all tables cost.
#[derive(Debug, Clone, PartialEq)]
pub struct BillPart {
    /// Its name.
    pub words: Message,
    /// Its amount.
    pub money: Money,
    pub is_taken_off: bool,
}

/// What period tables cost in a month: a sum of tables that are also in the bill.
#[derive(Debug, Clone, PartialEq)]
pub struct GroupCost {
    /// "Events_{period}: 3 tables".
    pub words: Message,
    pub total: Money,
}

/// What something costs in a month that was added to the tables.
#[derive(Debug, Clone, PartialEq)]
pub struct ExtraCost {
    /// What it is.
    pub words: Message,
    /// `None` if no price is known.
    pub cost: Option<Money>,
    /// How that was computed.
    pub step: Message,
}

/// The monthly costs of a table with its indexes.
#[derive(Debug, Clone, PartialEq)]
pub struct TableCost {
    pub name: Text,
    /// The name under which its number of items is given; `None` of a replica, which has as many as its table.
    pub expected_as: Option<Text>,
    /// The table, then its indexes.
    pub stores: Vec<StoreCost>,
    /// Whether it has a stream, which costs nothing by itself.
    pub has_stream: bool,
    /// The sum of these.
    pub total: Money,
}

impl TableCost {
    /// The rows of the table, of its indexes and of its stream in the bill.
    pub fn rows(&self) -> Vec<BillRow> {
        let of_store = |store: &StoreCost| BillRow {
            words: Message::plain("receipt.index")
                .with("name", Argument::Name(store.name.clone(), store.hue)),
            amounts: [store.writes, store.reads, store.storage, Some(store.total)],
            arithmetic: store.arithmetic.clone(),
        };
        let nothing = Money { currency: self.total.currency, ..Money::default() };
        let stream = self.has_stream.then(|| BillRow {
            words: Message::plain("cost.stream_of").with("table", &*self.name),
            amounts: [Some(nothing); 4],
            arithmetic: STREAM.map(|key| vec![Message::plain(key)]),
        });
        self.stores.iter().map(of_store).chain(stream).collect()
    }
}

/// Why a stream costs nothing by itself, by column.
const STREAM: [&str; 4] =
    ["cost.stream_writes", "cost.stream_reads", "cost.stream_storage", "cost.stream_reads"];

/// A row of the bill.
#[derive(Debug, Clone, PartialEq)]
pub struct BillRow {
    /// What it is about.
    pub words: Message,
    /// The amounts of [`BillRow::COLUMNS`]; `None` where no price is known.
    pub amounts: [Option<Money>; 4],
    /// How each was computed.
    pub arithmetic: [Vec<Message>; 4],
}

impl BillRow {
    /// The headings of the amounts: keys of the catalogue.
    pub const COLUMNS: [&str; 4] = ["cost.writes", "cost.reads", "cost.storage", "cost.total"];
}

/// The monthly costs of a table or an index. A cost without a known price is `None`.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreCost {
    pub name: Text,
    /// The hue of an index.
    pub hue: Option<Hue>,
    pub writes: Option<Money>,
    pub reads: Option<Money>,
    pub storage: Option<Money>,
    /// The sum of what is known.
    pub total: Money,
    /// Items or entries that it will have.
    pub expected_count: u64,
    /// Why it cannot have so many, if it cannot.
    pub remark: Option<Message>,
    /// How the writes, the reads, the storage and the total were computed.
    pub arithmetic: [Vec<Message>; 4],
}

/// A billing mode, and its cost.
#[derive(Debug, Clone, PartialEq)]
pub struct WayCost {
    pub words: Message,
    /// The sum of a month.
    pub total: Money,
    /// How much of the load on the store that lacks most is throttled, in thousandths: then this is not a price of the load.
    pub throttled_permille: Option<u64>,
    /// How what is reserved was computed, if it is reserved.
    pub steps: Vec<Message>,
    /// Whether none that serves the load is cheaper. None is while there is no load: what would be compared is the price of doing
    /// nothing. Nor is any while a price is not known.
    pub is_cheapest: bool,
    /// What must be known before it is relied on: unverified prices, and what an average leaves out.
    pub notes: Vec<Message>,
}

/// "$63.88", or "$63.88, throttles 0.3%" if so many thousandths of the load are throttled: then it is not a price of the load.
pub fn price(cost: Money, throttled_permille: Option<u64>) -> Message {
    let cost = Argument::Cents(cost);
    match throttled_permille {
        None => Message::plain("compare.amount").with("amount", cost),
        Some(permille) => Message::plain("cost.throttles")
            .with("money", cost)
            .with("percent", Argument::Permille(permille)),
    }
}

/// From which utilisation on provisioned throughput is cheaper than requests.
#[derive(Debug, Clone, PartialEq)]
pub struct BreakEven {
    /// In tenths of a percent.
    pub permille: u64,
    /// How much of the provisioned throughput the load uses, in tenths of a percent; `None` without a load.
    pub utilisation_permille: Option<u64>,
    /// The same in words.
    pub words: Vec<Message>,
}

/// A price, where it is from, and whether that was seen.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceRow {
    pub position: Position,
    /// The class that it is of, if tables have several.
    pub class: Option<TableClass>,
    /// The Region that it is of, if tables are in several.
    pub region: Option<Text>,
    /// By what name it is put in place: "region/class/position".
    pub key: Text,
    /// The current price: typed, or the list's. Empty if there is none.
    pub text: Text,
    /// Whether it was typed.
    pub is_own: bool,
    /// Where the list has it from: a position in [`CostView::sources`].
    pub source: Option<usize>,
}

impl PriceRow {
    /// "A GB for a month", "A GB for a month, Standard-IA, eu-west-1".
    pub fn words(&self) -> Message {
        let position = Message::plain(self.position.words());
        let class = self.class.map(|class| Argument::from(Message::plain(class.words())));
        let region = self.region.as_deref().map(Argument::from);
        class.into_iter().chain(region).fold(position, |price, of| {
            Message::plain("cost.price_of_class").with("price", price).with("class", of)
        })
    }
}

/// What a block of reserved units costs, and where that is from.
#[derive(Debug, Clone, PartialEq)]
pub struct ReservedPrice {
    /// "100 WCU for 1 year".
    pub words: Message,
    /// "$150.00 at once and $0.0128 an hour".
    pub price: Message,
    /// A position in [`CostView::sources`].
    pub source: Option<usize>,
}

/// Where prices are from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PriceSource {
    /// The source, and of when it is.
    pub words: Message,
    /// Whether the prices were seen there.
    pub is_checked: bool,
}
