//! The ways to pay for one load, in words: which is cheapest, what that rests on, and where two of them cost the same.

use crate::analysis::amount::{Amount, fitting};
use crate::analysis::bill::{Bill, PatternLoad};
use crate::analysis::cost::{Estimate, RESERVED_YEARS};
use crate::analysis::price::{MONTH_HOURS, MONTH_SECONDS};
use crate::analysis::reserved::Reserved;
use crate::explain::receipt::method;
use crate::view::cost::{BreakEven, CostSettings, PayMode, Position, TableClass, WayCost};
use crate::view::message::{Argument, Message};
use crate::views::price::unseen;

impl Estimate<'_> {
    /// The ways to pay for the same load: what all tables cost then.
    pub(crate) fn ways(self, bill: &Bill<'_>, patterns: &[PatternLoad]) -> Vec<WayCost> {
        let provisioned = bill.with_mode(PayMode::Provisioned);
        let words = match (bill.is_set(), bill.is_scaled()) {
            (true, true) => Message::plain("cost.way_as_scaled"),
            (true, false) => Message::plain("cost.way_as_set"),
            (false, _) => match bill.utilisation() {
                Some(used) => {
                    let key = match (self.settings.is_scaled, self.settings.day) {
                        (true, _) => "day.way_follows",
                        (false, Some(_)) => "day.way_peak",
                        (false, None) => "cost.way_provisioned",
                    };
                    Message::plain(key).with("percent", Argument::Permille(used))
                }
                None => Message::plain("cost.way_least"),
            },
        };
        let (total, short) = (provisioned.table_sum(), provisioned.throttled_permille());
        let average = bill.average_notes(patterns);
        let as_is = bill.is_mixed().then(|| Way {
            average: average.clone(),
            ..Way::new(
                Message::plain("cost.way_as_is"),
                bill.table_sum(),
                bill.throttled_permille(),
            )
        });
        let on_demand = on_demand(bill);
        let provisioned = Way { average: average.clone(), ..Way::new(words, total, short) };
        let mut ways: Vec<_> = as_is.into_iter().chain([on_demand, provisioned]).collect();
        for years in RESERVED_YEARS {
            let Some(reserved) = bill.reserved(years) else { continue };
            let saved: Amount = reserved.iter().map(|it| Some(it.saved)).sum();
            let total = total.without(saved);
            let words =
                Message::plain("cost.way_reserved").with("count", Argument::Count(fitting(years)));
            let source = self.list.reservation_source(years).filter(|it| !it.is_checked);
            ways.push(Way {
                words,
                total,
                short,
                average: average.clone(),
                source: source.map(|it| it.words),
                steps: self.reserved_steps(reserved, years, total + bill.extra_sum()),
                is_same: reserved.iter().all(|it| it.units == 0),
            });
        }
        ways.extend(self.scaled_way(bill, patterns));
        ways.extend(self.in_other_classes(bill, &average));
        // Without a load, what costs least is to provision nothing: that is no advice.
        let is_known = bill.has_load() && ways.iter().all(|way| !way.total.is_least);
        let is_offered = |way: &&Way| way.short.is_none() && !way.is_same;
        let served = ways.iter().filter(|way| is_known && is_offered(way));
        let least = served.map(|way| way.total.pico).min();
        let added = bill.extra_sum();
        let cost = |way: Way| {
            let is_cheapest = is_offered(&&way) && Some(way.total.pico) == least;
            let average = way.average.into_iter().filter(|_| is_cheapest);
            WayCost {
                words: way.words,
                is_cheapest,
                total: self.money(way.total + added),
                throttled_permille: way.short,
                steps: way.steps,
                notes: average.chain(way.source).collect(),
            }
        };
        ways.into_iter().map(cost).collect()
    }

    /// How many units are reserved, and what of the sum is paid at once.
    fn reserved_steps(self, reserved: [Reserved; 2], years: u128, total: Amount) -> Vec<Message> {
        let money = |pico| Argument::Money(self.exactly(pico));
        let of_kind = |it: Reserved| {
            let key = if it.units > 0 { "cost.step_reserved" } else { "cost.step_not_reserved" };
            let listed = it.month.saturating_add(it.saved);
            Message::plain(key)
                .with("units", Argument::Count(fitting(it.units)))
                .with("block", Argument::Count(fitting(it.block)))
                .with("unit", Message::plain(method(it.kind).unit()))
                .with("once", money(it.once))
                .with("hour", money(it.hour))
                .with("months", Argument::Count(fitting(12 * years)))
                .with("month", money(it.month))
                .with("listed", money(listed))
        };
        let once: u128 = reserved.iter().map(|it| it.once).sum();
        let spread = Some(once / (12 * years)).into();
        let sum = (once > 0).then(|| {
            Message::plain("cost.step_reserved_sum")
                .with("once", Argument::Cents(self.exactly(once)))
                .with("month", Argument::Cents(self.money(total.without(spread))))
        });
        let covers_all = reserved.iter().all(|it| it.covers_all);
        let others = (!covers_all).then(|| Message::plain("cost.step_reserved_others"));
        reserved.map(of_kind).into_iter().chain(others).chain(sum).collect()
    }

    /// What the same costs if auto scaling sets what no table says, if that is another price: it follows a load that changes.
    fn scaled_way(self, bill: &Bill, patterns: &[PatternLoad]) -> Option<Way> {
        let settings = CostSettings { is_scaled: true, ..self.settings.clone() };
        let is_other = !self.settings.is_scaled && settings.day.is_some() && !bill.is_set();
        let scaled = Bill::of(self.list, &settings, self.database, self.load);
        let scaled = scaled.with_mode(PayMode::Provisioned);
        let target = Argument::Permille(self.planned_policy().target_percent * 10);
        let words = Message::plain("day.way_scaled").with("percent", target);
        is_other.then(|| Way {
            average: scaled.average_notes(patterns),
            ..Way::new(words, scaled.table_sum(), scaled.throttled_permille())
        })
    }

    /// Of which other class no price is known, while all prices in use are.
    pub(crate) fn unpriced_classes(self, bill: &Bill<'_>) -> Vec<Message> {
        let words = |class: TableClass| {
            let settings = CostSettings { class: Some(class), ..self.settings.clone() };
            let other = Bill::of(self.list, &settings, self.database, self.load);
            let unpriced = other.unpriced().filter(|_| !bill.tables_lack_price())?;
            let words = Message::plain("cost.headline_unknown")
                .with("class", Message::plain(class.words()))
                .with("region", unpriced.region());
            Some(words)
        };
        other_classes(bill).filter_map(words).collect()
    }

    /// What the same costs if all tables are of another class, where all of its prices are known.
    fn in_other_classes(self, bill: &Bill<'_>, average: &[Message]) -> Vec<Way> {
        let Self { list, database, load, .. } = self;
        let others = other_classes(bill).filter_map(|class| {
            let settings = CostSettings { class: Some(class), ..self.settings.clone() };
            let other = Bill::of(list, &settings, database, load);
            let words =
                Message::plain("cost.way_class").with("class", Message::plain(class.words()));
            (!other.tables_lack_price()).then(|| Way {
                average: average.to_vec(),
                source: unseen(list, &other.positions()),
                ..Way::new(words, other.table_sum(), other.throttled_permille())
            })
        });
        others.collect()
    }

    /// From which use on provisioned throughput is cheaper.
    pub(crate) fn meeting(self, bill: &Bill<'_>) -> Option<BreakEven> {
        let (permille, utilisation_permille) = (bill.break_even()?, bill.utilisation());
        let request = self.price(Position::WriteRequest)?;
        let unit = self.price(Position::WriteHour)?.of(MONTH_HOURS, 1);
        let requests = unit * 1_000_000 / request.itself().max(1);
        let a_second = (requests * 1_000 + MONTH_SECONDS / 2) / MONTH_SECONDS;
        let percent =
            |key, permille| Message::plain(key).with("percent", Argument::Permille(permille));
        let month = Message::plain("cost.break_even_unit")
            .with("money", Argument::Money(self.exactly(unit)))
            .with("count", Argument::Count(fitting(requests)))
            .with("rate", Argument::Thousandths(fitting(a_second)));
        let rule = percent("cost.break_even_rule", permille);
        let here = utilisation_permille.map(|used| percent("cost.break_even_here", used));
        let words = [Some(rule), here, Some(month)].into_iter().flatten().collect();
        Some(BreakEven { permille, utilisation_permille, words })
    }
}

/// The classes that not all tables have.
fn other_classes(bill: &Bill<'_>) -> impl Iterator<Item = TableClass> {
    let own = bill.classes();
    TableClass::ALL.into_iter().filter(move |class| own != [*class])
}

/// A way to pay, before the cheapest is known.
struct Way {
    words: Message,
    /// What the tables cost. What was added to them costs the same in each way, so its price need not be known.
    total: Amount,
    /// How much of the load it throttles, in thousandths.
    short: Option<u64>,
    /// What an average leaves out.
    average: Vec<Message>,
    /// Where its prices are from, if they were not seen there.
    source: Option<Message>,
    /// How what is reserved was computed.
    steps: Vec<Message>,
    /// Whether it is no other way: nothing is worth to be reserved.
    is_same: bool,
}

impl Way {
    fn new(words: Message, total: Amount, short: Option<u64>) -> Self {
        let (average, source, steps) = (Vec::new(), None, Vec::new());
        Self { words, total, short, average, source, steps, is_same: false }
    }
}

/// All tables on demand.
fn on_demand(bill: &Bill<'_>) -> Way {
    let bill = bill.with_mode(PayMode::OnDemand);
    let short = bill.throttled_permille();
    Way::new(Message::plain("cost.way_on_demand"), bill.table_sum(), short)
}
