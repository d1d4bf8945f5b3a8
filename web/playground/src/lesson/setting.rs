//! The lines of a `sandbox` block: a setting and its value, with at least two spaces between them.
//!
//! ```text
//! delay       200 ms
//! throughput  limited
//! partitions  4
//! provisioned Events  5 read, 400 write
//! ```

use engine::api::REGIONS;
use serde_json::{Map, Value};

use crate::sandbox::command::{Capacity, Command, PlanCommand};
use crate::sandbox::document::region::regions_json;
use crate::sandbox::plan::Regions;
use crate::sandbox::throughput::write_setting;
use crate::view::throughput::{ScalingView, Setting};
use crate::view::value::{Method, Text};

/// What a line should look like, for a message about one that does not.
pub(crate) const EXPECTED: &str = "a setting such as `delay  200 ms`, `throughput  limited`, `adaptive  off`, `partitions  4`, `burst  1 s`, `partition writes  1000 a second`, `collection  10000 B`, `expiry  48 h`, `regions  800 ms, without eu-west-1` or `provisioned Orders  5 read, 10 write`";

/// A change of a setting.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// A switch is 0 or 1.
    Set(Setting, u64),
    /// What a table or global index may consume.
    Capacity {
        table: String,
        /// What becomes of it.
        capacity: Capacity,
    },
    /// How writes travel between Regions.
    Regions(Regions),
}

/// The settings and their names.
pub(crate) const SETTINGS: [(&str, Setting); 11] = [
    ("delay", Setting::Delay),
    ("collection", Setting::CollectionMax),
    ("expiry", Setting::ExpiryDelay),
    ("throughput", Setting::Enforcement),
    ("adaptive", Setting::Adaptation),
    ("burst", Setting::BurstSeconds),
    ("partitions", Setting::PartitionCount),
    ("partition size", Setting::PartitionSize),
    ("partition reads", Setting::ReadCeiling),
    ("partition writes", Setting::WriteCeiling),
    ("spread", Setting::Spread),
];

/// The setting with this name in lessons.
pub(crate) fn setting(name: &str) -> Option<Setting> {
    SETTINGS.iter().find(|(other, _)| *other == name).map(|(_, setting)| *setting)
}

impl Change {
    /// Reads a line, which can change two settings: read and write units. `None` if the line cannot be read.
    pub(crate) fn parse(line: &str) -> Option<Vec<Self>> {
        let (name, value) = line.trim().split_once("  ")?;
        let value = value.trim();
        if let Some(setting) = setting(name) {
            return Some(vec![Self::Set(setting, setting_value(setting, value)?)]);
        }
        Some(match name.split_whitespace().collect::<Vec<_>>().as_slice() {
            ["regions"] => vec![Self::Regions(regions(value)?)],
            ["scaling", table] if value == "off" => {
                vec![Self::capacity(table, Capacity::Scaled(None))]
            }
            ["scaling", table] => {
                vec![Self::capacity(table, Capacity::Scaled(Some(scaling(value)?)))]
            }
            ["billing", table] => match value {
                "on demand" => vec![Self::capacity(table, Capacity::OnDemand)],
                "provisioned" => vec![Self::capacity(table, Capacity::Provisioned)],
                _ => return None,
            },
            ["provisioned", table, index @ ..] => {
                let index = match index {
                    [] => None,
                    [index] => Some(*index),
                    _ => return None,
                };
                let change = |part: &str| {
                    let read = number_before(part, "read").map(|units| (Method::Read, units));
                    let write = number_before(part, "write").map(|units| (Method::Write, units));
                    let (method, units) = read.or(write)?;
                    let index = index.map(Into::into);
                    Some(Self::capacity(table, Capacity::Units { index, method, units }))
                };
                value.split(',').map(change).collect::<Option<_>>()?
            }
            _ => return None,
        })
    }

    fn capacity(table: &str, capacity: Capacity) -> Self {
        Self::Capacity { table: table.to_owned(), capacity }
    }

    /// The command that makes the change.
    pub fn command(&self) -> Command {
        match self {
            Self::Set(setting, value) => Command::Set { setting: *setting, value: *value },
            Self::Capacity { table, capacity } => {
                Command::SetCapacity { table: table.clone(), capacity: capacity.clone() }
            }
            Self::Regions(regions) => Command::Plan(PlanCommand::SetRegions(regions.clone())),
        }
    }

    /// The line that [`Change::parse`] reads as this change alone.
    pub(crate) fn line(&self) -> String {
        let (name, value) = match self {
            Self::Regions(regions) => ("regions".to_owned(), regions_text(regions)),
            Self::Set(setting, value) => {
                let name = SETTINGS.iter().find(|(_, other)| other == setting);
                (name.expect("every setting has a name").0.to_owned(), value_text(*setting, *value))
            }
            Self::Capacity { table, capacity } => match capacity {
                Capacity::OnDemand => (format!("billing {table}"), "on demand".to_owned()),
                Capacity::Provisioned => (format!("billing {table}"), "provisioned".to_owned()),
                Capacity::Scaled(None) => (format!("scaling {table}"), "off".to_owned()),
                Capacity::Scaled(Some(ScalingView { target_percent, units_min, units_max })) => {
                    let value = format!("{units_min} to {units_max} at {target_percent} %");
                    (format!("scaling {table}"), value)
                }
                Capacity::Units { index, method, units } => {
                    let index = index.as_ref().map(|index| format!(" {index}")).unwrap_or_default();
                    let word = match method {
                        Method::Read => "read",
                        Method::Write => "write",
                    };
                    (format!("provisioned {table}{index}"), format!("{units} {word}"))
                }
            },
        };
        format!("{name}  {value}")
    }

    /// Writes the setting into the document with which a lesson opens. Returns false if a document has no such member: what
    /// a table may consume is written in its `table` block.
    pub(crate) fn write(&self, document: &mut Map<String, Value>) -> bool {
        match self {
            Self::Set(setting, value) => write_setting(*setting, *value, document),
            Self::Regions(regions) => {
                if let Some(json) = regions_json(regions) {
                    document.insert("regions".to_owned(), json);
                }
            }
            Self::Capacity { .. } => return false,
        }
        true
    }
}

/// A duration as [`duration_ms`] reads it, in the largest unit that gives a whole number.
pub(crate) fn duration_text(ms: u64) -> String {
    let unit = DURATIONS.iter().rev().find(|(_, unit_ms)| ms > 0 && ms.is_multiple_of(*unit_ms));
    let (unit, unit_ms) = unit.unwrap_or(&DURATIONS[0]);
    format!("{} {unit}", ms / unit_ms)
}

/// The units of durations, in milliseconds.
const DURATIONS: [(&str, u64); 5] = [
    ("ms", 1),
    ("s", 1_000),
    ("min", 60 * 1_000),
    ("h", 60 * 60 * 1_000),
    ("d", 24 * 60 * 60 * 1_000),
];

/// A duration in milliseconds: `200 ms`, `10 s`, `5 min`, `48 h` or `30 d`.
pub(crate) fn duration_ms(text: &str) -> Option<u64> {
    let (number, unit) = text.trim().split_once(' ')?;
    let (_, unit_ms) = DURATIONS.iter().find(|(name, _)| *name == unit.trim())?;
    number.parse::<u64>().ok()?.checked_mul(*unit_ms)
}

/// The value of a setting as [`setting_value`] reads it.
fn value_text(setting: Setting, value: u64) -> String {
    let word = |off: &str, on: &str| if value > 0 { on.to_owned() } else { off.to_owned() };
    match setting {
        Setting::Enforcement => word("unlimited", "limited"),
        Setting::Adaptation => word("off", "on"),
        Setting::BurstSeconds => format!("{value} s"),
        Setting::ReadCeiling | Setting::WriteCeiling => format!("{value} a second"),
        Setting::PartitionSize | Setting::CollectionMax => format!("{value} B"),
        Setting::PartitionCount => value.to_string(),
        Setting::Spread | Setting::Delay | Setting::ExpiryDelay => duration_text(value),
    }
}

fn setting_value(setting: Setting, text: &str) -> Option<u64> {
    match setting {
        Setting::Enforcement => word(text, "unlimited", "limited"),
        Setting::Adaptation => word(text, "off", "on"),
        Setting::BurstSeconds => number_before(text, "s"),
        Setting::ReadCeiling | Setting::WriteCeiling => number_before(text, "a second"),
        Setting::PartitionSize | Setting::CollectionMax => number_before(text, "B"),
        Setting::PartitionCount => text.parse().ok(),
        Setting::Spread | Setting::Delay | Setting::ExpiryDelay => duration_ms(text),
    }
}

fn word(text: &str, off: &str, on: &str) -> Option<u64> {
    match text {
        text if text == off => Some(0),
        text if text == on => Some(1),
        _ => None,
    }
}

fn number_before(text: &str, unit: &str) -> Option<u64> {
    text.trim().strip_suffix(unit)?.trim_end().parse().ok()
}

/// `800 ms`, or `800 ms, without eu-west-1, us-west-2`.
fn regions(text: &str) -> Option<Regions> {
    let (delay, without) = match text.split_once(", without ") {
        Some((delay, without)) => (delay, without.split(", ").collect()),
        None => (text, Vec::new()),
    };
    let is_known = without.iter().all(|name| REGIONS.contains(name));
    let mut cut_off: Vec<Text> = without.into_iter().map(Into::into).collect();
    cut_off.sort();
    Some(Regions { delay_ms: duration_ms(delay)?, cut_off }).filter(|_| is_known)
}

fn regions_text(regions: &Regions) -> String {
    let delay = duration_text(regions.delay_ms);
    match regions.cut_off.is_empty() {
        true => delay,
        false => format!("{delay}, without {}", regions.cut_off.join(", ")),
    }
}

/// `10 to 1000 at 70 %`.
fn scaling(text: &str) -> Option<ScalingView> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let [least, "to", most, "at", target, "%"] = words.as_slice() else { return None };
    Some(ScalingView {
        target_percent: target.parse().ok()?,
        units_min: least.parse().ok()?,
        units_max: most.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_setting_and_its_value() {
        assert_eq!(Change::parse("delay  200 ms"), Some(vec![Change::Set(Setting::Delay, 200)]));
        let expiry = Change::Set(Setting::ExpiryDelay, 172_800_000);
        assert_eq!(Change::parse("expiry  48 h"), Some(vec![expiry]));
        let limited = Change::Set(Setting::Enforcement, 1);
        assert_eq!(Change::parse("throughput  limited"), Some(vec![limited]));
        let ceiling = Change::Set(Setting::WriteCeiling, 500);
        assert_eq!(Change::parse("partition writes  500 a second"), Some(vec![ceiling]));
        let units = |method, units| Change::Capacity {
            table: "T".to_owned(),
            capacity: Capacity::Units { index: Some("I".into()), method, units },
        };
        assert_eq!(
            Change::parse("provisioned T I  10 write"),
            Some(vec![units(Method::Write, 10)])
        );
        let expected = vec![units(Method::Read, 5), units(Method::Write, 10)];
        assert_eq!(Change::parse("provisioned T I  5 read, 10 write"), Some(expected));
    }

    #[test]
    fn a_change_is_written_as_it_is_read() {
        for line in [
            "delay  200 ms",
            "expiry  2 d",
            "collection  10000 B",
            "throughput  unlimited",
            "adaptive  on",
            "burst  5 s",
            "partitions  4",
            "partition reads  3000 a second",
            "spread  0 ms",
            "regions  800 ms",
            "regions  1 s, without eu-west-1, us-west-2",
            "billing T  on demand",
            "billing T  provisioned",
            "scaling T  off",
            "scaling T  10 to 1000 at 70 %",
            "provisioned T  5 read",
            "provisioned T I  10 write",
        ] {
            let changes = Change::parse(line).unwrap();
            assert_eq!(changes.iter().map(Change::line).collect::<Vec<_>>(), [line]);
        }
    }

    #[test]
    fn what_is_not_a_setting_is_not_read() {
        for line in [
            "delay 200 ms",
            "delay  200",
            "regions  1 s, without Mars",
            "throughput  on",
            "gravity  9",
            "partitions  x",
            "",
        ] {
            assert_eq!(Change::parse(line), None, "{line}");
        }
    }
}
