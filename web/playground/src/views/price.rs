//! The prices that are used, each with where it is from.

use crate::analysis::amount::fitting;
use crate::analysis::bill::Bill;
use crate::analysis::cost::{Estimate, RESERVED_YEARS, position};
use crate::analysis::demand::KINDS;
use crate::analysis::price::{PriceList, Priced, own_price};
use crate::explain::receipt::method;
use crate::view::cost::{PayMode, Position, PriceRow, PriceSource, ReservedPrice};
use crate::view::message::{Argument, Message};
use crate::view::value::Text;

impl Estimate<'_> {
    /// The prices of tables in each Region and class, and of what was added.
    pub(crate) fn price_rows(
        self,
        bill: &Bill<'_>,
        sources: &mut Vec<PriceSource>,
    ) -> Vec<PriceRow> {
        let (regions, classes) = (bill.regions(), bill.classes());
        let places = regions.iter().flat_map(|region| classes.iter().map(move |it| (*region, *it)));
        let of_tables = places.flat_map(|(region, class)| {
            Position::ALL.map(|position| Priced { region, class, position })
        });
        let added = bill.extras().into_iter().map(|it| it.priced);
        let has_class = |it: Position| classes.len() > 1 && Position::ALL.contains(&it);
        let row = |priced: Priced<'_>| PriceRow {
            class: has_class(priced.position).then_some(priced.class),
            region: (regions.len() > 1).then(|| priced.region.into()),
            ..self.price_row(priced, sources)
        };
        of_tables.chain(added).map(row).collect()
    }

    /// A price. Its source is added to the others unless it is one of them.
    fn price_row(self, priced: Priced<'_>, sources: &mut Vec<PriceSource>) -> PriceRow {
        let key = priced.key();
        let figure = self.list.figure(priced);
        let own = own_price(self.settings, &key);
        let listed = || figure.as_ref().map_or_else(|| "".into(), |it| Text::clone(&it.price));
        PriceRow {
            position: priced.position,
            class: None,
            region: None,
            text: own.map_or_else(listed, Text::from),
            is_own: own.is_some(),
            source: figure.map(|it| number_of(it.source, sources)),
            key,
        }
    }

    /// What a block of reserved units costs.
    pub(crate) fn reserved_prices(self, sources: &mut Vec<PriceSource>) -> Vec<ReservedPrice> {
        let kinds = RESERVED_YEARS.into_iter().flat_map(|years| KINDS.map(|kind| (years, kind)));
        let price = |(years, kind)| {
            let position = position(kind, PayMode::Provisioned);
            let reservation = self.list.reservation(&self.settings.region, years, position)?;
            let money = |pico| Argument::Money(self.exactly(pico));
            Some(ReservedPrice {
                words: Message::plain("cost.price_reserved")
                    .with("block", Argument::Count(fitting(reservation.block)))
                    .with("unit", Message::plain(method(kind).unit()))
                    .with("count", Argument::Count(fitting(years))),
                price: Message::plain("cost.price_once")
                    .with("once", money(reservation.once))
                    .with("hour", money(reservation.hour)),
                source: self.list.reservation_source(years).map(|it| number_of(it, sources)),
            })
        };
        kinds.filter_map(price).collect()
    }
}

/// The position of a source, which is added unless it is there.
fn number_of(source: PriceSource, sources: &mut Vec<PriceSource>) -> usize {
    sources.iter().position(|other| *other == source).unwrap_or_else(|| {
        sources.push(source);
        sources.len() - 1
    })
}

/// How many of the prices that are used were not seen at their source; `None` if all were.
pub(crate) fn unseen(list: &PriceList, used: &[Priced<'_>]) -> Option<Message> {
    let is_unseen =
        |priced: &&Priced<'_>| list.figure(**priced).is_some_and(|it| !it.source.is_checked);
    let count = used.iter().filter(is_unseen).count() as u64;
    (count > 0).then(|| Message::plain("cost.basis_unseen").with("count", Argument::Count(count)))
}
