//! The conditions that boto3 makes of `Key` and `Attr`, as expressions with the placeholders that boto3 uses.

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::reader::Reader;
use crate::code::read::token::Token;

/// Conditions within each other at most.
const DEPTH_MAX: usize = 64;

/// The placeholders of the conditions of one request.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    names: Vec<(String, Literal)>,
    values: Vec<(String, Literal)>,
}

impl Conditions {
    /// Reads the condition that is next; `None` if the next expression is not one of `Key` and `Attr`.
    pub(super) fn read(&mut self, reader: &mut Reader<'_>) -> Result<Option<String>, CodeError> {
        let is_head = |it: &&Token<'_>| {
            !matches!(
                it,
                Token::Symbol('(' | '~' | '.') | Token::Word("conditions" | "boto3" | "dynamodb")
            )
        };
        let mut tokens = reader.tokens[reader.at..].iter().map(|placed| &placed.token);
        let first = tokens.find(is_head);
        if !matches!(first, Some(Token::Word("Key" | "Attr"))) {
            return Ok(None);
        }
        let expression = self.either(reader, 0)?;
        match reader.is_symbol(',') || reader.is_symbol(')') {
            true => Ok(Some(expression)),
            false => Err(reader.error(CodeFault::Condition)),
        }
    }

    /// Adds the placeholders to the members of the request.
    pub(super) fn add_to(self, members: &mut Vec<(String, Literal)>) {
        let added =
            [("ExpressionAttributeNames", self.names), ("ExpressionAttributeValues", self.values)];
        for (member, added) in added {
            if added.is_empty() {
                continue;
            }
            match members.iter_mut().find(|(name, _)| name == member) {
                Some((_, Literal::Map(known))) => known.extend(added),
                Some(_) | None => members.push((member.to_owned(), Literal::Map(added))),
            }
        }
    }

    /// Conditions with `|` between them, which binds less than `&`.
    fn either(&mut self, reader: &mut Reader<'_>, depth: usize) -> Result<String, CodeError> {
        let mut expression = self.both(reader, depth)?;
        while reader.take('|') {
            expression = format!("({expression} OR {})", self.both(reader, depth)?);
        }
        Ok(expression)
    }

    fn both(&mut self, reader: &mut Reader<'_>, depth: usize) -> Result<String, CodeError> {
        let mut expression = self.single(reader, depth)?;
        while reader.take('&') {
            expression = format!("({expression} AND {})", self.single(reader, depth)?);
        }
        Ok(expression)
    }

    fn single(&mut self, reader: &mut Reader<'_>, depth: usize) -> Result<String, CodeError> {
        if depth > DEPTH_MAX {
            return Err(reader.error(CodeFault::TooDeep));
        }
        if reader.take('~') {
            return Ok(format!("(NOT {})", self.single(reader, depth + 1)?));
        }
        if reader.take('(') {
            let expression = self.either(reader, depth + 1)?;
            return match reader.take(')') {
                true => Ok(expression),
                false => Err(reader.error(CodeFault::Condition)),
            };
        }
        let start = reader.offset();
        let path = reader.path();
        let attribute = matches!(path.last(), Some(&("Key" | "Attr"))).then_some(());
        let attribute = attribute.and_then(|()| Some(Self::arguments(reader)?.into_iter().next()));
        let Some(Some(Literal::Text(attribute))) = attribute else {
            return Err(CodeError::at(reader.text, start, CodeFault::Condition));
        };
        let mut operand = self.name(&attribute);
        let mut call = Self::method(reader);
        if call == Some("size") {
            // It has no arguments.
            Self::arguments(reader);
            operand = format!("size({operand})");
            call = Self::method(reader);
        }
        let expression = call.zip(Self::arguments(reader));
        let expression =
            expression.and_then(|(method, arguments)| self.comparison(&operand, method, arguments));
        expression.ok_or_else(|| CodeError::at(reader.text, start, CodeFault::Condition))
    }

    /// The name after a point.
    fn method<'t>(reader: &mut Reader<'t>) -> Option<&'t str> {
        if !reader.take('.') {
            return None;
        }
        let Some(Token::Word(method)) = reader.peek(0).cloned() else { return None };
        reader.at += 1;
        Some(method)
    }

    fn arguments(reader: &mut Reader<'_>) -> Option<Vec<Literal>> {
        if !reader.take('(') {
            return None;
        }
        reader.list(')', 0).ok()
    }

    fn comparison(
        &mut self,
        operand: &str,
        method: &str,
        arguments: Vec<Literal>,
    ) -> Option<String> {
        let comparator = match method {
            "eq" => "=",
            "ne" => "<>",
            "lt" => "<",
            "lte" => "<=",
            "gt" => ">",
            "gte" => ">=",
            _ => "",
        };
        let mut arguments = arguments.into_iter();
        let expression = match method {
            "exists" => format!("attribute_exists({operand})"),
            "not_exists" => format!("attribute_not_exists({operand})"),
            "begins_with" | "contains" | "attribute_type" => {
                format!("{method}({operand}, {})", self.value(arguments.next()?))
            }
            "between" => {
                let low = self.value(arguments.next()?);
                format!("{operand} BETWEEN {low} AND {}", self.value(arguments.next()?))
            }
            "is_in" => {
                let Literal::List(elements) = arguments.next()? else { return None };
                let values: Vec<String> =
                    elements.into_iter().map(|element| self.value(element)).collect();
                format!("{operand} IN ({})", values.join(", "))
            }
            _ if comparator.is_empty() => return None,
            _ => format!("{operand} {comparator} {}", self.value(arguments.next()?)),
        };
        arguments.next().is_none().then_some(expression)
    }

    /// The path of an attribute, with a placeholder for each name in it.
    fn name(&mut self, path: &str) -> String {
        let parts = path.split('.').map(|part| {
            let (name, positions) = part.split_at(part.find('[').unwrap_or(part.len()));
            let placeholder = format!("#n{}", self.names.len());
            self.names.push((placeholder.clone(), Literal::text(name)));
            placeholder + positions
        });
        parts.collect::<Vec<_>>().join(".")
    }

    fn value(&mut self, value: Literal) -> String {
        let placeholder = format!(":v{}", self.values.len());
        self.values.push((placeholder.clone(), value));
        placeholder
    }
}
