//! A report as HTML in one file, without scripts, and as Markdown.

use std::fmt::Write;

use crate::markup;
use crate::picture::qr::QrCode;
use crate::report::block::{Block, Report, Section};

/// How the file looks, on a screen and on paper.
const STYLE: &str = include_str!("style.css");

impl Report {
    /// A whole file. The texts in it stay texts, whoever wrote them.
    pub(super) fn html(&self) -> String {
        let title = markup::html(&self.title);
        let body = self.body();
        format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n{body}</html>\n"
        )
    }

    /// Its sections, for a page that prints it.
    pub(super) fn body(&self) -> String {
        let mut html = format!("<h1>{}</h1>\n", markup::html(&self.title));
        for Section { title, blocks } in &self.sections {
            let blocks: String = blocks.iter().map(html_block).collect();
            let title = markup::html(title);
            write!(html, "<section>\n<h2>{title}</h2>\n{blocks}</section>\n")
                .expect("a String takes any text");
        }
        html
    }

    /// Without pictures: what shows Markdown seldom shows those that are in it.
    pub(super) fn markdown(&self) -> String {
        let mut markdown = format!("# {}\n", markup::markdown(&self.title));
        for Section { title, blocks } in &self.sections {
            let blocks: String = blocks.iter().map(markdown_block).collect();
            write!(markdown, "\n## {}\n{blocks}", markup::markdown(title))
                .expect("a String takes any text");
        }
        markdown
    }
}

fn html_block(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("<p>{}</p>\n", markup::html(text)),
        Block::Points(texts) => {
            let point = |text: &String| format!("<li>{}</li>\n", markup::html(text));
            format!("<ul>\n{}</ul>\n", texts.iter().map(point).collect::<String>())
        }
        Block::List(items) => {
            let item = |(text, address): &(String, String)| {
                format!("<li>{} {}</li>\n", markup::html(text), html_link(address))
            };
            format!("<ul>\n{}</ul>\n", items.iter().map(item).collect::<String>())
        }
        Block::Table { head, rows, has_sum } => {
            let class = |column: usize| if head[column].1 { " class=\"number\"" } else { "" };
            let row = |tag: &str, cells: &mut dyn Iterator<Item = &String>| -> String {
                let cell = |(column, text): (usize, &String)| {
                    format!("<{tag}{}>{}</{tag}>", class(column), markup::html(text))
                };
                format!("<tr>{}</tr>\n", cells.enumerate().map(cell).collect::<String>())
            };
            let heading = row("th", &mut head.iter().map(|(heading, _)| heading));
            let rows: String = rows.iter().map(|cells| row("td", &mut cells.iter())).collect();
            let sum = if *has_sum { " class=\"has-sum\"" } else { "" };
            format!(
                "<div class=\"frame-x\"><table{sum}>\n<thead>{heading}</thead>\n<tbody>{rows}</tbody>\n</table></div>\n"
            )
        }
        Block::Picture(svg) => format!("<figure>{svg}</figure>\n"),
        Block::Link(link) => {
            let code = QrCode::of(link).map(|QrCode { view_box, path }| {
                format!("<svg class=\"qr-code\" viewBox=\"{view_box}\" shape-rendering=\"crispEdges\"><path d=\"{path}\"/></svg>\n")
            });
            format!("{}<p>{}</p>\n", code.unwrap_or_default(), html_link(link))
        }
    }
}

fn html_link(address: &str) -> String {
    format!("<a href=\"{}\">{}</a>", markup::attribute(address), markup::html(address))
}

fn markdown_block(block: &Block) -> String {
    match block {
        Block::Text(text) => format!("\n{}\n", markup::markdown(text)),
        Block::Points(texts) => {
            let point = |text: &String| format!("- {}\n", markup::markdown(text));
            format!("\n{}", texts.iter().map(point).collect::<String>())
        }
        Block::List(items) => {
            let item = |(text, address): &(String, String)| {
                format!("- {} <{address}>\n", markup::markdown(text))
            };
            format!("\n{}", items.iter().map(item).collect::<String>())
        }
        Block::Table { head, rows, .. } => {
            let row = |cells: &mut dyn Iterator<Item = &String>| -> String {
                let cell = |text: &String| format!(" {} |", markup::markdown(text));
                format!("|{}\n", cells.map(cell).collect::<String>())
            };
            let heading = row(&mut head.iter().map(|(heading, _)| heading));
            let align =
                |(_, is_number): &(String, bool)| if *is_number { " ---: |" } else { " --- |" };
            let line: String = head.iter().map(align).collect();
            let rows: String = rows.iter().map(|cells| row(&mut cells.iter())).collect();
            format!("\n{heading}|{line}\n{rows}")
        }
        Block::Picture(_) => String::new(),
        Block::Link(link) => format!("\n<{link}>\n"),
    }
}
