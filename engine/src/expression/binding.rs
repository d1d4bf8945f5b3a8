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
/// use engine::expression::binding::Bindings;
/// use engine::expression::condition::Condition;
/// use engine::expression::error::Parameter;
/// use engine::model::attribute_value::{AttributeValue, ValueKind};
/// use engine::model::item::Item;
///
/// let names = vec![("#s".to_owned(), "status".into())];
/// let values = vec![(":open".to_owned(), AttributeValue::S("open".to_owned()))];
/// let mut bindings = Bindings::new(names, values).unwrap();
/// let filter = Condition::parse("#s = :open", Parameter::FilterExpression, &mut bindings).unwrap();
/// bindings.finish().unwrap();
///
/// let item = Item::from_iter([("status".into(), AttributeValue::S("open".to_owned()))]);
/// assert!(filter.matches(&item));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Bindings {
    /// By placeholder: names before values, because `#` comes before `:`.
    bindings: BTreeMap<String, Binding>,
}

/// The value or name of a placeholder.
#[derive(Debug, Clone)]
struct Binding {
    content: Content,
    is_used: bool,
}

#[derive(Debug, Clone)]
enum Content {
    Name(AttributeName),
    Value(AttributeValue),
}

impl Bindings {
    /// Names and values with their placeholders, `#` and `:` included. Of equal placeholders the last counts.
    ///
    /// Fails with [`ExpressionErrorKind::InvalidPlaceholder`], or if a placeholder or all of this is too large.
    pub fn new(
        names: Vec<(String, AttributeName)>,
        values: Vec<(String, AttributeValue)>,
    ) -> Result<Self, ExpressionError> {
        let mut bindings = Vec::with_capacity(names.len() + values.len());
        for (key, name) in names {
            bindings.push((key, Binding { content: Content::Name(name), is_used: false }));
        }
        check_keys(&bindings, '#', Parameter::ExpressionAttributeNames)?;
        let name_count = bindings.len();
        for (key, value) in values {
            bindings.push((key, Binding { content: Content::Value(value), is_used: false }));
        }
        check_keys(&bindings[name_count..], ':', Parameter::ExpressionAttributeValues)?;
        let bindings = Self { bindings: BTreeMap::from_iter(bindings) };
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
        let mut unused = self.bindings.iter().filter(|(_, binding)| !binding.is_used);
        let Some((first, binding)) = unused.next() else { return Ok(()) };
        let parameter = binding.content.parameter();
        let mut keys = vec![first.clone()];
        for (key, binding) in unused {
            if binding.content.parameter() == parameter {
                keys.push(key.clone());
            }
        }
        Err(ExpressionError { parameter, kind: ExpressionErrorKind::Unused { keys }, span: None })
    }

    /// Bytes of all placeholders with their names and values.
    fn size(&self) -> Bytes {
        let mut size = Bytes::ZERO;
        for (key, binding) in &self.bindings {
            size += Bytes::from_length(key.len());
            size += match &binding.content {
                Content::Name(name) => name.size(),
                Content::Value(value) => value.size(),
            };
        }
        size
    }

    /// The value or name of a placeholder, which is marked as used.
    fn use_content(&mut self, key: &str) -> Option<&Content> {
        let binding = self.bindings.get_mut(key)?;
        binding.is_used = true;
        Some(&binding.content)
    }
}

impl Content {
    /// The parameter in which it was sent.
    fn parameter(&self) -> Parameter {
        match self {
            Self::Name(_) => Parameter::ExpressionAttributeNames,
            Self::Value(_) => Parameter::ExpressionAttributeValues,
        }
    }
}

/// Fails if a key is too long, or else if one is no placeholder. Of several, the first in order is reported.
fn check_keys(
    bindings: &[(String, Binding)],
    sign: char,
    parameter: Parameter,
) -> Result<(), ExpressionError> {
    let mut keys: Vec<&str> = bindings.iter().map(|(key, _)| key.as_str()).collect();
    keys.sort_unstable();
    let kind = if let Some(key) = keys.iter().find(|key| key.len() > PLACEHOLDER_SIZE_MAX) {
        ExpressionErrorKind::PlaceholderTooLong { size: key.len() }
    } else if let Some(key) = keys.iter().find(|key| !is_placeholder(key, sign)) {
        ExpressionErrorKind::InvalidPlaceholder { key: (*key).to_owned() }
    } else {
        return Ok(());
    };
    Err(ExpressionError { parameter, kind, span: None })
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
        paths: &[(DocumentPath, Span)],
    ) -> Result<(), ExpressionError> {
        // In sorted order, paths that clash are neighbours.
        let mut sorted: Vec<_> = paths.iter().map(|(path, _)| path).collect();
        sorted.sort();
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

    /// The value of a placeholder.
    pub(crate) fn value(
        &mut self,
        placeholder: &ast::Placeholder<'_>,
    ) -> Result<AttributeValue, ExpressionError> {
        self.value_ref(placeholder.text, placeholder.span).cloned()
    }

    /// The type of the value of a placeholder.
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
        if let Some(Content::Name(content)) = self.bindings.use_content(name.text) {
            return Ok(content.clone());
        }
        let kind = ExpressionErrorKind::UndefinedName { name: name.text.to_owned() };
        Err(self.error(name.span, kind))
    }

    fn value_ref(&mut self, text: &str, span: Span) -> Result<&AttributeValue, ExpressionError> {
        let parameter = self.parameter;
        if let Some(Content::Value(content)) = self.bindings.use_content(text) {
            return Ok(content);
        }
        let kind = ExpressionErrorKind::UndefinedValue { value: text.to_owned() };
        Err(ExpressionError { parameter, kind, span: Some(span.range()) })
    }

    fn check_clash(
        &self,
        paths: &[(DocumentPath, Span)],
        clash: PathClash,
    ) -> Result<(), ExpressionError> {
        for (position, (two, span)) in paths.iter().enumerate() {
            let earlier = paths[..position].iter().find(|(one, _)| one.clash(two) == Some(clash));
            let Some((one, _)) = earlier else { continue };
            let (one, two) = (one.clone(), two.clone());
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
