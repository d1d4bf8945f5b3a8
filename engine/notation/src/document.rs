//! A Markdown file: headings, and the fenced blocks under them.
//!
//! The first line of a block says its kind. What kinds there are is the reader's decision: a kind is any type that is
//! parsed from that line. Text between the blocks is kept with its lines; specs do not read it, lessons do.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// What opens and closes a block.
const FENCE: &str = "```";

/// The headings and blocks of one file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document<Kind> {
    /// The lines above the first heading that are not empty.
    pub preamble: Vec<TextLine>,
    /// The headings, in order of appearance.
    pub sections: Vec<Section<Kind>>,
}

/// A heading and the blocks between it and the next heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section<Kind> {
    /// The words of the heading.
    pub title: String,
    /// The line of the heading, counted from 1.
    pub line: usize,
    /// How many `#` it has.
    pub level: usize,
    /// Position of the heading in which this one is nested.
    pub parent: Option<usize>,
    /// The fenced blocks, in order.
    pub blocks: Vec<Block<Kind>>,
    /// The lines between the heading and the next one that are in no block. A line that takes the place of a block is empty, so
    /// that a paragraph ends there.
    pub text: Vec<TextLine>,
}

/// A line outside blocks and headings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextLine {
    /// Its number, counted from 1.
    pub number: usize,
    /// The line without spaces at its end.
    pub text: String,
}

/// A fenced block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block<Kind> {
    /// What the block asks for, parsed from the text after the opening fence.
    pub kind: Kind,
    /// The text between the fences.
    pub content: String,
    /// The line of the opening fence, counted from 1.
    pub line: usize,
    /// The bytes of the content in the file.
    pub span: Range<usize>,
}

/// A file that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentError {
    /// The line at fault, counted from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: DocumentFault,
}

/// What is wrong with a line of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DocumentFault {
    /// The reader does not know blocks of this kind.
    Kind {
        /// What the reader says about it.
        reason: String,
    },
    /// A block is above the first heading.
    BlockAboveHeadings,
    /// A block is not closed.
    OpenBlock,
}

impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for DocumentFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Kind { reason } => reason,
            Self::BlockAboveHeadings => "a block above any heading",
            Self::OpenBlock => "a block without its end",
        })
    }
}

impl Error for DocumentError {}

impl<Kind: FromStr<Err: fmt::Display>> Document<Kind> {
    /// Reads a file's text.
    ///
    /// Fails with the first line at fault.
    pub fn parse(text: &str) -> Result<Self, DocumentError> {
        let mut sections: Vec<Section<Kind>> = Vec::new();
        let mut preamble = Vec::new();
        let mut open: Option<(Kind, usize, usize)> = None;
        let mut offset = 0;
        for (position, line) in text.split_inclusive('\n').enumerate() {
            let (start, number) = (offset, position + 1);
            offset += line.len();
            match (open.take(), line.trim_end()) {
                (Some((kind, line, from)), FENCE) => {
                    let fault = DocumentFault::BlockAboveHeadings;
                    let section = sections.last_mut().ok_or(DocumentError { line, fault })?;
                    let content = text[from..start].to_owned();
                    section.blocks.push(Block { kind, content, line, span: from..start });
                    section.text.push(TextLine { number, text: String::new() });
                }
                (Some(block), _) => open = Some(block),
                (None, line) if line.starts_with(FENCE) => {
                    let kind = line[FENCE.len()..].parse().map_err(|reason: Kind::Err| {
                        let fault = DocumentFault::Kind { reason: reason.to_string() };
                        DocumentError { line: number, fault }
                    })?;
                    open = Some((kind, number, offset));
                }
                (None, line) if line.starts_with('#') => {
                    let level = line.bytes().take_while(|byte| *byte == b'#').count();
                    let parent = sections.iter().rposition(|section| section.level < level);
                    let title = line[level..].trim().to_owned();
                    let (blocks, text) = (Vec::new(), Vec::new());
                    sections.push(Section { title, line: number, level, parent, blocks, text });
                }
                (None, text) => {
                    let line = TextLine { number, text: text.to_owned() };
                    match sections.last_mut() {
                        Some(section) => section.text.push(line),
                        None if text.is_empty() => {}
                        None => preamble.push(line),
                    }
                }
            }
        }
        match open {
            Some((_, line, _)) => Err(DocumentError { line, fault: DocumentFault::OpenBlock }),
            None => Ok(Self { preamble, sections }),
        }
    }
}

impl<Kind> Document<Kind> {
    /// The positions of the sections with blocks of their own.
    pub fn sections_with_blocks(&self) -> impl Iterator<Item = usize> {
        (0..self.sections.len()).filter(|position| !self.sections[*position].blocks.is_empty())
    }

    /// The positions of the headings in which a section is nested, outermost first.
    pub fn ancestors(&self, section: usize) -> Vec<usize> {
        let mut found: Vec<usize> = std::iter::successors(self.sections[section].parent, |above| {
            self.sections[*above].parent
        })
        .collect();
        found.reverse();
        found
    }

    /// The headings of a section below the title of the file: `One / Deep`.
    pub fn title_path(&self, section: usize) -> String {
        let titles: Vec<&str> = self
            .ancestors(section)
            .into_iter()
            .filter(|above| self.sections[*above].level > 1)
            .chain([section])
            .map(|position| self.sections[position].title.as_str())
            .collect();
        titles.join(" / ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Title\n\n```table\nT  id S\n```\n\n## One\n\nwords\n\n```call GetItem\n{}\n```\n### Deep\n```reply\n{}\n```\n## Two\n";

    /// A kind that knows two words.
    #[derive(Debug, PartialEq)]
    enum Known {
        Call,
        Reply,
    }

    impl FromStr for Known {
        type Err = String;

        fn from_str(text: &str) -> Result<Self, String> {
            match text {
                "call" => Ok(Self::Call),
                "reply" => Ok(Self::Reply),
                other => Err(format!("no such block: {other:?}")),
            }
        }
    }

    fn parsed(text: &str) -> Document<String> {
        Document::parse(text).unwrap()
    }

    #[track_caller]
    fn check_rejected(text: &str, expected: &str) {
        assert_eq!(Document::<Known>::parse(text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn a_section_is_nested_in_the_nearest_heading_above_its_level() {
        let document = parsed(FILE);
        assert_eq!(document.ancestors(2), [0, 1]);
        assert_eq!(document.ancestors(3), [0]);
        assert_eq!(document.title_path(2), "One / Deep");
        assert_eq!(document.sections_with_blocks().collect::<Vec<_>>(), [0, 1, 2]);
    }

    #[test]
    fn the_span_of_a_block_is_its_content() {
        let document = parsed(FILE);
        let block = &document.sections[1].blocks[0];
        assert_eq!(&FILE[block.span.clone()], block.content);
        assert_eq!((block.line, block.content.as_str()), (11, "{}\n"));
        assert_eq!(block.kind, "call GetItem");
    }

    #[test]
    fn the_kind_of_a_block_is_what_the_reader_parses() {
        let document: Document<Known> =
            Document::parse("# T\n```call\n```\n```reply\n```\n").unwrap();
        let kinds: Vec<&Known> =
            document.sections[0].blocks.iter().map(|block| &block.kind).collect();
        assert_eq!(kinds, [&Known::Call, &Known::Reply]);
    }

    #[test]
    fn text_between_blocks_is_kept_with_its_lines() {
        let document = parsed("above\n# T\none\n```b\ninside\n```\ntwo  \n");
        let line = |number, text: &str| TextLine { number, text: text.to_owned() };
        assert_eq!(document.preamble, [line(1, "above")]);
        let section = &document.sections[0];
        assert_eq!(section.line, 2);
        assert_eq!(section.text, [line(3, "one"), line(6, ""), line(7, "two")]);
    }

    #[test]
    fn a_heading_in_a_block_is_part_of_its_content() {
        let document = parsed("# T\n```text\n# no heading\n```\n");
        assert_eq!(document.sections.len(), 1);
        assert_eq!(document.sections[0].blocks[0].content, "# no heading\n");
    }

    #[test]
    fn a_file_at_fault_is_rejected_with_the_line() {
        check_rejected("# T\n```rely\n```\n", "line 2: no such block: \"rely\"");
        check_rejected("# T\n\n```reply\n{}\n", "line 3: a block without its end");
        check_rejected("\n```reply\n{}\n```\n", "line 2: a block above any heading");
    }

    #[test]
    fn an_empty_file_has_no_sections() {
        assert_eq!(parsed("").sections, []);
        assert_eq!(parsed("words\n").sections, []);
    }

    #[test]
    fn lines_may_end_as_on_windows() {
        let document = parsed("# T\r\n```call\r\n{}\r\n```\r\n");
        let section = &document.sections[0];
        assert_eq!((section.title.as_str(), section.blocks[0].kind.as_str()), ("T", "call"));
        assert_eq!(section.blocks[0].content, "{}\r\n");
    }
}
