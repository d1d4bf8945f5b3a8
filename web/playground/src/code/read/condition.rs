//! The conditions that boto3 makes of `Key` and `Attr`, as expressions with the placeholders that boto3 uses.

use crate::code::read::execute::{Attribute, Condition, Machine, OTHER_MEMBERS, Object, Value};
use crate::code::read::parser::DEPTH_MAX;

/// Conditions of a request. Model: DynamoDB takes at most 300 operators.
pub(super) const CONDITION_COUNT_MAX: usize = 1_000;

/// The placeholders of the conditions of one request.
#[derive(Debug, Default)]
pub(super) struct Conditions {
    names: Vec<(String, Value)>,
    values: Vec<(String, Value)>,
    /// Conditions so far: one can be used many times.
    count: usize,
}

impl Conditions {
    /// The expression of a condition. `None` if a method has other arguments than expected.
    pub(super) fn expression(
        &mut self,
        machine: &Machine<'_>,
        condition: &Condition,
    ) -> Option<String> {
        self.expression_at(machine, condition, 0)
    }

    fn expression_at(
        &mut self,
        machine: &Machine<'_>,
        condition: &Condition,
        depth: usize,
    ) -> Option<String> {
        self.count += 1;
        if depth > DEPTH_MAX || self.count > CONDITION_COUNT_MAX {
            return None;
        }
        let mut inner = |condition| self.expression_at(machine, condition, depth + 1);
        Some(match condition {
            Condition::And(first, second) => format!("({} AND {})", inner(first)?, inner(second)?),
            Condition::Or(first, second) => format!("({} OR {})", inner(first)?, inner(second)?),
            Condition::Not(only) => format!("(NOT {})", inner(only)?),
            Condition::Compare(Attribute { path, is_size }, method, values) => {
                let name = self.name(path);
                let operand = if *is_size { format!("size({name})") } else { name };
                self.comparison(machine, &operand, method, values.clone())?
            }
        })
    }

    /// Adds the placeholders to the members of the request.
    pub(super) fn add_to(self, machine: &mut Machine<'_>, members: &mut Vec<(String, Value)>) {
        let added =
            [("ExpressionAttributeNames", self.names), ("ExpressionAttributeValues", self.values)];
        for (member, mut added) in added {
            if added.is_empty() {
                continue;
            }
            let known = members.iter().position(|(name, _)| name == member);
            if let Some(position) = known {
                let (_, value) = members.remove(position);
                match machine.object(&value) {
                    Some(Object::Map(others)) => added = [others.clone(), added].concat(),
                    _ => added.push((OTHER_MEMBERS.to_owned(), value)),
                }
            }
            let map = machine.add(Object::Map(added));
            members.push((member.to_owned(), map));
        }
    }

    fn comparison(
        &mut self,
        machine: &Machine<'_>,
        operand: &str,
        method: &str,
        arguments: Vec<Value>,
    ) -> Option<String> {
        let comparator = match method {
            "eq" => "=",
            "ne" => "<>",
            "lt" => "<",
            "lte" => "<=",
            "gt" => ">",
            "gte" => ">=",
            _ => "",
        };
        let mut arguments = arguments.into_iter();
        let expression = match method {
            "exists" => format!("attribute_exists({operand})"),
            "not_exists" => format!("attribute_not_exists({operand})"),
            "begins_with" | "contains" | "attribute_type" => {
                format!("{method}({operand}, {})", self.value(arguments.next()?))
            }
            "between" => {
                let low = self.value(arguments.next()?);
                format!("{operand} BETWEEN {low} AND {}", self.value(arguments.next()?))
            }
            "is_in" => {
                let list = arguments.next()?;
                let Some(Object::List(elements)) = machine.object(&list) else { return None };
                let values: Vec<String> =
                    elements.iter().map(|element| self.value(element.clone())).collect();
                format!("{operand} IN ({})", values.join(", "))
            }
            _ if comparator.is_empty() => return None,
            _ => format!("{operand} {comparator} {}", self.value(arguments.next()?)),
        };
        arguments.next().is_none().then_some(expression)
    }

    /// The path of an attribute, with a placeholder for each name in it.
    fn name(&mut self, path: &str) -> String {
        let parts = path.split('.').map(|part| {
            let (name, positions) = part.split_at(part.find('[').unwrap_or(part.len()));
            let placeholder = format!("#n{}", self.names.len());
            self.names.push((placeholder.clone(), Value::text(name)));
            placeholder + positions
        });
        parts.collect::<Vec<_>>().join(".")
    }

    fn value(&mut self, value: Value) -> String {
        let placeholder = format!(":v{}", self.values.len());
        self.values.push((placeholder.clone(), value));
        placeholder
    }
}
