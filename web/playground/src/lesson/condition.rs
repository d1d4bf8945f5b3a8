//! Conditions: what a lesson asserts about its sandbox, as a line of words.
//!
//! | line | holds if |
//! | --- | --- |
//! | `last read 4.5` | the last request consumed 4.5 read units in all |
//! | `last write OpenOrders 1` | it consumed 1 write unit of this table or index |
//! | `last returns 3`, `last evaluates 10` | a read returned 3 items, and read 10 before its filter |
//! | `last lists O-1006, O-1003` | a read returned these items in this order, each named by the last attribute of its key |
//! | `last stale`, `last current` | the index that was read was behind its table, or was not |
//! | `last accepted`, `last rejected`, `last rejected ValidationException` | what became of the request |
//! | `last operation Query`, `last used OpenOrders` | which operation it was, and a table or index that it was charged for |
//! | `behind write 3`, `behind read 0.5`, `behind arrived 2`, `behind lost 1` | what followed from the last request: units of programs and of other Regions, writes that arrived there, and writes that were dropped for a later one |
//! | `behind sql write 1`, `sql read 3` | requests of those programs to SQL tables, and all requests to SQL tables since the beginning |
//! | `index OpenOrders entries 3`, `… bytes 165`, `… pending 1` | the index has 3 entries, of 165 bytes in all, and 1 change on its way to it |
//! | `index OpenOrders has C1 O-1003`, `… lacks C1 O-1003` | the entry of an item, by the key of its table |
//! | `index OpenOrders projects Total` | the attribute is in its entries |
//! | `table Orders items 10`, `… bytes 35439` | the table itself |
//! | `item Orders C1 O-1003 exists`, `… missing`, `… bytes 3560` | an item, by its key |
//! | `item Orders C1 O-1003 has Total 99`, `… has Total`, `… lacks Total` | an attribute of it, with its value as plain JSON |
//! | `run issued 3000`, `succeeded`, `throttled`, `dropped`, `failed`, `retried` | counts of the last run of a workload |
//! | `run read 100`, `run write OpenOrders 7` | units that the run consumed |
//! | `run second 3 succeeded 250`, `run from second 3 succeeded 250` | the same of one second, counted from 0, or of every second from there on |
//! | `run hot b` | the most written partition key of the partition that was asked for most; its most read key if nothing was written there |
//! | `setting adaptive on`, `provisioned Events write 400` | a setting of the sandbox |
//! | `together Orders C1 C2` | all these partition keys are in one partition; `apart`: each is in a partition of its own |
//!
//! A number may have a comparison before it: `last read <= 0.5`, `run throttled > 0`.

use crate::lesson::fact::Fact;
use crate::lesson::measure::Measure;
use crate::lesson::observed::Observed;
use crate::lesson::quantity::{Comparison, Quantity};
use crate::session::Session;

/// Something that a lesson asserts.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// A number.
    Compare {
        measure: Measure,
        /// How.
        comparison: Comparison,
        value: Quantity,
    },
    /// Anything else.
    Fact(Fact),
}

/// A condition, and where it is written.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// The line in the file.
    pub line: usize,
    /// The line itself.
    pub text: String,
    /// What it says.
    pub condition: Condition,
}

impl Claim {
    /// Reads a line of a file.
    pub(crate) fn parse(line: usize, text: &str) -> Option<Self> {
        let condition = Condition::parse(text)?;
        Some(Self { line, text: text.trim().to_owned(), condition })
    }
}

impl Condition {
    /// Reads a condition; `None` if the text is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if let Some((measure, rest)) = Measure::parse(&words) {
            let (comparison, value) = match rest {
                [value] => (Comparison::Equal, *value),
                [comparison, value] => (Comparison::parse(comparison)?, *value),
                _ => return None,
            };
            let value = measure.parse_value(value)?;
            return Some(Self::Compare { measure, comparison, value });
        }
        Fact::parse(&words, text).map(Self::Fact)
    }

    /// Whether it holds now.
    pub fn is_met(&self, session: &Session, observed: &Observed) -> bool {
        match self {
            Self::Compare { measure, comparison, value } => {
                let values = measure.values(session, observed);
                !values.is_empty() && values.into_iter().all(|left| comparison.holds(left, *value))
            }
            Self::Fact(fact) => fact.holds(session, observed).unwrap_or(false),
        }
    }

    /// What is the case, in the words of conditions, for a message about one that does not hold.
    pub fn actual(&self, session: &Session, observed: &Observed) -> String {
        match self {
            Self::Compare { measure, .. } => {
                let mut values = measure.values(session, observed);
                values.dedup();
                match values.is_empty() {
                    true => "nothing to measure".to_owned(),
                    false => values.iter().map(Quantity::to_string).collect::<Vec<_>>().join(", "),
                }
            }
            Self::Fact(fact) => fact.actual(session, observed),
        }
    }
}

#[cfg(test)]
mod tests {
    use engine::receipt::UnitKind;

    use super::*;
    use crate::lesson::lookup::ItemName;
    use crate::lesson::measure::{RunCount, Seconds};
    use crate::view::throughput::Setting;

    #[track_caller]
    fn check(text: &str, expected: Option<Condition>) {
        assert_eq!(Condition::parse(text), expected, "{text}");
    }

    fn compare(measure: Measure, comparison: Comparison, value: &str) -> Condition {
        let value = Quantity::parse(value).unwrap();
        Condition::Compare { measure, comparison, value }
    }

    #[test]
    fn a_number_can_have_a_comparison() {
        let read = |store: Option<&str>| Measure::Last {
            kind: UnitKind::Read,
            store: store.map(str::to_owned),
        };
        check("last read 4.5", Some(compare(read(None), Comparison::Equal, "4.5")));
        check("last read <= 0.5", Some(compare(read(None), Comparison::AtMost, "0.5")));
        check(
            "last read OpenOrders > 0",
            Some(compare(read(Some("OpenOrders")), Comparison::Above, "0")),
        );
        let from = Measure::Run { count: RunCount::Succeeded, seconds: Seconds::EachFrom(3) };
        check("run from second 3 succeeded 250", Some(compare(from, Comparison::Equal, "250")));
        let setting = Measure::Setting {
            setting: Setting::WriteCeiling,
            name: "partition writes".to_owned(),
        };
        check("setting partition writes 1000", Some(compare(setting, Comparison::Equal, "1000")));
    }

    #[test]
    fn an_item_is_named_by_its_key() {
        let item =
            ItemName { table: "Orders".to_owned(), key: vec!["C1".to_owned(), "O-1".to_owned()] };
        let attribute = "Total".to_owned();
        let value = Some(serde_json::json!({ "N": "99" }));
        let has = Fact::Attribute { item: item.clone(), attribute, has: true, value };
        check("item Orders C1 O-1 has Total 99", Some(Condition::Fact(has)));
        check(
            "item Orders C1 O-1 missing",
            Some(Condition::Fact(Fact::Item { item, exists: false })),
        );
    }

    #[test]
    fn what_is_not_a_condition_is_not_read() {
        for text in [
            "",
            "last",
            "last read",
            "last read five",
            "index X",
            "item T has a",
            "run hot",
            "table T has a",
        ] {
            check(text, None);
        }
    }
}
