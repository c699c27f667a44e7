//! Tournaments over HTTP: handlers and bodies.

pub mod announce;
pub mod arbiter;
pub mod body;
pub mod clocks;
pub mod correct;
pub mod create;
pub mod csv;
pub mod enter;
mod entry_list;
pub mod entry_lock;
pub mod export;
pub mod guests;
pub mod list;
pub mod new;
pub mod number;
pub mod organizers;
pub mod reason;
pub mod refusal;
pub mod report;
pub mod round;
pub mod rounds;
pub mod run;
pub mod shared_deal;
pub mod standings;
pub mod stream;
mod words;
