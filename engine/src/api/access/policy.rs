//! Policies: what statements allow and deny. Source: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_grammar.html>

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::slice;

use serde::de::value::{MapAccessDeserializer, SeqAccessDeserializer};
use serde::de::{Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::Value;

use crate::api::access::key::Key;
use crate::api::shape::{Kind, Member, ShapeFault, not_json, object, repeated_member};
use crate::json::repeat::{PathStep, RepeatedMember};

/// The version since which policies have variables.
const VERSION: &str = "2012-10-17";

/// The version before, which is meant where none is named.
const OLD_VERSION: &str = "2008-10-17";

/// The only variable: the name of the caller.
pub(crate) const USER_NAME: &str = "${aws:username}";

/// Members of statements that IAM has and this evaluator does not.
const MEMBERS_LEFT_OUT: [&str; 4] = ["NotAction", "NotResource", "Principal", "NotPrincipal"];

/// What the names of the operators have that it does not have either.
/// Source: <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html>
const OPERATORS_LEFT_OUT: [&str; 6] =
    ["Numeric", "Date", "BinaryEquals", "IpAddress", "Arn", "IgnoreCase"];

/// The members of a policy.
const POLICY: [Member; 3] =
    [("Version", Kind::Text, false), ("Id", Kind::Text, false), ("Statement", Kind::Any, true)];

/// The members of a statement.
const STATEMENT: [Member; 5] = [
    ("Sid", Kind::Text, false),
    ("Effect", Kind::Text, true),
    ("Action", Kind::Texts, true),
    ("Resource", Kind::Texts, true),
    ("Condition", Kind::Object, false),
];

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
    /// It is not JSON: what is wrong, and where.
    Text {
        fault: String,
    },
    /// A member is missing, there twice, not known or of another type: of the policy, or of a statement. Statements are counted from 1.
    Shape {
        statement: Option<usize>,
        fault: ShapeFault,
    },
    /// An operator has something else than keys with values.
    Condition {
        statement: usize,
        operator: String,
    },
    /// IAM has it, and this evaluator does not.
    LeftOut {
        statement: usize,
        what: String,
    },
    Version {
        version: String,
    },
    NoStatement,
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
        let of_text = |error| PolicyError::Text { fault: not_json(&error) };
        let json: Value = serde_json::from_str(text).map_err(of_text)?;
        match repeated_member(text) {
            Some(member) => return Err(PolicyError::repeated(&member)),
            None => check_shape(&json)?,
        }
        let document = Document::deserialize(json).map_err(of_text)?;
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
            if OPERATORS_LEFT_OUT.iter().any(|it| name.contains(it)) {
                return Err(PolicyError::LeftOut { statement: number, what: name });
            }
            let Some(operator) = Operator::parse(&name) else {
                return Err(PolicyError::Operator { statement: number, operator: name });
            };
            for (key, OneOrMany(values)) in keys {
                if key.starts_with("aws:") {
                    return Err(PolicyError::LeftOut { statement: number, what: key });
                }
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

/// Accepts what has the members of a policy.
fn check_shape(json: &Value) -> Result<(), PolicyError> {
    let policy =
        object(json, &POLICY).map_err(|fault| PolicyError::Shape { statement: None, fault })?;
    let statements = match &policy["Statement"] {
        Value::Array(statements) => statements.as_slice(),
        statement => slice::from_ref(statement),
    };
    for (number, json) in (1..).zip(statements) {
        if let Some(member) = MEMBERS_LEFT_OUT.into_iter().find(|it| json.get(it).is_some()) {
            return Err(PolicyError::LeftOut { statement: number, what: member.to_owned() });
        }
        let statement = object(json, &STATEMENT)
            .map_err(|fault| PolicyError::Shape { statement: Some(number), fault })?;
        let conditions = statement.get("Condition").and_then(Value::as_object);
        let is_value = |value: &Value| Kind::Texts.is_of(value) || value.is_boolean();
        for (operator, keys) in conditions.into_iter().flatten() {
            if !keys.as_object().is_some_and(|keys| keys.values().all(is_value)) {
                let operator = operator.clone();
                return Err(PolicyError::Condition { statement: number, operator });
            }
        }
    }
    Ok(())
}

impl PolicyError {
    fn repeated(member: &RepeatedMember) -> Self {
        let statement = match member.path.as_slice() {
            [_, PathStep::Element(place), ..] => Some(place + 1),
            // One statement needs no list.
            [_, PathStep::Member(_), ..] => Some(1),
            [_] | [] => None,
        };
        let fault = ShapeFault::Repeated { member: member.name().to_owned() };
        Self::Shape { statement, fault }
    }
}

impl fmt::Display for PolicyError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { fault } => formatter.write_str(fault),
            Self::Shape { statement: None, fault } => write!(formatter, "Policy: {fault}"),
            Self::Shape { statement: Some(statement), fault } => {
                write!(formatter, "Statement {statement}: {fault}")
            }
            Self::Condition { statement, operator } => write!(
                formatter,
                "Statement {statement}, Condition, {operator}: an object of keys with a text or a list of texts is expected"
            ),
            Self::LeftOut { statement, what } => {
                write!(formatter, "Statement {statement}: {what} is of IAM, and is left out here")
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
        check("", "the text is empty");
        check("{\n  \"Statement\": [,] }", "line 2, column 17: this is not JSON");
        check("[]", "Policy: a JSON object is expected");
        check(r#"{ "Version": "2012-10-17" }"#, "Policy: Statement is missing");
        check(r#"{ "Statement": 42 }"#, "Statement 1: a JSON object is expected");
        check(
            r#"{ "Version": "2020-01-01", "Statement": [] }"#,
            "Version: 2020-01-01 is neither 2012-10-17 nor 2008-10-17",
        );
        check(r#"{ "Statement": [] }"#, "Statement: there is none");
        check(r#"{ "Statement": [], "Statement": 7 }"#, "Policy: Statement is there twice");
    }

    /// Of two, one would count: this would allow what the other denies.
    #[test]
    fn a_member_that_stands_twice_is_rejected() {
        let rest = r#""Action": "*", "Resource": "*""#;
        let list = |members: &str| format!(r#"{{ "Statement": [{{ {members}, {rest} }}] }}"#);
        check(
            &list(r#""Effect": "Deny", "Effect": "Allow""#),
            "Statement 1: Effect is there twice",
        );
        let keys = r#"{ "StringEquals": { "dynamodb:LeadingKeys": "a" } }"#;
        check(
            &list(&format!(r#""Effect": "Allow", "Condition": {keys}, "Condition": {{}}"#)),
            "Statement 1: Condition is there twice",
        );
        check(
            &format!(
                r#"{{ "Statement": {{ "Effect": "Allow", {rest}, "Condition": {{ "Bool": {{
                    "dynamodb:FullTableScan": false, "dynamodb:FullTableScan": true
                }} }} }} }}"#
            ),
            "Statement 1: dynamodb:FullTableScan is there twice",
        );
    }

    #[test]
    fn what_a_statement_cannot_say_is_rejected_with_its_number() {
        let statement = |members: &str| {
            let first = r#"{ "Effect": "Deny", "Action": "*", "Resource": "*" }"#;
            format!(r#"{{ "Version": "2012-10-17", "Statement": [{first}, {{ {members} }}] }}"#)
        };
        let rest = r#""Action": "*", "Resource": "*""#;
        check(
            &statement(r#""Effect": "Allow", "NotAction": "*""#),
            "Statement 2: NotAction is of IAM, and is left out here",
        );
        check(
            &statement(&format!(r#""Effects": "Allow", {rest}"#)),
            "Statement 2: Effects is no member here; there are Sid, Effect, Action, Resource, Condition",
        );
        check(
            &statement(r#""Effect": "Allow", "Action": 7, "Resource": "*""#),
            "Statement 2: Action: a text or a list of texts is expected",
        );
        check(
            &statement(&format!(r#""Effect": "Allow", {rest}, "Condition": {{ "Bool": 7 }}"#)),
            "Statement 2, Condition, Bool: an object of keys with a text or a list of texts is expected",
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
        for operator in
            ["StringEqual", "ForSomeValues:StringEquals", "NullIfExists", "ForAllValues:Null", ""]
        {
            let condition = format!(r#"{{ "{operator}": {{ "dynamodb:Select": "COUNT" }} }}"#);
            check(
                &with(&condition),
                &format!("Statement 2, Condition: no operator {operator} is known"),
            );
        }
        check(
            &with(r#"{ "StringEquals": { "dynamodb:Leading": "a" } }"#),
            "Statement 2, StringEquals: no key dynamodb:Leading is known",
        );
        check(
            &with(r#"{ "StringEquals": { "aws:userid": "a" } }"#),
            "Statement 2: aws:userid is of IAM, and is left out here",
        );
        check(
            &with(r#"{ "IpAddress": { "aws:SourceIp": "10.0.0.0/8" } }"#),
            "Statement 2: IpAddress is of IAM, and is left out here",
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
