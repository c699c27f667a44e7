//! Diesel: rows in, domain values out. It knows tables; it knows no HTTP and no JSON.

pub mod schema;

pub use crate::database::{Connection, Failure, Pool};
