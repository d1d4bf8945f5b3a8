//! Settings of tables that several operations accept.

use crate::api::error::schema::SchemaError;
use crate::api::limit::{RESOURCE_NAME_LENGTH, TABLE_THROUGHPUT_MAX, THROUGHPUT_MAX};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::stream::{VIEW_TYPES, view_type_of};
use crate::capacity::throughput::Throughput;
use crate::table::schema::OnDemandMaximum;
use crate::table::schema::TableClass;
use crate::table::stream::ViewType;

/// The name of a table that is created, described or deleted.
pub(crate) const CONTROL_TABLE_NAME: Member =
    Member::required("TableName", Shape::Table { length: RESOURCE_NAME_LENGTH });

static THROUGHPUT_MEMBERS: [Member; 2] = [
    Member::required("ReadCapacityUnits", Shape::Integer { min: 1, max: u64::MAX }),
    Member::required("WriteCapacityUnits", Shape::Integer { min: 1, max: u64::MAX }),
];

/// Units per second of a table or global index.
pub(crate) const PROVISIONED_THROUGHPUT: Member = Member::optional(
    "ProvisionedThroughput",
    Shape::Structure { name: "ProvisionedThroughput", members: &THROUGHPUT_MEMBERS },
);

/// The price class of a table.
pub(crate) const TABLE_CLASS: Member =
    Member::optional("TableClass", Shape::Word(&["STANDARD", "STANDARD_INFREQUENT_ACCESS"]));

static ON_DEMAND_MEMBERS: [Member; 2] = [
    Member::optional("MaxReadRequestUnits", Shape::Maximum),
    Member::optional("MaxWriteRequestUnits", Shape::Maximum),
];

/// The most that an on-demand table may consume.
pub(crate) const ON_DEMAND_THROUGHPUT: Member = Member::optional(
    "OnDemandThroughput",
    Shape::Structure { name: "OnDemandThroughput", members: &ON_DEMAND_MEMBERS },
);

/// Whether writes are recorded, and what the records show.
pub(crate) const STREAM_SPECIFICATION: Member = Member::optional(
    "StreamSpecification",
    Shape::Structure { name: "StreamSpecification", members: &STREAM_MEMBERS },
);

pub(crate) fn take_throughput(fields: Fields<'_>) -> Result<Option<Throughput>, SchemaError> {
    let Some(throughput) = fields.fields("ProvisionedThroughput") else { return Ok(None) };
    let take = |name| {
        let units = throughput.integer(name).expect("the member is required");
        match (units > THROUGHPUT_MAX, units > TABLE_THROUGHPUT_MAX) {
            (true, _) => Err(SchemaError::ThroughputOutOfBounds { units, name }),
            (false, true) => Err(SchemaError::ThroughputAboveQuota { units, name }),
            (false, false) => Ok(units),
        }
    };
    Ok(Some(Throughput {
        read_units_per_second: take("ReadCapacityUnits")?,
        write_units_per_second: take("WriteCapacityUnits")?,
    }))
}

pub(crate) fn take_table_class(fields: Fields<'_>) -> Option<TableClass> {
    fields.text("TableClass").map(|class| match class {
        "STANDARD_INFREQUENT_ACCESS" => TableClass::InfrequentAccess,
        _ => TableClass::Standard,
    })
}

pub(crate) fn take_on_demand_maximum(fields: Fields<'_>) -> Option<OnDemandMaximum> {
    fields.fields("OnDemandThroughput").map(|maximum| OnDemandMaximum {
        read_units_per_second: maximum.integer("MaxReadRequestUnits"),
        write_units_per_second: maximum.integer("MaxWriteRequestUnits"),
    })
}

/// What the stream of the new table shows, if it has one.
pub(crate) fn take_view_type(fields: Fields<'_>) -> Result<Option<ViewType>, SchemaError> {
    let Some(specification) = fields.fields("StreamSpecification") else { return Ok(None) };
    let view_type = specification.text("StreamViewType").map(view_type_of);
    match (specification.flag("StreamEnabled", false), view_type) {
        (true, None) => Err(SchemaError::StreamWithoutView),
        (false, Some(_)) => Err(SchemaError::ViewWithoutStream),
        (_, view_type) => Ok(view_type),
    }
}

static STREAM_MEMBERS: [Member; 2] = [
    Member::required("StreamEnabled", Shape::Boolean),
    Member::optional("StreamViewType", VIEW_TYPES),
];
