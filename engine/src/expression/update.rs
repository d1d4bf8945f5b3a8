//! Update expressions.
//!
//! All actions of an update see the item as it was before. Since no two of their paths may meet, the order in which
//! they are done shows only in lists: values are put in first, in the order of positions, and taken out last,
//! in the reverse order, so that every position means what it did before.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::expression::ast;
use crate::expression::binding::{Binder, Bindings};
use crate::expression::clause::Clause;
use crate::expression::error::{
    ExpressionError, OperandError, Parameter, UpdateError, UpdateErrorKind,
};
use crate::expression::legacy::{AttributeChange, AttributeUpdate};
use crate::expression::parser::parse_update;
use crate::expression::projection::project;
use crate::expression::set_value::SetValue;
use crate::expression::token::Span;
use crate::model::attribute_value::{AttributeValue, ValueKind};
use crate::model::bytes::Bytes;
use crate::model::document_path::{DocumentPath, InvalidPath};
use crate::model::item::Item;

/// Bytes of calculated values behind which the others are not calculated: no item can have as many.
/// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html>
const MADE_SIZE_MAX: Bytes = Bytes(409_600);

/// What an update does to an item.
///
/// ```
/// use engine::expression::binding::Bindings;
/// use engine::expression::update::Update;
/// use engine::model::attribute_value::AttributeValue;
/// use engine::model::item::Item;
///
/// let update = Update::parse("SET former = title REMOVE title", &mut Bindings::default()).unwrap();
/// let title = AttributeValue::S("Sparse".to_owned());
/// let before = Item::from_iter([("title".into(), title.clone())]);
/// assert_eq!(update.apply(&before, true).unwrap(), Item::from_iter([("former".into(), title)]));
/// ```
#[derive(Debug, Clone)]
pub struct Update {
    actions: Vec<Action>,
}

/// What is done to one path.
#[derive(Debug, Clone)]
struct Action {
    path: DocumentPath,
    change: Change,
    /// None if the action is no part of a text.
    span: Option<Span>,
}

/// What is done to the value at a path.
#[derive(Debug, Clone)]
pub(crate) enum Change {
    Set(SetValue),
    Remove,
    /// A number to be added, or members of a set to be put in; outside of expressions also elements to be appended.
    Add(AttributeValue),
    /// Members of a set to be taken out.
    Delete(AttributeValue),
}

/// The result of an action on one item: `Some` to write the value, `None` to remove the attribute.
struct Outcome<'value> {
    action: &'value Action,
    value: Option<Cow<'value, AttributeValue>>,
}

impl Update {
    /// Reads the text of an `UpdateExpression`, puts in names and values, and checks paths and operands.
    ///
    /// Fails with any kind of error but those that are about conditions alone.
    pub fn parse(text: &str, bindings: &mut Bindings) -> Result<Self, ExpressionError> {
        let (tree, tokens) = parse_update(text)?;
        let mut binder = Binder::new(Parameter::UpdateExpression, bindings);
        binder.check_placeholders(&tokens)?;
        let trees = || tree.0.iter().flat_map(|clause| &clause.actions);
        let mut paths = Vec::new();
        for tree in trees() {
            paths.push((binder.path(&tree.path)?, tree.path.span));
        }
        binder.check_distinct(&paths)?;
        for tree in trees() {
            check_operand(&tree.change, &mut binder)?;
        }
        let mut actions = Vec::with_capacity(paths.len());
        for ((path, _), tree) in paths.into_iter().zip(trees()) {
            let change = Change::bind(&tree.change, &mut binder)?;
            actions.push(Action { path, change, span: Some(tree.span()) });
        }
        Ok(Self { actions })
    }

    /// The update of whole attributes, as `AttributeUpdates` asks for it.
    pub fn of_attributes(updates: impl IntoIterator<Item = AttributeUpdate>) -> Self {
        let action = |AttributeUpdate { attribute, change }| {
            let change = match change {
                AttributeChange::Put(value) => Change::Set(SetValue::Value(value)),
                AttributeChange::Add(value) => Change::Add(value),
                AttributeChange::Delete(members) => Change::Delete(members),
                AttributeChange::Remove => Change::Remove,
            };
            Action { path: DocumentPath::new(attribute), change, span: None }
        };
        Self { actions: updates.into_iter().map(action).collect() }
    }

    /// The update of these paths, which do not clash, each with its place in a text.
    pub(crate) fn of_changes(
        changes: impl IntoIterator<Item = (DocumentPath, Change, Span)>,
    ) -> Self {
        let action = |(path, change, span)| Action { path, change, span: Some(span) };
        Self { actions: changes.into_iter().map(action).collect() }
    }

    /// The item after the update, or a part of it that is too large for an item. `before` is the item as it is, or its key alone if
    /// it does not exist.
    ///
    /// Operands are looked at before paths: an operand at fault is reported even if a path is, too. A part that is already too large ends that.
    pub fn apply(&self, before: &Item, item_exists: bool) -> Result<Item, UpdateError> {
        let mut outcomes = self.outcomes(before)?;
        outcomes.sort_by(|left, right| left.action.path.cmp(&right.action.path));
        let mut after = before.clone();
        let mut taken_out = Vec::new();
        for Outcome { action, value } in outcomes {
            match value {
                Some(value) => {
                    let put_in = action.path.set(&mut after, value.into_owned());
                    put_in.map_err(|InvalidPath| action.error(UpdateErrorKind::InvalidPath))?;
                }
                None => taken_out.push(action),
            }
        }
        // What does not exist has nothing to take out, and then no path is wrong.
        for action in taken_out.into_iter().rev().filter(|_| item_exists) {
            let removed = match action.path.get(before) {
                Some(_) => action.path.remove(&mut after),
                // Nothing was there. What this update has appended there since must stay.
                None => action.path.remove(&mut before.clone()),
            };
            removed.map_err(|InvalidPath| action.error(UpdateErrorKind::InvalidPath))?;
        }
        Ok(after)
    }

    /// Whether the update makes an item where there is none; one that only takes away does not.
    ///
    /// Observed: Alternator's tests on AWS, 2026.
    pub fn creates_missing_item(&self) -> bool {
        self.actions.iter().any(|action| match action.change {
            Change::Set(_) | Change::Add(_) => true,
            Change::Remove | Change::Delete(_) => false,
        })
    }

    /// The paths that the update touches, each with its clause, in the order of the text.
    pub fn paths(&self) -> impl Iterator<Item = (Clause, &DocumentPath)> {
        self.actions.iter().map(|action| (action.change.clause(), &action.path))
    }

    /// The paths that the update touches or reads.
    pub fn all_paths(&self) -> Vec<&DocumentPath> {
        let mut paths = Vec::new();
        for action in &self.actions {
            paths.push(&action.path);
            if let Change::Set(value) = &action.change {
                value.collect_paths(&mut paths);
            }
        }
        paths
    }

    /// What `UPDATED_OLD` returns: the touched paths as they were, each in its hierarchy.
    pub fn updated_old(&self, before: &Item) -> Item {
        project(self.actions.iter().map(|action| &action.path), before)
    }

    /// What `UPDATED_NEW` returns: what is at the touched paths of the new item, each in its hierarchy.
    ///
    /// Observed: requests that were compared with the service, 2026. The positions of lists are taken as they are written: an
    /// element that was appended at another position is not found, and one that has moved to the position is.
    pub fn updated_new(&self, after: &Item) -> Item {
        project(self.actions.iter().map(|action| &action.path), after)
    }

    /// What the actions put in, up to those with which the item is too large, whatever the others do: no path is within
    /// another. Model: a fault of a later action is not reported then; which one DynamoDB reports is not known. A short expression can ask for many values, each of which is as large as two items.
    fn outcomes<'value>(
        &'value self,
        before: &'value Item,
    ) -> Result<Vec<Outcome<'value>>, UpdateError> {
        let mut outcomes = Vec::with_capacity(self.actions.len());
        let mut made = Bytes::ZERO;
        for action in &self.actions {
            let value = action.value(before).map_err(|kind| action.error(kind))?;
            if let Some(Cow::Owned(value)) = &value {
                made += value.size();
            }
            outcomes.push(Outcome { action, value });
            if made > MADE_SIZE_MAX {
                break;
            }
        }
        Ok(outcomes)
    }
}

/// `ADD` takes numbers and sets, `DELETE` sets.
fn check_operand(change: &ast::Change<'_>, binder: &mut Binder<'_>) -> Result<(), ExpressionError> {
    let (clause, placeholder) = match change {
        ast::Change::Add(placeholder) => (Clause::Add, placeholder),
        ast::Change::Delete(placeholder) => (Clause::Delete, placeholder),
        ast::Change::Set(_) | ast::Change::Remove => return Ok(()),
    };
    match binder.kind(placeholder)? {
        ValueKind::Ss | ValueKind::Ns | ValueKind::Bs => Ok(()),
        ValueKind::N if clause == Clause::Add => Ok(()),
        kind => {
            let kind = OperandError::WrongTypeForClause { clause, kind };
            Err(binder.error(placeholder.span, kind))
        }
    }
}

impl Action {
    /// The value that the action puts in, none if it takes out what is there.
    fn value<'value>(
        &'value self,
        before: &'value Item,
    ) -> Result<Option<Cow<'value, AttributeValue>>, UpdateErrorKind> {
        match &self.change {
            Change::Set(value) => value.evaluate(before).map(Some),
            Change::Remove => Ok(None),
            Change::Add(value) => match self.path.get(before) {
                Some(stored) => add(stored, value).map(|sum| Some(Cow::Owned(sum))),
                None => Ok(Some(Cow::Borrowed(value))),
            },
            Change::Delete(members) => match self.path.get(before) {
                Some(stored) => delete(stored, members).map(|rest| rest.map(Cow::Owned)),
                None => Ok(None),
            },
        }
    }

    fn error(&self, kind: UpdateErrorKind) -> UpdateError {
        let kind = match (kind, self.span) {
            (UpdateErrorKind::OperandType, None) => UpdateErrorKind::AttributeType,
            (kind, _) => kind,
        };
        UpdateError { kind, span: self.span.map(Span::range) }
    }
}

impl Change {
    fn bind(tree: &ast::Change<'_>, binder: &mut Binder<'_>) -> Result<Self, ExpressionError> {
        match tree {
            ast::Change::Set(value) => SetValue::bind(value, binder).map(Self::Set),
            ast::Change::Remove => Ok(Self::Remove),
            ast::Change::Add(placeholder) => binder.value(placeholder).map(Self::Add),
            ast::Change::Delete(placeholder) => binder.value(placeholder).map(Self::Delete),
        }
    }

    fn clause(&self) -> Clause {
        match self {
            Self::Set(_) => Clause::Set,
            Self::Remove => Clause::Remove,
            Self::Add(_) => Clause::Add,
            Self::Delete(_) => Clause::Delete,
        }
    }
}

/// The sum of two numbers, the union of two sets, or one list behind the other.
fn add(stored: &AttributeValue, value: &AttributeValue) -> Result<AttributeValue, UpdateErrorKind> {
    match (stored, value) {
        (AttributeValue::N(stored), AttributeValue::N(value)) => {
            stored.add(*value).map(AttributeValue::N).map_err(UpdateErrorKind::Number)
        }
        (AttributeValue::Ss(stored), AttributeValue::Ss(value)) => {
            Ok(AttributeValue::Ss(stored | value))
        }
        (AttributeValue::Ns(stored), AttributeValue::Ns(value)) => {
            Ok(AttributeValue::Ns(stored | value))
        }
        (AttributeValue::Bs(stored), AttributeValue::Bs(value)) => {
            Ok(AttributeValue::Bs(stored | value))
        }
        (AttributeValue::L(stored), AttributeValue::L(value)) => {
            Ok(AttributeValue::L([stored.as_slice(), value].concat()))
        }
        _ => Err(UpdateErrorKind::OperandType),
    }
}

/// The first set without the members of the second, none if that is empty.
fn delete(
    stored: &AttributeValue,
    members: &AttributeValue,
) -> Result<Option<AttributeValue>, UpdateErrorKind> {
    match (stored, members) {
        (AttributeValue::Ss(stored), AttributeValue::Ss(members)) => {
            Ok(set(stored - members, AttributeValue::Ss))
        }
        (AttributeValue::Ns(stored), AttributeValue::Ns(members)) => {
            Ok(set(stored - members, AttributeValue::Ns))
        }
        (AttributeValue::Bs(stored), AttributeValue::Bs(members)) => {
            Ok(set(stored - members, AttributeValue::Bs))
        }
        _ => Err(UpdateErrorKind::OperandType),
    }
}

/// A set as a value, which is never empty.
fn set<T>(
    members: BTreeSet<T>,
    value: fn(BTreeSet<T>) -> AttributeValue,
) -> Option<AttributeValue> {
    (!members.is_empty()).then(|| value(members))
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::*;
    use crate::expression::tests::fixture::{bindings, item, show_error, show_item};

    /// What an update changes: the attributes that are not as before, `-` for those that are gone.
    #[track_caller]
    fn check(text: &str, expected: Expect) {
        check_on(&item(), true, text, expected);
    }

    #[track_caller]
    fn check_on(before: &Item, item_exists: bool, text: &str, expected: Expect) {
        let shown = match Update::parse(text, &mut bindings()) {
            Ok(update) => match update.apply(before, item_exists) {
                Ok(after) => changes(before, &after),
                Err(error) => {
                    let span = error.span.clone().expect("the update is a text");
                    format!("{error}\n  at {span:?} \"{}\"", &text[span.clone()])
                }
            },
            Err(error) => show_error(text, &error),
        };
        expected.assert_eq(&shown);
    }

    fn changes(before: &Item, after: &Item) -> String {
        let changed = after.iter().filter(|(name, value)| before.get(name) != Some(value));
        let changed: Item = changed.map(|(name, value)| (name.clone(), value.clone())).collect();
        let gone = before.iter().filter(|(name, _)| !after.contains(name));
        gone.fold(show_item(&changed), |shown, (name, _)| format!("{shown} -{name}"))
    }

    #[test]
    fn set_creates_and_replaces() {
        check("SET a = :2", expect![[r#"{"a":2}"#]]);
        check("SET fresh = :x, #status = :l", expect![[r#"{"fresh":"x","status":[8,9]}"#]]);
        check(
            "SET m.k = :2, m.fresh = :x",
            expect![[r#"{"m":{"deep":[{"s":"abc"}],"fresh":"x","k":2}}"#]],
        );
        check("SET m.deep[0].s = :x", expect![[r#"{"m":{"deep":[{"s":"x"}],"k":1}}"#]]);
        check("SET a = s", expect![[r#"{"a":"abc"}"#]]);
        check("SET fresh = m.deep[0]", expect![[r#"{"fresh":{"s":"abc"}}"#]]);
    }

    #[test]
    fn all_actions_see_the_item_before() {
        check("SET a = a + :1, fresh = a", expect![[r#"{"a":2,"fresh":1}"#]]);
        check("SET a = s, s = a", expect![[r#"{"a":"abc","s":1}"#]]);
        check("REMOVE a SET fresh = a", expect![[r#"{"fresh":1} -a"#]]);
        check("REMOVE l[0] SET fresh = l[0], l[1] = :5", expect![[r#"{"fresh":1,"l":[5]}"#]]);
        check(
            "SET fresh = :1, other2 = fresh",
            expect![[r#"
                The provided expression refers to an attribute that does not exist in the item
                  at 16..30 "other2 = fresh""#]],
        );
    }

    #[test]
    fn a_path_needs_a_parent() {
        check(
            "SET q.r = :1",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 4..12 "q.r = :1""#]],
        );
        check(
            "SET m.q.r = :1",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 4..14 "m.q.r = :1""#]],
        );
        check(
            "SET a.r = :1",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 4..12 "a.r = :1""#]],
        );
        check(
            "SET m[0] = :1",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 4..13 "m[0] = :1""#]],
        );
        check(
            "SET l.r = :1",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 4..12 "l.r = :1""#]],
        );
        check(
            "SET l[5].r = :1",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 4..15 "l[5].r = :1""#]],
        );
        check(
            "ADD q.r :1",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 4..10 "q.r :1""#]],
        );
        check(
            "REMOVE q.r",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 7..10 "q.r""#]],
        );
        check(
            "REMOVE q[0]",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 7..11 "q[0]""#]],
        );
        check(
            "REMOVE a.r",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 7..10 "a.r""#]],
        );
        check(
            "DELETE q.r :ss",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 7..14 "q.r :ss""#]],
        );
        check(
            "SET fresh = :1, q.r = :1, s = absent",
            expect![[r#"
                The provided expression refers to an attribute that does not exist in the item
                  at 26..36 "s = absent""#]],
        );
    }

    #[test]
    fn list_positions_mean_the_list_before() {
        check("SET l[0] = :5", expect![[r#"{"l":[5,2]}"#]]);
        check("SET l[9] = :5", expect![[r#"{"l":[1,2,5]}"#]]);
        check("SET l[9] = :3, l[7] = :5, l[0] = :0", expect![[r#"{"l":[0,2,5,3]}"#]]);
        check("REMOVE l[0]", expect![[r#"{"l":[2]}"#]]);
        check("REMOVE l[0], l[1]", expect![[r#"{"l":[]}"#]]);
        check("REMOVE l[1], l[0]", expect![[r#"{"l":[]}"#]]);
        check("REMOVE l[2]", expect!["{}"]);
        check("REMOVE l[0] SET l[1] = :5, l[2] = :3", expect![[r#"{"l":[5,3]}"#]]);
        check("REMOVE m.deep[0].s SET m.deep[1] = :1", expect![[r#"{"m":{"deep":[{},1],"k":1}}"#]]);
        let digits =
            item_of("l", r#"{"L":[{"N":"2"},{"N":"3"},{"N":"4"},{"N":"5"},{"N":"6"},{"N":"7"}]}"#);
        check_on(&digits, true, "REMOVE l[1] SET l[3] = :0", expect![[r#"{"l":[2,4,0,6,7]}"#]]);
        check_on(
            &digits,
            true,
            "REMOVE l[0], l[5], l[3] SET l[4] = :0, l[6] = :1",
            expect![[r#"{"l":[3,4,0,1]}"#]],
        );
    }

    #[test]
    fn sums_are_of_numbers() {
        check("SET a = a + :1", expect![[r#"{"a":2}"#]]);
        check("SET a = a - :5", expect![[r#"{"a":-4}"#]]);
        check("SET a = :1 + :2", expect![[r#"{"a":3}"#]]);
        check("SET a = (a) + (l[1] - :5)", expect![[r#"{"a":-2}"#]]);
        check("SET a = if_not_exists(hits, :0) + :1", expect!["{}"]);
        check(
            "SET a = a + s",
            expect![[r#"
                An operand in the update expression has an incorrect data type
                  at 4..13 "a = a + s""#]],
        );
        check(
            "SET a = a + absent",
            expect![[r#"
                The provided expression refers to an attribute that does not exist in the item
                  at 4..18 "a = a + absent""#]],
        );
        check(
            "SET a = a + :x",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: +, operand type: S
                  at 12..14 ":x""#]],
        );
        check(
            "SET a = :ss - a",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: -, operand type: SS
                  at 8..11 ":ss""#]],
        );
        check(
            "SET a = a + list_append(l, l)",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: +, operand type: L
                  at 12..29 "list_append(l, l)""#]],
        );
        check(
            "SET a = :max + :max",
            expect![[r#"
                Number overflow. Attempting to store a number with magnitude larger than supported range
                  at 4..19 "a = :max + :max""#]],
        );
        check(
            "SET a = :max + :tiny",
            expect![[r#"
                Number overflow. Attempting to store a number with magnitude larger than supported range
                  at 4..20 "a = :max + :tiny""#]],
        );
    }

    #[test]
    fn if_not_exists_keeps_what_is_there() {
        check("SET a = if_not_exists(a, :5)", expect!["{}"]);
        check("SET a = if_not_exists(absent, :5)", expect![[r#"{"a":5}"#]]);
        check("SET a = if_not_exists(absent, if_not_exists(lost, s))", expect![[r#"{"a":"abc"}"#]]);
        check(
            "SET a = if_not_exists(absent, a + :1)",
            expect![[r#"
            Invalid UpdateExpression: Syntax error; token: "+", near: "a + :1"
              at 32..33 "+""#]],
        );
        check(
            "SET a = if_not_exists(a, absent)",
            expect![[r#"
                The provided expression refers to an attribute that does not exist in the item
                  at 4..32 "a = if_not_exists(a, absent)""#]],
        );
        check(
            "SET a = if_not_exists(:1, :2)",
            expect![[r#"
                Invalid UpdateExpression: Operator or function requires a document path; operator or function: if_not_exists
                  at 22..24 ":1""#]],
        );
        check(
            "SET a = if_not_exists(a)",
            expect![[r#"
                Invalid UpdateExpression: Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 1
                  at 8..24 "if_not_exists(a)""#]],
        );
    }

    #[test]
    fn values_behind_an_item_that_is_too_large_are_not_calculated() {
        let list = AttributeValue::L(vec![AttributeValue::Null; 150_000]);
        let before = Item::from_iter([("l".into(), list)]);
        let doubled: Vec<String> = (0..40).map(|it| format!("m{it} = list_append(l, l)")).collect();
        let text = format!("SET {}", doubled.join(", "));
        let update = Update::parse(&text, &mut Bindings::default()).unwrap();
        let after = update.apply(&before, true).unwrap();
        assert_eq!(after.iter().len(), 2);
        assert!(after.size() > MADE_SIZE_MAX);
    }

    #[test]
    fn list_append_joins_lists() {
        check("SET l = list_append(l, :l)", expect![[r#"{"l":[1,2,8,9]}"#]]);
        check("SET l = list_append(:l, l)", expect![[r#"{"l":[8,9,1,2]}"#]]);
        check(
            "SET fresh = list_append(if_not_exists(fresh, :l), :l12)",
            expect![[r#"{"fresh":[8,9,1,2]}"#]],
        );
        check(
            "SET l = list_append(l, s)",
            expect![[r#"
                An operand in the update expression has an incorrect data type
                  at 4..25 "l = list_append(l, s)""#]],
        );
        check(
            "SET l = list_append(l, absent)",
            expect![[r#"
                The provided expression refers to an attribute that does not exist in the item
                  at 4..30 "l = list_append(l, absent)""#]],
        );
        check(
            "SET l = list_append(l, :x)",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator or function: list_append, operand type: S
                  at 23..25 ":x""#]],
        );
        check(
            "SET l = list_append(l, a + :1)",
            expect![[r#"
                Invalid UpdateExpression: Syntax error; token: "+", near: "a + :1"
                  at 25..26 "+""#]],
        );
        check(
            "SET l = list_append(l)",
            expect![[r#"
                Invalid UpdateExpression: Incorrect number of operands for operator or function; operator or function: list_append, number of operands: 1
                  at 8..22 "list_append(l)""#]],
        );
    }

    #[test]
    fn add_sums_numbers_and_unites_sets() {
        check("ADD a :2", expect![[r#"{"a":3}"#]]);
        check("ADD hits :1", expect![[r#"{"hits":1}"#]]);
        check("ADD ss :ss1", expect![[r#"{"ss":["x","y","z"]}"#]]);
        check("ADD tags :ss1", expect![[r#"{"tags":["x","z"]}"#]]);
        check("ADD ns :ns", expect!["{}"]);
        check("ADD bs :bs", expect!["{}"]);
        check(
            "ADD l[0] :1, m.hits :1",
            expect![[r#"{"l":[2,2],"m":{"deep":[{"s":"abc"}],"hits":1,"k":1}}"#]],
        );
        check("ADD l[9] :1", expect![[r#"{"l":[1,2,1]}"#]]);
        check(
            "ADD s :1",
            expect![[r#"
                An operand in the update expression has an incorrect data type
                  at 4..8 "s :1""#]],
        );
        check(
            "ADD ss :ns",
            expect![[r#"
                An operand in the update expression has an incorrect data type
                  at 4..10 "ss :ns""#]],
        );
        check(
            "ADD a :x",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND
                  at 6..8 ":x""#]],
        );
        check(
            "ADD a :l",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ADD, operand type: LIST, typeSet: ALLOWED_FOR_ADD_OPERAND
                  at 6..8 ":l""#]],
        );
        check(
            "ADD a :max",
            expect![[r#"
                Number overflow. Attempting to store a number with magnitude larger than supported range
                  at 4..10 "a :max""#]],
        );
    }

    #[test]
    fn delete_takes_members_out_of_sets() {
        check("DELETE ss :ss1", expect![[r#"{"ss":["y"]}"#]]);
        check("DELETE ss :ss", expect!["{} -ss"]);
        check("DELETE ns :ns", expect!["{} -ns"]);
        check("DELETE bs :bs", expect![[r#"{"bs":["AA=="]}"#]]);
        check("DELETE absent :ss", expect!["{}"]);
        check(
            "DELETE ss :ns",
            expect![[r#"
                An operand in the update expression has an incorrect data type
                  at 7..13 "ss :ns""#]],
        );
        check(
            "DELETE a :ss",
            expect![[r#"
                An operand in the update expression has an incorrect data type
                  at 7..12 "a :ss""#]],
        );
        check(
            "DELETE a :1",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_ADD_OPERAND
                  at 9..11 ":1""#]],
        );
        check(
            "DELETE ss :x",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator: DELETE, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND
                  at 10..12 ":x""#]],
        );
    }

    #[test]
    fn two_paths_cannot_meet() {
        check(
            "SET m.k = :1, m = :x",
            expect![[r#"
                Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, k], path two: [m]
                  at 14..15 "m""#]],
        );
        check(
            "SET m = :x REMOVE m.k",
            expect![[r#"
                Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m], path two: [m, k]
                  at 18..21 "m.k""#]],
        );
        check(
            "SET a = :1, #0 = :2",
            expect![[r##"
                Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]
                  at 12..14 "#0""##]],
        );
        check(
            "SET m.k = :1, m[0] = :2",
            expect![[r#"
                Invalid UpdateExpression: Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [m, k], path two: [m, [0]]
                  at 14..18 "m[0]""#]],
        );
        check(
            "SET m.k = :1, m[0] = :2, a = :1, a.b = :2",
            expect![[r#"
                Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]
                  at 33..36 "a.b""#]],
        );
    }

    #[test]
    fn faults_come_in_the_order_of_dynamodb() {
        check(
            "ADD a :x SET m = :1, m[0] = :2, m.k = :nine, a = #nine",
            expect![[r##"
                Invalid UpdateExpression: An expression attribute name used in the document path is not defined; attribute name: #nine
                  at 49..54 "#nine""##]],
        );
        check(
            "ADD a :x SET m = :1, m[0] = :2, m.k = :nine",
            expect![[r#"
                Invalid UpdateExpression: An expression attribute value used in expression is not defined; attribute value: :nine
                  at 38..43 ":nine""#]],
        );
        check(
            "ADD a :x SET m[0] = :2, m.k = if_not_exists(a), m = :1",
            expect![[r#"
                Invalid UpdateExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, [0]], path two: [m]
                  at 48..49 "m""#]],
        );
        check(
            "ADD a :x SET m[0] = :2, m.k = if_not_exists(a)",
            expect![[r#"
                Invalid UpdateExpression: Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [m, [0]], path two: [m, k]
                  at 24..27 "m.k""#]],
        );
        check(
            "SET s = if_not_exists(a) ADD a :x",
            expect![[r#"
                Invalid UpdateExpression: Incorrect operand type for operator or function; operator: ADD, operand type: STRING, typeSet: ALLOWED_FOR_ADD_OPERAND
                  at 31..33 ":x""#]],
        );
        check(
            "SET s = if_not_exists(a)",
            expect![[r#"
                Invalid UpdateExpression: Incorrect number of operands for operator or function; operator or function: if_not_exists, number of operands: 1
                  at 8..24 "if_not_exists(a)""#]],
        );
    }

    #[test]
    fn an_item_that_does_not_exist_has_nothing_to_take_away() {
        let key = item_of("id", r#"{"S":"new"}"#);
        let check = |text, expected| check_on(&key, false, text, expected);
        check("SET a = :1", expect![[r#"{"a":1}"#]]);
        check("ADD hits :1", expect![[r#"{"hits":1}"#]]);
        check("REMOVE x.y, z[0]", expect!["{}"]);
        check("DELETE x.y :ss", expect!["{}"]);
        check(
            "SET x.y = :1",
            expect![[r#"
                The document path provided in the update expression is invalid for update
                  at 4..12 "x.y = :1""#]],
        );
        check(
            "SET a = a + :1",
            expect![[r#"
                The provided expression refers to an attribute that does not exist in the item
                  at 4..14 "a = a + :1""#]],
        );
    }

    #[test]
    fn an_update_that_only_takes_away_makes_no_item() {
        let creates = |text| Update::parse(text, &mut bindings()).unwrap().creates_missing_item();
        assert!(creates("SET a = :1"));
        assert!(creates("REMOVE s ADD a :1"));
        assert!(!creates("REMOVE a, s"));
        assert!(!creates("DELETE ss :ss REMOVE a"));
    }

    #[test]
    fn the_updated_parts_come_in_their_hierarchy() {
        let check = |text, expected_old: Expect, expected_new: Expect| {
            let update = Update::parse(text, &mut bindings()).unwrap();
            expected_old.assert_eq(&show_item(&update.updated_old(&item())));
            let after = update.apply(&item(), true).unwrap();
            expected_new.assert_eq(&show_item(&update.updated_new(&after)));
        };
        check(
            "SET a = :5, fresh = :x",
            expect![[r#"{"a":1}"#]],
            expect![[r#"{"a":5,"fresh":"x"}"#]],
        );
        check(
            "SET l[1] = :5, m.k = m.k + :1",
            expect![[r#"{"l":[2],"m":{"k":1}}"#]],
            expect![[r#"{"l":[5],"m":{"k":2}}"#]],
        );
        check("SET l[9] = :5 REMOVE l[0]", expect![[r#"{"l":[1]}"#]], expect![[r#"{"l":[2]}"#]]);
        check(
            "REMOVE a ADD ns :ns",
            expect![[r#"{"a":1,"ns":[1,2]}"#]],
            expect![[r#"{"ns":[1,2]}"#]],
        );
        check(
            "DELETE ss :ss, bs :bs",
            expect![[r#"{"bs":["AA==","AQ=="],"ss":["x","y"]}"#]],
            expect![[r#"{"bs":["AA=="]}"#]],
        );
    }

    #[test]
    fn a_path_knows_its_clause() {
        let update =
            Update::parse("DELETE ss :ss SET m.k = :1 REMOVE l[0] ADD a :1", &mut bindings());
        let update = update.unwrap();
        let paths: Vec<_> =
            update.paths().map(|(clause, path)| format!("{clause} {path}")).collect();
        expect!["DELETE ss, SET m.k, REMOVE l[0], ADD a"].assert_eq(&paths.join(", "));
    }

    fn item_of(name: &str, json: &str) -> Item {
        let value = serde_json::from_str(json).unwrap();
        let value = crate::api::value::attribute_value_from_json(value).unwrap();
        Item::from_iter([(name.into(), value)])
    }
}
