//! Use cases of clubs: creating and changing them, joining and leaving, invitations, applications and bans,
//! ladders and their seasons.
//!
//! Each use case locks the accounts that are concerned, then the row of its club.

mod access;
mod all;
mod bans;
mod erase;
mod join;
mod ladders;
mod look;
mod manage;
mod members;
mod refusal;
mod requests;
mod seasons;

pub use access::role_in;
pub use all::Clubs;
pub(crate) use erase::leave_clubs;
pub use ladders::{LadderPatch, LadderView};
pub use look::ClubView;
pub use manage::ClubPatch;
pub use refusal::ClubRefusal;
