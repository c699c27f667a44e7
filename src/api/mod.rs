//! HTTP: the routes, extractors, bodies, and the table of error codes.
//!
//! It knows requests and responses; `service` decides what a request does.

pub mod accept;
pub mod accounts;
pub mod action;
pub mod admit;
pub mod authenticate;
pub mod blocks;
pub mod bounded;
pub mod caching;
mod docs;
pub mod endure;
pub mod events;
mod examples;
pub mod export;
pub mod extract;
pub mod fallback;
pub mod figures;
pub mod games;
pub mod health;
pub mod idempotency;
pub mod index;
pub mod kids;
mod known;
pub mod limit;
pub mod me;
pub mod metrics;
pub mod observe;
pub mod openapi;
pub mod operation;
pub mod player_ref;
pub mod players;
pub mod problem;
pub mod problem_code;
pub mod problem_pages;
pub mod read_ahead;
pub mod reason;
mod refusals;
pub mod routes;
pub mod rulesets;
mod rulings;
mod schemas;
pub mod sessions;
pub mod splendor;
mod strict;
pub mod tag;
mod union;
pub mod view;

pub use problem::Problem;
pub use problem_code::Code;
