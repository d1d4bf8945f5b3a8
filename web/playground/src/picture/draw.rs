//! A sandbox as an SVG picture: a table beside its indexes, and the last operation below them.

use std::rc::Rc;

use crate::message::{number, text, word, word_with};
use crate::picture::grid::{
    BORDER, CODE, Column, INK, MUTED, PADDING, QUIET, RAISED, ROW, Row, SURFACE, count, fitted,
    grid, wrapped,
};
use crate::picture::svg::{Style, Svg};
use crate::view::first::First;
use crate::view::index::{CellView, EntryState, EntryView, IndexView};
use crate::view::map::{MapTable, MapView, MapWay};
use crate::view::message::{Argument, Message};
use crate::view::picture::{PictureOperation, PictureView};
use crate::view::receipt::ReceiptView;
use crate::view::table::{CollectionView, ItemView, TableHead, TableView};
use crate::view::value::{Colour, Mark, Rim};
use crate::visible;

/// Entries of each index that a picture has room for.
const ENTRY_COUNT_MAX: usize = 6;

/// Indexes that a picture has room for.
const INDEX_COUNT_MAX: usize = 3;

/// Tables of a map that a picture has room for, and ways from each.
const MAP_TABLE_COUNT_MAX: usize = 8;
const MAP_WAY_COUNT_MAX: usize = 8;

/// Lines of a receipt that a picture has room for.
const LINE_COUNT_MAX: usize = 8;

/// In pixels, as all lengths here.
const WIDTH: u32 = 960;
const MARGIN: u32 = 24;
const GAP: u32 = 16;

const GROUND: &str = "#fafaf9";
const PENDING: &str = "#fff8dc";
const WRITE: &str = "#a3480b";
const ACCENT: &str = "#0b5fbf";

const HEADING: Style = Style { size: 15, colour: INK, is_bold: true, is_code: false };
const WORDS: Style = Style { size: 13, colour: INK, is_bold: false, is_code: false };

/// Draws the picture.
pub fn svg(view: &PictureView) -> String {
    let mut svg = Svg::default();
    let mut below = Svg::default();
    // The ground is drawn first and its height is known last.
    let mut top = 60;
    if let Some(map) = &view.map {
        top = draw_map(&mut below, [MARGIN, top, WIDTH - 2 * MARGIN], map) + GAP;
    }
    let has_indexes = !view.indexes.is_empty();
    let table_width = if has_indexes { 464 } else { WIDTH - 2 * MARGIN };
    let mut end = top;
    if let Some((head, table)) = &view.table {
        end = end.max(draw_table(&mut below, [MARGIN, top, table_width], head, table));
    }
    if has_indexes {
        let left = MARGIN + table_width + GAP;
        end = end.max(draw_indexes(&mut below, [left, top, WIDTH - MARGIN - left], &view.indexes));
    }
    if let Some(PictureOperation { sentence, receipt, followers }) = &view.operation {
        let receipt = receipt.as_deref();
        end = draw_operation(&mut below, end + GAP, sentence, receipt, followers);
    }
    if let Some(run) = &view.run {
        end = draw_operation(&mut below, end + GAP, run, None, &[]);
    }
    let height = end + MARGIN;
    svg.rectangle([0, 0, WIDTH, height], GROUND, GROUND);
    svg.text(MARGIN, 38, &fitted(&view.title, 70), Style { size: 20, ..HEADING });
    let link = Style { colour: ACCENT, ..WORDS };
    svg.link(WIDTH - MARGIN, 38, &word("picture.open"), &view.link, link);
    svg.append(below);
    svg.finish([WIDTH, height], &view.title, &about(view), &view.link)
}

/// What the picture shows, in words.
fn about(view: &PictureView) -> String {
    let ways = view.map.iter().flat_map(|map| &map.tables).flat_map(way_texts);
    let table = view.table.iter().map(|(head, _)| format!("{}: {}", head.name, counts(head)));
    let indexes = view.indexes.iter().map(|index| format!("{}: {}", index.name, entries(index)));
    let operation = view.operation.iter().map(|it| text(&it.sentence));
    let run = view.run.iter().map(text);
    let parts: Vec<String> = ways.chain(table).chain(indexes).chain(operation).chain(run).collect();
    parts.join(". ")
}

/// The ways from a table in words: "Orders, GSI → OpenOrders: 3 entries".
fn way_texts(table: &MapTable) -> Vec<String> {
    let from = table_title(table);
    let ways = table.ways.iter().map(|way| {
        let (kind, to) = way_ends(way);
        format!("{from}, {kind} {} {to}: {}", way.arrow(), joined(&way.words()))
    });
    ways.collect()
}

fn table_title(table: &MapTable) -> String {
    table.group.as_ref().map_or_else(|| visible::table(&table.name).into_owned(), text)
}

/// What leads to the end of a way, and what is there.
fn way_ends(way: &MapWay) -> (String, String) {
    let kind = word(way.kind());
    let kind = match way.through() {
        Some(program) => format!("{kind} {program}"),
        None => kind.to_string(),
    };
    (kind, visible::table(way.to().0).into_owned())
}

fn joined(words: &[Message]) -> String {
    let texts: Vec<String> = words.iter().map(text).collect();
    texts.join(" · ")
}

/// Draws a box for each table, with a line for each way from it. Returns where the last one ends.
fn draw_map(svg: &mut Svg, [x, y, width]: [u32; 3], map: &MapView) -> u32 {
    let First { shown, more: left_out } = First::of(&map.tables, MAP_TABLE_COUNT_MAX);
    let mut end = y;
    for table in shown {
        let below = if end == y { y } else { end + GAP / 2 };
        end = draw_map_table(svg, [x, below, width], table);
    }
    if left_out > 0 {
        let more = word_with("picture.more_tables", "count", Argument::Count(left_out));
        svg.text(x, end + GAP + 4, &more, QUIET);
        end += ROW;
    }
    end
}

fn draw_map_table(svg: &mut Svg, [x, y, width]: [u32; 3], table: &MapTable) -> u32 {
    let ways = First::of(&table.ways, MAP_WAY_COUNT_MAX);
    let more = ways.more_words().as_ref().map(text);
    let rows = count(ways.len() + more.iter().len()).max(2);
    svg.rectangle([x, y, width, ROW * rows + 8], SURFACE, BORDER);
    let left = x + PADDING;
    svg.text(left, y + 20, &fitted(&table_title(table), 32), HEADING);
    svg.text(left, y + 40, &joined(&table.words()), QUIET);
    let mut at = y + 20;
    for way in ways.iter() {
        let (kind, to) = way_ends(way);
        let colour = way.to().1.map_or(INK, |hue| colour(hue.colour));
        svg.text(left + 300, at, &fitted(&kind, 30), QUIET);
        svg.text(left + 490, at, way.arrow(), QUIET);
        svg.text(left + 514, at, &fitted(&to, 28), Style { colour, is_bold: true, ..WORDS });
        svg.text_end(x + width - PADDING, at, &joined(&way.words()), QUIET);
        at += ROW;
    }
    if let Some(more) = more {
        svg.text(left + 300, at, &more, QUIET);
    }
    y + ROW * rows + 8
}

pub(super) fn counts(head: &TableHead) -> String {
    let items = Message::plain("table.items").with("count", Argument::Count(head.item_count));
    let counts = Message::plain("table.counts").with("items", items);
    text(&counts.with("size", Argument::Size(head.size)))
}

fn entries(index: &IndexView) -> String {
    let of = Message::plain("index.count").with("count", Argument::Count(index.entry_count));
    text(&of.with("total", Argument::Count(index.item_count)))
}

fn draw_table(svg: &mut Svg, [x, y, width]: [u32; 3], head: &TableHead, view: &TableView) -> u32 {
    svg.text(x, y + 16, &fitted(&head.name, 30), HEADING);
    svg.text_end(x + width, y + 16, &counts(head), QUIET);
    let key = view.sort_key.as_ref().unwrap_or(&view.partition_key);
    let keys = [Column { heading: key.name.to_string(), colour: None }];
    let others = view.columns.iter().map(|column| Column {
        heading: column.name.to_string(),
        colour: column.indexes.first().map(|(_, hue)| colour(hue.colour)),
    });
    let columns: Vec<Column> = keys.into_iter().chain(others).collect();
    let mut rows = Vec::new();
    for collection in &view.collections {
        rows.extend(collection.key.as_ref().map(|key| collection_row(collection, &key.text)));
        rows.extend(collection.items.iter().map(|placed| item_row(&placed.item, view)));
    }
    let left_out = head.item_count - view.items().count() as u64;
    let more =
        (left_out > 0).then(|| word_with("picture.more_items", "count", Argument::Count(left_out)));
    grid(svg, [x, y + 26, width], &columns, &rows, more.as_deref())
}

fn collection_row(collection: &CollectionView, key: &str) -> Row {
    let count = word_with("table.items", "count", Argument::Count(collection.item_count));
    let cells = vec![key.to_owned(), count];
    Row { cells, note: None, ground: RAISED, style: Style { is_bold: true, ..CODE } }
}

fn item_row(item: &ItemView, table: &TableView) -> Row {
    let key = item.sort.as_ref().unwrap_or(&item.partition);
    let others = values(item, table);
    let ground = if item.mark.is_some() { PENDING } else { SURFACE };
    let cells = [key.text.to_string()].into_iter().chain(others).collect();
    Row { cells, note: None, ground, style: CODE }
}

/// What an item has in the columns of its table.
pub(super) fn values(item: &ItemView, table: &TableView) -> impl Iterator<Item = String> {
    table.columns.iter().map(|column| {
        let attribute = item.attributes.iter().find(|attribute| attribute.name == column.name);
        attribute.map_or_else(|| "–".to_owned(), |attribute| attribute.value.text.to_string())
    })
}

fn draw_indexes(svg: &mut Svg, [x, mut y, width]: [u32; 3], indexes: &[Rc<IndexView>]) -> u32 {
    let First { shown, more: left_out } = First::of(indexes, INDEX_COUNT_MAX);
    for index in shown {
        y = draw_index(svg, [x, y, width], index) + GAP;
    }
    if left_out > 0 {
        svg.text(
            x,
            y + 8,
            &word_with("picture.more_indexes", "count", Argument::Count(left_out)),
            QUIET,
        );
        y += ROW;
    }
    y - GAP
}

fn draw_index(svg: &mut Svg, [x, y, width]: [u32; 3], index: &IndexView) -> u32 {
    let colour = colour(index.hue.colour);
    let kind = word(index.kind());
    let name = format!("{} · {kind}", fitted(&index.name, 24));
    svg.text(x, y + 16, &name, Style { colour, ..HEADING });
    svg.text_end(x + width, y + 16, &entries(index), QUIET);
    let columns: Vec<Column> = index
        .columns
        .iter()
        .map(|name| Column { heading: name.to_string(), colour: None })
        .collect();
    let rows = First::of(&index.entries, ENTRY_COUNT_MAX).map(|entry| entry_row(entry)).shown;
    let left_out = index.row_count.saturating_sub(rows.len()) as u64;
    let more = (left_out > 0)
        .then(|| word_with("picture.more_entries", "count", Argument::Count(left_out)));
    let reason = index.ghost_reason.as_ref().map(text);
    let below: Vec<String> = more.into_iter().chain(reason).collect();
    let below = (!below.is_empty()).then(|| below.join(" · "));
    let end = grid(svg, [x, y + 26, width], &columns, &rows, below.as_deref());
    svg.edge([x + 2, y + 28, end - y - 30], colour, index.hue.rim == Rim::Dashed);
    end
}

fn entry_row(entry: &EntryView) -> Row {
    let cells = entry.cells.iter().map(|cell| match cell {
        CellView::Key(value) | CellView::TableKey(value) | CellView::Value { value, .. } => {
            value.text.to_string()
        }
        CellView::NotProjected { names, .. } if names.is_empty() => String::new(),
        CellView::NotProjected { .. } => "–".to_owned(),
        CellView::Absent => String::new(),
    });
    let is_pending = match entry.state {
        EntryState::Present => entry.mark.is_some(),
        EntryState::Arriving(_)
        | EntryState::Leaving(_)
        | EntryState::Changing(_)
        | EntryState::Left => true,
    };
    let cells: Vec<String> = cells.collect();
    let note = match (entry.state, entry.mark) {
        (EntryState::Leaving(due), _) => Some(state("index.leaves", due.in_ms)),
        (EntryState::Arriving(due), _) => Some(state("index.arrives", due.in_ms)),
        (EntryState::Changing(due), _) => Some(state("index.changes", due.in_ms)),
        (EntryState::Left, _) => Some(Mark::Removed.glyph().to_owned()),
        (EntryState::Present, mark) => mark.map(|mark| mark.glyph().to_owned()),
    };
    let style = match entry.state {
        EntryState::Leaving(_) | EntryState::Left => Style { colour: MUTED, ..CODE },
        EntryState::Present | EntryState::Arriving(_) | EntryState::Changing(_) => CODE,
    };
    Row { cells, note, ground: if is_pending { PENDING } else { SURFACE }, style }
}

fn state(key: &'static str, in_ms: u64) -> String {
    word_with(key, "time", Argument::Ms(in_ms))
}

/// A sentence in a box, with what it cost and what followed from it.
fn draw_operation(
    svg: &mut Svg,
    y: u32,
    sentence: &Message,
    receipt: Option<&ReceiptView>,
    followers: &[Message],
) -> u32 {
    let lines: Vec<String> = wrapped(&text(sentence), 118);
    let followers: Vec<String> = followers.iter().flat_map(|it| wrapped(&text(it), 118)).collect();
    let parts = receipt.map_or(&[][..], |receipt| &receipt.lines);
    let parts = First::of(parts, LINE_COUNT_MAX);
    let more = parts.more_words().as_ref().map(text);
    let row_count = count(parts.len() + more.iter().len() + followers.len());
    let height = 16 + 20 * count(lines.len()) + ROW * row_count + 8;
    svg.rectangle([MARGIN, y, WIDTH - 2 * MARGIN, height], SURFACE, BORDER);
    let mut at = y + 24;
    for line in &lines {
        svg.text(MARGIN + PADDING, at, line, Style { is_bold: true, ..WORDS });
        at += 20;
    }
    for part in parts.iter() {
        let units = Style { is_bold: true, colour: WRITE, ..WORDS };
        svg.text_end(MARGIN + PADDING + 40, at, &number::units(part.units), units);
        let words = Style { colour: part.hue.map_or(INK, |hue| colour(hue.colour)), ..WORDS };
        let arithmetic: Vec<String> = part.arithmetic.iter().map(text).collect();
        svg.text(MARGIN + PADDING + 56, at, &fitted(&text(&part.words), 60), words);
        let left = MARGIN + PADDING + 400;
        svg.text(left, at, &fitted(&arithmetic.join(" · "), 70), QUIET);
        at += ROW;
    }
    if let Some(more) = more {
        svg.text(MARGIN + PADDING + 56, at, &more, QUIET);
        at += ROW;
    }
    for line in &followers {
        svg.text(MARGIN + PADDING, at, line, WORDS);
        at += ROW;
    }
    y + height
}

/// The colours of `tokens.css` on a light ground.
const fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Violet => "#8247d0",
        Colour::Teal => "#027a72",
        Colour::Orange => "#955819",
        Colour::Pink => "#751657",
        Colour::Blue => "#153b97",
        Colour::Green => "#1e3606",
    }
}
