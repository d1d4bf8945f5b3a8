//! The expressions of a program.

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::execute::function::Arguments;
use crate::code::read::execute::machine::{Flow, Machine};
use crate::code::read::execute::value::{OTHER_MEMBERS, Object, Value};
use crate::code::read::javascript::{option, sdk};
use crate::code::read::program::{Argument, Comprehension, Entry, Kind, Node, Part};
use crate::code::read::token::Language;

impl Machine<'_> {
    pub(in crate::code::read) fn evaluate(&mut self, node: &Node) -> Result<Value, CodeError> {
        let is_awaited = std::mem::take(&mut self.is_awaited);
        let value = self.deeper(node.start, |machine| machine.evaluate_at(node, is_awaited))?;
        self.step(self.weight(&value), node.start)?;
        Ok(value)
    }

    fn evaluate_at(&mut self, node: &Node, is_awaited: bool) -> Result<Value, CodeError> {
        Ok(match &node.kind {
            Kind::Constant(literal) => Value::Scalar(literal.clone()),
            Kind::Float(text) => Value::Float(text.clone()),
            Kind::Opaque => self.unknown(node),
            Kind::Name(name) => self.variable(name),
            Kind::List(parts) => {
                let elements = self.parts(parts)?;
                self.add(Object::List(elements))
            }
            Kind::Set(parts) => {
                let elements = self.parts(parts)?;
                self.add(Object::Set(elements))
            }
            Kind::Map(entries) => self.map(entries)?,
            Kind::Join(nodes) => self.template(nodes, node)?,
            Kind::Operation(operator, operands) => {
                let mut values = Vec::new();
                for operand in operands {
                    values.push(self.evaluate(operand)?);
                }
                match operator.as_str() {
                    "," => values.pop().unwrap_or_else(|| self.unknown(node)),
                    _ => self.operated(operator, values, node),
                }
            }
            Kind::Member(object, name) => {
                let object = self.evaluate(object)?;
                self.member(&object, Some(name), node)
            }
            Kind::Element(object, key) => {
                let object = self.evaluate(object)?;
                let key = self.evaluate(key)?;
                let key = Self::text_of(&key);
                self.member(&object, key.as_deref(), node)
            }
            Kind::Call(callee, arguments) => {
                self.call_expression(node, callee, arguments, is_awaited)?
            }
            Kind::New(class, arguments) => self.new_expression(node, class, arguments)?,
            Kind::Function(function) => Value::Function(self.closure(function, None)),
            Kind::Assign(target, operator, value) => self.assign(node, target, operator, value)?,
            Kind::Delete(target) => {
                self.delete(target)?;
                self.unknown(node)
            }
            Kind::Await(value) => {
                self.is_awaited = true;
                self.evaluate(value)?
            }
            Kind::Choice(nodes) => self.choice(nodes, node)?,
            Kind::Comprehension(comprehension) => self.comprehension(comprehension, node)?,
        })
    }

    /// A variable, by its own name if its value is not known.
    fn variable(&self, name: &str) -> Value {
        let scope = self.state.scope_of(self.scope, name);
        match scope.map(|scope| &self.state.scopes[scope].names[name]) {
            Some(Value::Unknown(source)) if sdk::is_client(source) => {
                Value::Unknown(source.clone())
            }
            Some(Value::Unknown(_)) | None => Value::Unknown(name.to_owned()),
            Some(known) => known.clone(),
        }
    }

    fn parts(&mut self, parts: &[Part]) -> Result<Vec<Value>, CodeError> {
        let mut elements = Vec::with_capacity(parts.len());
        for Part { value, is_spread } in parts {
            let element = self.evaluate(value)?;
            match (self.object(&element), is_spread) {
                (_, false) => elements.push(element),
                (Some(Object::List(others) | Object::Set(others)), true) => {
                    elements.extend(others.clone());
                    self.step(elements.len(), value.start)?;
                }
                (Some(Object::Map(_) | Object::Fault(_)) | None, true) => {
                    elements.push(match element {
                        Value::Unknown(_) | Value::Fault(_) => element,
                        _ => self.unknown(value),
                    });
                }
            }
        }
        Ok(elements)
    }

    fn map(&mut self, entries: &[Entry]) -> Result<Value, CodeError> {
        let object = self.add(Object::Map(Vec::new()));
        let Value::Object(position) = object else { return Ok(object) };
        for entry in entries {
            match entry {
                Entry::Member(name, value) => {
                    let key = self.evaluate(name)?;
                    let value = self.evaluate(value)?;
                    let member = match (Self::text_of(&key), key) {
                        (Some(key), _) => (key, value),
                        (None, Value::Fault(error)) => {
                            (OTHER_MEMBERS.to_owned(), Value::Fault(error))
                        }
                        (None, _) => (OTHER_MEMBERS.to_owned(), self.unknown(name)),
                    };
                    self.put_members(position, vec![member]);
                }
                Entry::Spread(value) => {
                    let spread = self.evaluate(value)?;
                    let members = match (self.object(&spread), spread) {
                        (Some(Object::Map(members)), _) => members.clone(),
                        (Some(Object::Fault(error)), _) => {
                            let fault = Value::Fault(Box::new(error.clone()));
                            vec![(OTHER_MEMBERS.to_owned(), fault)]
                        }
                        (_, fault @ Value::Fault(_)) => vec![(OTHER_MEMBERS.to_owned(), fault)],
                        _ => vec![(OTHER_MEMBERS.to_owned(), self.unknown(value))],
                    };
                    self.step(members.len(), value.start)?;
                    self.put_members(position, members);
                }
            }
        }
        Ok(Value::Object(position))
    }

    fn template(&mut self, nodes: &[Node], node: &Node) -> Result<Value, CodeError> {
        let mut text = Some(String::new());
        for part in nodes {
            let value = self.evaluate(part)?;
            if let Value::Fault(_) = value {
                return Ok(value);
            }
            let more = Self::text_of(&value);
            text = text.zip(more).map(|(text, more)| text + &more);
        }
        Ok(text.map_or_else(|| self.unknown(node), Value::text))
    }

    /// A member of an object that is known, or the name of one that is not.
    fn member(&mut self, object: &Value, name: Option<&str>, node: &Node) -> Value {
        match object {
            Value::Fault(error) => return Value::Fault(error.clone()),
            Value::Command(position) if name == Some("input") => {
                let request = self.commands[*position].request.clone();
                return request.unwrap_or_else(|| self.unknown(node));
            }
            _ => {}
        }
        if let Some(Object::Fault(error)) = self.object(object) {
            return Value::Fault(Box::new(error.clone()));
        }
        if let Some(value) = self.member_of(object, name) {
            return value;
        }
        // Enums of an SDK, such as `ReturnValue.ALL_NEW`.
        match (&node.kind, object) {
            (Kind::Member(owner, word), Value::Unknown(_))
                if self.is_global_class(owner) && is_word_of_the_api(word) =>
            {
                Value::text(word.as_str())
            }
            _ => self.unknown(node),
        }
    }

    /// Whether a name is that of a class that the program does not define.
    fn is_global_class(&self, node: &Node) -> bool {
        let Kind::Name(name) = &node.kind else { return false };
        let is_class = name.starts_with(|it: char| it.is_ascii_uppercase());
        is_class && self.is_outside(name)
    }

    /// Whether the program does not define a name, or takes it from a module.
    fn is_outside(&self, name: &str) -> bool {
        let scope = self.state.scope_of(self.scope, name);
        scope.is_none_or(|scope| matches!(self.state.scopes[scope].names[name], Value::Unknown(_)))
    }

    /// An expression whose parts but the first may not be computed.
    fn choice(&mut self, nodes: &[Node], node: &Node) -> Result<Value, CodeError> {
        let mut nodes = nodes.iter();
        if let Some(first) = nodes.next() {
            self.evaluate(first)?;
        }
        for other in nodes {
            self.maybe(node.start, |machine| machine.evaluate(other).map(|_| Flow::Next))?;
        }
        Ok(self.unknown(node))
    }

    fn comprehension(
        &mut self,
        comprehension: &Comprehension,
        node: &Node,
    ) -> Result<Value, CodeError> {
        let Comprehension { element, target, iterable, is_partial } = comprehension;
        let iterable = self.evaluate(iterable)?;
        let iterable = if *is_partial { self.unknown(node) } else { iterable };
        let outer = self.scope;
        self.scope = self.state.add_scope(Some(outer), true);
        let whole = matches!(self.object(&iterable), Some(Object::List(_) | Object::Set(_)));
        let mut values = Vec::new();
        self.each(target, &iterable, node.start, |machine| {
            let value = machine.evaluate(element)?;
            values.push(value);
            Ok(Flow::Next)
        })?;
        self.scope = outer;
        if !whole {
            return Ok(self.unknown(node));
        }
        let objects = values.iter().map(|value| self.object(value).cloned()).collect::<Vec<_>>();
        let result = match &element.kind {
            Kind::Map(_) => self.add(Object::Map(Vec::new())),
            Kind::List(_) => self.add(Object::List(Vec::new())),
            Kind::Set(_) => self.add(Object::Set(Vec::new())),
            _ => return Ok(self.add(Object::List(values))),
        };
        let Value::Object(position) = result else { return Ok(result) };
        for object in objects.into_iter().flatten() {
            match (object, self.state.object_mut(position)) {
                (Object::Map(added), _) => self.put_members(position, added),
                (
                    Object::List(added) | Object::Set(added),
                    Object::List(all) | Object::Set(all),
                ) => {
                    all.extend(added);
                }
                _ => {}
            }
        }
        Ok(Value::Object(position))
    }

    /// The arguments of a call.
    pub(in crate::code::read) fn arguments(
        &mut self,
        arguments: &[Argument],
    ) -> Result<Arguments, CodeError> {
        let mut out = Arguments::default();
        for Argument { name, value: node, is_spread } in arguments {
            let value = self.evaluate(node)?;
            match (name, is_spread, self.object(&value)) {
                (Some(name), _, _) => out.named.push((name.clone(), value)),
                (None, false, _) => out.positional.push(value),
                (None, true, Some(Object::List(elements))) => {
                    out.positional.extend(elements.clone());
                }
                (None, true, Some(Object::Map(members))) if self.language == Language::Python => {
                    out.is_open |= members.iter().any(|(name, _)| name == OTHER_MEMBERS);
                    out.named.extend(members.clone());
                }
                (None, true, other) => {
                    out.is_open = true;
                    let value = match other {
                        Some(Object::Fault(error)) => Value::Fault(Box::new(error.clone())),
                        Some(_) | None if matches!(value, Value::Fault(_)) => value,
                        Some(_) | None => self.unknown(node),
                    };
                    out.named.push((OTHER_MEMBERS.to_owned(), value));
                }
            }
        }
        Ok(out)
    }

    fn call_expression(
        &mut self,
        node: &Node,
        callee: &Node,
        arguments: &[Argument],
        is_awaited: bool,
    ) -> Result<Value, CodeError> {
        let path = self.path(callee);
        if path.as_deref().is_some_and(|path| path.starts_with("paginate")) && !self.is_silent {
            return Err(self.error(node.start, CodeFault::Pages));
        }
        if let Some(path) = &path
            && let Some(value) = self.known_function(path, node, arguments)?
        {
            return Ok(value);
        }
        if let Kind::Member(object, name) = &callee.kind {
            let receiver = self.evaluate(object)?;
            return self.method(node, &receiver, object, name, arguments, is_awaited);
        }
        let function = self.evaluate(callee)?;
        let arguments = self.arguments(arguments)?;
        self.call_value(&function, &arguments, node, is_awaited)
    }

    /// Calls a value: a function of the program, or one that is not known.
    pub(super) fn call_value(
        &mut self,
        function: &Value,
        arguments: &Arguments,
        node: &Node,
        is_awaited: bool,
    ) -> Result<Value, CodeError> {
        match function {
            Value::Function(closure) => {
                let count = self.call_count();
                let value = self.invoke(closure, arguments, node.start)?;
                if closure.function.is_async && !is_awaited {
                    self.note_later(closure, Some(arguments), count)?;
                }
                Ok(value)
            }
            Value::Fault(_) => Ok(function.clone()),
            _ => {
                self.hand_over(arguments, node, false)?;
                Ok(self.unknown(node))
            }
        }
    }

    /// Hands arguments to a function that is not known, which can change and call them.
    pub(super) fn hand_over(
        &mut self,
        arguments: &Arguments,
        node: &Node,
        is_loop: bool,
    ) -> Result<(), CodeError> {
        let error = self.error(node.start, CodeFault::HandedOver);
        let named = arguments.named.iter().map(|(_, value)| value);
        for value in arguments.positional.iter().chain(named) {
            match value {
                Value::Function(_) if is_loop => {
                    self.repeat(node.start, |machine| {
                        machine.give_away(value, node.start).map(|()| Flow::Next)
                    })?;
                }
                Value::Function(_) => self.give_away(value, node.start)?,
                Value::Command(_) => {}
                _ => {
                    self.give_away_members(value, node.start)?;
                    self.taint(value, &error);
                }
            }
        }
        Ok(())
    }

    /// Functions in an object that is handed over can be called.
    fn give_away_members(&mut self, value: &Value, offset: usize) -> Result<(), CodeError> {
        let members = match self.object(value) {
            Some(Object::Map(members)) => members.iter().map(|it| it.1.clone()).collect(),
            Some(Object::List(elements)) => elements.clone(),
            Some(Object::Set(_) | Object::Fault(_)) | None => Vec::new(),
        };
        for member in members {
            self.give_away(&member, offset)?;
        }
        Ok(())
    }

    /// The names of a function with points between them, if the program does not define the first.
    pub(super) fn path(&self, node: &Node) -> Option<String> {
        let mut names = Vec::new();
        let mut node = node;
        loop {
            match &node.kind {
                Kind::Member(object, name) => {
                    names.push(name.as_str());
                    node = object;
                }
                Kind::Name(name) => {
                    names.push(name);
                    names.reverse();
                    return self.is_outside(name).then(|| names.join("."));
                }
                _ => return None,
            }
        }
    }

    fn new_expression(
        &mut self,
        node: &Node,
        class: &Node,
        arguments: &[Argument],
    ) -> Result<Value, CodeError> {
        let path = self.path(class);
        if let Some(name) = path.as_deref().and_then(|path| path.rsplit('.').next())
            && let Some(command) = sdk::command(self, name, node, arguments)?
        {
            return Ok(command);
        }
        if let Some(path) = &path
            && let Some(value) = self.known_function(path, node, arguments)?
        {
            return Ok(value);
        }
        let arguments = self.arguments(arguments)?;
        let name = path.as_deref().and_then(|path| path.rsplit('.').next());
        option::check_client(self, name.unwrap_or_default(), node, arguments.positional.first())?;
        self.hand_over(&arguments, node, false)?;
        Ok(self.unknown(node))
    }
}

fn is_word_of_the_api(word: &str) -> bool {
    word.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit() || it == '_')
}

impl Machine<'_> {
    /// A value without parts, or the literal of one with parts that are all known.
    pub(super) fn literal(&self, value: &Value) -> Option<Literal> {
        let mut snapshot = super::snapshot::Snapshot::default();
        let literal = self.snapshot(value, 0, &mut snapshot).ok()?;
        snapshot.unknown.is_empty().then_some(literal)
    }
}
