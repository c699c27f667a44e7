//! Pictures of Splendor Kids with or without the Mysteries.

mod board;
mod figures;
mod layout;
mod lines;
mod panel;
mod scene;
mod story;
mod supply;
mod words;

pub(crate) use scene::{definitions, scene};
