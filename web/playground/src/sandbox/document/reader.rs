//! Reading a document in part: what is understood is taken, and everything else becomes a [`Problem`] that names its
//! part and says what is wrong.

use std::cell::{Cell, RefCell};
use std::ops::RangeInclusive;

use serde_json::{Map, Value};

use crate::view::decimal::Decimal;
use crate::view::message::{Argument, Message};
use crate::view::share::Problem;

/// Problems that are listed one by one. Model: more than a user reads.
const PROBLEM_COUNT_MAX: usize = 200;

/// A part of a document that was not understood.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    list: RefCell<Vec<Problem>>,
    /// Problems that are not listed.
    more: Cell<u64>,
}

impl Problems {
    /// Lists a problem.
    pub(crate) fn push(&self, problem: Problem) {
        if self.list.borrow().len() < PROBLEM_COUNT_MAX {
            self.list.borrow_mut().push(problem);
        } else {
            self.more.set(self.more.get() + 1);
        }
    }

    /// Lists a problem with a member, which is named by its path.
    pub(crate) fn at(&self, path: &str, reason: Message) {
        let part = Message::plain("problem.member").with("path", Argument::Code(path.into()));
        self.push(Problem { part, reason });
    }

    /// All of them; the last one counts those that are not listed.
    pub(crate) fn into_list(self) -> Vec<Problem> {
        let mut list = self.list.into_inner();
        if self.more.get() > 0 {
            let count = Argument::Count(self.more.get());
            let part = Message::plain("problem.more").with("count", count);
            list.push(Problem { part, reason: Message::plain("problem.not_listed") });
        }
        list
    }
}

/// The members of an object, each read once; [`Reader::finish`] reports those that were not read.
pub(crate) struct Reader<'d> {
    members: Option<&'d Map<String, Value>>,
    /// The part of a member's path before its name.
    prefix: String,
    known: Vec<&'static str>,
    problems: &'d Problems,
}

impl<'d> Reader<'d> {
    /// Reads an object at a path; the root has none.
    pub(crate) fn new(members: &'d Map<String, Value>, path: &str, problems: &'d Problems) -> Self {
        let prefix = if path.is_empty() { String::new() } else { format!("{path}.") };
        Self { members: Some(members), prefix, known: Vec::new(), problems }
    }

    /// Where problems are listed.
    pub(crate) fn problems(&self) -> &'d Problems {
        self.problems
    }

    /// The path of a member.
    pub(crate) fn path(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Reports a member.
    pub(crate) fn report(&self, name: &str, reason: Message) {
        self.problems.at(&self.path(name), reason);
    }

    /// Accepts members that are not read.
    pub(crate) fn ignore(&mut self, names: &[&'static str]) {
        self.known.extend(names);
    }

    /// A member, unchanged.
    pub(crate) fn value(&mut self, name: &'static str) -> Option<&'d Value> {
        self.known.push(name);
        self.members?.get(name)
    }

    /// A text with a limited number of characters. A longer one is reported and left out.
    pub(crate) fn text(&mut self, name: &'static str, length_max: usize) -> Option<&'d str> {
        let Value::String(text) = self.value(name)? else {
            self.report(name, Message::plain("problem.not_text"));
            return None;
        };
        if is_longer(text, length_max) {
            self.report(name, too_long("problem.too_long", length_max));
            return None;
        }
        Some(text)
    }

    /// A whole number within a range. One that is not is reported; outside the range, the nearer end counts.
    pub(crate) fn number(
        &mut self,
        name: &'static str,
        range: &RangeInclusive<u64>,
    ) -> Option<u64> {
        let value = self.value(name)?;
        let Some(number) = value.as_u64() else {
            self.report(name, Message::plain("problem.not_number"));
            return None;
        };
        let (taken, reason) = limited(number, range);
        if let Some(reason) = reason {
            self.report(name, reason);
        }
        Some(taken)
    }

    /// A number within a range, which may have decimals: then it is a text. See [`decimal_json`].
    pub(crate) fn decimal(
        &mut self,
        name: &'static str,
        range: &RangeInclusive<u64>,
    ) -> Option<Decimal> {
        let Value::String(text) = self.value(name)? else {
            return self.number(name, range).map(Decimal::from);
        };
        let Some(number) = Decimal::parse(text) else {
            self.report(name, Message::plain("problem.not_number"));
            return None;
        };
        if number.is_in(range) {
            return Some(number);
        }
        let (count, parts) = number.fraction();
        let is_small = count / parts < *range.start();
        let whole = if is_small { count / parts } else { count.div_ceil(parts) };
        let (taken, reason) = limited(whole, range);
        if let Some(reason) = reason {
            self.report(name, reason);
        }
        Some(taken.into())
    }

    /// `true` or `false`.
    pub(crate) fn flag(&mut self, name: &'static str) -> Option<bool> {
        let flag = self.value(name)?.as_bool();
        if flag.is_none() {
            self.report(name, Message::plain("problem.not_flag"));
        }
        flag
    }

    /// One of these things, by its name.
    pub(crate) fn choice<T: Copy>(
        &mut self,
        name: &'static str,
        choices: &[(&str, T)],
    ) -> Option<T> {
        let value = self.value(name)?;
        let chosen = choices.iter().find(|(id, _)| value.as_str() == Some(id));
        if chosen.is_none() {
            self.report(name, Message::plain("problem.not_choice"));
        }
        chosen.map(|(_, choice)| *choice)
    }

    /// The elements of an array, up to a limit; more are reported and left out.
    pub(crate) fn list(&mut self, name: &'static str, count_max: usize) -> &'d [Value] {
        let Some(value) = self.value(name) else { return &[] };
        let Value::Array(elements) = value else {
            self.report(name, Message::plain("problem.not_list"));
            return &[];
        };
        if elements.len() > count_max {
            self.report(name, too_long("problem.too_many", count_max));
        }
        &elements[..elements.len().min(count_max)]
    }

    /// The members of an object, up to a limit; more are reported and left out.
    pub(crate) fn map(
        &mut self,
        name: &'static str,
        count_max: usize,
    ) -> impl Iterator<Item = (&'d String, &'d Value)> {
        let members = self.object(name).and_then(|reader| reader.members);
        if members.is_some_and(|members| members.len() > count_max) {
            self.report(name, too_long("problem.too_many", count_max));
        }
        members.into_iter().flatten().take(count_max)
    }

    pub(crate) fn object(&mut self, name: &'static str) -> Option<Reader<'d>> {
        let Value::Object(members) = self.value(name)? else {
            self.report(name, Message::plain("problem.not_object"));
            return None;
        };
        Some(Reader::new(members, &self.path(name), self.problems))
    }

    /// Reports the members that were not read.
    pub(crate) fn finish(self) {
        for name in self.members.into_iter().flat_map(Map::keys) {
            if !self.known.contains(&name.as_str()) {
                self.report(name, Message::plain("problem.unknown"));
            }
        }
    }
}

/// A number as [`Reader::decimal`] reads it.
pub(crate) fn decimal_json(number: Decimal) -> Value {
    number.whole().map_or_else(|| number.to_string().into(), Value::from)
}

/// A number brought within a range, and what to report if it was outside.
pub(crate) fn limited(number: u64, range: &RangeInclusive<u64>) -> (u64, Option<Message>) {
    let (least, greatest) = (*range.start(), *range.end());
    let taken = number.clamp(least, greatest);
    let reason = Message::plain("problem.out_of_range")
        .with("least", Argument::Count(least))
        .with("greatest", Argument::Count(greatest))
        .with("taken", Argument::Count(taken));
    (taken, (taken != number).then_some(reason))
}

/// Whether a text has more characters. Looks at no more of it than needed.
pub(crate) fn is_longer(text: &str, length_max: usize) -> bool {
    text.chars().nth(length_max).is_some()
}

fn too_long(key: &'static str, limit: usize) -> Message {
    Message::plain(key).with("limit", Argument::Count(limit as u64))
}
