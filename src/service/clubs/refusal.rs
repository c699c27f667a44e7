//! Why a request about a club is refused.

use chrono::{DateTime, Utc};

use lapidary_model::club::ClubRole;
use lapidary_store::Failure;

/// Why a request about a club is refused.
#[derive(Debug, thiserror::Error)]
pub enum ClubRefusal {
    #[error("the session has ended")]
    SessionEnded,
    #[error("the caller has not logged in just now")]
    FreshLoginNeeded,
    #[error("there is no such club, or the caller may not see it")]
    NotFound,
    #[error("no player has this name")]
    UnknownPlayer,
    #[error("the player is not a member")]
    NotMember,
    #[error("the player has not applied")]
    NotApplied,
    #[error("the player is not invited")]
    NotInvited,
    /// What the caller would have to be.
    #[error("only {} can do this", .0.name())]
    Role(ClubRole),
    #[error("the caller needs an invitation")]
    InvitationRequired,
    #[error("the code is not that of the club")]
    WrongCode,
    #[error("the caller has blocked the player")]
    Blocked,
    /// The club has banned the caller, or its owner has blocked them; for a while if they were removed or
    /// declined.
    #[error("the club does not admit the caller until {until:?}")]
    Banned { until: Option<DateTime<Utc>> },
    #[error("the club does not admit the player")]
    PlayerBanned,
    #[error("the player is not banned")]
    NotBanned,
    #[error("the club has banned {0} players, the most that it can")]
    TooManyBans(i64),
    #[error("the club has {0} members, the most that it can have")]
    Full(i64),
    #[error("the club has {0} open requests, the most that it can have")]
    TooManyRequests(i64),
    #[error("the caller owns {0} clubs, the most that a player can own")]
    TooManyOwned(i64),
    #[error("the player is in {0} clubs, the most that a player can be in")]
    TooManyJoined(i64),
    #[error("the owner stays")]
    OwnerNeeded,
    #[error("the club has no such ladder")]
    NoLadder,
    #[error("the club has no such season")]
    NoSeason,
    #[error("the club is private")]
    Private,
    #[error("the club has ladders")]
    HasLadders,
    #[error("the club has {0} ladders, the most that it can have")]
    TooManyLadders(i64),
    #[error("the ladder is closed")]
    LadderClosed,
    #[error("a season of the ladder runs")]
    SeasonRunning,
    #[error("the ladder has had {0} seasons, the most that it can have")]
    TooManySeasons(i64),
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<diesel::result::Error> for ClubRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
