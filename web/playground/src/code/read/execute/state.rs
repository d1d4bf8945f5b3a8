//! The variables and objects of a program at one point.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::code::fault::CodeError;
use crate::code::read::execute::value::{Object, Value};

/// The variables and objects of a program. Positions are never used again.
#[derive(Debug, Clone, Default)]
pub(super) struct State {
    pub heap: Vec<Rc<Object>>,
    pub scopes: Vec<Rc<Scope>>,
}

/// The variables of a block or function.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Scope {
    pub parent: Option<usize>,
    pub is_function: bool,
    pub names: BTreeMap<String, Value>,
    /// Variables of outer functions to which this function assigns values.
    pub outer: BTreeSet<String>,
}

impl State {
    pub(super) fn object(&self, position: usize) -> &Object {
        &self.heap[position]
    }

    pub(super) fn object_mut(&mut self, position: usize) -> &mut Object {
        Rc::make_mut(&mut self.heap[position])
    }

    pub(super) fn add(&mut self, object: Object) -> Value {
        self.heap.push(Rc::new(object));
        Value::Object(self.heap.len() - 1)
    }

    pub(super) fn add_scope(&mut self, parent: Option<usize>, is_function: bool) -> usize {
        self.scopes.push(Rc::new(Scope { parent, is_function, ..Scope::default() }));
        self.scopes.len() - 1
    }

    /// Takes over what has been added elsewhere, so that no position is used again.
    pub(super) fn pad(&mut self, other: &Self) {
        self.heap.extend(other.heap.iter().skip(self.heap.len()).cloned());
        self.scopes.extend(other.scopes.iter().skip(self.scopes.len()).cloned());
    }

    /// The scope that has a variable.
    pub(super) fn scope_of(&self, scope: usize, name: &str) -> Option<usize> {
        let mut next = Some(scope);
        while let Some(position) = next {
            if self.scopes[position].names.contains_key(name) {
                return Some(position);
            }
            next = self.scopes[position].parent;
        }
        None
    }

    /// Sets a variable. Returns how many variables were copied, because another state has them, too.
    pub(super) fn set(&mut self, scope: usize, name: &str, value: Value) -> usize {
        let scope = &mut self.scopes[scope];
        let copied = if Rc::strong_count(scope) > 1 { scope.names.len() } else { 0 };
        Rc::make_mut(scope).names.insert(name.to_owned(), value);
        copied
    }

    /// What is known if the program is in one of several states: what is the same in all of them.
    pub(super) fn merge(states: Vec<Self>, error: &CodeError) -> Option<Self> {
        let mut states = states.into_iter();
        let mut merged = states.next()?;
        for other in states {
            for (known, others) in merged.heap.iter_mut().zip(&other.heap) {
                if !Rc::ptr_eq(known, others) && known != others {
                    *known = Rc::new(Object::Fault(error.clone()));
                }
            }
            for (known, others) in merged.scopes.iter_mut().zip(&other.scopes) {
                if !Rc::ptr_eq(known, others) && known != others {
                    let known = Rc::make_mut(known);
                    for (name, value) in &others.names {
                        if known.names.get(name) != Some(value) {
                            let fault = Value::Fault(Box::new(error.clone()));
                            known.names.insert(name.clone(), fault);
                        }
                    }
                    for (name, value) in &mut known.names {
                        if !others.names.contains_key(name) {
                            *value = Value::Fault(Box::new(error.clone()));
                        }
                    }
                }
            }
            merged.pad(&other);
        }
        Some(merged)
    }
}
