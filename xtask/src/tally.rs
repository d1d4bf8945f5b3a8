//! Counts tests in what the test runners print.

use std::fmt;

/// How many tests passed and failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Tally {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    /// Journeys whose first attempt failed.
    pub(crate) tried_again: u64,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.tried_again += other.tried_again;
    }

    /// Adds what a line says, if it is one that sums up a run.
    pub(crate) fn observe(&mut self, line: &str) {
        // Rust's harness, native and in the browser: `test result: ok. 3 passed; 0 failed; …`; ours for the
        // specs: `specs: 3 passed, 0 failed`; and that of the clients in Python.
        if ["test result: ", "specs: ", "clients: "].iter().any(|start| line.starts_with(start)) {
            self.passed += number_before(line, " passed");
            self.failed += number_before(line, " failed");
        }
        // Node's: `ℹ pass 3`.
        if let Some(count) = line.strip_prefix("ℹ ") {
            self.passed += number_after(count, "pass ");
            self.failed += number_after(count, "fail ");
        }
        // That of our harness of journeys.
        self.tried_again += u64::from(line.starts_with("Tried again: "));
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} passed, {} failed", self.passed, self.failed)?;
        match self.tried_again {
            0 => Ok(()),
            count => write!(formatter, ", {count} tried again"),
        }
    }
}

fn number_before(counts: &str, word: &str) -> u64 {
    let (before, _) = counts.split_once(word).unwrap_or_default();
    before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_default()
}

fn number_after(count: &str, word: &str) -> u64 {
    count.strip_prefix(word).and_then(|number| number.trim().parse().ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sums_of_all_runners_are_added() {
        let mut tally = Tally::default();
        for line in [
            "test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out",
            "test result: FAILED. 2 passed; 3 failed; 0 ignored",
            "test a_pass ... ok",
            "specs: 30 passed, 0 failed",
            "clients: 1 passed, 0 failed",
            "ℹ pass 4",
            "ℹ fail 1",
            "ℹ duration_ms 7",
            "Tried again: a journey",
        ] {
            tally.observe(line);
        }
        assert_eq!(tally, Tally { passed: 49, failed: 4, tried_again: 1 });
        assert_eq!(tally.to_string(), "49 passed, 4 failed, 1 tried again");
    }
}
