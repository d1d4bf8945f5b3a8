//! The value of an expression as it is sent.

use engine::operation::Operation;

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::call::{Call, ValueForm, unknown_text};
use crate::code::read::execute::machine::Machine;
use crate::code::read::execute::value::{Object, Value};
use crate::code::read::parser::DEPTH_MAX;
use crate::code::read::token::Language;

/// Values that a request can have: an object can be used many times.
const VALUE_COUNT_MAX: usize = 200_000;

/// Names of what is not known that a request can have. Model: more than a user fills in.
const UNKNOWN_COUNT_MAX: usize = 1_000;

/// Bytes of text that count as one more value. Model: an item has 400 KB, and a batch a hundred of them.
const BYTES_PER_VALUE: usize = 256;

/// What a request contains.
#[derive(Debug, Default)]
pub(in crate::code::read) struct Snapshot {
    pub unknown: Vec<String>,
    count: usize,
}

impl Machine<'_> {
    /// A call with a request as it is at this moment.
    pub(in crate::code::read) fn call(
        &self,
        operation: Operation,
        form: ValueForm,
        request: &Value,
        offset: usize,
    ) -> Result<Call, CodeError> {
        let mut snapshot = Snapshot::default();
        let request = self.snapshot(request, offset, &mut snapshot)?;
        Ok(Call { operation, request, form, unknown: snapshot.unknown, offset })
    }

    /// The value as it is, with what is not known by name. Fails if it has no known value.
    pub(in crate::code::read) fn snapshot(
        &self,
        value: &Value,
        offset: usize,
        snapshot: &mut Snapshot,
    ) -> Result<Literal, CodeError> {
        let count = snapshot.count;
        let literal = self.snapshot_at(value, offset, snapshot, 0);
        self.charge(snapshot.count - count);
        literal
    }

    fn snapshot_at(
        &self,
        value: &Value,
        offset: usize,
        snapshot: &mut Snapshot,
        depth: usize,
    ) -> Result<Literal, CodeError> {
        snapshot.count += 1;
        let is_too_much =
            snapshot.count > VALUE_COUNT_MAX || snapshot.unknown.len() > UNKNOWN_COUNT_MAX;
        if depth > DEPTH_MAX || is_too_much {
            return Err(CodeError::at(self.text, offset, CodeFault::TooDeep));
        }
        let mut all = |values: &[Value]| {
            let literals =
                values.iter().map(|it| self.snapshot_at(it, offset, snapshot, depth + 1));
            literals.collect::<Result<Vec<_>, _>>()
        };
        match value {
            Value::Scalar(literal) => {
                snapshot.count += literal.as_text().map_or(0, str::len) / BYTES_PER_VALUE;
                Ok(literal.clone())
            }
            Value::Float(text) => {
                let fault = match self.language {
                    Language::Python => CodeFault::Float(text.clone()),
                    Language::JavaScript => CodeFault::Inexact(text.clone()),
                };
                Err(CodeError::at(self.text, offset, fault))
            }
            Value::Fault(error) => Err((**error).clone()),
            Value::Object(position) => match self.state.object(*position) {
                Object::Fault(error) => Err(error.clone()),
                Object::List(values) => Ok(Literal::List(all(values)?)),
                Object::Set(values) => Ok(Literal::Set(all(values)?)),
                Object::Map(members) => {
                    let members = members.iter().map(|(name, value)| {
                        let value = self.snapshot_at(value, offset, snapshot, depth + 1)?;
                        Ok((name.clone(), value))
                    });
                    Ok(Literal::Map(members.collect::<Result<_, CodeError>>()?))
                }
            },
            Value::Unknown(source) => {
                self.charge(snapshot.unknown.len() / 16);
                if !snapshot.unknown.contains(source) {
                    snapshot.unknown.push(source.clone());
                }
                Ok(Literal::Text(unknown_text(source)))
            }
            Value::Function(closure) => {
                let function = &closure.function;
                let source = self.source(function.start, function.end);
                self.snapshot_at(&Value::Unknown(source), offset, snapshot, depth)
            }
            Value::Command(_)
            | Value::Table(_)
            | Value::Batch(..)
            | Value::Serializer
            | Value::Deserializer
            | Value::Attribute(_)
            | Value::Condition(_) => {
                Err(CodeError::at(self.text, offset, CodeFault::NotUnderstood))
            }
        }
    }

    /// The objects of a literal.
    pub(in crate::code::read) fn value_of(&mut self, literal: Literal) -> Value {
        let object = match literal {
            Literal::List(elements) => {
                Object::List(elements.into_iter().map(|it| self.value_of(it)).collect())
            }
            Literal::Set(elements) => {
                Object::Set(elements.into_iter().map(|it| self.value_of(it)).collect())
            }
            Literal::Map(members) => Object::Map(
                members.into_iter().map(|(name, it)| (name, self.value_of(it))).collect(),
            ),
            scalar => return Value::Scalar(scalar),
        };
        self.state.add(object)
    }
}
