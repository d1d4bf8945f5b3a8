//! Operations with PartiQL statements. A statement becomes a plan (`crate::partiql`), and the code of the other operations
//! runs the plan.

pub(crate) mod batch_execute_statement;
pub(crate) mod execute_statement;
pub(crate) mod execute_transaction;
pub(crate) mod next_token;
#[cfg(test)]
mod plan_tests;
pub(crate) mod read;
pub(crate) mod statement;
mod statement_fault;
