//! An entry of the log of a game: its seat, its author and its kind.
//!
//! It knows the words. The engine knows the meaning of decisions.

use chrono::{DateTime, Utc};

use super::game::Version;
use lapidary_engine::seat::Seat;
use lapidary_words::words;

words! {
    /// Who made an entry.
    Author:
    /// The player whose seat it is.
    Player = "player",
    /// The engine (T2), which also starts and finishes games.
    Engine = "engine",
    /// The clock.
    Clock = "clock",
}

words! {
    /// The kind of an entry.
    EntryKind:
    /// The game was dealt.
    Started = "started",
    /// A decision.
    Action = "action",
    /// A seat resigned.
    Resigned = "resigned",
    /// A seat ran out of time.
    TimedOut = "timed_out",
    /// The game was played to its end.
    Finished = "finished",
    /// The game was aborted.
    Aborted = "aborted",
}

words! {
    /// Why a game was aborted.
    AbortReason:
    /// Its creator left while it waited for players.
    CreatorLeft = "creator_left",
    /// A seat requested it before it had seen a main action of an opponent.
    Requested = "requested",
    /// All seats in play agreed.
    Agreed = "agreed",
    /// It waited too long for players.
    Expired = "expired",
    /// A challenged player declined.
    Declined = "declined",
    /// Nothing happened in it, and its organizer ended it.
    Organizer = "organizer",
    /// An organizer of its tournament decided its table: set the result, or voided it; or the time of its
    /// round was over.
    TableDecided = "table_decided",
    /// Its tournament was closed or cancelled.
    TournamentOver = "tournament_over",
    /// Its bot match was stopped.
    BotMatchStopped = "bot_match_stopped",
}

/// An entry to be added.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewEntry {
    /// The seat of the entry, if it belongs to one.
    pub seat: Option<Seat>,
    /// Who made it.
    pub by: Author,
    pub kind: EntryKind,
    /// A decision in canonical notation. For an aborted game, the reason.
    pub action: Option<String>,
}

impl NewEntry {
    /// Returns the entry that aborts a game: by a seat, or by the clock without a seat. A challenged player
    /// who declines may have no seat; nor may the creator.
    pub fn aborted(seat: Option<Seat>, reason: AbortReason) -> NewEntry {
        let by_player = seat.is_some() || reason != AbortReason::Expired;
        let by = if by_player { Author::Player } else { Author::Clock };
        NewEntry { seat, by, kind: EntryKind::Aborted, action: Some(reason.name().to_owned()) }
    }

    /// Returns why the game was aborted, if this entry aborts it. Entries of the first servers have no
    /// reason; a seat always requested those.
    pub fn abort_reason(&self) -> Option<AbortReason> {
        match self.kind {
            EntryKind::Aborted => {
                Some(self.action.as_deref().and_then(AbortReason::named).unwrap_or(AbortReason::Requested))
            }
            EntryKind::Started
            | EntryKind::Action
            | EntryKind::Resigned
            | EntryKind::TimedOut
            | EntryKind::Finished => None,
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
