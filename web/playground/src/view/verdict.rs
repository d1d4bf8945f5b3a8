//! What limited a run, what would help, and what came of trying it.

use std::rc::Rc;
use std::slice;

use crate::view::compare::ComparisonRow;
use crate::view::message::Message;
use crate::view::value::{Method, Text};

/// What limited a run that is over.
#[derive(Debug, Clone, PartialEq)]
pub struct VerdictView {
    pub outcome: RunOutcome,
    /// Why the run ended before its time was over.
    pub end: Option<Message>,
    /// What was lost, what limited the run, and where: the first is the most important.
    pub words: Vec<Message>,
    /// The changes that can be tried, the recommended one first; none once the sandbox has changed.
    pub remedies: Vec<(Remedy, Message)>,
    /// What a change that is offered makes wrong.
    pub caution: Option<Message>,
    /// Why there is nothing to try, or no larger number of suffixes, if something was throttled.
    pub obstacle: Option<Message>,
    /// What is being tried, and percent of it that are done.
    pub running: Option<(Message, u64)>,
    /// What was tried, the latest first.
    pub tried: Vec<TriedView>,
    /// Why what was tried cannot be kept, although the tables are as the run has left them.
    pub cannot_keep: Option<Message>,
    /// The same requests drawn from another seed, which can be tried unless the sandbox has changed.
    pub other_seed: Option<Remedy>,
    /// The run before, if there was one.
    pub before: Option<RunBefore>,
}

/// What became of a run as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RunOutcome {
    /// Requests were answered, and none was throttled.
    Served,
    /// Every request that was answered was rejected, and none was throttled.
    Rejected,
    /// Requests were throttled.
    Throttled,
}

/// The run before the one that is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct RunBefore {
    /// What it was, and what was throttled and lost in either.
    pub words: Message,
    /// The run before, this run, and the difference.
    pub rows: Vec<ComparisonRow>,
}

/// A change that was tried on a copy, with the same requests and the same seed.
#[derive(Debug, Clone, PartialEq)]
pub struct TriedView {
    pub remedy: Remedy,
    /// What was changed.
    pub name: Message,
    pub effect: Effect,
    /// "Helps: 0 requests were throttled instead of 18,000."
    pub words: Message,
    /// What the change makes wrong.
    pub caution: Option<Message>,
    /// How reads of all suffixes were counted.
    pub note: Option<Message>,
    /// Why the run with the change ended before its time was over.
    pub end: Option<Message>,
    /// The first run, the run with the change, and the difference.
    pub rows: Vec<ComparisonRow>,
    /// Whether it can be kept: the sandbox is as it was.
    pub can_keep: bool,
}

/// How far a change helps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Nothing is throttled.
    Helps,
    /// Less is throttled, or not served.
    HelpsInPart,
    /// Less than a tenth less of either, or more requests fail.
    DoesNotHelp,
    /// Nothing was changed that could: the requests were drawn from another seed.
    Compares,
}

/// A change of requests or of a table that may serve more of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Remedy {
    /// The partition key of the table, or of an index, gets a suffix, one of so many.
    Suffix { table: Text, index: Option<Text>, count: u64, method: SuffixMethod },
    /// A table, or one of its indexes, is provisioned with so many units a second.
    Units { table: Text, index: Option<Text>, method: Method, units: u64 },
    /// A table on demand and its global indexes are provisioned, each with so many units a second: written, read.
    Provision { table: Text, units: [u64; 2], indexes: Rc<[(Text, [u64; 2])]> },
    /// A provisioned table is paid for by the request.
    OnDemand { table: Text },
    /// Partitions lend each other what they do not use.
    Adaptive,
    /// An index holds keys only.
    KeysOnly { table: Text, index: Text },
    /// A scan, one of the patterns by its position, reads so many items in a page, and pauses between two pages.
    ShortPages { pattern: usize, limit: u64, pages: u64 },
    /// Strongly consistent reads become eventually consistent ones.
    EventualReads { table: Text },
    /// The sort key of a table becomes its partition key, and the partition key its sort key.
    OtherKey { table: Text, partition: Text },
    /// Partition keys of the table, or of an index, are written in turns and not one after the other.
    TakeTurns { table: Text, index: Option<Text> },
    /// The table has more global indexes, of these names, with its key and all of its attributes.
    AddReplicas { table: Text, names: Rc<[Text]> },
    /// The reads of the table are shared with them.
    ShareReads { table: Text, names: Rc<[Text]> },
    /// The same requests, drawn from another seed.
    Seed(u64),
    /// Several of the others, one after the other.
    Together(Rc<[Remedy]>),
}

impl Remedy {
    /// The changes that it consists of.
    pub fn parts(&self) -> &[Self] {
        if let Self::Together(parts) = self { parts } else { slice::from_ref(self) }
    }
}

/// Where a suffix comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SuffixMethod {
    /// From chance: a reader asks for all of them.
    Random,
    /// From another attribute, which a reader may know.
    Calculated(Text),
}
