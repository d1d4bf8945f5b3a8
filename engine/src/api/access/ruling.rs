//! What the policies of a caller say to an action on a resource.
//!
//! A statement that denies wins over all that allow; what no statement allows is denied. Source:
//! <https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_evaluation-logic.html>

use crate::api::access::policy::{Condition, Policy, Quantifier, Statement, Test, USER_NAME};
use crate::api::access::uses::Use;
use crate::operation::{Access, Operation};

/// Actions that are parts of requests only.
const PART_ACTIONS: [&str; 5] =
    ["ConditionCheckItem", "PartiQLDelete", "PartiQLInsert", "PartiQLSelect", "PartiQLUpdate"];

/// What the policies of a caller say to a thing that a request does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// The action, such as `PutItem`, without its service.
    pub action: &'static str,
    /// The ARN of the table, index or stream, or `*`.
    pub resource: String,
    /// Of a batch of PartiQL statements, the place of the statement, from 0.
    pub statement: Option<usize>,
    /// What is said.
    pub verdict: Verdict,
}

/// What is said to an action on a resource.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// This statement allows it, and none denies it.
    Allowed(Place),
    /// This statement denies it.
    Denied(Place),
    /// No statement allows it. What failed of those that name the action and the resource.
    NotAllowed(Vec<Failure>),
}

/// A statement of a policy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The name of the policy.
    pub policy: String,
    /// The statement, from 1.
    pub statement: usize,
}

/// The first condition of a statement that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The statement.
    pub place: Place,
    /// The operator, as the policy spells it.
    pub operator: String,
    /// The key, such as `dynamodb:Attributes`.
    pub key: &'static str,
    /// The values of the policy, with the name of the caller in them.
    pub expected: Vec<String>,
    /// The values of the request; none if it has no such key.
    pub values: Vec<String>,
}

impl Verdict {
    /// Whether the action may be done.
    pub const fn is_allowed(&self) -> bool {
        matches!(self, Self::Allowed(_))
    }
}

/// Asks all statements of the policies of a user.
pub(super) fn rule(user: &str, policies: &[Policy], it: Use) -> Ruling {
    let verdict = verdict(user, policies, &it);
    Ruling { action: it.action, resource: it.resource, statement: it.statement, verdict }
}

fn verdict(user: &str, policies: &[Policy], it: &Use) -> Verdict {
    let (mut allowed, mut failures) = (None, Vec::new());
    for policy in policies {
        let user = policy.has_variables.then_some(user);
        for (position, statement) in policy.statements.iter().enumerate() {
            if !statement.names(it, user) {
                continue;
            }
            let place = Place { policy: policy.name.clone(), statement: position + 1 };
            let failed = statement.conditions.iter().find(|condition| !condition.holds(it, user));
            match (failed, statement.allows) {
                (None, false) => return Verdict::Denied(place),
                (None, true) => allowed = allowed.or(Some(place)),
                (Some(condition), true) => failures.push(condition.failure(place, it, user)),
                (Some(_), false) => {}
            }
        }
    }
    allowed.map_or(Verdict::NotAllowed(failures), Verdict::Allowed)
}

impl Policy {
    /// Actions that no request here is, each with its statement, counted from 1.
    pub fn actions_without_use(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_used = |pattern: &str| actions().any(|action| is_action(pattern, action));
        self.statements.iter().enumerate().flat_map(move |(position, statement)| {
            let actions = statement.actions.iter().map(String::as_str);
            actions.filter(move |it| !is_used(it)).map(move |action| (position + 1, action))
        })
    }

    /// Whether it has what would be the variable in a later version, and is a text like others in its own.
    pub fn has_variable_as_text(&self) -> bool {
        let mut texts = self.statements.iter().flat_map(|statement| {
            let values = statement.conditions.iter().flat_map(|condition| &condition.values);
            statement.resources.iter().chain(values)
        });
        !self.has_variables && texts.any(|text| text.contains(USER_NAME))
    }
}

/// The actions of all requests.
fn actions() -> impl Iterator<Item = &'static str> {
    let has_own = |it: &Operation| !it.is_transaction() && it.access() != Access::RunStatements;
    Operation::ALL.into_iter().filter(has_own).map(Operation::name).chain(PART_ACTIONS)
}

/// Whether what a policy says for an action means this one. Case does not matter.
fn is_action(pattern: &str, action: &str) -> bool {
    is_like(&pattern.to_ascii_lowercase(), &action.to_ascii_lowercase())
}

impl Statement {
    /// Whether the statement is about the action and the resource.
    fn names(&self, it: &Use, user: Option<&str>) -> bool {
        self.actions.iter().any(|pattern| is_action(pattern, it.action))
            && self
                .resources
                .iter()
                .any(|pattern| is_of(&named(pattern, user), &it.resource, it.has_regions))
    }
}

impl Condition {
    fn holds(&self, it: &Use, user: Option<&str>) -> bool {
        let values = it.values_of(self.key);
        let expected = self.expected(user);
        let is_one_of = |value: &String| {
            expected.iter().any(|expected| match self.operator.test {
                Test::Equals { .. } => value == expected,
                Test::Like { .. } => is_like(expected, value),
                Test::Bool | Test::Null => value.eq_ignore_ascii_case(expected),
            })
        };
        if self.operator.test == Test::Null {
            return is_one_of(&values.is_empty().to_string());
        }
        if values.is_empty() && self.operator.if_exists {
            return true;
        }
        let negated = match self.operator.test {
            Test::Equals { negated } | Test::Like { negated } => negated,
            Test::Bool | Test::Null => false,
        };
        let matches = |value: &String| is_one_of(value) != negated;
        match self.operator.quantifier {
            Some(Quantifier::All) => values.iter().all(matches),
            // Model: of several values a negated operator asks all, and any other asks for one.
            None if negated => values.iter().all(matches),
            Some(Quantifier::Any) | None => values.iter().any(matches),
        }
    }

    fn expected(&self, user: Option<&str>) -> Vec<String> {
        self.values.iter().map(|value| named(value, user)).collect()
    }

    fn failure(&self, place: Place, it: &Use, user: Option<&str>) -> Failure {
        Failure {
            place,
            operator: self.operator.name.clone(),
            key: self.key.name(),
            expected: self.expected(user),
            values: it.values_of(self.key).to_vec(),
        }
    }
}

/// A text of a policy with the name of the caller in it. A policy of the old version has no variables.
fn named(text: &str, user: Option<&str>) -> String {
    user.map_or_else(|| text.to_owned(), |user| text.replace(USER_NAME, user))
}

/// Whether a resource is one of a pattern. Model: a sandbox has no account, and no Regions unless a table has replicas, so those of
/// an ARN are not compared.
fn is_of(pattern: &str, resource: &str, has_regions: bool) -> bool {
    let compared = |arn: &str| -> Option<[String; 3]> {
        let mut parts = arn.splitn(6, ':').skip(2).map(str::to_owned);
        let (service, region) = (parts.next()?, parts.next()?);
        let region = if has_regions { region } else { String::new() };
        Some([service, region, parts.nth(1)?])
    };
    match (compared(pattern), compared(resource)) {
        (Some(pattern), Some(resource)) => {
            pattern.iter().zip(&resource).all(|(pattern, part)| is_like(pattern, part))
        }
        _ => is_like(pattern, resource),
    }
}

/// Whether a text is as a pattern, in which `*` stands for any characters and `?` for one.
fn is_like(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut of_text) = (0, 0);
    // Behind the last `*`, and where its characters end.
    let mut last: Option<(usize, usize)> = None;
    while of_text < text.len() {
        match pattern.get(at) {
            Some('*') => {
                at += 1;
                last = Some((at, of_text));
            }
            Some(character) if *character == '?' || *character == text[of_text] => {
                at += 1;
                of_text += 1;
            }
            _ => match last {
                Some((behind, end)) => {
                    last = Some((behind, end + 1));
                    (at, of_text) = (behind, end + 1);
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|character| *character == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_has_places_for_other_characters() {
        let like = [("*", ""), ("a*", "a"), ("a?c", "abc"), ("a*c*e", "abcdcde"), ("é?", "éx")];
        for (pattern, text) in like {
            assert!(is_like(pattern, text), "{pattern} {text}");
        }
        let unlike = [("", "a"), ("a", "ab"), ("a?", "a"), ("a*c", "abcd"), ("A*", "ab")];
        for (pattern, text) in unlike {
            assert!(!is_like(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn a_resource_is_compared_without_account_and_with_the_region_if_there_are_several() {
        let is_of = |pattern, has_regions| {
            is_of(pattern, "arn:aws:dynamodb:us-east-1:000000000000:table/T", has_regions)
        };
        for pattern in
            ["*", "arn:aws:dynamodb:us-*:123456789012:table/*", "arn:aws:dynamodb:*:*:table/T"]
        {
            assert!(is_of(pattern, false) && is_of(pattern, true), "{pattern}");
        }
        for pattern in
            ["arn:aws:s3:us-east-1:000000000000:table/T", "arn:aws:dynamodb:*:*:table/T/index/*"]
        {
            assert!(!is_of(pattern, false) && !is_of(pattern, true), "{pattern}");
        }
        let of_another_region = "arn:aws:dynamodb:eu-west-1:000000000000:table/T";
        assert!(is_of(of_another_region, false) && !is_of(of_another_region, true));
    }
}
