//! Pictures of Splendor with any of its modules.

mod layout;
mod lines;
mod market;
mod panel;
mod scene;
mod story;
mod tiles;
mod tokens;

pub(crate) use scene::{definitions, scene};
