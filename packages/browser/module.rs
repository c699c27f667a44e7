//! The functions that the page calls. It writes what it wants where `room` says, calls `draw`, and reads the
//! result where `result` says.
//!
//! Nothing else calls them, and a module of WebAssembly has one thread.

#![expect(unsafe_code, reason = "a function that the page finds by its name needs this attribute")]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::film::film;

static WANTED: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static RESULT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

fn lock(bytes: &Mutex<Vec<u8>>) -> MutexGuard<'_, Vec<u8>> {
    bytes.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for this many bytes, and returns where to write them.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut wanted = lock(&WANTED);
    *wanted = vec![0; bytes];
    wanted.as_mut_ptr()
}

/// Draws what was written: see [`film`]. Returns 1 if the result is the pictures, 0 if it is a text that says
/// what is wrong with the export.
#[unsafe(no_mangle)]
pub extern "C" fn draw() -> u32 {
    let drawn = film(&String::from_utf8_lossy(&std::mem::take(&mut *lock(&WANTED))));
    let is_drawn = u32::from(drawn.is_ok());
    *lock(&RESULT) = drawn.unwrap_or_else(|difference| difference.to_string()).into_bytes();
    is_drawn
}

/// Returns where the result begins.
#[unsafe(no_mangle)]
pub extern "C" fn result() -> *const u8 {
    lock(&RESULT).as_ptr()
}

/// Returns how many bytes the result has.
#[unsafe(no_mangle)]
pub extern "C" fn result_bytes() -> usize {
    lock(&RESULT).len()
}
