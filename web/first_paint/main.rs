//! Prints what `index.html` includes: the first example as static HTML, which is shown until the program runs and without
//! it, and the words of `boot.js`, which shows why the program does not run. It also writes a static page for each example.
//!
//! The pre-build hook of `cargo xtask` runs it: for the head of the document, for its body, and for the folder of the pages.
//! It uses the views and the words of the page, so that all show the same numbers.

mod example_page;
mod html;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use playground::message::{text, word, word_with};
use playground::session::Session;
use playground::view::message::{Argument, Message};
use playground::view::value::Text;
use playground::view::workspace::Workspace;
use web::panel::{indexes, items};

use crate::html::{counts, escape, index_card, item_rows, zone_head};

/// The words of `boot.js` are among those that the first part of the program does not need.
const WORDS: &str = include_str!("../../static/words/en.later.json");

/// `head` and `body` print a part of the document; `examples FOLDER [ADDRESS]` writes the pages of the examples, for a site
/// that is published at an address.
#[expect(clippy::print_stdout, reason = "the hook reads the page from the standard output")]
#[expect(clippy::print_stderr, reason = "the hook shows the error")]
fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>().as_slice() {
        ["head"] => {
            print!(r#"<meta name="description" content="{}">"#, escaped_word("start.about"));
        }
        ["body"] => {
            let session = Session::first();
            let main = main_element(&session);
            print!("{}{}{}", start(&main, &guide(&session)), failure(), words_of_boot());
        }
        ["examples", folder, address @ ..] => {
            let written = example_page::write_all(Path::new(folder), address.first().copied());
            if let Err(error) = written {
                eprintln!("{folder}: {error}");
                return ExitCode::FAILURE;
            }
        }
        _ => {
            eprintln!("first-paint: head, body, or examples FOLDER [ADDRESS]");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// What the program replaces. `boot.js` fills in the section when the program does not start, or not soon. The style sheet
/// alone shows the sentence below it, after some seconds, if `boot.js` does not remove it.
fn start(example: &str, guide: &str) -> String {
    let policy = "script-src 'self' 'wasm-unsafe-eval'";
    let not_started = escape(&word_with("start.not_started", "policy", policy));
    format!(
        r#"<div id="app">
<div class="frame in-explore">
<div class="top">
<header class="bar row"><h1 class="brand row">Sparsebox</h1>{}</header>
<section id="start" class="notice start" role="alert" hidden>
<h2 id="start-head"></h2>
<p id="start-cause"></p>
<p id="start-advice"></p>
<p class="row wrap">
{}{}</p>
<pre id="start-report" tabindex="0" hidden></pre>
</section>
<p class="notice not-started">{}</p>
<noscript><p class="notice">{}</p></noscript>
{guide}</div>
{example}<footer class="bottom"></footer>
</div>
</div>
"#,
        workspaces(),
        button("start-again", "outlined", "start.again"),
        button("start-copy", "outlined", "start.copy"),
        not_started.replace(policy, &format!("<code>{policy}</code>")),
        escaped_word("start.no_script"),
    )
}

/// The three lines for a new user. `boot.js` lets the style sheet hide them once they were done.
fn guide(session: &Session) -> String {
    let shown = items::state::State::default().shown;
    let table = session.items(None, &shown, None).expect("the first example has a table");
    let column = table.columns.iter().find(|column| !column.indexes.is_empty());
    let attribute = &column.expect("the first example has an index").name;
    let lines = ["guide.remove", "guide.watch", "guide.read"].into_iter().enumerate();
    let lines = lines.map(|(position, key)| {
        let current = if position == 0 { r#" aria-current="step""# } else { "" };
        let words = Message::plain(key).with("name", Argument::Code(Text::clone(attribute)));
        format!(
            r#"<li class="row"{current}><b class="guide-number" aria-hidden="true">{}</b><span>{}</span></li>"#,
            position + 1,
            escape(&text(&words))
        )
    });
    format!(
        r#"<section class="guide row small" aria-label="{}"><ol class="row">{}</ol></section>
"#,
        escaped_word("guide.title"),
        lines.collect::<String>()
    )
}

/// The names of the workspaces, which become buttons when the program runs.
fn workspaces() -> String {
    let names = Workspace::ALL.map(|workspace| {
        let current = if workspace == Workspace::Explore { r#" aria-current="page""# } else { "" };
        format!(r#"<span class="tab"{current}>{}</span>"#, escaped_word(workspace.title()))
    });
    format!(
        r#"<nav class="workspaces row" aria-label="{}">{}</nav>"#,
        escaped_word("workspace.all"),
        names.concat()
    )
}

/// The dialog that `boot.js` opens when the program has crashed. No button has the focus: the Enter that has caused a crash
/// must not press it: `boot.js` puts the focus on the heading.
fn failure() -> String {
    format!(
        r#"<dialog id="failure" class="dialog" aria-labelledby="failure-head" aria-describedby="failure-about">
<div class="dialog-head row"><h2 id="failure-head" tabindex="-1">{}</h2></div>
<p id="failure-about"></p>
<hr>
<p class="row wrap">
{}{}{}{}</p>
<hr>
<pre id="failure-report" tabindex="0"></pre>
</dialog>
"#,
        escaped_word("start.crashed"),
        button("failure-restore", "primary", "start.restore"),
        button("failure-download", "outlined", "start.download"),
        button("failure-example", "outlined", "start.example"),
        button("failure-copy", "outlined", "start.copy"),
    )
}

fn button(id: &str, class: &str, key: &'static str) -> String {
    format!(
        "<button type=\"button\" class=\"button {class}\" id=\"{id}\">{}</button>\n",
        escaped_word(key)
    )
}

/// The words that `boot.js` shows when there is no program, by their keys. A browser does not run a script of this type, so
/// no policy blocks it.
fn words_of_boot() -> String {
    let all: BTreeMap<&str, String> = serde_json::from_str(WORDS).expect("a test reads the words");
    let is_shown = |key: &str| key.starts_with("start.") && !key.ends_with("@note");
    let words: BTreeMap<_, _> = all.into_iter().filter(|(key, _)| is_shown(key)).collect();
    let json = serde_json::to_string(&words).expect("keys and words are strings");
    // JSON has another form of the character that could end the element.
    let json = json.replace('<', r"\u003c");
    format!("<script type=\"application/json\" id=\"start-words\">{json}</script>\n")
}

fn escaped_word(key: &'static str) -> String {
    escape(&word(key))
}

fn main_element(session: &Session) -> String {
    let head = session.table_head(None).expect("the first example has a table");
    let shown = items::state::State::default().shown;
    let table = session.items(None, &shown, None).expect("the first example has a table");
    let indexes = session.indexes(None, &indexes::state::State::default().shown, None);
    let cards: String = indexes.cards.iter().map(|index| index_card(index)).collect();
    format!(
        r#"<main class="zones" data-zone="zone-table">
<section class="zone is-table">
{}
<p class="lead">{}</p>
<div class="card">
{}
</div>
</section>
<section class="zone is-indexes">
{}
{cards}</section>
<section class="zone is-operation">
<h2>{}</h2>
<p class="muted">{}</p>
</section>
</main>
"#,
        zone_head(&head.name, &counts(&head)),
        escape(&[&*word("welcome.lead"), &*word("welcome.try")].join(" ")),
        item_rows(&table),
        zone_head(&word("zone.indexes"), &word("index.about")),
        escaped_word("zone.operation"),
        escape(&word("welcome.private")),
    )
}
