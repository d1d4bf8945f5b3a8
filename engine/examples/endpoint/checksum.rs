//! CRC-32 as in gzip and in `x-amz-crc32`.

/// The polynomial of IEEE 802.3, its bits in reverse.
const POLYNOMIAL: u32 = 0xEDB8_8320;

/// What each byte does to the rest of the sum.
static TABLE: [u32; 256] = table();

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut position = 0;
    let mut byte: u32 = 0;
    while position < table.len() {
        let mut rest = byte;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { (rest >> 1) ^ POLYNOMIAL } else { rest >> 1 };
            bit += 1;
        }
        table[position] = rest;
        position += 1;
        byte += 1;
    }
    table
}

/// The sum of bytes.
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    let step = |rest: u32, &byte: &u8| {
        let [lowest, ..] = rest.to_le_bytes();
        (rest >> 8) ^ TABLE[usize::from(lowest ^ byte)]
    };
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_that_the_service_sends() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b"<UnknownOperationException/>\n"), 3_552_371_480);
        assert_eq!(crc32(b"healthy: dynamodb.us-east-1.amazonaws.com "), 3_128_867_991);
    }
}
