//! The domain: a game, its log, its players and their relations.
//!
//! It knows values and the words for them; it knows no table and no HTTP. A value that responses show as it
//! is describes its JSON itself, and has nothing that one who gets it must not see.

pub mod alerts;
pub mod analysis;
pub mod api_token;
pub mod auth;
pub mod block;
pub mod bot;
pub mod bot_endpoint;
pub mod bot_match;
pub mod built_in;
pub mod challenge;
pub mod clock;
pub mod clock_difference;
pub mod clocks;
pub mod club;
pub mod counters;
pub mod deal;
pub mod delay;
pub mod digest;
pub mod display_names;
pub mod excerpt;
pub mod fair_queue;
pub mod figures;
pub mod game;
pub mod grant;
mod id;
pub mod idempotency;
pub mod instant;
pub mod invitation;
pub mod items;
pub mod jobs;
pub mod listing;
pub mod log;
pub mod login;
pub mod names;
pub mod outbox;
pub mod own;
pub mod player;
pub mod push;
pub mod puzzle;
pub mod rating;
pub mod rest;
pub mod season;
pub mod seek;
pub mod series;
pub mod settings;
pub mod spelled;
pub mod stamp;
pub mod statistics;
pub mod stored;
pub mod streak;
pub mod ticket;
pub mod tournament;
pub mod tournaments;
pub mod webhook;
