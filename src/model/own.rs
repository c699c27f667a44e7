//! What waits for a player: their games, and invitations to games.
//!
//! Anything else that may wait for a player gets its own list in [`Waiting`].

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::analysis::AnalysisStatus;
use super::game::{GameId, Terms};
use super::instant;
use super::listing::Listed;
use super::player::Occupant;
use super::tournament::TournamentId;
use super::tournaments::round::RoundStatus;
use super::tournaments::settings::Status;
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::seat::Seat;
use lapidary_words::words;

/// The maximum number of games in the feed of a player: the newest ones.
pub const OWN_GAMES_MAX: i64 = 1_000;
/// The maximum number of invitations in the feed of a player: the newest ones.
pub const OWN_INVITATIONS_MAX: i64 = 100;
/// The maximum number of tournaments in the feed of a player: the newest ones.
pub const OWN_TOURNAMENTS_MAX: i64 = 100;
/// The maximum number of announcements in the feed of a player: the newest ones.
pub const OWN_ANNOUNCEMENTS_MAX: i64 = 20;
/// The maximum number of invitations to tournaments in the feed of a player, beside the announcements: those
/// of the newest tournaments.
pub const OWN_TOURNAMENT_INVITATIONS_MAX: i64 = 20;
/// The maximum number of these invitations by one player, so that nobody can push out all others.
pub const OWN_TOURNAMENT_INVITATIONS_BY_ONE_MAX: i64 = 5;
/// The maximum number of analyses in the feed of a player: the newest ones.
pub const OWN_ANALYSES_MAX: i64 = 20;

/// Everything that waits for a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Waiting {
    /// The player's games that are not over.
    pub games: BTreeMap<GameId, OwnGame>,
    /// The games that wait for players and to which the player is invited.
    pub invitations: BTreeMap<GameId, OwnInvitation>,
    /// The unfinished tournaments that the player has entered.
    pub tournaments: BTreeMap<TournamentId, OwnTournament>,
    /// The last announcements of unfinished tournaments that the player has entered or organizes, and
    /// invitations to enter.
    pub announcements: BTreeMap<Uuid, OwnAnnouncement>,
    /// The last analyses that the player has requested, including finished ones.
    pub analyses: BTreeMap<GameId, OwnAnalysis>,
}

/// A game of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnGame {
    /// The game as lists show it.
    pub listed: Listed,
    /// The player's seat. Before the start, their place in the order of joining.
    pub seat: Option<Seat>,
}

impl OwnGame {
    /// Returns the decision that the game waits for from the player.
    pub fn decision(&self) -> Option<&'static str> {
        self.listed.to_act.filter(|(seat, _)| Some(*seat) == self.seat).map(|(_, decision)| decision)
    }
}

/// An invitation of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnInvitation {
    pub game: GameId,
    pub terms: Terms,
    /// The player who created the game.
    pub creator: Occupant,
    /// When the player was invited.
    pub invited_at: DateTime<Utc>,
}

/// An analysis that the caller has asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnAnalysis {
    /// The id of the game. `GET /v1/games/{id}/analysis` returns the analysis.
    pub game: GameId,
    /// How far it is: it waits, a server works on it, it is there, or the game cannot be analyzed.
    pub status: AnalysisStatus,
    #[serde(serialize_with = "instant::serialize")]
    pub requested_at: DateTime<Utc>,
}

words! {
    /// What a tournament tells a player.
    OwnAnnouncementKind:
    /// An organizer announces something.
    Announced = "announced",
    /// The server could not start it, which its organizers have to know.
    StartFailed = "start_failed",
    /// Players of a table have reported different results, which its organizers have to decide.
    ResultDisputed = "result_disputed",
    /// The player is invited to enter.
    Invited = "invited",
}

/// What a tournament tells the caller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnAnnouncement {
    // Later ones sort after earlier ones.
    pub id: Uuid,
    /// The id of the tournament.
    pub tournament: TournamentId,
    /// The name of the tournament.
    #[schema(example = "Friday Swiss")]
    pub name: String,
    /// What has happened: an organizer announces something, the server could not start a tournament that the
    /// caller organizes, or the caller is invited to enter. Values may be added.
    pub kind: OwnAnnouncementKind,
    /// The text of the organizer, or why the tournament could not start; empty for an invitation.
    #[schema(example = "We start ten minutes late.")]
    pub text: String,
    #[serde(serialize_with = "instant::serialize")]
    pub at: DateTime<Utc>,
}

/// A tournament that the caller has entered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct OwnTournament {
    pub id: TournamentId,
    /// The name.
    #[schema(example = "Friday Swiss")]
    pub name: String,
    /// How far it is; values may be added.
    pub status: Status,
    /// The number of the caller's entry.
    #[schema(value_type = u32)]
    pub entry: EntryId,
    /// The last round; null before the first.
    pub round: Option<u16>,
    /// How far that round is; values may be added.
    pub round_status: Option<RoundStatus>,
    /// Until when the players can say that they are ready; null without a ready check.
    #[serde(serialize_with = "instant::serialize_option")]
    pub ready_until: Option<DateTime<Utc>>,
    /// Whether the caller should say that they are ready.
    pub ready_check: bool,
    /// The number of the caller's table in that round; null with a bye, or without a place.
    pub table: Option<u32>,
    /// The game of that table; null until it starts.
    pub game: Option<GameId>,
}
