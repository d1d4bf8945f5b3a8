//! The statements of a program.

use std::rc::Rc;

use crate::code::fault::{CodeError, CodeFault};
use crate::code::read::execute::machine::{Flow, Frame, FrameKind, Machine};
use crate::code::read::execute::state::State;
use crate::code::read::execute::value::{Object, Value};
use crate::code::read::program::{Node, Statement, StatementKind};
use crate::code::read::token::Language;

type Outcome = Result<Flow, CodeError>;

/// How often the statements of a loop are followed until nothing more changes.
const ROUND_COUNT_MAX: usize = 20;

impl Machine<'_> {
    pub(super) fn statements(&mut self, statements: &[Statement]) -> Outcome {
        for statement in statements {
            // A function can be called before its statement.
            if let StatementKind::Function(function) = &statement.kind
                && self.language == Language::JavaScript
            {
                self.declare_function(function);
            }
        }
        for statement in statements {
            let flow = self.deeper(statement.start, |machine| machine.statement(statement))?;
            if flow == Flow::Stop {
                return Ok(Flow::Stop);
            }
        }
        Ok(Flow::Next)
    }

    /// Statements with variables of their own.
    fn block(&mut self, statements: &[Statement]) -> Outcome {
        if self.language == Language::Python {
            return self.statements(statements);
        }
        let outer = self.scope;
        self.scope = self.state.add_scope(Some(outer), false);
        let flow = self.statements(statements);
        self.scope = outer;
        flow
    }

    fn statement(&mut self, statement: &Statement) -> Outcome {
        let start = statement.start;
        match &statement.kind {
            StatementKind::Expression(node) => self.evaluate(node).map(|_| Flow::Next),
            StatementKind::Declare(target, value) | StatementKind::Var(target, value) => {
                let value = match value {
                    Some(value) => self.evaluate(value)?,
                    None => self.unknown(target),
                };
                let scope = match &statement.kind {
                    StatementKind::Var(..) => self.function_scope(),
                    _ => self.scope,
                };
                self.bind(target, value, scope)?;
                Ok(Flow::Next)
            }
            StatementKind::Function(function) => {
                if self.language == Language::Python {
                    self.declare_function(function);
                }
                Ok(Flow::Next)
            }
            StatementKind::Class(class) => self.class(class).map(|()| Flow::Next),
            StatementKind::Block(statements) => self.block(statements),
            StatementKind::Branch(tests, arms) => {
                self.tests(tests)?;
                self.branch(arms.len(), start, |machine, arm| machine.block(&arms[arm]))
            }
            StatementKind::Switch(tests, arms) => self.switch(tests, arms, start),
            StatementKind::Each(target, iterable, body) => {
                let value = self.evaluate(iterable)?;
                self.each(target, &value, start, |machine| machine.block(body))?;
                Ok(Flow::Next)
            }
            StatementKind::Loop(parts, body) => {
                self.repeat(start, |machine| {
                    machine.tests(&parts[..parts.len().min(1)])?;
                    let flow = machine.block(body)?;
                    machine.tests(parts.get(1..).unwrap_or_default())?;
                    Ok(flow)
                })?;
                Ok(Flow::Next)
            }
            StatementKind::Try(body, handlers, last) => self.attempt(body, handlers, last, start),
            StatementKind::With(items, body) => self.with(items, body, start),
            StatementKind::Return(value) => self.leave_function(value.as_ref(), start),
            StatementKind::Throw(value) => {
                if let Some(value) = value {
                    self.evaluate(value)?;
                }
                self.leave(&[FrameKind::Try], start)?;
                Ok(Flow::Stop)
            }
            StatementKind::Jump => {
                self.leave(&[FrameKind::Loop, FrameKind::Switch], start)?;
                Ok(Flow::Stop)
            }
            StatementKind::Outer(names) => {
                let scope = self.function_scope();
                Rc::make_mut(&mut self.state.scopes[scope]).outer.extend(names.iter().cloned());
                Ok(Flow::Next)
            }
            StatementKind::Names(_) => Ok(Flow::Next),
        }
    }

    /// Notes the value with which a function is left.
    fn leave_function(&mut self, value: Option<&Node>, start: usize) -> Outcome {
        let value = match value {
            Some(value) => self.evaluate(value)?,
            None => Value::Unknown("undefined".to_owned()),
        };
        let state = self.saved();
        let frames = self.frames.iter_mut().rev();
        for frame in frames {
            if frame.kind == FrameKind::Function {
                frame.exits.push(state);
                frame.returns.push((value, start));
                break;
            }
        }
        Ok(Flow::Stop)
    }

    fn tests(&mut self, tests: &[Node]) -> Result<(), CodeError> {
        for test in tests {
            self.evaluate(test)?;
        }
        Ok(())
    }

    /// Notes the state at which the innermost part of each kind is left.
    fn leave(&mut self, kinds: &[FrameKind], start: usize) -> Result<(), CodeError> {
        for kind in kinds {
            let state = self.saved();
            let frame = self.frames.iter_mut().rev().find(|frame| frame.kind == *kind);
            if let Some(frame) = frame {
                frame.exits.push(state);
            }
        }
        self.step(0, start)
    }

    /// Runs what can be left early, and returns the states in which it has been.
    pub(super) fn framed(
        &mut self,
        kind: FrameKind,
        run: impl FnOnce(&mut Self) -> Outcome,
    ) -> Result<(Flow, Frame), CodeError> {
        let (exits, returns) = (Vec::new(), Vec::new());
        self.frames.push(Frame { kind, exits, returns });
        let flow = run(self)?;
        let frame = self.frames.pop().expect("each frame is popped once");
        Ok((flow, frame))
    }

    /// Goes on with what is known in each of several states. Stops if there is none.
    pub(super) fn join(&mut self, states: Vec<State>, error: &CodeError, offset: usize) -> Outcome {
        let size = self.state.heap.len() + self.state.scopes.len();
        self.step(size * states.len(), offset)?;
        match State::merge(states, error) {
            Some(mut merged) => {
                merged.pad(&self.state);
                self.state = merged;
                Ok(Flow::Next)
            }
            None => Ok(Flow::Stop),
        }
    }

    /// Runs one of several parts, of which it is not known which.
    pub(super) fn branch(
        &mut self,
        count: usize,
        offset: usize,
        mut run: impl FnMut(&mut Self, usize) -> Outcome,
    ) -> Outcome {
        let error = self.error(offset, CodeFault::Branch);
        let base = self.saved();
        let mut states = Vec::new();
        for arm in 0..count {
            self.step(0, offset)?;
            self.state = self.back_to(&base);
            if run(self, arm)? == Flow::Next {
                states.push(self.saved());
            }
        }
        self.join(states, &error, offset)
    }

    /// Runs something, or not.
    pub(super) fn maybe(
        &mut self,
        offset: usize,
        mut run: impl FnMut(&mut Self) -> Outcome,
    ) -> Outcome {
        self.branch(2, offset, |machine, arm| match arm {
            0 => Ok(Flow::Next),
            _ => run(machine),
        })
    }

    /// Parts of which each can go on in the next.
    fn switch(&mut self, tests: &[Node], arms: &[Vec<Statement>], offset: usize) -> Outcome {
        self.tests(tests)?;
        let error = self.error(offset, CodeFault::Branch);
        let base = self.saved();
        let (flow, frame) = self.framed(FrameKind::Switch, |machine| {
            for arm in arms {
                let states = vec![base.clone(), machine.saved()];
                machine.join(states, &error, offset)?;
                if machine.block(arm)? == Flow::Stop {
                    machine.state = machine.back_to(&base);
                }
            }
            Ok(Flow::Next)
        })?;
        let mut states = vec![base];
        states.extend(frame.exits);
        if flow == Flow::Next {
            states.push(self.saved());
        }
        self.join(states, &error, offset)
    }

    /// Runs a part for each element of a value.
    pub(super) fn each(
        &mut self,
        target: &Node,
        iterable: &Value,
        offset: usize,
        mut run: impl FnMut(&mut Self) -> Outcome,
    ) -> Result<(), CodeError> {
        let elements = match self.object(iterable) {
            Some(Object::List(elements) | Object::Set(elements)) => Some(elements.clone()),
            // Python goes through the keys.
            Some(Object::Map(members)) if self.language == Language::Python => {
                Some(members.iter().map(|(name, _)| Value::text(name.as_str())).collect())
            }
            Some(Object::Map(_) | Object::Fault(_)) | None => None,
        };
        if let Some(elements) = elements {
            let (base, call_count) = (self.saved(), self.call_count());
            let mut is_left = false;
            for element in elements {
                self.step(1, offset)?;
                let outer = self.scope;
                if self.language == Language::JavaScript {
                    self.scope = self.state.add_scope(Some(outer), false);
                }
                self.bind(target, element, self.scope)?;
                let (flow, frame) = self.framed(FrameKind::Loop, &mut run)?;
                self.scope = outer;
                is_left |= flow == Flow::Stop || !frame.exits.is_empty();
                if is_left {
                    break;
                }
            }
            if !is_left {
                return Ok(());
            }
            // Which elements are left out is not known: it is a loop like any other.
            self.state = self.back_to(&base);
            self.forget_calls(call_count);
        }
        let element = match &self.object(iterable) {
            Some(Object::Fault(error)) => Value::Fault(Box::new((*error).clone())),
            Some(_) | None => self.unknown(target),
        };
        self.repeat(offset, |machine| {
            let outer = machine.scope;
            if machine.language == Language::JavaScript {
                machine.scope = machine.state.add_scope(Some(outer), false);
            }
            machine.bind(target, element.clone(), machine.scope)?;
            let flow = run(machine);
            machine.scope = outer;
            flow
        })
    }

    /// Runs a part any number of times.
    pub(super) fn repeat(
        &mut self,
        offset: usize,
        mut run: impl FnMut(&mut Self) -> Outcome,
    ) -> Result<(), CodeError> {
        let error = self.error(offset, CodeFault::Loop);
        let outer = self.open_loop.get_or_insert_with(|| error.clone()).clone();
        let is_outermost = outer == error;
        for _ in 0..ROUND_COUNT_MAX {
            let base = self.saved();
            let (flow, frame) = self.framed(FrameKind::Loop, &mut run)?;
            let mut states = vec![base.clone()];
            states.extend(frame.exits);
            if flow == Flow::Next {
                states.push(self.saved());
            }
            self.join(states, &error, offset)?;
            if is_same(&base, &self.state) {
                if is_outermost {
                    self.open_loop = None;
                }
                return Ok(());
            }
        }
        Err(error)
    }

    fn attempt(
        &mut self,
        body: &[Statement],
        handlers: &[Vec<Statement>],
        last: &[Statement],
        offset: usize,
    ) -> Outcome {
        let error = self.error(offset, CodeFault::Branch);
        let base = self.saved();
        let (flow, frame) = self.framed(FrameKind::Try, |machine| machine.block(body))?;
        let mut ends = Vec::new();
        if flow == Flow::Next {
            ends.push(self.saved());
        }
        let mut starts = vec![base, self.saved()];
        starts.extend(frame.exits);
        for handler in handlers {
            self.join(starts.clone(), &error, offset)?;
            if self.block(handler)? == Flow::Next {
                ends.push(self.saved());
            }
        }
        let flow = self.join(ends, &error, offset)?;
        match self.block(last)? {
            Flow::Next => Ok(flow),
            Flow::Stop => Ok(Flow::Stop),
        }
    }

    fn with(
        &mut self,
        items: &[(Node, Option<Node>)],
        body: &[Statement],
        offset: usize,
    ) -> Outcome {
        let mut batches = Vec::new();
        for (value, target) in items {
            let value = self.evaluate(value)?;
            if let Value::Batch(table, writes) = &value {
                batches.push(((**table).clone(), *writes));
                self.open_batches.push(*writes);
            }
            if let Some(target) = target {
                self.bind(target, value, self.scope)?;
            }
        }
        let flow = self.block(body)?;
        for (table, writes) in batches {
            self.send_batches(&table, writes, offset)?;
            self.open_batches.retain(|open| *open != writes);
        }
        Ok(flow)
    }
}

/// Whether two states have the same variables and objects, apart from those that have been added.
fn is_same(before: &State, after: &State) -> bool {
    let heap = before.heap.iter().zip(&after.heap);
    let scopes = before.scopes.iter().zip(&after.scopes);
    heap.into_iter().all(|(before, after)| Rc::ptr_eq(before, after) || before == after)
        && scopes.into_iter().all(|(before, after)| Rc::ptr_eq(before, after) || before == after)
}
