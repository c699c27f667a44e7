//! What the page runs in the browser: an export of a game goes in, the pictures of all versions come out.
//!
//! The drawing is that of the server. It is compiled for WebAssembly into `web/dist/drawing.wasm`, so that a
//! file that is dropped on the page stays in the browser.

mod film;
#[cfg(target_arch = "wasm32")]
mod module;

pub use film::film;
