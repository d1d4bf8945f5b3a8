//! The grammar of statements, by recursive descent: a method for each production.

mod cursor;
mod expression;
mod literal;

use crate::expression::token::Span;
use crate::partiql::ast::{
    Change, Delete, Direction, Expression, Insert, Literal, Nulls, OrderTerm, Returning, Select,
    Source, Statement, Update,
};
use crate::partiql::error::{PartiqlError, PartiqlErrorKind, SyntaxFault};
use crate::partiql::limit::OPERATORS_MAX;
pub(crate) use crate::partiql::parser::cursor::Parsed;
use crate::partiql::parser::cursor::Parser;

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
        self.expression_alone()
    }

    /// A text without a verb, which is read as an expression and rejected as one.
    ///
    /// Observed: 2026-10, requests that were sent to the service.
    fn expression_alone(&mut self) -> Parsed<Statement<'text>> {
        let start = self.span();
        let expression = self.or()?;
        let mut is_product = false;
        while ["*", "/", "%"].into_iter().any(|operator| self.take(operator)) {
            is_product = true;
            self.require_right_side()?;
            // `SELCT * FROM T`: what FROM begins is a change, and it has none.
            if self.at_word("FROM") {
                return self.syntax_error(start, SyntaxFault::ExpectedDataManipulation);
            }
            self.or()?;
        }
        self.end()?;
        let span = start.to(self.previous_span());
        match element_alone(&expression).filter(|_| !is_product) {
            Some(element) => self.error(span, PartiqlErrorKind::UnsupportedOperation { element }),
            None => self.error(span, PartiqlErrorKind::ExistsAlone),
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

    /// `column = path | call`
    fn column(&mut self) -> Parsed<Expression<'text>> {
        self.reject_operator_word()?;
        let column = match self.function() {
            Some(function) => self.call(function)?,
            None => Expression::Path(self.path()?),
        };
        self.reject_alias()?;
        Ok(column)
    }

    fn reject_alias(&self) -> Parsed<()> {
        match self.at_alias() {
            true => self.error(self.span(), PartiqlErrorKind::Alias),
            false => Ok(()),
        }
    }

    fn at_alias(&self) -> bool {
        self.at_word("AS") || self.at_name()
    }

    /// `source`, without an alias.
    fn source(&mut self) -> Parsed<Source<'text>> {
        let source = self.source_name()?;
        self.reject_alias()?;
        Ok(source)
    }

    /// `source = name [ "." name ]`
    fn source_name(&mut self) -> Parsed<Source<'text>> {
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
        let source = self.source_name()?;
        if self.at_alias() {
            return self.syntax_error(self.span(), SyntaxFault::TokenAfterExpression);
        }
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
        if !self.at_name() {
            return self.syntax_error(self.span(), SyntaxFault::ExpectedTableName);
        }
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
    fn condition(&mut self) -> Parsed<Option<Expression<'text>>> {
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

/// What the service calls an expression that is a whole text; `None` for operators and calls.
///
/// Model: what it says of a parameter is not known.
fn element_alone(expression: &Expression<'_>) -> Option<&'static str> {
    match expression.bare() {
        Expression::Path(path) if path.nested.is_empty() => Some("Id"),
        Expression::Path(_) => Some("Path"),
        Expression::Parameter(..) => Some("Parameter"),
        Expression::Is(is) if !is.is_negated => Some("IsType"),
        Expression::Literal(literal, _) => Some(match literal {
            Literal::Text(_) | Literal::Number { .. } | Literal::Bool(_) | Literal::Null => "Lit",
            Literal::Missing => "Missing",
            Literal::List(_) => "List",
            Literal::Bag(_) => "Bag",
            Literal::Map(_) => "Struct",
        }),
        Expression::Or(..)
        | Expression::And(_)
        | Expression::Not(..)
        | Expression::Comparison(_)
        | Expression::Between(_)
        | Expression::In(_)
        | Expression::Is(_)
        | Expression::Sum(_)
        | Expression::Call(_)
        | Expression::Parentheses(..) => None,
    }
}
