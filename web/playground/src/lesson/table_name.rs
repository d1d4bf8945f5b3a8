//! What lessons call a table: its name, with the Region of a replica behind it.

use std::borrow::Cow;

use engine::api::replica_arn;
use engine::model::name::TableName;

/// Stands between the name of a table and the Region of its replica: `Orders@eu-west-1`.
const REPLICA: char = '@';

/// What the database calls a table of a lesson.
pub(crate) fn referenced(name: &str) -> String {
    match name.split_once(REPLICA) {
        Some((table, region)) => replica_arn(region, table),
        None => name.to_owned(),
    }
}

/// What lessons call a table of the database.
pub(crate) fn words(name: &TableName) -> Cow<'_, str> {
    match name.region() {
        Some(region) => format!("{}{REPLICA}{region}", name.short()).into(),
        None => name.as_str().into(),
    }
}
