//! What is on the page, panel by panel. A panel lays out its view and emits actions; it computes nothing.
//!
//! To add one: a file with its `PANEL`, a line in `PANELS`, and a view type made by the session.

pub mod advice;
pub mod attribute;
pub mod bar;
pub mod call;
pub mod clock;
pub mod compare;
pub mod cost;
pub mod design;
pub mod draft;
pub mod frame;
pub mod heat;
pub mod index;
pub mod item;
pub mod item_json;
pub mod keys;
pub mod meter;
pub mod new_item;
pub mod notice;
pub mod part;
pub mod pattern;
pub mod read;
pub mod request;
pub mod result;
pub mod rewind;
pub mod share;
pub mod table;
pub mod table_menu;
pub mod throughput;
pub mod timeline;
pub mod toast;
pub mod why;
pub mod work;
pub mod workload;
pub mod workload_plan;
pub mod workload_result;

use yew::prelude::*;

use crate::app::state::AppState;
use crate::app::state::action::Action;
use crate::app::state::setting::{WhyTab, Zone};
use crate::view::Views;

/// Everything a panel may draw from.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// What the session says.
    pub views: &'a Views,
    /// What the page remembers.
    pub state: &'a AppState,
    /// Where actions go.
    pub on_action: &'a Callback<Action>,
}

/// A part of the page.
#[derive(Debug, Clone, Copy)]
pub struct Panel {
    /// What it is called: a key of the catalogue.
    pub title: &'static str,
    /// Where it stands.
    pub place: Place,
    /// Draws it.
    pub draw: fn(&Page) -> Html,
}

/// Where a panel stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Across the top.
    Top,
    /// A zone of its own.
    Zone(Zone),
    /// A tab of the third zone.
    Tab(WhyTab),
    /// Along the bottom.
    Bottom,
    /// Over the page.
    Over,
}

/// Every panel, in the order in which they are drawn.
pub const PANELS: &[Panel] = &[
    bar::PANEL,
    notice::PANEL,
    compare::PANEL,
    table::PANEL,
    index::PANEL,
    why::PANEL,
    request::PANEL,
    result::PANEL,
    heat::PANEL,
    workload::PANEL,
    cost::PANEL,
    pattern::PANEL,
    advice::PANEL,
    toast::PANEL,
    clock::PANEL,
    meter::PANEL,
    timeline::PANEL,
    rewind::PANEL,
    design::PANEL,
    keys::PANEL,
    compare::DIALOG,
    work::PANEL,
];
