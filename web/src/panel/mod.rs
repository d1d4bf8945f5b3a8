//! What is on the page, panel by panel.
//!
//! A panel is a folder that implements [`contract::Panel`]. Those that are a single file are functions that draw from
//! the state and the views of the whole page; each becomes a folder when it is next changed.

pub mod advice;
pub mod attribute;
pub mod bar;
pub mod call;
pub mod clock;
pub mod compare;
pub mod comparison;
pub mod contract;
pub mod cost;
pub mod design;
pub mod draft;
pub mod effect;
pub mod glossary;
pub mod heat;
pub mod id;
pub mod index;
pub mod item;
pub mod item_json;
pub mod keys;
pub mod link;
pub mod meter;
pub mod new_item;
pub mod notice;
pub mod page;
pub mod part;
pub mod patterns;
pub mod read;
pub mod request;
pub mod result;
pub mod rewind;
pub mod setting;
pub mod shared;
pub mod storage;
pub mod table;
pub mod table_menu;
pub mod timeline;
pub mod toast;
pub mod why;
pub mod work;
pub mod workload;

use playground::view::Views;
use yew::prelude::*;

use crate::app::state::AppState;
use crate::app::state::action::Action;
use crate::panel::id::PanelId;
use crate::panel::setting::Zone;

/// Everything that a function may draw from.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// What the session says.
    pub views: &'a Views,
    /// What the page remembers.
    pub state: &'a AppState,
    /// Where actions go.
    pub on_action: &'a Callback<Action>,
}

/// A part of the page that is drawn by a function of the whole page.
#[derive(Debug, Clone, Copy)]
pub struct PanelFunction {
    /// Its name.
    pub id: PanelId,
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
    Tab,
    /// Along the bottom.
    Bottom,
    /// Over the page.
    Over,
}
