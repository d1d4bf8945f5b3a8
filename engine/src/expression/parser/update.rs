//! The productions of updates.

use crate::expression::ast::{Action, Change, Clause, Update};
use crate::expression::clause;
use crate::expression::error::ExpressionErrorKind;
use crate::expression::parser::cursor::{Parsed, Parser};

impl<'text> Parser<'text> {
    /// `update = clause { clause }`
    pub(super) fn update(&mut self) -> Parsed<Update<'text>> {
        let mut clauses: Vec<Clause<'text>> = Vec::new();
        while clauses.is_empty() || self.at_any_keyword() {
            let span = self.peek().span;
            let clause = self.clause()?;
            if clauses.iter().any(|other| other.keyword == clause.keyword) {
                self.note(span, ExpressionErrorKind::ClauseRepeated { clause: clause.keyword });
            }
            clauses.push(clause);
        }
        Ok(Update(clauses))
    }

    /// `clause = "SET" list | "REMOVE" list | "ADD" list | "DELETE" list`
    fn clause(&mut self) -> Parsed<Clause<'text>> {
        let (keyword, action): (_, fn(&mut Self) -> _) = if self.at_keyword("SET") {
            (clause::Clause::Set, Self::set_action)
        } else if self.at_keyword("REMOVE") {
            (clause::Clause::Remove, Self::remove_action)
        } else if self.at_keyword("ADD") {
            (clause::Clause::Add, Self::add_action)
        } else if self.at_keyword("DELETE") {
            (clause::Clause::Delete, Self::delete_action)
        } else {
            return self.syntax_error();
        };
        self.advance();
        Ok(Clause { keyword, actions: self.list(action)? })
    }

    /// `set_action = path "=" value`
    fn set_action(&mut self) -> Parsed<Action<'text>> {
        let path = self.path()?;
        self.expect("=")?;
        Ok(Action { path, change: Change::Set(self.value()?) })
    }

    /// `remove_action = path`
    fn remove_action(&mut self) -> Parsed<Action<'text>> {
        Ok(Action { path: self.path()?, change: Change::Remove })
    }

    /// `add_action = path placeholder`
    fn add_action(&mut self) -> Parsed<Action<'text>> {
        Ok(Action { path: self.path()?, change: Change::Add(self.placeholder()?) })
    }

    /// `delete_action = path placeholder`
    fn delete_action(&mut self) -> Parsed<Action<'text>> {
        Ok(Action { path: self.path()?, change: Change::Delete(self.placeholder()?) })
    }
}
