//! A static page for each example that has a picture: what a chat shows as a preview of its link, and what a reader without scripts sees.

use std::fs;
use std::io;
use std::path::Path;

use playground::lesson::course::LessonTitle;
use playground::lesson::example;
use playground::link::snippet::{Embed, HEIGHT, WIDTH, embed_address, iframe};
use playground::message::word;
use playground::sandbox::example::{fragment_of, of_fragment};
use playground::session::Session;
use playground::view::embed::EmbedRequest;
use serde_json::json;
use web::panel::{indexes, items};

use crate::html::{counts, escape, index_card, item_rows, zone_head};

/// The size of the pictures in `static/examples`: the one that chats expect.
const PICTURE_WIDTH: u32 = 1_200;
const PICTURE_HEIGHT: u32 = 630;

/// An example, and the name of its files: the picture is `static/examples/NAME.png`.
struct Page {
    name: String,
    id: String,
    about: String,
    session: Session,
}

impl Page {
    /// The page of a name in addresses.
    fn of(name: String) -> Option<Self> {
        let id = of_fragment(&format!("example={name}"))?.to_owned();
        let about = LessonTitle::of(&example::read(&id)?.words).summary;
        let session = example::opened(&id);
        Some(Self { name, id, about, session })
    }

    fn title(&self) -> &str {
        self.session.title()
    }
}

/// The pages: one for each picture of a folder.
fn pages(folder: &Path) -> io::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for file in fs::read_dir(folder)? {
        let path = file?.path();
        let name = path.file_stem().and_then(|name| name.to_str());
        if path.extension().is_some_and(|end| end == "png") {
            pages.extend(name.and_then(|name| Page::of(name.to_owned())));
        }
    }
    Ok(pages)
}

/// Writes a page beside each picture of a folder. Chats and oEmbed need the whole address of a picture and of the page: without an
/// address, there is no oEmbed, and a preview depends on the chat.
pub(crate) fn write_all(folder: &Path, address: Option<&str>) -> io::Result<()> {
    let site = address.map(|address| format!("{}/", address.trim_end_matches('/')));
    for example in pages(folder)? {
        let name = &example.name;
        fs::write(folder.join(format!("{name}.html")), page(&example, site.as_deref()))?;
        let oembed = folder.join(oembed_name(name));
        match &site {
            Some(site) => fs::write(oembed, oembed_text(&example, site))?,
            None if oembed.exists() => fs::remove_file(oembed)?,
            None => {}
        }
    }
    Ok(())
}

fn oembed_name(name: &str) -> String {
    format!("{name}.oembed.json")
}

fn page(example: &Page, site: Option<&str>) -> String {
    let (name, title, about) = (&example.name, escape(example.title()), escape(&example.about));
    let folder = site.map(|site| format!("{site}examples/")).unwrap_or_default();
    let picture = format!("{folder}{name}.png");
    let own_address = site.map_or_else(String::new, |_| {
        let oembed = oembed_name(name);
        format!(
            r#"<meta property="og:url" content="{folder}{name}.html">
<link rel="alternate" type="application/json+oembed" href="{folder}{oembed}" title="{title}">
"#
        )
    });
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Sparsebox</title>
<meta name="description" content="{about}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Sparsebox">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
<meta property="og:image" content="{picture}">
<meta property="og:image:width" content="{PICTURE_WIDTH}">
<meta property="og:image:height" content="{PICTURE_HEIGHT}">
<meta name="twitter:card" content="summary_large_image">
{own_address}<link rel="stylesheet" href="page.css">
</head>
<body>
<main>
<p class="site">Sparsebox</p>
<h1>{title}</h1>
<p>{about}</p>
<p><a class="open" href="{}">{}</a></p>
<img src="{name}.png" width="{PICTURE_WIDTH}" height="{PICTURE_HEIGHT}" alt="">
{}</main>
</body>
</html>
"#,
        address_of(example, "../"),
        escape(&word("example.open")),
        tables(&example.session),
    )
}

/// The items and the entries of each index.
fn tables(session: &Session) -> String {
    let table = session.table_head(None).expect("an example has a table");
    let items = session.items(None, &items::state::State::default().shown, None);
    let items = items.expect("an example has a table");
    let indexes = session.indexes(None, &indexes::state::State::default().shown, None);
    let cards: String = indexes.cards.iter().map(|index| index_card(index)).collect();
    format!("{}\n{}\n{cards}", zone_head(&table.name, &counts(&table)), item_rows(&items))
}

/// The address of an example; `site` ends in a slash.
fn address_of(example: &Page, site: &str) -> String {
    match &*fragment_of(&example.id) {
        "" => format!("{site}index.html"),
        fragment => format!("{site}index.html#{fragment}"),
    }
}

/// What oEmbed says about the page of an example. Source: <https://oembed.com/>
fn oembed_text(example: &Page, site: &str) -> String {
    let (name, title) = (&example.name, example.title());
    let parts = example.session.embed_parts(None);
    let request = EmbedRequest { parts, is_read_only: false };
    let page = format!("{site}index.html");
    let fragment = fragment_of(&example.id);
    let embed = Embed { page: &page, request: &request, theme: "", fragment: &fragment, title };
    let address = embed_address(&embed);
    json!({
        "version": "1.0",
        "type": "rich",
        "provider_name": "Sparsebox",
        "provider_url": site,
        "title": title,
        "html": iframe(&address, title),
        "width": WIDTH,
        "height": HEIGHT,
        "thumbnail_url": format!("{site}examples/{name}.png"),
        "thumbnail_width": PICTURE_WIDTH,
        "thumbnail_height": PICTURE_HEIGHT,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pictured() -> Vec<Page> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples");
        pages(&folder).expect("the folder is there")
    }

    #[test]
    fn a_page_has_the_items_the_entries_and_a_preview() {
        let pages = pictured();
        assert!(pages.len() >= 4);
        for example in &pages {
            let html = page(example, None);
            assert!(html.contains(&format!("<h1>{}</h1>", escape(example.title()))));
            assert!(html.matches("<table").count() >= 2, "items, and an index at least");
            assert!(!html.contains("oembed"), "it needs an address");
            let html = page(example, Some("https://a.example/s/"));
            let name = &example.name;
            let picture = format!(r#"og:image" content="https://a.example/s/examples/{name}.png""#);
            assert!(html.contains(&picture), "{html}");
            let link =
                format!(r#"+oembed" href="https://a.example/s/examples/{name}.oembed.json""#);
            assert!(html.contains(&link), "{html}");
        }
    }

    #[test]
    fn oembed_has_a_frame_of_the_example() {
        let page = Page::of("champions".to_owned()).expect("there is a lesson");
        let text = oembed_text(&page, "https://a.example/s/");
        let oembed: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let html = oembed["html"].as_str().expect("it has HTML");
        assert!(html.contains("https://a.example/s/index.html?view=table:"), "{html}");
        assert!(html.contains("#example=champions"), "{html}");
        assert_eq!(oembed["thumbnail_url"], "https://a.example/s/examples/champions.png");
    }

    #[test]
    fn the_pages_of_earlier_addresses_are_there() {
        let mut names: Vec<String> = pictured().into_iter().map(|page| page.name).collect();
        names.sort();
        assert_eq!(names, ["champions", "conditional-index", "invoices", "open-orders"]);
    }
}
