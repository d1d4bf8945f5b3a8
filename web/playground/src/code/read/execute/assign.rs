//! What changes variables and objects.

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::execute::machine::{Flow, Machine};
use crate::code::read::execute::value::{OTHER_MEMBERS, Object, Value};
use crate::code::read::program::{Entry, Kind, Node, Part};
use crate::code::read::token::Language;

impl Machine<'_> {
    /// Gives a value to a variable of a scope, or to those of a pattern.
    pub(super) fn bind(
        &mut self,
        target: &Node,
        value: Value,
        scope: usize,
    ) -> Result<(), CodeError> {
        self.deeper(target.start, |machine| machine.bind_at(target, value, Some(scope)))
    }

    /// Gives a value to a target. Without a scope, a variable is one that is declared elsewhere.
    fn bind_at(
        &mut self,
        target: &Node,
        value: Value,
        scope: Option<usize>,
    ) -> Result<(), CodeError> {
        match &target.kind {
            Kind::Name(name) => {
                let scope = match (scope, self.language) {
                    (_, Language::Python) => self.scope_of_assignment(name),
                    (Some(scope), Language::JavaScript) => scope,
                    (None, Language::JavaScript) => {
                        self.state.scope_of(self.scope, name).unwrap_or(0)
                    }
                };
                self.set(scope, name, value);
                Ok(())
            }
            Kind::Member(object, name) => {
                let object = self.evaluate(object)?;
                self.set_member(&object, Some(name.clone()), value, target);
                Ok(())
            }
            Kind::Element(object, key) => {
                let object = self.evaluate(object)?;
                let key = self.evaluate(key)?;
                let key = Self::text_of(&key);
                self.set_member(&object, key, value, target);
                Ok(())
            }
            Kind::Assign(target, _, default) => {
                let value = match value {
                    Value::Unknown(_) => {
                        self.evaluate(default)?;
                        self.unknown(target)
                    }
                    known => known,
                };
                self.bind_at(target, value, scope)
            }
            Kind::List(parts) => self.bind_elements(parts, &value, scope),
            Kind::Map(entries) => self.bind_members(entries, &value, scope),
            _ => {
                let error = self.error(target.start, CodeFault::NotUnderstood);
                Err(error)
            }
        }
    }

    /// Gives elements of a value to the targets of a pattern.
    fn bind_elements(
        &mut self,
        parts: &[Part],
        value: &Value,
        scope: Option<usize>,
    ) -> Result<(), CodeError> {
        let elements = match self.object(value) {
            Some(Object::List(elements)) => Some(elements.clone()),
            Some(Object::Set(_) | Object::Map(_) | Object::Fault(_)) | None => None,
        };
        for (position, part) in parts.iter().enumerate() {
            let element = elements.as_ref().and_then(|it| it.get(position).cloned());
            let element = match element.filter(|_| !part.is_spread) {
                Some(element) => element,
                None => self.part_of(value, &part.value),
            };
            self.bind_at(&part.value, element, scope)?;
        }
        Ok(())
    }

    /// Gives members of a value to the targets of a pattern.
    fn bind_members(
        &mut self,
        entries: &[Entry],
        value: &Value,
        scope: Option<usize>,
    ) -> Result<(), CodeError> {
        for entry in entries {
            let (name, target) = match entry {
                Entry::Member(name, target) => (Some(name), target),
                Entry::Spread(target) => (None, target),
            };
            let name = match name {
                Some(name) => self.evaluate(name)?,
                None => Value::Unknown(String::new()),
            };
            self.step(self.weight(value), target.start)?;
            let member = self.member_of(value, name.as_text());
            let member = match member {
                Some(member) => member,
                None => self.part_of(value, target),
            };
            self.bind_at(target, member, scope)?;
        }
        Ok(())
    }

    /// A part of a value whose parts are not known.
    fn part_of(&self, value: &Value, target: &Node) -> Value {
        match (value, self.object(value)) {
            (Value::Fault(error), _) => Value::Fault(error.clone()),
            (_, Some(Object::Fault(error))) => Value::Fault(Box::new(error.clone())),
            // Its default value, or a part that is shared with it.
            (_, Some(_)) => self.fault(target.start, CodeFault::NotUnderstood),
            (_, None) => {
                let name = match &target.kind {
                    Kind::Assign(name, ..) => name,
                    _ => target,
                };
                self.unknown(name)
            }
        }
    }

    pub(super) fn member_of(&self, value: &Value, name: Option<&str>) -> Option<Value> {
        match self.object(value)? {
            // Members that are not known can be in its place.
            Object::Map(members) if members.iter().any(|(name, _)| name == OTHER_MEMBERS) => None,
            Object::Map(members) => {
                let name = name?;
                let found = members.iter().find(|(other, _)| other == name);
                found.map(|(_, value)| value.clone())
            }
            Object::List(elements) => elements.get(name?.parse::<usize>().ok()?).cloned(),
            Object::Set(_) | Object::Fault(_) => None,
        }
    }

    /// The scope in which Python assigns a variable.
    fn scope_of_assignment(&self, name: &str) -> usize {
        let scope = self.function_scope();
        if !self.state.scopes[scope].outer.contains(name) {
            return scope;
        }
        let parent = self.state.scopes[scope].parent;
        parent.and_then(|parent| self.state.scope_of(parent, name)).unwrap_or(0)
    }

    pub(super) fn set_member(
        &mut self,
        object: &Value,
        name: Option<String>,
        value: Value,
        target: &Node,
    ) {
        let error = self.error(target.start, CodeFault::NotUnderstood);
        let source = self.unknown(target);
        let Value::Object(position) = object else {
            // What is known of it does not change in this way.
            self.taint(object, &error);
            return;
        };
        match (self.state.object_mut(*position), name) {
            (Object::Map(members), Some(name)) => {
                match members.iter_mut().find(|(other, _)| *other == name) {
                    Some(member) => member.1 = value,
                    None => members.push((name, value)),
                }
            }
            (Object::Map(members), None) => members.push((OTHER_MEMBERS.to_owned(), source)),
            (Object::List(elements), Some(name)) => {
                let element = name.parse::<usize>().ok().and_then(|it| elements.get_mut(it));
                match element {
                    Some(element) => *element = value,
                    None => self.taint(object, &error),
                }
            }
            (Object::List(_) | Object::Set(_), _) => self.taint(object, &error),
            (Object::Fault(_), _) => {}
        }
    }

    /// `target = value`, and other operators that assign.
    pub(super) fn assign(
        &mut self,
        node: &Node,
        target: &Node,
        operator: &str,
        value: &Node,
    ) -> Result<Value, CodeError> {
        if operator == "=" {
            let value = self.evaluate(value)?;
            self.bind_at(target, value.clone(), None)?;
            return Ok(value);
        }
        if ["||=", "&&=", "??="].contains(&operator) {
            self.maybe(node.start, |machine| {
                let value = machine.evaluate(value)?;
                machine.bind_at(target, value, None)?;
                Ok(Flow::Next)
            })?;
            return Ok(self.unknown(node));
        }
        let old = self.evaluate(target)?;
        let new = self.evaluate(value)?;
        if self.language == Language::Python && self.extend(&old, operator, &new) {
            return Ok(old);
        }
        let operator = operator.trim_end_matches('=');
        let value = self.operated(operator, vec![old.clone(), new], node);
        if let Value::Object(_) = old {
            // A list or set that has been changed in place.
            let error = self.error(node.start, CodeFault::NotUnderstood);
            self.taint(&old, &error);
        }
        self.bind_at(target, value.clone(), None)?;
        Ok(value)
    }

    /// Adds elements or members to an object of Python in place; false if that is not possible.
    fn extend(&mut self, old: &Value, operator: &str, new: &Value) -> bool {
        let (Value::Object(position), Some(added)) = (old, self.object(new).cloned()) else {
            return false;
        };
        match (self.state.object(*position), operator, added) {
            (Object::List(_), "+=", Object::List(added) | Object::Set(added)) => {
                if let Object::List(elements) = self.state.object_mut(*position) {
                    elements.extend(added);
                }
                true
            }
            (Object::Map(_), "|=", Object::Map(added)) => {
                self.put_members(*position, added);
                true
            }
            _ => false,
        }
    }

    /// Sets members of an object.
    pub(super) fn put_members(&mut self, position: usize, added: Vec<(String, Value)>) {
        for _ in 0..=added.len() {
            self.charge_search(position);
        }
        if let Object::Map(members) = self.state.object_mut(position) {
            for (name, value) in added {
                match members.iter_mut().find(|(other, _)| *other == name) {
                    Some(member) if name != OTHER_MEMBERS => member.1 = value,
                    Some(_) | None => members.push((name, value)),
                }
            }
        }
    }

    pub(super) fn delete(&mut self, target: &Node) -> Result<(), CodeError> {
        let (object, key) = match &target.kind {
            Kind::Member(object, name) => (self.evaluate(object)?, Some(name.clone())),
            Kind::Element(object, key) => {
                let object = self.evaluate(object)?;
                let key = self.evaluate(key)?;
                (object, Self::text_of(&key))
            }
            Kind::Name(name) => {
                let value = self.unknown(target);
                if let Some(scope) = self.state.scope_of(self.scope, name) {
                    self.set(scope, name, value);
                }
                return Ok(());
            }
            _ => return Err(self.error(target.start, CodeFault::NotUnderstood)),
        };
        let error = self.error(target.start, CodeFault::NotUnderstood);
        match (self.object(&object), key) {
            (Some(Object::Map(members)), Some(key))
                if members.iter().all(|(name, _)| name != OTHER_MEMBERS) =>
            {
                let Value::Object(position) = object else { return Ok(()) };
                if let Object::Map(members) = self.state.object_mut(position) {
                    members.retain(|(name, _)| *name != key);
                }
            }
            _ => self.taint(&object, &error),
        }
        Ok(())
    }

    /// The result of an operator on values.
    pub(super) fn operated(&mut self, operator: &str, values: Vec<Value>, node: &Node) -> Value {
        if let Some(fault) = values.iter().find(|it| matches!(it, Value::Fault(_))) {
            return fault.clone();
        }
        let error = values.iter().find_map(|value| match self.object(value) {
            Some(Object::Fault(error)) => Some(error.clone()),
            Some(Object::List(_) | Object::Set(_) | Object::Map(_)) | None => None,
        });
        if let Some(error) = error {
            return Value::Fault(Box::new(error));
        }
        if let Some(condition) = super::library::combined(operator, &values) {
            return condition;
        }
        if values.iter().all(|value| matches!(value, Value::Condition(_))) {
            return self.fault(node.start, CodeFault::TooDeep);
        }
        let objects: Vec<_> = values.iter().map(|value| self.object(value).cloned()).collect();
        match (operator, values.as_slice(), objects.as_slice()) {
            ("+", [Value::Scalar(Literal::Text(first)), second], _)
                if self.language == Language::JavaScript || second.as_text().is_some() =>
            {
                match Self::text_of(second) {
                    Some(second) => Value::text(format!("{first}{second}")),
                    None => self.unknown(node),
                }
            }
            ("+", [_, _], [Some(Object::List(first)), Some(Object::List(second))])
                if self.language == Language::Python =>
            {
                self.add(Object::List(first.iter().chain(second).cloned().collect()))
            }
            ("|", [_, _], [Some(Object::Map(first)), Some(Object::Map(second))])
                if self.language == Language::Python =>
            {
                let Value::Object(position) = self.add(Object::Map(first.clone())) else {
                    return self.unknown(node);
                };
                self.put_members(position, second.clone());
                Value::Object(position)
            }
            ("-", [Value::Scalar(Literal::Number(text))], _) => {
                let negative = text.strip_prefix('-').map_or(format!("-{text}"), str::to_owned);
                Value::Scalar(Literal::Number(negative))
            }
            ("-", [Value::Float(text)], _) => Value::Float(format!("-{text}")),
            ("+", [Value::Scalar(Literal::Number(_))], _) => values[0].clone(),
            _ => self.unknown(node),
        }
    }
}
