//! Which of the service's two layers of checks answers a request, and in which order it looks at members.
//!
//! Observed: 2026-10, us-east-1, requests that were sent to the service. The newer layer answers some operations since
//! June 2026. It leaves a request that it cannot read to the older one: see `check::is_for_older_layer`.

use crate::api::error::violation::{Layer, MessagePrefix, Violation};
use crate::database::Wording;
use crate::operation::Operation;

/// How the requests of an operation are checked.
#[derive(Debug)]
pub(crate) struct Checks {
    pub(crate) layer: Layer,
    /// What is before a fault of the request that is none of a member.
    pub(crate) prefix: MessagePrefix,
    /// What is looked for first. All other faults of members are reported together after these.
    steps: &'static [Step],
    /// Whether `ReturnValues` can only be `ALL_OLD` or `NONE`, which is said beside the faults of members.
    pub(crate) is_of_old_values: bool,
    /// Whether a missing `TableName` has a check of its own, before all others.
    pub(crate) asks_for_table: bool,
}

/// Members that are looked at together.
#[derive(Debug)]
struct Step {
    /// Their names, in the order in which their faults are reported.
    members: &'static [&'static str],
    faults: Faults,
    report: Report,
}

/// Which faults a step looks for.
#[derive(Debug)]
enum Faults {
    /// Empty values and numbers out of range.
    EmptyOrOutOfRange,
    /// All, but of each member only one: its length before its characters.
    OnePerMember,
    /// All.
    Every,
}

/// Which of the faults of a step are reported.
#[derive(Debug)]
enum Report {
    All,
    /// The first, without the number of errors if it is of one of these members.
    First {
        uncounted: &'static [&'static str],
    },
}

const NAME: &str = "TableName";
const CAPACITY: &str = "ReturnConsumedCapacity";
const METRICS: &str = "ReturnItemCollectionMetrics";
const VALUES: &str = "ReturnValues";
const ON_FAILURE: &str = "ReturnValuesOnConditionCheckFailure";
const REQUESTS: &str = "RequestItems";

impl Step {
    const fn empty(members: &'static [&'static str]) -> Self {
        Self { members, faults: Faults::EmptyOrOutOfRange, report: Report::All }
    }

    const fn joined(members: &'static [&'static str]) -> Self {
        Self { members, faults: Faults::OnePerMember, report: Report::All }
    }
}

static PUT: Checks = Checks {
    prefix: MessagePrefix::ErrorCount,
    steps: &[Step::empty(&[NAME]), Step::joined(&[NAME, CAPACITY, VALUES, METRICS, ON_FAILURE])],
    ..NEWER
};

static DELETE: Checks = Checks {
    prefix: MessagePrefix::ErrorCount,
    steps: &[Step::empty(&[NAME]), Step::joined(&[NAME, CAPACITY, VALUES, METRICS, ON_FAILURE])],
    is_of_old_values: true,
    ..NEWER
};

static UPDATE: Checks = Checks {
    prefix: MessagePrefix::ErrorCount,
    steps: &[
        Step { members: &[NAME], faults: Faults::Every, report: Report::All },
        Step {
            members: &[VALUES, ON_FAILURE, METRICS, CAPACITY],
            faults: Faults::Every,
            report: Report::First { uncounted: &[ON_FAILURE, CAPACITY] },
        },
    ],
    ..NEWER
};

static GET: Checks =
    Checks { steps: &[Step::empty(&[NAME]), Step::joined(&[NAME, CAPACITY])], ..NEWER };

static QUERY: Checks =
    Checks { steps: &[Step::empty(&["Limit", NAME]), Step::joined(&[NAME, CAPACITY])], ..NEWER };

static BATCH_GET: Checks = Checks { steps: &[Step::joined(&[REQUESTS, CAPACITY])], ..NEWER };

static BATCH_WRITE: Checks =
    Checks { steps: &[Step::joined(&[CAPACITY, METRICS]), Step::joined(&[REQUESTS])], ..OLDER };

/// Operations on items that the older layer answers.
static ITEMS: Checks = OLDER;

/// Operations on tables, streams and accounts.
static CONTROL: Checks = Checks { asks_for_table: true, ..OLDER };

const OLDER: Checks = Checks {
    layer: Layer::Older,
    prefix: MessagePrefix::None,
    steps: &[],
    is_of_old_values: false,
    asks_for_table: false,
};

const NEWER: Checks = Checks { layer: Layer::Newer, ..OLDER };

impl Operation {
    /// How its requests are checked. Until June 2026 one layer checked all.
    pub(crate) fn checks(self, wording: Wording) -> &'static Checks {
        if wording == Wording::Classic {
            return &CONTROL;
        }
        match self {
            Self::PutItem => &PUT,
            Self::UpdateItem => &UPDATE,
            Self::DeleteItem => &DELETE,
            Self::GetItem => &GET,
            Self::Query => &QUERY,
            Self::BatchGetItem => &BATCH_GET,
            Self::BatchWriteItem => &BATCH_WRITE,
            Self::Scan
            | Self::TransactGetItems
            | Self::TransactWriteItems
            | Self::ExecuteStatement
            | Self::ExecuteTransaction
            | Self::BatchExecuteStatement => &ITEMS,
            Self::CreateTable
            | Self::DeleteTable
            | Self::DescribeContinuousBackups
            | Self::DescribeEndpoints
            | Self::DescribeLimits
            | Self::DescribeStream
            | Self::DescribeTable
            | Self::DescribeTimeToLive
            | Self::GetRecords
            | Self::GetShardIterator
            | Self::ListStreams
            | Self::ListTables
            | Self::ListTagsOfResource
            | Self::TagResource
            | Self::UntagResource
            | Self::UpdateContinuousBackups
            | Self::UpdateTable
            | Self::UpdateTimeToLive => &CONTROL,
        }
    }
}

impl Checks {
    /// The faults that are reported first, among all of a request, and whether their number is said.
    pub(crate) fn first(&self, all: &[Violation]) -> (Vec<Violation>, MessagePrefix) {
        for step in self.steps {
            let faults: Vec<&Violation> = step.faults(all);
            let Some(first) = faults.first() else { continue };
            return match step.report {
                Report::All => (faults.into_iter().cloned().collect(), MessagePrefix::ErrorCount),
                Report::First { uncounted } if uncounted.contains(&first.member()) => {
                    (vec![(*first).clone()], MessagePrefix::None)
                }
                Report::First { .. } => (vec![(*first).clone()], MessagePrefix::ErrorCount),
            };
        }
        (all.to_vec(), MessagePrefix::ErrorCount)
    }
}

impl Step {
    fn faults<'v>(&self, all: &'v [Violation]) -> Vec<&'v Violation> {
        let of_member = |name: &&'static str| {
            let mut faults: Vec<&Violation> =
                all.iter().filter(|violation| violation.member() == *name).collect();
            match self.faults {
                Faults::Every => {}
                Faults::EmptyOrOutOfRange => faults.retain(|it| it.is_empty_or_out_of_range()),
                Faults::OnePerMember => faults = faults.pop().into_iter().collect(),
            }
            faults
        };
        self.members.iter().flat_map(of_member).collect()
    }
}
