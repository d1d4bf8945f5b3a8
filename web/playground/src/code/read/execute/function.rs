//! The functions and classes of a program.

use std::rc::Rc;

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::execute::machine::{Flow, FrameKind, Later, Machine};
use crate::code::read::execute::value::{Closure, Object, Value};
use crate::code::read::program::{Class, Function, Kind};
use crate::code::read::token::Language;

/// Functions that may run later, whose calls are compared with those that they would make at once.
const LATER_COUNT_MAX: usize = 1_000;

/// The arguments of a call.
#[derive(Debug, Clone, Default)]
pub(in crate::code::read) struct Arguments {
    pub positional: Vec<Value>,
    pub named: Vec<(String, Value)>,
    /// Whether there may be more.
    pub is_open: bool,
}

impl Machine<'_> {
    pub(super) fn closure(&mut self, function: &Rc<Function>, this: Option<usize>) -> Closure {
        let closure = Closure { function: Rc::clone(function), scope: self.scope, this };
        if self.known_closures.insert(closure.place()) {
            self.closures.push(closure.clone());
        }
        closure
    }

    pub(super) fn declare_function(&mut self, function: &Rc<Function>) {
        let closure = self.closure(function, None);
        if let Some(name) = &function.name {
            let scope =
                if self.language == Language::Python { self.function_scope() } else { self.scope };
            self.set(scope, name, Value::Function(closure));
        }
    }

    /// The scope of the function that runs.
    pub(super) fn function_scope(&self) -> usize {
        let mut scope = self.scope;
        while !self.state.scopes[scope].is_function {
            let Some(parent) = self.state.scopes[scope].parent else { break };
            scope = parent;
        }
        scope
    }

    /// Runs a function with arguments, and returns its value.
    pub(super) fn invoke(
        &mut self,
        closure: &Closure,
        arguments: &Arguments,
        offset: usize,
    ) -> Result<Value, CodeError> {
        self.called.insert(closure.function.start);
        self.run_function(closure, Some(arguments), offset)
    }

    /// Runs a function. Without arguments, its parameters have their default values or none that are known.
    fn run_function(
        &mut self,
        closure: &Closure,
        arguments: Option<&Arguments>,
        offset: usize,
    ) -> Result<Value, CodeError> {
        let outer = self.scope;
        self.scope = self.state.add_scope(Some(closure.scope), true);
        self.parameters(closure, arguments)?;
        let function = Rc::clone(&closure.function);
        let run = |machine: &mut Self| {
            machine.deeper(offset, |machine| machine.statements(&function.body))
        };
        let (flow, frame) = self.framed(FrameKind::Function, run)?;
        self.scope = outer;
        let (mut states, returns) = (frame.exits, frame.returns);
        let is_one = returns.len() == 1 && flow == Flow::Stop;
        if flow == Flow::Next {
            states.push(self.saved());
        }
        let error = self.error(returns.last().map_or(offset, |it| it.1), CodeFault::Branch);
        self.join(states, &error, offset)?;
        match returns.first() {
            None => Ok(Value::Unknown("undefined".to_owned())),
            Some((first, _)) if is_one || returns.iter().all(|(it, _)| it == first) => {
                match flow == Flow::Stop || is_one {
                    true => Ok(first.clone()),
                    false => Ok(Value::Fault(Box::new(error))),
                }
            }
            Some(_) => Ok(Value::Fault(Box::new(error))),
        }
    }

    fn parameters(
        &mut self,
        closure: &Closure,
        arguments: Option<&Arguments>,
    ) -> Result<(), CodeError> {
        let is_python = self.language == Language::Python;
        let mut parameters = closure.function.parameters.as_slice();
        if let Some(this) = closure.this {
            let this = Value::Object(this);
            match (parameters.first(), is_python) {
                (Some(first), true) => {
                    let is_self = matches!(&first.target.kind, Kind::Name(name) if name == "self");
                    let value = if is_self { this } else { self.unknown(&first.target) };
                    self.bind(&first.target, value, self.scope)?;
                    parameters = &parameters[1..];
                }
                (_, false) => self.set(self.scope, "this", this),
                (None, true) => {}
            }
        }
        for (position, parameter) in parameters.iter().enumerate() {
            let name = match &parameter.target.kind {
                Kind::Name(name) => name.as_str(),
                _ => "",
            };
            let given = arguments.and_then(|arguments| {
                let named = arguments.named.iter().find(|(other, _)| other == name);
                arguments.positional.get(position).or(named.map(|(_, value)| value)).cloned()
            });
            let is_open = arguments.is_some_and(|it| it.is_open);
            let value = match (given, &parameter.default) {
                (_, _) if parameter.is_rest => {
                    self.rest(parameter.target.start, arguments, position)
                }
                (Some(value), _) => value,
                (None, Some(default)) if !is_open => self.evaluate(default)?,
                (None, Some(_) | None) => self.unknown(&parameter.target),
            };
            self.bind(&parameter.target, value, self.scope)?;
        }
        Ok(())
    }

    /// The list of the arguments that are left. What has names is not known.
    fn rest(&mut self, start: usize, arguments: Option<&Arguments>, position: usize) -> Value {
        let is_list = self.text[..start].ends_with("...")
            || (self.text[..start].ends_with('*') && !self.text[..start].ends_with("**"));
        match arguments {
            Some(arguments) if is_list && !arguments.is_open => {
                let rest = arguments.positional.get(position..).unwrap_or_default().to_vec();
                self.add(Object::List(rest))
            }
            Some(arguments) if !is_list && !arguments.is_open => {
                // Those that have parameters of their own would have to be left out.
                match arguments.positional.is_empty() && position == 0 {
                    true => self.add(Object::Map(arguments.named.clone())),
                    false => Value::Unknown("**".to_owned()),
                }
            }
            Some(_) | None => Value::Unknown("arguments".to_owned()),
        }
    }

    /// Runs a function that is given away: it may run at any time, and any number of times.
    pub(in crate::code::read) fn give_away(
        &mut self,
        value: &Value,
        offset: usize,
    ) -> Result<(), CodeError> {
        let Value::Function(closure) = value else { return Ok(()) };
        let is_new = self.called.insert(closure.function.start);
        let count = self.call_count();
        self.maybe(offset, |machine| {
            machine.run_function(closure, None, offset).map(|_| Flow::Next)
        })?;
        if is_new || self.call_count() > count {
            self.note_later(closure, None, count)?;
        }
        Ok(())
    }

    /// Notes that a function runs again, or goes on, when the program has come to its end. Fails if there are too many of them.
    pub(super) fn note_later(
        &mut self,
        closure: &Closure,
        arguments: Option<&Arguments>,
        call_count: usize,
    ) -> Result<(), CodeError> {
        let calls = self.calls_from(call_count);
        if !self.is_silent && !calls.is_empty() {
            if self.later.len() == LATER_COUNT_MAX {
                return Err(self.error(closure.function.start, CodeFault::TooMany));
            }
            let arguments = arguments.map(|it| it.positional.clone());
            self.later.push(Later { closure: closure.clone(), arguments, calls });
        }
        Ok(())
    }

    /// Fails if a function that runs later would make other calls than at once.
    pub(super) fn check_later(&mut self) -> Result<(), CodeError> {
        let later = std::mem::take(&mut self.later);
        let commands = self.commands.len();
        for Later { closure, arguments, calls } in later {
            let arguments =
                arguments.map(|positional| Arguments { positional, ..Arguments::default() });
            let start = closure.function.start;
            let again = self.calls_of(|machine| {
                machine.run_function(&closure, arguments.as_ref(), start).map(drop)
            })?;
            if again != calls {
                let offset = calls.first().map_or(start, |call| call.offset);
                return Err(self.error(offset, CodeFault::Changed));
            }
        }
        for command in &mut self.commands[commands..] {
            command.unsent = None;
        }
        Ok(())
    }

    /// Runs the functions that no other function calls. They see what the program has left.
    pub(super) fn run_functions_that_are_not_called(&mut self) -> Result<(), CodeError> {
        let (commands, is_silent) = (self.commands.len(), self.is_silent);
        self.is_silent = true;
        self.run_closures(0)?;
        self.is_silent = is_silent;
        for command in &mut self.commands[commands..] {
            command.unsent = None;
        }
        self.run_closures(0)
    }

    fn run_closures(&mut self, first: usize) -> Result<(), CodeError> {
        let mut done = Vec::new();
        let mut position = first;
        while let Some(closure) = self.closures.get(position).cloned() {
            position += 1;
            let start = closure.function.start;
            if self.called.contains(&start) || done.contains(&start) {
                continue;
            }
            done.push(start);
            self.step(done.len(), start)?;
            self.maybe(start, |machine| {
                machine.run_function(&closure, None, start).map(|_| Flow::Next)
            })?;
        }
        Ok(())
    }

    /// Makes the object that the methods of a class share.
    pub(super) fn class(&mut self, class: &Class) -> Result<(), CodeError> {
        let mut members = Vec::new();
        for (name, value) in &class.fields {
            let name = match &name.kind {
                Kind::Constant(Literal::Text(name)) => name.clone(),
                _ => continue,
            };
            let value = match value {
                Some(value) => self.evaluate(value)?,
                None => Value::Unknown(name.clone()),
            };
            members.push((name, value));
        }
        let this = self.state.heap.len();
        self.add(Object::Map(members));
        let mut first = None;
        for method in &class.methods {
            let closure = self.closure(method, Some(this));
            let Some(name) = &method.name else { continue };
            if ["constructor", "__init__"].contains(&name.as_str()) {
                first = Some(closure);
            } else if let Object::Map(members) = self.state.object_mut(this) {
                members.push((name.clone(), Value::Function(closure)));
            }
        }
        if let Some(closure) = first {
            self.called.insert(closure.function.start);
            self.run_function(&closure, None, closure.function.start)?;
        }
        if let Some(name) = &class.name {
            self.set(self.scope, name, Value::Unknown(name.clone()));
        }
        Ok(())
    }
}
