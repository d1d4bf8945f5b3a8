//! The parsed form of the words of a lesson, and how they are read.
//!
//! A text is a small part of Markdown: paragraphs, lists, and code and emphasis in them. HTML is text like any other.

use notation::document::{Block as FencedBlock, Section};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use serde::{Deserialize, Serialize};

use crate::lesson::document;
use crate::lesson::fault::Fault;

/// The words of a lesson in one language.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Words {
    /// The title of the lesson.
    pub title: String,
    /// What it is about, for a list of lessons.
    pub summary: Text,
    /// The words of its steps, in their order.
    pub steps: Vec<StepWords>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StepWords {
    pub id: String,
    /// The line of its heading.
    pub line: usize,
    pub title: String,
    pub text: Text,
    /// How many words the text has.
    pub word_count: usize,
    pub predictions: Vec<PredictionWords>,
    pub tasks: Vec<TaskWords>,
    /// What a teacher may want to know, if there is anything.
    pub notes: Text,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PredictionWords {
    pub id: String,
    /// The line of its block.
    pub line: usize,
    pub question: Text,
    pub choices: Vec<ChoiceWords>,
    /// Of a prediction of a number: what to say about a value that has no words of its own.
    pub other: Vec<Span>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ChoiceWords {
    pub id: String,
    /// The line in the file.
    pub line: usize,
    /// What the choice says. Empty if it is a number.
    pub label: Vec<Span>,
    /// Why it is wrong or right.
    pub reason: Vec<Span>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TaskWords {
    pub id: String,
    /// The line of its block.
    pub line: usize,
    /// What to do.
    pub text: Text,
    /// Hints, which are shown one at a time.
    pub hints: Vec<Vec<Span>>,
}

/// Paragraphs, lists and code.
pub type Text = Vec<Paragraph>;

/// A part of a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Paragraph {
    Sentences(Vec<Span>),
    /// A list; each element is a line.
    List(Vec<Vec<Span>>),
    /// Lines of code.
    Code(String),
}

/// A piece of a line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Span {
    /// Plain text.
    Plain(String),
    /// Code: a name or a value.
    Code(String),
    /// Important text.
    Strong(String),
    /// Emphasised text.
    Emphasis(String),
}

impl Span {
    /// The text without its form.
    pub fn text(&self) -> &str {
        match self {
            Self::Plain(text) | Self::Code(text) | Self::Strong(text) | Self::Emphasis(text) => {
                text
            }
        }
    }
}

/// Pieces of a line as plain text.
pub fn plain(spans: &[Span]) -> String {
    spans.iter().map(Span::text).collect()
}

impl Words {
    /// Reads a file. Returns what is right, and a fault for each block or line that is not.
    pub fn parse(text: &str) -> (Self, Vec<Fault>) {
        let (mut words, mut faults) = (Self::default(), Vec::new());
        let (document, error) = document::read(text);
        faults
            .extend(error.map(|error| {
                Fault::words(error.line, document::EXPECTED, error.fault.to_string())
            }));
        let Some((head, steps)) = document.sections.split_first() else {
            faults.push(Fault::words(1, "a title: `# A row that is not there`", "nothing"));
            return (words, faults);
        };
        for line in &document.preamble {
            let found = format!("`{}`", line.text);
            faults.push(Fault::words(
                line.number,
                "the title first: `# A row that is not there`",
                found,
            ));
        }
        words.title.clone_from(&head.title);
        words.summary = markdown(&joined(head));
        if words.summary.is_empty() {
            let expected = "a sentence below the title that says what the lesson is about";
            faults.push(Fault::words(head.line, expected, "nothing"));
        }
        for block in &head.blocks {
            let found = format!("a block `{}` above the first step", block.kind);
            faults.push(Fault::words(block.line, "blocks in steps only", found));
        }
        words.steps = steps.iter().filter_map(|section| read_step(section, &mut faults)).collect();
        (words, faults)
    }

    /// The words of a step, by its id.
    pub fn step(&self, id: &str) -> Option<&StepWords> {
        self.steps.iter().find(|step| step.id == id)
    }
}

impl StepWords {
    /// The words of a prediction, by its id.
    pub fn prediction(&self, id: &str) -> Option<&PredictionWords> {
        self.predictions.iter().find(|prediction| prediction.id == id)
    }

    /// The words of a task, by its id.
    pub fn task(&self, id: &str) -> Option<&TaskWords> {
        self.tasks.iter().find(|task| task.id == id)
    }
}

impl PredictionWords {
    /// The words of a choice, by its id.
    pub fn choice(&self, id: &str) -> Option<&ChoiceWords> {
        self.choices.iter().find(|choice| choice.id == id)
    }
}

/// Reads `## id: Title` and what is below it.
fn read_step(section: &Section<String>, faults: &mut Vec<Fault>) -> Option<StepWords> {
    let Some((id, title)) = section.title.split_once(": ") else {
        let expected = "the id and the title of a step: `## ten-orders: Ten orders, three open`";
        faults.push(Fault::words(section.line, expected, format!("`{}`", section.title)));
        return None;
    };
    let text = joined(section);
    let mut step = StepWords {
        id: id.trim().to_owned(),
        line: section.line,
        title: title.trim().to_owned(),
        word_count: text.split_whitespace().count(),
        text: markdown(&text),
        ..StepWords::default()
    };
    for block in &section.blocks {
        let words: Vec<&str> = block.kind.split_whitespace().collect();
        match words.as_slice() {
            ["predict", id] => step.predictions.push(read_prediction(block, id, faults)),
            ["do", id] => {
                let (text, lines) = split(block);
                let hints = lines.into_iter().map(|(_, line)| inline(&line)).collect();
                let (id, line, text) = ((*id).to_owned(), block.line, markdown(&text));
                step.tasks.push(TaskWords { id, line, text, hints });
            }
            ["notes"] => step.notes.extend(markdown(&block.content)),
            _ => {
                let expected = "a block `predict ID`, `do ID` or `notes`";
                faults.push(Fault::words(block.line, expected, format!("`{}`", block.kind)));
            }
        }
    }
    Some(step)
}

/// A question, and a line for each choice: `- a  label  reason`, or `- 4.5  reason` for a number.
fn read_prediction(
    block: &FencedBlock<String>,
    id: &str,
    faults: &mut Vec<Fault>,
) -> PredictionWords {
    let (question, lines) = split(block);
    let (id, line, question) = (id.to_owned(), block.line, markdown(&question));
    let mut prediction = PredictionWords { id, line, question, ..PredictionWords::default() };
    for (line, text) in lines {
        let parts: Vec<&str> =
            text.split("  ").map(str::trim).filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            ["*", reason] => prediction.other = inline(reason),
            [id, reason] => {
                let (id, label, reason) = ((*id).to_owned(), Vec::new(), inline(reason));
                prediction.choices.push(ChoiceWords { id, line, label, reason });
            }
            [id, label, reason] => {
                let (id, label, reason) = ((*id).to_owned(), inline(label), inline(reason));
                prediction.choices.push(ChoiceWords { id, line, label, reason });
            }
            _ => {
                let expected = "a choice: `- a  4 write units  Why that is wrong or right.`, with two spaces between its parts";
                faults.push(Fault::words(line, expected, format!("`{text}`")));
            }
        }
    }
    prediction
}

/// The lines of a block before its list, and the elements of the list with the numbers of their lines.
fn split(block: &FencedBlock<String>) -> (String, Vec<(usize, String)>) {
    let (mut text, mut elements) = (String::new(), Vec::new());
    for (line, number) in block.content.lines().zip(block.line + 1..) {
        match line.strip_prefix("- ") {
            Some(element) => elements.push((number, element.trim().to_owned())),
            None if elements.is_empty() => {
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    (text, elements)
}

fn joined(section: &Section<String>) -> String {
    let lines: Vec<&str> = section.text.iter().map(|line| line.text.as_str()).collect();
    lines.join("\n")
}

/// One line of Markdown.
fn inline(text: &str) -> Vec<Span> {
    let paragraphs = markdown(text);
    let spans = paragraphs.into_iter().flat_map(|paragraph| match paragraph {
        Paragraph::Sentences(spans) => spans,
        Paragraph::List(elements) => elements.into_iter().flatten().collect(),
        Paragraph::Code(text) => vec![Span::Code(text)],
    });
    spans.collect()
}

/// The form of the text that is being read.
#[derive(Debug, Clone, Copy)]
enum Form {
    Plain,
    Strong,
    Emphasis,
}

/// Reads Markdown. What has no form here, such as a heading, a link or HTML, is text.
fn markdown(text: &str) -> Text {
    let mut paragraphs = Vec::new();
    let (mut spans, mut elements): (Vec<Span>, Vec<Vec<Span>>) = (Vec::new(), Vec::new());
    let (mut form, mut code, mut in_list) = (Form::Plain, None::<String>, false);
    for event in Parser::new_ext(text, Options::empty()) {
        match event {
            Event::Start(Tag::Strong) => form = Form::Strong,
            Event::Start(Tag::Emphasis) => form = Form::Emphasis,
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => form = Form::Plain,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_) | CodeBlockKind::Indented)) => {
                code = Some(String::new());
            }
            Event::End(TagEnd::CodeBlock) => paragraphs.extend(code.take().map(Paragraph::Code)),
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => {
                match (&mut code, form) {
                    (Some(code), _) => code.push_str(&text),
                    (None, Form::Plain) => push_plain(&mut spans, &text),
                    (None, Form::Strong) => spans.push(Span::Strong(text.to_string())),
                    (None, Form::Emphasis) => spans.push(Span::Emphasis(text.to_string())),
                }
            }
            Event::Code(text) => spans.push(Span::Code(text.to_string())),
            Event::SoftBreak | Event::HardBreak => push_plain(&mut spans, " "),
            Event::End(TagEnd::Item) => elements.push(std::mem::take(&mut spans)),
            Event::Start(Tag::List(_)) => in_list = true,
            Event::End(TagEnd::List(_)) => {
                in_list = false;
                paragraphs.push(Paragraph::List(std::mem::take(&mut elements)));
            }
            Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::HtmlBlock) if !in_list => {
                paragraphs.push(Paragraph::Sentences(std::mem::take(&mut spans)));
            }
            _ => {}
        }
    }
    paragraphs
}

/// Adds plain text to the plain text before it.
fn push_plain(spans: &mut Vec<Span>, text: &str) {
    match spans.last_mut() {
        Some(Span::Plain(before)) => before.push_str(text),
        _ => spans.push(Span::Plain(text.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(spans: Vec<Span>) -> Paragraph {
        Paragraph::Sentences(spans)
    }

    fn span(text: &str) -> Span {
        Span::Plain(text.to_owned())
    }

    #[test]
    fn a_text_is_paragraphs_lists_and_code() {
        let text = "One `a` and\n**two**.\n\n- first\n- second *x*\n\n";
        let expected = vec![
            sentences(vec![
                span("One "),
                Span::Code("a".to_owned()),
                span(" and "),
                Span::Strong("two".to_owned()),
                span("."),
            ]),
            Paragraph::List(vec![
                vec![span("first")],
                vec![span("second "), Span::Emphasis("x".to_owned())],
            ]),
        ];
        assert_eq!(markdown(text), expected);
    }

    #[test]
    fn html_and_links_are_text() {
        let text = "a <b onclick=x>b</b> [c](javascript:d)\n\n<script>e</script>\n";
        let plain: Vec<String> = markdown(text)
            .into_iter()
            .map(|paragraph| match paragraph {
                Paragraph::Sentences(spans) => plain(&spans),
                Paragraph::List(_) | Paragraph::Code(_) => panic!("sentences"),
            })
            .collect();
        assert_eq!(plain, ["a <b onclick=x>b</b> c", "<script>e</script>\n"]);
    }

    #[test]
    fn words_are_read_with_their_ids() {
        let text = "# Title\n\nA summary.\n\n## one: The first\n\nText of five words here.\n\n```predict p\nHow many?\n- a  4 units  Too few.\n- b  5 units  Right.\n```\n```predict n\nA number?\n- 4.5  Right.\n- *  Any other.\n```\n```do t\nDo it.\n- A hint.\n- Another.\n```\n";
        let (words, faults) = Words::parse(text);
        assert_eq!(faults, []);
        let step = words.step("one").unwrap();
        assert_eq!((step.title.as_str(), step.word_count), ("The first", 5));
        let prediction = step.prediction("p").unwrap();
        assert_eq!(plain(&prediction.choice("b").unwrap().label), "5 units");
        let number = step.prediction("n").unwrap();
        assert_eq!(plain(&number.choice("4.5").unwrap().reason), "Right.");
        assert_eq!(plain(&number.other), "Any other.");
        assert_eq!(step.task("t").unwrap().hints.len(), 2);
    }

    #[test]
    fn a_line_that_is_no_choice_is_a_fault_and_the_others_are_read() {
        let (words, faults) =
            Words::parse("# T\n\nS.\n\n## s: T\n\n```predict p\nQ?\n- a\n- b  L  R\n```\n");
        assert_eq!(faults.len(), 1);
        assert_eq!(faults[0].line, 9);
        assert_eq!(words.steps[0].predictions[0].choices.len(), 1);
    }
}
