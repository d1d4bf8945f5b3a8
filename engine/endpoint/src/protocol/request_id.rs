//! The names of requests, by which a client reports a fault.

use engine::api::protocol;

/// A name that no other request has.
pub(crate) fn next() -> String {
    protocol::request_id(fastrand::u128(..))
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
