//! What can be wrong with multi-Region strong consistency. Model: the rules are documented, and the words are not known.

use std::fmt;

use crate::model::name::TableName;

/// Why a table cannot be made strongly consistent in several Regions, or no longer be.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant says what its message says")]
pub enum StrongError {
    NotEmpty { table: TableName },
    HasReplicas { table: TableName },
    HasLocalIndexes { table: TableName },
    HasTimeToLive { table: TableName },
    NotThreeRegions,
    RegionsApart,
    NotAllReplicas,
    ModeIsFinal,
    WitnessWithoutMode,
    ModeWithoutReplicas,
}

impl fmt::Display for StrongError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEmpty { table } => write!(
                formatter,
                "MultiRegionConsistency STRONG requires an empty table: TableName: {table}"
            ),
            Self::HasReplicas { table } => write!(
                formatter,
                "MultiRegionConsistency STRONG requires a table without replicas: TableName: {table}"
            ),
            Self::HasLocalIndexes { table } => write!(
                formatter,
                "MultiRegionConsistency STRONG does not support local secondary indexes: TableName: {table}"
            ),
            Self::HasTimeToLive { table } => write!(
                formatter,
                "MultiRegionConsistency STRONG does not support TimeToLive: TableName: {table}"
            ),
            Self::NotThreeRegions => formatter.write_str(
                "MultiRegionConsistency STRONG requires exactly three Regions: two new replicas, \
                 or one new replica and one witness",
            ),
            Self::RegionsApart => formatter.write_str(
                "MultiRegionConsistency STRONG requires three Regions of one Region set: us-east-1, \
                 us-east-2 and us-west-2; eu-west-1, eu-west-2, eu-west-3 and eu-central-1; or \
                 ap-northeast-1, ap-northeast-2 and ap-northeast-3",
            ),
            Self::NotAllReplicas => formatter.write_str(
                "A table with MultiRegionConsistency STRONG keeps its Regions: delete all other \
                 replicas and the witness in one request",
            ),
            Self::ModeIsFinal => {
                formatter.write_str("MultiRegionConsistency cannot be changed once it is set")
            }
            Self::WitnessWithoutMode => formatter.write_str(
                "GlobalTableWitnessUpdates requires MultiRegionConsistency STRONG",
            ),
            Self::ModeWithoutReplicas => {
                formatter.write_str("MultiRegionConsistency requires ReplicaUpdates")
            }
        }
    }
}
