//! Creating a game: its terms, and the secret that the server commits to before anybody joins.

use diesel_async::AsyncPgConnection;
use uuid::Uuid;

use super::access::held;
use super::limits::may_create;
use super::look::GameView;
use super::{GameRefusal, Games};
use crate::auth::{Identity, PlayerId};
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
    let id = open(connection, &Promise::new()?, table, caller.player, None).await?;
    let found = games::load(connection, id, Some(caller)).await?.ok_or(GameRefusal::NotFound)?;
    Ok(GameView::of(&found.record, Some(Seat::FIRST)))
}

/// The secret of a deal, to which the server commits before players contribute.
pub(super) struct Promise {
    pub deal_id: DealId,
    pub server_seed: ServerSeed,
}

impl Promise {
    /// Returns a new secret.
    ///
    /// # Errors
    /// If the random generator fails.
    pub fn new() -> Result<Promise, GameRefusal> {
        let mut seed = [0; 32];
        getrandom::fill(&mut seed)?;
        let deal_id = DealId(Uuid::now_v7().into_bytes());
        Ok(Promise { deal_id, server_seed: ServerSeed::new(seed) })
    }

    /// Returns the commitment, which does not reveal the secret.
    pub fn commitment(&self) -> [u8; 32] {
        commitment(self.deal_id, &self.server_seed)
    }
}

/// Adds a game that waits for players, with its creator at a place in the order of joining. The caller must have opened a
/// transaction, and checked whether the creator may have another game.
///
/// # Errors
/// If the database fails.
pub(super) async fn open(
    connection: &mut AsyncPgConnection,
    promise: &Promise,
    table: NewTable,
    creator: PlayerId,
    place: Option<i16>,
) -> Result<GameId, GameRefusal> {
    let id = GameId::generate();
    let new = NewGame {
        id,
        terms: table.terms,
        creator,
        deal_id: promise.deal_id,
        server_seed: &promise.server_seed,
        commitment: promise.commitment(),
    };
    games::insert(connection, &new).await?;
    games::seat(connection, id, creator, place).await?;
    if let Some(entropy) = table.entropy {
        let given = Contribution { player: creator, entropy, timing: Timing::BeforeCommitment };
        deals::contribute(connection, id, &given).await?;
    }
    Ok(id)
}
