//! HTTP: the routes on one page, and a module for each subject.
//!
//! It knows requests and responses. `service` decides what a request does.

// Every request moves the whole future of its handler and allocates memory for it, even for parts that few
// requests need.
#![warn(clippy::large_futures)]

pub mod accounts;
pub mod alerts;
pub mod audit;
pub mod bot_matches;
pub mod clubs;
pub mod contract;
mod counts;
pub mod docs;
pub mod document;
pub mod edition;
pub mod endpoints;
pub mod export;
pub mod extract;
pub mod finding;
pub mod front;
pub mod games;
pub mod http;
pub mod kids;
pub mod ladders;
pub mod limit;
pub mod moderation;
pub mod oauth;
pub mod operation;
pub mod pages;
pub mod play;
pub mod problems;
pub mod puzzles;
mod request_id;
pub mod routes;
pub mod series;
pub mod site;
pub mod splendor;
pub mod statistics;
pub mod streams;
pub mod tournaments;
pub mod webhooks;
pub mod words;

pub(crate) use lapidary_model::instant;
pub use lapidary_service::refusal::Code;
pub use problems::problem::Problem;
