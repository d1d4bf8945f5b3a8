//! A curve through points that can be dragged, and moved by keys as well.
//!
//! Nothing is remembered between the events of a drag: the point that was pressed captures the pointer. Of two events before the
//! curve is drawn again, the second changes what the first left.

use std::cell::RefCell;
use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, PointerEvent};
use yew::prelude::*;

use crate::component::chart::{Path, place};

/// What a key moves a point by, in shares of the whole scale.
const KEY_SHARE: u64 = 50;

/// A point: how far across and how far up.
pub type Point = (u64, u64);

/// The points as the last event left them.
type Latest = Rc<RefCell<Vec<Point>>>;

/// A curve and its points.
#[derive(Debug)]
pub struct Curve {
    pub label: AttrValue,
    /// The points, from left to right.
    pub points: Rc<[Point]>,
    /// The name and position of each, in words.
    pub words: fn(Point) -> AttrValue,
    /// The end of the scale across; not zero.
    pub across_max: u64,
    /// The end of the scale upwards; not zero.
    pub up_max: u64,
    /// Whether points move up and down only, and none is removed. Then keys go from one to the next.
    pub is_fixed: bool,
    /// The points after one was moved or removed.
    pub on_change: Callback<Vec<Point>>,
}

impl Curve {
    pub fn draw(&self) -> Html {
        let (across_max, up_max) = (self.across_max, self.up_max);
        let at = |(across, up): Point| {
            let (across, up) = (across.min(across_max), up.min(up_max));
            (across * 1000 / across_max, 1000 - up * 1000 / up_max)
        };
        let places: Vec<(u64, u64)> = self.points.iter().map(|point| at(*point)).collect();
        let mut line = Path::default();
        line.go('M', [0, 1000]);
        for (position, (across, up)) in places.iter().enumerate() {
            if position == 0 {
                line.go('V', [*up]);
            }
            line.go('L', [*across, *up]);
        }
        line.go('H', [1000]).go('V', [1000]);
        let latest = Latest::new(self.points.to_vec().into());
        html! {
            <svg width="100%" height="96" role="group" aria-label={self.label.clone()} overflow="visible">
                <svg width="100%" height="96" viewBox="0 0 1000 1000" preserveAspectRatio="none">
                    <rect width="1000" height="1000" fill="var(--raised)" />
                    <path d={line.0} fill="var(--tint)" stroke="var(--accent)" stroke-width="2" vector-effect="non-scaling-stroke" />
                </svg>
                { for places.into_iter().enumerate().map(|(position, place)| self.point(position, place, &latest)) }
            </svg>
        }
    }

    fn point(&self, position: usize, (across, up): (u64, u64), latest: &Latest) -> Html {
        let words = (self.words)(self.points[position]);
        let tenths = |share: u64| format!("{}.{}%", share / 10, share % 10);
        html! {
            <circle
                key={position}
                cx={tenths(across)}
                cy={tenths(up)}
                r="7"
                fill="var(--surface)"
                stroke="var(--accent)"
                stroke-width="3"
                class="curve-point"
                tabindex={if self.is_fixed && position > 0 { "-1" } else { "0" }}
                role="slider"
                aria-label={self.label.clone()}
                aria-valuemin="0"
                aria-valuemax={self.up_max.to_string()}
                aria-valuenow={self.points[position].1.to_string()}
                aria-valuetext={words}
                onpointerdown={Callback::from(|event: PointerEvent| {
                    if let Some(point) = event.target() {
                        // A pointer that is gone cannot be captured; nothing is lost.
                        drop(point.unchecked_into::<Element>().set_pointer_capture(event.pointer_id()));
                    }
                })}
                onpointermove={self.on_drag(position, latest)}
                onkeydown={self.on_key(position, latest)}
            />
        }
    }

    fn on_drag(&self, position: usize, latest: &Latest) -> Callback<PointerEvent> {
        let (latest, on_change) = (Rc::clone(latest), self.on_change.clone());
        let (across_max, up_max, is_fixed) = (self.across_max, self.up_max, self.is_fixed);
        Callback::from(move |event: PointerEvent| {
            if event.buttons() != 1 {
                return;
            }
            let Some((across, down)) = place(&event, "svg") else { return };
            // 999 of 1,000 is as far as the pointer gets: that is the end of the scale.
            let share = |share: usize, max: u64| (share as u64 * max + 499) / 999;
            let up = share(999 - down.min(999), up_max);
            let step = (up_max / 100).max(1);
            let mut points = latest.borrow().clone();
            let Some((old, _)) = points.get(position) else { return };
            let across = if is_fixed { *old } else { share(across, across_max) };
            move_point(&mut points, position, (across, up / step * step));
            latest.replace(points.clone());
            on_change.emit(points);
        })
    }

    fn on_key(&self, position: usize, latest: &Latest) -> Callback<KeyboardEvent> {
        let (latest, on_change) = (Rc::clone(latest), self.on_change.clone());
        let step = (self.up_max / KEY_SHARE).max(1);
        let (across_max, up_max, is_fixed) = (self.across_max, self.up_max, self.is_fixed);
        Callback::from(move |event: KeyboardEvent| {
            let mut points = latest.borrow().clone();
            let Some((across, up)) = points.get(position).copied() else { return };
            let far = if event.shift_key() { 10 } else { 1 };
            let limit = if is_fixed { up_max } else { u64::MAX };
            let mut go = |point| move_point(&mut points, position, point);
            match event.key().as_str() {
                key @ ("ArrowRight" | "ArrowLeft") if is_fixed => {
                    focus_next(&event, key == "ArrowRight");
                    return;
                }
                "ArrowUp" => go((across, (up + step * far).min(limit))),
                "ArrowDown" => go((across, up.saturating_sub(step * far))),
                "ArrowRight" => go(((across + far).min(across_max), up)),
                "ArrowLeft" => go((across.saturating_sub(far), up)),
                "Delete" if points.len() > 1 && !is_fixed => drop(points.remove(position)),
                _ => return,
            }
            event.prevent_default();
            latest.replace(points.clone());
            on_change.emit(points);
        })
    }
}

/// Puts the focus on the point after the one of an event, or on the one before it.
fn focus_next(event: &KeyboardEvent, is_forward: bool) {
    event.prevent_default();
    let point = event.target().map(JsCast::unchecked_into::<Element>);
    let next = match is_forward {
        true => point.and_then(|it| it.next_element_sibling()),
        false => point.and_then(|it| it.previous_element_sibling()),
    };
    // Before the first is the picture, which takes no focus: nothing happens.
    drop(next.map(|next| next.unchecked_into::<HtmlElement>().focus()));
}

/// The end of a scale that holds a value and leaves room above it: 10, 20, 50, 100, 200 and so on.
pub fn scale_above(value: u64) -> u64 {
    let mut decade = 10;
    loop {
        for end in [decade, 2 * decade, 5 * decade] {
            if end > value || decade > u64::MAX / 100 {
                return end;
            }
        }
        decade *= 10;
    }
}

/// Moves one of the points: it stays between its neighbours.
fn move_point(points: &mut [Point], position: usize, (across, up): Point) {
    let left = if position == 0 { 0 } else { points[position - 1].0 + 1 };
    let right = points.get(position + 1).map_or(u64::MAX, |next| next.0.saturating_sub(1));
    points[position] = (across.min(right).max(left), up);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_ends_above_its_values() {
        assert_eq!([0, 10, 19, 20, 400, 1_000].map(scale_above), [10, 20, 20, 50, 500, 2_000]);
        assert!(scale_above(u64::MAX) > 0);
    }

    #[test]
    fn a_point_stays_between_its_neighbours() {
        let moved = |position, point| {
            let mut points = [(0, 5), (10, 5), (20, 5)];
            move_point(&mut points, position, point);
            points
        };
        assert_eq!(moved(1, (30, 7)), [(0, 5), (19, 7), (20, 5)]);
        assert_eq!(moved(1, (0, 7)), [(0, 5), (1, 7), (20, 5)]);
        assert_eq!(moved(2, (90, 0)), [(0, 5), (10, 5), (90, 0)]);
        assert_eq!(moved(0, (4, 5)), [(4, 5), (10, 5), (20, 5)]);
    }
}
