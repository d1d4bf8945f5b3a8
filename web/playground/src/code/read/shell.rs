//! The words of a POSIX shell.

use std::borrow::Cow;

use crate::code::fault::{CodeError, CodeFault};
use crate::code::read::call::unknown_text;

/// A word of a command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// The word without its quotation marks.
    pub text: String,
    /// Its first byte.
    pub start: usize,
}

/// The commands of a script.
#[derive(Debug, Default)]
pub(super) struct Script {
    pub commands: Vec<Vec<Word>>,
    /// The positions of commands that run only if the one before has failed.
    pub alternatives: Vec<usize>,
    /// What the shell would have to compute, by the command in which it is.
    pub unknown: Vec<(usize, String)>,
}

/// Reads a script. Fails if a string has no end.
pub(super) fn script(text: &str) -> Result<Script, CodeError> {
    let mut scanner = Scanner {
        text,
        at: 0,
        script: Script::default(),
        command: Vec::new(),
        depth: 0,
        is_powershell: text.lines().any(|line| line.trim_end().ends_with(" `")),
        documents: Vec::new(),
    };
    scanner.script()?;
    scanner.end_command();
    Ok(scanner.script)
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    script: Script,
    command: Vec<Word>,
    /// Commands within each other.
    depth: usize,
    /// Whether lines are continued as in PowerShell.
    is_powershell: bool,
    /// The last lines of texts that follow the line.
    documents: Vec<String>,
}

/// Commands within each other at most.
const DEPTH_MAX: usize = 8;

impl Scanner<'_> {
    fn script(&mut self) -> Result<(), CodeError> {
        while let Some(next) = self.peek() {
            let rest = &self.text[self.at..];
            match next {
                ')' if self.depth > 0 => {
                    self.at += 1;
                    return Ok(());
                }
                '\n' | ';' | '&' | '|' => {
                    self.end_command();
                    let is_alternative = rest.starts_with("||");
                    self.at += if is_alternative { 2 } else { 1 };
                    if is_alternative {
                        self.script.alternatives.push(self.script.commands.len());
                    }
                    if next == '\n' {
                        self.skip_documents();
                    }
                }
                '>' | '<' => self.redirection()?,
                _ if next.is_whitespace() => self.at += next.len_utf8(),
                '\\' | '`' | '^' if continues_line(rest) => {
                    self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
                }
                '#' => self.at += rest.find('\n').unwrap_or(rest.len()),
                _ => {
                    let start = self.at;
                    let word = self.word()?;
                    // The number of what is redirected, as in `2>`.
                    let is_redirected = matches!(self.peek(), Some('>' | '<'))
                        && self.text[start..self.at].bytes().all(|it| it.is_ascii_digit());
                    if !is_redirected {
                        self.command.push(word);
                    }
                }
            }
        }
        Ok(())
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn end_command(&mut self) {
        if !self.command.is_empty() {
            self.script.commands.push(std::mem::take(&mut self.command));
        }
    }

    fn word(&mut self) -> Result<Word, CodeError> {
        let start = self.at;
        let mut text = String::new();
        while let Some(next) = self.peek() {
            let rest = &self.text[self.at..];
            match next {
                '\'' => {
                    let end = rest[1..].find('\'').ok_or_else(|| self.open_text())?;
                    text.push_str(&self.single_quoted(&rest[1..=end]));
                    self.at += end + 2;
                }
                '"' => self.double_quoted(&mut text)?,
                '$' if rest.starts_with("$'") => self.escaped(&mut text)?,
                '\\' | '`' | '^' if continues_line(rest) => break,
                '$' | '`' => self.expansion(&mut text)?,
                '\\' => {
                    let escaped = rest[1..].chars().next();
                    text.extend(escaped);
                    self.at += 1 + escaped.map_or(0, char::len_utf8);
                }
                ';' | '&' | '|' | '>' | '<' => break,
                ')' if self.depth > 0 => break,
                _ if next.is_whitespace() => break,
                _ => {
                    text.push(next);
                    self.at += next.len_utf8();
                }
            }
        }
        Ok(Word { text, start })
    }

    /// The content of single quotation marks. Windows PowerShell needs a backslash before each quotation mark in it.
    fn single_quoted<'q>(&self, content: &'q str) -> Cow<'q, str> {
        let plain = content.replace("\\\"", "");
        match self.is_powershell && !plain.contains('"') {
            true => Cow::Owned(content.replace("\\\"", "\"")),
            false => Cow::Borrowed(content),
        }
    }

    fn double_quoted(&mut self, text: &mut String) -> Result<(), CodeError> {
        let start = self.at;
        self.at += 1;
        loop {
            let rest = &self.text[self.at..];
            match rest.chars().next() {
                None => {
                    self.at = start;
                    return Err(self.open_text());
                }
                Some('"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some('$' | '`') => self.expansion(text)?,
                Some('\\') => {
                    let next = rest[1..].chars().next();
                    match next {
                        Some('\n') => {}
                        Some(it @ ('"' | '\\' | '$' | '`')) => text.push(it),
                        Some(it) => text.extend(['\\', it]),
                        None => text.push('\\'),
                    }
                    self.at += 1 + next.map_or(0, char::len_utf8);
                }
                Some(next) => {
                    text.push(next);
                    self.at += next.len_utf8();
                }
            }
        }
    }

    /// A variable or a command whose output is meant. Its value is not known.
    fn expansion(&mut self, text: &mut String) -> Result<(), CodeError> {
        let rest = &self.text[self.at..];
        let inner = rest.strip_prefix("$(").map(str::trim_start);
        if inner.is_some_and(|inner| inner.starts_with("aws")) {
            return self.inner_command(text);
        }
        if let Some((content, length)) = quoted_document(rest) {
            text.push_str(content);
            self.at += length;
            return Ok(());
        }
        let length = match rest.as_bytes().get(1) {
            _ if rest.starts_with('`') => rest[1..].find('`').map_or(rest.len(), |end| end + 2),
            Some(b'(') => rest.find(')').map_or(rest.len(), |end| end + 1),
            Some(b'{') => rest.find('}').map_or(rest.len(), |end| end + 1),
            Some(_) | None => {
                let name = |it: char| it.is_alphanumeric() || it == '_';
                rest[1..].find(|it| !name(it)).map_or(rest.len(), |end| end + 1)
            }
        };
        let source: String = rest[..length]
            .chars()
            .map(|it| if matches!(it, '"' | '‹' | '›' | '\\' | '\n') { '\'' } else { it })
            .collect();
        self.at += length;
        if source == "$" {
            text.push('$');
            return Ok(());
        }
        text.push_str(&unknown_text(&source));
        self.script.unknown.push((self.script.commands.len(), source));
        Ok(())
    }

    /// Reads a command whose output is a part of another.
    fn inner_command(&mut self, text: &mut String) -> Result<(), CodeError> {
        let start = self.at;
        if self.depth == DEPTH_MAX {
            return Err(CodeError::at(self.text, start, CodeFault::TooDeep));
        }
        self.at += 2;
        self.depth += 1;
        let outer = std::mem::take(&mut self.command);
        self.script()?;
        self.end_command();
        self.command = outer;
        self.depth -= 1;
        let source = "$(aws …)".to_owned();
        text.push_str(&unknown_text(&source));
        self.script.unknown.push((self.script.commands.len(), source));
        Ok(())
    }

    /// `$'…'`, with escapes.
    fn escaped(&mut self, text: &mut String) -> Result<(), CodeError> {
        let start = self.at;
        let mut characters = self.text[start..].char_indices().skip(2);
        while let Some((position, character)) = characters.next() {
            match character {
                '\'' => {
                    self.at = start + position + 1;
                    return Ok(());
                }
                '\\' => match characters.next().map(|(_, escaped)| escaped) {
                    Some('n') => text.push('\n'),
                    Some('t') => text.push('\t'),
                    Some('r') => text.push('\r'),
                    Some(escaped @ ('\\' | '\'' | '"' | '?')) => text.push(escaped),
                    Some(_) | None => {
                        let fault = CodeFault::NotUnderstood;
                        return Err(CodeError::at(self.text, start + position, fault));
                    }
                },
                _ => text.push(character),
            }
        }
        Err(self.open_text())
    }

    /// Skips where input comes from or output goes to.
    fn redirection(&mut self) -> Result<(), CodeError> {
        let rest = &self.text[self.at..];
        let length = rest.len() - rest.trim_start_matches(['<', '>', '&', '|', '-']).len();
        let is_document = rest.starts_with("<<") && !rest.starts_with("<<<");
        self.at += length;
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
        let word = self.word()?;
        if is_document {
            self.documents.push(word.text);
        }
        Ok(())
    }

    /// Skips the lines that a command has as its input.
    fn skip_documents(&mut self) {
        for end in std::mem::take(&mut self.documents) {
            loop {
                let rest = &self.text[self.at..];
                if rest.is_empty() {
                    break;
                }
                let length = rest.find('\n').map_or(rest.len(), |end| end + 1);
                self.at += length;
                if rest[..length].trim() == end {
                    break;
                }
            }
        }
    }

    fn open_text(&self) -> CodeError {
        CodeError::at(self.text, self.at, CodeFault::OpenText)
    }
}

/// The content of a here-document that is a value, `$(cat <<'EOF' … EOF)`, and the length of all of it. A document whose end is
/// not quoted is one if the shell changes nothing in it.
fn quoted_document(rest: &str) -> Option<(&str, usize)> {
    let inner = rest.strip_prefix("$(")?.trim_start().strip_prefix("cat")?.trim_start();
    let inner = inner.strip_prefix("<<")?.trim_start_matches(' ');
    let (head, body) = inner.split_once('\n')?;
    let end = head.trim();
    let name = end.trim_matches(['\'', '"']);
    let is_name =
        !name.is_empty() && name.bytes().all(|it| it.is_ascii_alphanumeric() || it == b'_');
    let mut at = 0;
    for line in body.split_inclusive('\n') {
        if line.trim_end() == name && is_name {
            let content = body[..at].trim_end_matches('\n');
            let after = body[at + line.len()..].trim_start();
            let changes = name == end && content.contains(['$', '`', '\\']);
            let after = after.strip_prefix(')').filter(|_| !changes)?;
            return Some((content, rest.len() - after.len()));
        }
        at += line.len();
    }
    None
}

/// Whether a backslash is the last character of its line.
fn continues_line(rest: &str) -> bool {
    let rest = rest[1..].trim_start_matches([' ', '\t', '\r']);
    rest.is_empty() || rest.starts_with('\n')
}
