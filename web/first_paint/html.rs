//! Items and indexes as static HTML, with the words and numbers of the page.

use playground::message::{text, word};
use playground::view::index::{CellView, IndexView};
use playground::view::message::{Argument, Message};
use playground::view::table::{ItemView, TableHead, TableView};
use playground::view::value::Text;

/// Shown for an attribute that an item does not have.
const ABSENT: &str = "–";

pub(crate) fn zone_head(title: &str, about: &str) -> String {
    format!(
        r#"<div class="zone-head row wrap"><h2>{}</h2><span class="muted">{}</span></div>"#,
        escape(title),
        escape(about)
    )
}

pub(crate) fn counts(table: &TableHead) -> String {
    let items = Message::plain("table.items").with("count", Argument::Count(table.item_count));
    let counts = Message::plain("table.counts").with("items", items);
    text(&counts.with("size", Argument::Size(table.size)))
}

/// The items with their keys, and with the attributes that are keys of an index.
pub(crate) fn item_rows(table: &TableView) -> String {
    let index_keys: Vec<&Text> = table
        .columns
        .iter()
        .filter(|column| !column.indexes.is_empty())
        .map(|column| &column.name)
        .collect();
    let keys = [Some(&table.partition_key), table.sort_key.as_ref()].into_iter().flatten();
    let columns = keys.map(|key| &*key.name).chain(index_keys.iter().map(|name| &***name));
    let rows = table.items().map(|item| {
        let keys = [Some(&item.partition), item.sort.as_ref()].into_iter().flatten();
        let keys = keys.map(|value| value.text.to_string());
        keys.chain(index_keys.iter().map(|name| attribute(item, name))).collect()
    });
    html_table(columns, rows)
}

fn attribute(item: &ItemView, name: &Text) -> String {
    let attribute = item.attributes.iter().find(|attribute| attribute.name == *name);
    attribute.map_or(ABSENT, |attribute| &*attribute.value.text).to_owned()
}

pub(crate) fn index_card(index: &IndexView) -> String {
    let tag = index.kind();
    // The column without a name has what is not projected.
    let columns = index.columns.iter().filter(|name| !name.is_empty()).map(|name| &**name);
    let rows = index.entries.iter().map(|entry| {
        let cells = index.columns.iter().zip(&entry.cells);
        cells.filter(|(name, _)| !name.is_empty()).map(|(_, cell)| cell_text(cell)).collect()
    });
    let absent = index.ghost_reason.as_ref().map_or_else(String::new, |reason| {
        format!("<p class=\"ghosts small\">{}</p>\n", escape(&text(reason)))
    });
    format!(
        r#"<div class="index card {}">
<header class="index-head row wrap"><h3 class="name">{}</h3><span class="tag">{}</span><span class="push">{}</span></header>
{}
{absent}</div>
"#,
        index.hue.class(),
        escape(&index.name),
        escape(&word(tag)),
        escape(&entry_counts(index)),
        html_table(columns, rows),
    )
}

fn entry_counts(index: &IndexView) -> String {
    let of = Message::plain("index.count")
        .with("count", Argument::Count(index.entry_count))
        .with("total", Argument::Count(index.item_count));
    let counts = Message::plain("table.counts").with("items", of);
    text(&counts.with("size", Argument::Bytes(index.size)))
}

fn cell_text(cell: &CellView) -> String {
    match cell {
        CellView::Key(value) | CellView::TableKey(value) | CellView::Value { value, .. } => {
            value.text.to_string()
        }
        CellView::NotProjected { .. } | CellView::Absent => ABSENT.to_owned(),
    }
}

fn html_table<'a>(
    columns: impl Iterator<Item = &'a str>,
    rows: impl Iterator<Item = Vec<String>>,
) -> String {
    let mut table = "<table class=\"entries\">\n<thead><tr>".to_owned();
    for name in columns {
        table.extend(["<th>", &escape(name), "</th>"]);
    }
    table += "</tr></thead>\n<tbody>\n";
    for cells in rows {
        table += "<tr class=\"entry\">";
        for cell in cells {
            table.extend(["<td>", &escape(&cell), "</td>"]);
        }
        table += "</tr>\n";
    }
    table + "</tbody>\n</table>"
}

/// A text as HTML.
pub(crate) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
