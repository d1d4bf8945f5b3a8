//! What was asked of SQL tables.

use engine::receipt::{Arm, Reason, SqlRequests};

use crate::view::message::{Argument, Message};
use crate::view::value::SqlUse;

/// Requests to SQL tables as the page counts them.
pub(crate) fn sql_use(requests: SqlRequests) -> SqlUse {
    SqlUse { read_count: requests.read_count, write_count: requests.write_count }
}

/// What was asked of an SQL table, and how many of its rows were looked at.
pub(crate) fn sql_arithmetic<'a>(
    arms: impl Iterator<Item = &'a Arm> + Clone,
) -> impl Iterator<Item = Message> {
    let requests: SqlRequests = arms.clone().collect();
    let row_count: usize = arms
        .map(|arm| match arm.reason {
            Reason::Read { count, .. } => count,
            _ => 0,
        })
        .sum();
    let rows = (requests.read_count > 0)
        .then(|| Message::plain("sum.sql_rows").with("count", Argument::Count(row_count as u64)));
    let requests = (!requests.is_empty()).then(|| Message::from(sql_use(requests)));
    requests.into_iter().chain(rows)
}
