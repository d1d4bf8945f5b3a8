//! Bytes whose chances are mixed, after PAQ: several views of what surrounds a byte each have a chance for each of its
//! bits, and weights, which learn from every bit, make one chance of these.
//!
//! A byte is a path in a tree, which its kind has: bytes that are frequent have short ones. Counts, bits and steps below
//! are those that made the page smallest.

use crate::slice::stop;

/// Views that keep a chance for each turn of a path.
const CHANCE_VIEWS: usize = 2;
/// Views that keep the byte that came last.
const LATEST_VIEWS: usize = 3;
/// All views.
pub(crate) const VIEW_COUNT: usize = CHANCE_VIEWS + LATEST_VIEWS;

/// How many places the memory of a view has. Surroundings may share one.
const PLACE_BITS: u32 = 18;
const PLACE_COUNT: usize = 1 << PLACE_BITS;

/// A tree has fewer nodes. The root is the first.
const NODE_COUNT: usize = 256;
const ROOT: usize = 1;

/// A path is no longer.
pub const PATH_LENGTH_MAX: u8 = 31;

/// Chances are 4096ths. One that is kept has below it how often it has learned; it begins even, which is kept as 0.
const CHANCE_BITS: u32 = 12;
const CHANCE_COUNT: usize = 1 << CHANCE_BITS;
const EVEN: u16 = 1 << (CHANCE_BITS - 1);
const TIMES_BITS: u32 = 4;
const TIMES_MASK: u16 = (1 << TIMES_BITS) - 1;

/// A chance that has learned more often than this learns as slowly as then.
const TIMES_MAX: u16 = 10;

/// A byte that came last is kept with how often it came in a row, up to this, in two bits.
const ROW_MAX: u16 = 3;

/// The trust that the last byte comes again, in 65536ths, depends on the row and on how far the path has followed it.
/// It moves by a 32nd of what it is off.
const DEPTH_MAX: usize = 3;
const TRUST_COUNT: usize = (ROW_MAX as usize + 1) * (DEPTH_MAX + 1);
const TRUST_EVEN: u16 = 1 << 15;
const TRUST_BITS: u32 = 5;

/// Chances are mixed where each is the logarithm of its odds, in 256ths, from -8 to 8.
const LOG_COUNT: usize = 4_096;
const LOG_EVEN: i32 = LOG_COUNT as i32 / 2;

/// Weights are 16384ths. None comes near what would overflow; if one did, `xtask` would panic instead of packing.
const WEIGHT_BITS: u32 = 14;
const FIRST_WEIGHT: i32 = (1 << WEIGHT_BITS) * 3 / 10;
/// A weight moves by a 64th of what the mixed chance is off, times the logarithm that it weighs.
const WEIGHT_STEP_BITS: u32 = DECISION_BITS + 8 + 6 - WEIGHT_BITS;

/// The mixed chance is in 65536ths.
pub(crate) const DECISION_BITS: u32 = 16;

/// Decides which way a path turns, where it turns right by this chance: packing knows it, unpacking reads it.
pub trait Decide {
    /// A byte begins, which has one of these paths.
    fn begin(&mut self, tree: &Tree);
    /// Whether the path turns right, of which this is the chance in 65536ths.
    fn is_right(&mut self, chance: u32) -> bool;
}

/// The bytes of one kind.
#[derive(Debug)]
pub struct Tree {
    /// Where a path goes on, left and right of each node: to a node, or to the complement of a byte.
    turns: [[i16; 2]; NODE_COUNT],
    /// The path of each byte, its first turn in the highest bit.
    paths: [u32; 256],
    weights: [[i32; VIEW_COUNT]; NODE_COUNT],
    trust: [[u16; TRUST_COUNT]; LATEST_VIEWS],
}

impl Tree {
    /// Without any byte.
    pub(crate) const fn new() -> Self {
        Self {
            turns: [[0; 2]; NODE_COUNT],
            paths: [0; 256],
            weights: [[0; VIEW_COUNT]; NODE_COUNT],
            trust: [[0; TRUST_COUNT]; LATEST_VIEWS],
        }
    }

    /// Grows from how long the path of each byte is, 0 where a byte has none: shorter paths stand left of longer ones.
    pub(crate) fn grow(&mut self, lengths: &[u8]) {
        self.turns.as_flattened_mut().fill(0);
        self.paths.fill(0);
        self.weights.as_flattened_mut().fill(FIRST_WEIGHT);
        self.trust.as_flattened_mut().fill(TRUST_EVEN);
        let (mut path, mut node_count) = (0_u32, ROOT as i16 + 1);
        for length in 1..=PATH_LENGTH_MAX {
            for (byte, kept) in self.paths.iter_mut().enumerate() {
                if lengths.get(byte) != Some(&length) {
                    continue;
                }
                *kept = path;
                let mut node = ROOT;
                for turn in 0..length {
                    let next = &mut self.turns[node % NODE_COUNT][turn_of(path << turn)];
                    if turn == length - 1 {
                        *next = !(byte as i16);
                    } else {
                        if *next == 0 {
                            *next = node_count;
                            node_count += 1;
                        }
                        // What is damaged may be no tree.
                        if *next < 0 || *next as usize >= NODE_COUNT {
                            stop();
                        }
                        node = *next as usize;
                    }
                }
                path = path.wrapping_add(1 << (32 - length));
            }
        }
    }

    /// The path of a byte, its first turn in the highest bit.
    pub fn path(&self, byte: u8) -> u32 {
        self.paths[usize::from(byte)]
    }
}

/// The highest bit.
fn turn_of(path: u32) -> usize {
    (path >> 31) as usize
}

/// What all kinds know together.
#[derive(Debug)]
pub(crate) struct Mixer {
    chances: [[u16; PLACE_COUNT]; CHANCE_VIEWS],
    latest: [[u16; PLACE_COUNT]; LATEST_VIEWS],
    /// Chances of logarithms, and logarithms of chances.
    chance_of: [u16; LOG_COUNT],
    log_of: [i16; CHANCE_COUNT],
}

impl Mixer {
    /// Knows nothing, not even logarithms: see [`Self::begin`].
    pub(crate) const fn new() -> Self {
        Self {
            chances: [[0; PLACE_COUNT]; CHANCE_VIEWS],
            latest: [[0; PLACE_COUNT]; LATEST_VIEWS],
            chance_of: [0; LOG_COUNT],
            log_of: [0; CHANCE_COUNT],
        }
    }

    /// Forgets everything, and fills the tables by sums, products and quotients alone: these give the same bits
    /// everywhere.
    pub(crate) fn begin(&mut self) {
        // e to the power of a 256th.
        const ODDS_OF_STEP: f64 = 1.003_913_889_338_347_6;
        const CERTAIN: f64 = (1 << DECISION_BITS) as f64;
        self.chances.as_flattened_mut().fill(0);
        self.latest.as_flattened_mut().fill(0);
        let mut odds = 1.0;
        let (below, above) = self.chance_of.split_at_mut(LOG_COUNT / 2);
        for (below, above) in below.iter_mut().rev().zip(above) {
            *above = (CERTAIN * odds / (1.0 + odds)) as u16;
            odds *= ODDS_OF_STEP;
            *below = (CERTAIN / (1.0 + odds)) as u16;
        }
        let mut log = 0;
        for (chance, its) in self.log_of.iter_mut().enumerate() {
            let chance = (chance << (DECISION_BITS - CHANCE_BITS)) as u16;
            while self.chance_of.get(log).is_some_and(|&other| other < chance) {
                log += 1;
            }
            *its = (log as i32 - LOG_EVEN) as i16;
        }
    }

    /// Moves a byte, of which each view sees this.
    pub(crate) fn byte(
        &mut self,
        tree: &mut Tree,
        views: [u32; VIEW_COUNT],
        with: &mut impl Decide,
    ) -> u8 {
        with.begin(tree);
        let places = views.map(|view| (view >> (32 - PLACE_BITS)) as usize);
        let mut latest = [Latest::default(); LATEST_VIEWS];
        for (view, latest) in latest.iter_mut().enumerate() {
            let kept = self.latest[view][places[CHANCE_VIEWS + view] % PLACE_COUNT];
            let path = tree.paths[usize::from(kept >> 2) & 0xff];
            let followed = -i32::from(kept != 0);
            *latest = Latest { followed, path, row: usize::from(kept & ROW_MAX) };
        }
        let (mut node, mut depth) = (ROOT, 0);
        let byte = loop {
            let logs = self.logs(tree, &places, &latest, node, depth);
            let weights = &mut tree.weights[node % NODE_COUNT];
            let sum: i32 = logs.iter().zip(weights.iter()).map(|(log, weight)| log * weight).sum();
            let log = (sum >> WEIGHT_BITS).clamp(-LOG_EVEN, LOG_EVEN - 1) + LOG_EVEN;
            let chance = u32::from(self.chance_of[log as usize % LOG_COUNT]);
            let is_right = with.is_right(chance);

            let off = (i32::from(is_right) << DECISION_BITS) - chance as i32;
            for (weight, log) in weights.iter_mut().zip(logs) {
                *weight += (off * log + (1 << (WEIGHT_STEP_BITS - 1))) >> WEIGHT_STEP_BITS;
            }
            for (chances, place) in self.chances.iter_mut().zip(places) {
                learn(&mut chances[(place ^ node) % PLACE_COUNT], is_right);
            }
            for (latest, trust) in latest.iter_mut().zip(&mut tree.trust) {
                latest.learn(is_right, &mut trust[latest.trust(depth)]);
            }
            depth = (depth + 1).min(DEPTH_MAX);
            let next = tree.turns[node % NODE_COUNT][usize::from(is_right)];
            if next <= 0 {
                break !next as u8;
            }
            node = next as usize;
        };
        for (view, latest) in self.latest.iter_mut().enumerate() {
            let kept = &mut latest[places[CHANCE_VIEWS + view] % PLACE_COUNT];
            let row = if *kept >> 2 == u16::from(byte) { (*kept & ROW_MAX) + 1 } else { 1 };
            *kept = u16::from(byte) << 2 | row.min(ROW_MAX);
        }
        byte
    }

    /// The logarithm of the odds that each view gives a turn to the right.
    #[inline(always)]
    fn logs(
        &self,
        tree: &Tree,
        places: &[usize; VIEW_COUNT],
        latest: &[Latest; LATEST_VIEWS],
        node: usize,
        depth: usize,
    ) -> [i32; VIEW_COUNT] {
        let log = |chance: u16| i32::from(self.log_of[usize::from(chance) % CHANCE_COUNT]);
        let mut logs = [0; VIEW_COUNT];
        for (view, chances) in self.chances.iter().enumerate() {
            let kept = chances[(places[view] ^ node) % PLACE_COUNT];
            logs[view] = log((kept >> TIMES_BITS) ^ EVEN);
        }
        for (view, latest) in latest.iter().enumerate() {
            let its = log(tree.trust[view][latest.trust(depth)] >> (DECISION_BITS - CHANCE_BITS));
            // A path that turns left makes it negative.
            let sign = !(latest.path as i32 >> 31);
            logs[CHANCE_VIEWS + view] = ((its ^ sign) - sign) & latest.followed;
        }
        logs
    }
}

/// Moves a chance towards what came: by almost all of what it is off at first, and less each time.
#[inline(always)]
fn learn(kept: &mut u16, is_right: bool) {
    const STEPS: [i32; TIMES_MASK as usize + 1] = {
        let mut steps = [0; TIMES_MASK as usize + 1];
        let mut times = 0;
        while times < steps.len() {
            steps[times] = (1 << 16) * 10 / (16 + 10 * times as i32);
            times += 1;
        }
        steps
    };
    let times = *kept & TIMES_MASK;
    let chance = i32::from((*kept >> TIMES_BITS) ^ EVEN);
    let target = if is_right { CHANCE_COUNT as i32 - 1 } else { 0 };
    let chance = chance + (((target - chance) * STEPS[usize::from(times)]) >> 16);
    *kept = (chance as u16 ^ EVEN) << TIMES_BITS | (times + 1).min(TIMES_MAX);
}

/// The byte that came last where a view sees the same. Whether it comes again is not foreseen by processors either: all
/// of this does without branches.
#[derive(Debug, Clone, Copy, Default)]
struct Latest {
    /// All bits as long as the path is that byte's, then none.
    followed: i32,
    path: u32,
    row: usize,
}

impl Latest {
    /// Which trust it is in at a depth.
    #[inline(always)]
    fn trust(self, depth: usize) -> usize {
        (self.row * (DEPTH_MAX + 1) + depth) % TRUST_COUNT
    }

    #[inline(always)]
    fn learn(&mut self, is_right: bool, trust: &mut u16) {
        let is_same = -i32::from(turn_of(self.path) == usize::from(is_right));
        let target = is_same & i32::from(u16::MAX);
        let off = target - i32::from(*trust);
        *trust = (i32::from(*trust) + ((off >> TRUST_BITS) & self.followed)) as u16;
        self.followed &= is_same;
        self.path <<= 1;
    }
}
