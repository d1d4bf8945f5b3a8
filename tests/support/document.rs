//! A Markdown file as the runner sees it: headings, and the fenced blocks under them.
//!
//! A heading with blocks is one case. A case begins with an empty database and first repeats the blocks of the
//! headings it is nested in, so a table at the top of a file is the set-up of every section, and sections do not affect
//! each other.

use std::fmt;
use std::ops::Range;

/// One spec file.
#[derive(Debug)]
pub struct Document {
    /// Path below `tests/spec`, with `/` on every system.
    pub path: String,
    /// The whole text, as it was read.
    pub text: String,
    /// The headings, in order of appearance.
    pub sections: Vec<Section>,
}

/// A heading and the blocks between it and the next heading.
#[derive(Debug)]
pub struct Section {
    /// The words of the heading.
    pub title: String,
    /// How many `#` it has.
    pub level: usize,
    /// Position of the heading this one is nested in.
    pub parent: Option<usize>,
    /// The fenced blocks, in order.
    pub blocks: Vec<Block>,
}

/// A fenced block.
#[derive(Debug, Clone)]
pub struct Block {
    /// What the block asks for.
    pub kind: BlockKind,
    /// The text between the fences.
    pub body: String,
    /// The line of the opening fence, counted from 1.
    pub line: usize,
    /// The bytes of the body in the file.
    pub span: Range<usize>,
}

/// The kinds of block, by the first word after the fence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BlockKind {
    /// `table`: creates a table, in one-line notation.
    Table,
    /// `items Orders`: puts one item a line and lets the indexes catch up.
    Items {
        /// The table the items go to.
        table: String,
    },
    /// `call PutItem`, `call PutItem raw`, `call PutItem n = 1..40`.
    Call {
        /// The operation called.
        operation: String,
        /// How the body becomes a request.
        form: CallForm,
    },
    /// `call GetItem for each ProjectionExpression`: a request, and a row for each expression to put into it.
    Rows {
        /// The operation called.
        operation: String,
        /// The parameter that each row fills in.
        parameter: String,
        /// What a row shows.
        shown: Shown,
    },
    /// `load PutItem`: a request, and a row for each stretch of time in which it is made so many times a second.
    Load {
        /// The operation called.
        operation: String,
    },
    /// `delay`: the propagation delay from here on.
    Delay,
    /// `lifecycle`: how long steps in the life of tables and indexes take from here on.
    Lifecycle,
    /// `wording`: how errors are worded from here on.
    Wording,
    /// `sandbox`: what the empty database of the case is set to.
    Sandbox,
    /// `scaling`: how provisioned throughput follows what is used, from here on.
    Scaling,
    /// `advance`: virtual time passes.
    Advance,
    /// `reply`: the whole reply to the call before it.
    Reply,
    /// `error`: code, message and further members of the error of the call before it.
    Error,
    /// `span`: where in which parameter the fault lies.
    Span,
    /// `receipt`: what the call before it did and cost, arm by arm.
    Receipt,
    /// `throughput`: for tables and indexes, units served, saved and throttled, and the changes that wait.
    Throughput,
    /// `partitions`: the partitions of tables and indexes, with what they hold and which keys are hot.
    Partitions,
    /// `events`: what happened in the step before it.
    Events,
}

/// How the body of a `call` becomes a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallForm {
    /// Plain values are marshalled.
    Plain,
    /// The text is sent unchanged.
    Raw,
    /// The call is made once for each number, which replaces `${n}`.
    Repeated(Range<u64>),
}

/// What a row shows beside its expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// Its result.
    Outcome,
    /// `… marked`: the position of its fault.
    Fault,
}

/// A file that cannot be read as a spec.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentError {
    /// The line at fault, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.reason)
    }
}

impl Document {
    /// Reads a file's text.
    pub fn parse(path: &str, text: &str) -> Result<Self, DocumentError> {
        let mut sections: Vec<Section> = Vec::new();
        let mut open: Option<(BlockKind, usize, usize)> = None;
        let mut offset = 0;
        for (position, line) in text.split_inclusive('\n').enumerate() {
            let start = offset;
            offset += line.len();
            let fault = |reason: String| DocumentError { line: position + 1, reason };
            match (open.take(), line.trim_end()) {
                (Some((kind, opened, from)), "```") => {
                    let section = sections
                        .last_mut()
                        .ok_or_else(|| fault("a block above any heading".to_owned()))?;
                    let body = text[from..start].to_owned();
                    section.blocks.push(Block { kind, body, line: opened, span: from..start });
                }
                (Some(block), _) => open = Some(block),
                (None, line) if line.starts_with("```") => {
                    open = Some((block_kind(&line[3..]).map_err(fault)?, position + 1, offset));
                }
                (None, line) if line.starts_with('#') => {
                    let level = line.bytes().take_while(|byte| *byte == b'#').count();
                    let parent = sections.iter().rposition(|section| section.level < level);
                    let title = line[level..].trim().to_owned();
                    sections.push(Section { title, level, parent, blocks: Vec::new() });
                }
                (None, _) => {}
            }
        }
        match open {
            Some((_, line, _)) => {
                Err(DocumentError { line, reason: "a block without its end".to_owned() })
            }
            None => Ok(Self { path: path.to_owned(), text: text.to_owned(), sections }),
        }
    }

    /// The sections that are cases: those with blocks of their own.
    pub fn cases(&self) -> impl Iterator<Item = usize> {
        (0..self.sections.len()).filter(|position| !self.sections[*position].blocks.is_empty())
    }

    /// The positions of the headings a section is nested in, outermost first.
    pub fn ancestors(&self, section: usize) -> Vec<usize> {
        let mut found: Vec<usize> = std::iter::successors(self.sections[section].parent, |above| {
            self.sections[*above].parent
        })
        .collect();
        found.reverse();
        found
    }

    /// A case's name: `indexes/sparse.md: An item without the key is not in the index`.
    pub fn case_name(&self, section: usize) -> String {
        let titles: Vec<&str> = self
            .ancestors(section)
            .into_iter()
            .filter(|above| self.sections[*above].level > 1)
            .chain([section])
            .map(|position| self.sections[position].title.as_str())
            .collect();
        format!("{}: {}", self.path, titles.join(" / "))
    }
}

fn block_kind(info: &str) -> Result<BlockKind, String> {
    let words: Vec<&str> = info.split_whitespace().collect();
    match words.as_slice() {
        ["table"] => Ok(BlockKind::Table),
        ["items", table] => Ok(BlockKind::Items { table: (*table).to_owned() }),
        ["call", operation] => Ok(call(operation, CallForm::Plain)),
        ["call", operation, "raw"] => Ok(call(operation, CallForm::Raw)),
        ["call", operation, "n", "=", range] => {
            Ok(call(operation, CallForm::Repeated(numbers(range)?)))
        }
        ["call", operation, "for", "each", parameter] => {
            Ok(rows(operation, parameter, Shown::Outcome))
        }
        ["call", operation, "for", "each", parameter, "marked"] => {
            Ok(rows(operation, parameter, Shown::Fault))
        }
        ["load", operation] => Ok(BlockKind::Load { operation: (*operation).to_owned() }),
        ["delay"] => Ok(BlockKind::Delay),
        ["lifecycle"] => Ok(BlockKind::Lifecycle),
        ["wording"] => Ok(BlockKind::Wording),
        ["sandbox"] => Ok(BlockKind::Sandbox),
        ["scaling"] => Ok(BlockKind::Scaling),
        ["advance"] => Ok(BlockKind::Advance),
        ["reply"] => Ok(BlockKind::Reply),
        ["error"] => Ok(BlockKind::Error),
        ["span"] => Ok(BlockKind::Span),
        ["receipt"] => Ok(BlockKind::Receipt),
        ["throughput"] => Ok(BlockKind::Throughput),
        ["partitions"] => Ok(BlockKind::Partitions),
        ["events"] => Ok(BlockKind::Events),
        _ => Err(format!("no such block: {info:?}")),
    }
}

fn call(operation: &str, form: CallForm) -> BlockKind {
    BlockKind::Call { operation: operation.to_owned(), form }
}

fn rows(operation: &str, parameter: &str, shown: Shown) -> BlockKind {
    BlockKind::Rows { operation: operation.to_owned(), parameter: parameter.to_owned(), shown }
}

/// `1..40`, both ends included, as in prose.
fn numbers(text: &str) -> Result<Range<u64>, String> {
    let parsed = text.split_once("..").and_then(|(first, last)| {
        let (first, last): (u64, u64) = (first.parse().ok()?, last.parse().ok()?);
        Some(first..last + 1)
    });
    parsed.ok_or_else(|| format!("not a range of numbers: {text}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Title\n\n```table\nT  id S\n```\n\n## One\n\nwords\n\n```call GetItem\n{}\n```\n### Deep\n```reply\n{}\n```\n## Two\n";

    #[test]
    fn a_section_is_nested_in_the_nearest_heading_above_its_level() {
        let document = Document::parse("a.md", FILE).unwrap();
        assert_eq!(document.ancestors(2), [0, 1]);
        assert_eq!(document.ancestors(3), [0]);
        assert_eq!(document.case_name(2), "a.md: One / Deep");
        assert_eq!(document.cases().collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn the_span_of_a_block_is_its_body() {
        let document = Document::parse("a.md", FILE).unwrap();
        let block = &document.sections[1].blocks[0];
        assert_eq!(&FILE[block.span.clone()], block.body);
        assert_eq!((block.line, block.body.as_str()), (11, "{}\n"));
    }

    #[test]
    fn an_unknown_or_open_block_is_a_fault_with_its_line() {
        let unknown = Document::parse("a.md", "# T\n```rely\n```\n").unwrap_err();
        assert_eq!(unknown.to_string(), "line 2: no such block: \"rely\"");
        let open = Document::parse("a.md", "# T\n\n```reply\n{}\n").unwrap_err();
        assert_eq!(open.to_string(), "line 3: a block without its end");
    }
}
