//! An entry of the log of a game: its seat, its author and its kind.
//!
//! It knows the words; what a decision means is known to the engine.

use chrono::{DateTime, Utc};

use super::game::Version;
use lapidary_engine::seat::Seat;

/// Who made an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Author {
    /// The player whose seat it is.
    Player,
    /// The engine (T2), which also starts and finishes games.
    Engine,
    /// The clock.
    Clock,
}

impl Author {
    /// Every author.
    pub const ALL: [Author; 3] = [Author::Player, Author::Engine, Author::Clock];

    /// Returns its name in the database and in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Author::Player => "player",
            Author::Engine => "engine",
            Author::Clock => "clock",
        }
    }
}

/// The kind of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The game was dealt.
    Started,
    /// A decision.
    Action,
    /// A seat resigned.
    Resigned,
    /// A seat ran out of time.
    TimedOut,
    /// The game was played to its end.
    Finished,
    /// The game was aborted.
    Aborted,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 6] =
        [Kind::Started, Kind::Action, Kind::Resigned, Kind::TimedOut, Kind::Finished, Kind::Aborted];

    /// Returns its name in the database and in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Started => "started",
            Kind::Action => "action",
            Kind::Resigned => "resigned",
            Kind::TimedOut => "timed_out",
            Kind::Finished => "finished",
            Kind::Aborted => "aborted",
        }
    }
}

/// Why a game was aborted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AbortReason {
    /// Its creator left while it waited for players.
    CreatorLeft,
    /// A seat requested it before it had seen a main action of an opponent.
    Requested,
    /// All seats in play agreed.
    Agreed,
    /// It waited too long for players.
    Expired,
    /// A challenged player declined.
    Declined,
    /// Nothing happened in it, and its organizer ended it.
    Organizer,
    /// An organizer of its tournament decided its table: set the result, or voided it; or the time of its
    /// round was over.
    TableDecided,
    /// Its tournament was closed or cancelled.
    TournamentOver,
    /// Its bot match was stopped.
    BotMatchStopped,
}

impl AbortReason {
    /// Every reason.
    pub const ALL: [AbortReason; 9] = [
        AbortReason::CreatorLeft,
        AbortReason::Requested,
        AbortReason::Agreed,
        AbortReason::Expired,
        AbortReason::Declined,
        AbortReason::Organizer,
        AbortReason::TableDecided,
        AbortReason::TournamentOver,
        AbortReason::BotMatchStopped,
    ];

    /// Returns its name in the database and in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            AbortReason::CreatorLeft => "creator_left",
            AbortReason::Requested => "requested",
            AbortReason::Agreed => "agreed",
            AbortReason::Expired => "expired",
            AbortReason::Declined => "declined",
            AbortReason::Organizer => "organizer",
            AbortReason::TableDecided => "table_decided",
            AbortReason::TournamentOver => "tournament_over",
            AbortReason::BotMatchStopped => "bot_match_stopped",
        }
    }
}

/// An entry to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// The seat of the entry, if it belongs to one.
    pub seat: Option<Seat>,
    /// Who made it.
    pub by: Author,
    /// Its kind.
    pub kind: Kind,
    /// A decision in canonical notation; for an aborted game, the reason.
    pub action: Option<String>,
}

impl NewEntry {
    /// Returns the entry that aborts a game: by a seat, or without a seat by the clock. A challenged player
    /// who declines may have no seat, and neither may the creator.
    pub fn aborted(seat: Option<Seat>, reason: AbortReason) -> NewEntry {
        let by_player = seat.is_some() || reason != AbortReason::Expired;
        let by = if by_player { Author::Player } else { Author::Clock };
        NewEntry { seat, by, kind: Kind::Aborted, action: Some(reason.name().to_owned()) }
    }

    /// Returns why the game was aborted, if this entry aborts it. Entries of the first servers have no
    /// reason; there, a seat always requested it.
    pub fn abort_reason(&self) -> Option<AbortReason> {
        let named = |name: &String| AbortReason::ALL.into_iter().find(|reason| reason.name() == name);
        match self.kind {
            Kind::Aborted => Some(self.action.as_ref().and_then(named).unwrap_or(AbortReason::Requested)),
            Kind::Started | Kind::Action | Kind::Resigned | Kind::TimedOut | Kind::Finished => None,
        }
    }
}

/// An entry of the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogEntry {
    /// Its number, which is the version of the game after it.
    pub seq: Version,
    /// When it was stored.
    pub at: DateTime<Utc>,
    /// Its content.
    pub entry: NewEntry,
}
