//! The page for people: its files and addresses.
//!
//! The page is a client of the API like any other. `web/` has the sources. `web/dist/` has the built files,
//! which are part of the program.

pub mod addresses;
pub mod files;
pub mod printed;
pub mod session;
mod shell;
