//! Creating a game: its terms, and the secret to which the server commits before anybody joins.

use uuid::Uuid;

use super::built_in::{built_in_among, seat_built_in};
use super::limits::may_create;
use super::opening::Opening;
use super::opponents::lock_opponents;
use crate::games::read::look::GameView;
use crate::games::{GameRefusal, OpenRefusal};
use crate::idempotency::{self, Done, OnceRefusal};
use lapidary_engine::deal::{DealId, Entropy, ServerSeed, commitment};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::built_in::BuiltInSeat;
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::game::{GameId, Terms, Version};
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_store::Postgres;
use lapidary_store::games::{self, NewGame};
use lapidary_store::{deals, invitations, sessions};

/// A game to create.
pub struct RequestedGame {
    pub terms: Terms,
    /// The entropy that its creator contributes to the deal.
    pub entropy: Option<Entropy>,
}

impl Opening {
    /// Creates a game that waits for players. Its creator is the first player, unless other players are
    /// named. With a claim, repeated requests create it only once; `answer` makes the stored response.
    pub async fn create<E: OnceRefusal<OpenRefusal>>(
        &self,
        caller: &Identity,
        table: RequestedGame,
        arrangement: Arrangement,
        claim: Option<&Claim>,
        answer: impl FnOnce(&GameView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        let mut made: Option<(GameId, Version, Vec<PlayerId>)> = None;
        let work = async |connection: &mut Postgres| {
            let game = create(connection, self, caller, table, arrangement).await?;
            made = Some((game.id, game.version, players_of(&game)));
            answer(&game)
        };
        let done = idempotency::once(&self.pool, claim, work).await?;
        self.watchers.announce_news(caller.player);
        if let Some((id, version, players)) = made {
            if version > Version::ZERO {
                self.watchers.announce(id, version);
            }
            self.wake_built_in(id, players);
            self.announce_to_players(id).await;
        }
        Ok(done)
    }
}

/// Creates a game. The caller must have opened a transaction.
#[boxed]
async fn create(
    connection: &mut Postgres,
    opening: &Opening,
    caller: &Identity,
    table: RequestedGame,
    arrangement: Arrangement,
) -> Result<GameView, OpenRefusal> {
    sessions::lock(connection, caller).await??;
    may_create(connection, &opening.settings, caller.player).await?;
    let promise = Promise::new()?;
    let (id, built_in) = match &arrangement.seated {
        Some(names) => {
            let (id, players) = open_for(connection, &promise, &table, caller.player, names).await?;
            (id, built_in_among(&players))
        }
        None => (open(connection, &promise, table, caller.player, None).await?, arrangement.opponents),
    };
    let organized = arrangement.seated.is_some();
    if organized || arrangement.label.is_some() {
        games::mark(connection, id, arrangement.label.as_deref(), organized).await?;
    }
    seat_built_in(connection, id, caller.player, &built_in, opening).await?;
    let record = games::load(connection, id, Some(caller)).await?.record;
    Ok(GameView::of(&record, record.seat_of(caller.player)))
}

fn players_of(game: &GameView) -> Vec<PlayerId> {
    game.occupants.iter().map(|occupant| occupant.player).collect()
}

/// The secret of a deal. The server commits to it before players contribute.
pub(in crate::games) struct Promise {
    pub deal_id: DealId,
    pub server_seed: ServerSeed,
}

impl Promise {
    /// Returns a new secret.
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

/// Adds a game that waits for players, with its creator at a place in the order of joining. The caller must
/// have opened a transaction, and checked that the creator may have another game.
pub(in crate::games) async fn open(
    connection: &mut Postgres,
    promise: &Promise,
    table: RequestedGame,
    creator: PlayerId,
    place: Option<i16>,
) -> Result<GameId, GameRefusal> {
    let id = add(connection, promise, &table, creator).await?;
    games::seat(connection, id, creator, place).await?;
    if let Some(entropy) = table.entropy {
        let given = Contribution { player: creator, entropy, timing: Timing::BeforeCommitment };
        deals::contribute(connection, id, &given).await?;
    }
    Ok(id)
}

/// Adds a game that waits for players, without any player.
pub(in crate::games) async fn add(
    connection: &mut Postgres,
    promise: &Promise,
    table: &RequestedGame,
    creator: PlayerId,
) -> Result<GameId, GameRefusal> {
    let id = GameId::generate();
    let new = NewGame {
        id,
        terms: table.terms,
        creator,
        deal_id: promise.deal_id,
        server_seed: &promise.server_seed,
        commitment: promise.commitment(),
        shared_deal: None,
        dealt: None,
    };
    games::insert(connection, &[new]).await?;
    Ok(id)
}

/// The choices of a game's creator besides its terms.
#[derive(Default)]
pub struct Arrangement {
    /// The name of the game.
    pub label: Option<String>,
    /// The names of all players in the order of their seats, without the creator.
    pub seated: Option<Vec<String>>,
    /// Built-in opponents who take seats at once, if no players are named.
    pub opponents: Vec<BuiltInSeat>,
}

/// Adds a game without its creator, with a reserved place for each of these players. The caller must have
/// opened a transaction, and checked that the creator may have another game.
pub(super) async fn open_for(
    connection: &mut Postgres,
    promise: &Promise,
    table: &RequestedGame,
    creator: PlayerId,
    names: &[String],
) -> Result<(GameId, Vec<PlayerId>), OpenRefusal> {
    let refused = |place, refusal| OpenRefusal::Seated { place, refusal };
    let players = lock_opponents(connection, creator, names, &table.terms, refused).await?;
    let id = add(connection, promise, table, creator).await?;
    for (place, &player) in (0_i16..).zip(&players) {
        invitations::insert(connection, id, player, Some(place)).await?;
    }
    Ok((id, players))
}
