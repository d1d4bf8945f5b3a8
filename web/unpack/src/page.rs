//! What the page's script calls: it puts what arrives into the memory of this module, and takes the program out of it.
#![expect(unsafe_code, reason = "an allocator would weigh as much as all else")]

use crate::unpacker::Unpacker;

/// All zeros, so that none of it stands in this module.
static mut UNPACKER: Unpacker = Unpacker::new();

fn unpacker() -> &'static mut Unpacker {
    let unpacker = &raw mut UNPACKER;
    // SAFETY: there is one thread, and no function below calls another one.
    unsafe { &mut *unpacker }
}

/// Where what arrives is put.
#[unsafe(no_mangle)]
extern "C" fn room() -> *const u8 {
    unpacker().room().as_ptr()
}

/// So much has arrived.
#[unsafe(no_mangle)]
extern "C" fn take(length: usize) {
    unpacker().take(length);
}

/// All has arrived: returns how long the module is, 0 for what is damaged.
#[unsafe(no_mangle)]
extern "C" fn finish(length: usize) -> usize {
    unpacker().finish(length).map_or(0, <[u8]>::len)
}

/// Where the module is.
#[unsafe(no_mangle)]
extern "C" fn module() -> *const u8 {
    unpacker().module().as_ptr()
}

/// What is damaged may lead anywhere. The script takes a trap for what it is.
#[panic_handler]
fn stop(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
