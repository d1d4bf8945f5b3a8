//! Operations about the account and its endpoints.

pub(crate) mod describe_endpoints;
pub(crate) mod describe_limits;
