//! Names of resources: a table, index or stream by its ARN, and a table by either its name or its ARN.

use std::sync::OnceLock;

use crate::model::name::ARN_START;
use crate::table::stream::StreamId;

/// What every ARN of a table begins with, unless [`set_owner`] was called. Model: Region and account are made up; a sandbox
/// has neither.
pub const TABLE_ARN_PREFIX: &str = "arn:aws:dynamodb:us-east-1:000000000000:table/";

/// The Regions in which a replica can be. Source: <https://docs.aws.amazon.com/general/latest/gr/ddb.html>
pub const REGIONS: [&str; 33] = [
    "af-south-1",
    "ap-east-1",
    "ap-east-2",
    "ap-northeast-1",
    "ap-northeast-2",
    "ap-northeast-3",
    "ap-south-1",
    "ap-south-2",
    "ap-southeast-1",
    "ap-southeast-2",
    "ap-southeast-3",
    "ap-southeast-4",
    "ap-southeast-5",
    "ap-southeast-7",
    "ca-central-1",
    "ca-west-1",
    "eu-central-1",
    "eu-central-2",
    "eu-north-1",
    "eu-south-1",
    "eu-south-2",
    "eu-west-1",
    "eu-west-2",
    "eu-west-3",
    "il-central-1",
    "me-central-1",
    "me-south-1",
    "mx-central-1",
    "sa-east-1",
    "us-east-1",
    "us-east-2",
    "us-west-1",
    "us-west-2",
];

/// The Regions of which a table with strong consistency has three. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html>
pub const REGION_SETS: [&[&str]; 3] = [
    &["us-east-1", "us-east-2", "us-west-2"],
    &["eu-west-1", "eu-west-2", "eu-west-3", "eu-central-1"],
    &["ap-northeast-1", "ap-northeast-2", "ap-northeast-3"],
];

/// To whom all tables of this process belong.
static OWNER: OnceLock<Owner> = OnceLock::new();

struct Owner {
    region: String,
    account: String,
    /// What every ARN of a table begins with.
    table_arn_prefix: String,
}

/// Separates a table's ARN from the name of its index.
pub(crate) const INDEX_PART: &str = "/index/";

/// Separates a table's ARN from the label of its stream.
const STREAM_PART: &str = "/stream/";

/// Sets the Region and the account of all tables of this process. Called once, before the first database is made: a database
/// keeps neither. Without it they are `us-east-1` and twelve zeros.
pub fn set_owner(region: &str, account: &str) {
    drop(OWNER.set(Owner::new(region, account)));
}

impl Owner {
    fn new(region: &str, account: &str) -> Self {
        let table_arn_prefix = format!("arn:aws:dynamodb:{region}:{account}:table/");
        Self { region: region.to_owned(), account: account.to_owned(), table_arn_prefix }
    }
}

fn owner() -> &'static Owner {
    OWNER.get_or_init(|| Owner::new("us-east-1", "000000000000"))
}

/// The Region in which the databases of this process are.
pub fn region() -> &'static str {
    &owner().region
}

/// Who sends the requests that no caller sends.
pub(crate) fn root() -> String {
    format!("arn:aws:iam::{}:root", owner().account)
}

/// A user of this account.
pub(crate) fn user(name: &str) -> String {
    format!("arn:aws:iam::{}:user/{name}", owner().account)
}

/// A policy of this account.
pub(crate) fn policy_arn(name: &str) -> String {
    format!("arn:aws:iam::{}:policy/{name}", owner().account)
}

/// The ARN of a table of this Region, or of a replica, which is called by its ARN.
pub fn table_arn(name: &str) -> String {
    match is_arn(name) {
        true => name.to_owned(),
        false => format!("{}{name}", owner().table_arn_prefix),
    }
}

/// The ARN of a table of this account in another Region.
pub fn replica_arn(region: &str, name: &str) -> String {
    format!("{ARN_START}aws:dynamodb:{region}:{}:table/{name}", owner().account)
}

pub(crate) fn index_arn(table: &str, index: &str) -> String {
    format!("{}{INDEX_PART}{index}", table_arn(table))
}

pub(crate) fn stream_arn(stream: &StreamId) -> String {
    format!("{}{STREAM_PART}{}", table_arn(stream.table.as_str()), stream.label)
}

/// The ARN of a key, which may be given by its ARN, its alias or its identifier.
pub(crate) fn key_arn(key: &str) -> String {
    let Owner { region, account, .. } = owner();
    match (is_arn(key), key.starts_with("alias/")) {
        (true, _) => key.to_owned(),
        (false, true) => format!("arn:aws:kms:{region}:{account}:{key}"),
        (false, false) => format!("arn:aws:kms:{region}:{account}:key/{key}"),
    }
}

/// Whether a text means to be an ARN and not a name.
pub(crate) fn is_arn(text: &str) -> bool {
    text.starts_with(ARN_START)
}

/// Whether a text is the ARN of a resource of DynamoDB in another account.
pub(crate) fn is_of_other_account(arn: &str) -> bool {
    if !is_arn(arn) {
        return false;
    }
    match arn.split(':').collect::<Vec<_>>().as_slice() {
        [_, _, "dynamodb", _, account, resource, ..] => {
            *account != owner().account && resource.starts_with("table/")
        }
        _ => false,
    }
}

/// The name of a table that is given by its name or its ARN. A replica in another Region is called by its ARN, and an ARN of
/// something else is the name of no table.
pub(crate) fn table_name(reference: &str) -> &str {
    reference.strip_prefix(owner().table_arn_prefix.as_str()).unwrap_or(reference)
}

/// The table and the label that the ARN of a stream names.
pub(crate) fn stream_parts(arn: &str) -> Option<(&str, &str)> {
    let (table, label) = arn.split_once(STREAM_PART)?;
    table.starts_with("arn:aws:dynamodb:").then(|| (table_name(table), label))
}
