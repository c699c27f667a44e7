//! The page for people: its files, and the addresses at which it opens.
//!
//! The page is a client of the API like any other. The sources are in `web/`; what they are built into is in
//! `web/dist/` and part of the program.

pub mod addresses;
pub mod files;
pub mod printed;
pub mod session;
mod shell;
