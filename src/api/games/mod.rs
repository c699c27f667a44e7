//! Games over HTTP: creating, listing, joining, viewing and playing them.

pub mod analysis;
pub mod analysis_body;
pub mod board;
pub mod bodies;
pub mod body;
pub mod clock;
pub mod create;
pub mod delay;
mod event;
pub mod export;
pub mod exports;
pub mod filter;
pub mod fork;
pub mod history;
pub mod invitations;
pub mod join;
pub mod kick;
pub mod lines;
pub mod list;
pub mod look;
pub mod organize;
pub mod pause;
pub mod png;
pub mod replay;
pub mod stream;
pub mod terms;
pub mod turn;
