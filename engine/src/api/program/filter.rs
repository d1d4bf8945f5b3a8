//! Filters: which records a program is given.
//!
//! A pattern has the shape of an event, with a list of what is allowed in the place of each value. All values of a pattern
//! must match, and one in each list: `{ "eventName": ["INSERT"], "dynamodb": { "Keys": { "SK": { "S": [{ "prefix": "D-" }] } } } }`.
//!
//! Source: <https://docs.aws.amazon.com/lambda/latest/dg/invocation-eventfiltering.html>. Model: all members of an event can be matched.
//! Numbers of DynamoDB are strings in an event, so no filter compares them.

use serde_json::Value;

use crate::api::program::error::ProgramError;

/// A filter.
#[derive(Debug, Clone)]
pub(super) enum Pattern {
    /// What each member must match.
    Members(Vec<(String, Pattern)>),
    /// What the value may be.
    OneOf(Vec<Rule>),
}

/// What a value may be.
#[derive(Debug, Clone)]
pub(super) enum Rule {
    /// This string, boolean or null.
    Equal(Value),
    /// A string that begins so.
    Prefix(String),
    /// A string that ends so.
    Suffix(String),
    /// None of these.
    AnythingBut(Vec<Value>),
    /// A string that does not begin so.
    AnythingButPrefix(String),
    /// Whether there is a value.
    Exists(bool),
}

impl Pattern {
    pub(super) fn read(pattern: &Value) -> Result<Self, ProgramError> {
        match pattern {
            Value::Object(members) => {
                let read =
                    |(name, inner): (&String, &Value)| Ok((name.clone(), Self::read(inner)?));
                let members = members.iter().map(read).collect::<Result<_, ProgramError>>()?;
                Ok(Self::Members(members))
            }
            Value::Array(rules) => {
                Ok(Self::OneOf(rules.iter().map(Rule::read).collect::<Result<_, _>>()?))
            }
            other => Err(unknown(other)),
        }
    }

    /// Whether a value matches; `None` if there is none.
    pub(super) fn matches(&self, value: Option<&Value>) -> bool {
        match self {
            Self::Members(members) => members
                .iter()
                .all(|(name, inner)| inner.matches(value.and_then(|value| value.get(name)))),
            Self::OneOf(rules) => rules.iter().any(|rule| rule.matches(value)),
        }
    }
}

impl Rule {
    fn read(rule: &Value) -> Result<Self, ProgramError> {
        let Value::Object(members) = rule else {
            return match rule {
                Value::Array(_) => Err(unknown(rule)),
                _ => Ok(Self::Equal(rule.clone())),
            };
        };
        let mut members = members.iter();
        match (members.next(), members.next()) {
            (Some((name, operand)), None) => match (name.as_str(), operand) {
                ("prefix", Value::String(text)) => Ok(Self::Prefix(text.clone())),
                ("suffix", Value::String(text)) => Ok(Self::Suffix(text.clone())),
                ("anything-but", Value::Array(values)) => Ok(Self::AnythingBut(values.clone())),
                ("anything-but", Value::Object(_)) => match Self::read(operand)? {
                    Self::Prefix(prefix) => Ok(Self::AnythingButPrefix(prefix)),
                    _ => Err(unknown(rule)),
                },
                ("anything-but", Value::String(_)) => Ok(Self::AnythingBut(vec![operand.clone()])),
                ("exists", Value::Bool(exists)) => Ok(Self::Exists(*exists)),
                _ => Err(unknown(rule)),
            },
            _ => Err(unknown(rule)),
        }
    }

    fn matches(&self, value: Option<&Value>) -> bool {
        let text = value.and_then(Value::as_str);
        match self {
            Self::Equal(expected) => value == Some(expected),
            Self::Prefix(prefix) => text.is_some_and(|text| text.starts_with(prefix)),
            Self::Suffix(suffix) => text.is_some_and(|text| text.ends_with(suffix)),
            Self::AnythingButPrefix(prefix) => text.is_some_and(|text| !text.starts_with(prefix)),
            Self::AnythingBut(values) => value.is_some_and(|value| !values.contains(value)),
            Self::Exists(exists) => value.is_some() == *exists,
        }
    }
}

fn unknown(value: &Value) -> ProgramError {
    ProgramError::UnknownFilter { text: value.to_string() }
}
