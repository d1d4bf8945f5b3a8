//! What a table costs in a month, in words: each store, each way to pay, each price, and what was not counted.

use std::cmp::Reverse;

use engine::receipt::{Store, UnitKind};
use engine::table::Table;

use crate::analysis::amount::{Amount, fitting};
use crate::analysis::bill::{Bill, PatternLoad, load_of, pattern_loads};
use crate::analysis::cost::{Estimate, Part, expected_count, position};
use crate::analysis::day::DAY_MINUTES;
use crate::analysis::demand::{KINDS, Load};
use crate::analysis::expired::{expired, with_expired};
use crate::analysis::growth::is_first;
use crate::analysis::price::{Price, PriceList, Priced, own_price};
use crate::explain::hue::hue_of_index;
use crate::explain::receipt::method;
use crate::sandbox::design::stream_of;
use crate::sandbox::limit::SCALED_PERCENTS;
use crate::sandbox::state::State;
use crate::view::cost::{
    CostView, LoadSource, PayMode, Position, StoreCost, TableClass, TableCost,
};
use crate::view::growth::GrowthView;
use crate::view::message::{Argument, Message};
use crate::view::value::Text;
use crate::views::headline::headline;
use crate::views::price::unseen;
use crate::views::series::group_costs;

/// What the open table costs in a month.
pub(crate) fn cost_view(state: &State, table: &Table) -> CostView {
    let list = PriceList::read();
    let settings = &state.plan.cost;
    let run = state.run.as_deref();
    let is_of_run = settings.source == LoadSource::Run && run.is_some();
    let (patterns, load) = if is_of_run {
        (Vec::new(), load_of(&state.database, &state.plan, run))
    } else {
        let mut patterns = pattern_loads(&state.database, &state.plan);
        let asked = Load::of_all(patterns.iter().map(|it| &it.load));
        let load = with_expired(asked, &state.database, &state.plan, 0);
        patterns.push(PatternLoad {
            name: Message::plain("cost.expired_items").into(),
            yearly_millionths: u128::MAX,
            load: expired(&state.database, &state.plan, 0),
        });
        (patterns, load)
    };
    let bill = Bill::of(&list, settings, &state.database, load.as_ref());
    let database = &state.database;
    let estimate = Estimate::new((&list, settings), database, table, load.as_ref());
    let growth = bill.growth_view(state);
    let run_seconds = run.map(|ran| ran.result.seconds.len() as u64);
    let groups = group_costs(state, &bill);
    CostView { groups, ..estimate.view(&bill, growth, &patterns, run_seconds) }
}

impl Estimate<'_> {
    /// What the table costs, as the page shows it.
    fn view(
        self,
        bill: &Bill<'_>,
        growth: GrowthView,
        patterns: &[PatternLoad],
        run_seconds: Option<u64>,
    ) -> CostView {
        let Self { list, settings, .. } = self;
        let mut sources = Vec::new();
        let classes = bill.classes();
        let name = |table: &Table| Text::from(table.schema.name.as_str());
        let tables = bill.tables().map(|(estimate, listed)| TableCost {
            name: name(estimate.table),
            expected_as: is_first(self.database, estimate.table)
                .then(|| estimate.table.schema.name.short().into()),
            stores: estimate.parts().iter().map(|part| estimate.store(part, patterns)).collect(),
            has_stream: stream_of(estimate.table).is_some(),
            total: estimate.money(listed),
        });
        CostView {
            regions: list.regions(),
            classes: choices(
                bill.set_classes(),
                TableClass::ALL.map(TableClass::words),
                TableClass::words,
            ),
            modes: choices(bill.set_modes(), PayMode::ALL.map(PayMode::words), PayMode::words),
            is_provisioned: bill.is_set(),
            has_run: run_seconds.is_some(),
            headline: headline(bill),
            bill: bill.view(),
            table: name(self.table),
            basis: self.basis(bill, run_seconds),
            tables: tables.collect(),
            groups: Vec::new(),
            target: self.other_target(bill),
            extras: bill.extra_costs(),
            free: settings.free_tier.then(|| bill.money(bill.free())),
            ways: self.ways(bill, patterns),
            day: bill.day_view(),
            growth,
            break_even: self.meeting(bill),
            prices: self.price_rows(bill, &mut sources),
            reserved_prices: match classes.contains(&TableClass::Standard) {
                true => self.reserved_prices(&mut sources),
                false => Vec::new(),
            },
            sources,
            settings: settings.clone(),
        }
    }

    /// A store's line, and how it came about.
    fn store(self, part: &Part<'_>, patterns: &[PatternLoad]) -> StoreCost {
        let mode = self.mode();
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
        let counted: Amount = [writes, reads, storage].into_iter().sum();
        let is_part = self.load.is_some_and(Load::is_part);
        let total = self.money(counted + Amount { pico: 0, is_least: is_part });
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
            (_, _, None) => vec![self.unknown_storage(part)],
            (_, _, Some(_)) => vec![Message::plain("cost.step_unknown")],
        };
        let [by_writes, by_reads] = KINDS.map(|kind| {
            let steps = self.throughput_steps(part, kind, mode).into_iter();
            steps.chain(self.pattern_steps(part, kind, patterns)).collect()
        });
        let item_count = self.expected(&Part { index: None, ..part.clone() });
        let is_too_many = part.index.is_some() && self.expected(part) > item_count;
        let remark = is_too_many.then(|| {
            Message::plain("cost.more_entries")
                .with("index", Argument::Name(name.into(), hue))
                .with("table", schema.name.as_str())
                .with("items", Argument::Count(item_count))
        });
        StoreCost {
            name: name.into(),
            hue,
            writes,
            reads,
            storage,
            total,
            expected_count: self.expected(part),
            remark,
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
                ("cost.step_writes", self.monthly_thousandths(part, kind))
            }
            (_, PayMode::OnDemand, UnitKind::Read) => {
                ("cost.step_reads", self.monthly_thousandths(part, kind))
            }
            (_, PayMode::Provisioned, UnitKind::Write) => ("cost.step_write_hours", 0),
            (_, PayMode::Provisioned, UnitKind::Read) => ("cost.step_read_hours", 0),
        };
        let (Some(price), Some(cost)) = (price, cost) else {
            return vec![Message::plain("cost.step_unknown")];
        };
        let (scaled, units) = match mode {
            PayMode::OnDemand => (None, Argument::Thousandths(fitting(units))),
            PayMode::Provisioned => {
                let minutes: u128 = self.day(part, kind).unit_minutes().iter().sum();
                let average = (minutes * 1_000 + DAY_MINUTES / 2) / DAY_MINUTES;
                (self.scaling_step(part, kind), Argument::Thousandths(fitting(average)))
            }
        };
        let step = self.step(key, price, cost).with("units", units);
        scaled.into_iter().chain([step]).collect()
    }

    /// Which patterns an amount is of, the dearest first.
    fn pattern_steps(
        self,
        part: &Part<'_>,
        kind: UnitKind,
        patterns: &[PatternLoad],
    ) -> Vec<Message> {
        let mode = self.mode();
        let shares = self.shares(patterns.iter().map(|it| &it.load), part, kind, mode);
        let shares = shares.into_iter().zip(patterns).filter(|(cost, _)| cost.pico > 0);
        let mut shares: Vec<(Amount, &PatternLoad)> = shares.collect();
        shares.sort_by_key(|(cost, _)| Reverse(cost.pico));
        let step = |(cost, pattern): (Amount, &PatternLoad)| {
            Message::plain("cost.step_pattern")
                .with("pattern", pattern.name.clone())
                .with("money", Argument::Money(self.money(cost)))
        };
        shares.into_iter().map(step).collect()
    }

    /// How auto scaling sets the units of a part; `None` if it does not.
    fn scaling_step(self, part: &Part<'_>, kind: UnitKind) -> Option<Message> {
        let policy = self.scaled(part, kind)?;
        let target = Argument::Permille(policy.target_percent * 10);
        let unit = || Message::plain(method(kind).unit());
        if self.settings.day.is_some() {
            let [least, most] = self.day(part, kind).bounds();
            let key = match part.throughput {
                Some(_) => "day.step_scaled",
                None => "day.step_scaled_plan",
            };
            let step = Message::plain(key)
                .with("least", Argument::Count(policy.units_min))
                .with("most", Argument::Count(policy.units_max))
                .with("percent", target)
                .with("min", Argument::Count(fitting(least)))
                .with("max", Argument::Count(fitting(most)))
                .with("unit", unit());
            return Some(step);
        }
        let asked = Argument::Thousandths(fitting(self.asked_thousandths(part, kind)));
        let key = match part.throughput {
            Some(_) => "cost.step_scaled",
            None => "cost.step_scaled_plan",
        };
        let step = Message::plain(key)
            .with("asked", asked)
            .with("percent", target)
            .with("units", Argument::Count(fitting(self.provisioned(part, kind))))
            .with("unit", unit())
            .with("min", Argument::Count(policy.units_min))
            .with("max", Argument::Count(policy.units_max));
        Some(step)
    }

    /// How the storage of a part was computed.
    fn storage_steps(self, part: &Part<'_>) -> Vec<Message> {
        let (Some(price), Some((bytes, parts))) = (self.price(Position::Storage), self.bytes(part))
        else {
            return vec![self.unknown_storage(part)];
        };
        let (count, size) = self.stored(part);
        let expected = self.expected(part);
        let key = if expected == count { "cost.step_storage" } else { "cost.step_storage_scaled" };
        let step = self.step(key, price, price.of(bytes, parts));
        let step = step.with("size", Argument::Bytes(size)).with("entries", Argument::Count(count));
        vec![step.with("expected", Argument::Count(expected))]
    }

    /// Why it is not known what a part stores costs.
    fn unknown_storage(self, part: &Part<'_>) -> Message {
        let is_sized = self.bytes(part).is_some();
        Message::plain(if is_sized { "cost.step_unknown" } else { "cost.step_no_size" })
    }

    fn step(self, key: &'static str, price: Price, cost: u128) -> Message {
        Message::plain(key)
            .with("price", Argument::Money(self.exactly(price.itself())))
            .with("money", Argument::Money(self.exactly(cost)))
    }

    /// What auto scaling aims at, if that is not the chosen utilisation.
    fn other_target(self, bill: &Bill<'_>) -> Option<Message> {
        let target = self.planned_policy().target_percent;
        let is_other = self.settings.utilisation_percent != target.into();
        (self.settings.is_scaled && !bill.is_set() && is_other).then(|| {
            Message::plain("cost.other_target")
                .with("min", Argument::Count(*SCALED_PERCENTS.start()))
                .with("max", Argument::Count(*SCALED_PERCENTS.end()))
                .with("percent", Argument::Permille(target * 10))
        })
    }

    /// Which prices were used for which parts, and which parts were not counted.
    fn basis(self, bill: &Bill<'_>, run_seconds: Option<u64>) -> Vec<Message> {
        let class: Argument = match bill.classes().as_slice() {
            [class] => class.id().into(),
            _ => Message::plain("cost.basis_classes").into(),
        };
        let mode = match (bill.is_mixed(), self.mode()) {
            (true, _) => "cost.basis_modes",
            (false, PayMode::OnDemand) => "cost.basis_on_demand",
            (false, PayMode::Provisioned) => "cost.basis_provisioned",
        };
        let basis = Message::plain("cost.basis")
            .with("region", &*self.settings.region)
            .with("class", class)
            .with("mode", Message::plain(mode))
            .with("date", self.list.date());
        let source = match (self.settings.source, run_seconds) {
            (LoadSource::Run, Some(seconds)) => {
                Some(Message::plain("cost.basis_run").with("count", Argument::Count(seconds)))
            }
            (LoadSource::Patterns, _) | (LoadSource::Run, None) => {
                self.load.map(|_| Message::plain("cost.basis_patterns"))
            }
        };
        let used = bill.positions();
        let Self { list, settings, .. } = self;
        let is_unknown = |priced: &&Priced<'_>| list.price(settings, **priced).is_none();
        let unknown = used.iter().filter(is_unknown).count() as u64;
        let is_own = |priced: &&Priced<'_>| own_price(settings, &priced.key()).is_some();
        let own = used.iter().filter(is_own).count() as u64;
        let is_reserved = &*settings.region == list.reserved_region();
        let not_reserved = match (bill.classes().contains(&TableClass::Standard), is_reserved) {
            (false, _) => Some(Message::plain("cost.not_reserved_class")),
            (true, false) => Some(
                Message::plain("cost.not_reserved_region").with("region", list.reserved_region()),
            ),
            (true, true) => None,
        };
        let free = list.free_source().filter(|it| settings.free_tier && !it.is_checked);
        let free = free.map(|it| Message::plain("cost.basis_free").with("source", it.words));
        let sql = self.database.tables().filter(|it| it.is_sql);
        let sql: Vec<Text> = sql.map(|it| it.schema.name.as_str().into()).collect();
        let sql = (!sql.is_empty()).then(|| {
            Message::plain("cost.basis_sql")
                .with("count", Argument::Count(sql.len() as u64))
                .with("tables", Argument::List(sql))
        });
        let of_count = |key, count| {
            (count > 0).then(|| Message::plain(key).with("count", Argument::Count(count)))
        };
        [
            Some(basis),
            source,
            of_count("cost.basis_own", own),
            of_count("cost.basis_unknown", unknown),
            unseen(list, &used),
            free,
            sql,
            not_reserved,
        ]
        .into_iter()
        .flatten()
        .chain(self.unpriced_classes(bill))
        .collect()
    }
}

/// As the tables are set, and then each thing that all can be priced as.
fn choices<T: Copy + PartialEq>(
    set: Vec<T>,
    all: [&'static str; 2],
    words: fn(T) -> &'static str,
) -> Vec<Message> {
    let is_alike = set.windows(2).all(|pair| pair[0] == pair[1]);
    let first = match set.first() {
        Some(own) if is_alike => {
            Message::plain("cost.as_set_alike").with("set", Message::plain(words(*own)))
        }
        _ => Message::plain("cost.as_each_is_set"),
    };
    std::iter::once(first).chain(all.map(Message::plain)).collect()
}
