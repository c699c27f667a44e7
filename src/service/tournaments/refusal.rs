//! Why a request about a tournament is refused.

use std::time::Duration;

use super::NotAddable;
use super::conditions::Unmet;
use crate::games::{ClockRefusal, GameRefusal, SeatRefusal};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::team::TeamId;
use lapidary_contest::pairing::request::Refusal;
use lapidary_model::auth::hasher::HashError;
use lapidary_model::tournaments::entry::EntryStatus;
use lapidary_model::tournaments::round::TableStatus;
use lapidary_model::tournaments::settings::{EntryLock, Players, Status};
use lapidary_store::Failure;

/// Why a request about a tournament is refused.
#[derive(Debug, thiserror::Error)]
pub enum TournamentRefusal {
    #[error("the session has ended")]
    SessionEnded,
    #[error("the caller has not logged in just now")]
    FreshLoginNeeded,
    #[error("there is no such tournament, or the caller may not see it")]
    NotFound,
    #[error("there is no table {table}")]
    NoTable {
        table: u32,
        /// The last round and the numbers of its first and last table; none if nothing is paired.
        last: Option<(u16, Option<(u32, u32)>)>,
    },
    #[error("there is no round {round}")]
    NoRound { round: u32, rounds: usize },
    #[error("no round is paired")]
    NothingPaired,
    #[error("there is no entry {}", entry.0)]
    NoEntry { entry: EntryId, last: Option<EntryId> },
    #[error("the account of entry {} is erased", .0.0)]
    Erased(EntryId),
    #[error("the caller is not an organizer")]
    NotOrganizer,
    #[error("the tournament is {}", .0.name())]
    State(Status),
    #[error("the registration was opened before")]
    AlreadyOpen(Status),
    /// The names of settings that cannot change after the start.
    #[error("settings cannot change after the start")]
    SettingsFixed(Vec<&'static str>),
    #[error("the registration is closed")]
    RegistrationClosed,
    #[error("the caller has an entry, which is {}", status.name())]
    AlreadyEntered { entry: EntryId, status: EntryStatus },
    #[error("the caller has no entry that takes part")]
    NotEntered,
    #[error("the caller has no seat in the last round")]
    NoSeat,
    #[error("the tournament is limited to {0} entries")]
    Full(u16),
    #[error("the tournament is for ratings from {min:?} to {max:?}")]
    RatingRequired { min: Option<u16>, max: Option<u16> },
    #[error("the tournament is for {}", .0.name())]
    PlayerKind(Players),
    #[error("only members of the club can enter")]
    MembersOnly,
    #[error("only players of the group can enter")]
    GroupOnly,
    #[error(transparent)]
    Series(#[from] NotAddable),
    #[error("the caller has not sent what the tournament asks for: {}", .0.name())]
    Locked(EntryLock),
    #[error("players do not enter by a code")]
    NotLinked,
    #[error("the caller does not meet a condition: {0:?}")]
    Condition(Unmet),
    #[error("too many wrong passwords; the next may be tried in {0:?}")]
    TooSoon(Duration),
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
    #[error("the tournament has {0} announcements in 24 hours, the most")]
    TooManyAnnouncements(i64),
    #[error("a tournament that was cancelled after its start stays cancelled")]
    StaysCancelled,
    #[error("the tournament has ended too long ago")]
    EndedLongAgo,
    #[error("an arena has no rounds that are paired")]
    ArenaRound,
    #[error("the round is not over")]
    RoundUnfinished,
    #[error("the round is over")]
    RoundClosed,
    #[error("the round has begun without the caller")]
    MissedReady,
    #[error("the tournament has no byes that players request")]
    NoByes,
    #[error("the player has requested {0} byes, the most")]
    TooManyByes(u8),
    #[error("the tournament has no teams")]
    NoTeams,
    #[error("there is no team {0}")]
    NoTeam(TeamId),
    #[error("the caller is not the captain of the team")]
    NotCaptain,
    #[error("the entry belongs to team {0}")]
    AlreadyInTeam(TeamId),
    #[error("the caller has not sent the code of the team")]
    TeamLocked,
    #[error("team {team} has {size_max} members, the most")]
    TeamFull { team: TeamId, size_max: u8 },
    #[error("the tournament has {0} teams, the most")]
    TooManyTeams(u16),
    /// What is missing, with the entries and teams that it concerns.
    #[error("{0}")]
    TeamsIncomplete(String),
    #[error("round {0} is paired")]
    RoundPaired(u16),
    #[error("another entry would go on, but the next round is paired")]
    GoesOn,
    #[error("all rounds are played")]
    NoMoreRounds,
    #[error("the table is {}", .0.name())]
    Table(TableStatus),
    #[error("the games of the tournament are played on the server")]
    OnTheServer,
    #[error("the tournament is played over the board")]
    OverTheBoard,
    #[error("no entry waits for this code")]
    NoClaim,
    #[error("entry {} has a player with an account", .0.0)]
    NotGuest(EntryId),
    #[error("the caller has no seat at the table")]
    NotAtTable,
    #[error("fewer than two entries take part")]
    TooFew,
    #[error("{0}")]
    Pairing(#[from] Refusal),
    /// Settings that do not fit the entries, which `fault` names.
    #[error("{pointer} {fault}")]
    Misfit { pointer: &'static str, fault: String },
    #[error("no such organizer")]
    NoOrganizer,
    #[error("the player is not invited to enter the tournament")]
    NotInvited,
    #[error("the tournament needs this organizer")]
    OrganizerNeeded { is_creator: bool },
    #[error("{pointer} {fault}")]
    Field { pointer: String, fault: &'static str },
    #[error("the random generator failed: {0}")]
    Randomness(#[from] getrandom::Error),
    #[error(transparent)]
    Hash(#[from] HashError),
    #[error(transparent)]
    Game(#[from] GameRefusal),
    /// A game of a table does not start.
    #[error(transparent)]
    Seat(SeatRefusal),
    /// The clocks of a game of a table stay as they are.
    #[error(transparent)]
    Clock(ClockRefusal),
    #[error(transparent)]
    Storage(#[from] Failure),
}

impl From<SeatRefusal> for TournamentRefusal {
    fn from(refusal: SeatRefusal) -> Self {
        match refusal {
            SeatRefusal::Game(refusal) => refusal.into(),
            other => TournamentRefusal::Seat(other),
        }
    }
}

impl From<ClockRefusal> for TournamentRefusal {
    fn from(refusal: ClockRefusal) -> Self {
        match refusal {
            ClockRefusal::Game(refusal) => refusal.into(),
            other => TournamentRefusal::Clock(other),
        }
    }
}

impl From<diesel::result::Error> for TournamentRefusal {
    fn from(error: diesel::result::Error) -> Self {
        Failure::from(error).into()
    }
}
