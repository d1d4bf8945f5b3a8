//! Reads of a run that succeeded and found no item.

use engine::workload::result::RunPattern;

use crate::sandbox::record::Ran;
use crate::view::message::{Argument, Message};

/// How many reads of each access pattern were given no item.
pub(crate) fn reads_of_nothing(ran: &Ran) -> Vec<Message> {
    let patterns = ran.record.workload.patterns.iter().zip(&ran.result.patterns);
    let found = patterns.filter(|(_, result)| result.counts.empty > 0);
    let words = found.map(|(pattern, RunPattern { counts, .. })| {
        Message::plain("verdict.found_nothing")
            .with("pattern", pattern.name.clone())
            .with("empty", Argument::Count(counts.empty).strong())
            .with("count", Argument::Count(counts.succeeded))
    });
    words.collect()
}
