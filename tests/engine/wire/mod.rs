//! The JSON and the text of games: both read back to what they were written from, fit their schemas and tell no secret.

mod actions;
mod catalogue;
mod command_line;
mod events;
mod exports;
mod games;
mod kept_exports;
mod notation_page;
mod readings;
mod schema;
mod views;
