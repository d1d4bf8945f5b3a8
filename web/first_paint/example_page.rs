//! A static page for each example: what a chat shows as a preview of its link, and what a reader without scripts sees.

use std::fs;
use std::io;
use std::path::Path;

use playground::link::snippet::{Embed, HEIGHT, WIDTH, embed_address, iframe};
use playground::message::word;
use playground::session::Session;
use playground::view::embed::EmbedRequest;
use serde_json::json;
use web::panel::setting::{EXAMPLES, Example, titled};
use web::panel::{indexes, items};

use crate::html::{counts, escape, index_card, item_rows, zone_head};

/// The size of the pictures in `static/examples`: the one that chats expect.
const PICTURE_WIDTH: u32 = 1_200;
const PICTURE_HEIGHT: u32 = 630;

/// Writes the pages. Chats and oEmbed need the whole address of a picture and of the page: without an address, there is no
/// oEmbed, and a preview depends on the chat.
pub(crate) fn write_all(folder: &Path, address: Option<&str>) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let site = address.map(|address| format!("{}/", address.trim_end_matches('/')));
    for example in &EXAMPLES {
        let name = name(example);
        fs::write(folder.join(format!("{name}.html")), page(example, site.as_deref()))?;
        let oembed = folder.join(oembed_name(name));
        match &site {
            Some(site) => fs::write(oembed, oembed_text(example, site))?,
            None if oembed.exists() => fs::remove_file(oembed)?,
            None => {}
        }
    }
    Ok(())
}

/// The name of its files: the picture is `static/examples/NAME.png`.
fn name(example: &Example) -> &'static str {
    example.id.fragment().strip_prefix("example=").unwrap_or("open-orders")
}

fn oembed_name(name: &str) -> String {
    format!("{name}.oembed.json")
}

fn page(example: &Example, site: Option<&str>) -> String {
    let (name, title, about) = (name(example), word(example.title), word(example.about));
    let (title, about) = (escape(&title), escape(&about));
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
        tables(example),
    )
}

/// The items and the entries of each index.
fn tables(example: &Example) -> String {
    let session = Session::new(titled(example.id));
    let table = session.table_head(None).expect("an example has a table");
    let items = session.items(None, &items::state::State::default().shown, None);
    let items = items.expect("an example has a table");
    let indexes = session.indexes(None, &indexes::state::State::default().shown, None);
    let cards: String = indexes.cards.iter().map(|index| index_card(index)).collect();
    format!("{}\n{}\n{cards}", zone_head(&table.name, &counts(&table)), item_rows(&items))
}

/// The address of an example; `site` ends in a slash.
fn address_of(example: &Example, site: &str) -> String {
    match example.id.fragment() {
        "" => format!("{site}index.html"),
        fragment => format!("{site}index.html#{fragment}"),
    }
}

/// What oEmbed says about the page of an example. Source: <https://oembed.com/>
fn oembed_text(example: &Example, site: &str) -> String {
    let (name, title) = (name(example), word(example.title));
    let parts = Session::new(titled(example.id)).embed_parts(None);
    let request = EmbedRequest { parts, is_read_only: false };
    let page = format!("{site}index.html");
    let fragment = example.id.fragment();
    let embed = Embed { page: &page, request: &request, theme: "", fragment, title: &title };
    let address = embed_address(&embed);
    json!({
        "version": "1.0",
        "type": "rich",
        "provider_name": "Sparsebox",
        "provider_url": site,
        "title": &*title,
        "html": iframe(&address, &title),
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

    #[test]
    fn a_page_has_the_items_the_entries_and_a_preview() {
        for example in &EXAMPLES {
            let html = page(example, None);
            assert!(html.contains(&format!("<h1>{}</h1>", escape(&word(example.title)))));
            assert!(html.matches("<table").count() >= 2, "items, and an index at least");
            assert!(!html.contains("oembed"), "it needs an address");
            let html = page(example, Some("https://a.example/s/"));
            let name = name(example);
            let picture = format!(r#"og:image" content="https://a.example/s/examples/{name}.png""#);
            assert!(html.contains(&picture), "{html}");
            let link =
                format!(r#"+oembed" href="https://a.example/s/examples/{name}.oembed.json""#);
            assert!(html.contains(&link), "{html}");
        }
    }

    #[test]
    fn oembed_has_a_frame_of_the_example() {
        let text = oembed_text(&EXAMPLES[1], "https://a.example/s/");
        let oembed: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
        let html = oembed["html"].as_str().expect("it has HTML");
        assert!(html.contains("https://a.example/s/index.html?view=table:"), "{html}");
        assert!(html.contains("#example=champions"), "{html}");
        assert_eq!(oembed["thumbnail_url"], "https://a.example/s/examples/champions.png");
    }

    #[test]
    fn every_example_has_a_picture() {
        for example in &EXAMPLES {
            let picture =
                format!("{}/../static/examples/{}.png", env!("CARGO_MANIFEST_DIR"), name(example));
            assert!(Path::new(&picture).is_file(), "{picture}");
        }
    }
}
