//! Places in memory that what is damaged may miss.
//!
//! An index out of bounds makes the compiler add what words a panic: as much as LZMA. These stop without a word, which
//! the page's script takes for damage.

/// What stands at a place.
#[inline(always)]
pub(crate) fn at<T: Copy>(slice: &[T], place: usize) -> T {
    match slice.get(place) {
        Some(element) => *element,
        None => stop(),
    }
}

/// Puts something at a place.
#[inline(always)]
pub(crate) fn put<T>(slice: &mut [T], place: usize, element: T) {
    match slice.get_mut(place) {
        Some(there) => *there = element,
        None => stop(),
    }
}

/// What begins at a place and has this length.
pub(crate) fn part<T>(slice: &[T], start: usize, length: usize) -> &[T] {
    slice.get(start..).and_then(|rest| rest.get(..length)).unwrap_or_else(|| stop())
}

/// The same, to be changed.
pub(crate) fn part_mut<T>(slice: &mut [T], start: usize, length: usize) -> &mut [T] {
    slice.get_mut(start..).and_then(|rest| rest.get_mut(..length)).unwrap_or_else(|| stop())
}

/// Ends unpacking.
#[cold]
pub(crate) fn stop() -> ! {
    #[cfg(target_arch = "wasm32")]
    core::arch::wasm32::unreachable();
    #[cfg(not(target_arch = "wasm32"))]
    panic!("what is packed is damaged")
}
