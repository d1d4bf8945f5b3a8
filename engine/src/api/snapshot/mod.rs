//! A database at rest: everything that later calls depend on, as one JSON document.
//!
//! ```json
//! {"v":1,"delay_ms":0,"state":{"now":5},"tables":[{"TableName":"Orders","KeySchema":[…],"Items":[…],"state":{…}}]}
//! ```
//!
//! - A table is what `CreateTable` takes, with its `Items`, as in the documents that the page shares: each reads what
//!   the other writes. What `CreateTable` cannot express is in members called `state`, in a format of our own.
//! - A document without any `state` is a database at virtual time zero with no scheduled tasks.
//! - What follows from something else is not written: places, sizes, entries of indexes that are up to date.
//! - The text is canonical, so saving what was loaded gives the same bytes.
//!
//! Events are not saved: drain them before saving if they are needed.

mod definition;
mod document;
mod error;
mod part;
mod program;
mod recover;
mod replication;
mod settings;
mod stream;
mod table;
mod task;
mod throughput;
mod unread;

pub use crate::api::snapshot::definition::create_table_request;
pub use crate::api::snapshot::document::{load, save};
pub use crate::api::snapshot::error::SnapshotError;
pub use crate::api::snapshot::recover::{Damage, Recovered, recover};
pub use crate::api::snapshot::replication::{put_waiting_writes, waiting_writes};
pub use crate::api::snapshot::unread::{put_unread_records, unread_records};
