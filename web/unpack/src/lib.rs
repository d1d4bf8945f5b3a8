//! Unpacks the program of the page, which so weighs a quarter less than hosts could make it.
//!
//! What is packed is a WebAssembly module taken apart: like stands beside like, all opcodes, all data.
//! That is [LZMA](lzma). Numbers (of locals, functions and labels, offsets, constants), which say little side by side, are
//! read where they stand in the code, by chances that [several views of their surroundings](mixed) give together.
//!
//! `xtask/src/pack` packs, and takes from here all that both must do alike. In the page this is a module of its own,
//! which allocates nothing, so that it weighs little itself.
#![cfg_attr(target_arch = "wasm32", no_std)]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    clippy::cast_sign_loss,
    reason = "bits are cut out of numbers, and no program has four gigabytes"
)]
#![expect(
    clippy::inline_always,
    reason = "what is called for every bit is inlined, though all else is small"
)]
#![expect(
    clippy::large_stack_arrays,
    reason = "large arrays are built for statics, before the program runs"
)]

pub mod join;
pub mod kind;
pub mod lzma;
pub mod mixed;
pub mod range;
mod slice;
mod surroundings;
pub mod unpacker;

#[cfg(target_arch = "wasm32")]
mod page;

/// What tells a damaged module from a whole one: FNV-1a.
pub fn check_sum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811c_9dc5, |sum, &byte| (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
