//! Texts with placeholders.

use crate::workload::filling::Filling;
use crate::workload::placeholder::Placeholder;
use crate::workload::template_error::TemplateFault;

/// A text of which parts differ from one request to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Tells the placeholders of this text from those of others in the request.
    place: u64,
    parts: Vec<Part>,
    /// Room in which it is most often written.
    capacity: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Literal(String),
    Placeholder(Placeholder),
}

impl Text {
    /// Reads a text. `source_of` gives the text of another attribute of the same map.
    pub(super) fn parse(
        text: &str,
        place: u64,
        source_of: &dyn Fn(&str) -> Result<Self, TemplateFault>,
    ) -> Result<Self, TemplateFault> {
        let mut parts = Vec::new();
        let mut literal = String::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            literal.push_str(before);
            if let Some(behind) = behind.strip_prefix('{') {
                literal.push('{');
                rest = behind;
                continue;
            }
            let (inner, behind) = behind.split_once('}').ok_or(TemplateFault::OpenBrace)?;
            if !literal.is_empty() {
                parts.push(Part::Literal(std::mem::take(&mut literal)));
            }
            parts.push(Part::Placeholder(Placeholder::parse(inner, source_of)?));
            rest = behind;
        }
        literal.push_str(rest);
        if !literal.is_empty() {
            parts.push(Part::Literal(literal));
        }
        let capacity = parts.iter().map(Part::length_usual).sum();
        Ok(Self { place, parts, capacity })
    }

    /// Bytes that are written or read to write it, about.
    pub(super) fn effort(&self) -> usize {
        let parts = self.parts.iter().map(|part| match part {
            Part::Literal(text) => text.len(),
            Part::Placeholder(placeholder) => placeholder.effort(),
        });
        parts.fold(0, usize::saturating_add)
    }

    /// The text, if it is always the same.
    pub(super) fn constant(&self) -> Option<&str> {
        match self.parts.as_slice() {
            [] => Some(""),
            [Part::Literal(text)] => Some(text),
            _ => None,
        }
    }

    /// The number that the text is in a request, if it is nothing but one placeholder that becomes a number.
    pub(super) fn number(&self, filling: &Filling) -> Option<u64> {
        match self.parts.as_slice() {
            [Part::Placeholder(placeholder)] => placeholder.number(self.place, filling),
            _ => None,
        }
    }

    /// The text as it is in a request.
    pub(super) fn filled(&self, filling: &Filling) -> String {
        let mut out = String::with_capacity(self.capacity);
        self.write(filling, &mut out);
        out
    }

    /// Writes the text as it is in a request.
    pub(super) fn write(&self, filling: &Filling, out: &mut String) {
        for (place, part) in (self.place..).zip(&self.parts) {
            match part {
                Part::Literal(text) => out.push_str(text),
                Part::Placeholder(placeholder) => placeholder.write(place, filling, out),
            }
        }
    }
}

impl Part {
    /// Bytes that are written, if a little more or less.
    fn length_usual(&self) -> usize {
        match self {
            Self::Literal(text) => text.len(),
            Self::Placeholder(placeholder) => placeholder.length_usual(),
        }
    }
}
