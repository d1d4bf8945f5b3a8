//! What became of writes in other Regions, in words.

use engine::capacity::units::CapacityUnits;
use engine::model::name::TableName;
use engine::receipt::Receipt;

use crate::sandbox::region::{Arrived, RegionArrival};
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
        let (mut applied, mut units, mut dropped) = (0, CapacityUnits::ZERO, 0);
        let mut overruled = Vec::new();
        let about =
            |key| Message::plain(key).with("table", Argument::Name(replica.as_str().into(), None));
        for arrival in of_replica {
            match &arrival.became {
                Arrived::Applied(own) => {
                    applied += 1;
                    units += *own;
                }
                Arrived::Dropped => dropped += 1,
                Arrived::Overruled { from, at } => {
                    let region = from.region().unwrap_or(engine::api::region());
                    let words = about("why.region_overruled").with("region", region);
                    let words = words.with("time", Argument::Ms(at.0));
                    if !overruled.contains(&words) {
                        overruled.push(words);
                    }
                }
            }
        }
        let counted = |key, count| about(key).with("count", Argument::Count(count));
        let applied = (applied > 0).then(|| {
            let units = Argument::HalfUnits(units.halves());
            counted("why.region_applied", applied).with("written", units)
        });
        let dropped = (dropped > 0).then(|| counted("why.region_dropped", dropped));
        [applied, dropped].into_iter().flatten().chain(overruled).collect::<Vec<Message>>()
    };
    let is_paid = arrivals.iter().any(|arrival| arrival.units().is_some());
    let unit = is_paid.then(|| Message::plain("why.replicated_units"));
    replicas.iter().flat_map(words_of).chain(unit).collect()
}
