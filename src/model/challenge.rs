//! Challenges: a player invites others to a game on fixed terms, and each of them accepts or declines.
//!
//! A challenge is a private game that waits for the challenged players, so it has the id of its game.

use chrono::{DateTime, Utc};

use super::game::{GameId, Terms};
use super::player::Occupant;
use crate::auth::PlayerId;

/// What has become of a challenge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It waits for answers.
    Open,
    /// Every seat is taken, and the game has started.
    Accepted,
    /// A challenged player declined.
    Declined,
    /// The challenger took it back.
    Withdrawn,
    /// Nobody answered in time.
    Expired,
}

impl Standing {
    /// Every value.
    pub const ALL: [Standing; 5] =
        [Standing::Open, Standing::Accepted, Standing::Declined, Standing::Withdrawn, Standing::Expired];

    /// Returns its name in the database and in the contract.
    pub const fn name(self) -> &'static str {
        match self {
            Standing::Open => "open",
            Standing::Accepted => "accepted",
            Standing::Declined => "declined",
            Standing::Withdrawn => "withdrawn",
            Standing::Expired => "expired",
        }
    }

    /// Returns the value with this name.
    pub fn named(name: &str) -> Option<Standing> {
        Standing::ALL.into_iter().find(|standing| standing.name() == name)
    }
}

/// Defines the reasons, each with its name.
macro_rules! reasons {
    ($($(#[$meta:meta])* $reason:ident $name:literal)*) => {
        /// Why a player declines a challenge.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum DeclineReason {
            $($(#[$meta])* $reason,)*
        }

        impl DeclineReason {
            /// Every reason.
            pub const ALL: [DeclineReason; [$(DeclineReason::$reason),*].len()] = [$(DeclineReason::$reason),*];

            /// Returns its name in the database and in the contract.
            pub const fn name(self) -> &'static str {
                match self {
                    $(DeclineReason::$reason => $name,)*
                }
            }

            /// Returns the reason with this name.
            pub fn named(name: &str) -> Option<DeclineReason> {
                DeclineReason::ALL.into_iter().find(|reason| reason.name() == name)
            }
        }
    };
}

reasons! {
    /// No particular one.
    Generic "generic"
    /// Not now, but perhaps later.
    Later "later"
    /// Another ruleset would be welcome.
    Ruleset "ruleset"
    /// Other modules or options would be welcome.
    Modules "modules"
    /// Another number of seats would be welcome.
    Seats "seats"
    /// Another clock would be welcome.
    Clock "clock"
    /// The player has enough games.
    TooManyGames "too_many_games"
    /// The player does not play against bots.
    NoBots "no_bots"
    /// The player, usually a bot, plays against bots only.
    OnlyBots "only_bots"
    /// The player plays only with players they know.
    OnlyFriends "only_friends"
    /// The account of the player is erased. Only the server gives this reason.
    AccountErased "account_erased"
}

/// A player whom a challenge invites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenged {
    pub player: Occupant,
    /// Whether they have accepted.
    pub accepted: bool,
}

/// Who declined a challenge, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declined {
    pub by: PlayerId,
    pub reason: DeclineReason,
}

/// A challenge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    /// The id, which is the id of its game.
    pub id: GameId,
    /// The terms of the game once it has started; until then it is private.
    pub terms: Terms,
    pub challenger: Occupant,
    /// The challenged players whose accounts are not erased.
    pub to: Vec<Challenged>,
    pub standing: Standing,
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

/// Which challenges a list holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Those that the caller received.
    In,
    /// Those that the caller sent.
    Out,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_read_back() {
        for standing in Standing::ALL {
            assert_eq!(Standing::named(standing.name()), Some(standing));
        }
        for reason in DeclineReason::ALL {
            assert_eq!(DeclineReason::named(reason.name()), Some(reason));
        }
    }
}
