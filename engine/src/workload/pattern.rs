//! Access patterns: what an application asks of its tables, and how often.

use crate::workload::rate::RateCurve;

/// One kind of request that an application sends.
///
/// The request is DynamoDB's JSON, with placeholders in its strings that say which keys and values are sent:
/// [`Placeholder`](crate::workload::placeholder::Placeholder) lists them.
///
/// ```
/// use engine::operation::Operation;
/// use engine::workload::pattern::AccessPattern;
/// use engine::workload::rate::RateCurve;
///
/// let pattern = AccessPattern {
///     name: "Place an order".to_owned(),
///     operation: "PutItem".to_owned(),
///     request: r#"{ "TableName": "Orders", "Item": {
///         "CustomerId": { "S": "C-{zipf 1000}" },
///         "OrderId": { "S": "O-{sequence}" },
///         "OpenSince": { "S": "{maybe 5%}{day}" }
///     } }"#.to_owned(),
///     rate: RateCurve::constant(100),
/// };
/// assert_eq!(pattern.template()?.operation(), Operation::PutItem);
/// # Ok::<(), engine::workload::template_error::TemplateError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccessPattern {
    /// What people call it.
    pub name: String,
    /// The operation as DynamoDB names it, such as `PutItem`.
    pub operation: String,
    /// The request in DynamoDB's JSON, with placeholders.
    pub request: String,
    /// How often it is sent.
    pub rate: RateCurve,
}
