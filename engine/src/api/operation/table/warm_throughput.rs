//! Warm throughput: what a table or a global index can absorb at once.
//!
//! Model: without a setting it is not described.

use crate::api::error::update_table::UpdateTableError;
use crate::api::reply::Reply;
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::capacity::throughput::Throughput;
use crate::table::Table;
use crate::table::schema::{Billing, IndexSchema, WARM_THROUGHPUT_DEFAULT, WarmThroughput};

static MEMBERS: [Member; 2] = [
    Member::optional("ReadUnitsPerSecond", Shape::Integer { min: 1, max: u64::MAX }),
    Member::optional("WriteUnitsPerSecond", Shape::Integer { min: 1, max: u64::MAX }),
];

/// What a table or global index is to absorb at once.
pub(crate) const WARM_THROUGHPUT: Member = Member::optional(
    "WarmThroughput",
    Shape::Structure { name: "WarmThroughput", members: &MEMBERS },
);

/// What a request asks for; what it does not say stays as it is.
pub(crate) fn take_warm_throughput(fields: Fields<'_>, current: Throughput) -> Option<Throughput> {
    let warm = fields.fields("WarmThroughput")?;
    let read = warm.integer("ReadUnitsPerSecond");
    let write = warm.integer("WriteUnitsPerSecond");
    Some(Throughput {
        read_units_per_second: read.unwrap_or(current.read_units_per_second),
        write_units_per_second: write.unwrap_or(current.write_units_per_second),
    })
}

/// What a new table or index is to absorb at once.
pub(crate) fn take_new_warm_throughput(
    fields: Fields<'_>,
    billing: Billing,
) -> Option<WarmThroughput> {
    let current = match billing {
        Billing::PayPerRequest => WARM_THROUGHPUT_DEFAULT,
        Billing::Provisioned(throughput) => throughput,
    };
    take_warm_throughput(fields, current).map(WarmThroughput::reached)
}

/// What a table, or one of its indexes, is to absorb at once from now on: no less than before.
pub(crate) fn take_more_warm_throughput(
    fields: Fields<'_>,
    table: &Table,
    index: Option<&IndexSchema>,
) -> Result<Option<Throughput>, UpdateTableError> {
    let old = table.schema.warm(index);
    let Some(new) = take_warm_throughput(fields, old) else { return Ok(None) };
    let member = match old.is_lowered_by(new) {
        false => return Ok(Some(new)),
        true if new.read_units_per_second < old.read_units_per_second => "ReadUnitsPerSecond",
        true => "WriteUnitsPerSecond",
    };
    let index = index.map(|index| index.name.to_string());
    Err(UpdateTableError::WarmLowered { member, index })
}

/// Describes the setting. Model: its status is UPDATING while it is raised, and while the table or index is created.
pub(crate) fn describe_warm_throughput(
    warm: Option<WarmThroughput>,
    is_new: bool,
    reply: &mut Reply,
) {
    let Some(WarmThroughput { throughput, is_rising }) = warm else { return };
    let mut description = Reply::default();
    description.put_count("ReadUnitsPerSecond", throughput.read_units_per_second);
    description.put_count("WriteUnitsPerSecond", throughput.write_units_per_second);
    description.put_text("Status", if is_rising || is_new { "UPDATING" } else { "ACTIVE" });
    reply.put_object("WarmThroughput", description);
}
