//! The picture of a lesson: a square for each item of its tables, and one for each entry of their indexes.

use playground::lesson::course::CourseTable;
use yew::prelude::*;

/// Squares of a line. Model: more are no longer counted by looking at them.
const COUNT_MAX: usize = 12;

/// The lines for which a picture has room at its full size.
const LINE_COUNT: usize = 6;

const SIZE: usize = 9;

const STEP: usize = 11;

/// The hues of indexes, in their order.
const HUES: [&str; 6] =
    ["hue-violet", "hue-teal", "hue-orange", "hue-pink", "hue-blue", "hue-green"];

/// Draws the tables with which a lesson opens, each above its indexes. The text beside it says what it is about.
pub(super) fn picture(tables: &[CourseTable]) -> Html {
    let lines = tables.iter().flat_map(|table| {
        let indexes = table.indexes.iter().zip(HUES.into_iter().cycle());
        let indexes = indexes.map(|(count, hue)| (*count, Some(hue)));
        std::iter::once((table.items, None)).chain(indexes)
    });
    let lines: Vec<_> = lines.collect();
    let (width, height) = (COUNT_MAX * STEP, lines.len().max(LINE_COUNT) * STEP);
    let room = format!("0 0 {width} {height}");
    html! {
        <svg class="lesson-picture" viewBox={room} preserveAspectRatio="xMinYMid" aria-hidden="true">
            { for lines.into_iter().enumerate().map(|(line, (count, hue))| squares(line * STEP, count, hue)) }
        </svg>
    }
}

/// A line of squares. The last of a line that is too long is three dots.
fn squares(y: usize, count: usize, hue: Option<&'static str>) -> Html {
    let shown = if count > COUNT_MAX { COUNT_MAX - 1 } else { count };
    let square = |position: usize| {
        html! { <rect x={(position * STEP).to_string()} y={y.to_string()} width={SIZE.to_string()} height={SIZE.to_string()} rx="2" /> }
    };
    let dot = |position: usize| {
        let x = shown * STEP + 1 + position * 4;
        html! { <circle cx={x.to_string()} cy={(y + SIZE / 2).to_string()} r="1.2" /> }
    };
    html! {
        <g class={hue.unwrap_or("is-table")}>
            { for (0..shown).map(square) }
            if count > COUNT_MAX {
                { for (0..3).map(dot) }
            }
        </g>
    }
}
