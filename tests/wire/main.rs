//! The JSON and the text of games: both can be read back, match their schemas, and reveal nothing hidden.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod actions;
mod bounds;
mod catalogue;
mod command_line;
mod events;
mod exports;
mod frozen_export;
mod games;
mod kept_exports;
mod notation_page;
mod readings;
mod schema;
mod views;
