//! Creating a game: its terms, and the secret that the server commits to before anybody joins.

use diesel_async::AsyncPgConnection;
use uuid::Uuid;

use super::access::held;
use super::limits::may_create;
use super::look::GameView;
use super::{GameRefusal, Games};
use crate::auth::Identity;
use crate::engine::deal::{DealId, Entropy, ServerSeed, commitment};
use crate::engine::seat::Seat;
use crate::model::deal::{Contribution, Timing};
use crate::model::game::{GameId, Terms};
use crate::model::idempotency::{Claim, KeptAnswer};
use crate::service::idempotency::{self, Done, KeyRefusal};
use crate::settings::GameSettings;
use crate::store::Failure;
use crate::store::deals;
use crate::store::games::{self, NewGame};

/// A game to create.
pub struct NewTable {
    pub terms: Terms,
    /// The entropy that its creator contributes to the deal.
    pub entropy: Option<Entropy>,
}

impl Games {
    /// Creates a game that waits for players; its creator is the first player. With a claim, repeated requests create
    /// it only once; `answer` makes the response that is stored.
    ///
    /// # Errors
    /// [`GameRefusal::SessionEnded`]; [`GameRefusal::TooMany`] if the account has reached a limit on its games; misuse
    /// of the claim; if the database or the random generator fails.
    pub async fn create<E>(
        &self,
        caller: &Identity,
        table: NewTable,
        claim: Option<&Claim>,
        answer: impl FnOnce(&GameView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E>
    where
        E: From<Failure> + From<KeyRefusal> + From<GameRefusal>,
    {
        let work = async |connection: &mut AsyncPgConnection| {
            answer(&create(connection, &self.settings, caller, table).await?)
        };
        let done = idempotency::once(&self.pool, claim, work).await?;
        self.watchers.announce_news(caller.player);
        Ok(done)
    }
}

/// Creates a game that waits for players; its creator is the first player. The caller must have opened a transaction.
///
/// # Errors
/// [`GameRefusal::SessionEnded`]; [`GameRefusal::TooMany`] if the account has reached a limit on its games; if the
/// database or the random generator fails.
async fn create(
    connection: &mut AsyncPgConnection,
    limits: &GameSettings,
    caller: &Identity,
    table: NewTable,
) -> Result<GameView, GameRefusal> {
    held(connection, caller).await?;
    may_create(connection, limits, caller.player).await?;
    let mut seed = [0; 32];
    getrandom::fill(&mut seed)?;
    let server_seed = ServerSeed::new(seed);
    let (id, deal_id) = (GameId::generate(), DealId(Uuid::now_v7().into_bytes()));
    let new = NewGame {
        id,
        terms: table.terms,
        creator: caller.player,
        deal_id,
        server_seed: &server_seed,
        commitment: commitment(deal_id, &server_seed),
    };
    games::insert(connection, &new).await?;
    games::seat(connection, id, caller.player).await?;
    if let Some(entropy) = table.entropy {
        let given = Contribution { player: caller.player, entropy, timing: Timing::BeforeCommitment };
        deals::contribute(connection, id, &given).await?;
    }
    let found = games::load(connection, id, Some(caller)).await?.ok_or(GameRefusal::NotFound)?;
    Ok(GameView::of(&found.record, Some(Seat::FIRST)))
}
