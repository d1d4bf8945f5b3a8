//! Bits as letters and digits that are read aloud and typed without mistakes: Crockford's Base32.
//!
//! Source: <https://www.crockford.com/base32.html>.

/// How many bits a digit has.
pub(crate) const DIGIT_BITS: u32 = 5;

/// The digits, by their value. I, L, O and U are left out.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// How many digits are in a group.
const GROUP_LENGTH: usize = 4;

/// Writes bits as digits in groups of four. The last digit is filled with zeros.
pub(crate) fn write(bits: &[bool]) -> String {
    let digits = bits.chunks(DIGIT_BITS as usize).map(|chunk| {
        let bits = chunk.iter().copied().chain(std::iter::repeat(false));
        let value =
            bits.take(DIGIT_BITS as usize).fold(0, |value, bit| value << 1 | usize::from(bit));
        char::from(DIGITS[value])
    });
    let digits: Vec<char> = digits.collect();
    let groups: Vec<String> =
        digits.chunks(GROUP_LENGTH).map(|group| group.iter().collect()).collect();
    groups.join("-")
}

/// Reads digits as bits. Hyphens and spaces between them are skipped, small letters are as capital ones, O is 0, and I and L are 1.
/// `None` if there is any other character.
pub(crate) fn read(text: &str) -> Option<Vec<bool>> {
    let mut bits = Vec::new();
    for letter in
        text.chars().filter(|it| !matches!(it, '-' | '‐' | '‑' | '–') && !it.is_whitespace())
    {
        let letter = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            letter => letter,
        };
        let value = DIGITS.iter().position(|digit| char::from(*digit) == letter)?;
        bits.extend((0..DIGIT_BITS).rev().map(|bit| value >> bit & 1 == 1));
    }
    Some(bits)
}
