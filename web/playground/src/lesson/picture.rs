//! The picture of a lesson: a square for each item of its tables, and one for each entry of their indexes.

use std::fmt::Write;

use crate::lesson::course::CourseTable;

/// Squares of a line. Model: more are no longer counted by looking at them.
const COUNT_MAX: usize = 12;

const SIZE: usize = 9;

const STEP: usize = 11;

/// The classes of indexes, in their order. The style of the page or file that shows it gives each a color.
const HUES: [&str; 6] =
    ["hue-violet", "hue-teal", "hue-orange", "hue-pink", "hue-blue", "hue-green"];

/// The tables with which a lesson opens, each above its indexes, as SVG with room for so many lines. The text beside it says what it
/// is about.
pub fn picture(tables: &[CourseTable], line_count: usize) -> String {
    let lines = tables.iter().flat_map(|table| {
        let indexes = table.indexes.iter().copied().zip(HUES.into_iter().cycle());
        std::iter::once((table.items, "is-table")).chain(indexes)
    });
    let lines: Vec<(usize, &str)> = lines.collect();
    let (width, height) = (COUNT_MAX * STEP, lines.len().max(line_count) * STEP);
    let squares: String = lines
        .iter()
        .enumerate()
        .map(|(line, (count, class))| squares(line * STEP, *count, class))
        .collect();
    format!(
        "<svg class=\"lesson-picture\" viewBox=\"0 0 {width} {height}\" preserveAspectRatio=\"xMinYMid\" aria-hidden=\"true\">{squares}</svg>"
    )
}

/// A line of squares. The last of a line that is too long is three dots.
fn squares(y: usize, count: usize, class: &str) -> String {
    let is_long = count > COUNT_MAX;
    let shown = if is_long { COUNT_MAX - 1 } else { count };
    let mut svg = format!("<g class=\"{class}\">");
    for x in (0..shown).map(|position| position * STEP) {
        write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{SIZE}\" height=\"{SIZE}\" rx=\"2\"/>")
            .expect("a String takes any text");
    }
    let dots = if is_long { 3 } else { 0 };
    for x in (0..dots).map(|position| shown * STEP + 1 + position * 4) {
        write!(svg, "<circle cx=\"{x}\" cy=\"{}\" r=\"1.2\"/>", y + SIZE / 2)
            .expect("a String takes any text");
    }
    svg + "</g>"
}
