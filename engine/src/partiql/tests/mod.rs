//! Tests of the stages together.

mod property;
