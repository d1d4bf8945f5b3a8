//! The settings of a database, from JSON with JavaScript's spelling.

use std::fmt;

use serde_json::Value;

use crate::database::{Config, Wording};

/// A setting that is a number: its name, and where it is kept.
type Number = (&'static str, fn(&mut Config) -> &mut u64);

const NUMBERS: [Number; 23] = [
    ("propagationDelayMs", |config| &mut config.propagation_delay_ms),
    ("epochSeconds", |config| &mut config.epoch_seconds),
    ("collectionSizeMax", |config| &mut config.collection_size_max.0),
    ("propagationSpreadMs", |config| &mut config.propagation_spread_ms),
    ("seed", |config| &mut config.seed),
    ("burstSeconds", |config| &mut config.throughput.burst_seconds),
    ("partitionReads", |config| &mut config.throughput.partition_ceiling.read_units_per_second),
    ("partitionWrites", |config| &mut config.throughput.partition_ceiling.write_units_per_second),
    ("partitionSize", |config| &mut config.throughput.partition_size.0),
    ("partitionCountMin", |config| &mut config.throughput.partition_count_min),
    ("heatSplitSeconds", |config| &mut config.throughput.heat_split_seconds),
    ("queueSecondsMax", |config| &mut config.throughput.queue_seconds_max),
    ("accountReads", |config| &mut config.throughput.account_maximum.read_units_per_second),
    ("accountWrites", |config| &mut config.throughput.account_maximum.write_units_per_second),
    ("createTableMs", |config| &mut config.lifecycle.create_table_ms),
    ("deleteTableMs", |config| &mut config.lifecycle.delete_table_ms),
    ("updateSettingsMs", |config| &mut config.lifecycle.update_settings_ms),
    ("allocateIndexMs", |config| &mut config.lifecycle.allocate_index_ms),
    ("backfillStepMs", |config| &mut config.lifecycle.backfill_step_ms),
    ("deleteIndexMs", |config| &mut config.lifecycle.delete_index_ms),
    ("updateTimeToLiveMs", |config| &mut config.lifecycle.update_time_to_live_ms),
    ("timeToLiveIntervalMs", |config| &mut config.lifecycle.time_to_live_interval_ms),
    ("expireItemMs", |config| &mut config.lifecycle.expire_item_ms),
];

/// A setting that holds or does not: its name, and where it is kept.
type Flag = (&'static str, fn(&mut Config) -> &mut bool);

const FLAGS: [Flag; 2] = [
    ("throttles", |config| &mut config.throughput.is_enforced),
    ("adaptiveCapacity", |config| &mut config.throughput.is_adaptive),
];

/// Why settings cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ConfigError {
    /// They are no object.
    NoObject,
    /// There is no setting of this name.
    Unknown { name: String },
    /// The setting is a whole number that is not negative, and was given something else.
    NoWholeNumber { name: String },
    /// The setting is true or false, and was given something else.
    NoFlag { name: String },
    /// The wording is one of two.
    NoWording,
}

/// The default settings. Model: changes of global indexes arrive at once, because a program that does not advance virtual
/// time would never see them.
pub(super) fn default() -> Config {
    Config { propagation_delay_ms: 0, ..Config::default() }
}

/// Reads settings; what is not named has its default.
pub(super) fn read(text: &str) -> Result<Config, ConfigError> {
    let mut config = default();
    let Ok(Value::Object(settings)) = serde_json::from_str(text) else {
        return Err(ConfigError::NoObject);
    };
    for (name, setting) in settings {
        if let Some((_, place)) = FLAGS.iter().find(|(known, _)| *known == name) {
            *place(&mut config) = setting.as_bool().ok_or(ConfigError::NoFlag { name })?;
            continue;
        }
        let number = NUMBERS.iter().find(|(known, _)| *known == name);
        match (number, setting.as_u64()) {
            (Some((_, place)), Some(number)) => *place(&mut config) = number,
            (Some(_), None) => return Err(ConfigError::NoWholeNumber { name }),
            (None, _) if name == "wording" => config.wording = wording(&setting)?,
            (None, _) => return Err(ConfigError::Unknown { name }),
        }
    }
    Ok(config)
}

fn wording(setting: &Value) -> Result<Wording, ConfigError> {
    match setting.as_str() {
        Some("classic") => Ok(Wording::Classic),
        Some("revised") => Ok(Wording::Revised),
        _ => Err(ConfigError::NoWording),
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoObject => formatter.write_str("Settings are an object."),
            Self::Unknown { name } => write!(formatter, "`{name}` is not a setting."),
            Self::NoWholeNumber { name } => {
                write!(formatter, "`{name}` is a whole number that is not negative.")
            }
            Self::NoFlag { name } => write!(formatter, "`{name}` is true or false."),
            Self::NoWording => formatter.write_str("`wording` is \"classic\" or \"revised\"."),
        }
    }
}
