//! The price of bytes: reads in blocks of 4 KB, writes in blocks of 1 KB.

use crate::capacity::units::CapacityUnits;
use crate::model::bytes::Bytes;

/// Bytes that one read unit pays for. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html>
pub const READ_BLOCK: Bytes = Bytes(4_096);

/// Bytes that one write unit pays for. Source: <https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html>
pub const WRITE_BLOCK: Bytes = Bytes(1_024);

/// Whether a read sees every write that was acknowledged before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Consistency {
    /// Strongly consistent: one unit per block.
    Strong,
    /// Eventually consistent: half a unit per block.
    Eventual,
}

/// What a read of a number of bytes costs: blocks rounded up, at least one, halved if eventual.
///
/// ```
/// use engine::capacity::cost::{Consistency, read_units};
/// use engine::model::bytes::Bytes;
///
/// assert_eq!(read_units(Bytes(4_097), Consistency::Strong).to_string(), "2");
/// assert_eq!(read_units(Bytes(9_000), Consistency::Eventual).to_string(), "1.5");
/// ```
pub fn read_units(size: Bytes, consistency: Consistency) -> CapacityUnits {
    let blocks = blocks(size, READ_BLOCK);
    match consistency {
        Consistency::Strong => CapacityUnits::new(blocks),
        Consistency::Eventual => CapacityUnits::from_halves(blocks),
    }
}

/// What a write of a number of bytes costs: blocks rounded up, at least one.
///
/// ```
/// use engine::capacity::cost::write_units;
/// use engine::model::bytes::Bytes;
///
/// assert_eq!(write_units(Bytes(1_024)).to_string(), "1");
/// assert_eq!(write_units(Bytes(1_025)).to_string(), "2");
/// ```
pub fn write_units(size: Bytes) -> CapacityUnits {
    CapacityUnits::new(blocks(size, WRITE_BLOCK))
}

/// The size that counts towards a page of fetched items: whole read blocks.
pub(crate) fn rounded_to_read_block(size: Bytes) -> Bytes {
    Bytes(blocks(size, READ_BLOCK) * READ_BLOCK.0)
}

fn blocks(size: Bytes, block: Bytes) -> u64 {
    size.0.div_ceil(block.0).max(1)
}
