//! `#names` and `:values` of a request, and how they are put into a syntax tree.

use std::collections::BTreeMap;

use crate::expression::ast;
use crate::expression::error::{ExpressionError, ExpressionErrorKind, Parameter};
use crate::expression::limit::{PLACEHOLDER_SIZE_MAX, SUBSTITUTION_SIZE_MAX};
use crate::expression::token::{Span, Token, TokenKind, is_placeholder};
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::bytes::Bytes;
use crate::model::document_path::{DocumentPath, PathClash, PathElement};
use crate::model::name::AttributeName;

/// The names and values of one request, shared by all its expressions, and which of them were used.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use engine::expression::binding::Bindings;
/// use engine::expression::condition::Condition;
/// use engine::expression::error::Parameter;
/// use engine::model::attribute_value::{AttributeValue, ValueKind};
/// use engine::model::item::Item;
///
/// let names = BTreeMap::from([("#s".to_owned(), "status".into())]);
/// let values = BTreeMap::from([(":open".to_owned(), AttributeValue::S("open".to_owned()))]);
/// let mut bindings = Bindings::new(names, values).unwrap();
/// let filter = Condition::parse("#s = :open", Parameter::FilterExpression, &mut bindings).unwrap();
/// bindings.finish().unwrap();
///
/// let item = Item::from_iter([("status".into(), AttributeValue::S("open".to_owned()))]);
/// assert!(filter.matches(&item));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    names: BTreeMap<String, Binding<AttributeName>>,
    values: BTreeMap<String, Binding<AttributeValue>>,
}

/// What a placeholder stands for.
#[derive(Debug, Clone)]
struct Binding<T> {
    content: T,
    is_used: bool,
}

impl Bindings {
    /// Names and values by their placeholders, `#` and `:` included.
    ///
    /// Fails with [`ExpressionErrorKind::InvalidPlaceholder`], or if a placeholder or all of this is too large.
    pub fn new(
        names: BTreeMap<String, AttributeName>,
        values: BTreeMap<String, AttributeValue>,
    ) -> Result<Self, ExpressionError> {
        let names = bindings(names, '#', Parameter::ExpressionAttributeNames)?;
        let values = bindings(values, ':', Parameter::ExpressionAttributeValues)?;
        let bindings = Self { names, values };
        let size = bindings.size();
        if size > SUBSTITUTION_SIZE_MAX {
            let parameter = Parameter::ExpressionAttributeValues;
            let kind = ExpressionErrorKind::SubstitutionTooLarge { size: size.0 };
            return Err(ExpressionError { parameter, kind, span: None });
        }
        Ok(bindings)
    }

    /// To be called when all expressions of the request are parsed.
    ///
    /// Fails with [`ExpressionErrorKind::Unused`] if there is a name, or else a value, that none of them uses.
    pub fn finish(&self) -> Result<(), ExpressionError> {
        check_use(&self.names, Parameter::ExpressionAttributeNames)?;
        check_use(&self.values, Parameter::ExpressionAttributeValues)
    }

    /// Bytes of all placeholders and what they stand for.
    fn size(&self) -> Bytes {
        let length = |key: &String| Bytes::from_length(key.len());
        let names = self.names.iter().map(|(key, name)| length(key) + name.content.size());
        let values = self.values.iter().map(|(key, value)| length(key) + value.content.size());
        names.chain(values).sum()
    }
}

fn bindings<T>(
    contents: BTreeMap<String, T>,
    sign: char,
    parameter: Parameter,
) -> Result<BTreeMap<String, Binding<T>>, ExpressionError> {
    if let Some(key) = contents.keys().find(|key| !is_placeholder(key, sign)) {
        let kind = ExpressionErrorKind::InvalidPlaceholder { key: key.clone() };
        return Err(ExpressionError { parameter, kind, span: None });
    }
    if let Some(key) = contents.keys().find(|key| key.len() > PLACEHOLDER_SIZE_MAX) {
        let kind = ExpressionErrorKind::PlaceholderTooLong { size: key.len() };
        return Err(ExpressionError { parameter, kind, span: None });
    }
    // Put in one by one, as everywhere: to collect into a map sorts first, by a sort of its own for each type.
    let mut bindings = BTreeMap::new();
    for (key, content) in contents {
        bindings.insert(key, Binding { content, is_used: false });
    }
    Ok(bindings)
}

fn check_use<T>(
    bindings: &BTreeMap<String, Binding<T>>,
    parameter: Parameter,
) -> Result<(), ExpressionError> {
    let unused = bindings.iter().filter(|(_, binding)| !binding.is_used);
    let keys: Vec<_> = unused.map(|(key, _)| key.clone()).collect();
    if keys.is_empty() {
        return Ok(());
    }
    Err(ExpressionError { parameter, kind: ExpressionErrorKind::Unused { keys }, span: None })
}

/// Puts names and values into the tree of one expression.
pub(crate) struct Binder<'request> {
    parameter: Parameter,
    bindings: &'request mut Bindings,
}

impl<'request> Binder<'request> {
    pub(crate) fn new(parameter: Parameter, bindings: &'request mut Bindings) -> Self {
        Self { parameter, bindings }
    }

    /// Fails if a name, or else a value, anywhere in a text is undefined.
    pub(crate) fn check_placeholders(
        &mut self,
        tokens: &[Token<'_>],
    ) -> Result<(), ExpressionError> {
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Name) {
            self.name(&ast::Name { text: token.text, span: token.span })?;
        }
        for token in tokens.iter().filter(|token| token.kind == TokenKind::Value) {
            self.value_ref(token.text, token.span)?;
        }
        Ok(())
    }

    /// Fails if two paths overlap, or else if two conflict.
    pub(crate) fn check_distinct(
        &self,
        paths: &[(&DocumentPath, Span)],
    ) -> Result<(), ExpressionError> {
        // In order, a path stands next to one that it clashes with, if there is any.
        let mut sorted: Vec<_> = paths.iter().map(|(path, _)| *path).collect();
        sorted.sort_unstable();
        if sorted.windows(2).all(|pair| pair[0].clash(pair[1]).is_none()) {
            return Ok(());
        }
        self.check_clash(paths, PathClash::Overlap)?;
        self.check_clash(paths, PathClash::Conflict)
    }

    /// The path with its names put in.
    pub(crate) fn path(&mut self, path: &ast::Path<'_>) -> Result<DocumentPath, ExpressionError> {
        let mut bound = DocumentPath::new(self.name(&path.top_level)?);
        for element in &path.nested {
            bound.push(match element {
                ast::PathElement::Name(name) => PathElement::Name(self.name(name)?),
                ast::PathElement::Position(position) => PathElement::Position(*position),
            });
        }
        Ok(bound)
    }

    /// The value for which a placeholder stands.
    pub(crate) fn value(
        &mut self,
        placeholder: &ast::Placeholder<'_>,
    ) -> Result<AttributeValue, ExpressionError> {
        self.value_ref(placeholder.text, placeholder.span).cloned()
    }

    /// The type of the value for which a placeholder stands.
    pub(crate) fn kind(
        &mut self,
        placeholder: &ast::Placeholder<'_>,
    ) -> Result<ValueKind, ExpressionError> {
        self.value_ref(placeholder.text, placeholder.span).map(AttributeValue::kind)
    }

    /// A fault of this expression.
    pub(crate) fn error(
        &self,
        span: Span,
        kind: impl Into<ExpressionErrorKind>,
    ) -> ExpressionError {
        let (parameter, kind) = (self.parameter, kind.into());
        ExpressionError { parameter, kind, span: Some(span.range()) }
    }

    fn name(&mut self, name: &ast::Name<'_>) -> Result<AttributeName, ExpressionError> {
        if !name.text.starts_with('#') {
            return Ok(AttributeName::new(name.text));
        }
        let parameter = self.parameter;
        let binding = self.bindings.names.get_mut(name.text).ok_or_else(|| {
            let kind = ExpressionErrorKind::UndefinedName { name: name.text.to_owned() };
            ExpressionError { parameter, kind, span: Some(name.span.range()) }
        })?;
        binding.is_used = true;
        Ok(binding.content.clone())
    }

    fn value_ref(&mut self, text: &str, span: Span) -> Result<&AttributeValue, ExpressionError> {
        let parameter = self.parameter;
        let binding = self.bindings.values.get_mut(text).ok_or_else(|| {
            let kind = ExpressionErrorKind::UndefinedValue { value: text.to_owned() };
            ExpressionError { parameter, kind, span: Some(span.range()) }
        })?;
        binding.is_used = true;
        Ok(&binding.content)
    }

    fn check_clash(
        &self,
        paths: &[(&DocumentPath, Span)],
        clash: PathClash,
    ) -> Result<(), ExpressionError> {
        for (position, (two, span)) in paths.iter().enumerate() {
            let earlier = paths[..position].iter().find(|(one, _)| one.clash(two) == Some(clash));
            let Some((one, _)) = earlier else { continue };
            let (one, two) = ((*one).clone(), (*two).clone());
            return Err(self.error(*span, ExpressionErrorKind::PathsClash { clash, one, two }));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::expression::condition::Condition;
    use crate::expression::projection::ProjectionExpression;

    fn bindings(names: &[&str], values: &[&str]) -> Result<Bindings, ExpressionError> {
        let names = names.iter().map(|key| ((*key).to_owned(), "name".into())).collect();
        let values = values.iter().map(|key| ((*key).to_owned(), AttributeValue::Null)).collect();
        Bindings::new(names, values)
    }

    #[track_caller]
    fn check(names: &[&str], values: &[&str], expected: Expect) {
        let result = bindings(names, values).and_then(|mut bindings| {
            let filter = "#used = :used";
            Condition::parse(filter, Parameter::FilterExpression, &mut bindings)?;
            ProjectionExpression::parse("a.#used", &mut bindings)?;
            bindings.finish()
        });
        expected.assert_eq(&result.map_or_else(|error| error.to_string(), |()| "used".to_owned()));
    }

    #[test]
    fn all_placeholders_are_used() {
        check(&["#used"], &[":used"], expect!["used"]);
        check(
            &["#used", "#b", "#a"],
            &[":used", ":c"],
            expect![
                "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}"
            ],
        );
        check(
            &["#used"],
            &[":used", ":c"],
            expect![
                "Value provided in ExpressionAttributeValues unused in expressions: keys: {:c}"
            ],
        );
        check(
            &["#Used"],
            &[":used"],
            expect![
                "Invalid FilterExpression: An expression attribute name used in the document path is not defined; attribute name: #used"
            ],
        );
    }

    #[test]
    fn a_key_is_a_placeholder() {
        check(
            &["n"],
            &["v"],
            expect![[r#"ExpressionAttributeNames contains invalid key: Syntax error; key: "n""#]],
        );
        check(
            &["#used"],
            &["v"],
            expect![[r#"ExpressionAttributeValues contains invalid key: Syntax error; key: "v""#]],
        );
        check(
            &["#"],
            &[],
            expect![[r##"ExpressionAttributeNames contains invalid key: Syntax error; key: "#""##]],
        );
        check(
            &["#a-b"],
            &[],
            expect![[
                r##"ExpressionAttributeNames contains invalid key: Syntax error; key: "#a-b""##
            ]],
        );
        check(
            &[":used"],
            &["#used"],
            expect![[
                r#"ExpressionAttributeNames contains invalid key: Syntax error; key: ":used""#
            ]],
        );
    }
}
