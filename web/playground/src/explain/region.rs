//! What became of writes in other Regions, in words.

use engine::capacity::units::CapacityUnits;
use engine::model::name::TableName;
use engine::receipt::Receipt;

use crate::sandbox::region::RegionArrival;
use crate::view::message::{Argument, Message};

/// How long an operation waited until a second Region had what it wrote, if it did.
pub(crate) fn wait_words(receipts: &[Receipt]) -> Option<Message> {
    let ms = receipts.iter().map(|receipt| receipt.wait_ms).max().filter(|ms| *ms > 0)?;
    Some(Message::plain("why.region_waits").with("time", Argument::Ms(ms)))
}

/// What became of the writes of an operation in other Regions, and what they took there.
pub(crate) fn region_words(arrivals: &[RegionArrival]) -> Vec<Message> {
    let mut replicas: Vec<&TableName> = arrivals.iter().map(|arrival| &arrival.table).collect();
    replicas.sort();
    replicas.dedup();
    let words_of = |replica: &&TableName| {
        let of_replica = arrivals.iter().filter(|arrival| arrival.table == **replica);
        let (applied, dropped): (Vec<_>, Vec<_>) = of_replica.partition(|it| it.units.is_some());
        let units: CapacityUnits = applied.iter().filter_map(|it| it.units).sum();
        let message = |key, count: usize| {
            Message::plain(key)
                .with("table", Argument::Name(replica.as_str().into(), None))
                .with("count", Argument::Count(count as u64))
        };
        let applied = (!applied.is_empty()).then(|| {
            let units = Argument::HalfUnits(units.halves());
            message("why.region_applied", applied.len()).with("written", units)
        });
        let dropped = (!dropped.is_empty()).then(|| message("why.region_dropped", dropped.len()));
        [applied, dropped].into_iter().flatten().collect::<Vec<Message>>()
    };
    replicas.iter().flat_map(words_of).collect()
}
