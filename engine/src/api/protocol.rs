//! What HTTP adds to a call, wherever a client is answered: the target that names the operation, the name of the
//! request and the checksum of the reply. Knows no socket and no header.

use crate::operation::Operation;

/// The media type of requests and replies. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html>
pub const MEDIA_TYPE: &str = "application/x-amz-json-1.0";

/// The letters of base 32 with digits first.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHIJKLMNOPQRSTUV";

/// Letters that differ from request to request.
const NAME_LENGTH: usize = 26;

/// With what the names of the service's requests end. Observed: in replies of several Regions.
const NAME_END: &str = "VV4KQNSO5AEMVJF66Q9ASUAAJG";

/// The polynomial of IEEE 802.3, its bits in reverse.
const POLYNOMIAL: u32 = 0xEDB8_8320;

/// What each byte does to the rest of a checksum.
static REMAINDERS: [u32; 256] = remainders();

/// The operation that `X-Amz-Target` names, such as `DynamoDB_20120810.PutItem`; none if there is no such operation.
///
/// ```
/// use engine::operation::Operation;
/// use engine::api::protocol::operation;
///
/// assert_eq!(operation("DynamoDB_20120810.PutItem"), Some(Operation::PutItem));
/// assert_eq!(operation("DynamoDBStreams_20120810.GetRecords"), Some(Operation::GetRecords));
/// assert_eq!(operation("DynamoDB_20120810.GetRecords"), None);
/// ```
pub fn operation(target: &str) -> Option<Operation> {
    let (interface, name) = target.split_once('.')?;
    let operation = Operation::from_name(name)?;
    let expected = match operation.is_of_streams() {
        false => "DynamoDB_20120810",
        true => "DynamoDBStreams_20120810",
    };
    (interface == expected).then_some(operation)
}

/// The name of a request for `x-amzn-RequestId`, as long as the service's: other bits, another name.
pub fn request_id(bits: u128) -> String {
    let digit = |place: usize| {
        let [lowest, ..] = (bits >> (5 * place)).to_le_bytes();
        char::from(LETTERS[usize::from(lowest % 32)])
    };
    (0..NAME_LENGTH).map(digit).chain(NAME_END.chars()).collect()
}

/// CRC-32 of the bytes of a reply as they are sent, for `x-amz-crc32`. It is that of gzip, too.
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |rest: u32, &byte: &u8| {
        let [lowest, ..] = rest.to_le_bytes();
        (rest >> 8) ^ REMAINDERS[usize::from(lowest ^ byte)]
    };
    !bytes.iter().fold(!0, step)
}

const fn remainders() -> [u32; 256] {
    let mut remainders = [0; 256];
    let mut position = 0;
    let mut byte: u32 = 0;
    while position < remainders.len() {
        let mut rest = byte;
        let mut bit = 0;
        while bit < 8 {
            rest = if rest & 1 == 1 { (rest >> 1) ^ POLYNOMIAL } else { rest >> 1 };
            bit += 1;
        }
        remainders[position] = rest;
        position += 1;
        byte += 1;
    }
    remainders
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksums_are_those_that_the_service_sends() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc32(b"<UnknownOperationException/>\n"), 3_552_371_480);
        assert_eq!(crc32(b"healthy: dynamodb.us-east-1.amazonaws.com "), 3_128_867_991);
    }

    #[test]
    fn every_operation_has_a_target_under_one_of_the_two_names() {
        for known in Operation::ALL {
            let targets = ["DynamoDB_20120810", "DynamoDBStreams_20120810"]
                .map(|interface| operation(&format!("{interface}.{}", known.name())));
            assert_eq!(targets.into_iter().flatten().collect::<Vec<_>>(), [known]);
        }
        for unknown in ["", "PutItem", "DynamoDB_20120810.", "DynamoDB_20111205.PutItem"] {
            assert_eq!(operation(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn names_of_requests_differ_in_their_first_half() {
        assert_eq!(request_id(0), format!("{:0>26}{NAME_END}", ""));
        assert_eq!(request_id(31 << 5), format!("0V{:0>24}{NAME_END}", ""));
        assert_eq!(request_id(u128::MAX).len(), 52);
    }
}
