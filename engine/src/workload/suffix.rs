//! Calculated suffixes: which of several shards a key belongs to, computed from the key.
//!
//! A reader of a sharded key must know its suffix. A random one must be looked for in all shards; one that is
//! calculated from an attribute that the reader knows is found at once.

/// How a suffix is calculated from a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// FNV-1a of 32 bits, which uses all suffixes alike.
    Hash,
    /// The product of the code points, which DynamoDB's guide proposes. Digits have factors 2 and 5, so most products
    /// are divisible by a round number of shards, and most keys end in one of them.
    /// Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-sharding.html>
    Product,
}

/// The suffix of a text, from 1 to `count`, which is at least one.
///
/// ```
/// use engine::workload::suffix::{Method, suffix};
///
/// assert_eq!(suffix(Method::Product, "O-1001", 200), 121);
/// assert_eq!(suffix(Method::Product, "O-1002", 200), suffix(Method::Product, "ORDER-77", 200));
/// assert_ne!(suffix(Method::Hash, "O-1002", 200), suffix(Method::Hash, "ORDER-77", 200));
/// ```
pub fn suffix(method: Method, text: &str, count: u64) -> u64 {
    let number = match method {
        Method::Hash => u64::from(fnv_1a(text.as_bytes())),
        Method::Product => text.chars().fold(1, |product, letter| {
            let factor = u128::from(u32::from(letter));
            u64::try_from(u128::from(product) * factor % u128::from(count))
                .expect("a remainder is below what divides")
        }),
    };
    number % count + 1
}

/// FNV-1a of 32 bits. Source: <http://www.isthe.com/chongo/tech/comp/fnv/>
fn fnv_1a(bytes: &[u8]) -> u32 {
    const OFFSET: u32 = 0x811c_9dc5;
    const PRIME: u32 = 0x0100_0193;
    bytes.iter().fold(OFFSET, |hash, &byte| (hash ^ u32::from(byte)).wrapping_mul(PRIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many suffixes of 200 occur, and how often the first and the most frequent do.
    fn spread(method: Method, texts: impl Iterator<Item = String>) -> (usize, u64, u64) {
        let mut counts = [0; 200];
        for text in texts {
            let suffix = suffix(method, &text, 200);
            counts[usize::try_from(suffix).expect("it is at most 200") - 1] += 1;
        }
        let used = counts.iter().filter(|&&count| count > 0).count();
        (used, counts[0], counts.into_iter().max().expect("there are 200"))
    }

    #[test]
    fn the_product_of_code_points_gives_the_suffixes_of_the_guide() {
        let texts = ["O-1001", "O-1002", "O-1003", "O-2001", "A1", "ORDER-77"];
        let suffixes = texts.map(|text| suffix(Method::Product, text, 200));
        assert_eq!(suffixes, [121, 1, 81, 1, 186, 1]);
    }

    #[test]
    fn products_leave_most_suffixes_unused() {
        let orders = || (1_000..10_000).map(|number| format!("O-{number}"));
        assert_eq!(spread(Method::Product, orders()), (39, 3_555, 3_555));
        let numbers = || (0..20_000).map(|number| format!("{:08}", 10_000_000 + number));
        assert_eq!(spread(Method::Product, numbers()), (25, 7_712, 7_712));
    }

    #[test]
    fn a_hash_uses_all_suffixes_alike() {
        let orders = (1_000..10_000).map(|number| format!("O-{number}"));
        let (used, _, most) = spread(Method::Hash, orders);
        assert_eq!((used, most), (200, 58));
    }

    #[test]
    fn fnv_1a_is_that_of_its_authors() {
        assert_eq!(
            ["", "a", "foobar"].map(|text| fnv_1a(text.as_bytes())),
            [0x811c_9dc5, 0xe40c_292c, 0xbf9c_f968]
        );
    }
}
