//! Series of games between bots over HTTP.

pub mod body;
pub mod create;
pub mod list;
pub mod look;
pub mod respond;
