//! The functions of both languages and of the SDKs whose values are known, and those that change nothing.

use std::rc::Rc;

use crate::code::fault::CodeError;
use crate::code::literal::Literal;
use crate::code::read::condition::CONDITION_COUNT_MAX;
use crate::code::read::conversion::{CONVERSIONS, converted};
use crate::code::read::execute::machine::Machine;
use crate::code::read::execute::value::{Attribute, Condition, Object, Value};
use crate::code::read::javascript::option;
use crate::code::read::program::{Argument, Node};
use crate::code::read::token::Language;

/// The first names of functions that change nothing.
const HARMLESS_OWNERS: [&str; 9] =
    ["console", "logger", "logging", "log", "LOGGER", "Object", "Array", "util", "assert"];

/// Functions that change nothing.
const HARMLESS: [&str; 17] = [
    "print",
    "pprint",
    "pprint.pprint",
    "JSON.stringify",
    "json.dumps",
    "len",
    "isinstance",
    "type",
    "typeof",
    "repr",
    "str",
    "String",
    "sorted",
    "bool",
    "expect",
    "Boolean",
    "id",
];

/// What a text is compared with in the methods of an attribute.
const COMPARISONS: [&str; 14] = [
    "eq",
    "ne",
    "lt",
    "lte",
    "gt",
    "gte",
    "exists",
    "not_exists",
    "begins_with",
    "contains",
    "attribute_type",
    "between",
    "is_in",
    "size",
];

/// A condition that is made of others by an operator; `None` also if it is made of more than a request takes.
pub(super) fn combined(operator: &str, values: &[Value]) -> Option<Value> {
    let condition = match (operator, values) {
        ("&", [Value::Condition(first), Value::Condition(second)]) => {
            Condition::And(Rc::clone(first), Rc::clone(second))
        }
        ("|", [Value::Condition(first), Value::Condition(second)]) => {
            Condition::Or(Rc::clone(first), Rc::clone(second))
        }
        ("~", [Value::Condition(only)]) => Condition::Not(Rc::clone(only)),
        _ => return None,
    };
    // Each is within the limit, so counting is short.
    (condition.count() <= CONDITION_COUNT_MAX).then(|| Value::Condition(Rc::new(condition)))
}

/// A method of an attribute of boto3; `None` if it has no such method.
pub(super) fn compared(attribute: &Attribute, name: &str, values: &[Value]) -> Option<Value> {
    if !COMPARISONS.contains(&name) {
        return None;
    }
    if name == "size" {
        return Some(Value::Attribute(Attribute { is_size: true, ..attribute.clone() }));
    }
    let condition = Condition::Compare(attribute.clone(), name.to_owned(), values.to_vec());
    Some(Value::Condition(Rc::new(condition)))
}

impl Machine<'_> {
    /// The value of a call of a function by its name, if it is one that is known.
    pub(super) fn known_function(
        &mut self,
        path: &str,
        node: &Node,
        arguments: &[Argument],
    ) -> Result<Option<Value>, CodeError> {
        let last = path.rsplit('.').next().unwrap_or(path);
        let owner = path.split('.').next().unwrap_or(path);
        let is_python = self.language == Language::Python;
        let is_known = match last {
            "assign" => path == "Object.assign",
            "freeze" | "entries" | "keys" | "values" | "seal" => owner == "Object",
            "all" | "allSettled" => owner == "Promise",
            "structuredClone" | "dict" | "list" | "tuple" | "range" => path == last,
            "deepcopy" => path == "copy.deepcopy" || path == last,
            "copy" => path == "copy.copy",
            "TypeSerializer" | "TypeDeserializer" | "Key" | "Attr" => is_python,
            _ => {
                CONVERSIONS.contains(&path)
                    || ["unmarshall", "marshall"].contains(&last)
                    || HARMLESS.contains(&path)
                    || HARMLESS_OWNERS.contains(&owner)
            }
        };
        if !is_known {
            return Ok(None);
        }
        let given = self.arguments(arguments)?;
        let unknown = self.unknown(node);
        if given.is_open {
            self.hand_over(&given, node, false)?;
            return Ok(Some(unknown));
        }
        let first = given.positional.first();
        if let Some(Value::Fault(error)) = first {
            return Ok(Some(Value::Fault(error.clone())));
        }
        let object = first.and_then(|first| self.object(first).cloned());
        if let Some(Object::Fault(error)) = &object
            && last != "assign"
        {
            return Ok(Some(Value::Fault(Box::new(error.clone()))));
        }
        let value = match (last, object, given.positional.as_slice()) {
            ("assign", _, [target, others @ ..]) => self.assigned(target, others, node),
            ("freeze" | "seal", _, [only]) => only.clone(),
            ("all" | "allSettled", _, _) => unknown,
            ("entries", Some(Object::Map(members)), _) => self.pairs(members),
            ("keys", Some(Object::Map(members)), _) => {
                let names = members.into_iter().map(|(name, _)| Value::text(name)).collect();
                self.add(Object::List(names))
            }
            ("values", Some(Object::Map(members)), _) => {
                self.add(Object::List(members.into_iter().map(|(_, value)| value).collect()))
            }
            ("structuredClone" | "deepcopy", _, [only]) => match self.literal(only) {
                Some(literal) => self.value_of(literal),
                None => unknown,
            },
            ("copy", Some(object), [_]) => self.add(object),
            ("dict", None, []) => self.add(Object::Map(given.named)),
            ("dict", Some(Object::Map(members)), [_]) => {
                let copy = self.add(Object::Map(members));
                if let Value::Object(position) = copy {
                    self.put_members(position, given.named);
                }
                copy
            }
            ("list" | "tuple", None, []) => self.add(Object::List(Vec::new())),
            ("list" | "tuple", Some(Object::List(elements)), [_]) => {
                self.add(Object::List(elements))
            }
            ("range", _, values) => self.range(values).unwrap_or(unknown),
            ("TypeSerializer", ..) => Value::Serializer,
            ("TypeDeserializer", ..) => Value::Deserializer,
            ("Key" | "Attr", _, [name]) => match name.as_text() {
                Some(path) => Value::Attribute(Attribute { path: path.to_owned(), is_size: false }),
                None => unknown,
            },
            ("str", None, [Value::Float(text)]) if is_short(text) => Value::text(text.as_str()),
            _ => self.conversion(path, last, &given.positional).unwrap_or(unknown),
        };
        Ok(Some(value))
    }

    /// The value of a call that makes a value of another type.
    fn conversion(&mut self, path: &str, last: &str, arguments: &[Value]) -> Option<Value> {
        let name = match last {
            "marshall" | "unmarshall" => last,
            _ => path,
        };
        if !CONVERSIONS.contains(&name) {
            return None;
        }
        let literals = arguments.iter().map(|value| self.literal(value));
        let mut literals = literals.collect::<Option<Vec<_>>>()?;
        if name.ends_with("marshall") && literals.len() == 2 {
            literals.pop().filter(option::keeps_values)?;
        }
        let literal = converted(name, literals)?;
        // A set made from a list shares nothing with it.
        Some(self.value_of(literal))
    }

    /// Sets the members of objects in the first of them.
    fn assigned(&mut self, target: &Value, others: &[Value], node: &Node) -> Value {
        for other in others {
            match (target, self.object(other).cloned()) {
                (Value::Object(position), Some(Object::Map(members))) => {
                    self.put_members(*position, members);
                }
                (Value::Object(_), Some(Object::Fault(error))) => self.taint(target, &error),
                (_, _) => {
                    let fault = crate::code::fault::CodeFault::NotUnderstood;
                    let error = self.error(node.start, fault);
                    self.taint(target, &error);
                }
            }
        }
        match target {
            Value::Unknown(_) => self.unknown(node),
            _ => target.clone(),
        }
    }

    /// The numbers of `range`, if they are few.
    fn range(&mut self, values: &[Value]) -> Option<Value> {
        const COUNT_MAX: i64 = 10_000;
        let number = |value: &Value| Self::text_of(value)?.parse::<i64>().ok();
        let numbers = values.iter().map(number).collect::<Option<Vec<_>>>()?;
        let (start, end) = match numbers.as_slice() {
            [end] => (0, *end),
            [start, end] => (*start, *end),
            _ => return None,
        };
        if end.checked_sub(start)? > COUNT_MAX {
            return None;
        }
        let numbers =
            (start..end).map(|number| Value::Scalar(Literal::Number(number.to_string()))).collect();
        Some(self.add(Object::List(numbers)))
    }
}

/// Whether Python prints a number as it is written.
fn is_short(text: &str) -> bool {
    !text.contains('e')
        && text.len() <= 15
        && text.contains('.')
        && (!text.ends_with('0') || text.ends_with(".0"))
}
