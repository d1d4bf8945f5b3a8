//! The condition keys of DynamoDB.

/// What a condition of a policy can ask of a request. Model: the keys for each attribute of a key of several are documented, but
/// supplied for no action, and are not known here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Key {
    /// Values of the partition key that the request addresses; of an index, of its own. Model: for an index that is not documented.
    LeadingKeys,
    /// Top-level attributes that the request names: in its key, item, projection and every expression.
    Attributes,
    /// What a read returns; what it means if it does not say so.
    Select,
    /// What a write returns; NONE if it does not say so.
    ReturnValues,
    /// How much of the consumed capacity is returned; NONE if the request does not say so.
    ReturnConsumedCapacity,
    /// The transaction of which the action is a part.
    EnclosingOperation,
    /// Whether a SELECT of PartiQL has no value of the partition key.
    FullTableScan,
}

impl Key {
    /// All keys.
    pub(crate) const ALL: [Self; 7] = [
        Self::LeadingKeys,
        Self::Attributes,
        Self::Select,
        Self::ReturnValues,
        Self::ReturnConsumedCapacity,
        Self::EnclosingOperation,
        Self::FullTableScan,
    ];

    /// Its name in policies.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::LeadingKeys => "dynamodb:LeadingKeys",
            Self::Attributes => "dynamodb:Attributes",
            Self::Select => "dynamodb:Select",
            Self::ReturnValues => "dynamodb:ReturnValues",
            Self::ReturnConsumedCapacity => "dynamodb:ReturnConsumedCapacity",
            Self::EnclosingOperation => "dynamodb:EnclosingOperation",
            Self::FullTableScan => "dynamodb:FullTableScan",
        }
    }

    /// The key with this name, in any case.
    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name().eq_ignore_ascii_case(name))
    }
}
