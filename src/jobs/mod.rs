//! Background jobs. They claim their work in the database, so that they are safe on several servers.

mod expiry;
mod fold;
mod relay;

pub use expiry::expire_tables;
pub use fold::fold_logs;
pub use relay::relay;
