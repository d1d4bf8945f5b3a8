//! Callers: who may send requests, by their policies.

use serde::{Deserialize, Serialize};

use crate::view::message::Message;

/// Callers of a sandbox. Model: more than a user can tell apart.
pub const CALLER_COUNT_MAX: usize = 20;

/// Characters of the name of a caller. Source: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>
pub const CALLER_NAME_LENGTH_MAX: usize = 64;

/// Policies of a caller. Source: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>
pub const POLICY_COUNT_MAX: usize = 10;

/// Characters of the name of a policy. Source: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>
pub const POLICY_NAME_LENGTH_MAX: usize = 128;

/// Characters of a policy. Source: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html>
pub const POLICY_LENGTH_MAX: usize = 6_144;

/// A user of IAM, as the page edits it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Caller {
    /// What `${aws:username}` stands for.
    pub name: String,
    pub policies: Vec<PolicyText>,
}

/// A policy as it was typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PolicyText {
    pub name: String,
    /// Its JSON.
    pub text: String,
}

/// A policy that a user may begin with.
#[derive(Debug, Clone, PartialEq)]
pub struct PolicyProposal {
    /// What it allows.
    pub words: Message,
    pub policy: PolicyText,
}

/// What the dialog for a list of callers needs to know.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct CallersView {
    /// What is wrong with each of them.
    pub faults: Vec<Option<Message>>,
    /// What policies of each of them have that does nothing.
    pub notes: Vec<Vec<Message>>,
    /// Policies about the open table.
    pub proposals: Vec<PolicyProposal>,
}
