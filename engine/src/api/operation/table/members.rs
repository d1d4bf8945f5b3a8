//! Settings of tables that several operations accept.

use crate::api::error::schema::{MaximumOf, SchemaError};
use crate::api::limit::{RESOURCE_NAME_LENGTH, TABLE_THROUGHPUT_MAX, THROUGHPUT_MAX};
use crate::api::request::fields::Fields;
use crate::api::request::shape::{Member, Shape};
use crate::api::request::stream::{VIEW_TYPES, view_type_of};
use crate::capacity::throughput::Throughput;
use crate::json::text::Json;
use crate::table::schema::{Billing, OnDemandMaximum, TableClass};
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

/// A maximum that removes the one that there is. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_OnDemandThroughput.html>
pub(crate) const NO_MAXIMUM: &str = "-1";

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

/// The maximums that a request leads to; none if it says nothing of them. A member that it does not have stays as it is.
pub(crate) fn take_on_demand_maximum(
    fields: Fields<'_>,
    current: Option<OnDemandMaximum>,
) -> Option<OnDemandMaximum> {
    let maximum = fields.fields("OnDemandThroughput")?;
    let current = current.unwrap_or_default();
    let take = |member: &Member, current| match maximum.value(member.name) {
        None => current,
        Some(_) => maximum.integer(member.name),
    };
    let [read, write] = &ON_DEMAND_MEMBERS;
    Some(OnDemandMaximum {
        read_units_per_second: take(read, current.read_units_per_second),
        write_units_per_second: take(write, current.write_units_per_second),
    })
}

/// The maximums of a new table or index: none if it is provisioned.
pub(crate) fn take_new_on_demand_maximum(
    fields: Fields<'_>,
    billing: Billing,
) -> Option<OnDemandMaximum> {
    match billing {
        Billing::PayPerRequest => {
            take_on_demand_maximum(fields, None).filter(OnDemandMaximum::is_set)
        }
        Billing::Provisioned(_) => None,
    }
}

/// Checks the maximums that a request asks for: only on demand, and 1 or more.
///
/// Observed: 2026-07, requests that were sent to the service. Model: those of an index have the words of a table.
pub(crate) fn check_on_demand_maximum(
    fields: Fields<'_>,
    billing: Billing,
    of: MaximumOf,
) -> Result<(), SchemaError> {
    let Some(maximum) = fields.fields("OnDemandThroughput") else { return Ok(()) };
    let mut given =
        ON_DEMAND_MEMBERS.iter().filter_map(|member| match maximum.value(member.name) {
            Some(Json::Number(units)) => Some((member.name, units)),
            _ => None,
        });
    let is_out_of_range = |units: &str| match of {
        MaximumOf::Existing if units == NO_MAXIMUM => false,
        MaximumOf::New | MaximumOf::Existing => units.parse().map_or(true, |units: u64| units == 0),
    };
    match billing {
        Billing::Provisioned(_) => match given.next() {
            None => Ok(()),
            Some((member, _)) => Err(SchemaError::MaximumOfProvisioned { member, of }),
        },
        Billing::PayPerRequest => match given.find(|(_, units)| is_out_of_range(units)) {
            None => Ok(()),
            Some((member, _)) => Err(SchemaError::MaximumOutOfRange { member }),
        },
    }
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
