//! What is on the page, panel by panel.
//!
//! A panel is a folder that implements [`contract::Panel`]. The other modules are what panels share.

pub mod advice;
pub mod bar;
pub mod clock;
pub mod compare;
pub mod comparison;
pub mod contract;
pub mod cost;
pub mod design;
pub mod effect;
pub mod glossary;
pub mod heat;
pub mod id;
pub mod indexes;
pub mod items;
pub mod link;
pub mod meter;
pub mod notice;
pub mod operation;
pub mod page;
pub mod part;
pub mod patterns;
pub mod request;
pub mod result;
pub mod rewind;
pub mod setting;
pub mod shared;
pub mod shortcuts;
pub mod storage;
pub mod table;
pub mod timeline;
pub mod toast;
pub mod why;
pub mod work;
pub mod workload;

use crate::panel::setting::Zone;

/// Where a panel is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Across the top.
    Top,
    /// A zone of its own.
    Zone(Zone),
    /// A tab of the third zone.
    Tab,
    /// Along the bottom.
    Bottom,
    /// Over the page.
    Over,
}
