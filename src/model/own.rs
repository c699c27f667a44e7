//! What waits for a player: their games, and invitations to games.
//!
//! Whatever else may wait for a player gets a list of its own in [`Waiting`].

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::analysis::AnalysisStatus;
use super::game::{GameId, Terms};
use super::listing::Listed;
use super::player::Occupant;
use super::tournament::TournamentId;
use super::tournaments::round::RoundStatus;
use super::tournaments::settings::Status;
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::seat::Seat;
use lapidary_words::words;

/// The maximum number of games that the feed of a player holds, the newest.
pub const OWN_GAMES_MAX: i64 = 1_000;
/// The maximum number of invitations that the feed of a player holds, the newest.
pub const OWN_INVITATIONS_MAX: i64 = 100;
/// The maximum number of tournaments that the feed of a player holds, the newest.
pub const OWN_TOURNAMENTS_MAX: i64 = 100;
/// The maximum number of announcements that the feed of a player holds, the newest.
pub const OWN_ANNOUNCEMENTS_MAX: i64 = 20;
/// The maximum number of invitations to tournaments that the feed of a player holds beside the announcements,
/// those of the newest tournaments.
pub const OWN_TOURNAMENT_INVITATIONS_MAX: i64 = 20;
/// How many of these invitations may be of the same player, so that nobody can push out those of all others.
pub const OWN_TOURNAMENT_INVITATIONS_BY_ONE_MAX: i64 = 5;
/// The maximum number of analyses that the feed of a player holds, the newest.
pub const OWN_ANALYSES_MAX: i64 = 20;

/// Everything that waits for a player.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Waiting {
    /// The player's games that are not over.
    pub games: BTreeMap<GameId, OwnGame>,
    /// The games that wait for players and to which the player is invited.
    pub invitations: BTreeMap<GameId, OwnInvitation>,
    /// The tournaments that the player has entered and that are not over.
    pub tournaments: BTreeMap<TournamentId, OwnTournament>,
    /// The last announcements of tournaments that the player has entered or organizes and that are not over,
    /// and invitations to enter.
    pub announcements: BTreeMap<Uuid, OwnAnnouncement>,
    /// The last analyses that the player has asked for, also those that are finished.
    pub analyses: BTreeMap<GameId, OwnAnalysis>,
}

/// A game of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnGame {
    /// The game as lists show it.
    pub listed: Listed,
    /// The player's seat; before the start, their place in the order of joining.
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
    /// The game.
    pub game: GameId,
    /// Its terms.
    pub terms: Terms,
    /// The player who created the game.
    pub creator: Occupant,
    /// When the player was invited.
    pub invited_at: DateTime<Utc>,
}

/// An analysis that a player has asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnAnalysis {
    /// The game.
    pub game: GameId,
    /// How far it is.
    pub status: AnalysisStatus,
    /// When the player has asked.
    pub requested_at: DateTime<Utc>,
}

words! {
    /// What a tournament tells a player.
    OwnAnnouncementKind:
    /// An organizer announces something.
    Announced = "announced",
    /// The server could not start it, which its organizers have to know.
    StartFailed = "start_failed",
    /// The player is invited to enter.
    Invited = "invited",
}

/// What a tournament tells a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnAnnouncement {
    /// Its id; later ones sort after earlier ones.
    pub id: Uuid,
    /// The tournament.
    pub tournament: TournamentId,
    /// The name of the tournament.
    pub name: String,
    /// What has happened.
    pub kind: OwnAnnouncementKind,
    /// The text; empty for an invitation.
    pub text: String,
    /// When it happened.
    pub at: DateTime<Utc>,
}

/// A tournament that a player has entered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnTournament {
    /// The tournament.
    pub id: TournamentId,
    /// Its name.
    pub name: String,
    /// How far it is.
    pub status: Status,
    /// The player's entry.
    pub entry: EntryId,
    /// Its last round.
    pub round: Option<u16>,
    /// How far that round is.
    pub round_status: Option<RoundStatus>,
    /// Until when the players of that round can say that they are ready.
    pub ready_until: Option<DateTime<Utc>>,
    /// Whether the player is ready.
    pub is_ready: bool,
    /// The player's table in that round.
    pub table: Option<u32>,
    /// The game of that table.
    pub game: Option<GameId>,
}
