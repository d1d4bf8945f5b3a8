//! Version 2 of a document: one or two designs, what was done to them, and how they are presented.
//!
//! ```json
//! {"designs":{"A":{…},"B":{"tables":[…],"log":[{"run":{…}}]}},"language":"de","notes":[{"about":"O-1003","text":"…"}],
//!  "shown":"B","step":3,"v":2,"view":{…}}
//! ```
//!
//! - A design has the members of version 1 ([`Document`]) but for `v`, and may have:
//!   - `log`: inputs that are applied after it is loaded, as the lines of `sandbox/input_text.rs`, at most 10,000. A run of a
//!     workload is stored so: as workload, seed, number of turns, revision of the engine and digest of its result.
//!   - `story`: in stored work and files, the design and log that led to this design: they are replayed to show and undo what was done.
//!   - `consumed`: in stored work and files, the units consumed, as `sandbox/ledger.rs` writes them. A link begins with none.
//! - `shown`: the letter of the design that is shown.
//! - `view`: what is open on the page, an object of at most 4,096 bytes that the page alone understands.
//! - `step`: how many steps of the log have been taken at the moment that is shown.
//! - `language`: a language tag (BCP 47) of at most 35 characters.
//! - `notes`: at most 100; a `text` of at most 2,000 characters, and what it is `about`, at most 200.
//!
//! Every member but `v` and `designs` may be missing. A later page may add members without another version: a member that
//! is not known is reported and not kept, so that what a link says is what its writer understood. A version changes when
//! the meaning of a member does. Version 1 will always be read; its second design is in `other` and `other_letter`.

use std::mem;

use engine::json::repeat::PathStep;
use engine::json::value::parse;
use serde_json::{Map, Value};

use crate::sandbox::document::Document;
use crate::sandbox::document::reader::{Problems, Reader};
use crate::sandbox::document::text::{DocumentError, DocumentText, VERSION, VERSION_ONE};
use crate::sandbox::ledger::Ledger;
use crate::sandbox::story::{LOG_LENGTH_MAX, Story};
use crate::view::compare::Letter;
use crate::view::message::{Argument, Message};
use crate::view::share::Problem;

/// Bytes of what is open on the page. Model: the names of a panel, a tab, a table and an item.
const VIEW_SIZE_MAX: usize = 4_096;

/// Characters of a language tag. Source: <https://www.rfc-editor.org/rfc/rfc5646#section-4.4.1>
const LANGUAGE_LENGTH_MAX: usize = 35;

/// Notes of a link, and their characters. Model: what fits beside a sandbox.
const NOTE_COUNT_MAX: usize = 100;
const NOTE_LENGTH_MAX: usize = 2_000;
const SUBJECT_LENGTH_MAX: usize = 200;

/// A document of any version, taken apart.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// One or two designs, in the order of their letters.
    pub designs: Vec<Design>,
    /// The design that is shown.
    pub shown: Letter,
    /// How it is presented.
    pub presentation: Presentation,
    /// The parts that were not understood.
    pub problems: Vec<Problem>,
}

/// A design, and what is done to it when it is opened.
#[derive(Debug, Clone, PartialEq)]
pub struct Design {
    pub letter: Letter,
    /// What is loaded.
    pub document: Document,
    /// What is applied after that, as lines.
    pub log: Vec<String>,
    /// What led to it.
    pub story: Option<Story>,
    /// The units that were consumed in it.
    pub consumed: Ledger,
}

impl Design {
    /// A design alone.
    pub fn new(letter: Letter, document: Document) -> Self {
        Self { letter, document, log: Vec::new(), story: None, consumed: Ledger::default() }
    }
}

/// How a sandbox is presented. Nothing here changes what it is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Presentation {
    /// What is open on the page.
    pub view: Option<Map<String, Value>>,
    /// Steps of the log that have been taken at the moment that is shown; all if `None`.
    pub step: Option<u64>,
    /// The language of the page.
    pub language: Option<String>,
    /// Notes beside the sandbox.
    pub notes: Vec<Note>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// Its message.
    pub text: String,
    /// The part of the page that it is about; the whole sandbox if `None`.
    pub about: Option<String>,
}

impl Envelope {
    /// Reads a document of any version, up to a number of bytes.
    pub fn parse(text: &str, size_max: usize) -> Result<Self, DocumentError> {
        let text = DocumentText::parse(text, size_max)?;
        Ok(match text.version {
            VERSION_ONE => Self::of_version_one(&text),
            _ => Self::of_version_two(&text),
        })
    }

    /// The canonical text.
    pub fn into_text(self) -> String {
        let Presentation { view, step, language, notes } = &self.presentation;
        let designs = self.designs.into_iter().map(|it| (it.letter.name().into(), it.into_json()));
        let mut json = Map::new();
        json.insert("v".into(), VERSION.into());
        json.insert("designs".into(), Value::Object(designs.collect()));
        if self.shown != Letter::A {
            json.insert("shown".into(), self.shown.name().into());
        }
        if let Some(view) = view {
            json.insert("view".into(), view.clone().into());
        }
        if let Some(step) = step {
            json.insert("step".into(), (*step).into());
        }
        if let Some(language) = language {
            json.insert("language".into(), language.as_str().into());
        }
        if !notes.is_empty() {
            json.insert("notes".into(), notes.iter().map(Note::to_json).collect());
        }
        Value::Object(json).to_string()
    }

    /// One design and nothing beside it.
    pub fn of_design(letter: Letter, document: Document) -> Self {
        Self {
            designs: vec![Design::new(letter, document)],
            shown: letter,
            presentation: Presentation::default(),
            problems: Vec::new(),
        }
    }

    /// Leaves out what led to each design, and what was consumed: a link replays only its log, whose work is counted.
    pub(crate) fn leave_out_history(&mut self) {
        for design in &mut self.designs {
            let Design { letter, story, consumed, .. } = design;
            let has_units = !mem::take(consumed).is_empty();
            for (member, is_there) in [("story", story.take().is_some()), ("consumed", has_units)] {
                if is_there {
                    let path = format!("designs.{}.{member}", letter.name());
                    let part = Message::plain("problem.member");
                    let part = part.with("path", Argument::Code(path.into()));
                    let reason = Message::plain("problem.not_in_link");
                    self.problems.push(Problem { part, reason });
                }
            }
        }
    }

    fn of_version_one(text: &DocumentText) -> Self {
        let document = Document::of_text(text);
        let problems = Problems::default();
        let mut reader = Reader::new(&text.members, "", &problems);
        let letters = Letter::ALL.map(|letter| (letter.name(), letter));
        let letter = reader.choice("other_letter", &letters);
        let other = reader.object("other").map(|mut other| {
            other.ignore(&["v", "state"]);
            Document::read(other, &text.repeated, &[PathStep::Member("other".into())])
        });
        let shown = letter.map_or(Letter::A, Letter::other);
        let mut envelope = Self::of_design(shown, document);
        match (letter, other) {
            (Some(letter), Some(document)) => {
                envelope.designs.push(Design::new(letter, document));
                envelope.designs.sort_by_key(|design| design.letter.name());
            }
            (None, Some(_)) if !text.members.contains_key("other_letter") => {
                reader.report("other_letter", Message::plain("problem.missing"));
            }
            (Some(_), None) if !text.members.contains_key("other") => {
                reader.report("other", Message::plain("problem.missing"));
            }
            (Some(_) | None, _) => {}
        }
        let shown = envelope.designs.iter_mut().find(|design| design.letter == shown);
        let of_shown = shown.map(|it| mem::take(&mut it.document.problems));
        envelope.problems = of_shown.into_iter().flatten().chain(problems.into_list()).collect();
        envelope
    }

    fn of_version_two(text: &DocumentText) -> Self {
        let problems = Problems::default();
        let mut reader = Reader::new(&text.members, "", &problems);
        reader.ignore(&["v"]);
        let mut designs = Vec::new();
        match reader.object("designs") {
            None if text.members.contains_key("designs") => {}
            None => reader.report("designs", Message::plain("problem.missing")),
            Some(mut members) => {
                for letter in Letter::ALL {
                    let design = members.object(letter.name());
                    designs.extend(design.map(|design| Design::read(letter, design, text)));
                }
                members.finish();
                if designs.is_empty() {
                    reader.report("designs", Message::plain("problem.no_design"));
                }
            }
        }
        let letters = Letter::ALL.map(|letter| (letter.name(), letter));
        let asked = reader.choice("shown", &letters).unwrap_or(Letter::A);
        if designs.is_empty() {
            designs = Self::of_design(asked, Document::empty("")).designs;
        }
        let shown = match designs.iter().any(|design| design.letter == asked) {
            true => asked,
            false => designs[0].letter,
        };
        let presentation = Presentation::read(&mut reader);
        for (repeated, rest) in
            text.repeated.iter().filter_map(|it| it.path.split_first().map(|(_, rest)| (it, rest)))
        {
            if rest.is_empty() {
                let name = Argument::Code(repeated.name().into());
                reader
                    .report(repeated.name(), Message::plain("problem.repeated").with("name", name));
            }
        }
        reader.finish();
        Self { designs, shown, presentation, problems: problems.into_list() }
    }
}

/// The members of the design that a document of any version shows, without reading the whole document: for lists.
pub fn shown_design(document: &Value) -> &Value {
    match document.get("designs") {
        None => document,
        Some(designs) => {
            let shown = document["shown"].as_str().and_then(|letter| designs.get(letter));
            shown.unwrap_or_else(|| &designs[Letter::A.name()])
        }
    }
}

impl Design {
    fn read(letter: Letter, mut reader: Reader<'_>, text: &DocumentText) -> Self {
        let path = ["designs", letter.name()].map(|name| PathStep::Member(name.to_owned()));
        let log = read_log(&mut reader);
        let story = reader.object("story").and_then(|mut story| {
            let log = read_log(&mut story);
            let base = story.object("base");
            if base.is_none() {
                story.report("base", Message::plain("problem.missing"));
            }
            let path = [path.as_slice(), &["story", "base"].map(|it| PathStep::Member(it.into()))];
            let base = base.map(|base| Document::read(base, &text.repeated, &path.concat()));
            story.finish();
            base.map(|base| Story { base, log })
        });
        let consumed = Ledger::read(&mut reader);
        let document = Document::read(reader, &text.repeated, &path);
        Self { letter, document, log, story, consumed }
    }

    fn into_json(self) -> Value {
        let mut json = self.document.into_members();
        write_log(&self.log, &mut json);
        self.consumed.write(&mut json);
        if let Some(Story { base, log }) = self.story {
            let mut story = Map::new();
            story.insert("base".into(), base.into_members().into());
            write_log(&log, &mut story);
            json.insert("story".into(), story.into());
        }
        json.into()
    }
}

fn write_log(log: &[String], json: &mut Map<String, Value>) {
    if !log.is_empty() {
        let lines = log.iter().map(|line| parse(line).expect("a line is JSON"));
        json.insert("log".into(), lines.collect());
    }
}

fn read_log(reader: &mut Reader<'_>) -> Vec<String> {
    reader.list("log", LOG_LENGTH_MAX).iter().map(ToString::to_string).collect()
}

impl Presentation {
    fn read(reader: &mut Reader<'_>) -> Self {
        let view = match reader.value("view") {
            None => None,
            Some(Value::Object(view))
                if Value::Object(view.clone()).to_string().len() <= VIEW_SIZE_MAX =>
            {
                Some(view.clone())
            }
            Some(Value::Object(_)) => {
                let limit = Argument::Bytes(VIEW_SIZE_MAX as u64);
                reader.report("view", Message::plain("problem.too_large").with("limit", limit));
                None
            }
            Some(_) => {
                reader.report("view", Message::plain("problem.not_object"));
                None
            }
        };
        let is_tag = |it: &&str| it.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'-');
        let written = reader.text("language", LANGUAGE_LENGTH_MAX);
        let language = written.filter(|it| !it.is_empty()).filter(is_tag);
        if written.is_some() && language.is_none() {
            reader.report("language", Message::plain("problem.not_language"));
        }
        let step = reader.number("step", &(0..=u64::MAX));
        let mut notes = Vec::new();
        for (position, note) in reader.list("notes", NOTE_COUNT_MAX).iter().enumerate() {
            let path = reader.path(&format!("notes[{position}]"));
            notes.extend(Note::read(note, &path, reader.problems()));
        }
        Self { view, step, language: language.map(str::to_owned), notes }
    }
}

impl Note {
    fn read(json: &Value, path: &str, problems: &Problems) -> Option<Self> {
        let Value::Object(members) = json else {
            problems.at(path, Message::plain("problem.not_object"));
            return None;
        };
        let mut reader = Reader::new(members, path, problems);
        let about = reader.text("about", SUBJECT_LENGTH_MAX).map(str::to_owned);
        let text = reader.text("text", NOTE_LENGTH_MAX).map(str::to_owned);
        reader.finish();
        Some(Self { text: text?, about })
    }

    fn to_json(&self) -> Value {
        let mut json = Map::new();
        json.insert("text".into(), self.text.as_str().into());
        if let Some(about) = &self.about {
            json.insert("about".into(), about.as_str().into());
        }
        json.into()
    }
}
