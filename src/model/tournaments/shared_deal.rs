//! A deal that several tables of a duplicate tournament share.

use chrono::{DateTime, Utc};

use crate::game::GameId;
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::deal::{DealId, Entropy};

/// A deal that all tables of a round with the same number of seats play. It does not contain its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedDeal {
    /// The public name of the deal.
    pub id: DealId,
    /// The round.
    pub round: u16,
    /// The number of seats of its tables.
    pub seats: u8,
    /// The commitment to its secret.
    pub commitment: [u8; 32],
    /// The digest of the contributions: an input of the deal.
    pub beacon: Entropy,
    /// The contribution of each player at its tables, in the order of entries. Empty if they contributed
    /// nothing.
    pub contributions: Vec<(EntryId, Entropy)>,
    /// The games that are played with it.
    pub games: Vec<GameId>,
    /// When its secret was revealed. None before all its games are over.
    pub revealed_at: Option<DateTime<Utc>>,
}
