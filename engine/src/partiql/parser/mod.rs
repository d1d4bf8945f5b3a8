//! The grammar of statements, by recursive descent: a method for each production.

mod cursor;
mod expression;
mod literal;

use crate::expression::token::Span;
use crate::partiql::ast::{
    Change, Delete, Direction, Insert, Nulls, OrderTerm, Path, Returning, Select, Source,
    Statement, Update,
};
use crate::partiql::error::{PartiqlError, PartiqlErrorKind, SyntaxFault};
use crate::partiql::limit::OPERATORS_MAX;
pub(crate) use crate::partiql::parser::cursor::Parsed;
use crate::partiql::parser::cursor::Parser;
use crate::partiql::token::TokenKind;

/// Keywords that begin a clause of SQL that DynamoDB does not have.
///
/// Model: the words of the service are known for LIMIT only, and from DynamoDB Local.
const UNSUPPORTED_CLAUSES: [&str; 12] = [
    "CROSS",
    "EXCEPT",
    "GROUP",
    "HAVING",
    "INNER",
    "INTERSECT",
    "JOIN",
    "LEFT",
    "LET",
    "LIMIT",
    "OFFSET",
    "UNION",
];

/// A statement, and how many parameters it has.
#[derive(Debug)]
pub(crate) struct ParsedStatement<'text> {
    pub(crate) tree: Statement<'text>,
    pub(crate) parameter_count: usize,
}

/// Reads the text of a statement, of at most 8,192 characters.
pub(crate) fn parse(text: &str) -> Parsed<ParsedStatement<'_>> {
    let mut parser = Parser::new(text)?;
    let tree = parser.statement()?;
    parser.end()?;
    match parser.operator_count {
        count if count > OPERATORS_MAX => {
            Err(Box::new(PartiqlError::whole(PartiqlErrorKind::TooManyOperators { count })))
        }
        _ => Ok(ParsedStatement { tree, parameter_count: parser.parameter_count }),
    }
}

impl<'text> Parser<'text> {
    /// `statement = select | insert | update | delete | exists`
    fn statement(&mut self) -> Parsed<Statement<'text>> {
        let start = self.span();
        if self.take_word("SELECT") {
            return self.select().map(Statement::Select);
        }
        if self.take_word("INSERT") {
            return self.insert().map(Statement::Insert);
        }
        if self.take_word("UPDATE") {
            return self.update().map(Statement::Update);
        }
        if self.take_word("FROM") {
            return self.update_from().map(Statement::Update);
        }
        if self.take_word("DELETE") {
            return self.delete().map(Statement::Delete);
        }
        if self.take_word("EXISTS") {
            return self.exists(start);
        }
        let is_name = matches!(self.peek().kind, TokenKind::Word(_) | TokenKind::Quoted(_));
        match is_name && self.peek_second().kind == TokenKind::End {
            true => self.error(start, PartiqlErrorKind::UnsupportedOperation),
            false => self.syntax_error(start, SyntaxFault::ExpectedDataManipulation),
        }
    }

    /// The end of the statement, after at most one semicolon.
    fn end(&mut self) -> Parsed<()> {
        if self.take(";") && !self.at_end() {
            return self.syntax_error(self.span(), SyntaxFault::TokenAfterSemicolon);
        }
        if self.at_end() {
            return Ok(());
        }
        if let Some(clause) = UNSUPPORTED_CLAUSES.iter().find(|clause| self.at_word(clause)) {
            let clause = (*clause).to_owned();
            return self.error(self.span(), PartiqlErrorKind::UnsupportedClause { clause });
        }
        self.syntax_error(self.span(), SyntaxFault::TokenAfterExpression)
    }

    /// `select = "SELECT" ( "*" | column { "," column } ) "FROM" source [ where ] [ order ]`
    fn select(&mut self) -> Parsed<Select<'text>> {
        let columns = match self.take("*") {
            true => None,
            false => Some(self.list(Self::column)?),
        };
        self.expect_word("FROM")?;
        let source = self.source()?;
        let condition = self.condition()?;
        let order = match self.take_word("ORDER") {
            true => {
                self.expect_word("BY")?;
                self.list(Self::order_term)?
            }
            false => Vec::new(),
        };
        Ok(Select { columns, source, condition, order })
    }

    /// `column = path`
    fn column(&mut self) -> Parsed<Path<'text>> {
        let is_word = matches!(self.peek().kind, TokenKind::Word(_));
        if is_word && self.peek_second().kind == TokenKind::Symbol("(") {
            return self.error(self.span(), PartiqlErrorKind::ColumnNotAPath);
        }
        let path = self.path()?;
        self.reject_alias()?;
        Ok(path)
    }

    fn reject_alias(&self) -> Parsed<()> {
        let is_alias = match &self.peek().kind {
            TokenKind::Word(_) => self.at_word("AS") || !self.at_keyword(),
            TokenKind::Quoted(_) => true,
            TokenKind::Text(_) | TokenKind::Number(_) | TokenKind::Symbol(_) | TokenKind::End => {
                false
            }
        };
        match is_alias {
            true => self.error(self.span(), PartiqlErrorKind::Alias),
            false => Ok(()),
        }
    }

    /// `source = name [ "." name ]`
    fn source(&mut self) -> Parsed<Source<'text>> {
        let table = self.name()?;
        let start = table.span;
        let index = match self.take(".") {
            true => Some(self.dot_name()?),
            false => None,
        };
        let span = start.to(self.previous_span());
        if self.at(".") || self.at("[") {
            return self.error(span, PartiqlErrorKind::TooManySourceComponents);
        }
        self.reject_alias()?;
        Ok(Source { table, index, span })
    }

    /// `order = path [ "ASC" | "DESC" ] [ "NULLS" ( "FIRST" | "LAST" ) ]`
    fn order_term(&mut self) -> Parsed<OrderTerm<'text>> {
        let path = self.path()?;
        let direction = if self.take_word("ASC") {
            Some(Direction::Ascending)
        } else if self.take_word("DESC") {
            Some(Direction::Descending)
        } else {
            None
        };
        let nulls = match self.take_word("NULLS") {
            false => None,
            true if self.take_word("FIRST") => Some(Nulls::First),
            true => {
                self.expect_word("LAST")?;
                Some(Nulls::Last)
            }
        };
        Ok(OrderTerm { path, direction, nulls })
    }

    /// `insert = "INSERT" "INTO" source "VALUE" value`
    fn insert(&mut self) -> Parsed<Insert<'text>> {
        self.expect_word("INTO")?;
        let source = self.source()?;
        self.expect_word("VALUE")?;
        let value = self.primary()?;
        if source.index.is_some() {
            return self.error(source.span, PartiqlErrorKind::InsertIntoIndex);
        }
        Ok(Insert { source, value })
    }

    /// `update = "UPDATE" source clause { clause } [ where ] [ returning ]`
    fn update(&mut self) -> Parsed<Update<'text>> {
        let source = self.source()?;
        let changes = self.changes()?;
        let condition = self.condition()?;
        let returning = self.returning()?;
        Ok(Update { source, changes, begins_with_condition: false, condition, returning })
    }

    /// `update = "FROM" source where clause { clause } [ returning ]`
    fn update_from(&mut self) -> Parsed<Update<'text>> {
        let source = self.source()?;
        let condition = self.condition()?;
        let changes = self.changes()?;
        let returning = self.returning()?;
        Ok(Update { source, changes, begins_with_condition: true, condition, returning })
    }

    /// `clause = "SET" assignment { "," assignment } | "REMOVE" path`
    fn changes(&mut self) -> Parsed<Vec<Change<'text>>> {
        let mut changes = Vec::new();
        loop {
            if self.take_word("SET") {
                changes.append(&mut self.list(Self::assignment)?);
            } else if self.take_word("REMOVE") {
                changes.push(Change::Remove(self.path()?));
            } else if changes.is_empty() {
                return self.unexpected();
            } else {
                return Ok(changes);
            }
        }
    }

    /// `assignment = path "=" sum`
    fn assignment(&mut self) -> Parsed<Change<'text>> {
        let path = self.path()?;
        self.expect("=")?;
        Ok(Change::Set(path, self.sum()?))
    }

    /// `delete = "DELETE" "FROM" source [ where ] [ returning ]`
    fn delete(&mut self) -> Parsed<Delete<'text>> {
        self.expect_word("FROM")?;
        let source = self.source()?;
        let condition = self.condition()?;
        let returning = self.returning()?;
        Ok(Delete { source, condition, returning })
    }

    /// `exists = "EXISTS" "(" select ")"`
    fn exists(&mut self, start: Span) -> Parsed<Statement<'text>> {
        let open = self.open("(")?;
        self.expect_word("SELECT")?;
        let select = self.select()?;
        let span = self.close(open, ")")?;
        Ok(Statement::Exists(select, start.to(span)))
    }

    /// `where = "WHERE" or`
    fn condition(&mut self) -> Parsed<Option<crate::partiql::ast::Expression<'text>>> {
        match self.take_word("WHERE") {
            true => self.or().map(Some),
            false => Ok(None),
        }
    }

    /// `returning = "RETURNING" ( "ALL" | "MODIFIED" ) ( "OLD" | "NEW" ) "*"`
    fn returning(&mut self) -> Parsed<Option<Returning>> {
        if !self.take_word("RETURNING") {
            return Ok(None);
        }
        let modified = self.take_word("MODIFIED");
        if !modified {
            self.expect_word("ALL")?;
        }
        let new = self.take_word("NEW");
        if !new {
            self.expect_word("OLD")?;
        }
        self.expect("*")?;
        Ok(Some(Returning { modified, new }))
    }
}
