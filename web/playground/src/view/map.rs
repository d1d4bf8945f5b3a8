//! The map: the tables of a sandbox, and what moves from each to its indexes, to other Regions and through programs.

use crate::view::message::{Argument, Message};
use crate::view::value::{Hue, SqlUse, Text, Units};

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
    /// What period tables are called that are shown as one. The name is that of the one of now.
    pub group: Option<Message>,
    pub item_count: u64,
    /// Write units that it has used, without its indexes.
    pub written: Units,
    /// What was asked of it, if it is an SQL table.
    pub sql: Option<SqlUse>,
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
    /// What a program has asked of SQL tables, on its first way to one.
    pub sql: Option<SqlUse>,
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
        /// Whether there is such a table.
        is_there: bool,
        /// Whether it runs: it was not stopped, and its last batch has not failed.
        is_running: bool,
    },
    /// The table in another Region. A way is for both directions.
    Replica {
        table: Text,
        /// Whether either of both Regions is cut off.
        is_cut_off: bool,
    },
    /// A Region that has the writes of the table, and no items.
    Witness { region: Text, is_cut_off: bool },
}

impl MapTable {
    /// "10 items".
    pub fn items_words(&self) -> Message {
        counted("region.items", self.item_count)
    }

    /// "10 items", "4 write units", and of an SQL table what was asked of it.
    pub fn words(&self) -> Vec<Message> {
        let requests = self.sql.filter(|requests| !requests.is_empty()).map(Message::from);
        let sql = self.sql.map(|_| Message::plain("table.sql")).into_iter().chain(requests);
        let words = [self.items_words()].into_iter().chain(units_words(self.written));
        words.chain(sql).collect()
    }
}

impl MapWay {
    /// What leads there: a key of the catalogue.
    pub const fn kind(&self) -> &'static str {
        match self.target {
            MapTarget::Index { is_local: true, .. } => "map.local",
            MapTarget::Index { is_local: false, .. } => "map.global",
            MapTarget::Program { is_running: true, .. } => "map.program",
            MapTarget::Program { is_running: false, .. } => "map.stopped",
            MapTarget::Replica { is_cut_off: false, .. } => "map.replica",
            MapTarget::Witness { is_cut_off: false, .. } => "map.witness",
            MapTarget::Replica { is_cut_off: true, .. }
            | MapTarget::Witness { is_cut_off: true, .. } => "map.cut_off",
        }
    }

    /// Whether nothing moves on it.
    pub const fn is_held(&self) -> bool {
        matches!(
            self.target,
            MapTarget::Program { is_running: false, .. }
                | MapTarget::Replica { is_cut_off: true, .. }
                | MapTarget::Witness { is_cut_off: true, .. }
        )
    }

    /// Whether nothing is there, so that a press leads nowhere.
    pub const fn is_absent(&self) -> bool {
        matches!(self.target, MapTarget::Program { is_there: false, .. })
    }

    /// Whether writes travel in both directions.
    pub const fn is_both(&self) -> bool {
        matches!(self.target, MapTarget::Replica { .. })
    }

    /// The way as a sign.
    pub const fn arrow(&self) -> &'static str {
        if self.is_both() { "↔" } else { "→" }
    }

    /// The program on the way.
    pub const fn through(&self) -> Option<&Text> {
        match &self.target {
            MapTarget::Program { program, .. } => Some(program),
            MapTarget::Index { .. } | MapTarget::Replica { .. } | MapTarget::Witness { .. } => None,
        }
    }

    /// The table, index or Region to which it leads.
    pub const fn to(&self) -> (&Text, Option<Hue>) {
        match &self.target {
            MapTarget::Index { index, hue, .. } => (index, Some(*hue)),
            MapTarget::Program { table, .. } | MapTarget::Replica { table, .. } => (table, None),
            MapTarget::Witness { region, .. } => (region, None),
        }
    }

    /// "3 entries".
    pub fn items_words(&self) -> Message {
        let key = match self.target {
            MapTarget::Program { is_there: false, .. } => "map.absent",
            MapTarget::Index { .. } => "map.entries",
            MapTarget::Program { .. } | MapTarget::Replica { .. } | MapTarget::Witness { .. } => {
                "region.items"
            }
        };
        counted(key, self.item_count)
    }

    /// "1 on the way", or "1 waiting" where nothing moves; `None` if nothing is.
    pub fn moving_words(&self) -> Option<Message> {
        let key = if self.is_held() { "map.waiting" } else { "map.moving" };
        (self.moving_count > 0).then(|| counted(key, self.moving_count))
    }

    /// "3 entries", "1 on the way", "2 write units", "2 SQL writes".
    pub fn words(&self) -> Vec<Message> {
        let units = self.written.and_then(units_words);
        let sql = self.sql.filter(|requests| !requests.is_empty()).map(Message::from);
        let words = [self.items_words()].into_iter().chain(self.moving_words());
        words.chain(units).chain(sql).collect()
    }
}

fn counted(key: &'static str, count: u64) -> Message {
    Message::plain(key).with("count", Argument::Count(count))
}

/// The write units that were used; `None` if none were.
fn units_words(written: Units) -> Option<Message> {
    let words = Message::plain("map.written").with("units", Argument::HalfUnits(written.halves));
    (written.halves > 0).then_some(words)
}
