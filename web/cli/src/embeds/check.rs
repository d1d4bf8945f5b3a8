//! What is wrong with an embed: it is opened, what it contains is played, and the result is compared with what is written beside it.

use std::fs;
use std::path::{Path, PathBuf};

use playground::lesson::example;
use playground::lesson::observed::Observed;
use playground::lesson::result;
use playground::lesson::source::LessonSource;
use playground::link::work_file;
use playground::message::text;
use playground::sandbox::command::{Command, Response, WorkloadCommand};
use playground::session::Session;
use playground::view::embed::EmbedRequest;
use playground::view::workload::WorkloadStage;

use crate::embeds::document::Format;
use crate::embeds::find::{Embed, Kind, Source};

/// Turns of a workload between two looks at whether it has ended.
const TURNS_PER_STEP: u64 = 1_000;

/// What is wrong with an embed.
#[derive(Debug, Default)]
pub(crate) struct Verdict {
    pub faults: Vec<String>,
    /// Why it was not checked.
    pub unchecked: Option<String>,
}

/// Checks an embed of a file.
pub(crate) fn check(embed: &Embed, path: &Path, format: Format) -> Verdict {
    let mut verdict = Verdict::default();
    verdict.faults.extend(markup_faults(&embed.kind, format));
    let opened = match &embed.source {
        Source::File(address) if address.contains("://") || address.starts_with("//") => {
            verdict.unchecked = Some(format!("it is on another site: {address}"));
            return verdict;
        }
        Source::File(address) => read_beside(path, address).and_then(|file| open_file(&file)),
        Source::Link(link) => open(Command::OpenLink(link.clone())),
        Source::Example(id) => match example::read(id) {
            Some(read) => open(read.lesson.example(&read.words.title)),
            None => Err(format!("{id} is not an example")),
        },
        Source::Lesson(name) => match LessonSource::parse(name) {
            Some(LessonSource::Course(_) | LessonSource::Address(_)) if embed.units.is_none() => {
                verdict.unchecked = Some(format!("a lesson is not played: {name}"));
                return verdict;
            }
            Some(LessonSource::Course(_) | LessonSource::Address(_)) => {
                Err("units are stated, but a lesson has no single operation".to_owned())
            }
            Some(LessonSource::Own(_)) => Err(format!(
                "{name} is a lesson of one browser. Publish its files, and name their address."
            )),
            None => Err(format!("“{name}” does not name a lesson")),
        },
        Source::None => Err("sparse-box has no href, src or lesson".to_owned()),
    };
    match opened {
        Ok(opened) => verdict.faults.extend(opened.faults(embed)),
        Err(fault) => verdict.faults.push(fault),
    }
    verdict
}

fn markup_faults(kind: &Kind, format: Format) -> Vec<String> {
    let mut faults = Vec::new();
    match kind {
        Kind::Frame { has_title, has_style } => {
            if !has_title {
                faults.push("iframe has no title, which screen readers need".to_owned());
            }
            if *has_style && format == Format::Mdx {
                faults.push("iframe has style as a text, which MDX does not accept".to_owned());
            }
        }
        Kind::Element | Kind::Link => {}
    }
    faults
}

/// A sandbox that was opened, after everything in it was played.
#[derive(Debug)]
struct Opened {
    session: Session,
    observed: Observed,
}

/// Opens and plays. Fails if it cannot be opened, in the words of the page.
fn open(command: Command) -> Result<Opened, String> {
    open_by(|session| session.handle(command))
}

/// Opens a document, or the one sandbox of a file of stored work.
fn open_file(text: &str) -> Result<Opened, String> {
    match work_file::read(text).as_deref() {
        None => open(Command::OpenDocument(text.to_owned())),
        Some([work]) => open_by(|session| session.restore(&work.checkpoint, &work.lines)),
        Some(several) => {
            Err(format!("The file contains {} sandboxes. An embed shows one.", several.len()))
        }
    }
}

fn open_by(open: impl FnOnce(&mut Session) -> Response) -> Result<Opened, String> {
    let mut session = Session::first();
    let response = open(&mut session);
    if !response.accepted {
        let sentences: Vec<String> = response.notices.iter().map(text).collect();
        return Err(sentences.join(" "));
    }
    let mut observed = Observed::default();
    while session.workload_stage() == WorkloadStage::Running {
        let step = WorkloadCommand::Step { turn_count: TURNS_PER_STEP };
        session.handle(Command::Workload(step));
        observed.note(session.outcomes());
    }
    Ok(Opened { session, observed })
}

/// The text of a file that a page names. Many tools build `a.md` as `a/index.html`, so that its addresses begin in `a`.
fn read_beside(page: &Path, address: &str) -> Result<String, String> {
    let name = address.split(['?', '#']).next().unwrap_or_default();
    let folder = page.parent().unwrap_or(Path::new("."));
    let mut folders: Vec<PathBuf> = vec![folder.to_owned()];
    folders.extend(page.file_stem().map(|stem| folder.join(stem)));
    let paths = folders.iter().map(|folder| folder.join(name));
    let texts: Vec<String> = paths.filter_map(|path| fs::read_to_string(path).ok()).collect();
    texts.into_iter().next().ok_or_else(|| format!("{name}: the file is missing or is not text"))
}

impl Opened {
    /// What is not as it is written beside it.
    fn faults(&self, embed: &Embed) -> Vec<String> {
        let mut faults: Vec<String> =
            self.session.problems().iter().map(|problem| text(&problem.message())).collect();
        if let Some(view) = &embed.view {
            let shown = self.session.embed(&EmbedRequest::parse(view, false));
            faults.extend(shown.problems.iter().map(text));
        }
        if let Some((_, units)) = &embed.units {
            faults.extend(self.units_fault(units));
        }
        faults
    }

    fn units_fault(&self, stated: &str) -> Option<String> {
        let Some(operation) = &self.observed.operation else {
            return Some(format!(
                "“{stated}” is stated, but the link has no operation. Make it again by Share, Embed in a page, With what was done."
            ));
        };
        let actual = result::lines(operation);
        let is_right = actual.iter().any(|line| is_same(line, stated));
        (!is_right)
            .then(|| format!("“{stated}” is stated, and the result is “{}”", actual.join("; ")))
    }
}

/// Whether a line of a result is what is stated: with or without the word for the kind of units, and with or without the
/// indexes that cost nothing.
fn is_same(line: &str, stated: &str) -> bool {
    let line = without_free_parts(line);
    let stated = without_free_parts(stated);
    let of_kind = ["read ", "write "].iter().find_map(|kind| line.strip_prefix(kind));
    line == stated || of_kind == Some(stated.as_str())
}

/// `5 = Orders 4 + ByTotal 0 + OpenOrders 1` without `ByTotal 0`.
fn without_free_parts(units: &str) -> String {
    let units = units.split_whitespace().collect::<Vec<_>>().join(" ");
    match units.split_once(" = ") {
        Some((total, parts)) => {
            let parts: Vec<&str> =
                parts.split(" + ").filter(|part| !part.ends_with(" 0")).collect();
            format!("{total} = {}", parts.join(" + "))
        }
        None => units,
    }
}

#[cfg(test)]
mod tests {
    use std::env::temp_dir;
    use std::process::id;

    use super::*;
    use crate::embeds::find::find;

    const REMOVE: &str = r#"{"TableName":"Orders","Key":{"CustomerId":{"S":"C1"},"OrderId":{"S":"O-1003"}},"UpdateExpression":"REMOVE OrderOpenDate"}"#;

    /// The first example, in which an order was shipped.
    fn shipped() -> Session {
        let mut session = Session::first();
        let (operation, request) = ("UpdateItem".to_owned(), REMOVE.to_owned());
        assert!(session.handle(Command::Call { operation, request }).accepted);
        session
    }

    /// The faults of the only embed of a text.
    fn faults(page: &Path, format: Format, text: &str) -> Vec<String> {
        let found = find(text, format);
        let [embed] = found.embeds.as_slice() else { panic!("{found:?}") };
        check(embed, page, format).faults
    }

    #[test]
    fn a_lesson_is_named_but_not_played() {
        let check = |text: &str| {
            let found = find(text, Format::Html);
            let [embed] = found.embeds.as_slice() else { panic!("{found:?}") };
            let verdict = check(embed, Path::new("a.html"), Format::Html);
            (verdict.faults, verdict.unchecked)
        };
        let named =
            |name: &str| (Vec::<String>::new(), Some(format!("a lesson is not played: {name}")));
        assert_eq!(check(r#"<sparse-box lesson="open-orders" step="ship">"#), named("open-orders"));
        let frame =
            r#"<iframe title="t" src="https://a.example/?view=table&amp;lesson=talks%2Fa.lesson">"#;
        assert_eq!(check(frame), named("talks/a.lesson"));
        let own = check(r#"<sparse-box href="https://a.example/?lesson=own:mine">"#);
        assert!(own.0[0].starts_with("own:mine is a lesson of one browser"), "{own:?}");
        let none = check(r#"<sparse-box lesson="Open orders">"#);
        assert_eq!(none.0, ["“Open orders” does not name a lesson"]);
        let units = check(r#"<sparse-box lesson="open-orders" units="5 = Orders 5">"#);
        assert_eq!(units.0, ["units are stated, but a lesson has no single operation"]);
    }

    fn faults_of_link(link: &str, view: &str, units: &str) -> Vec<String> {
        let text = format!(
            r#"<iframe title="t" src="https://a.example/?view={view}#{link}"></iframe>
               <!-- sparsebox units: {units} -->"#
        );
        faults(Path::new("a.md"), Format::Html, &text)
    }

    #[test]
    fn a_link_with_steps_is_compared_with_the_units_beside_it() {
        let link = shipped().link_with_steps().unwrap();
        for units in [
            "5 = Orders 4 + OpenOrders 1",
            "write 5 =  Orders 4 + OpenOrders 1",
            "5 = Orders 4 + ByTotal 0 + OpenOrders 1",
        ] {
            assert_eq!(faults_of_link(&link, "table,gsi:OpenOrders", units), [""; 0]);
        }
        assert_eq!(
            faults_of_link(&link, "table,gsi:OpenOrders", "4 = Orders 4"),
            [
                "“4 = Orders 4” is stated, and the result is “write 5 = Orders 4 + ByTotal 0 + OpenOrders 1”"
            ]
        );
        assert_eq!(faults_of_link(&link, "table", "read 5 = Orders 4 + OpenOrders 1").len(), 1);
        let link = shipped().link().unwrap();
        let [fault] = &*faults_of_link(&link, "table", "5 = Orders 4 + OpenOrders 1") else {
            panic!()
        };
        assert!(fault.contains("the link has no operation"), "{fault}");
    }

    #[test]
    fn a_link_that_is_cut_and_a_view_of_something_missing_are_faults() {
        let link = shipped().link_with_steps().unwrap();
        let units = "5 = Orders 4 + OpenOrders 1";
        let [fault] = &*faults_of_link(&link[..link.len() - 9], "table", units) else { panic!() };
        assert!(fault.contains("characters"), "{fault}");
        let [fault] = &*faults_of_link(&link, "gsi:Missing", units) else { panic!() };
        assert!(fault.contains("Missing"), "{fault}");
    }

    #[test]
    fn a_state_file_is_read_beside_the_page_or_its_folder() {
        let folder = temp_dir().join(format!("sparsebox-embeds-{}", id()));
        fs::create_dir_all(folder.join("page")).unwrap();
        let page = folder.join("page.md");
        let session = shipped();
        fs::write(folder.join("orders.json"), session.work()).unwrap();
        fs::write(folder.join("cut.json"), &session.work()[..99]).unwrap();
        let of = |source: &str| {
            faults(&page, Format::Markdown, &format!("<sparse-box src=\"{source}\"></sparse-box>"))
        };
        for source in ["orders.json", "./orders.json?v=2", "../orders.json", "https://b.example/x"]
        {
            assert_eq!(of(source), [""; 0], "{source}");
        }
        assert_eq!(of("none.json"), ["none.json: the file is missing or is not text"]);
        assert_eq!(of("cut.json").len(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn markup_that_a_tool_or_a_screen_reader_cannot_use_is_a_fault() {
        let frame = r#"<iframe src="https://a.example/?view=table" style="border:0"></iframe>"#;
        assert_eq!(faults(Path::new("a.html"), Format::Html, frame).len(), 1);
        assert_eq!(faults(Path::new("a.mdx"), Format::Mdx, frame).len(), 2);
        let empty = faults(Path::new("a.html"), Format::Html, "<sparse-box></sparse-box>");
        assert_eq!(empty, ["sparse-box has no href, src or lesson"]);
    }
}
