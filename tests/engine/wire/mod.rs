//! The JSON and the text of games: both read back to what they were written from, fit their schemas and tell no secret.

mod actions;
mod catalogue;
mod events;
mod exports;
mod games;
mod notation_page;
mod schema;
mod views;
