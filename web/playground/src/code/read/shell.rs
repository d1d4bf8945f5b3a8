//! The words of a POSIX shell.

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
    /// What the shell would have to compute, by the command in which it is.
    pub unknown: Vec<(usize, String)>,
}

/// Reads a script. Fails if a string has no end.
pub(super) fn script(text: &str) -> Result<Script, CodeError> {
    let mut scanner = Scanner { text, at: 0, script: Script::default(), command: Vec::new() };
    scanner.script()?;
    scanner.end_command();
    Ok(scanner.script)
}

struct Scanner<'t> {
    text: &'t str,
    at: usize,
    script: Script,
    command: Vec<Word>,
}

impl Scanner<'_> {
    fn script(&mut self) -> Result<(), CodeError> {
        while let Some(next) = self.peek() {
            let rest = &self.text[self.at..];
            match next {
                '\n' | ';' | '&' | '|' => {
                    self.at += 1;
                    self.end_command();
                }
                _ if next.is_whitespace() => self.at += next.len_utf8(),
                '\\' if continues_line(rest) => {
                    self.at += rest.find('\n').map_or(rest.len(), |end| end + 1);
                }
                '#' => self.at += rest.find('\n').unwrap_or(rest.len()),
                _ => {
                    let word = self.word()?;
                    self.command.push(word);
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
                    text.push_str(&rest[1..=end]);
                    self.at += end + 2;
                }
                '"' => self.double_quoted(&mut text)?,
                '$' | '`' => self.expansion(&mut text),
                '\\' if continues_line(rest) => break,
                '\\' => {
                    let escaped = rest[1..].chars().next();
                    text.extend(escaped);
                    self.at += 1 + escaped.map_or(0, char::len_utf8);
                }
                ';' | '&' | '|' => break,
                _ if next.is_whitespace() => break,
                _ => {
                    text.push(next);
                    self.at += next.len_utf8();
                }
            }
        }
        Ok(Word { text, start })
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
                Some('$' | '`') => self.expansion(text),
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
    fn expansion(&mut self, text: &mut String) {
        let rest = &self.text[self.at..];
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
            return;
        }
        text.push_str(&unknown_text(&source));
        self.script.unknown.push((self.script.commands.len(), source));
    }

    fn open_text(&self) -> CodeError {
        CodeError::at(self.text, self.at, CodeFault::OpenText)
    }
}

/// Whether a backslash is the last character of its line.
fn continues_line(rest: &str) -> bool {
    let rest = rest[1..].trim_start_matches([' ', '\t', '\r']);
    rest.is_empty() || rest.starts_with('\n')
}
