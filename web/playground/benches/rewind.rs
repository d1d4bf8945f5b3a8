//! How long it takes to go back in a sandbox in which ten thousand operations were done: `cargo xtask bench`.

mod history;

use std::cell::RefCell;

use divan::Bencher;

use history::History;

fn main() {
    divan::main();
}

/// The last argument is the slowest, because it is the furthest from a checkpoint.
#[divan::bench(args = [1, 100, 1_000, 9_999, 9_800], sample_count = 20, sample_size = 1)]
fn rewind(bencher: Bencher<'_, '_>, operation_count: usize) {
    let history = RefCell::new(History::new(10_000));
    bencher.bench_local(|| history.borrow_mut().rewind(operation_count));
}
