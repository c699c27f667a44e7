//! Tests of ratings, pairings and standings, without a server.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod acceleration;
mod byes;
mod conditions;
mod duplicate;
mod events;
mod knock_out;
mod optima;
mod pairing;
mod rating;
mod repeats;
mod schedules;
mod simulation;
mod standings;
mod team_matches;
mod teams;
mod trf;
