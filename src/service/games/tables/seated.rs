//! Games whose players and seats somebody else decides: they are created and started in one transaction.

use diesel_async::AsyncPgConnection;

use super::shared_deal::StartedDeal;
use super::tournament_games::TournamentGames;
use crate::games::open::create::Promise;
use crate::games::open::join::start;
use crate::games::{GameRefusal, SeatRefusal};
use lapidary_engine::deal::Entropy;
use lapidary_model::auth::PlayerId;
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::game::{GameId, Terms, Version, Visibility};
use lapidary_store::games::{self, NewGame};
use lapidary_store::{deals, invitations};

/// A game to start.
pub struct SeatedGame<'a> {
    /// The terms. Seats must follow the order of joining.
    pub terms: Terms,
    /// Who arranges it, without a seat.
    pub creator: PlayerId,
    /// Who sits there, seat 0 first, and what they contribute to the deal.
    pub players: &'a [(PlayerId, Option<Entropy>)],
    /// The deal that it shares with others, which must be stored; none for a deal of its own. To a shared
    /// deal nobody contributes for this game alone.
    pub deal: Option<&'a StartedDeal>,
    /// Who may see it besides, if it is private.
    pub watchers: &'a [PlayerId],
}

impl TournamentGames {
    /// Creates a game with these players and starts it. The limits on the games of an account do not apply:
    /// others wait for the game. The caller must have opened a transaction and must announce the game after
    /// its commit.
    pub async fn start_seated(
        &self,
        connection: &mut AsyncPgConnection,
        new: &SeatedGame<'_>,
    ) -> Result<GameId, SeatRefusal> {
        let id = GameId::generate();
        let own;
        let promise = match new.deal {
            Some(deal) => deal.promise(),
            None => {
                own = Promise::new()?;
                &own
            }
        };
        let row = NewGame {
            id,
            terms: new.terms,
            creator: new.creator,
            deal_id: promise.deal_id,
            server_seed: &promise.server_seed,
            commitment: promise.commitment(),
            shared_deal: new.deal.map(StartedDeal::hidden_by),
        };
        games::insert(connection, &row).await?;
        let seated: Vec<PlayerId> = new.players.iter().map(|(player, _)| *player).collect();
        games::seat_all(connection, id, &seated).await?;
        for (player, entropy) in new.players {
            if let Some(entropy) = entropy.as_ref().filter(|_| new.deal.is_none()) {
                let given = Contribution {
                    player: *player,
                    entropy: entropy.clone(),
                    timing: Timing::BeforeCommitment,
                };
                deals::contribute(connection, id, &given).await?;
            }
        }
        let record = games::load_for(connection, id, new.creator).await?.ok_or(GameRefusal::NotFound)?;
        start(connection, &record, &self.open).await?;
        if new.terms.visibility == Visibility::Private {
            for watcher in new.watchers {
                invitations::insert(connection, id, *watcher, None).await?;
            }
        }
        Ok(id)
    }

    /// Announces games that have changed. Call it after the commit.
    pub fn announce_changed(&self, changed: &[(GameId, Version)]) {
        self.watchers.announce_all(changed);
    }

    /// Announces games that were started, to their players too. Call it after the commit.
    pub fn announce_started(&self, started: &[GameId], players: &[PlayerId]) {
        let news: Vec<(GameId, Version)> = started.iter().map(|&game| (game, Version(1))).collect();
        self.watchers.announce_all(&news);
        players.iter().for_each(|&player| self.watchers.announce_news(player));
    }
}
