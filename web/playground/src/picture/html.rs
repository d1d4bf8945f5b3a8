//! A sandbox as HTML without scripts and styles: what an embed has inside for readers without scripts, and for print.

use std::fmt::Write;

use crate::markup;
use crate::message::{number, text, word_with};
use crate::picture::draw::{counts, values};
use crate::picture::grid::fitted;
use crate::view::message::Argument;
use crate::view::picture::{PictureOperation, PictureView};
use crate::view::receipt::ReceiptLine;
use crate::view::table::{TableHead, TableView};

/// The most letters of a value.
const CELL_LENGTH_MAX: u32 = 40;

/// The first items of the table, and what the last operation cost.
pub fn fallback(view: &PictureView) -> String {
    let mut html = String::new();
    if let Some((head, table)) = &view.table {
        write_table(&mut html, head, table);
    }
    if let Some(PictureOperation { sentence, receipt, followers }) = &view.operation {
        let part = |line: &ReceiptLine| {
            format!("<li>{} {}</li>\n", number::units(line.units), markup::html(&text(&line.words)))
        };
        let follower = |words| format!("<li>{}</li>\n", markup::html(&text(words)));
        let parts = receipt.iter().flat_map(|it| &it.lines).map(part);
        let parts: Vec<String> = parts.chain(followers.iter().map(follower)).collect();
        let sentence = markup::html(&text(sentence));
        writeln!(html, "<p>{sentence}</p>").expect("a String takes any text");
        if !parts.is_empty() {
            writeln!(html, "<ul>\n{}</ul>", parts.concat()).expect("a String takes any text");
        }
    }
    html
}

fn write_table(html: &mut String, head: &TableHead, table: &TableView) {
    let keys = [Some(&table.partition_key), table.sort_key.as_ref()];
    let names = keys.into_iter().flatten().map(|key| &key.name);
    let names = names.chain(table.columns.iter().map(|column| &column.name));
    let headings: Vec<String> = names.map(|name| cell("th", name)).collect();
    let caption = markup::html(&format!("{}: {}", head.name, counts(head)));
    let mut write = |line: &str| writeln!(html, "{line}").expect("a String takes any text");
    write(&format!("<table>\n<caption>{caption}</caption>"));
    write(&format!("<tr>{}</tr>", headings.concat()));
    for item in table.items() {
        let keys = [Some(&item.partition), item.sort.as_ref()];
        let keys = keys.into_iter().flatten().map(|key| key.text.to_string());
        let cells: Vec<String> =
            keys.chain(values(item, table)).map(|value| cell("td", &value)).collect();
        write(&format!("<tr>{}</tr>", cells.concat()));
    }
    write("</table>");
    let left_out = head.item_count - table.items().count() as u64;
    if left_out > 0 {
        let more = word_with("picture.more_items", "count", Argument::Count(left_out));
        write(&format!("<p>{}</p>", markup::html(&more)));
    }
}

fn cell(tag: &str, value: &str) -> String {
    format!("<{tag}>{}</{tag}>", markup::html(&fitted(value, CELL_LENGTH_MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::command::Command;
    use crate::session::Session;

    #[test]
    fn readers_without_scripts_see_the_items_and_the_receipt() {
        let mut session = Session::first();
        let request = r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"REMOVE OrderOpenDate"}"#;
        let operation = "UpdateItem".to_owned();
        session.handle(Command::Call { operation, request: request.to_owned() });
        let html = fallback(&session.picture(None, "#".into()));
        assert!(html.starts_with("<table>\n<caption>Orders: 10 items"), "{html}");
        assert!(html.contains("<th>CustomerId</th><th>OrderId</th>"), "{html}");
        assert!(html.contains("<td>C1</td><td>O-1003</td>"), "{html}");
        assert!(html.contains("<li>4 Orders"), "{html}");
        assert!(!html.contains("\n\n"), "an empty line ends HTML in Markdown");
    }

    #[test]
    fn markup_in_a_value_stays_text() {
        let mut session = Session::first();
        let request =
            r#"{"TableName":"Orders","Item":{"CustomerId":{"S":"<b>{{x}}"},"OrderId":{"S":"&"}}}"#;
        let operation = "PutItem".to_owned();
        session.handle(Command::Call { operation, request: request.to_owned() });
        let html = fallback(&session.picture(None, "#".into()));
        assert!(html.contains("&lt;b&gt;&#123;&#123;x&#125;&#125;</td><td>&amp;</td>"), "{html}");
        assert!(!html.contains("<b>"), "{html}");
    }
}
