//! Bits in the order of deflate: from the lowest of each byte.

use crate::session::share::deflate::InflateError;

/// Bits that are written.
#[derive(Debug, Default)]
pub(super) struct BitWriter {
    bytes: Vec<u8>,
    /// Bits that make no byte yet.
    rest: u32,
    rest_count: u8,
}

impl BitWriter {
    /// Writes the lowest `count` bits of a number, at most 16.
    pub(super) fn put(&mut self, bits: u16, count: u8) {
        self.rest |= u32::from(bits) << self.rest_count;
        self.rest_count += count;
        while self.rest_count >= 8 {
            let [byte, ..] = self.rest.to_le_bytes();
            self.bytes.push(byte);
            self.rest >>= 8;
            self.rest_count -= 8;
        }
    }

    /// All bytes, the last filled up with zeros.
    pub(super) fn finish(mut self) -> Vec<u8> {
        self.put(0, 7);
        self.bytes
    }
}

/// Bits that are read.
#[derive(Debug)]
pub(super) struct BitReader<'b> {
    bytes: &'b [u8],
    /// Bits that have been read.
    at: usize,
}

impl<'b> BitReader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Reads a number of `count` bits, at most 16.
    pub(super) fn take(&mut self, count: u8) -> Result<u16, InflateError> {
        let mut number = 0;
        for place in 0..count {
            let byte = *self.bytes.get(self.at / 8).ok_or(InflateError::Malformed)?;
            number |= u16::from(byte >> (self.at % 8) & 1) << place;
            self.at += 1;
        }
        Ok(number)
    }

    /// Goes to the next full byte, and reads so many of them.
    pub(super) fn take_bytes(&mut self, count: usize) -> Result<&'b [u8], InflateError> {
        let start = self.at.div_ceil(8);
        let bytes = self.bytes.get(start..start + count).ok_or(InflateError::Malformed)?;
        self.at = (start + count) * 8;
        Ok(bytes)
    }

    /// Whether no byte is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.at.div_ceil(8) == self.bytes.len()
    }
}
