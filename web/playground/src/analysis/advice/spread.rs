//! How many suffixes spread a key over partitions so that none of them is asked for more than it serves.

use engine::model::attribute_value::AttributeValue;
use engine::model::key::KeySchema;
use engine::throughput::view::PartitionThroughput;

use crate::analysis::advice::case::Case;

/// Suffixes for each partition that a key needs. Model: then two of them may lie in one partition.
const SUFFIXES_PER_PARTITION: u64 = 2;

/// The most suffixes that are proposed. Source: the guide spreads a day over 200.
pub(crate) const SUFFIX_COUNT_MAX: u64 = 200;

/// Standard deviations of what chance sends to a partition in a second that it has to serve, too. Model.
const DEVIATION_COUNT: u128 = 3;

/// Numbers of suffixes for a key that needs so many units a second, the smallest first: if one is not enough, the next, about twice as
/// many, may be. The partitions of the run decide which numbers are enough; where that is not known, the first is a guess.
pub(super) fn suffix_counts(case: &Case<'_>, key: &str, needed: u64) -> Vec<u64> {
    let ceiling = case.context.ceiling(case.kind).max(1);
    let least = needed.div_ceil(ceiling).max(1).saturating_mul(SUFFIXES_PER_PARTITION);
    let mut next = least.min(SUFFIX_COUNT_MAX);
    let mut counts = Vec::new();
    while let Some(count) = (next..=SUFFIX_COUNT_MAX).find(|it| is_enough(case, key, needed, *it)) {
        counts.push(count);
        next = if count < SUFFIX_COUNT_MAX { (count * 2).min(SUFFIX_COUNT_MAX) } else { count + 1 };
    }
    if counts.is_empty() { vec![least.min(SUFFIX_COUNT_MAX)] } else { counts }
}

/// Whether each partition serves the suffixes that lie in it, beside its part of all other requests.
fn is_enough(case: &Case<'_>, key: &str, needed: u64, count: u64) -> bool {
    let schema = match case.index {
        None => &case.context.table.schema.key,
        Some(index) => &index.schema.key,
    };
    let partitions = case.measured.map(|it| it.partitions.as_slice()).unwrap_or_default();
    let mut suffixes = vec![0_u128; partitions.len()];
    for suffix in 1..=count {
        let place = place_of(schema, partitions, &format!("{key}.{suffix}"));
        // A key of several attributes, or of numbers.
        let Some(place) = place else { return true };
        suffixes[place] += 1;
    }
    let (needed, count) = (u128::from(needed), u128::from(count));
    let rest = u128::from(case.peak(case.kind).0).saturating_sub(needed);
    let rest = rest / (partitions.len() as u128).max(1);
    suffixes.into_iter().all(|own| {
        let variance = needed * own * (count - own) / (count * count);
        let asked = (needed * own).div_ceil(count) + rest + DEVIATION_COUNT * variance.isqrt();
        asked <= case.context.ceiling(case.kind).into()
    })
}

/// The position of the partition in which a key is, if that is one text.
pub(crate) fn place_of(
    schema: &KeySchema,
    partitions: &[PartitionThroughput],
    key: &str,
) -> Option<usize> {
    let [attribute] = schema.partition.as_slice() else { return None };
    let value = AttributeValue::S(key.into());
    let item = [(attribute.name.clone(), value)].into_iter().collect();
    let alone = KeySchema { partition: vec![attribute.clone()], sort: Vec::new() };
    let hash = alone.position_of(&item)?.hash();
    partitions.iter().rposition(|partition| partition.first_hash <= hash)
}
