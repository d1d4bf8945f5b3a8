//! Text in columns, and what a picture is drawn with.

use crate::picture::svg::{Style, Svg};

/// In pixels, as all lengths of a picture.
pub(super) const ROW: u32 = 24;
pub(super) const PADDING: u32 = 12;

/// The width of a letter of code of 12 pixels, in tenths. Model: that of the widest of the usual fonts.
const LETTER_TENTHS: u32 = 73;

/// The most letters of a value.
const CELL_LENGTH_MAX: u32 = 18;

pub(super) const INK: &str = "#1c2128";
pub(super) const MUTED: &str = "#57606a";
pub(super) const BORDER: &str = "#d0d5db";
pub(super) const SURFACE: &str = "#ffffff";
pub(super) const RAISED: &str = "#f4f4f2";

pub(super) const QUIET: Style = Style { size: 12, colour: MUTED, is_bold: false, is_code: false };
pub(super) const CODE: Style = Style { size: 12, colour: INK, is_bold: false, is_code: true };

/// A column of a grid.
#[derive(Debug)]
pub(super) struct Column {
    pub heading: String,
    /// The colour of the index that has it as a key.
    pub colour: Option<&'static str>,
}

/// A row of a grid.
#[derive(Debug)]
pub(super) struct Row {
    pub cells: Vec<String>,
    /// What is at its end.
    pub note: Option<String>,
    pub ground: &'static str,
    pub style: Style,
}

/// Draws columns of text, as many as there is room for, and a line below them. Returns where the grid ends.
pub(super) fn grid(
    svg: &mut Svg,
    [x, y, width]: [u32; 3],
    columns: &[Column],
    rows: &[Row],
    below: Option<&str>,
) -> u32 {
    let widths = column_widths(columns, rows, width - 2 * PADDING);
    let row_count = count(rows.len()) + 1 + u32::from(below.is_some());
    svg.rectangle([x, y, width, ROW * row_count], SURFACE, BORDER);
    let mut left = x + PADDING;
    for (column, width) in columns.iter().zip(&widths) {
        let style = Style { is_bold: true, colour: column.colour.unwrap_or(MUTED), ..CODE };
        svg.text(left, y + 16, &fitted(&column.heading, letters(*width)), style);
        left += width;
    }
    let mut top = y + ROW;
    for row in rows {
        if row.ground != SURFACE {
            svg.rectangle([x + 1, top, width - 2, ROW], row.ground, row.ground);
        }
        svg.line([x, top, width], RAISED);
        let mut left = x + PADDING;
        for (cell, width) in row.cells.iter().zip(&widths) {
            svg.text(left, top + 16, &fitted(cell, letters(*width)), row.style);
            left += width;
        }
        if let Some(note) = &row.note {
            svg.text_end(x + width - PADDING, top + 16, note, QUIET);
        }
        top += ROW;
    }
    if let Some(words) = below {
        svg.line([x, top, width], RAISED);
        svg.text(x + PADDING, top + 16, &fitted(words, width / 7), QUIET);
    }
    y + ROW * row_count
}

/// The widths of the columns that fit, in pixels. What is left is shared among them.
fn column_widths(columns: &[Column], rows: &[Row], width: u32) -> Vec<u32> {
    let needed = |(position, column): (usize, &Column)| {
        let cells = rows.iter().filter(|row| row.cells.len() == columns.len());
        let cells = cells.filter_map(|row| row.cells.get(position)).map(|cell| length(cell));
        let longest = cells.chain([length(&column.heading)]).max().unwrap_or(0);
        (longest.clamp(3, CELL_LENGTH_MAX) + 2) * LETTER_TENTHS / 10
    };
    let mut widths: Vec<u32> = columns.iter().enumerate().map(needed).collect();
    while widths.len() > 1 && widths.iter().sum::<u32>() > width {
        widths.pop();
    }
    let free = width.saturating_sub(widths.iter().sum());
    let share = free / count(widths.len().max(1));
    widths.iter().map(|needed| (needed + share).min(width)).collect()
}

/// The letters that a column of that width has room for, with a gap after them.
const fn letters(width: u32) -> u32 {
    width * 10 / LETTER_TENTHS - 1
}

/// The width of a text in letters of code: those of Chinese, Japanese and Korean are twice as wide.
fn length(text: &str) -> u32 {
    text.chars().map(|letter| if u32::from(letter) < 0x1100 { 1 } else { 2 }).sum()
}

/// A text that has at most so many letters, cut with "…".
pub(super) fn fitted(text: &str, letters: u32) -> String {
    if length(text) <= letters {
        return text.to_owned();
    }
    let mut room = letters.saturating_sub(1);
    let is_in = |letter: &char| {
        let needed = length(letter.encode_utf8(&mut [0; 4]));
        let fits = needed <= room;
        room = room.saturating_sub(needed);
        fits
    };
    let mut cut: String = text.chars().take_while(is_in).collect();
    cut.push('…');
    cut
}

/// A sentence as lines of at most so many letters, at most three.
pub(super) fn wrapped(text: &str, letters: u32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && length(last) + 1 + length(word) > letters {
            lines.push(fitted(word, letters));
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(&fitted(word, letters));
        }
    }
    if lines.len() > 3 {
        lines.truncate(3);
        lines[2].push('…');
    }
    lines
}

/// A number of rows or columns, of which a picture has few.
pub(super) fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
