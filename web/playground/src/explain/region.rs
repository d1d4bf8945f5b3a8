//! What became of writes in other Regions, in words.

use engine::capacity::units::CapacityUnits;
use engine::database::{Database, Task};
use engine::model::name::TableName;
use engine::receipt::Receipt;

use crate::sandbox::operation::OperationRecord;
use crate::sandbox::region::{Arrived, RegionArrival};
use crate::view::message::{Argument, Message};

/// How long an operation waited until a second Region had what it wrote, if it did.
pub(crate) fn wait_words(receipts: &[Receipt]) -> Option<Message> {
    let ms = receipts.iter().map(|receipt| receipt.wait_ms).max().filter(|ms| *ms > 0)?;
    Some(Message::plain("why.region_waits").with("time", Argument::Ms(ms)))
}

/// The replicas in which the writes of an operation have not arrived, because a Region is cut off.
pub(crate) fn waiting_words(database: &Database, operation: &OperationRecord) -> Vec<Message> {
    let arms = || operation.receipts.iter().flat_map(|receipt| &receipt.arms);
    let is_cut_off =
        |table: &&TableName| database.cut_off_regions().any(|region| region == table.region());
    let mut words = Vec::new();
    if database.cut_off_regions().next().is_none() {
        return words;
    }
    let moving = database.pending().filter_map(|(_, task)| {
        let Task::Replicate { table, write } = task else { return None };
        Some((table, write))
    });
    for (to, write) in database.waiting_writes().chain(moving) {
        let is_own = write.written_at == operation.at && arms().any(|it| it.table == write.from);
        let Some(table) = [to, &write.from].into_iter().find(is_cut_off).filter(|_| is_own) else {
            continue;
        };
        let sentence = Message::plain("why.region_waiting")
            .with("region", table.region().unwrap_or(engine::api::region()))
            .with("table", Argument::Name(to.as_str().into(), None));
        if !words.contains(&sentence) {
            words.push(sentence);
        }
    }
    words
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
