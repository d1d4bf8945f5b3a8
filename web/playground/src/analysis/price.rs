//! Prices: those of the dated list, each with its source, and those with which the user replaces them. All in integers.

use engine::json::value as json_value;
use serde_json::{Map, Value};

use crate::analysis::amount::{Amount, portion};
use crate::sandbox::limit::price;
use crate::view::cost::{CostSettings, Position, PriceSource, TableClass};
use crate::view::message::Message;
use crate::view::money::{Currency, Money};
use crate::view::value::Text;

/// Dated list prices by region and class, with their sources.
const LIST: &str = include_str!("../../../../static/prices.json");

/// Hours of a month in calculations. Source: <https://aws.amazon.com/dynamodb/pricing/provisioned/>
pub(crate) const MONTH_HOURS: u128 = 730;

/// Seconds of such a month.
pub(crate) const MONTH_SECONDS: u128 = MONTH_HOURS * 3_600;

/// Request units that a price is given for.
const MILLION: u128 = 1_000_000;

/// GetRecords requests that a price is given for.
const HUNDRED_THOUSAND: u128 = 100_000;

/// Bytes of a gigabyte as storage is billed. Source: <https://aws.amazon.com/dynamodb/pricing/on-demand/>
pub(crate) const GIGABYTE: u128 = 1_073_741_824;

/// The list, read.
#[derive(Debug)]
pub(crate) struct PriceList {
    json: Value,
}

/// The price of an amount: a number of pico-dollars for a number of units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Price {
    pico: u128,
    per: u128,
}

/// What has a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Priced<'p> {
    pub region: &'p str,
    pub class: TableClass,
    pub position: Position,
}

/// A line of the list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Figure {
    /// The price, as it is written in the list.
    pub price: Text,
    /// Where it is from.
    pub source: PriceSource,
}

/// Reserved capacity for a number of years: paid once, and by the hour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reservation {
    /// Units of a block.
    pub block: u128,
    /// Paid once for a block, in pico-dollars.
    pub once: u128,
    /// Paid for a block each hour, in pico-dollars.
    pub hour: u128,
    /// Of one block, in a month, what is paid once being spread over all months.
    pub month: Price,
}

/// Free each month, for all tables of an account together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FreeTier {
    /// Provisioned units.
    pub units: u128,
    /// Bytes stored.
    pub bytes: u128,
    /// GetRecords requests.
    pub stream_reads: u128,
}

impl PriceList {
    /// The list of this page.
    pub(crate) fn read() -> Self {
        let json = json_value::parse(LIST).expect("the list of prices is JSON: a test reads it");
        Self { json }
    }

    /// Year and month of the list.
    pub(crate) fn date(&self) -> &str {
        self.json["date"].as_str().unwrap_or_default()
    }

    /// The regions, by their codes.
    pub(crate) fn regions(&self) -> Vec<Text> {
        self.json["regions"]
            .as_object()
            .into_iter()
            .flat_map(Map::keys)
            .map(|it| it.as_str().into())
            .collect()
    }

    /// What prices of a region are given in.
    pub(crate) fn currency(&self, region: &str) -> Currency {
        match self.json["regions"][region]["currency"].as_str() {
            Some("CNY") => Currency::Yuan,
            Some(_) | None => Currency::Dollar,
        }
    }

    /// A line of the list, if it is known.
    pub(crate) fn figure(&self, priced: Priced<'_>) -> Option<Figure> {
        let Priced { region, class, position } = priced;
        let figure = &self.json["regions"][region][class.id()][position.id()];
        let [date, source, is_checked] = [1, 2, 3].map(|member| &figure[member]);
        Some(Figure {
            price: figure[0].as_str()?.into(),
            source: source_of([date, source, is_checked])?,
        })
    }

    /// The Region whose prices of reserved units are known.
    pub(crate) fn reserved_region(&self) -> &str {
        self.json["reserved"]["region"].as_str().unwrap_or_default()
    }

    /// Where the prices of reserved units are from.
    pub(crate) fn reservation_source(&self, years: u128) -> Option<PriceSource> {
        let figure = &self.json["reserved"]["years"][years.to_string()]["write_hour"];
        source_of([2, 3, 4].map(|member| &figure[member]))
    }

    /// Where it is from what is free.
    pub(crate) fn free_source(&self) -> Option<PriceSource> {
        source_of([0, 1, 2].map(|member| &self.json["free"]["figure"][member]))
    }

    /// What a position costs after the settings: the price that was typed, if it is one, or else the list's.
    pub(crate) fn price(&self, settings: &CostSettings, priced: Priced<'_>) -> Option<Price> {
        let own = own_price(settings, &priced.key());
        // Dollars and yuan are not added.
        let is_alike = self.currency(priced.region) == self.currency(&settings.region);
        let listed = || self.figure(priced).filter(|_| is_alike)?.price(priced.position);
        own.and_then(|text| Price::parse(text, priced.position)).or_else(listed)
    }

    /// What a block of reserved units costs.
    pub(crate) fn reservation(
        &self,
        region: &str,
        years: u128,
        position: Position,
    ) -> Option<Reservation> {
        let reserved = &self.json["reserved"];
        let figure = &reserved["years"][years.to_string()][position.id()];
        let (once, hour) = (price(figure[0].as_str()?)?, price(figure[1].as_str()?)?);
        let months = 12 * years;
        let month = Price { pico: once + hour * MONTH_HOURS * months, per: months };
        let block = reserved["block"].as_u64()?.into();
        (reserved["region"] == region).then_some(Reservation { block, once, hour, month })
    }

    /// What is free each month.
    pub(crate) fn free_tier(&self) -> FreeTier {
        let amount = |name: &str| u128::from(self.json["free"][name].as_u64().unwrap_or(0));
        FreeTier {
            units: amount("write_hour"),
            bytes: amount("storage") * GIGABYTE,
            stream_reads: amount("stream_reads"),
        }
    }
}

impl Figure {
    fn price(&self, position: Position) -> Option<Price> {
        Price::parse(&self.price, position)
    }
}

impl Priced<'_> {
    /// The name under which a price of the user is stored.
    pub(crate) fn key(self) -> Text {
        [self.region, self.class.id(), self.position.id()].join("/").into()
    }
}

impl Price {
    /// Reads a price such as `0.625`, of so much of a position as prices are given for.
    pub(crate) fn parse(text: &str, position: Position) -> Option<Self> {
        let per = match position {
            Position::WriteRequest | Position::ReadRequest => MILLION,
            Position::WriteHour | Position::ReadHour => 1,
            Position::Storage | Position::Recovery | Position::Backup => GIGABYTE,
            Position::StreamRead => HUNDRED_THOUSAND,
        };
        Some(Self { pico: price(text)?, per })
    }

    /// What so much costs, as a fraction: rounded once, to the nearest pico-dollar.
    pub(crate) fn of(self, amount: u128, parts: u128) -> u128 {
        portion(self.pico, amount, self.per * parts)
    }

    /// The price itself: of as much as prices are given for.
    pub(crate) fn itself(self) -> u128 {
        self.pico
    }
}

/// An amount of a region's money.
pub(crate) fn money(amount: Amount, currency: Currency) -> Money {
    let Amount { pico, is_least } = amount;
    Money { pico, currency, is_least }
}

/// The words for a source of the list.
fn source_words(source: &str) -> Option<&'static str> {
    match source {
        "china" => Some("price.source_china"),
        "cut" => Some("price.source_cut"),
        "memory" => Some("price.source_memory"),
        "ratio" => Some("price.source_ratio"),
        "reserved" => Some("price.source_reserved"),
        "seen" => Some("price.source_seen"),
        _ => None,
    }
}

/// A source with its date, in words; `None` if it has none.
fn source_of([date, source, is_checked]: [&Value; 3]) -> Option<PriceSource> {
    let is_checked = *is_checked == true;
    let key = if is_checked { "cost.source_checked" } else { "cost.source_unchecked" };
    let words = Message::plain(key)
        .with("source", Message::plain(source_words(source.as_str()?)?))
        .with("date", date.as_str()?);
    Some(PriceSource { words, is_checked })
}

/// The price that was typed to replace one of the list.
pub(crate) fn own_price<'s>(settings: &'s CostSettings, key: &str) -> Option<&'s str> {
    let own = settings.prices.iter().find(|(other, _)| &**other == key);
    own.map(|(_, text)| &**text).filter(|text| price(text).is_some())
}
