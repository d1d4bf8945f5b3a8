//! What the page shows: plain data made by the session, drawn by the panels.
//!
//! Nothing here computes, reads a clock or knows the engine. Text is shared (`Text`), sub-views are `Rc`, so that an
//! unchanged part of the page is recognised by its pointer. Numbers stay numbers: `message` gives them their form.

pub mod advice;
pub mod bar;
pub mod call;
pub mod compare;
pub mod cost;
pub mod design;
pub mod draft;
pub mod edit;
pub mod index;
pub mod message;
pub mod meter;
pub mod money;
pub mod pattern;
pub mod read;
pub mod receipt;
pub mod rewind;
pub mod share;
pub mod table;
pub mod throughput;
pub mod value;
pub mod work;
pub mod workload;

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::view::bar::BarView;
use crate::view::call::{CallForm, CallFormView};
use crate::view::design::TableDesign;
use crate::view::draft::{Draft, DraftView};
use crate::view::index::IndexesView;
use crate::view::read::{ReadForm, ReadFormView};
use crate::view::table::TableView;
use crate::view::throughput::ThroughputView;
use crate::view::value::Text;

/// What the page is looking at: the session builds these views and no others.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Interest {
    /// The table whose tab is open; the first table if `None` or deleted.
    pub table: Option<Text>,
    /// How many items of the table to show at most.
    pub items_shown: usize,
    /// How many entries of each index to show at most.
    pub entries_shown: usize,
    /// The edit in progress.
    pub draft: Option<Draft>,
    /// The query or scan in progress.
    pub read: Option<ReadForm>,
    /// The request being written.
    pub call: Option<CallForm>,
}

/// A design in progress, and the table that it would rebuild (a new one if `None`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DesignInterest {
    /// The table to rebuild.
    pub rebuilds: Option<Text>,
    /// What it would become.
    pub design: TableDesign,
}

/// Everything the page shows, by zone.
#[derive(Debug, Clone, PartialEq)]
pub struct Views {
    /// Zone A.
    pub bar: Rc<BarView>,
    /// Zone B; `None` when the sandbox has no table.
    pub table: Option<Rc<TableView>>,
    /// Zone C; empty when the sandbox has no table.
    pub indexes: Rc<IndexesView>,
    /// The answer to `Interest::draft`.
    pub draft: Option<Rc<DraftView>>,
    /// The answer to `Interest::read`.
    pub read: Option<Rc<ReadFormView>>,
    /// The answer to `Interest::call`.
    pub call: Option<Rc<CallFormView>>,
    /// What the open table may consume, and does; `None` when the sandbox has no table.
    pub throughput: Option<Rc<ThroughputView>>,
}
