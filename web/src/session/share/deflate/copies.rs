//! What repeats in a text: bytes that have stood before become copies.

/// Bytes that a copy has at least and at most. Source: RFC 1951, 3.2.5
const LENGTH: (usize, usize) = (3, 258);

/// Bytes between a copy and what it repeats, at most. Source: RFC 1951, 3.2.5
const DISTANCE_MAX: usize = 32_768;

/// Bytes between a copy of the least length and what it repeats. Model: from farther away it costs more than its letters.
const SHORTEST_DISTANCE_MAX: usize = 4_096;

/// Earlier places that are looked at for a copy. Model: more shorten a link by less than a hundredth.
const PLACE_COUNT_MAX: usize = 512;

/// Bits of the sum by which places are found again.
const HASH_BITS: u32 = 15;

/// A part of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// A byte as it is.
    Letter(u8),
    /// What has stood before.
    Copy {
        /// Bytes.
        length: u16,
        /// How many bytes before.
        distance: u16,
    },
}

/// The steps of a text from `start`; what stands before is known to the reader.
pub(super) fn steps(text: &[u8], start: usize) -> Vec<Step> {
    let mut places = Places::new(text);
    (0..start).for_each(|place| places.put(place));
    let (mut steps, mut place) = (Vec::new(), start);
    let mut copy = places.longest_copy(place);
    while place < text.len() {
        places.put(place);
        let next = places.longest_copy(place + 1);
        // A copy waits if the one that begins a byte later is longer.
        if copy.length < LENGTH.0 || next.length > copy.length {
            steps.push(Step::Letter(text[place]));
            place += 1;
            copy = next;
            continue;
        }
        steps.push(copy.step());
        (place + 1..place + copy.length).for_each(|place| places.put(place));
        place += copy.length;
        copy = places.longest_copy(place);
    }
    steps
}

#[derive(Debug, Clone, Copy, Default)]
struct Copy {
    length: usize,
    distance: usize,
}

impl Copy {
    fn step(self) -> Step {
        let narrow = |number| u16::try_from(number).expect("copies are short and near");
        Step::Copy { length: narrow(self.length), distance: narrow(self.distance) }
    }
}

/// Where three bytes have stood. A place is counted from 1, so that 0 is none.
struct Places<'t> {
    text: &'t [u8],
    /// The last place with each hash.
    last: Vec<usize>,
    /// The place before each place that has the same hash.
    before: Vec<usize>,
}

impl<'t> Places<'t> {
    fn new(text: &'t [u8]) -> Self {
        Self { text, last: vec![0; 1 << HASH_BITS], before: vec![0; text.len()] }
    }

    fn hash(&self, place: usize) -> Option<usize> {
        let bytes = self.text.get(place..place + LENGTH.0)?;
        let sum = bytes.iter().fold(0_u32, |sum, byte| sum << 8 | u32::from(*byte));
        Some((sum.wrapping_mul(0x9E37_79B1) >> (32 - HASH_BITS)) as usize)
    }

    fn put(&mut self, place: usize) {
        if let Some(hash) = self.hash(place) {
            self.before[place] = self.last[hash];
            self.last[hash] = place + 1;
        }
    }

    /// The longest copy that can begin at a place that has not been put in.
    fn longest_copy(&self, place: usize) -> Copy {
        let mut longest = Copy::default();
        let Some(hash) = self.hash(place) else { return longest };
        let mut earlier = self.last[hash];
        for _ in 0..PLACE_COUNT_MAX {
            let Some(start) = earlier.checked_sub(1) else { break };
            let distance = place - start;
            if distance > DISTANCE_MAX {
                break;
            }
            let length = self.length_of_same(start, place);
            let is_worth_it =
                length > LENGTH.0 || length == LENGTH.0 && distance <= SHORTEST_DISTANCE_MAX;
            if is_worth_it && length > longest.length {
                longest = Copy { length, distance };
            }
            if length == LENGTH.1 {
                break;
            }
            earlier = self.before[start];
        }
        longest
    }

    /// How many bytes are the same from two places.
    fn length_of_same(&self, earlier: usize, later: usize) -> usize {
        let pairs = self.text[earlier..].iter().zip(&self.text[later..]);
        pairs.take(LENGTH.1).take_while(|(earlier, later)| earlier == later).count()
    }
}
