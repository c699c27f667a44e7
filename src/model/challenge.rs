//! Challenges: a player invites others to a game on fixed terms, and each accepts, or declines for a reason.
//!
//! A challenge is a private game that waits for the challenged players, so it has the id of its game.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::game::{GameId, Terms};
use super::player::Occupant;
use crate::auth::PlayerId;
use lapidary_words::words;

words! {
    /// What has become of a challenge.
    ChallengeStatus:
    /// It waits for answers.
    Open = "open",
    /// Every seat is taken, and the game has started.
    Accepted = "accepted",
    /// A challenged player declined.
    Declined = "declined",
    /// The challenger took it back.
    Withdrawn = "withdrawn",
    /// Nobody answered in time.
    Expired = "expired",
}

words! {
    /// Why a player declines a challenge.
    #[derive(Default)]
    DeclineReason:
    /// No particular one.
    #[default]
    Generic = "generic",
    /// Not now, but perhaps later.
    Later = "later",
    /// Another ruleset would be welcome.
    Ruleset = "ruleset",
    /// Other modules or options would be welcome.
    Modules = "modules",
    /// Another number of seats would be welcome.
    Seats = "seats",
    /// Another clock would be welcome.
    Clock = "clock",
    /// The player has enough games.
    TooManyGames = "too_many_games",
    /// The player does not play against bots.
    NoBots = "no_bots",
    /// The player, usually a bot, plays against bots only.
    OnlyBots = "only_bots",
    /// The player plays only with players they know.
    OnlyFriends = "only_friends",
    /// The account of the player is erased. Only the server gives this reason.
    AccountErased = "account_erased",
}

/// A challenged player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Challenged {
    pub player: Occupant,
    /// Whether the player has accepted.
    pub accepted: bool,
}

/// Who declined a challenge, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct Declined {
    /// The id of the player.
    pub by: PlayerId,
    /// The reason; values may be added.
    pub reason: DeclineReason,
}

/// A challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The id, which is the id of its game.
    pub id: GameId,
    /// The terms of the started game. Until then it is private.
    pub terms: Terms,
    pub challenger: Occupant,
    /// The challenged players whose accounts are not erased.
    pub to: Vec<Challenged>,
    pub status: ChallengeStatus,
    pub declined: Option<Declined>,
    /// The game after which the same players play again.
    pub rematch_of: Option<GameId>,
    /// The commitment to the secret of the deal.
    pub commitment: [u8; 32],
    pub created_at: DateTime<Utc>,
    /// When it expires, if not every challenged player has accepted.
    pub expires_at: DateTime<Utc>,
}

impl Challenge {
    /// Returns whether it challenges this player.
    pub fn is_to(&self, player: PlayerId) -> bool {
        self.to.iter().any(|challenged| challenged.player.player == player)
    }
}

words! {
    /// The direction of a challenge, seen from the caller.
    Direction:
    /// The caller has received it.
    In = "in",
    /// The caller has sent it.
    Out = "out",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_back() {
        for status in ChallengeStatus::ALL {
            assert_eq!(ChallengeStatus::named(status.name()), Some(status));
        }
        for reason in DeclineReason::ALL {
            assert_eq!(DeclineReason::named(reason.name()), Some(reason));
        }
    }
}
