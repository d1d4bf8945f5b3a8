//! Decisions that were packed with their chances: a range coder, as LZMA has it.

/// A byte more is read whenever the range has become this small.
pub const RANGE_MIN: u32 = 1 << 24;

/// Reads decisions from bytes, of which more may arrive between two of them. After the last one there are zeros.
#[derive(Debug)]
pub(crate) struct Reader {
    range: u32,
    code: u32,
    /// Where the next byte is read.
    pub(crate) position: usize,
}

impl Reader {
    /// Nothing is read before [`Self::begin`].
    pub(crate) const fn new() -> Self {
        Self { range: 0, code: 0, position: 0 }
    }

    pub(crate) fn begin(&mut self, packed: &[u8], position: usize) {
        *self = Self { range: u32::MAX, code: 0, position };
        for _ in 0..4 {
            self.take(packed);
        }
    }

    /// Reads a decision. It is true where the code stands below this part of the range.
    #[inline(always)]
    pub(crate) fn is_below(&mut self, packed: &[u8], bound: u32) -> bool {
        let is_below = self.code < bound;
        if is_below {
            self.range = bound;
        } else {
            self.code -= bound;
            self.range -= bound;
        }
        while self.range < RANGE_MIN {
            self.range <<= 8;
            self.take(packed);
        }
        is_below
    }

    pub(crate) fn range(&self) -> u32 {
        self.range
    }

    /// Reads a bit that is as likely as not.
    pub(crate) fn even(&mut self, packed: &[u8]) -> u32 {
        let bound = self.range >> 1;
        // The halves of LZMA are equal: a last odd place belongs to none.
        self.range = bound << 1;
        u32::from(!self.is_below(packed, bound))
    }

    #[inline(always)]
    fn take(&mut self, packed: &[u8]) {
        self.code = self.code << 8 | packed.get(self.position).map_or(0, |&byte| u32::from(byte));
        self.position += 1;
    }
}
