//! The state of a program that is followed, and the requests that it sends.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;

use crate::code::fault::{CodeError, CodeFault};
use crate::code::literal::Literal;
use crate::code::read::call::{CALL_COUNT_MAX, Call, ValueForm};
use crate::code::read::execute::state::State;
use crate::code::read::execute::value::{Closure, Object, Value};
use crate::code::read::javascript::sdk;
use crate::code::read::program::{Node, Statement};
use crate::code::read::token::Language;
use crate::view::first::beginning;
use engine::operation::Operation;

/// Characters of an expression that stands for its value.
const SOURCE_LENGTH_MAX: usize = 40;

/// Steps of a program that are followed.
const STEP_COUNT_MAX: usize = 2_000_000;

/// Bytes of text that are copied in a step. Model: as much as an element of a list.
const BYTES_PER_STEP: usize = 64;

/// Bytes of the program that are counted in a step, for the line of an error.
const BYTES_COUNTED_PER_STEP: usize = 1_024;

/// Members of an object whose names are compared in a step.
const MEMBERS_PER_STEP: usize = 16;

/// Functions and expressions within each other that are followed.
const DEPTH_MAX: usize = 160;

/// Whether the statement that follows runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Stop,
}

/// What a statement can leave early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    Function,
    Loop,
    Switch,
    Try,
}

/// A part of the program, and the states in which it has been left.
#[derive(Debug)]
pub(super) struct Frame {
    pub kind: FrameKind,
    pub exits: Vec<State>,
    pub returns: Vec<(Value, usize)>,
}

/// A command of the SDK for JavaScript.
#[derive(Debug, Clone)]
pub(in crate::code::read) struct Command {
    pub operation: Operation,
    pub form: ValueForm,
    pub name: String,
    pub request: Option<Value>,
    pub request_offset: usize,
    pub offset: usize,
    /// The call that it is if nothing sends it.
    pub unsent: Option<Result<Call, CodeError>>,
}

/// A function that may run later, with the calls that it makes if it runs at once.
#[derive(Debug)]
pub(super) struct Later {
    pub closure: Closure,
    pub arguments: Option<Vec<Value>>,
    pub calls: Vec<Call>,
}

/// Follows a program.
pub(in crate::code::read) struct Machine<'t> {
    pub text: &'t str,
    pub language: Language,
    /// The table of a call that does not say which table it uses.
    pub table: &'t str,
    pub(super) state: State,
    pub(super) scope: usize,
    pub(super) frames: Vec<Frame>,
    calls: Vec<Call>,
    pub(in crate::code::read) commands: Vec<Command>,
    /// Functions that have been created, and those that have been called, by their place.
    pub(super) closures: Vec<Closure>,
    /// The function, scope and object of each of them.
    pub(super) known_closures: BTreeSet<(usize, usize, Option<usize>)>,
    pub(super) called: BTreeSet<usize>,
    pub(super) later: Vec<Later>,
    /// The lists of writes of batches that are open.
    pub(in crate::code::read) open_batches: Vec<usize>,
    /// Whether calls are not noted.
    pub(in crate::code::read) is_silent: bool,
    pub(super) is_awaited: bool,
    /// The loop in which the program is, if it is not known how often it runs.
    pub(super) open_loop: Option<CodeError>,
    pub(super) depth: usize,
    /// Steps of work so far. What does not change the machine counts, too.
    step_count: Cell<usize>,
}

/// The calls of a program.
pub(in crate::code::read) fn calls(
    text: &str,
    language: Language,
    table: &str,
    program: &[Statement],
) -> Result<Vec<Call>, CodeError> {
    let mut machine = Machine::new(text, language, table);
    machine.follow(program)?;
    Ok(machine.calls)
}

impl<'t> Machine<'t> {
    fn new(text: &'t str, language: Language, table: &'t str) -> Self {
        let mut state = State::default();
        let scope = state.add_scope(None, true);
        Self {
            text,
            language,
            table,
            state,
            scope,
            frames: Vec::new(),
            calls: Vec::new(),
            commands: Vec::new(),
            closures: Vec::new(),
            known_closures: BTreeSet::new(),
            called: BTreeSet::new(),
            later: Vec::new(),
            open_batches: Vec::new(),
            is_silent: false,
            is_awaited: false,
            open_loop: None,
            depth: 0,
            step_count: Cell::new(0),
        }
    }
}

impl Machine<'_> {
    fn follow(&mut self, program: &[Statement]) -> Result<(), CodeError> {
        self.statements(program)?;
        self.run_functions_that_are_not_called()?;
        self.check_later()?;
        let unsent = self.commands.iter_mut().filter_map(|command| command.unsent.take());
        let unsent = unsent.collect::<Result<Vec<_>, _>>()?;
        self.calls.extend(unsent);
        // What was done last counts, too.
        self.step(0, self.text.len())
    }

    pub(in crate::code::read) fn error(&self, offset: usize, fault: CodeFault) -> CodeError {
        self.charge(offset / BYTES_COUNTED_PER_STEP);
        CodeError::at(self.text, offset, fault)
    }

    pub(super) fn fault(&self, offset: usize, fault: CodeFault) -> Value {
        Value::Fault(Box::new(self.error(offset, fault)))
    }

    /// Counts steps of work. Fails if the program does too much.
    pub(super) fn step(&mut self, count: usize, offset: usize) -> Result<(), CodeError> {
        self.charge(count);
        // The parser limits how deep a program is, so that only functions that call each other can be deeper.
        if self.depth > DEPTH_MAX {
            return Err(self.error(offset, CodeFault::Loop));
        }
        match self.step_count.get() > STEP_COUNT_MAX {
            true => Err(self.error(offset, CodeFault::TooDeep)),
            false => Ok(()),
        }
    }

    /// Counts steps of work, of which [`Machine::step`] fails next time if they are too many.
    pub(super) fn charge(&self, count: usize) {
        self.step_count.set(self.step_count.get().saturating_add(count));
    }

    /// The state at this point, to return to it.
    pub(super) fn saved(&self) -> State {
        self.charge(self.state.heap.len() + self.state.scopes.len());
        self.state.clone()
    }

    /// An earlier state, with what has been added since, so that no position is used again.
    pub(super) fn back_to(&self, earlier: &State) -> State {
        self.charge(self.state.heap.len() + self.state.scopes.len());
        let mut state = earlier.clone();
        state.pad(&self.state);
        state
    }

    /// Gives a variable of a scope a value.
    pub(super) fn set(&mut self, scope: usize, name: &str, value: Value) {
        let copied = self.state.set(scope, name, value);
        self.charge(copied);
    }

    /// Charges the steps that it takes to find a member of an object by its name.
    pub(super) fn charge_search(&self, position: usize) {
        if let Object::Map(members) = self.state.object(position) {
            self.charge(members.len() / MEMBERS_PER_STEP);
        }
    }

    /// Steps that a value costs whenever it is used: it may be copied, so what doubles a value doubles this.
    pub(super) fn weight(&self, value: &Value) -> usize {
        if let Value::Condition(condition) = value {
            return condition.count();
        }
        match (value.as_text(), self.object(value)) {
            (Some(text), _) => text.len() / BYTES_PER_STEP,
            (None, Some(Object::List(elements) | Object::Set(elements))) => elements.len(),
            (None, Some(Object::Map(members))) => members.len(),
            (None, Some(Object::Fault(_)) | None) => 0,
        }
    }

    /// Runs what is a level deeper.
    pub(super) fn deeper<T>(
        &mut self,
        offset: usize,
        run: impl FnOnce(&mut Self) -> Result<T, CodeError>,
    ) -> Result<T, CodeError> {
        self.depth += 1;
        self.step(1, offset)?;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// What stands for an expression whose value is not known.
    pub(in crate::code::read) fn unknown(&self, node: &Node) -> Value {
        Value::Unknown(self.source(node.start, node.end))
    }

    pub(in crate::code::read) fn source(&self, start: usize, end: usize) -> String {
        let source = self.text.get(start..end).unwrap_or_default();
        let mut short: String = source
            .chars()
            .map(|it| if matches!(it, '"' | '‹' | '›' | '\\') { '\'' } else { it })
            .take(SOURCE_LENGTH_MAX + 1)
            .collect();
        short = short.split_whitespace().collect::<Vec<_>>().join(" ");
        beginning(&short, SOURCE_LENGTH_MAX).into_owned()
    }

    pub(in crate::code::read) fn object(&self, value: &Value) -> Option<&Object> {
        match value {
            Value::Object(position) => Some(self.state.object(*position)),
            _ => None,
        }
    }

    pub(in crate::code::read) fn object_mut(&mut self, position: usize) -> &mut Object {
        self.state.object_mut(position)
    }

    pub(in crate::code::read) fn add(&mut self, object: Object) -> Value {
        self.state.add(object)
    }

    /// The calls that are made while something runs, which are not noted otherwise.
    pub(super) fn calls_of(
        &mut self,
        run: impl FnOnce(&mut Self) -> Result<(), CodeError>,
    ) -> Result<Vec<Call>, CodeError> {
        let calls = std::mem::take(&mut self.calls);
        run(self)?;
        Ok(std::mem::replace(&mut self.calls, calls))
    }

    pub(super) fn call_count(&self) -> usize {
        self.calls.len()
    }

    pub(super) fn calls_from(&self, count: usize) -> Vec<Call> {
        self.calls[count..].to_vec()
    }

    pub(super) fn forget_calls(&mut self, count: usize) {
        self.calls.truncate(count);
    }

    /// Notes a call. Fails if it is in a loop that is not known to run once.
    pub(in crate::code::read) fn send(
        &mut self,
        call: Result<Call, CodeError>,
    ) -> Result<(), CodeError> {
        if self.is_silent {
            return Ok(());
        }
        if let Some(error) = &self.open_loop {
            return Err(error.clone());
        }
        let call = call?;
        if self.calls.len() == CALL_COUNT_MAX {
            return Err(self.error(call.offset, CodeFault::TooMany));
        }
        self.calls.push(call);
        Ok(())
    }

    pub(in crate::code::read) fn add_command(&mut self, mut command: Command) -> Value {
        let call = match &self.open_loop {
            Some(error) => Err(error.clone()),
            None => sdk::call_of(self, &command),
        };
        command.unsent = (!self.is_silent).then_some(call);
        self.commands.push(command);
        Value::Command(self.commands.len() - 1)
    }

    /// Sends a command with the request that it has at this moment.
    pub(in crate::code::read) fn send_command(&mut self, position: usize) -> Result<(), CodeError> {
        self.commands[position].unsent = None;
        let call = sdk::call_of(self, &self.commands[position]);
        self.send(call)
    }

    /// Makes what a value contains unknown, because of what happens at a place.
    pub(super) fn taint(&mut self, value: &Value, error: &CodeError) {
        let mut open = vec![value.clone()];
        while let Some(value) = open.pop() {
            self.charge(1);
            match value {
                // The first fault is the one to tell.
                Value::Object(position)
                    if matches!(self.state.object(position), Object::Fault(_)) => {}
                Value::Object(position) => {
                    let fault = Object::Fault(error.clone());
                    let object = std::mem::replace(&mut self.state.heap[position], Rc::new(fault));
                    match &*object {
                        Object::List(values) | Object::Set(values) => {
                            open.extend_from_slice(values);
                        }
                        Object::Map(members) => {
                            open.extend(members.iter().map(|(_, value)| value.clone()));
                        }
                        Object::Fault(_) => {}
                    }
                }
                Value::Batch(_, writes) => open.push(Value::Object(writes)),
                Value::Command(position) => open.extend(self.commands[position].request.clone()),
                Value::Scalar(_)
                | Value::Float(_)
                | Value::Unknown(_)
                | Value::Fault(_)
                | Value::Function(_)
                | Value::Table(_)
                | Value::Serializer
                | Value::Deserializer
                | Value::Attribute(_)
                | Value::Condition(_) => {}
            }
        }
    }

    /// The text of a value in a template, or of a number as a name.
    pub(super) fn text_of(value: &Value) -> Option<String> {
        match value {
            Value::Scalar(Literal::Text(text)) => Some(text.clone()),
            Value::Scalar(Literal::Number(text))
                if text.bytes().all(|it| it.is_ascii_digit() || it == b'-') =>
            {
                Some(text.clone())
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::read::{javascript, python};

    /// Steps that it takes to follow a program, whether it is followed to its end or not.
    fn steps(language: Language, text: &str) -> usize {
        let program = match language {
            Language::JavaScript => javascript::program(text),
            Language::Python => python::program(text),
        };
        let program = program.expect("it is a program");
        let mut machine = Machine::new(text, language, "T");
        drop(machine.follow(&program));
        machine.step_count.get()
    }

    /// The second of two parts of a program is charged for what it copies of what the first has made.
    #[track_caller]
    fn check_copies(language: Language, first: &str, second: &str, copied: usize) {
        let both = steps(language, &format!("{}{second}", first.repeat(1_000)));
        let alone = steps(language, &first.repeat(1_000)) + steps(language, second);
        let more = both.saturating_sub(alone);
        assert!(more >= copied, "{more} steps more, and {copied} at least: {second}");
    }

    #[test]
    fn a_copy_of_the_state_is_charged_wherever_it_is_made() {
        let (object, list) = ("b = {};\n", "b = {}\n");
        let loops = "for (const a of [1]) {}\n".repeat(10);
        check_copies(Language::JavaScript, object, &loops, 10 * 1_000);
        check_copies(Language::Python, list, &"for a in [1]:\n    pass\n".repeat(10), 10 * 1_000);
        let tries = "try {} finally {}\n".repeat(10);
        check_copies(Language::JavaScript, object, &tries, 10 * 1_000);
        let switches = "switch (a) { case 1: break; }\n".repeat(10);
        check_copies(Language::JavaScript, object, &switches, 10 * 1_000);
        let branches = "if (a) {}\n".repeat(10);
        check_copies(Language::JavaScript, object, &branches, 10 * 1_000);
    }

    #[test]
    fn a_condition_is_not_made_of_more_than_a_request_takes() {
        let doubled = "c = c & c\n".repeat(60);
        let arms = format!("    {}", doubled.trim_end().replace('\n', "\n    "));
        let text = format!("c = Attr('a').eq(1)\nif x:\n{arms}\nelse:\n{arms}\n");
        assert!(steps(Language::Python, &text) < 100_000);
    }

    #[test]
    fn what_is_searched_converted_and_counted_is_charged() {
        let members: Vec<String> = (0..4_000).map(|number| format!("a{number}: 1")).collect();
        let object = format!("const o = {{ {} }};\n", members.join(", "));
        let made = steps(Language::JavaScript, &object);
        assert!(made > 4_000 * 4_000 / 2 / MEMBERS_PER_STEP, "{made}");
        let converted =
            steps(Language::JavaScript, &format!("{object}{}", "marshall(o);".repeat(100)));
        assert!(converted >= made + 100 * 4_000, "{converted}");
        // The line of each error is counted from the start of the text.
        let far = "/*".to_owned() + &"\n".repeat(1 << 20) + "*/" + &"b.c = 1;".repeat(100);
        let counted = steps(Language::JavaScript, &far);
        assert!(counted > 100 * 1_024, "{counted}");
    }
}
