//! What was added to the bill of tables, in words.

use crate::analysis::amount::fitting;
use crate::analysis::bill::Bill;
use crate::analysis::extra::Extra;
use crate::analysis::price::Priced;
use crate::view::cost::{ExtraCost, Position};
use crate::view::message::{Argument, Message};

impl Bill<'_> {
    /// What was added to the tables, with its arithmetic.
    pub(crate) fn extra_costs(&self) -> Vec<ExtraCost> {
        let has_several = self.regions().len() > 1;
        let cost = |extra: Extra<'_>| {
            let Extra { priced, count, kept_bytes, cost } = extra;
            let Priced { region, position, .. } = priced;
            let free = self.list().free_tier().stream_reads;
            let is_read = position == Position::StreamRead;
            let words = match position {
                Position::Recovery => "extra.recovery",
                Position::Backup => "extra.backups",
                _ => "extra.stream",
            };
            let money = |pico| Argument::Money(self.exactly(pico));
            let step = match (cost, self.extra_price(priced)) {
                (Some(0), _) if is_read => Message::plain("extra.step_stream_free"),
                (Some(0), _) => Message::plain("extra.step_nothing"),
                (Some(cost), Some(price)) => {
                    let key = if is_read { "extra.step_stream" } else { "extra.step_kept" };
                    Message::plain(key)
                        .with("price", money(price.itself()))
                        .with("money", money(cost))
                }
                (None, _) if !is_read && kept_bytes.is_none() => {
                    Message::plain("cost.step_no_size")
                }
                (_, _) => Message::plain("cost.step_unknown"),
            };
            let step = step
                .with("size", Argument::Size(fitting(kept_bytes.unwrap_or_default())))
                .with("count", Argument::Count(count))
                .with("free", Argument::Count(fitting(free)));
            let words = Message::plain(words).with("count", Argument::Count(count));
            let words = match has_several {
                false => words,
                true => {
                    Message::plain("cost.price_of_class").with("price", words).with("class", region)
                }
            };
            ExtraCost { words, cost: cost.map(|cost| self.money(Some(cost).into())), step }
        };
        self.extras().into_iter().map(cost).collect()
    }
}
