//! What was added to the bill of tables, in words.

use crate::analysis::amount::fitting;
use crate::analysis::bill::Bill;
use crate::analysis::extra::Extra;
use crate::view::cost::{ExtraCost, Position};
use crate::view::message::{Argument, Message};

impl Bill<'_> {
    /// What was added to the tables, with its arithmetic.
    pub(crate) fn extra_costs(&self) -> Vec<ExtraCost> {
        let cost = |extra: Extra| {
            let Extra { position, count, kept_bytes, cost } = extra;
            let free = self.list().free_tier().stream_reads;
            let is_read = position == Position::StreamRead;
            let words = match position {
                Position::Recovery => "extra.recovery",
                Position::Backup => "extra.backups",
                _ => "extra.stream",
            };
            let money = |pico| Argument::Money(self.exactly(pico));
            let step = match (cost, self.extra_price(position)) {
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
            ExtraCost {
                words: Message::plain(words).with("count", Argument::Count(count)),
                cost: cost.map(|cost| self.money(Some(cost).into())),
                step,
            }
        };
        self.extras().into_iter().map(cost).collect()
    }
}
