//! A second calculation of the bill, in plain arithmetic: written from the rules that DynamoDB documents, and from nothing else.
//!
//! It knows no engine and no receipt. Amounts are floats of dollars (or yuan), good to far less than a cent.

use std::collections::{BTreeMap, BTreeSet};

/// Hours of a month, as prices count it.
const HOURS: f64 = 730.0;

/// Bytes of a gigabyte.
const GB: f64 = 1_073_741_824.0;

/// Bytes that storage is billed for each item and entry beside what they hold.
const OVERHEAD: f64 = 100.0;

/// What a region charges: a million writes, a million reads, a WCU hour, an RCU hour, a GB month. `None` is not known.
pub(crate) type Prices = [Option<f64>; 5];

/// Published prices of the standard class, and of the infrequent one in us-east-1.
pub(crate) fn prices(region: &str, infrequent: bool) -> Prices {
    match (region, infrequent) {
        ("us-east-1", true) => [0.78, 0.155, 0.000_81, 0.000_16, 0.10].map(Some),
        ("us-east-1", false) => [0.625, 0.125, 0.000_65, 0.000_13, 0.25].map(Some),
        ("eu-west-1", false) => [0.705, 0.1415, 0.000_735, 0.000_147, 0.283].map(Some),
        ("eu-central-1", false) => [0.7625, 0.1525, 0.000_793, 0.000_158_6, 0.306].map(Some),
        ("sa-east-1", false) => [0.9375, 0.1875, 0.000_975, 0.000_195, 0.375].map(Some),
        // 0.058 for 10 WCU hours or 50 RCU hours, and a quarter more for the infrequent class.
        ("cn-north-1", false) => [Some(11.1538), None, Some(0.0058), Some(0.00116), None],
        ("cn-north-1", true) => [None, None, Some(0.00725), Some(0.00145), None],
        _ => [None; 5],
    }
}

/// What a Region charges, beside that of the design: prices in dollars are not added to those in yuan.
fn prices_in(design: &Design, region: &str) -> Prices {
    match region != design.region && design.region == "cn-north-1" {
        true => [None; 5],
        false => prices(region, design.infrequent),
    }
}

/// What a GB month of recovery, a GB month of a backup, and 100,000 GetRecords requests beyond the free ones cost.
fn extra_prices(region: &str) -> [Option<f64>; 3] {
    match region {
        "us-east-1" => [Some(0.20), Some(0.10), Some(0.02)],
        "eu-west-1" => [Some(0.22), None, None],
        _ => [None; 3],
    }
}

/// An item: its keys, the key of the index if it has one, and bytes of anything else.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    pub pk: String,
    pub sk: Option<String>,
    pub gk: Option<String>,
    pub rest: usize,
}

impl Item {
    /// Names and values of all attributes: `pk`, `sk`, `gk` and `x`.
    pub(crate) fn size(&self) -> f64 {
        let rest = if self.rest > 0 { 1 + self.rest } else { 0 };
        self.key_size() + rest as f64
    }

    fn key_size(&self) -> f64 {
        let of = |key: &Option<String>| key.as_ref().map_or(0, |key| 2 + key.len());
        (2 + self.pk.len() + of(&self.sk) + of(&self.gk)) as f64
    }

    fn is_same_key(&self, other: &Item) -> bool {
        self.pk == other.pk && self.sk == other.sk
    }
}

/// The index of a table, with the key `gk`.
#[derive(Debug, Clone)]
pub(crate) struct Index {
    pub is_local: bool,
    pub has_all: bool,
    /// Read and write units, if its table is provisioned.
    pub units: (u64, u64),
    pub expected: Option<u64>,
}

#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub has_sort: bool,
    pub items: Vec<Item>,
    /// Read and write units.
    pub provisioned: Option<(u64, u64)>,
    /// The most read and write units a second on demand, if that is set.
    pub maximum: Option<(u64, u64)>,
    /// The least and the most units that auto scaling sets, and the percent of them that it aims to use.
    pub scaling: Option<(u64, u64, u64)>,
    pub index: Option<Index>,
    pub expected: Option<u64>,
    pub growth: Option<Growth>,
    /// The Region in which it has a replica.
    pub replica: Option<&'static str>,
}

/// New items a month, and days after which an item expires.
#[derive(Debug, Clone)]
pub(crate) struct Growth {
    pub monthly: u64,
    pub days: Option<u64>,
    /// New items a month of the largest item collection, if that is given.
    pub of_key: Option<u64>,
}

/// What a pattern asks of a table.
#[derive(Debug, Clone)]
pub(crate) enum Ask {
    Put {
        item: Item,
        in_transaction: bool,
    },
    Grow {
        key: Item,
        rest: usize,
    },
    Delete {
        key: Item,
    },
    Get {
        key: Item,
        strong: bool,
    },
    Query {
        pk: String,
        strong: bool,
        limit: Option<u64>,
        count: Option<u64>,
    },
    QueryIndex {
        gk: String,
        count: Option<u64>,
    },
    Scan {
        strong: bool,
        limit: Option<u64>,
        count: Option<u64>,
    },
    /// A SELECT of what has a key, or of all, in pages of so many.
    Select {
        pk: Option<String>,
        strong: bool,
        limit: Option<u64>,
        count: Option<u64>,
    },
}

#[derive(Debug, Clone)]
pub(crate) struct Pattern {
    pub table: usize,
    pub ask: Ask,
    /// Requests in a period of so many seconds.
    pub rate: f64,
    pub period: f64,
}

#[derive(Debug, Clone)]
pub(crate) struct Design {
    pub tables: [Table; 2],
    pub patterns: Vec<Pattern>,
    pub region: &'static str,
    pub infrequent: bool,
    /// Another way to pay than the tables have: `true` is provisioned.
    pub pays_provisioned: Option<bool>,
    pub percent: f64,
    pub free_tier: bool,
    /// Point-in-time recovery, and backups: how many of each.
    pub recovery: u64,
    pub backups: u64,
    /// GetRecords requests a month.
    pub stream_reads: u64,
    /// Whether auto scaling is planned where a table has no throughput of its own.
    pub is_scaled: bool,
    /// The load of each hour of the day in relation to the others.
    pub day: [u64; 24],
}

/// A sum, and whether all of its prices are known.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Sum {
    pub known: f64,
    pub is_least: bool,
}

impl Sum {
    fn add(&mut self, cost: Option<f64>) {
        self.known += cost.unwrap_or(0.0);
        self.is_least |= cost.is_none();
    }
}

/// Writes of the table, reads of the table, writes of the index, reads of the index.
pub(crate) type Units = [f64; 4];

impl Bill {
    /// Adds what each hour costs for writes or reads of a table or index, which are served so many units a second in each on demand.
    fn add_hours(&mut self, price: Prices, kind: usize, served: &[f64; 24], day: &Day) {
        let own: f64 = served.iter().sum();
        for (hour, served) in served.iter().enumerate() {
            let amounts = [served * 3_600.0 / 1e6, day.units[hour]];
            for (way, amount) in amounts.into_iter().enumerate() {
                let cost = price[2 * way + kind].map(|price| price * amount);
                // Where nothing is asked for at any hour, no price is needed.
                let is_needed = [own, day.units.iter().sum()][way] > 0.0;
                let sum = &mut self.hours[way][hour];
                *sum = if is_needed { sum.zip(cost).map(|(a, b)| a + b) } else { *sum };
            }
        }
    }
}

/// The calculated bill.
#[derive(Debug, Clone)]
pub(crate) struct Bill {
    /// Writes, reads and storage of each table and of its index; behind the tables, of their replicas.
    pub parts: Vec<[[Option<f64>; 3]; 2]>,
    pub total: Sum,
    /// What each pattern costs.
    pub patterns: Vec<Sum>,
    /// The share of the load that is throttled where most is.
    pub throttled: f64,
    /// Write and read units a second that are provisioned, in each minute of the day.
    pub provisioned_units: [Vec<f64>; 2],
    /// Of these, the writes of tables with replicas: they cannot be reserved.
    pub replicated_units: [Vec<f64>; 2],
    /// What was added: recovery, backups, and readers of streams.
    pub extras: Vec<Option<f64>>,
    /// What each hour of the day costs on demand, and if all is provisioned.
    pub hours: [[Option<f64>; 24]; 2],
    /// Bytes that are billed, if the sizes of all are known.
    pub stored: Option<f64>,
}

/// Write units of a number of bytes.
fn w(bytes: f64) -> f64 {
    (bytes / 1_024.0).ceil().max(1.0)
}

/// Read units of a number of bytes.
fn r(bytes: f64, strong: bool) -> f64 {
    (bytes / 4_096.0).ceil().max(1.0) * if strong { 1.0 } else { 0.5 }
}

impl Table {
    pub(crate) fn entry(&self, item: &Item) -> Option<f64> {
        let index = self.index.as_ref()?;
        item.gk.as_ref()?;
        Some(if index.has_all { item.size() } else { item.key_size() })
    }

    fn entries(&self) -> Vec<f64> {
        self.items.iter().filter_map(|item| self.entry(item)).collect()
    }

    fn old(&self, key: &Item) -> Option<&Item> {
        self.items.iter().find(|item| item.is_same_key(key))
    }

    /// What the index pays if an item takes the place of another.
    fn index_writes(&self, old: Option<&Item>, new: Option<&Item>) -> f64 {
        let entries = [old, new].map(|item| item.and_then(|item| Some((item, self.entry(item)?))));
        match entries {
            [None, None] => 0.0,
            [Some((_, entry)), None] | [None, Some((_, entry))] => w(entry),
            [Some((old, before)), Some((new, after))] => {
                let has_all = self.index.as_ref().is_some_and(|index| index.has_all);
                match (old.gk == new.gk, has_all && old.rest != new.rest) {
                    (false, _) => w(before) + w(after),
                    (true, true) => w(before.max(after)),
                    (true, false) => 0.0,
                }
            }
        }
    }

    /// How many items there will be of those that are here.
    fn growth(&self) -> f64 {
        self.expected.map_or(1.0, |count| count as f64 / self.items.len() as f64)
    }

    /// How many entries there will be of those that are here.
    fn index_growth(&self) -> f64 {
        let own = self.index.as_ref().and_then(|index| index.expected);
        let here = self.entries().len() as f64;
        own.map_or(self.growth(), |count| if here > 0.0 { count as f64 / here } else { 1.0 })
    }

    /// How many entries of a key there will be of those that are here: as many, unless all have one key although items have several.
    fn key_growth(&self) -> f64 {
        let entries: Vec<&Item> = self.items.iter().filter(|item| item.gk.is_some()).collect();
        let is_one = entries.iter().all(|item| item.gk == entries[0].gk);
        let has_many = self.items.iter().any(|item| item.pk != self.items[0].pk);
        if entries.len() >= 3 && is_one && has_many { self.index_growth() } else { 1.0 }
    }

    /// How many items or entries a request reads; `None` if it writes.
    pub(crate) fn items_read(&self, ask: &Ask) -> Option<f64> {
        let of_key = |pk: &str| self.items.iter().filter(|item| item.pk == pk).count();
        Some(match ask {
            Ask::Put { .. } | Ask::Grow { .. } | Ask::Delete { .. } => return None,
            Ask::Get { key, .. } => f64::from(u8::from(self.old(key).is_some())),
            Ask::Select { pk: Some(pk), .. } if !self.has_sort => of_key(pk) as f64,
            Ask::Query { pk, limit, count, .. }
            | Ask::Select { pk: Some(pk), limit, count, .. } => {
                // More items are more keys, not more items of a key.
                read_count(of_key(pk), 1.0, *limit, *count)
            }
            Ask::QueryIndex { gk, count } => {
                let found = self.items.iter().filter(|item| item.gk.as_ref() == Some(gk)).count();
                read_count(found, self.key_growth(), None, *count)
            }
            Ask::Scan { limit, count, .. } | Ask::Select { pk: None, limit, count, .. } => {
                read_count(self.items.len(), self.growth(), *limit, *count)
            }
        })
    }

    /// Whether a request reads entries of which none is here, so that nobody knows how large they are.
    fn is_unsized(&self, ask: &Ask) -> bool {
        let is_of_index = matches!(ask, Ask::QueryIndex { .. });
        is_of_index && self.entries().is_empty() && self.items_read(ask) > Some(0.0)
    }

    pub(crate) fn units(&self, ask: &Ask) -> Units {
        match ask {
            Ask::Put { item, in_transaction } => {
                let old = self.old(item);
                let bytes = item.size().max(old.map_or(0.0, Item::size));
                let times = if *in_transaction { 2.0 } else { 1.0 };
                [times * w(bytes), 0.0, self.index_writes(old, Some(item)), 0.0]
            }
            Ask::Grow { key, rest } => {
                let old = self.old(key);
                let new = Item { rest: *rest, ..old.unwrap_or(key).clone() };
                let bytes = new.size().max(old.map_or(0.0, Item::size));
                [w(bytes), 0.0, self.index_writes(old, Some(&new)), 0.0]
            }
            Ask::Delete { key } => {
                let old = self.old(key);
                [w(old.map_or(0.0, Item::size)), 0.0, self.index_writes(old, None), 0.0]
            }
            Ask::Get { key, strong } => {
                [0.0, r(self.old(key).map_or(0.0, Item::size), *strong), 0.0, 0.0]
            }
            Ask::Query { pk, strong, limit, count } => {
                let found = self.items.iter().filter(|item| item.pk == *pk).map(Item::size);
                let found: Vec<f64> = found.collect();
                let all: Vec<f64> = self.items.iter().map(Item::size).collect();
                [0.0, read(&found, &all, 1.0, *strong, *limit, *count), 0.0, 0.0]
            }
            Ask::QueryIndex { gk, count } => {
                let found = self.items.iter().filter(|item| item.gk.as_ref() == Some(gk));
                let found: Vec<f64> = found.filter_map(|item| self.entry(item)).collect();
                let growth = self.key_growth();
                [0.0, 0.0, 0.0, read(&found, &self.entries(), growth, false, None, *count)]
            }
            Ask::Scan { strong, limit, count } => {
                let all: Vec<f64> = self.items.iter().map(Item::size).collect();
                [0.0, read(&all, &all, self.growth(), *strong, *limit, *count), 0.0, 0.0]
            }
            // A whole key is read as GetItem does: one item, whatever is said.
            Ask::Select { pk: Some(pk), strong, .. } if !self.has_sort => {
                let found = self.items.iter().find(|item| item.pk == *pk);
                [0.0, r(found.map_or(0.0, Item::size), *strong), 0.0, 0.0]
            }
            Ask::Select { pk: Some(pk), strong, limit, count } => {
                let (pk, strong, limit, count) = (pk.clone(), *strong, *limit, *count);
                self.units(&Ask::Query { pk, strong, limit, count })
            }
            Ask::Select { pk: None, strong, limit, count } => {
                self.units(&Ask::Scan { strong: *strong, limit: *limit, count: *count })
            }
        }
    }
}

/// The units of a Query or Scan that finds some of all that is here, and will find as many times more, or so many. All here are of
/// one size where a limit counts.
fn read(
    found: &[f64],
    all: &[f64],
    growth: f64,
    strong: bool,
    limit: Option<u64>,
    count: Option<u64>,
) -> f64 {
    let here = limit.map_or(found.len(), |limit| found.len().min(limit as usize));
    let bytes: f64 = found[..here].iter().sum();
    let count = read_count(found.len(), growth, limit, count);
    let of_each = match here {
        0 => all.iter().sum::<f64>() / (all.len() as f64).max(1.0),
        here => bytes / here as f64,
    };
    // Whole bytes, whatever floats make of them.
    r((of_each * count + 1e-6).floor(), strong)
}

/// How many items a Query or Scan reads that finds so many here.
fn read_count(found: usize, growth: f64, limit: Option<u64>, count: Option<u64>) -> f64 {
    let here = limit.map_or(found, |limit| found.min(limit as usize));
    let count = count.map_or((here as f64 * growth).round(), |count| count as f64);
    limit.map_or(count, |limit| count.min(limit as f64))
}

/// What a month costs if all is provisioned, and reserved in blocks of 100 units for one and for three years: paid at once and by the
/// hour, as many blocks as cost least. `None` where nothing can be reserved.
pub(crate) fn reserved(design: &Design) -> [Option<f64>; 2] {
    let provisioned = bill(&Design { pays_provisioned: Some(true), ..design.clone() });
    let years =
        [(12.0, [(150.0, 0.012_8), (30.0, 0.002_5)]), (36.0, [(180.0, 0.008_1), (36.0, 0.001_6)])];
    years.map(|(months, kinds)| {
        let saved = [0, 1].map(|kind| {
            let replicated = &provisioned.replicated_units[kind];
            let units = provisioned.provisioned_units[kind].iter().zip(replicated);
            let units: Vec<f64> = units.map(|(units, replicated)| units - replicated).collect();
            let (once, hour) = kinds[kind];
            let unit_price = prices("us-east-1", false)[2 + kind].expect("it is known");
            let left = |blocks: f64| {
                units.iter().map(|units| (units - blocks * 100.0).max(0.0)).sum::<f64>() / 1_440.0
            };
            // What no block covers takes what is free first.
            let replicated = replicated.iter().sum::<f64>() / 1_440.0;
            let free = if design.free_tier { (25.0 - replicated).max(0.0) } else { 0.0 };
            let cost = |blocks: f64| {
                let listed = (left(blocks) - free).max(0.0) * unit_price * HOURS;
                listed + blocks * (once / months + hour * HOURS)
            };
            // Blocks that the same minutes use save the same: the best number is one at which a minute has enough, or none, or one
            // at which what is left is free.
            let enough: BTreeSet<u64> = units.iter().map(|units| (units / 100.0) as u64).collect();
            let (mut low, mut high) = (0, enough.last().copied().unwrap_or(0) + 1);
            while low < high {
                let middle = u64::midpoint(low, high);
                if left(middle as f64) > free { low = middle + 1 } else { high = middle }
            }
            let enough = enough.into_iter().chain([low.saturating_sub(1), 0]);
            let costs = enough.flat_map(|it| [it, it + 1]).map(|blocks| cost(blocks as f64));
            cost(0.0) - costs.fold(f64::MAX, f64::min)
        });
        let is_offered = design.region == "us-east-1" && !design.infrequent;
        is_offered.then_some(provisioned.total.known - saved[0] - saved[1])
    })
}

/// Gives each pattern its part of what it asks together with others, and beside what no pattern asks.
fn share_out(
    design: &Design,
    sums: &mut [Sum],
    cost: Option<f64>,
    beside: f64,
    asks: impl Fn(&Pattern) -> f64,
) {
    let asked: Vec<f64> = design.patterns.iter().map(asks).collect();
    let all: f64 = asked.iter().sum::<f64>() + beside;
    for (sum, asked) in sums.iter_mut().zip(asked) {
        if asked > 0.0 {
            sum.add(cost.map(|cost| cost * asked / all));
        }
    }
}

/// Units a second that are provisioned on average in each hour of a day, and the share of what is asked for that is throttled.
#[derive(Debug, Clone, Default)]
struct Day {
    units: [f64; 24],
    /// The same in each minute.
    minutes: Vec<f64>,
    throttled: f64,
}

/// What is provisioned for the writes or reads of a table or its index, minute by minute: what is set, what auto scaling makes of the
/// last minutes, or what the hour of the most needs.
fn provisioned_day(
    design: &Design,
    table: &Table,
    (part, kind): (usize, usize),
    asked: f64,
) -> Day {
    let all = design.day.iter().sum::<u64>() as f64;
    let asked_at = |minute: usize| asked * 24.0 * design.day[minute / 60 % 24] as f64 / all;
    // A product that is whole but for the last digits of a float is whole.
    let needed = |asked: f64, percent: f64| (asked * 100.0 / percent * (1.0 - 4e-15) - 1e-9).ceil();
    let set = table
        .provisioned
        .map(|own| if part == 1 { table.index.as_ref().map_or(own, |it| it.units) } else { own });
    let policy = match set {
        Some(_) => {
            table.scaling.map(|(least, most, percent)| (least as f64, most as f64, percent as f64))
        }
        None => design.is_scaled.then(|| (1.0, f64::MAX, design.percent.clamp(20.0, 90.0))),
    };
    let most = (0..24).map(|hour| asked_at(hour * 60)).fold(0.0, f64::max);
    let follow = |asked: f64, (least, most, percent): (f64, f64, f64)| {
        needed(asked, percent).clamp(least, most)
    };
    let policy = policy.filter(|_| asked > 0.0);
    let mut units = match (policy, set) {
        (Some(policy), _) => follow(asked_at(0), policy),
        (None, Some((read, write))) => [write, read][kind] as f64,
        (None, None) => needed(most, design.percent).max(1.0),
    };
    let mut day = Day::default();
    // Unused units of the last five minutes are kept. The second day is like all that follow.
    let (mut kept, mut throttled) = (0.0_f64, 0.0);
    let (mut above, mut below) = (0, 0);
    for minute in 0..2 * 1_440 {
        let now = asked_at(minute);
        let lacking = (now - units).max(0.0);
        if minute >= 1_440 {
            day.units[minute / 60 % 24] += units / 60.0;
            day.minutes.push(units);
            throttled += (lacking - kept).max(0.0);
        }
        kept = ((kept - lacking).max(0.0) + (units - now).max(0.0)).min(5.0 * units);
        let Some(policy) = policy else { continue };
        let target = units * policy.2 / 100.0 * (1.0 + 1e-12);
        above = if now > target { above + 1 } else { 0 };
        below = if now > 0.0 && now <= 0.8 * target { below + 1 } else { 0 };
        if above >= 2 {
            (units, above) = (follow(now, policy).max(units), 0);
        } else if below >= 15 {
            // It is lowered to what the most of these minutes needs.
            let most = (minute - 14..=minute).map(asked_at).fold(0.0, f64::max);
            units = follow(most, policy).min(units);
        }
    }
    day.throttled = throttled / (asked * 1_440.0).max(1e-12);
    day
}

/// Units a second that are served on demand in each hour, of so many that are asked on average.
fn served_hours(design: &Design, table: &Table, kind: usize, asked: f64) -> [f64; 24] {
    let most = table.maximum.map_or(f64::MAX, |(read, write)| [write, read][kind] as f64);
    let all = design.day.iter().sum::<u64>() as f64;
    design.day.map(|load| (asked * 24.0 * load as f64 / all).min(most))
}

/// What was added costs, of backups that hold so many bytes in each Region, if that is known.
fn extras(design: &Design, kept_bytes: &[(&str, Option<f64>)]) -> Vec<Option<f64>> {
    let mut costs = Vec::new();
    for (position, times) in [design.recovery, design.backups].into_iter().enumerate() {
        let times = times as f64;
        for (region, bytes) in kept_bytes.iter().filter(|_| times > 0.0) {
            let is_alike = *region == design.region || design.region != "cn-north-1";
            let price = extra_prices(region)[position].filter(|_| is_alike);
            let cost = price.zip(*bytes).map(|(price, bytes)| price * times * bytes / GB);
            costs.push(if *bytes == Some(0.0) { Some(0.0) } else { cost });
        }
    }
    let paid = (design.stream_reads as f64 - 2.5e6).max(0.0);
    let stream = extra_prices(design.region)[2];
    let cost = if paid > 0.0 { stream.map(|price| price * paid / 1e5) } else { Some(0.0) };
    costs.extend((design.stream_reads > 0).then_some(cost));
    costs
}

/// A table, or its replica in another Region.
struct Place<'d> {
    /// The number of the table.
    number: usize,
    table: &'d Table,
    region: &'static str,
    is_replica: bool,
}

impl Place<'_> {
    /// Units a second that a pattern takes here. In another Region the items arrive that it writes, each by itself.
    fn asked(&self, pattern: &Pattern) -> Units {
        if pattern.table != self.number {
            return [0.0; 4];
        }
        let units = self.table.units(&pattern.ask);
        let times = match &pattern.ask {
            Ask::Put { in_transaction: true, .. } => 0.5,
            // Nothing was deleted.
            Ask::Delete { key } if self.table.old(key).is_none() => 0.0,
            _ => 1.0,
        };
        let units = match self.is_replica {
            false => units,
            true => [units[0] * times, 0.0, units[2], 0.0],
        };
        units.map(|units| units * pattern.rate / pattern.period)
    }

    /// Units a second that the deletion of expired items takes here, after so many months: none where they expire.
    fn expired(&self, months: u32, now: f64) -> Units {
        let growth = self.table.growth.as_ref().filter(|_| self.is_replica);
        let Some((growth, days)) = growth.and_then(|it| Some((it, it.days?))) else {
            return [0.0; 4];
        };
        let days = days as f64;
        let a_day = match f64::from(months) * HOURS < days * 24.0 {
            true => now / days,
            false => growth.monthly as f64 / HOURS * 24.0,
        };
        let items = &self.table.items;
        let of_item = items.iter().map(|item| w(item.size())).sum::<f64>() / items.len() as f64;
        let of_entries = self.table.entries().into_iter().map(w).sum::<f64>() / items.len() as f64;
        [of_item, 0.0, of_entries, 0.0].map(|units| units * a_day / 86_400.0)
    }
}

/// Calculates the bill of a design.
pub(crate) fn bill(design: &Design) -> Bill {
    let counts = [0, 1].map(|number| design.tables[number].count());
    bill_after(design, 0, counts)
}

/// Calculates the bill of a design as it is after some months; it had so many items.
pub(crate) fn bill_after(design: &Design, months: u32, counts: [f64; 2]) -> Bill {
    let tables = design.tables.iter().enumerate();
    let own = tables.clone().map(|(number, table)| Place {
        number,
        table,
        region: design.region,
        is_replica: false,
    });
    let replicas = tables.filter_map(|(number, table)| {
        Some(Place { number, table, region: table.replica?, is_replica: true })
    });
    let places: Vec<Place<'_>> = own.chain(replicas).collect();
    let mut bill = Bill {
        parts: Vec::new(),
        total: Sum::default(),
        patterns: vec![Sum::default(); design.patterns.len()],
        throttled: 0.0,
        provisioned_units: [0, 1].map(|_| vec![0.0; 1_440]),
        replicated_units: [0, 1].map(|_| vec![0.0; 1_440]),
        extras: Vec::new(),
        hours: [[Some(0.0); 24]; 2],
        stored: Some(0.0),
    };
    let mut regions: Vec<&str> = vec![design.region];
    for place in &places {
        if !regions.contains(&place.region) {
            regions.push(place.region);
        }
    }
    // Other Regions are in the order of their names, as tables that are opened together.
    regions[1..].sort_unstable();
    let mut kept_bytes = Vec::new();
    let mut free_cost = 0.0;
    let mut parts = BTreeMap::new();
    for region in regions {
        let mut here = Here { kept_bytes: Some(0.0), ..Here::default() };
        for (number, place) in places.iter().enumerate() {
            if place.region == region {
                let expired = place.expired(months, counts[place.number]);
                parts.insert(number, bill.add_place(design, place, expired, &mut here));
            }
        }
        kept_bytes.push((region, here.kept_bytes));
        free_cost += here.free(prices_in(design, region));
        if region == design.region {
            bill.provisioned_units =
                here.provisioned_units.map(|it| if it.is_empty() { vec![0.0; 1_440] } else { it });
        }
    }
    bill.parts = parts.into_values().collect();
    for (pattern, sum) in design.patterns.iter().zip(&mut bill.patterns) {
        let is_unsized =
            pattern.rate > 0.0 && design.tables[pattern.table].is_unsized(&pattern.ask);
        sum.is_least |= is_unsized;
        bill.total.is_least |= is_unsized;
    }
    bill.extras = extras(design, &kept_bytes);
    for cost in bill.extras.clone() {
        bill.total.add(cost);
    }
    if design.free_tier && !design.infrequent {
        bill.total.known -= free_cost;
    }
    bill
}

/// What is in one Region.
#[derive(Default)]
struct Here {
    /// What backups hold: tables with their local indexes.
    kept_bytes: Option<f64>,
    stored: f64,
    stored_cost: f64,
    provisioned_cost: [f64; 2],
    provisioned_units: [Vec<f64>; 2],
}

impl Here {
    /// What is free each month: as much as is listed, or what 25 units and 25 GB cost.
    fn free(&self, price: Prices) -> f64 {
        let units = |kind: usize| match self.provisioned_units[kind].iter().sum::<f64>() / 1_440.0 {
            units if units <= 25.0 + 1e-9 => self.provisioned_cost[kind],
            _ => 25.0 * HOURS * price[2 + kind].unwrap_or(0.0),
        };
        let storage = match self.stored {
            stored if stored <= 25.0 * GB => self.stored_cost,
            _ => 25.0 * price[4].unwrap_or(0.0),
        };
        units(0) + units(1) + storage
    }
}

impl Bill {
    /// Adds a table with its index. Returns what their writes, reads and storage cost.
    fn add_place(
        &mut self,
        design: &Design,
        place: &Place<'_>,
        expired: Units,
        here: &mut Here,
    ) -> [[Option<f64>; 3]; 2] {
        let (table, price) = (place.table, prices_in(design, place.region));
        let mut load = expired;
        for pattern in &design.patterns {
            for (sum, units) in load.iter_mut().zip(place.asked(pattern)) {
                *sum += units;
            }
        }
        let mut parts = [[Some(0.0); 3]; 2];
        let is_local = table.index.as_ref().is_some_and(|index| index.is_local);
        let is_provisioned = design.pays_provisioned.unwrap_or(table.provisioned.is_some());
        for part in 0..2 {
            if part == 1 && table.index.is_none() {
                continue;
            }
            for kind in 0..2 {
                // What a local index asks, its table pays.
                let own = load[2 * part + kind];
                let asked_here = match (is_local, part) {
                    (true, 0) => own + load[2 + kind],
                    _ => own,
                };
                let day = match is_local && part == 1 {
                    true => Day::default(),
                    false => provisioned_day(design, table, (part, kind), asked_here),
                };
                let served = served_hours(design, table, kind, own);
                self.add_hours(price, kind, &served, &day);
                let served = served.iter().sum::<f64>() / 24.0;
                let (amount, unit_price) = if is_provisioned {
                    self.throttled = self.throttled.max(day.throttled);
                    let sums = &mut here.provisioned_units[kind];
                    sums.resize(1_440, 0.0);
                    for (sum, units) in sums.iter_mut().zip(&day.minutes) {
                        *sum += units;
                    }
                    let is_replicated = table.replica.is_some() && (part, kind) == (0, 0);
                    if is_replicated && !place.is_replica {
                        for (sum, units) in self.replicated_units[kind].iter_mut().zip(&day.minutes)
                        {
                            *sum += units;
                        }
                    }
                    (day.units.iter().sum::<f64>() / 24.0 * HOURS, price[2 + kind])
                } else {
                    if own > 0.0 {
                        self.throttled = self.throttled.max(1.0 - served / own);
                    }
                    (served * HOURS * 3_600.0 / 1e6, price[kind])
                };
                let cost = if amount == 0.0 { Some(0.0) } else { unit_price.map(|it| it * amount) };
                if is_provisioned {
                    here.provisioned_cost[kind] += cost.unwrap_or(0.0);
                }
                parts[part][kind] = cost;
                self.total.add(cost);
                let is_shared = is_provisioned && is_local;
                let shares = |units: Units| match (is_shared, part) {
                    (true, 0) => units[kind] + units[2 + kind],
                    (true, _) => 0.0,
                    (false, _) => units[2 * part + kind],
                };
                share_out(design, &mut self.patterns, cost, shares(expired), |pattern| {
                    shares(place.asked(pattern))
                });
            }
            parts[part][2] = self.add_storage(table, (part, is_local), price, here);
        }
        parts
    }

    /// Adds what a table or its index stores.
    fn add_storage(
        &mut self,
        table: &Table,
        (part, is_local): (usize, bool),
        price: Prices,
        here: &mut Here,
    ) -> Option<f64> {
        let sizes = match part {
            0 => table.items.iter().map(Item::size).collect(),
            _ => table.entries(),
        };
        let growth = if part == 0 { table.growth() } else { table.index_growth() };
        let bytes = (sizes.iter().sum::<f64>() + OVERHEAD * sizes.len() as f64) * growth;
        here.stored += bytes;
        let own_count = table.index.as_ref().and_then(|index| index.expected);
        // The size of entries is not known where there is none.
        let is_unknown = part == 1 && sizes.is_empty() && own_count.is_some_and(|it| it > 0);
        if part == 0 || is_local {
            // Whole bytes of each table and index.
            here.kept_bytes = here.kept_bytes.filter(|_| !is_unknown).map(|sum| sum + bytes);
        }
        let cost = match (is_unknown, bytes) {
            (true, _) => None,
            (false, 0.0) => Some(0.0),
            (false, _) => price[4].map(|price| price * bytes / GB),
        };
        self.stored = self.stored.filter(|_| !is_unknown).map(|all| all + bytes);
        here.stored_cost += cost.unwrap_or(0.0);
        self.total.add(cost);
        cost
    }
}
