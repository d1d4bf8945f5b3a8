//! Sets up what is missing, then serves, builds, tests and measures Sparsebox.

fn main() {}
