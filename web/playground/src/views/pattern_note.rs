//! What is said of an access pattern beside its units and its price.

use engine::json::value::parse;
use engine::model::bytes::Bytes;
use engine::model::name::TableName;
use engine::receipt::Store;

use crate::analysis::pattern::{SAMPLE_COUNT, Trial, WHOLE, of_a_hundred};
use crate::explain::subject::fill;
use crate::sandbox::state::State;
use crate::view::message::{Argument, Message};
use crate::view::pattern::Verdict;

/// Whether a table stands for one of an SQL database.
pub(crate) fn is_sql(state: &State, table: &TableName) -> bool {
    state.database.table(table.as_str()).is_some_and(|table| table.is_sql)
}

/// "Reads 10,000 to return 3".
pub(crate) fn waste([read, returned]: [u64; 2]) -> Message {
    Message::plain("pattern.waste")
        .with("read", Argument::Thousandths(read))
        .with("returned", Argument::Thousandths(returned))
}

/// "The items that were tried have from 900 B to 1,100 B."
pub(crate) fn item_size([least, most]: [Bytes; 2]) -> Message {
    let key = if least == most { "pattern.item_size" } else { "pattern.item_sizes" };
    let bytes = |size: Bytes| Argument::Bytes(size.0);
    Message::plain(key).with("least", bytes(least)).with("most", bytes(most))
}

/// Further words on a pattern that was tried.
pub(crate) fn notes(state: &State, trial: &Trial, verdict: Verdict) -> Vec<Message> {
    let mut notes = Vec::new();
    if trial.stores.iter().any(|(table, ..)| is_sql(state, table)) {
        notes.push(Message::plain("rule.sql"));
    }
    if trial.is_before {
        notes.push(Message::plain("pattern.as_before"));
    }
    let average = |key, count: u64| {
        Message::plain(key).with("count", Argument::Thousandths(count / (WHOLE / 1_000)))
    };
    if verdict == Verdict::Partly {
        notes.push(
            Message::plain("pattern.rejected")
                .with("count", Argument::Count(of_a_hundred(trial.rejected_count)))
                .with("total", Argument::Count(100)),
        );
    }
    if let Some(reason) = &trial.no_effect {
        let key = match (trial.idle_count == WHOLE, reason.is_of_write()) {
            (true, true) => "pattern.changes_nothing_because",
            (true, false) => "pattern.finds_nothing_because",
            (false, _) => "pattern.some_idle",
        };
        notes.push(
            Message::plain(key)
                .with("count", Argument::Count(of_a_hundred(trial.idle_count)))
                .with("total", Argument::Count(100))
                .with("reason", reason.reason()),
        );
    }
    if trial.reads && verdict != Verdict::Fails {
        notes.push(average("pattern.evaluated", trial.evaluated_count));
        notes.extend(read_size(trial));
        if trial.page_count > WHOLE {
            notes.push(average("pattern.pages", trial.page_count));
        }
    }
    if let Some(Store::Local(index) | Store::Global(index)) = &trial.grown {
        notes.push(Message::plain("pattern.grows").with("index", index.as_str()));
    }
    if trial.fetched_count > 0 {
        notes.push(average("pattern.fetched", trial.fetched_count));
    }
    notes.extend(trial.is_unsized.then(|| Message::plain("pattern.unsized")));
    notes.extend(behind(trial));
    notes.extend(sampled(trial));
    notes
}

/// How large it counts what a request reads, if that is not what it reads here.
fn read_size(trial: &Trial) -> Option<Message> {
    let [count, bytes] = trial.read_here;
    let first = trial.requests.first().and_then(|it| parse(it).ok())?;
    let condition = first["KeyConditionExpression"].as_str();
    let is_one = trial.requests.iter().all(|it| Some(it) == trial.requests.first());
    let condition = condition.filter(|_| is_one).map(|it| fill(it, &first));
    let words = match &condition {
        Some(condition) => Message::plain("pattern.read_size_of")
            .with("key", Argument::Code(condition.as_str().into())),
        None => Message::plain("pattern.read_size"),
    };
    (count > 0 && count != trial.evaluated_count)
        .then(|| words.with("size", Argument::Bytes(bytes / count)))
}

/// What comes behind a request, by table: in other Regions, and of programs.
fn behind(trial: &Trial) -> Vec<Message> {
    let words = trial.behind.halves().into_iter().flat_map(|(table, [written, read])| {
        let words = |key, halves: u64| {
            let thousandths = halves / (2 * WHOLE / 1_000);
            (thousandths > 0).then(|| {
                Message::plain(key)
                    .with("units", Argument::Thousandths(thousandths))
                    .with("table", Argument::Name(table.as_str().into(), None))
            })
        };
        [words("pattern.behind_writes", written), words("pattern.behind_reads", read)]
    });
    let open = trial.behind.is_least.then(|| Message::plain("pattern.behind_least"));
    words.flatten().chain(open).collect()
}

/// Hundredths of write units and of read units that come behind a request.
pub(crate) fn behind_hundredths(trial: &Trial) -> [u64; 2] {
    let all = trial.behind.halves().into_values();
    all.fold([0; 2], |sum, halves| [0, 1].map(|side| sum[side] + halves[side] / (2 * WHOLE / 100)))
}

/// That units are the average of a sample, if requests cost different units.
pub(crate) fn sampled(trial: &Trial) -> Option<Message> {
    (!trial.uneven.is_empty()).then(|| match trial.counted {
        Some(count) => Message::plain("pattern.counted").with("count", Argument::Count(count)),
        None => Message::plain("pattern.average")
            .with("count", Argument::Count(SAMPLE_COUNT))
            .with("error", Argument::Hundredths(trial.error_hundredths())),
    })
}
