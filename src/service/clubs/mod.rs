//! Use cases of clubs: creating and changing them, joining and leaving, invitations, applications and bans,
//! ladders and their seasons.
//!
//! Each use case locks the accounts that are concerned, then the row of its club.
//!
//! An erasure holds the account alone and then locks its clubs, so no deadlock is possible. An open club has
//! exactly one owner: a unique index ensures it. Every new member passes `admits` (`access.rs`). The wait of
//! a player who was removed or declined is a ban that ends by itself. Tournaments ask a club only for the
//! role of a player (`role_in`).

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
mod roles;
mod seasons;

pub use access::role_in;
pub use all::Clubs;
pub use bans::AnnulGames;
pub(crate) use erase::leave_clubs;
pub use ladders::{LadderView, NewListing, UpdateLadder};
pub use look::ClubView;
pub use manage::UpdateClub;
pub use refusal::ClubRefusal;
