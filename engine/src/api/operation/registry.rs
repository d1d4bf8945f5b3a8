//! The definition of each operation.

use serde_json::Value;

use crate::api::operation::account::describe_endpoints;
use crate::api::operation::account::describe_limits;
use crate::api::operation::backup::describe_continuous_backups;
use crate::api::operation::backup::update_continuous_backups;
use crate::api::operation::batch::batch_get_item;
use crate::api::operation::batch::batch_write_item;
use crate::api::operation::definition::Definition;
use crate::api::operation::item::delete_item;
use crate::api::operation::item::get_item;
use crate::api::operation::item::put_item;
use crate::api::operation::item::update_item;
use crate::api::operation::partiql::batch_execute_statement;
use crate::api::operation::partiql::execute_statement;
use crate::api::operation::partiql::execute_transaction;
use crate::api::operation::read::query;
use crate::api::operation::read::scan;
use crate::api::operation::stream::describe_stream;
use crate::api::operation::stream::get_records;
use crate::api::operation::stream::get_shard_iterator;
use crate::api::operation::stream::list_streams;
use crate::api::operation::table::create_table;
use crate::api::operation::table::delete_table;
use crate::api::operation::table::describe_table;
use crate::api::operation::table::list_tables;
use crate::api::operation::table::update_table;
use crate::api::operation::tag::list_tags_of_resource;
use crate::api::operation::tag::tag_resource;
use crate::api::operation::tag::untag_resource;
use crate::api::operation::time_to_live::describe_time_to_live;
use crate::api::operation::time_to_live::update_time_to_live;
use crate::api::operation::transaction::transact_get_items;
use crate::api::operation::transaction::transact_write_items;
use crate::api::request::legacy;
use crate::api::request::shape::Member;
use crate::api::request::unknown_member::retain_known;
use crate::operation::Operation;

impl Operation {
    /// The constraints of its request, and what it does.
    pub(crate) fn definition(self) -> &'static Definition {
        match self {
            Self::BatchExecuteStatement => &batch_execute_statement::DEFINITION,
            Self::BatchGetItem => &batch_get_item::DEFINITION,
            Self::BatchWriteItem => &batch_write_item::DEFINITION,
            Self::CreateTable => &create_table::DEFINITION,
            Self::DeleteItem => &delete_item::DEFINITION,
            Self::DeleteTable => &delete_table::DEFINITION,
            Self::DescribeContinuousBackups => &describe_continuous_backups::DEFINITION,
            Self::DescribeEndpoints => &describe_endpoints::DEFINITION,
            Self::DescribeLimits => &describe_limits::DEFINITION,
            Self::DescribeStream => &describe_stream::DEFINITION,
            Self::DescribeTable => &describe_table::DEFINITION,
            Self::DescribeTimeToLive => &describe_time_to_live::DEFINITION,
            Self::ExecuteStatement => &execute_statement::DEFINITION,
            Self::ExecuteTransaction => &execute_transaction::DEFINITION,
            Self::GetItem => &get_item::DEFINITION,
            Self::GetRecords => &get_records::DEFINITION,
            Self::GetShardIterator => &get_shard_iterator::DEFINITION,
            Self::ListStreams => &list_streams::DEFINITION,
            Self::ListTables => &list_tables::DEFINITION,
            Self::ListTagsOfResource => &list_tags_of_resource::DEFINITION,
            Self::PutItem => &put_item::DEFINITION,
            Self::Query => &query::DEFINITION,
            Self::Scan => &scan::DEFINITION,
            Self::TagResource => &tag_resource::DEFINITION,
            Self::TransactGetItems => &transact_get_items::DEFINITION,
            Self::TransactWriteItems => &transact_write_items::DEFINITION,
            Self::UntagResource => &untag_resource::DEFINITION,
            Self::UpdateContinuousBackups => &update_continuous_backups::DEFINITION,
            Self::UpdateItem => &update_item::DEFINITION,
            Self::UpdateTable => &update_table::DEFINITION,
            Self::UpdateTimeToLive => &update_time_to_live::DEFINITION,
        }
    }
}

/// The members that a request may have, in the order in which their constraints are checked.
///
/// ```
/// use engine::api::operation::registry::members;
/// use engine::operation::Operation;
///
/// let required = members(Operation::GetItem).iter().filter(|member| member.required);
/// assert_eq!(Vec::from_iter(required.map(|member| member.name)), ["TableName", "Key"]);
/// ```
pub fn members(operation: Operation) -> &'static [Member] {
    operation.definition().members
}

/// Whether a member is a legacy parameter, in place of which a request has an expression.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LegacyConditionalParameters.html>
pub fn is_legacy(member: &Member) -> bool {
    legacy::NAMES.contains(&member.name)
}

/// Removes from a request, at any depth, the members that the operation does not have. For documents in which a request
/// is kept together with other data; an unknown operation leaves the request as it is.
///
/// ```
/// use engine::api::operation::registry::remove_unknown;
///
/// let mut request = serde_json::json!({ "TableName": "Orders", "state": { "created_at": 5 } });
/// remove_unknown("DescribeTable", &mut request);
/// assert_eq!(request, serde_json::json!({ "TableName": "Orders" }));
/// ```
pub fn remove_unknown(operation: &str, request: &mut Value) {
    if let Some(operation) = Operation::from_name(operation) {
        retain_known(request, operation.definition().members);
    }
}
