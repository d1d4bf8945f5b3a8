//! The keys of a grid: Tab reaches one of its controls, and arrow keys lead to the others.
//!
//! A row of the grid is a `tr` with `aria-rowindex`, and its controls have a `tabindex`, which is -1 in the markup. This module sets
//! that of one control to 0. What a row has besides, such as a field, is reached by Tab.

use gloo::utils::document;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, HtmlTableCellElement};
use yew::prelude::*;

use crate::component::window::visible_rows;

/// The rows of a grid.
const ROW: &str = "tr[aria-rowindex]";

/// The controls of a row.
const CONTROL: &str = "[tabindex]";

/// Letters that are typed with a longer pause are the beginning of another text, in milliseconds.
const PAUSE_MS_MAX: f64 = 1_000.0;

/// Rows of which only one has controls, such as a row and the heading of its group, are neighbours.
const NEIGHBOUR_DISTANCE_MAX: usize = 2;

/// What a key asks for that the rows that are mounted cannot answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GridSeek {
    /// The first row.
    First,
    /// The last row.
    Last,
    /// The next row whose key begins with a text.
    Text {
        text: String,
        /// What `data-item` says of the row with the focus.
        from: Option<String>,
    },
    /// All rows, by Ctrl A.
    All,
    /// The focus has moved to another row while Shift was pressed: what `data-item` says of both rows.
    Extended {
        /// Where it was.
        from: Option<String>,
        /// Where it is.
        to: Option<String>,
    },
}

/// What a grid listens to.
#[derive(Debug, Clone)]
pub struct GridListeners {
    /// A key was pressed.
    pub on_key: Callback<KeyboardEvent>,
    /// A control has taken the focus.
    pub on_focus: Callback<FocusEvent>,
}

/// The text that is being typed.
#[derive(Debug, Default)]
struct Typed {
    text: String,
    at_ms: f64,
}

/// Moves the focus in a grid.
#[hook]
pub fn use_grid(grid: &NodeRef, on_seek: Callback<GridSeek>) -> GridListeners {
    let typed = use_mut_ref(Typed::default);
    let node = grid.clone();
    use_effect(move || {
        if let Some(grid) = node.cast::<Element>() {
            keep_reachable(&grid);
        }
    });
    let node = grid.clone();
    let on_key = Callback::from(move |event: KeyboardEvent| {
        let (Some(grid), Some(control)) = (node.cast::<Element>(), control_of(&event)) else {
            return;
        };
        let is_control = event.ctrl_key() || event.meta_key();
        if is_control && event.key().eq_ignore_ascii_case("a") {
            return take(&event, || on_seek.emit(GridSeek::All));
        }
        if is_control || event.alt_key() {
            return;
        }
        let go = |count: usize, is_forward: bool| {
            let reached = focus_row(&grid, &control, count, is_forward);
            if let Some(reached) = reached.filter(|_| event.shift_key()) {
                let (from, to) = (item_of(&control), item_of(&reached));
                on_seek.emit(GridSeek::Extended { from, to });
            }
        };
        let seek = match event.key().as_str() {
            "ArrowLeft" | "ArrowRight" if event.shift_key() => return,
            "ArrowLeft" => return take(&event, || focus_in_row(&control, false)),
            "ArrowRight" => return take(&event, || focus_in_row(&control, true)),
            "ArrowUp" => return take(&event, || go(1, false)),
            "ArrowDown" => return take(&event, || go(1, true)),
            "PageUp" => return take(&event, || go(page(&grid), false)),
            "PageDown" => return take(&event, || go(page(&grid), true)),
            "Home" => GridSeek::First,
            "End" => GridSeek::Last,
            key => {
                let Some(text) = typed.borrow_mut().add(key, event.time_stamp()) else { return };
                if !begins_a_control(&grid, &text) {
                    // No row near those in view begins with it: the key may be one of the page.
                    *typed.borrow_mut() = Typed::default();
                    return;
                }
                GridSeek::Text { text, from: item_of(&control) }
            }
        };
        take(&event, || on_seek.emit(seek));
    });
    let node = grid.clone();
    let on_focus = Callback::from(move |event: FocusEvent| {
        if let (Some(grid), Some(control)) = (node.cast::<Element>(), control_of(&event)) {
            make_reachable(&grid, &control);
        }
    });
    GridListeners { on_key, on_focus }
}

impl Typed {
    /// The text with another letter or digit; `None` if the key is none. Other characters belong to a text that has begun.
    fn add(&mut self, key: &str, at_ms: f64) -> Option<String> {
        let mut characters = key.chars();
        let character = characters.next().filter(|_| characters.next().is_none())?;
        if at_ms - self.at_ms > PAUSE_MS_MAX {
            self.text.clear();
        }
        let continues = !self.text.is_empty() && !character.is_whitespace();
        if !character.is_alphanumeric() && !continues {
            return None;
        }
        self.text.push(character);
        self.at_ms = at_ms;
        Some(self.text.clone())
    }
}

/// Whether the text of a control begins with a text, in upper or lower case.
fn begins_a_control(grid: &Element, text: &str) -> bool {
    let text = text.to_lowercase();
    let begins = |element: &Element| {
        let content = element.text_content().unwrap_or_default();
        content.trim().to_lowercase().starts_with(&text)
    };
    all(grid, "tbody code").iter().any(begins)
}

/// Handles a key here and nowhere else.
fn take(event: &KeyboardEvent, handle: impl FnOnce()) {
    event.prevent_default();
    handle();
}

/// The control of a grid on which something happened; `None` if it happened elsewhere, such as in a field.
fn control_of(event: &Event) -> Option<Element> {
    let control = event.target()?.dyn_into::<Element>().ok()?;
    (control.has_attribute("tabindex") && row_of(&control).is_some()).then_some(control)
}

fn row_of(control: &Element) -> Option<Element> {
    control.closest(ROW).ok()?
}

fn item_of(control: &Element) -> Option<String> {
    control.closest("[data-item]").ok()??.get_attribute("data-item")
}

/// How many rows a page has.
fn page(grid: &Element) -> usize {
    visible_rows(grid).map_or(1, |rows| rows.len().saturating_sub(1).max(1))
}

/// Moves the focus in its row.
fn focus_in_row(control: &Element, is_forward: bool) {
    let Some(row) = row_of(control) else { return };
    let controls = all(&row, CONTROL);
    let Some(position) = controls.iter().position(|other| other == control) else { return };
    let next = if is_forward { position.checked_add(1) } else { position.checked_sub(1) };
    if let Some(next) = next.and_then(|next| controls.get(next)) {
        focus(next);
    }
}

/// Moves the focus up or down, as far as rows without a gap between them are mounted, and stays near its column. Returns the control
/// that has the focus then; `None` if it has not moved.
fn focus_row(grid: &Element, control: &Element, count: usize, is_forward: bool) -> Option<Element> {
    let mut rows = all(grid, ROW);
    rows.retain(|row| row.query_selector(CONTROL).is_ok_and(|control| control.is_some()));
    if !is_forward {
        rows.reverse();
    }
    let row = row_of(control);
    let from = rows.iter().position(|other| Some(other) == row.as_ref())?;
    let steps = rows[from..].windows(2);
    let is_reachable =
        |pair: &&[Element]| number(&pair[0]).abs_diff(number(&pair[1])) <= NEIGHBOUR_DISTANCE_MAX;
    let distance = steps.take(count).take_while(is_reachable).count();
    let column = column_of(control);
    let controls = all(&rows[from + distance], CONTROL);
    let nearest = controls.into_iter().min_by_key(|control| column_of(control).abs_diff(column));
    let reached = nearest.filter(|_| distance > 0)?;
    focus(&reached);
    Some(reached)
}

fn number(row: &Element) -> usize {
    row.get_attribute("aria-rowindex").and_then(|number| number.parse().ok()).unwrap_or(0)
}

fn column_of(control: &Element) -> i32 {
    let cell = control.closest("td, th").ok().flatten();
    cell.map_or(0, |cell| cell.unchecked_into::<HtmlTableCellElement>().cell_index())
}

fn focus(control: &Element) {
    // A control that has gone cannot take the focus, which stays where it is.
    drop(control.unchecked_ref::<HtmlElement>().focus());
}

/// Lets Tab reach a control of the grid, if it reaches none: of the row with the focus, such as in a field, or else of the first row.
fn keep_reachable(grid: &Element) {
    let Ok(None) = grid.query_selector(&format!("{ROW} [tabindex='0']")) else { return };
    let active = document().active_element().filter(|active| grid.contains(Some(active)));
    let row = active.and_then(|active| active.closest("tbody").ok()?);
    let in_row = row.and_then(|row| row.query_selector(&format!("{ROW} {CONTROL}")).ok()?);
    let first = || grid.query_selector(&format!("tbody {ROW} {CONTROL}")).ok()?;
    if let Some(control) = in_row.or_else(first) {
        make_reachable(grid, &control);
    }
}

fn make_reachable(grid: &Element, control: &Element) {
    for other in all(grid, &format!("{ROW} [tabindex='0']")) {
        set_tab_index(&other, "-1");
    }
    set_tab_index(control, "0");
}

fn set_tab_index(control: &Element, index: &str) {
    // An attribute with a fixed name can always be set.
    drop(control.set_attribute("tabindex", index));
}

fn all(around: &Element, selector: &str) -> Vec<Element> {
    let Ok(nodes) = around.query_selector_all(selector) else { return Vec::new() };
    (0..nodes.length()).filter_map(|position| nodes.item(position)?.dyn_into().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_follow_each_other_soon_are_one_text() {
        let mut typed = Typed::default();
        let mut add = |key: &str, at_ms: f64| typed.add(key, at_ms);
        assert_eq!(add("-", 1.0), None, "a text begins with a letter or a digit");
        assert_eq!(add("o", 5_000.0).as_deref(), Some("o"));
        assert_eq!(add("-", 5_400.0).as_deref(), Some("o-"));
        assert_eq!(add("1", 6_400.0).as_deref(), Some("o-1"));
        assert_eq!(add(" ", 6_500.0), None, "it presses the button");
        assert_eq!(add("Shift", 6_600.0), None);
        assert_eq!(add("C", 7_500.0).as_deref(), Some("C"));
    }
}
