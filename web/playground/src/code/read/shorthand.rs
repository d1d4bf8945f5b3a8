//! The shorthand of the AWS CLI: `AttributeName=Id,KeyType=HASH`.

use crate::code::literal::Literal;

/// Values within each other at most.
const DEPTH_MAX: usize = 64;

/// Reads a value in shorthand, whose scalars are all strings. `None` if it is not one.
pub(super) fn read(text: &str) -> Option<Literal> {
    let mut reader = Reader { rest: text };
    let value =
        if reader.is_member() { reader.members(None, 0)? } else { reader.elements(None, 0)? };
    reader.rest.is_empty().then_some(value)
}

struct Reader<'t> {
    rest: &'t str,
}

impl Reader<'_> {
    fn take(&mut self, symbol: char) -> bool {
        let trimmed = self.rest.trim_start();
        match trimmed.strip_prefix(symbol) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Whether a name with `=` is next.
    fn is_member(&self) -> bool {
        let rest = self.rest.trim_start();
        let end = rest.find(['=', ',', '{', '}', '[', ']', '"', '\'']);
        end.is_some_and(|end| end > 0 && rest[end..].starts_with('='))
    }

    /// Members up to a bracket, which is taken, or to the end.
    fn members(&mut self, closing: Option<char>, depth: usize) -> Option<Literal> {
        let mut members = Vec::new();
        loop {
            if closing.is_some_and(|closing| self.take(closing)) {
                break;
            }
            if !self.is_member() {
                return None;
            }
            let (name, rest) = self.rest.trim_start().split_once('=')?;
            self.rest = rest;
            let value = self.value(depth)?;
            members.push((name.to_owned(), self.following(value, depth)?));
            if !self.take(',') {
                if let Some(closing) = closing {
                    self.take(closing).then_some(())?;
                }
                break;
            }
        }
        Some(Literal::Map(members))
    }

    /// A value, or the list of it and of those that follow after commas and are no members.
    fn following(&mut self, first: Literal, depth: usize) -> Option<Literal> {
        let mut elements = vec![first];
        while self.rest.starts_with(',') && !(Reader { rest: &self.rest[1..] }).is_member() {
            self.take(',');
            elements.push(self.value(depth)?);
        }
        Some(if elements.len() > 1 { Literal::List(elements) } else { elements.remove(0) })
    }

    fn elements(&mut self, closing: Option<char>, depth: usize) -> Option<Literal> {
        let mut elements = Vec::new();
        loop {
            if closing.is_some_and(|closing| self.take(closing)) {
                break;
            }
            elements.push(self.value(depth)?);
            if !self.take(',') {
                if let Some(closing) = closing {
                    self.take(closing).then_some(())?;
                }
                break;
            }
        }
        Some(Literal::List(elements))
    }

    fn value(&mut self, depth: usize) -> Option<Literal> {
        if depth > DEPTH_MAX {
            return None;
        }
        if self.take('{') {
            return self.members(Some('}'), depth + 1);
        }
        if self.take('[') {
            return self.elements(Some(']'), depth + 1);
        }
        for quote in ['"', '\''] {
            if self.take(quote) {
                return self.quoted(quote);
            }
        }
        let end = self.rest.find([',', '}', ']', '=']).unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(Literal::text(text.trim()))
    }

    fn quoted(&mut self, quote: char) -> Option<Literal> {
        let mut text = String::new();
        let mut characters = self.rest.char_indices();
        while let Some((position, character)) = characters.next() {
            match character {
                '\\' => text.push(characters.next()?.1),
                _ if character == quote => {
                    self.rest = &self.rest[position + quote.len_utf8()..];
                    return Some(Literal::Text(text));
                }
                _ => text.push(character),
            }
        }
        None
    }
}
