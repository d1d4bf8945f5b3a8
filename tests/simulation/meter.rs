//! The model's meters: for the reads and writes of each table and global index, what each partition may serve.
//!
//! The engine is asked where a key is placed and where a partition was split: neither is documented.

use std::collections::BTreeMap;

use crate::simulation::bill::Kind;
use crate::simulation::bucket::Bucket;
use crate::simulation::schema::Table;

/// A table, or a global index, whose reads or writes are metered.
pub type Place = (Table, Option<&'static str>, Kind);

/// The part of a request that one partition serves.
#[derive(Debug, Clone, PartialEq)]
pub struct Share {
    /// The table or index that serves it.
    pub place: Place,
    /// The hash of the partition key.
    pub hash: u64,
    /// Halves of units.
    pub halves: u64,
}

impl Share {
    /// Units as a number.
    pub fn units(&self) -> f64 {
        f64::from(u32::try_from(self.halves).expect("units are few")) / 2.0
    }
}

/// The meters that the model has.
pub type Meters = BTreeMap<Place, Meter>;

#[derive(Debug, Clone)]
pub struct Meter {
    mode: Mode,
    /// The most that a partition serves in a second, in units.
    ceiling: f64,
    is_adaptive: bool,
    burst_seconds: u64,
    /// Partitions by the hash with which each begins.
    partitions: BTreeMap<u64, Partition>,
    /// What all partitions served in the current second.
    window: Window,
}

/// The capacity mode.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Mode {
    /// Units per second.
    Provisioned(f64),
    /// Units that are served in a second: twice the previous peak.
    OnDemand(f64),
}

#[derive(Debug, Clone)]
struct Partition {
    bucket: Bucket,
    window: Window,
}

/// What was served in a second.
#[derive(Debug, Clone, Copy, Default)]
struct Window {
    second: u64,
    /// Units that were certainly served.
    units: f64,
    /// Units that were served here or by another partition.
    uncertain_units: f64,
}

/// What the model expects of a request to a partition.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Decision {
    /// It is below every limit.
    Admit,
    /// It is not.
    Reject(&'static str),
    /// It depends on what is not documented.
    Unknown,
}

impl Window {
    /// The units that belong to the second of a moment.
    fn at(self, now: u64) -> Self {
        let second = now / 1_000;
        if self.second == second { self } else { Self { second, ..Self::default() } }
    }

    /// Whether more units stay within a limit; `None` if that is not certain. A request that exceeds the limit alone must
    /// come first in its second.
    fn admits(self, units: f64, limit: f64, now: u64) -> Option<bool> {
        let window = self.at(now);
        let is_within = |used: f64| used == 0.0 || used + units <= limit;
        let least = is_within(window.units);
        (least == is_within(window.units + window.uncertain_units)).then_some(least)
    }

    fn add(&mut self, units: f64, now: u64) {
        *self = self.at(now);
        self.units += units;
    }

    fn add_uncertain(&mut self, units: f64, now: u64) {
        *self = self.at(now);
        self.uncertain_units += units;
    }
}

impl Meter {
    /// A meter of partitions that have served nothing.
    pub fn new(
        mode: Mode,
        (ceiling, is_adaptive, burst_seconds): (f64, bool, u64),
        starts: &[u64],
        now: u64,
    ) -> Self {
        let bucket = Bucket::new(mode.rate(starts.len()), burst_seconds, now);
        let partition = Partition { bucket, window: Window::default() };
        let partitions = starts.iter().map(|start| (*start, partition.clone())).collect();
        let window = Window::default();
        Self { mode, ceiling, is_adaptive, burst_seconds, partitions, window }
    }

    /// Fills all buckets until a moment.
    pub fn refill(&mut self, now: u64) {
        self.partitions.values_mut().for_each(|partition| partition.bucket.refill(now));
    }

    /// The partition of a hash: the hash with which it begins.
    pub fn partition_of(&self, hash: u64) -> u64 {
        let found = self.partitions.range(..=hash).next_back();
        *found.expect("the first partition begins with the first hash").0
    }

    /// The expected result of a request.
    pub fn decide(&self, hash: u64, units: f64, now: u64) -> Decision {
        if units == 0.0 {
            return Decision::Admit;
        }
        let own = self.partition_of(hash);
        let partition = &self.partitions[&own];
        let below_ceiling = partition.window.admits(units, self.ceiling, now);
        if below_ceiling == Some(false) {
            return Decision::Reject("the ceiling of the partition");
        }
        if let Mode::OnDemand(peak) = self.mode {
            return match (self.window.admits(units, peak, now), below_ceiling) {
                (Some(false), _) => Decision::Reject("twice the previous peak"),
                (Some(true), Some(_)) => Decision::Admit,
                (None, _) | (_, None) => Decision::Unknown,
            };
        }
        let lenders = || self.partitions.values().filter(|_| self.is_adaptive);
        let can_lend = lenders().any(|other| other.bucket.surplus().0 > 0.0);
        let may_lend = lenders().any(|other| other.bucket.surplus().1 > 0.0);
        match (partition.bucket.admits() || can_lend, partition.bucket.is_empty() && !may_lend) {
            (true, _) if below_ceiling.is_some() => Decision::Admit,
            (_, true) => Decision::Reject("what is provisioned"),
            (true | false, false) => Decision::Unknown,
        }
    }

    /// Records a request that was served.
    pub fn serve(&mut self, hash: u64, units: f64, now: u64) {
        if units == 0.0 {
            return;
        }
        let own = self.partition_of(hash);
        self.window.add(units, now);
        let partition = self.partitions.get_mut(&own).expect("it was found");
        partition.window.add(units, now);
        match self.mode {
            Mode::OnDemand(_) => return,
            Mode::Provisioned(_) if partition.bucket.admits() => {
                return partition.bucket.pay(units);
            }
            Mode::Provisioned(_) => {}
        }
        // The bucket itself, or one that lends, pays. Which one is not documented.
        let lends = |start: u64, bucket: &Bucket| match start == own {
            true => !bucket.is_empty(),
            false => self.is_adaptive && bucket.surplus().1 > 0.0,
        };
        let able: Vec<u64> = self
            .partitions
            .iter()
            .filter(|(start, partition)| lends(**start, &partition.bucket))
            .map(|(start, _)| *start)
            .collect();
        for start in &able {
            let bucket = &mut self.partitions.get_mut(start).expect("it was found").bucket;
            match able.len() {
                1 => bucket.pay(units),
                _ => bucket.may_pay(units),
            }
        }
    }

    /// Records a request for which the partition that served it is not known.
    pub fn serve_somewhere(&mut self, units: f64, now: u64) {
        self.window.add(units, now);
        for partition in self.partitions.values_mut() {
            partition.bucket.may_pay(units);
            partition.window.add_uncertain(units, now);
        }
    }

    /// Records what the engine shows: mode, and partitions with their balances. Fails if a balance is impossible.
    ///
    /// `can_change` says whether the throughput may have changed and changed back since the last observation.
    pub fn observe(
        &mut self,
        mode: Mode,
        shown: &[(u64, f64)],
        now: u64,
        can_change: bool,
    ) -> Result<(), String> {
        let has_time_passed = self.partitions.values().any(|it| it.bucket.at() != now);
        let has_changed = can_change || self.mode != mode || self.partitions.len() != shown.len();
        self.refill(now);
        self.change_mode(mode, self.partitions.len(), now);
        self.split(shown);
        self.change_mode(mode, shown.len(), now);
        let Mode::Provisioned(_) = mode else { return Ok(()) };
        for (start, balance) in shown {
            let partition = self.partitions.get_mut(start);
            let bucket = &mut partition.ok_or("partitions have merged")?.bucket;
            // It is not known when it changed.
            if has_time_passed && has_changed {
                bucket.forget();
            }
            bucket.observe(*balance)?;
        }
        Ok(())
    }

    /// Serves a number of partitions in another mode. A new provisioned mode begins with one second's worth.
    fn change_mode(&mut self, mode: Mode, partition_count: usize, now: u64) {
        let rate = mode.rate(partition_count);
        for partition in self.partitions.values_mut() {
            match (self.mode, mode) {
                (_, Mode::OnDemand(_)) => {}
                (Mode::OnDemand(_), Mode::Provisioned(_)) => {
                    partition.bucket = Bucket::new(rate, self.burst_seconds, now);
                }
                (Mode::Provisioned(_), Mode::Provisioned(_)) => partition.bucket.change_rate(rate),
            }
        }
        self.mode = mode;
    }

    /// Splits the partitions within which others begin.
    fn split(&mut self, shown: &[(u64, f64)]) {
        let mut by_parent: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        for (start, _) in shown.iter().filter(|(start, _)| !self.partitions.contains_key(start)) {
            by_parent.entry(self.partition_of(*start)).or_default().push(*start);
        }
        let lowest_rate = self.mode.rate(shown.len());
        for (parent, starts) in by_parent {
            let parent = self.partitions.get_mut(&parent).expect("it was found");
            let new_count = u32::try_from(starts.len()).expect("partitions are few");
            let bucket = parent.bucket.split(new_count, lowest_rate);
            let partition = Partition { bucket, window: Window::default() };
            self.partitions.extend(starts.into_iter().map(|start| (start, partition.clone())));
        }
    }
}

impl Mode {
    /// Units per second of each of a number of partitions.
    fn rate(self, partition_count: usize) -> f64 {
        let count = f64::from(u32::try_from(partition_count).expect("partitions are few"));
        match self {
            Self::Provisioned(units) => units / count,
            Self::OnDemand(_) => 0.0,
        }
    }
}
