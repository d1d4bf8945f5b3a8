//! The map: the tables of a sandbox, and what moves from each to its indexes, to other Regions and through programs.

use crate::view::value::{Hue, Text, Units};

/// The tables, in order of creation.
#[derive(Debug, Clone, PartialEq)]
pub struct MapView {
    pub tables: Vec<MapTable>,
}

/// A table, and the ways that lead from it.
#[derive(Debug, Clone, PartialEq)]
pub struct MapTable {
    /// What the database calls it: a replica by its ARN.
    pub name: Text,
    pub item_count: u64,
    /// Write units that it has used, without its indexes.
    pub written: Units,
    /// Whether it is the one that is open.
    pub is_open: bool,
    pub ways: Vec<MapWay>,
}

/// A way on which writes of a table travel.
#[derive(Debug, Clone, PartialEq)]
pub struct MapWay {
    pub target: MapTarget,
    /// Items or entries there.
    pub item_count: u64,
    /// Changes, records or writes that are on this way.
    pub moving_count: u64,
    /// Write units that it has used; `None` to a replica, which also has writes of its own.
    pub written: Option<Units>,
}

/// Where a way leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MapTarget {
    /// An index of the table.
    Index {
        index: Text,
        hue: Hue,
        /// Whether it changes together with its table.
        is_local: bool,
    },
    /// A table that a program writes.
    Program {
        program: Text,
        table: Text,
        /// Whether it runs: it was not stopped, and its last batch has not failed.
        is_running: bool,
    },
    /// The table in another Region.
    Replica {
        table: Text,
        /// Whether either of both Regions is cut off.
        is_cut_off: bool,
    },
}
