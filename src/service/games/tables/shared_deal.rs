//! A deal that several games of a duplicate tournament share. Until the last of them is over, only the seats
//! see their game, and nobody sees the secret of the deal.

use crate::games::GameRefusal;
use crate::games::open::promise::Promise;
use lapidary_contest::event::duplicate::beacon;
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::deal::{DealId, Entropy};
use lapidary_engine::seat::SeatCount;
use lapidary_model::bot_match::{BotMatchId, MatchSecret};
use lapidary_model::game::GameId;
use lapidary_model::tournaments::shared_deal::SharedDeal;
use lapidary_store::Postgres;
use lapidary_store::deals::{self, Secret};
use lapidary_store::tournaments::{Locked, shared_deals};

/// A stored deal of games that are starting. It contains the secret of the deal, so it does not implement
/// `Debug`.
pub struct StartedDeal {
    promise: Promise,
    /// The stored deal that hides the games.
    hidden_by: DealId,
}

#[boxed]
impl StartedDeal {
    /// Makes and stores a deal for all tables of a round with this number of seats. The games start in the
    /// same transaction, and are stored with [`share`](Self::share).
    pub async fn new(
        db: &mut Locked<'_>,
        round: u16,
        seats: SeatCount,
        mut contributions: Vec<(EntryId, Entropy)>,
    ) -> Result<StartedDeal, GameRefusal> {
        let promise = Promise::new()?;
        contributions.sort_by_key(|(entry, _)| *entry);
        let digest = beacon(contributions.iter().map(|(entry, entropy)| (*entry, entropy.as_bytes())));
        let beacon = Entropy::try_from(digest.to_vec())
            .map_err(|_| GameRefusal::Broken("a digest is longer than entropy can be"))?;
        let deal = SharedDeal {
            id: promise.deal_id,
            round,
            seats: seats.get() as u8,
            commitment: promise.commitment(),
            beacon,
            contributions,
            games: Vec::new(),
            revealed_at: None,
        };
        shared_deals::insert(db, &deal).await?;
        Ok(StartedDeal { hidden_by: promise.deal_id, promise })
    }

    /// Returns the deal of a game in which nothing has happened, for another game that replaces it. Add that
    /// game with [`add`](Self::add) before the first one ends.
    pub async fn of(connection: &mut Postgres, game: GameId) -> Result<StartedDeal, GameRefusal> {
        let Secret { deal_id, server_seed, .. } = deals::secret(connection, game).await?;
        Ok(StartedDeal { promise: Promise { deal_id, server_seed }, hidden_by: deal_id })
    }

    /// Returns a deal of a series of games between bots. The games are hidden until the series is over. The
    /// deal's name and secret follow from the secret of the series.
    pub(in crate::games) fn of_series(series: BotMatchId, secret: &MatchSecret, number: u32) -> StartedDeal {
        let (deal_id, server_seed) = secret.deal(number);
        StartedDeal { promise: Promise { deal_id, server_seed }, hidden_by: series.deals() }
    }

    /// Stores that another game shares the deal.
    pub async fn add(&self, db: &mut Locked<'_>, game: GameId) -> Result<(), GameRefusal> {
        Ok(shared_deals::add_game(db, self.promise.deal_id, game).await?)
    }

    /// Stores which games share the deal, after all of them were started.
    pub async fn share(&self, connection: &mut Postgres, games: &[GameId]) -> Result<(), GameRefusal> {
        Ok(shared_deals::set_games(connection, self.promise.deal_id, games).await?)
    }

    /// Returns the secret of the deal.
    pub(in crate::games) fn promise(&self) -> &Promise {
        &self.promise
    }

    /// Returns the name of the stored deal that hides the games.
    pub(in crate::games) const fn hidden_by(&self) -> DealId {
        self.hidden_by
    }
}
