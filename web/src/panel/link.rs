//! A link from any part of the page into a panel. The page provides the callback that follows it as a context of Yew.

use yew::prelude::*;

use crate::panel::id::PanelId;

/// Where a link leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PanelLink {
    pub panel: PanelId,
    /// What the panel shows: one of the names that it defines.
    pub topic: &'static str,
}

/// Follows links.
pub type OnLink = Callback<PanelLink>;
