//! Clubs over HTTP: handlers and bodies.

pub mod body;
pub mod ladder_body;
pub mod ladders;
pub mod look;
pub mod manage;
pub mod members;
pub mod seasons;
