//! What the judge of finished games must do at every table of Splendor.

#![allow(clippy::unwrap_used, clippy::panic)]

mod judgements;
mod played;
mod puzzles;
