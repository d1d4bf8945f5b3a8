//! What is on the page, panel by panel.
//!
//! A panel is a folder that implements [`contract::Panel`]. The other modules are what panels share.

pub mod advice;
pub mod bar;
pub mod callers;
pub mod clock;
pub mod compare;
pub mod comparison;
pub mod contract;
pub mod cost;
pub mod design;
pub mod effect;
pub mod embed;
pub mod entities;
pub mod experiments;
pub mod find;
pub mod gallery;
pub mod glossary;
pub mod guide;
pub mod heat;
pub mod id;
pub mod import;
pub mod indexes;
pub mod items;
pub mod learn;
pub mod lesson;
pub mod link;
pub mod map;
pub mod meter;
pub mod month;
pub mod notes;
pub mod notice;
pub mod operation;
pub mod operations;
pub mod page;
pub mod part;
pub mod patterns;
pub mod presentation;
pub mod presenter;
pub mod print;
pub mod programs;
pub mod record;
pub mod regions;
pub mod report;
pub mod request;
pub mod result;
pub mod run;
pub mod series;
pub mod setting;
pub mod share;
pub mod shared;
pub mod shortcuts;
pub mod sql;
pub mod storage;
pub mod stream;
pub mod summary;
pub mod table;
pub mod teach;
pub mod throughput;
pub mod timeline;
pub mod tries;
pub mod why;
pub mod work;
pub mod workload;

use playground::view::workspace::Workspace;

use crate::panel::setting::{Column, Zone};

/// Where a panel is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Across the top.
    Top,
    /// Across the top in place of those, while the page presents.
    Presentation,
    /// Above the zones of Explore.
    Map,
    /// A zone of Explore.
    Zone(Zone),
    /// A column of Load or Design.
    Column(Column),
    /// Beside the workspace.
    Beside,
    /// Along the bottom.
    Bottom,
    /// Along the bottom of an embed.
    Embed,
    /// In the window with the notes of a presentation.
    Notes,
    /// Over the page.
    Over,
}

impl Place {
    /// The workspace that it is in; `None` if it is shown in all of them.
    pub const fn workspace(self) -> Option<Workspace> {
        match self {
            Self::Zone(_) | Self::Map => Some(Workspace::Explore),
            Self::Column(column) => Some(column.workspace()),
            Self::Top
            | Self::Presentation
            | Self::Beside
            | Self::Bottom
            | Self::Embed
            | Self::Notes
            | Self::Over => None,
        }
    }
}
