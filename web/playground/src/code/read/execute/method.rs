//! The methods of objects.

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::execute::function::Arguments;
use crate::code::read::execute::library::compared;
use crate::code::read::execute::machine::Machine;
use crate::code::read::execute::value::{Closure, Object, Value};
use crate::code::read::javascript::sdk;
use crate::code::read::program::{Argument, Node};
use crate::code::read::python::boto3;
use crate::code::read::token::Language;
use crate::code::value::{native, typed};

/// Methods that call a function for each element.
const LOOPS: [&str; 10] =
    ["map", "forEach", "filter", "flatMap", "reduce", "some", "every", "find", "findIndex", "sort"];

/// Methods of objects that are known and that do not change them.
const HARMLESS: [&str; 22] = [
    "get",
    "items",
    "keys",
    "values",
    "join",
    "includes",
    "indexOf",
    "slice",
    "concat",
    "toString",
    "hasOwnProperty",
    "has",
    "at",
    "index",
    "count",
    "upper",
    "lower",
    "toUpperCase",
    "toLowerCase",
    "trim",
    "strip",
    "entries",
];

impl Machine<'_> {
    /// Calls a method of a value.
    pub(super) fn method(
        &mut self,
        node: &Node,
        receiver: &Value,
        owner: &Node,
        name: &str,
        arguments: &[Argument],
        is_awaited: bool,
    ) -> Result<Value, CodeError> {
        if self.language == Language::Python
            && let Some(value) = boto3::method(self, node, receiver, owner, name, arguments)?
        {
            return Ok(value);
        }
        if is_hook(receiver, name) && !self.is_silent {
            return Err(self.error(node.start, CodeFault::HandedOver));
        }
        let given = self.arguments(arguments)?;
        if self.language == Language::JavaScript
            && let Some(value) = sdk::method(self, node, receiver, name, &given, arguments)?
        {
            return Ok(value);
        }
        if let Value::Fault(_) = receiver {
            self.hand_over(&given, node, LOOPS.contains(&name))?;
            return Ok(receiver.clone());
        }
        if let Some(function @ Value::Function(_)) = self.member_of(receiver, Some(name)) {
            return self.call_value(&function, &given, node, is_awaited);
        }
        let value = match (receiver, self.object(receiver).cloned()) {
            (Value::Object(position), Some(object)) => {
                self.object_method(node, *position, object, name, &given)?
            }
            (Value::Serializer, _) if name == "serialize" => {
                self.converted_by(typed, &given).unwrap_or_else(|| self.unknown(node))
            }
            (Value::Deserializer, _) if name == "deserialize" => {
                self.converted_by(native, &given).unwrap_or_else(|| self.unknown(node))
            }
            (Value::Attribute(attribute), _) => {
                let compared = compared(attribute, name, &given.positional);
                compared.unwrap_or_else(|| self.fault(owner.start, CodeFault::Condition))
            }
            (Value::Function(_), _) if ["call", "apply", "bind"].contains(&name) => {
                self.fault(node.start, CodeFault::NotUnderstood)
            }
            _ => {
                self.hand_over(&given, node, LOOPS.contains(&name))?;
                self.unknown(node)
            }
        };
        Ok(value)
    }

    fn converted_by(
        &mut self,
        convert: fn(Literal) -> Option<Literal>,
        given: &Arguments,
    ) -> Option<Value> {
        let [only] = given.positional.as_slice() else { return None };
        let literal = convert(self.literal(only)?)?;
        Some(self.value_of(literal))
    }

    /// Calls a method of an object that is known.
    fn object_method(
        &mut self,
        node: &Node,
        position: usize,
        object: Object,
        name: &str,
        given: &Arguments,
    ) -> Result<Value, CodeError> {
        let is_python = self.language == Language::Python;
        let unknown = self.unknown(node);
        let first = given.positional.first().cloned();
        let members = first.as_ref().and_then(|first| self.object(first).cloned());
        let value = match (object, name, members, first) {
            (Object::Fault(error), _, _, _) => {
                self.hand_over(given, node, LOOPS.contains(&name))?;
                Value::Fault(Box::new(error))
            }
            (Object::List(mut elements), "push" | "append", _, Some(_))
                if !given.is_open && (is_python == (name == "append")) =>
            {
                elements.extend(given.positional.iter().cloned());
                *self.state.object_mut(position) = Object::List(elements);
                unknown
            }
            (Object::List(mut elements), "extend", Some(Object::List(added)), _) if is_python => {
                elements.extend(added);
                *self.state.object_mut(position) = Object::List(elements);
                unknown
            }
            (Object::List(elements), "concat", Some(Object::List(added)), _)
                if given.positional.len() == 1 =>
            {
                self.add(Object::List(elements.into_iter().chain(added).collect()))
            }
            (Object::List(elements), "map" | "forEach", _, Some(Value::Function(closure)))
                if !is_python =>
            {
                self.mapped(node, position, elements, closure)?
            }
            (Object::List(elements), "join", None, Some(joint)) => {
                joined(&elements, &joint).unwrap_or(unknown)
            }
            (Object::Map(_), "update", added, _) if is_python && !given.is_open => {
                self.update(node, position, added, given);
                unknown
            }
            (Object::Map(_), "setdefault" | "pop", _, Some(_)) if is_python => {
                self.map_method(node, position, name, given)
            }
            (Object::Map(members), "items", _, None) if is_python => self.pairs(members),
            (Object::Map(members), "copy", _, None) if is_python => self.add(Object::Map(members)),
            (Object::List(elements), "copy" | "slice", _, None) => self.add(Object::List(elements)),
            (Object::Set(mut elements), "add", _, Some(element)) => {
                elements.push(element);
                *self.state.object_mut(position) = Object::Set(elements);
                Value::Object(position)
            }
            (_, name, _, _) if HARMLESS.contains(&name) => self.fault_or(position, node),
            _ => {
                self.hand_over(given, node, LOOPS.contains(&name))?;
                self.taint_by(position, node);
                unknown
            }
        };
        Ok(value)
    }

    /// `update` of a dictionary.
    fn update(&mut self, node: &Node, position: usize, added: Option<Object>, given: &Arguments) {
        match (added, given.positional.len()) {
            (Some(Object::Map(added)), 1) => self.put_members(position, added),
            (None, 0) => {}
            (_, _) => self.taint_by(position, node),
        }
        self.put_members(position, given.named.clone());
    }

    /// Calls a function for each element of a list.
    fn mapped(
        &mut self,
        node: &Node,
        position: usize,
        elements: Vec<Value>,
        closure: Closure,
    ) -> Result<Value, CodeError> {
        let function = Value::Function(closure);
        let mut values = Vec::new();
        for (place, element) in elements.into_iter().enumerate() {
            let place = Value::Scalar(Literal::Number(place.to_string()));
            let positional = vec![element, place, Value::Object(position)];
            let given = Arguments { positional, ..Arguments::default() };
            values.push(self.call_value(&function, &given, node, false)?);
        }
        Ok(self.add(Object::List(values)))
    }

    /// The members of an object, each as a list of its name and value.
    pub(super) fn pairs(&mut self, members: Vec<(String, Value)>) -> Value {
        let pairs = members
            .into_iter()
            .map(|(name, value)| self.add(Object::List(vec![Value::text(name), value])));
        let pairs = pairs.collect();
        self.add(Object::List(pairs))
    }

    /// The result of a method that is computed from an object. It may share parts with it.
    fn fault_or(&self, position: usize, node: &Node) -> Value {
        match self.state.object(position) {
            Object::Fault(error) => Value::Fault(Box::new(error.clone())),
            Object::List(_) | Object::Set(_) | Object::Map(_) => {
                self.fault(node.start, CodeFault::NotUnderstood)
            }
        }
    }

    fn taint_by(&mut self, position: usize, node: &Node) {
        let error = self.error(node.start, CodeFault::NotUnderstood);
        self.taint(&Value::Object(position), &error);
    }

    /// `pop` and `setdefault` of Python.
    fn map_method(&mut self, node: &Node, position: usize, name: &str, given: &Arguments) -> Value {
        let key = given.positional.first().and_then(Self::text_of);
        let object = Value::Object(position);
        let (Some(key), false) = (key, given.is_open) else {
            self.taint_by(position, node);
            return self.unknown(node);
        };
        let known = self.member_of(&object, Some(&key));
        let default = given.positional.get(1).cloned();
        match (name, known, default) {
            ("pop", Some(value), _) => {
                if let Object::Map(members) = self.state.object_mut(position) {
                    members.retain(|(name, _)| *name != key);
                }
                value
            }
            ("setdefault", Some(value), _) => value,
            ("setdefault", None, Some(default)) if self.is_closed(position) => {
                self.put_members(position, vec![(key, default.clone())]);
                default
            }
            ("pop", None, Some(default)) if self.is_closed(position) => default,
            _ => {
                self.taint_by(position, node);
                self.unknown(node)
            }
        }
    }

    /// Whether all members of an object are known.
    fn is_closed(&self, position: usize) -> bool {
        match self.state.object(position) {
            Object::Map(members) => {
                members.iter().all(|(name, _)| name != super::value::OTHER_MEMBERS)
            }
            Object::List(_) | Object::Set(_) | Object::Fault(_) => false,
        }
    }
}

/// Whether a method lets a function change each request of a client before it is sent.
fn is_hook(receiver: &Value, name: &str) -> bool {
    let Value::Unknown(source) = receiver else { return false };
    let has_name = |word: &str| source.rsplit('.').next().is_some_and(|last| last == word);
    (has_name("middlewareStack") && ["add", "addRelativeTo", "use", "remove"].contains(&name))
        || (has_name("events") && ["register", "register_first", "register_last"].contains(&name))
}

/// Strings with another between them.
fn joined(elements: &[Value], joint: &Value) -> Option<Value> {
    let texts = elements.iter().map(Value::as_text).collect::<Option<Vec<_>>>()?;
    Some(Value::text(texts.join(joint.as_text()?)))
}
