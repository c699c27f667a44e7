//! Clubs: their rows, members, invitations, applications and bans, ladders and seasons.
//!
//! Whoever changes a club, its members or its requests locks the accounts that are concerned, then the row of
//! the club. An account that is erased locks itself, then its clubs in the order of ids.

pub mod bans;
mod club;
pub mod ladders;
pub mod members;
pub mod requests;
pub mod seasons;

pub use club::{
    close, find, has_join_code, insert, list_of, list_public, lock, owned_count, set_join_digest, update,
};
