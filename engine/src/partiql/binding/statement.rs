//! Statements: their sources, columns, items and clauses.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::expression::update::Update;
use crate::model::attribute_value::AttributeValue;
use crate::model::document_path::{DocumentPath, PathElement};
use crate::model::item::Item;
use crate::model::name::AttributeName;
use crate::partiql::ast::{self, Expression, Literal};
use crate::partiql::binding::binder::{Binder, Bound, document_path};
use crate::partiql::binding::literal::LiteralPath;
use crate::partiql::error::{PartiqlError, PartiqlErrorKind, SyntaxFault};
use crate::partiql::parser::parse;
use crate::partiql::statement::{
    Column, Delete, Insert, OrderTerm, Select, Source, Statement, Update as UpdateStatement,
};

impl Statement {
    /// Reads the text of a statement, puts in its parameters and checks its operands.
    ///
    /// Fails with any kind of error but those that depend on a table or on other statements.
    pub fn parse(text: &str, parameters: &[AttributeValue]) -> Result<Self, Box<PartiqlError>> {
        let parsed = parse(text)?;
        if parameters.len() < parsed.parameter_count {
            return Err(Box::new(PartiqlError::whole(PartiqlErrorKind::TooFewParameters)));
        }
        let binder = Binder { text, parameters };
        binder
            .statement(&parsed.tree)
            .map_err(|error| binder.with_fault_of_wide_index(&parsed.tree, error))
    }
}

impl Binder<'_> {
    /// A fault of a statement, with the one that it has instead if it reads an index with a key of several attributes.
    ///
    /// Observed: 2026-10, that index is refused after literals and before anything else that binding finds.
    fn with_fault_of_wide_index(
        &self,
        tree: &ast::Statement<'_>,
        mut error: Box<PartiqlError>,
    ) -> Box<PartiqlError> {
        if let ast::Statement::Select(select) = tree
            && select.source.index.is_some()
        {
            let mut literals = select.condition.iter().chain(select.columns.iter().flatten());
            let fault = literals.try_for_each(|tree| self.check_literals(tree)).err();
            let kind = PartiqlErrorKind::MultiAttributeKey;
            let fault = fault.unwrap_or_else(|| Box::new(PartiqlError::whole(kind)));
            error.of_wide_index = Some(Box::new((source(&select.source), *fault)));
        }
        error
    }

    fn statement(&self, tree: &ast::Statement<'_>) -> Bound<Statement> {
        match tree {
            ast::Statement::Select(select) => self.select(select).map(Statement::Select),
            ast::Statement::Exists(select, _) => self.select(select).map(Statement::Exists),
            ast::Statement::Insert(insert) => self.insert(insert).map(Statement::Insert),
            ast::Statement::Update(update) => self.update(update).map(Statement::Update),
            ast::Statement::Delete(delete) => self.delete(delete).map(Statement::Delete),
        }
    }

    fn select(&self, tree: &ast::Select<'_>) -> Bound<Select> {
        self.check_terms(tree.condition.as_ref())?;
        let condition = tree.condition.as_ref().map(|tree| self.condition(tree)).transpose()?;
        let columns = tree.columns.as_ref().map(|columns| self.columns(columns)).transpose()?;
        let order = tree.order.iter().map(|term| OrderTerm {
            path: document_path(&term.path),
            direction: term.direction.unwrap_or_default(),
        });
        let order = order.collect();
        let condition_span = tree.condition.as_ref().map(|condition| condition.span().range());
        Ok(Select { source: source(&tree.source), columns, condition, condition_span, order })
    }

    fn columns(&self, trees: &[Expression<'_>]) -> Bound<Vec<Column>> {
        let mut columns: Vec<Column> = Vec::with_capacity(trees.len());
        let mut names = BTreeSet::new();
        for tree in trees {
            let path = match tree {
                Expression::Path(path) => document_path(path),
                Expression::Call(call) => {
                    return self.fault(call.function_span, PartiqlErrorKind::ColumnNotAPath);
                }
                other => return self.fault(other.span(), PartiqlErrorKind::ColumnNotAPath),
            };
            let name = column_name(&path);
            if !names.insert(name.clone()) {
                return self.fault(tree.span(), PartiqlErrorKind::DuplicateColumns { name });
            }
            columns.push(Column { name, path });
        }
        Ok(columns)
    }

    fn insert(&self, tree: &ast::Insert<'_>) -> Bound<Insert> {
        let Expression::Literal(Literal::Map(members), _) = tree.value.bare() else {
            // Model: the service's words for an INSERT of anything but a map are not known.
            return self.fault(tree.value.span(), PartiqlErrorKind::Syntax(SyntaxFault::Term));
        };
        let mut attributes = Vec::with_capacity(members.len());
        for (name, value) in members {
            let value = match value {
                Expression::Parameter(ordinal, _) => self.parameters[*ordinal].clone(),
                value => self.value(value, &LiteralPath::ROOT)?,
            };
            attributes.push((AttributeName::from(&**name), value));
        }
        let item = Arc::new(Item(attributes.into()));
        Ok(Insert { source: source(&tree.source), item })
    }

    fn update(&self, tree: &ast::Update<'_>) -> Bound<UpdateStatement> {
        self.check_terms(tree.condition.as_ref())?;
        for change in &tree.changes {
            match change {
                ast::Change::Set(_, value) => self.check_set_terms(value)?,
                ast::Change::Remove(_) => {}
            }
        }
        let condition = tree.condition.as_ref().map(|tree| self.condition(tree)).transpose()?;
        let changes = self.changes(&tree.changes)?;
        Ok(UpdateStatement {
            source: source(&tree.source),
            changes: Update::of_changes(changes),
            condition,
            returning: tree.returning,
        })
    }

    fn delete(&self, tree: &ast::Delete<'_>) -> Bound<Delete> {
        if let Some(returning) = tree.returning.filter(|it| it.modified || it.new) {
            let kind = PartiqlErrorKind::DeleteReturning { returning };
            return Err(Box::new(PartiqlError::whole(kind)));
        }
        self.check_terms(tree.condition.as_ref())?;
        let condition = tree.condition.as_ref().map(|tree| self.condition(tree)).transpose()?;
        let returns_old = tree.returning.is_some();
        Ok(Delete { source: source(&tree.source), condition, returns_old })
    }
}

fn source(tree: &ast::Source<'_>) -> Source {
    let index = tree.index.as_ref().map(|index| index.text.clone().into_owned());
    Source { table: tree.table.text.clone().into_owned(), index }
}

/// The name of a column of the result: the last name of its path, with the positions after it.
fn column_name(path: &DocumentPath) -> AttributeName {
    let nested = path.nested();
    let is_name = |element: &PathElement| matches!(element, PathElement::Name(_));
    let (name, positions) = match nested.iter().rposition(is_name) {
        Some(last) => match &nested[last] {
            PathElement::Name(name) => (name, &nested[last + 1..]),
            PathElement::Position(_) => unreachable!("the element is a name"),
        },
        None => (path.top_level(), nested),
    };
    let mut column = name.to_string();
    for position in positions {
        if let PathElement::Position(position) = position {
            write!(column, "[{position}]").expect("writing to a string cannot fail");
        }
    }
    AttributeName::from(column)
}
