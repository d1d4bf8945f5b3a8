//! From deflate to the text.

use crate::session::share::deflate::bits::BitReader;
use crate::session::share::deflate::code::Decoder;
use crate::session::share::deflate::{
    DISTANCES, END, FIXED_DISTANCES, FIXED_LETTERS, InflateError, LENGTHS, ORDER, Range,
};

/// Restores a text of `size` bytes, and never makes room for more.
pub(super) fn inflate(
    bytes: &[u8],
    vocabulary: &[u8],
    size: usize,
) -> Result<Vec<u8>, InflateError> {
    let size_max = vocabulary.len() + size;
    let mut inflater =
        Inflater { bits: BitReader::new(bytes), output: vocabulary.to_vec(), size_max };
    while !inflater.block()? {}
    if !inflater.bits.is_at_end() {
        return Err(InflateError::Malformed);
    }
    match inflater.output.len() == size_max {
        true => Ok(inflater.output.split_off(vocabulary.len())),
        false => Err(InflateError::WrongSize),
    }
}

struct Inflater<'b> {
    bits: BitReader<'b>,
    /// The vocabulary, and what there is of the text.
    output: Vec<u8>,
    size_max: usize,
}

impl Inflater<'_> {
    /// Reads a block, and says whether it was the last.
    fn block(&mut self) -> Result<bool, InflateError> {
        let is_last = self.bits.take(1)? == 1;
        match self.bits.take(2)? {
            0 => self.stored()?,
            1 => {
                let letters = Decoder::new(&FIXED_LETTERS)?;
                self.coded(&letters, &Decoder::new(&FIXED_DISTANCES)?)?;
            }
            2 => {
                let (letters, distances) = self.tables()?;
                self.coded(&letters, &distances)?;
            }
            _ => return Err(InflateError::Malformed),
        }
        Ok(is_last)
    }

    /// Bytes as they are, behind their count and its complement.
    fn stored(&mut self) -> Result<(), InflateError> {
        let head = self.bits.take_bytes(4)?;
        let count = u16::from_le_bytes([head[0], head[1]]);
        if count != !u16::from_le_bytes([head[2], head[3]]) {
            return Err(InflateError::Malformed);
        }
        for &byte in self.bits.take_bytes(count.into())? {
            self.push(byte)?;
        }
        Ok(())
    }

    /// The codes of a block that brings its own.
    fn tables(&mut self) -> Result<(Decoder, Decoder), InflateError> {
        let letter_count = usize::from(self.bits.take(5)?) + 257;
        let count = letter_count + usize::from(self.bits.take(5)?) + 1;
        let mut of_lengths = [0; ORDER.len()];
        for &symbol in ORDER.iter().take(usize::from(self.bits.take(4)?) + 4) {
            of_lengths[symbol] = self.bits.take(3)?.to_le_bytes()[0];
        }
        let of_lengths = Decoder::new(&of_lengths)?;
        let mut lengths = Vec::new();
        while lengths.len() < count {
            let symbol = of_lengths.read(&mut self.bits)?;
            let (length, times) = match symbol {
                16 => (*lengths.last().ok_or(InflateError::Malformed)?, 3 + self.bits.take(2)?),
                17 => (0, 3 + self.bits.take(3)?),
                18 => (0, 11 + self.bits.take(7)?),
                length => (length.to_le_bytes()[0], 1),
            };
            lengths.resize(lengths.len() + usize::from(times), length);
        }
        if lengths.len() > count {
            return Err(InflateError::Malformed);
        }
        let (letters, distances) = lengths.split_at(letter_count);
        Ok((Decoder::new(letters)?, Decoder::new(distances)?))
    }

    /// Letters and copies up to the end of the block.
    fn coded(&mut self, letters: &Decoder, distances: &Decoder) -> Result<(), InflateError> {
        loop {
            let letter = letters.read(&mut self.bits)?;
            if letter == END {
                return Ok(());
            }
            if let Ok(byte) = u8::try_from(letter) {
                self.push(byte)?;
                continue;
            }
            let length = self.number(&LENGTHS, letter - END - 1)?;
            let symbol = distances.read(&mut self.bits)?;
            let distance = self.number(&DISTANCES, symbol)?;
            let start = self.output.len().checked_sub(distance).ok_or(InflateError::Malformed)?;
            for place in start..start + length {
                self.push(self.output[place])?;
            }
        }
    }

    /// The number that a symbol and the bits behind it stand for.
    fn number(&mut self, ranges: &[Range], symbol: usize) -> Result<usize, InflateError> {
        let (least, bits) = ranges.get(symbol).ok_or(InflateError::Malformed)?;
        Ok(usize::from(*least) + usize::from(self.bits.take(*bits)?))
    }

    fn push(&mut self, byte: u8) -> Result<(), InflateError> {
        if self.output.len() == self.size_max {
            return Err(InflateError::WrongSize);
        }
        self.output.push(byte);
        Ok(())
    }
}
