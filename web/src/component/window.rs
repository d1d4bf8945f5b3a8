//! A long list of which only the rows in view, and some before and after them, are mounted.
//!
//! Rows are numbered from 0. A mounted row has its number in `data-row`. In place of rows that are not mounted is a [`Gap`] of the
//! same height, so that the scroll bar shows the length of the whole list. The list has `overflow-anchor: none`: a gap that becomes
//! higher moves what follows it, and the browser must not scroll after that.

use std::ops::Range;

use gloo::events::{EventListener, EventListenerOptions};
use gloo::utils::{document, window};
use wasm_bindgen::JsCast;
use web_sys::Element;
use yew::prelude::*;

/// A list of at most this many rows is mounted as a whole, so that it can be searched by the browser.
pub const WHOLE_COUNT_MAX: usize = 60;

/// Rows that are mounted before those in view, and after them, in tenths of their number: twice as many in all.
const MARGIN_TENTHS: usize = 5;

/// The most rows that are mounted, for each row in view.
const MOUNTED_PER_VISIBLE_MAX: usize = 3;

/// The rows that a list has mounted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MountedRows {
    /// Their numbers. Single rows outside of this range may be mounted, too.
    pub rows: Range<usize>,
    /// How many rows the list has.
    pub count: usize,
}

/// The rows that a list should mount.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NeededRows {
    /// Their numbers.
    pub rows: Range<usize>,
    /// What `data-item` says of the row with the focus. It has to stay mounted, or else the focus would be lost.
    pub focused: Option<String>,
}

/// Asks for other rows when those that are mounted do not cover what is in view, or are too many.
#[hook]
pub fn use_window(list: &NodeRef, mounted: MountedRows, on_needed: Callback<NeededRows>) {
    let list = list.clone();
    use_effect_with((mounted, on_needed), move |(mounted, on_needed)| {
        let (mounted, on_needed) = (mounted.clone(), on_needed.clone());
        let check = move || {
            let needed = list.cast::<Element>().and_then(|list| needed(&list, &mounted));
            if let Some(needed) = needed {
                on_needed.emit(needed);
            }
        };
        check();
        // Scroll events do not bubble. They are captured, because this module does not know which element scrolls.
        let options = EventListenerOptions::run_in_capture_phase();
        let on_scroll = check.clone();
        let listeners = [
            EventListener::new_with_options(&document(), "scroll", options, move |_| on_scroll()),
            EventListener::new(&window(), "resize", move |_| check()),
        ];
        move || drop(listeners)
    });
}

/// The properties of a gap.
#[derive(Debug, PartialEq, Eq, Properties)]
pub struct GapProps {
    /// The rows that are not mounted.
    pub rows: Range<usize>,
    /// How many columns the table has.
    pub columns: usize,
}

/// A row of a table in place of those that are not mounted. The table defines the height of one row, `--row-height`.
///
/// The height is an attribute, and not a property that an effect sets, because a gap without a height would let the list jump.
#[component]
pub fn Gap(props: &GapProps) -> Html {
    let count = props.rows.len();
    html! {
        <tr class="gap" aria-hidden="true" data-row={props.rows.start.to_string()} data-rows={count.to_string()}>
            // The font of the element is as high as a row.
            <td colspan={props.columns.to_string()}><svg width="0" height={format!("{count}em")} /></td>
        </tr>
    }
}

/// The rows of a list that are in view, at least in part; `None` if no part of the list is.
pub(crate) fn visible_rows(list: &Element) -> Option<Range<usize>> {
    let (top, bottom) = visible_part(list)?;
    let nodes = list.query_selector_all("[data-row]").ok()?;
    let marks = (0..nodes.length()).filter_map(|position| nodes.item(position));
    let marks: Vec<Element> = marks.filter_map(|node| node.dyn_into().ok()).collect();
    Some(row_at(&marks, top)?..row_at(&marks, bottom)? + 1)
}

fn needed(list: &Element, mounted: &MountedRows) -> Option<NeededRows> {
    let visible = visible_rows(list)?;
    let rows = rows_to_mount(&visible, mounted)?;
    Some(NeededRows { rows, focused: focused(list) })
}

/// The rows to be mounted; `None` if those that are mounted are right.
fn rows_to_mount(visible: &Range<usize>, mounted: &MountedRows) -> Option<Range<usize>> {
    let end = mounted.count;
    let around = |margin: usize| {
        visible.start.saturating_sub(margin)..visible.end.saturating_add(margin).min(end)
    };
    let present = mounted.rows.start.min(end)..mounted.rows.end.min(end);
    let covers = |rows: &Range<usize>| present.start <= rows.start && rows.end <= present.end;
    if end <= WHOLE_COUNT_MAX {
        return (!covers(&(0..end))).then_some(0..end);
    }
    let margin = (visible.len() * MARGIN_TENTHS / 10).max(1);
    let is_small = present.len() <= visible.len() * MOUNTED_PER_VISIBLE_MAX;
    // They are changed before an end of them is in view, and not with each row.
    (!is_small || !covers(&around(margin / 3))).then(|| around(margin))
}

/// The part of a list that neither the window nor an element around it cuts off, from top to bottom in pixels of the window.
fn visible_part(list: &Element) -> Option<(f64, f64)> {
    let rect = list.get_bounding_client_rect();
    let window_height = window().inner_height().ok()?.as_f64()?;
    let (mut top, mut bottom) = (rect.top().max(0.0), rect.bottom().min(window_height));
    let mut around = list.parent_element();
    while let Some(element) = around {
        if cuts_off(&element) {
            let rect = element.get_bounding_client_rect();
            top = top.max(rect.top());
            bottom = bottom.min(rect.bottom());
        }
        around = element.parent_element();
    }
    (top < bottom).then_some((top, bottom))
}

/// Whether an element does not show what is above or below it.
fn cuts_off(element: &Element) -> bool {
    let style = window().get_computed_style(element).ok().flatten();
    let overflow = style.and_then(|style| style.get_property_value("overflow-y").ok());
    overflow.is_some_and(|overflow| overflow != "visible")
}

/// The number of the row at a height of the window. Rows and gaps are in their order.
fn row_at(marks: &[Element], y: f64) -> Option<usize> {
    let after = marks.partition_point(|mark| mark.get_bounding_client_rect().top() <= y);
    let mark = marks.get(after.saturating_sub(1))?;
    let rect = mark.get_bounding_client_rect();
    let number = |name: &str| mark.get_attribute(name)?.parse::<usize>().ok();
    let row = number("data-row")?;
    Some(row + row_within((y - rect.top()) / rect.height(), number("data-rows").unwrap_or(1)))
}

/// The number of a row in a gap of `count` rows, at a part of its height between 0 and 1.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "a list has far fewer rows than a float counts exactly, and the result is limited"
)]
fn row_within(part: f64, count: usize) -> usize {
    let row = part.max(0.0) * count as f64;
    (row as usize).min(count.saturating_sub(1))
}

fn focused(list: &Element) -> Option<String> {
    let element = document().active_element().filter(|element| list.contains(Some(element)))?;
    element.closest("[data-item]").ok()??.get_attribute("data-item")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(
        visible: Range<usize>,
        mounted: Range<usize>,
        count: usize,
        needed: Option<Range<usize>>,
    ) {
        let found = rows_to_mount(&visible, &MountedRows { rows: mounted, count });
        assert_eq!(found, needed);
        if let Some(rows) = found.filter(|_| count > WHOLE_COUNT_MAX) {
            assert!(rows.len() <= visible.len() * MOUNTED_PER_VISIBLE_MAX);
            let again = rows_to_mount(&visible, &MountedRows { rows, count });
            assert_eq!(again, None, "the rows that were asked for are right");
        }
    }

    #[test]
    fn a_short_list_is_mounted_as_a_whole() {
        check(0..5, 0..60, 12, None);
        check(0..5, 0..60, 60, None);
        check(0..5, 0..20, 60, Some(0..60));
        check(0..20, 0..60, 61, None);
        check(0..19, 0..60, 61, Some(0..28));
    }

    #[test]
    fn other_rows_are_needed_before_the_end_of_those_that_are_mounted_is_in_view() {
        check(0..20, 0..36, 5_000, None);
        check(10..30, 0..36, 5_000, None);
        check(14..34, 0..36, 5_000, Some(4..44));
        check(2_500..2_520, 0..36, 5_000, Some(2_490..2_530));
        check(4_980..5_000, 2_490..2_530, 5_000, Some(4_970..5_000));
        check(4_980..5_000, 4_970..5_000, 5_000, None);
    }

    #[test]
    fn as_few_rows_are_mounted_as_a_low_window_needs() {
        check(100..101, 90..120, 5_000, Some(99..102));
        check(100..102, 99..102, 5_000, None);
    }

    #[test]
    fn a_height_in_a_gap_is_the_row_that_would_be_there() {
        assert_eq!(row_within(0.0, 100), 0);
        assert_eq!(row_within(0.5, 100), 50);
        assert_eq!(row_within(1.0, 100), 99);
        assert_eq!(row_within(-3.0, 100), 0);
        assert_eq!(row_within(0.9, 1), 0);
        assert_eq!(row_within(f64::NAN, 0), 0, "a gap without a height");
    }
}
