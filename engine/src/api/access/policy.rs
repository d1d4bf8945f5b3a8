//! Policies: what statements allow and deny. Source: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html>

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};

use crate::api::access::key::Key;

/// The version since which policies have variables.
const VERSION: &str = "2012-10-17";

/// The version before, which is meant where none is named.
const OLD_VERSION: &str = "2008-10-17";

/// The only variable: the name of the caller.
pub(crate) const USER_NAME: &str = "${aws:username}";

/// What begins the actions of the service.
const SERVICE: &str = "dynamodb:";

/// A policy that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    /// What the policy is called.
    pub name: String,
    /// Whether [`USER_NAME`] is a variable in it.
    pub(crate) has_variables: bool,
    pub(crate) statements: Vec<Statement>,
}

/// What is allowed or denied, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Statement {
    pub(crate) allows: bool,
    /// Actions without their service, in which `*` and `?` stand for other characters.
    pub(crate) actions: Vec<String>,
    pub(crate) resources: Vec<String>,
    pub(crate) conditions: Vec<Condition>,
}

/// A condition. Of the values, one must be met; of a negated operator, none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Condition {
    pub(crate) operator: Operator,
    pub(crate) key: Key,
    pub(crate) values: Vec<String>,
}

/// An operator with its prefix and ending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operator {
    /// As the policy spells it.
    pub(crate) name: String,
    pub(crate) quantifier: Option<Quantifier>,
    pub(crate) test: Test,
    /// Whether it holds if the request has no such key.
    pub(crate) if_exists: bool,
}

/// How many values of a request must match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quantifier {
    /// All, which none at all does.
    All,
    /// One or more.
    Any,
}

/// What an operator compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Test {
    Equals { negated: bool },
    Like { negated: bool },
    Bool,
    Null,
}

/// Why a text is no policy, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant and its fields say what its message says")]
pub enum PolicyError {
    /// It is not JSON, or not that of a policy: what is wrong, in words of the reader of JSON.
    Shape {
        fault: String,
        line: usize,
        column: usize,
    },
    Version {
        version: String,
    },
    NoStatement,
    /// Statements are counted from 1.
    Effect {
        statement: usize,
        effect: String,
    },
    Action {
        statement: usize,
        action: String,
    },
    Resource {
        statement: usize,
        resource: String,
    },
    Operator {
        statement: usize,
        operator: String,
    },
    Key {
        statement: usize,
        operator: String,
        key: String,
    },
    Variable {
        statement: usize,
        variable: String,
    },
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Document {
    version: Option<String>,
    #[serde(rename = "Id")]
    _id: Option<String>,
    statement: OneOrMany<StatementDocument>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct StatementDocument {
    #[serde(rename = "Sid")]
    _sid: Option<String>,
    effect: String,
    action: OneOrMany<String>,
    resource: OneOrMany<String>,
    #[serde(default)]
    condition: BTreeMap<String, BTreeMap<String, OneOrMany<String>>>,
}

/// A list, of which one element may stand alone.
struct OneOrMany<T>(Vec<T>);

struct OneOrManyVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for OneOrMany<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(OneOrManyVisitor(PhantomData))
    }
}

impl<'de, T: Deserialize<'de>> Visitor<'de> for OneOrManyVisitor<T> {
    type Value = OneOrMany<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("one or a list")
    }

    fn visit_bool<E: de::Error>(self, flag: bool) -> Result<Self::Value, E> {
        self.visit_str(if flag { "true" } else { "false" })
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        T::deserialize(text.into_deserializer()).map(|it| OneOrMany(vec![it]))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(|it| OneOrMany(vec![it]))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Self::Value, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(elements)).map(OneOrMany)
    }
}

impl Policy {
    /// Reads the JSON of a policy of a user.
    ///
    /// Fails with a [`PolicyError`], which says where.
    pub fn parse(name: &str, text: &str) -> Result<Self, PolicyError> {
        let document: Document = serde_json::from_str(text).map_err(PolicyError::of_shape)?;
        let has_variables = match document.version.as_deref() {
            Some(VERSION) => true,
            None | Some(OLD_VERSION) => false,
            Some(version) => return Err(PolicyError::Version { version: version.to_owned() }),
        };
        let mut statements = Vec::new();
        for (position, document) in document.statement.0.into_iter().enumerate() {
            let statement = Statement::of(document, position + 1)?;
            if has_variables {
                statement.check_variables(position + 1)?;
            }
            statements.push(statement);
        }
        match statements.is_empty() {
            true => Err(PolicyError::NoStatement),
            false => Ok(Self { name: name.to_owned(), has_variables, statements }),
        }
    }
}

impl Statement {
    fn of(document: StatementDocument, number: usize) -> Result<Self, PolicyError> {
        let allows = match document.effect.as_str() {
            "Allow" => true,
            "Deny" => false,
            _ => {
                return Err(PolicyError::Effect { statement: number, effect: document.effect });
            }
        };
        let mut actions = Vec::new();
        for action in document.action.0 {
            let own = action.get(..SERVICE.len()).filter(|it| it.eq_ignore_ascii_case(SERVICE));
            match own {
                Some(_) => actions.push(action[SERVICE.len()..].to_owned()),
                None if action == "*" => actions.push(action),
                None => return Err(PolicyError::Action { statement: number, action }),
            }
        }
        let resources = document.resource.0;
        if let Some(resource) = resources.iter().find(|it| *it != "*" && !it.starts_with("arn:")) {
            let resource = resource.clone();
            return Err(PolicyError::Resource { statement: number, resource });
        }
        let mut conditions = Vec::new();
        for (name, keys) in document.condition {
            let Some(operator) = Operator::parse(&name) else {
                return Err(PolicyError::Operator { statement: number, operator: name });
            };
            for (key, OneOrMany(values)) in keys {
                let Some(key) = Key::from_name(&key) else {
                    return Err(PolicyError::Key { statement: number, operator: name, key });
                };
                conditions.push(Condition { operator: operator.clone(), key, values });
            }
        }
        Ok(Self { allows, actions, resources, conditions })
    }

    fn check_variables(&self, statement: usize) -> Result<(), PolicyError> {
        let values = self.conditions.iter().flat_map(|condition| &condition.values);
        for text in self.resources.iter().chain(values) {
            let rest = text.replace(USER_NAME, "");
            if let Some((_, variable)) = rest.split_once("${") {
                let name = variable.split('}').next().unwrap_or_default();
                let variable = format!("${{{name}}}");
                return Err(PolicyError::Variable { statement, variable });
            }
        }
        Ok(())
    }
}

impl Operator {
    fn parse(name: &str) -> Option<Self> {
        let (quantifier, rest) = match name.split_once(':') {
            None => (None, name),
            Some(("ForAllValues", rest)) => (Some(Quantifier::All), rest),
            Some(("ForAnyValue", rest)) => (Some(Quantifier::Any), rest),
            Some(_) => return None,
        };
        let (word, if_exists) = match rest.strip_suffix("IfExists") {
            Some(word) => (word, true),
            None => (rest, false),
        };
        let test = match word {
            "StringEquals" => Test::Equals { negated: false },
            "StringNotEquals" => Test::Equals { negated: true },
            "StringLike" => Test::Like { negated: false },
            "StringNotLike" => Test::Like { negated: true },
            "Bool" => Test::Bool,
            "Null" if quantifier.is_none() && !if_exists => Test::Null,
            _ => return None,
        };
        Some(Self { name: name.to_owned(), quantifier, test, if_exists })
    }
}

impl PolicyError {
    fn of_shape(error: serde_json::Error) -> Self {
        let (line, column) = (error.line(), error.column());
        let text = error.to_string();
        let place = format!(" at line {line} column {column}");
        let fault = text.strip_suffix(&place).unwrap_or(&text).to_owned();
        Self::Shape { fault, line, column }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { fault, line, column } => {
                write!(formatter, "Line {line}, column {column}: {fault}")
            }
            Self::Version { version } => {
                write!(formatter, "Version: {version} is neither {VERSION} nor {OLD_VERSION}")
            }
            Self::NoStatement => formatter.write_str("Statement: there is none"),
            Self::Effect { statement, effect } => {
                write!(
                    formatter,
                    "Statement {statement}, Effect: {effect} is neither Allow nor Deny"
                )
            }
            Self::Action { statement, action } => {
                write!(
                    formatter,
                    "Statement {statement}, Action: {action} is no action of DynamoDB"
                )
            }
            Self::Resource { statement, resource } => {
                write!(
                    formatter,
                    "Statement {statement}, Resource: {resource} is neither an ARN nor *"
                )
            }
            Self::Operator { statement, operator } => {
                write!(
                    formatter,
                    "Statement {statement}, Condition: no operator {operator} is known"
                )
            }
            Self::Key { statement, operator, key } => {
                write!(formatter, "Statement {statement}, {operator}: no key {key} is known")
            }
            Self::Variable { statement, variable } => {
                write!(formatter, "Statement {statement}: no variable {variable} is known")
            }
        }
    }
}

impl std::error::Error for PolicyError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = Policy::parse("P", text).expect_err("it is no policy");
        assert_eq!(error.to_string(), expected, "{text}");
    }

    #[test]
    fn a_text_that_is_no_policy_is_rejected_with_the_place() {
        check("", "Line 1, column 0: EOF while parsing a value");
        check("{\n  \"Statement\": [,] }", "Line 2, column 17: expected value");
        check("[]", "Line 1, column 2: invalid length 0, expected struct Document with 3 elements");
        check(r#"{ "Version": "2012-10-17" }"#, "Line 1, column 27: missing field `Statement`");
        check(
            r#"{ "Version": "2020-01-01", "Statement": [] }"#,
            "Version: 2020-01-01 is neither 2012-10-17 nor 2008-10-17",
        );
        check(r#"{ "Statement": [] }"#, "Statement: there is none");
    }

    #[test]
    fn what_a_statement_cannot_say_is_rejected_with_its_number() {
        let statement = |members: &str| {
            let first = r#"{ "Effect": "Deny", "Action": "*", "Resource": "*" }"#;
            format!(r#"{{ "Version": "2012-10-17", "Statement": [{first}, {{ {members} }}] }}"#)
        };
        let rest = r#""Action": "*", "Resource": "*""#;
        let unknown = "unknown field `NotAction`, expected one of `Sid`, `Effect`, `Action`, `Resource`, `Condition`";
        check(
            &statement(r#""Effect": "Allow", "NotAction": "*""#),
            &format!("Line 1, column 127: {unknown}"),
        );
        check(
            &statement(&format!(r#""Effect": "allow", {rest}"#)),
            "Statement 2, Effect: allow is neither Allow nor Deny",
        );
        check(
            &statement(r#""Effect": "Allow", "Action": "s3:Get", "Resource": "*""#),
            "Statement 2, Action: s3:Get is no action of DynamoDB",
        );
        check(
            &statement(r#""Effect": "Allow", "Action": "*", "Resource": "Orders""#),
            "Statement 2, Resource: Orders is neither an ARN nor *",
        );
        let with = |condition: &str| {
            statement(&format!(r#""Effect": "Allow", {rest}, "Condition": {condition}"#))
        };
        for operator in [
            "IpAddress",
            "StringEqual",
            "ForSomeValues:StringEquals",
            "NullIfExists",
            "ForAllValues:Null",
            "",
        ] {
            let condition = format!(r#"{{ "{operator}": {{ "dynamodb:Select": "COUNT" }} }}"#);
            check(
                &with(&condition),
                &format!("Statement 2, Condition: no operator {operator} is known"),
            );
        }
        check(
            &with(r#"{ "StringEquals": { "aws:userid": "a" } }"#),
            "Statement 2, StringEquals: no key aws:userid is known",
        );
        check(
            &with(
                r#"{ "StringLike": { "dynamodb:LeadingKeys": ["${aws:username}", "${aws:userid}"] } }"#,
            ),
            "Statement 2: no variable ${aws:userid} is known",
        );
    }

    #[test]
    fn a_list_of_one_needs_no_brackets() {
        let bare = r#"{ "Statement": { "Effect": "Allow", "Action": "dynamodb:Query", "Resource": "*", "Condition": { "Bool": { "dynamodb:FullTableScan": false } } } }"#;
        let list = r#"{ "Statement": [{ "Effect": "Allow", "Action": ["dynamodb:Query"], "Resource": ["*"], "Condition": { "Bool": { "dynamodb:FullTableScan": ["false"] } } }] }"#;
        assert_eq!(Policy::parse("P", bare), Policy::parse("P", list));
    }
}
