//! Work that nobody asks for: it is claimed in the database, so that it is safe on several servers.

mod expiry;

pub use expiry::expire_tables;
