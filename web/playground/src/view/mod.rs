//! What the page shows: plain data made by the session, drawn by the panels.
//!
//! Nothing here reads a clock or knows the engine. Text is shared (`Text`), sub-views are `Rc`, so that an
//! unchanged part of the page is recognised by its pointer. Numbers stay numbers: `message` gives them their form.

pub mod advice;
pub mod bar;
pub mod call;
pub mod caller;
pub mod compare;
pub mod cost;
pub mod day;
pub mod decimal;
pub mod design;
pub mod draft;
pub mod edit;
pub mod embed;
pub mod entity;
pub mod experiment;
pub mod expiry;
pub mod first;
pub mod growth;
pub mod host;
pub mod import;
pub mod index;
pub mod map;
pub mod message;
pub mod meter;
pub mod money;
pub mod pattern;
pub mod picture;
pub mod placeholder;
pub mod program;
pub mod read;
pub mod receipt;
pub mod region;
pub mod request;
pub mod rewind;
pub mod series;
pub mod share;
pub mod statement;
pub mod stream;
pub mod table;
pub mod throughput;
pub mod traffic;
pub mod value;
pub mod verdict;
pub mod work;
pub mod workload;
pub mod workspace;
