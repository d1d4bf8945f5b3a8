//! The playground, mounted on the page.

fn main() {}
