//! What was added to the bill of tables, in words.

use crate::analysis::bill::Bill;
use crate::analysis::extra::Extra;
use crate::view::cost::{ExtraCost, Position};
use crate::view::message::{Argument, Message};
use crate::views::cost::fitting;

impl Bill<'_> {
    /// What was added to the tables, with its arithmetic.
    pub(crate) fn extra_costs(&self) -> Vec<ExtraCost> {
        let cost = |extra: Extra| {
            let Extra { position, count, kept_bytes, cost } = extra;
            let (words, step) = match position {
                Position::Recovery => ("extra.recovery", "extra.step_kept"),
                Position::Backup => ("extra.backups", "extra.step_kept"),
                _ => ("extra.stream", "extra.step_stream"),
            };
            let free = self.list().free_tier().stream_reads;
            let money = |pico| Argument::Money(self.exactly(pico));
            let step = match (cost, self.extra_price(position)) {
                (Some(cost), Some(price)) => Message::plain(step)
                    .with("price", money(price.itself()))
                    .with("size", Argument::Size(fitting(kept_bytes.unwrap_or_default())))
                    .with("count", Argument::Count(count))
                    .with("free", Argument::Count(fitting(free)))
                    .with("money", money(cost)),
                (_, _) => Message::plain("cost.step_unknown"),
            };
            ExtraCost {
                words: Message::plain(words).with("count", Argument::Count(count)),
                cost: cost.map(|cost| self.money(Some(cost).into())),
                step,
            }
        };
        self.extras().into_iter().map(cost).collect()
    }
}
