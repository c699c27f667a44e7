//! Why a request about a tournament is refused.

use crate::games::GameRefusal;
use lapidary_contest::pairing::request::Refusal;
use lapidary_model::tournaments::round::TableStatus;
use lapidary_model::tournaments::settings::{Players, Status};
use lapidary_store::Failure;

/// Why a request about a tournament is refused.
#[derive(Debug, thiserror::Error)]
pub enum TournamentRefusal {
    #[error("the session has ended")]
    SessionEnded,
    #[error("there is no such tournament, or the caller may not see it")]
    NotFound,
    #[error("the caller is not an organizer")]
    NotOrganizer,
    #[error("the tournament is {}", .0.name())]
    State(Status),
    #[error("the registration is closed")]
    RegistrationClosed,
    #[error("the caller has an entry")]
    AlreadyEntered,
    #[error("the caller has no entry that takes part")]
    NotEntered,
    #[error("the tournament is limited to {0} entries")]
    Full(u16),
    #[error("the tournament is for ratings from {min:?} to {max:?}")]
    RatingRequired { min: Option<u16>, max: Option<u16> },
    #[error("the tournament is for {}", .0.name())]
    PlayerKind(Players),
    #[error("a bot of the same owner has entered")]
    SameOwner,
    #[error("an organizer plays there")]
    OrganizerSeated,
    #[error("the game of the table is rated and has begun")]
    RatedGame,
    #[error("the caller may not make rated tournaments")]
    MayNotRate,
    #[error("the account has {0} tournaments that are not over, the most that this server allows")]
    TooMany(u32),
    #[error("the round is not over")]
    RoundUnfinished,
    #[error("the round is over")]
    RoundClosed,
    #[error("another entry would go on, but the next round is paired")]
    GoesOn,
    #[error("all rounds are played")]
    NoMoreRounds,
    #[error("the table is {}", .0.name())]
    Table(TableStatus),
    #[error("fewer than two entries take part")]
    TooFew,
    #[error("{0}")]
    Pairing(#[from] Refusal),
    #[error("{pointer} {fault}")]
    Field { pointer: String, fault: &'static str },
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error(transparent)]
    Game(#[from] GameRefusal),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for TournamentRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
