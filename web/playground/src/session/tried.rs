//! What came of a change that was tried: whether it helps, and how its reads are counted.

use std::rc::Rc;

use engine::workload::result::{Counts, RunResult};

use crate::sandbox::record::Ran;
use crate::view::compare::ComparisonRow;
use crate::view::message::{Argument, Message};
use crate::view::verdict::{Effect, Remedy, SuffixMethod};

/// What came of a change.
#[derive(Debug)]
pub(super) struct Tried {
    pub remedy: Remedy,
    pub ran: Rc<Ran>,
    /// What became of its requests: a read that asks for all suffixes is one.
    pub counts: Counts,
    pub note: Option<Message>,
    pub rows: Vec<ComparisonRow>,
}

/// How far a change has helped. Model: from a tenth on. What is compared is the share of all requests, since a change may send more.
pub(super) fn effect(first: &Ran, second: &Tried) -> (Effect, Message) {
    let (before, after) = (first.result.counts, second.counts);
    if let Remedy::Seed(_) = second.remedy {
        return (Effect::Compares, with_counts("verdict.compares", before, after));
    }
    let falls = |count: u64, count_before: u64, percent: u128| {
        let [part, part_before] = [(count, before.issued), (count_before, after.issued)]
            .map(|(part, whole)| u128::from(part) * u128::from(whole));
        part * 100 <= part_before * percent
    };
    let unserved = |counts: Counts| counts.issued.saturating_sub(counts.succeeded + counts.failed);
    let is_less = (falls(after.throttled_requests, before.throttled_requests, 90)
        || (unserved(before) > 0 && falls(unserved(after), unserved(before), 90)))
        && falls(unserved(after), unserved(before), 100)
        && !fails_more(before, after);
    let (effect, key) = match (after.throttled_requests, is_less) {
        (0, true) => (Effect::Helps, "verdict.helps"),
        (_, true) => (Effect::HelpsInPart, "verdict.helps_in_part"),
        (throttled, false)
            if (throttled, after.dropped) == (before.throttled_requests, before.dropped) =>
        {
            (Effect::DoesNotHelp, "verdict.changes_nothing")
        }
        (_, false) => (Effect::DoesNotHelp, "verdict.does_not_help"),
    };
    (effect, with_counts(key, before, after))
}

/// Whether a larger part of what was answered was rejected, by more than a tenth. A condition that is false rejects as much of more
/// requests that are not throttled.
fn fails_more(before: Counts, after: Counts) -> bool {
    let of_answered = |failed: Counts, answered: Counts| {
        u128::from(failed.failed) * u128::from(answered.succeeded + answered.failed)
    };
    of_answered(after, before) * 100 > of_answered(before, after) * 110
}

/// A run beside the run before it.
pub(super) fn beside_earlier(earlier: &Ran, ran: &Ran) -> Message {
    let [first, second] = [earlier, ran].map(|ran| ran.result.counts);
    let key = match first.throttled_requests + second.throttled_requests {
        0 => "verdict.run_before_calm",
        _ => "verdict.run_before",
    };
    with_counts(key, first, second)
        .with("count", Argument::Count(earlier.record.request_count))
        .with("time", Argument::Ms(earlier.record.second_count * 1_000))
        .with("seed", earlier.record.workload.seed.to_string())
}

/// A sentence with the throttled and lost requests of two runs.
fn with_counts(key: &'static str, before: Counts, after: Counts) -> Message {
    Message::plain(key)
        .with("before", Argument::Count(before.throttled_requests))
        .with("after", Argument::Count(after.throttled_requests))
        .with("lost_before", Argument::Count(before.dropped))
        .with("lost_after", Argument::Count(after.dropped))
}

/// What became of reads that sent so many requests each, at worst: a read is served only if all of its requests are, and each that
/// was not may be of another read.
fn worst_of_reads(requests: Counts, count: u64) -> Counts {
    let issued = requests.issued.div_ceil(count);
    let unserved = requests.issued.saturating_sub(requests.succeeded).min(issued);
    let dropped = requests.dropped.min(issued);
    Counts {
        issued,
        succeeded: issued - unserved,
        failed: requests.failed.min(issued - dropped),
        throttled_requests: requests.throttled_requests.min(issued),
        dropped,
        ..requests
    }
}

/// The result of a run with suffixes, in which a read that asks for all of them counts as one request, as in the first run; and
/// how it was counted.
pub(super) fn with_reads_as_one(
    first: &Ran,
    second: &Ran,
    remedy: &Remedy,
) -> (RunResult, Option<Message>) {
    let mut result = second.result.clone();
    let Remedy::Suffix { count, method, .. } = remedy else { return (result, None) };
    let count = *count;
    let workloads = [first, second].map(|ran| &ran.record.workload.patterns);
    let rates = workloads[0].iter().zip(workloads[1]).map(|(old, new)| old.rate != new.rate);
    let (mut sent, mut asked) = (0, 0);
    let repeated = rates.zip(&mut result.patterns).filter(|(is_repeated, _)| *is_repeated);
    for (_, pattern) in repeated {
        let requests = pattern.counts;
        let reads = worst_of_reads(requests, count);
        (sent, asked) = (sent + requests.issued, asked + reads.issued);
        pattern.counts = reads;
        let members: [fn(&mut Counts) -> &mut u64; 5] = [
            |it| &mut it.issued,
            |it| &mut it.succeeded,
            |it| &mut it.failed,
            |it| &mut it.throttled_requests,
            |it| &mut it.dropped,
        ];
        for of in members {
            let [requests, reads] = [requests, reads].map(|mut it| *of(&mut it));
            *of(&mut result.counts) -= requests - reads;
        }
    }
    let key = match method {
        SuffixMethod::Random => "verdict.reads_of_suffixes",
        SuffixMethod::Calculated(_) => "verdict.reads_of_all",
    };
    let note = Message::plain(key)
        .with("count", Argument::Count(count))
        .with("sent", Argument::Count(sent))
        .with("asked", Argument::Count(asked));
    (result, (sent > asked).then_some(note))
}
