//! How hot a partition is: what it served and throttled second by second, and which keys were requested most.

use crate::capacity::units::CapacityUnits;
use crate::clock::Timestamp;
use crate::model::item::Image;
use crate::receipt::UnitKind;

/// Seconds that are remembered. Model: as many as a screen shows.
pub const SECOND_COUNT_MAX: usize = 120;

/// Keys that are counted for each partition and kind. Model: enough to name what makes it hot.
pub const HOT_KEY_COUNT_MAX: usize = 4;

/// A partition is hot in a second in which it served so many hundredths of its ceiling. Model: the service does not say.
const HOT_PERCENT: u64 = 90;

/// The heat of one partition.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Heat {
    /// The latest seconds in which there was anything, oldest first.
    pub(crate) samples: Vec<SecondSample>,
    /// How many seconds in a row were hot, up to the one before the last.
    pub(crate) hot_seconds: u64,
    pub(crate) read_keys: HotKeys,
    pub(crate) write_keys: HotKeys,
}

/// One second of a partition.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SecondSample {
    /// Which second of virtual time, from zero.
    pub second: u64,
    /// Read units served.
    pub read: CapacityUnits,
    /// Write units served.
    pub write: CapacityUnits,
    /// Reads throttled.
    pub read_throttled_count: u32,
    /// Writes throttled.
    pub write_throttled_count: u32,
    /// Read units that throttled requests asked for.
    pub read_throttled: CapacityUnits,
    /// Write units that throttled requests asked for.
    pub write_throttled: CapacityUnits,
    /// Whether the partition reached its ceiling, or nearly so.
    pub is_hot: bool,
}

/// The keys of a partition that are asked for most.
///
/// Counts halve with each second. A key that is not among them takes the place of the least, with its count as a
/// possible error: what is really hot is never missed (the "space-saving" algorithm).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct HotKeys {
    pub(crate) keys: Vec<HotKey>,
    /// The sum of all counts, of these keys and others, in halves of units.
    pub(crate) total: u64,
    pub(crate) second: u64,
}

/// A partition key that is asked for often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct HotKey {
    /// Its hash, by which positions begin.
    pub(crate) hash: u64,
    /// An item with this key, if one was met.
    pub(crate) item: Option<Image>,
    /// Halves of units, at most.
    pub(crate) count: u64,
    /// By how much that may be too many.
    pub(crate) error: u64,
}

impl SecondSample {
    /// Units served.
    pub fn units(&self, kind: UnitKind) -> CapacityUnits {
        match kind {
            UnitKind::Read => self.read,
            UnitKind::Write => self.write,
        }
    }

    /// Units asked for: those served, and those of throttled requests.
    pub fn asked(&self, kind: UnitKind) -> CapacityUnits {
        match kind {
            UnitKind::Read => self.read + self.read_throttled,
            UnitKind::Write => self.write + self.write_throttled,
        }
    }

    /// Requests throttled.
    pub fn throttled_count(&self, kind: UnitKind) -> u32 {
        match kind {
            UnitKind::Read => self.read_throttled_count,
            UnitKind::Write => self.write_throttled_count,
        }
    }
}

impl Heat {
    /// Notes that so much was served of a key, or of several, and of a ceiling in units per second.
    pub(crate) fn serve(
        &mut self,
        kind: UnitKind,
        units: CapacityUnits,
        (hash, item): (Option<u64>, Option<&Image>),
        ceiling: u64,
        now: Timestamp,
    ) {
        let sample = self.current_second(now);
        let served = match kind {
            UnitKind::Read => &mut sample.read,
            UnitKind::Write => &mut sample.write,
        };
        *served += units;
        let hot_halves = ceiling.saturating_mul(2).saturating_mul(HOT_PERCENT) / 100;
        sample.is_hot |= served.halves() >= hot_halves;
        let keys = match kind {
            UnitKind::Read => &mut self.read_keys,
            UnitKind::Write => &mut self.write_keys,
        };
        keys.count(hash, item, units.halves(), now.second());
    }

    /// Counts a request that was throttled, and whether that was for the partition's own ceiling.
    pub(crate) fn reject(
        &mut self,
        kind: UnitKind,
        units: CapacityUnits,
        is_ceiling: bool,
        now: Timestamp,
    ) {
        let sample = self.current_second(now);
        match kind {
            UnitKind::Read => {
                sample.read_throttled_count += 1;
                sample.read_throttled += units;
            }
            UnitKind::Write => {
                sample.write_throttled_count += 1;
                sample.write_throttled += units;
            }
        }
        sample.is_hot |= is_ceiling;
    }

    /// The kind of units of which more was served in the latest second.
    pub(crate) fn main_kind(&self) -> UnitKind {
        match self.samples.last() {
            Some(sample) if sample.read > sample.write => UnitKind::Read,
            Some(_) | None => UnitKind::Write,
        }
    }

    /// Whether it has been hot for so many seconds in a row; never for none.
    pub(crate) fn is_hot_for(&self, seconds: u64) -> bool {
        seconds > 0 && self.hot_seconds >= seconds
    }

    pub(crate) fn keys(&self, kind: UnitKind) -> &HotKeys {
        match kind {
            UnitKind::Read => &self.read_keys,
            UnitKind::Write => &self.write_keys,
        }
    }

    /// What a partition that is split keeps: what it served and throttled before. Its keys are counted anew, and so are the
    /// seconds in which it is hot.
    pub(crate) fn past(&self) -> Self {
        let samples = self.samples.iter().map(|sample| SecondSample { is_hot: false, ..*sample });
        Self { samples: samples.collect(), ..Self::default() }
    }

    /// The running second.
    fn current_second(&mut self, now: Timestamp) -> &mut SecondSample {
        let second = now.second();
        let last = self.samples.last().copied();
        if last.is_none_or(|last| last.second != second) {
            let was_hot = last.is_some_and(|last| last.is_hot && last.second + 1 == second);
            self.hot_seconds = if was_hot { self.hot_seconds + 1 } else { 0 };
            if self.samples.len() == SECOND_COUNT_MAX {
                self.samples.remove(0);
            }
            self.samples.push(SecondSample { second, ..SecondSample::default() });
        }
        self.samples.last_mut().expect("one was put there if there was none")
    }
}

impl HotKeys {
    fn count(&mut self, hash: Option<u64>, item: Option<&Image>, halves: u64, second: u64) {
        self.cool(second);
        self.total += halves;
        let Some(hash) = hash else { return };
        if let Some(key) = self.keys.iter_mut().find(|key| key.hash == hash) {
            key.count += halves;
            if key.item.is_none() {
                key.item = item.cloned();
            }
            return;
        }
        let new = HotKey { hash, item: item.cloned(), count: halves, error: 0 };
        if self.keys.len() < HOT_KEY_COUNT_MAX {
            self.keys.push(new);
        } else if let Some(least) = self.keys.iter_mut().min_by_key(|key| key.count) {
            *least = HotKey { count: least.count + halves, error: least.count, ..new };
        }
    }

    fn cool(&mut self, second: u64) {
        let age = (second - self.second.min(second)).min(63);
        if age > 0 {
            self.total >>= age;
            for key in &mut self.keys {
                key.count >>= age;
                key.error >>= age;
            }
        }
        self.second = second;
    }

    /// The key that is asked for more than all others together.
    pub(crate) fn dominant(&self) -> Option<&HotKey> {
        self.keys.iter().find(|key| (key.count - key.error) * 2 > self.total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_with_more_than_half_is_found_among_many() {
        let mut keys = HotKeys::default();
        for turn in 0..1_000 {
            let hash = if turn % 5 < 3 { 7 } else { 1_000 + turn };
            keys.count(Some(hash), None, 2, turn / 250);
        }
        assert_eq!(keys.dominant().map(|key| key.hash), Some(7));
    }

    #[test]
    fn seconds_in_a_row_are_counted() {
        let mut heat = Heat::default();
        let serve = |heat: &mut Heat, second: u64, units: u64| {
            let units = CapacityUnits::new(units);
            heat.serve(UnitKind::Write, units, (Some(1), None), 10, Timestamp(second * 1_000));
        };
        for second in 0..5 {
            serve(&mut heat, second, 9);
        }
        assert_eq!(heat.hot_seconds, 4);
        serve(&mut heat, 5, 8);
        serve(&mut heat, 6, 9);
        assert_eq!(heat.hot_seconds, 0);
    }
}
