//! The laws of the engine, without a server.

mod deal;
mod oracle;
