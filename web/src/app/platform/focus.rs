//! The focus: where the page moves it, and where it goes when the element that has it is removed. A browser would give it to the page
//! as a whole then, and a user of the keyboard would begin anew.

use std::iter::successors;

use gloo::timers::callback::Timeout;
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

use crate::app::platform::{all, document, find_in_card, find_item, is_elsewhere, scroll_to};
use crate::panel::page::Focus;
use crate::panel::setting::{
    PRESENT_ID, UNDO_DELETE_ID, WORKSPACE_ID, Zone, index_id, panel_heading_id,
};

/// Where the focus goes within a part of the page: to what a panel marks as next, to its heading, or to the first control.
const TARGETS: [&str; 3] =
    ["[data-next]", ":is(h2, h3)[tabindex]", "button, input, select, textarea, a[href]"];

/// The cards that are a row on a phone.
const ROW: &str = ".zone.is-indexes";

/// Milliseconds after which a row has snapped. Model: some frames.
const SNAPPED_MS: u32 = 100;

/// Moves the focus. If the element is not on the page, the focus does not move. An embed takes it from no other page.
pub fn move_to(focus: &Focus) {
    if is_elsewhere() {
        return;
    }
    let element = match focus {
        Focus::Item(item) => find_item(&item.0, ".item .item-key"),
        Focus::Entry(index, item) => find_in_card(index, &item.0),
        Focus::Zone(zone) => document().get_element_by_id(zone.id()),
        Focus::Items => {
            let items = all(".items tr [tabindex='0']").into_iter().next();
            items.or_else(|| document().get_element_by_id(Zone::Table.id()))
        }
        Focus::Index(name) => document().get_element_by_id(&index_id(name)),
        Focus::Panel(panel) => document().get_element_by_id(&panel_heading_id(*panel)),
        Focus::Workspace => document().get_element_by_id(WORKSPACE_ID),
        // A browser gives the focus back when a dialog is closed: to an item, if a key has opened the dialog.
        Focus::Menu(_) if is_given_back() => None,
        Focus::Menu(menu) => document().get_element_by_id(menu.id()),
        Focus::Present => document().get_element_by_id(PRESENT_ID),
        Focus::UndoDelete => document().get_element_by_id(UNDO_DELETE_ID),
    };
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        drop(element.focus());
        if matches!(element.closest(ROW), Ok(Some(_))) {
            show_in_row(element.into());
        }
    }
}

/// Scrolls to an element of a row of cards that snaps, as on a phone: when a card comes into the row, the browser snaps to the card
/// that was shown before, after the focus has moved.
fn show_in_row(element: Element) {
    Timeout::new(SNAPPED_MS, move || scroll_to(&element)).forget();
}

/// Whether something has the focus that is not in a menu or dialog.
fn is_given_back() -> bool {
    let now = Focused::now();
    let is_over = |element: &Element| element.matches("[popover], dialog").unwrap_or(true);
    !now.0.is_empty() && !now.0.iter().any(is_over)
}

/// The element that has the focus, and those around it, the innermost first.
#[derive(Debug, Default)]
pub struct Focused(Vec<Element>);

impl Focused {
    /// Takes note of what has the focus. An element that was removed is remembered until the focus has moved on.
    pub fn renew(&mut self) {
        let now = Self::now();
        if !now.0.is_empty() || !self.is_gone() {
            *self = now;
        }
    }

    fn is_gone(&self) -> bool {
        self.0.first().is_some_and(|element| !element.is_connected())
    }

    /// What has the focus now; nothing if the page as a whole has it.
    fn now() -> Self {
        let around = successors(document().active_element(), |it| it.parent_element());
        Self(around.take_while(|it| !it.matches(".frame, body").unwrap_or(true)).collect())
    }

    /// Moves the focus on, if its element is gone and nothing else has it.
    pub fn move_on(&self) {
        if !self.is_gone() || is_elsewhere() || !Self::now().0.is_empty() {
            return;
        }
        let mut around = self.0.iter().filter(|element| element.is_connected());
        let next = around.find_map(|part| {
            TARGETS.iter().find_map(|target| part.query_selector(target).ok().flatten())
        });
        // Where nothing around it is left, as where another workspace is shown.
        let next = next.or_else(|| document().get_element_by_id(WORKSPACE_ID));
        if let Some(next) = next.and_then(|next| next.dyn_into::<HtmlElement>().ok()) {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            drop(next.focus_with_options(&options));
            // Anything else is near what was pressed.
            if next.has_attribute("data-next") {
                scroll_to(&next);
            }
        }
    }
}
