//! How long requests take, by their kind and by the size of the table: `cargo xtask bench`.

mod million;
mod mix;

use std::cell::RefCell;

use divan::Bencher;
use divan::counter::ItemsCount;

use million::Keys;
use mix::Call;

fn main() {
    divan::main();
}

/// Every kind of request, on ten thousand items.
#[divan::bench(args = Call::ALL, sample_count = 50, sample_size = 100)]
fn call(bencher: Bencher<'_, '_>, call: Call) {
    measure(bencher, call, 10_000);
}

/// The cost of a write must stay flat, whatever the size of the table.
#[divan::bench(args = [1_000, 10_000, 100_000, 1_000_000], sample_count = 50, sample_size = 100)]
fn put_into(bencher: Bencher<'_, '_>, item_count: usize) {
    measure(bencher, Call::PutNew, item_count);
}

/// A million writes of a workload.
#[divan::bench(args = Keys::ALL, sample_count = 3, sample_size = 1)]
fn workload(bencher: Bencher<'_, '_>, keys: Keys) {
    bencher
        .counter(ItemsCount::new(million::WRITE_COUNT))
        .with_inputs(million::database)
        .bench_local_refs(|database| {
            assert_eq!(million::run(database, keys), million::WRITE_COUNT);
        });
}

/// Times one kind of request on a table that holds so many items. Writing the request down is not timed.
fn measure(bencher: Bencher<'_, '_>, call: Call, item_count: usize) {
    let database = RefCell::new(mix::load(item_count));
    let mut turns = 0..;
    bencher
        .counter(ItemsCount::new(1_u32))
        .with_inputs(|| call.request(turns.next().expect("turns have no end"), item_count))
        .bench_local_values(|request| {
            mix::send(&mut database.borrow_mut(), call.operation(), &request)
        });
}
