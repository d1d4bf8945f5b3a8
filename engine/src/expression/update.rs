//! Update expressions.
//!
//! All actions of an update see the item as it was before. Since no two of their paths may meet, the order in which
//! they are done shows only in lists: values are put in first, in the order of positions, and taken out last,
//! in the reverse order, so that every position means what it did before.

use std::borrow::Cow;
use std::fmt;

use crate::expression::ast;
use crate::expression::binding::{Binder, Bindings};
use crate::expression::error::{
    ExpressionError, ExpressionErrorKind, Parameter, UpdateError, UpdateErrorKind,
};
use crate::expression::parser::parse_update;
use crate::expression::projection::{Part, assemble, project};
use crate::expression::set_value::SetValue;
use crate::expression::token::Span;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::document_path::{DocumentPath, InvalidPath};
use crate::model::item::Item;

/// What an update does to an item.
#[derive(Debug, Clone)]
pub struct Update {
    actions: Vec<Action>,
}

/// The clause of an update in which a path stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "the variants are the clauses' keywords")]
pub enum Clause {
    Set,
    Remove,
    Add,
    Delete,
}

/// What is done to one path.
#[derive(Debug, Clone)]
struct Action {
    path: DocumentPath,
    change: Change,
    span: Span,
}

#[derive(Debug, Clone)]
enum Change {
    Set(SetValue),
    Remove,
    /// A number to be added, or members of a set to be put in.
    Add(AttributeValue),
    /// Members of a set to be taken out.
    Delete(AttributeValue),
}

/// What an action comes to for one item: the value to be put in, none if what is there is to be taken out.
struct Outcome<'value> {
    action: &'value Action,
    value: Option<Cow<'value, AttributeValue>>,
}

impl Outcome<'_> {
    fn part(&self) -> Option<Part<'_>> {
        self.value.as_deref().map(|value| Part { path: &self.action.path, value })
    }
}

impl Update {
    /// Reads the text of an `UpdateExpression`, puts in names and values, and checks paths and operands.
    ///
    /// Fails with any kind of error but those that are about conditions alone.
    pub fn parse(text: &str, bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        let tree = parse_update(text)?;
        let mut binder = Binder::new(Parameter::UpdateExpression, bindings);
        binder.check_placeholders(text)?;
        let trees = || tree.0.iter().flat_map(|clause| &clause.actions);
        let paths = trees().map(|tree| binder.path(&tree.path)).collect::<Result<Vec<_>, _>>()?;
        let spans = trees().map(|tree| tree.path.span);
        binder.check_distinct(&paths.iter().zip(spans).collect::<Vec<_>>())?;
        trees().try_for_each(|tree| check_operand(&tree.change, &mut binder))?;
        let bind = |(path, tree): (_, &ast::Action<'_>)| {
            let change = Change::bind(&tree.change, &mut binder)?;
            Ok(Action { path, change, span: tree.span() })
        };
        let actions = paths.into_iter().zip(trees()).map(bind).collect::<Result<_, _>>()?;
        Ok(Self { actions })
    }

    /// The item after the update. `before` is the item as it is, or its key alone if it does not exist.
    ///
    /// Operands are looked at before paths: an operand at fault is reported even if a path is, too.
    pub fn apply(&self, before: &Item, item_exists: bool) -> Result<Item, UpdateError> {
        let mut outcomes = self.outcomes(before)?;
        outcomes.sort_unstable_by_key(|outcome| &outcome.action.path);
        let mut after = before.clone();
        let mut taken_out = Vec::new();
        for Outcome { action, value } in outcomes {
            match value {
                Some(value) => {
                    let put_in = action.path.set(&mut after, value.into_owned());
                    put_in.map_err(|InvalidPath| action.error(UpdateErrorKind::InvalidPath))?;
                }
                None => taken_out.push(action),
            }
        }
        // What does not exist has nothing to take out, and then no path is wrong.
        for action in taken_out.into_iter().rev().filter(|_| item_exists) {
            let removed = action.path.remove(&mut after);
            removed.map_err(|InvalidPath| action.error(UpdateErrorKind::InvalidPath))?;
        }
        Ok(after)
    }

    /// Whether the update makes an item where there is none; one that only takes away does not.
    ///
    /// Observed: Alternator's tests on AWS, 2026.
    pub fn creates_missing_item(&self) -> bool {
        self.actions.iter().any(|action| match action.change {
            Change::Set(_) | Change::Add(_) => true,
            Change::Remove | Change::Delete(_) => false,
        })
    }

    /// The paths that the update touches, each with its clause, in the order of the text.
    pub fn paths(&self) -> impl Iterator<Item = (Clause, &DocumentPath)> {
        self.actions.iter().map(|action| (action.change.clause(), &action.path))
    }

    /// What `UPDATED_OLD` returns: the touched paths as they were, each in its hierarchy.
    pub fn updated_old(&self, before: &Item) -> Item {
        project(self.actions.iter().map(|action| &action.path), before)
    }

    /// What `UPDATED_NEW` returns: the values that the update puts in, each in the hierarchy of its path.
    ///
    /// Fails as [`Update::apply`] does if an operand is at fault.
    pub fn updated_new(&self, before: &Item) -> Result<Item, UpdateError> {
        let outcomes = self.outcomes(before)?;
        let parts = outcomes.iter().filter_map(Outcome::part).collect();
        Ok(assemble(parts))
    }

    fn outcomes<'value>(
        &'value self,
        before: &'value Item,
    ) -> Result<Vec<Outcome<'value>>, UpdateError> {
        let outcome = |action: &'value Action| match action.value(before) {
            Ok(value) => Ok(Outcome { action, value }),
            Err(kind) => Err(action.error(kind)),
        };
        self.actions.iter().map(outcome).collect()
    }
}

/// `ADD` takes numbers and sets, `DELETE` sets.
fn check_operand(change: &ast::Change<'_>, binder: &mut Binder<'_>) -> Result<(), ExpressionError> {
    let (clause, placeholder) = match change {
        ast::Change::Add(placeholder) => (Clause::Add, placeholder),
        ast::Change::Delete(placeholder) => (Clause::Delete, placeholder),
        ast::Change::Set(_) | ast::Change::Remove => return Ok(()),
    };
    match binder.kind(placeholder)? {
        ValueKind::Ss | ValueKind::Ns | ValueKind::Bs => Ok(()),
        ValueKind::N if clause == Clause::Add => Ok(()),
        kind => {
            let kind = ExpressionErrorKind::ClauseOperandType { clause, kind };
            Err(binder.error(placeholder.span, kind))
        }
    }
}

impl Action {
    /// The value that the action puts in, none if it takes out what is there.
    fn value<'value>(
        &'value self,
        before: &'value Item,
    ) -> Result<Option<Cow<'value, AttributeValue>>, UpdateErrorKind> {
        match &self.change {
            Change::Set(value) => value.evaluate(before).map(Some),
            Change::Remove => Ok(None),
            Change::Add(value) => match self.path.get(before) {
                Some(stored) => add(stored, value).map(|sum| Some(Cow::Owned(sum))),
                None => Ok(Some(Cow::Borrowed(value))),
            },
            Change::Delete(members) => match self.path.get(before) {
                Some(stored) => delete(stored, members).map(|rest| rest.map(Cow::Owned)),
                None => Ok(None),
            },
        }
    }

    fn error(&self, kind: UpdateErrorKind) -> UpdateError {
        UpdateError { kind, span: self.span.range() }
    }
}

impl Change {
    fn bind(tree: &ast::Change<'_>, binder: &mut Binder<'_>) -> Result<Self, ExpressionError> {
        match tree {
            ast::Change::Set(value) => SetValue::bind(value, binder).map(Self::Set),
            ast::Change::Remove => Ok(Self::Remove),
            ast::Change::Add(placeholder) => binder.value(placeholder).map(Self::Add),
            ast::Change::Delete(placeholder) => binder.value(placeholder).map(Self::Delete),
        }
    }

    fn clause(&self) -> Clause {
        match self {
            Self::Set(_) => Clause::Set,
            Self::Remove => Clause::Remove,
            Self::Add(_) => Clause::Add,
            Self::Delete(_) => Clause::Delete,
        }
    }
}

/// The sum of two numbers, or the union of two sets.
fn add(stored: &AttributeValue, value: &AttributeValue) -> Result<AttributeValue, UpdateErrorKind> {
    match (stored, value) {
        (AttributeValue::N(stored), AttributeValue::N(value)) => {
            stored.add(*value).map(AttributeValue::N).map_err(UpdateErrorKind::Number)
        }
        (AttributeValue::Ss(stored), AttributeValue::Ss(value)) => {
            Ok(AttributeValue::Ss(stored | value))
        }
        (AttributeValue::Ns(stored), AttributeValue::Ns(value)) => {
            Ok(AttributeValue::Ns(stored | value))
        }
        (AttributeValue::Bs(stored), AttributeValue::Bs(value)) => {
            Ok(AttributeValue::Bs(stored | value))
        }
        _ => Err(UpdateErrorKind::OperandType),
    }
}

/// The first set without the members of the second, none if that is empty.
fn delete(
    stored: &AttributeValue,
    members: &AttributeValue,
) -> Result<Option<AttributeValue>, UpdateErrorKind> {
    match (stored, members) {
        (AttributeValue::Ss(stored), AttributeValue::Ss(members)) => {
            Ok((!stored.is_subset(members)).then(|| AttributeValue::Ss(stored - members)))
        }
        (AttributeValue::Ns(stored), AttributeValue::Ns(members)) => {
            Ok((!stored.is_subset(members)).then(|| AttributeValue::Ns(stored - members)))
        }
        (AttributeValue::Bs(stored), AttributeValue::Bs(members)) => {
            Ok((!stored.is_subset(members)).then(|| AttributeValue::Bs(stored - members)))
        }
        _ => Err(UpdateErrorKind::OperandType),
    }
}

impl Clause {
    /// The keyword with which the clause begins.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Set => "SET",
            Self::Remove => "REMOVE",
            Self::Add => "ADD",
            Self::Delete => "DELETE",
        }
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.keyword())
    }
}
