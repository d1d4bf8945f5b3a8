//! A sandbox: the database, what was done to it, and what led to it. Commands become inputs, and a log of inputs is the whole history.
//!
//! This is the only owner of a [`Database`](engine::database::Database).

mod apply;
pub mod applying;
pub mod budget;
pub mod command;
pub mod design;
pub mod document;
pub mod edit;
pub mod entity;
pub mod example;
pub mod import;
pub mod importing;
pub mod input;
pub mod input_text;
pub mod item_id;
pub mod journal;
pub mod ledger;
pub mod limit;
pub mod log;
pub mod long_text;
pub mod mark;
pub mod operation;
pub mod order;
pub mod outcome;
pub mod pair;
pub mod passing;
pub mod plan;
pub mod playback;
pub mod rate;
pub mod rebuild;
pub mod record;
pub mod request;
pub mod rewound;
pub mod running;
pub mod sending;
pub mod several;
pub mod several_requests;
pub mod stale;
pub mod state;
pub mod story;
pub mod table_change;
pub mod throughput;
pub mod typed_json;
pub mod underway;
pub mod untitled;
pub mod workload;
