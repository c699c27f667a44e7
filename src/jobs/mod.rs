//! Background jobs. They claim their work in the database, so that they are safe on several servers.

mod expiry;

pub use expiry::expire_tables;
