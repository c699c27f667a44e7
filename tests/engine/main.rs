//! The laws of the engine, without a server.

mod deal;
mod facts;
mod laws;
mod oracle;
mod perft;
mod playthroughs;
mod table;
