//! Whether a caller may do what a request asks: policies as IAM evaluates them.
//!
//! A request is taken apart into uses, an action on a resource each (`uses.rs`), and the statements of all policies of the
//! caller rule on each (`ruling.rs`). Source: [SAR](https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html)
//! for actions, resources and keys. What is left out: policies of resources, boundaries, tags, `NotAction`, and operators on dates,
//! numbers and addresses.

mod key;
pub mod policy;
pub mod ruling;
mod uses;

use std::collections::BTreeMap;

use crate::api::access::policy::Policy;
use crate::api::access::ruling::{Ruling, Verdict};
use crate::api::arn;
use crate::api::error::resource::ResourceError;
use crate::api::error::{ApiError, Rejected};
use crate::database::Database;

/// Who sends a request. It may do what its policies allow.
///
/// ```
/// use engine::api::{self, access::{Caller, policy::Policy}};
/// use engine::database::{Config, Database};
///
/// let text = r#"{ "Statement": { "Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*" } }"#;
/// let policies = vec![Policy::parse("Reads", text).unwrap()];
/// let caller = Caller { name: "ana".to_owned(), policies };
/// let database = Database::new(Config::default());
/// let decided = api::decide_as(Some(&caller), &database, "ListTables", "{}");
/// let error = decided.outcome.reply.unwrap_err();
/// assert_eq!(error.code().name(), "AccessDeniedException");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The name of the user: what `${aws:username}` stands for.
    pub name: String,
    /// All policies of the user.
    pub policies: Vec<Policy>,
}

impl Caller {
    /// What the policies say to each thing that a request does, in its order. A request that cannot be read does nothing.
    pub fn rule(&self, database: &Database, operation: &str, request: &str) -> Vec<Ruling> {
        let uses = uses::of_request(database, operation, request);
        uses.into_iter().map(|it| ruling::rule(&self.name, &self.policies, it)).collect()
    }

    /// The rejection that a ruling leads to.
    pub(crate) fn denial(&self, ruling: &Ruling) -> Option<Rejected> {
        let policy = match &ruling.verdict {
            Verdict::Allowed(_) => return None,
            Verdict::Denied(place) => Some(arn::policy_arn(&place.policy)),
            Verdict::NotAllowed(_) => None,
        };
        let (action, arn) = (ruling.action, ruling.resource.clone());
        Some(
            ResourceError::AccessDenied { user: arn::user(&self.name), action, arn, policy }.into(),
        )
    }

    /// The statements of BatchExecuteStatement that are denied, by their places. Each fails alone.
    pub(crate) fn denied_statements(&self, rulings: &[Ruling]) -> BTreeMap<usize, ApiError> {
        let denied = rulings.iter().filter_map(|it| Some((it.statement?, *self.denial(it)?)));
        denied.collect()
    }
}
