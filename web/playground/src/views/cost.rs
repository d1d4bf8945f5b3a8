//! What a table costs in a month, in words: each store, each way to pay, each price, and what was not counted.

use engine::receipt::{Store, UnitKind};
use engine::table::Table;

use crate::analysis::amount::Amount;
use crate::analysis::bill::{Bill, load_of};
use crate::analysis::cost::{Estimate, KINDS, Part, RESERVED_YEARS, expected_count, position};
use crate::analysis::price::{MONTH_HOURS, MONTH_SECONDS, Price, PriceList, own_price, price_key};
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::method;
use crate::sandbox::design::stream_of;
use crate::sandbox::state::State;
use crate::view::cost::{
    BreakEven, CostView, LoadSource, PayMode, Position, PriceRow, PriceSource, StoreCost,
    TableCost, WayCost,
};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

/// What the open table costs in a month.
pub(crate) fn cost_view(state: &State, table: &Table) -> CostView {
    let list = PriceList::read();
    let settings = &state.plan.cost;
    let run = state.run.as_deref();
    let load = load_of(&state.database, &state.plan, run);
    let bill = Bill::of(&list, settings, &state.database, load.as_ref());
    let database = &state.database;
    let estimate = Estimate { list: &list, settings, database, table, load: load.as_ref() };
    estimate.view(&bill, run.map(|ran| ran.result.seconds.len() as u64))
}

impl Estimate<'_> {
    /// What the table costs, as the page shows it.
    fn view(self, bill: &Bill<'_>, run_seconds: Option<u64>) -> CostView {
        let Self { list, settings, .. } = self;
        let mode = self.mode();
        let mut sources = Vec::new();
        let name = |table: &Table| Text::from(table.schema.name.as_str());
        let tables = bill.tables().map(|(estimate, listed)| TableCost {
            name: name(estimate.table),
            stores: estimate
                .parts()
                .iter()
                .map(|part| estimate.store(part, estimate.mode()))
                .collect(),
            has_stream: stream_of(estimate.table).is_some(),
            total: estimate.money(listed),
        });
        CostView {
            regions: list.regions(),
            class: self.class(),
            mode,
            is_provisioned: self.is_provisioned(),
            has_run: run_seconds.is_some(),
            headline: headline(bill),
            bill: bill.view(),
            table: name(self.table),
            basis: self.basis(mode, run_seconds),
            tables: tables.collect(),
            free: settings.free_tier.then(|| bill.money(Some(bill.free()).into())),
            ways: self.ways(bill),
            break_even: self.meeting(bill),
            prices: Position::ALL
                .iter()
                .map(|position| self.price_row(*position, &mut sources))
                .collect(),
            sources,
            settings: settings.clone(),
        }
    }

    /// A store's line, and how it came about.
    fn store(self, part: &Part<'_>, mode: PayMode) -> StoreCost {
        let [writes, reads] = KINDS.map(|kind| self.throughput(part, kind, mode));
        let storage = self.storage_of(part);
        let schema = &self.table.schema;
        let (name, hue) = match &part.store {
            Store::Table => (schema.name.as_str(), None),
            Store::Local(name) | Store::Global(name) => {
                (name.as_str(), hue_of_index(schema, name.as_str()))
            }
        };
        let in_money = |cost: Option<u128>| cost.map(|cost| self.money(Some(cost).into()));
        let total = self.money([writes, reads, storage].into_iter().sum());
        let [writes, reads, storage] = [writes, reads, storage].map(in_money);
        let sum = match (writes, reads, storage) {
            (Some(writes), Some(reads), Some(storage)) => {
                let sum = Message::plain("cost.step_sum")
                    .with("writes", Argument::Money(writes))
                    .with("reads", Argument::Money(reads))
                    .with("storage", Argument::Money(storage))
                    .with("money", Argument::Money(total));
                vec![sum]
            }
            (_, _, _) => vec![Message::plain("cost.step_unknown")],
        };
        let [by_writes, by_reads] = KINDS.map(|kind| self.throughput_steps(part, kind, mode));
        StoreCost {
            name: name.into(),
            hue,
            writes,
            reads,
            storage,
            total,
            expected_count: self.expected(part),
            arithmetic: [by_writes, by_reads, self.storage_steps(part), sum],
        }
    }

    /// Items or entries that a part will have.
    fn expected(self, part: &Part<'_>) -> u64 {
        let expected = expected_count(self.settings, self.table, part.index);
        expected.map_or(self.stored(part).0, |(count, parts)| fitting((count + parts / 2) / parts))
    }

    /// How the writes or the reads of a part were computed.
    fn throughput_steps(self, part: &Part<'_>, kind: UnitKind, mode: PayMode) -> Vec<Message> {
        if matches!(part.store, Store::Local(_)) && mode == PayMode::Provisioned {
            return vec![Message::plain("cost.step_local")];
        }
        let (price, cost) = (self.price(position(kind, mode)), self.throughput(part, kind, mode));
        let (key, units) = match (cost, mode, kind) {
            (Some(0), ..) => return vec![Message::plain("cost.step_nothing")],
            (_, PayMode::OnDemand, UnitKind::Write) => {
                ("cost.step_writes", self.monthly_halves(part, kind))
            }
            (_, PayMode::OnDemand, UnitKind::Read) => {
                ("cost.step_reads", self.monthly_halves(part, kind))
            }
            (_, PayMode::Provisioned, UnitKind::Write) => {
                ("cost.step_write_hours", self.provisioned(part, kind) * 2)
            }
            (_, PayMode::Provisioned, UnitKind::Read) => {
                ("cost.step_read_hours", self.provisioned(part, kind) * 2)
            }
        };
        let (Some(price), Some(cost)) = (price, cost) else {
            return vec![Message::plain("cost.step_unknown")];
        };
        let scaled = match mode {
            PayMode::OnDemand => None,
            PayMode::Provisioned => self.scaling_step(part, kind),
        };
        let step = self.step(key, price, cost).with("units", Argument::HalfUnits(fitting(units)));
        scaled.into_iter().chain([step]).collect()
    }

    /// How auto scaling sets the units of a part; `None` if it does not.
    fn scaling_step(self, part: &Part<'_>, kind: UnitKind) -> Option<Message> {
        let policy = self.scaled(part, kind)?;
        let asked = Argument::Thousandths(fitting(self.asked_thousandths(part, kind)));
        let step = Message::plain("cost.step_scaled")
            .with("asked", asked)
            .with("percent", Argument::Permille(policy.target_percent * 10))
            .with("units", Argument::Count(fitting(self.provisioned(part, kind))))
            .with("unit", Message::plain(method(kind).unit()))
            .with("min", Argument::Count(policy.units_min))
            .with("max", Argument::Count(policy.units_max));
        Some(step)
    }

    /// How the storage of a part was computed.
    fn storage_steps(self, part: &Part<'_>) -> Vec<Message> {
        let (Some(price), Some((bytes, parts))) = (self.price(Position::Storage), self.bytes(part))
        else {
            return vec![Message::plain("cost.step_unknown")];
        };
        let (count, size) = self.stored(part);
        let expected = self.expected(part);
        let key = if expected == count { "cost.step_storage" } else { "cost.step_storage_scaled" };
        let step = self.step(key, price, price.of(bytes, parts));
        let step = step.with("size", Argument::Bytes(size)).with("entries", Argument::Count(count));
        vec![step.with("expected", Argument::Count(expected))]
    }

    fn step(self, key: &'static str, price: Price, cost: u128) -> Message {
        Message::plain(key)
            .with("price", Argument::Money(self.money(Some(price.itself()).into())))
            .with("money", Argument::Money(self.money(Some(cost).into())))
    }

    /// Which prices were used for which parts, and which parts were not counted.
    fn basis(self, mode: PayMode, run_seconds: Option<u64>) -> Vec<Message> {
        let key = match mode {
            PayMode::OnDemand => "cost.basis_on_demand",
            PayMode::Provisioned => "cost.basis_provisioned",
        };
        let basis = Message::plain(key)
            .with("region", &*self.settings.region)
            .with("class", self.class().id())
            .with("date", self.list.date());
        let source = match (self.settings.source, run_seconds) {
            (LoadSource::Run, Some(seconds)) => {
                Some(Message::plain("cost.basis_run").with("count", Argument::Count(seconds)))
            }
            (LoadSource::Patterns, _) | (LoadSource::Run, None) => {
                self.load.map(|_| Message::plain("cost.basis_patterns"))
            }
        };
        let used =
            [position(UnitKind::Write, mode), position(UnitKind::Read, mode), Position::Storage];
        let figure = |position| self.list.figure(&self.settings.region, self.class(), position);
        let unknown =
            used.iter().filter(|position| self.price(**position).is_none()).count() as u64;
        let unseen = used
            .iter()
            .filter(|position| figure(**position).is_some_and(|it| !it.is_checked))
            .count() as u64;
        let of_count = |key, count| {
            (count > 0).then(|| Message::plain(key).with("count", Argument::Count(count)))
        };
        [
            Some(basis),
            source,
            of_count("cost.basis_unknown", unknown),
            of_count("cost.basis_unseen", unseen),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// A price. Its source is added to the others unless it is one of them.
    fn price_row(self, position: Position, sources: &mut Vec<PriceSource>) -> PriceRow {
        let key = price_key(self.settings, self.class(), position);
        let figure = self.list.figure(&self.settings.region, self.class(), position);
        let own = own_price(self.settings, &key);
        let listed = || figure.as_ref().map_or_else(|| "".into(), |it| Text::clone(&it.price));
        PriceRow {
            position,
            text: own.map_or_else(listed, Text::from),
            is_own: own.is_some(),
            is_invalid: own.is_some_and(|text| Price::parse(text, position).is_none()),
            source: figure.map(|it| {
                let key =
                    if it.is_checked { "cost.source_checked" } else { "cost.source_unchecked" };
                let words = Message::plain(key).with("source", it.source).with("date", &*it.date);
                let source = PriceSource { words, is_checked: it.is_checked };
                sources.iter().position(|other| *other == source).unwrap_or_else(|| {
                    sources.push(source);
                    sources.len() - 1
                })
            }),
            key,
        }
    }

    /// The ways to pay for the same load: what all tables cost then.
    fn ways(self, bill: &Bill<'_>) -> Vec<WayCost> {
        let provisioned = bill.with_mode(PayMode::Provisioned);
        let words = match (bill.is_set(), bill.is_scaled()) {
            (true, true) => Message::plain("cost.way_as_scaled"),
            (true, false) => Message::plain("cost.way_as_set"),
            (false, _) => match bill.utilisation() {
                Some(used) => {
                    Message::plain("cost.way_provisioned").with("percent", Argument::Permille(used))
                }
                None => Message::plain("cost.way_least"),
            },
        };
        let (total, short) = (provisioned.total(), provisioned.throttled_permille());
        let as_is = bill
            .is_mixed()
            .then(|| (Message::plain("cost.way_as_is"), bill.total(), bill.throttled_permille()));
        let on_demand = bill.with_mode(PayMode::OnDemand).total();
        let mut ways: Vec<_> = as_is.into_iter().collect();
        ways.extend([
            (Message::plain("cost.way_on_demand"), on_demand, None),
            (words, total, short),
        ]);
        for years in RESERVED_YEARS {
            let saved: u128 = KINDS.map(|kind| bill.saved(kind, years)).into_iter().flatten().sum();
            if saved > 0 {
                let words = Message::plain("cost.way_reserved")
                    .with("count", Argument::Count(fitting(years)));
                ways.push((words, total.without(saved), short));
            }
        }
        // Without a load, what costs least is to provision nothing: that is no advice.
        let is_known = bill.has_load() && ways.iter().all(|(_, total, _)| !total.is_least);
        let served = ways.iter().filter(|(_, _, throttled)| is_known && throttled.is_none());
        let least = served.map(|(_, total, _)| total.pico).min();
        let cost = |(words, total, throttled_permille): (Message, Amount, Option<u64>)| WayCost {
            words,
            is_cheapest: throttled_permille.is_none() && Some(total.pico) == least,
            total: self.money(total),
            throttled_permille,
        };
        ways.into_iter().map(cost).collect()
    }

    fn meeting(self, bill: &Bill<'_>) -> Option<BreakEven> {
        let (permille, utilisation_permille) = (bill.break_even()?, bill.utilisation());
        let request = self.price(Position::WriteRequest)?;
        let unit = self.price(Position::WriteHour)?.of(MONTH_HOURS, 1);
        let requests = unit * 1_000_000 / request.itself().max(1);
        let a_second = (requests * 1_000 + MONTH_SECONDS / 2) / MONTH_SECONDS;
        let percent =
            |key, permille| Message::plain(key).with("percent", Argument::Permille(permille));
        let month = Message::plain("cost.break_even_unit")
            .with("money", Argument::Money(self.money(Some(unit).into())))
            .with("count", Argument::Count(fitting(requests)))
            .with("rate", Argument::Thousandths(fitting(a_second)));
        let rule = percent("cost.break_even_rule", permille);
        let here = utilisation_permille.map(|used| percent("cost.break_even_here", used));
        let words = [Some(rule), here, Some(month)].into_iter().flatten().collect();
        Some(BreakEven { permille, utilisation_permille, words })
    }
}

/// The sum in words.
fn headline(bill: &Bill<'_>) -> Message {
    let counted = headline_of_counted(bill);
    let uncounted = bill.uncounted();
    uncounted.into_iter().fold(counted, Message::and)
}

/// The sum of the patterns that work, in words.
fn headline_of_counted(bill: &Bill<'_>) -> Message {
    let total = bill.total();
    if let Some(estimate) = bill.unpriced().filter(|_| total.pico == 0) {
        return Message::plain("cost.headline_unknown")
            .with("class", Message::plain(estimate.class().words()))
            .with("region", &*estimate.settings.region);
    }
    let shortages = bill.shortages();
    if let Some((estimate, short)) = shortages.max_by_key(|(_, short)| short.throttled_permille) {
        let asked = short.asked_hundredths.saturating_mul(10);
        return Message::plain("cost.headline_short")
            .with("percent", Argument::Permille(short.throttled_permille))
            .with("store", store_name(estimate.table, &short.store))
            .with("units", Argument::Count(fitting(short.set)))
            .with("unit", Message::plain(method(short.kind).unit()))
            .with("asked", Argument::Thousandths(fitting(asked)))
            .with("money", Argument::Cents(bill.money(total)));
    }
    let is_uncounted = bill.uncounted().is_some();
    let key = match (bill.has_load(), bill.is_provisioned()) {
        (true, _) => "cost.headline",
        (false, true) => "cost.headline_provisioned",
        (false, false) if is_uncounted => "cost.headline_none_works",
        (false, false) => "cost.headline_idle",
    };
    let known = Amount { is_least: false, ..total };
    let words = Message::plain(key).with("money", Argument::Cents(bill.money(known)));
    let least = |key| Message::plain(key).with("known", words.clone());
    match (bill.lacks_price(), is_uncounted) {
        (true, _) => least("cost.headline_least"),
        (false, true) if bill.has_load() => least("cost.headline_least_counted"),
        (false, _) => words,
    }
}

/// The name of a table or index, in its hue.
fn store_name(table: &Table, store: &Store) -> Argument {
    match store {
        Store::Table => Argument::Name(table.schema.name.as_str().into(), None),
        Store::Local(name) | Store::Global(name) => {
            Argument::Name(name.as_str().into(), hue_of_index(&table.schema, name.as_str()))
        }
    }
}

/// A number as far as the page can say it.
fn fitting(number: u128) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
