//! Entries: the players of a tournament.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::instant;
use crate::player::Occupant;
use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::team::TeamId;
use lapidary_engine::deal::Entropy;
use lapidary_words::words;

words! {
    /// Whether an entry takes part.
    EntryStatus:
    /// It is paired.
    Active = "active",
    /// It is not paired until the player comes back.
    Paused = "paused",
    /// The player has left, or was missing too often.
    Dropped = "dropped",
    /// An organizer has removed it.
    Removed = "removed",
    /// The tournament is full: it waits for a place until the start.
    Waiting = "waiting",
}

words! {
    /// What becomes of the results of somebody who leaves a round robin before they have played half of their
    /// games.
    EarlyLeavers:
    /// They count.
    Count = "count",
    /// They count for nobody (FIDE, General Regulations for Competitions, C.05).
    Annul = "annul",
}

/// The highest seed of an entry.
pub const SEED_MAX: u16 = 2_048;
/// The highest rating that an organizer gives a guest.
pub const RATING_MAX: u16 = 9_999;

/// A player who is invited to enter a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TournamentInvitation)]
pub struct Invitee {
    pub player: Occupant,
    /// Whether the player has entered, and not left.
    pub entered: bool,
}

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TournamentEntry)]
pub struct Entry {
    /// The number of the entry in the tournament, from 1.
    #[serde(rename = "entry")]
    #[schema(value_type = u32, example = 1)]
    pub id: EntryId,
    /// The player. A guest has an id and no name here.
    pub player: Occupant,
    /// The name of a guest, who has no account: only over the board. Absent for a player with an account.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = "Ada L.")]
    pub guest: Option<String>,
    /// The number of the team to which it belongs; absent if it belongs to none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u32>, nullable = false, example = 2)]
    pub team: Option<TeamId>,
    /// Whether it takes part; values may be added.
    pub status: EntryStatus,
    /// The shown rating when the player entered, or that which an organizer has given a guest; 1500 without a
    /// rated game.
    #[schema(example = 1500)]
    pub rating: i64,
    /// The seed that an organizer has given the entry, 1 for the strongest; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1)]
    pub seed: Option<u16>,
    /// What the player contributes to the deals of the games, which is shown with them.
    #[serde(skip)]
    pub entropy: Option<Entropy>,
    #[serde(serialize_with = "instant::serialize")]
    pub entered_at: DateTime<Utc>,
    /// The rounds for which the player has requested a bye; absent if there is none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false, example = json!([3]))]
    pub requested_byes: Vec<u16>,
    /// The `number_in_round` of the table at which it sits in every round; absent if it sits anywhere.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 1)]
    pub fixed_table: Option<u16>,
    /// The last round that was paired when an organizer removed it, 0 before the first. From the standings
    /// after this round on, it comes after all others. Absent unless it is removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, example = 2)]
    pub removed_in: Option<u16>,
}

impl Entry {
    /// Returns the entry as pairings and standings see it.
    pub const fn entrant(&self) -> Entrant {
        Entrant { id: self.id, rating: self.rating, seed: self.seed }
    }

    /// Returns the name under which it takes part. None for an erased account.
    pub fn name(&self) -> Option<&str> {
        self.guest.as_deref().or(self.player.username.as_deref())
    }

    /// Returns whether the account of its player is erased.
    pub fn is_erased(&self) -> bool {
        self.name().is_none()
    }

    /// Returns whether it has a place in its team: entries that left for good make their place free.
    pub fn has_place(&self) -> bool {
        matches!(self.status, EntryStatus::Active | EntryStatus::Paused) && !self.is_erased()
    }

    /// Returns whether it is paired. An erased account cannot play.
    pub fn takes_part(&self) -> bool {
        self.status == EntryStatus::Active && !self.is_erased()
    }
}
