//! The names of requests, which a person quotes when something went wrong.

use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::api::protocol;

/// Seeds of this process: what the standard library draws for its maps is different each time.
static SEEDS: LazyLock<[RandomState; 2]> =
    LazyLock::new(|| [RandomState::new(), RandomState::new()]);

static COUNT: AtomicU64 = AtomicU64::new(0);

/// A name that no other request of this process has.
pub(crate) fn next() -> String {
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let [high, low] = [SEEDS[0].hash_one(count), SEEDS[1].hash_one(count)];
    protocol::request_id((u128::from(high) << 64) | u128::from(low))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_have_the_length_of_the_services() {
        let names: std::collections::BTreeSet<_> = (0..1_000).map(|_| next()).collect();
        assert_eq!(names.len(), 1_000);
        let is_fine = |name: &String| {
            name.len() == 52
                && name.chars().all(|it| it.is_ascii_uppercase() || it.is_ascii_digit())
        };
        assert!(names.iter().all(is_fine), "{names:?}");
    }
}
