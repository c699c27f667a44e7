//! Creating a game: its terms, and the secret to which the server commits before anybody joins.

use futures_util::future::{join, try_join3};

use super::built_in::{built_in_among, seat_built_in};
use super::limits::may_create;
use super::opening::Opening;
use super::opponents::lock_opponents;
use super::promise::Promise;
use crate::games::read::look::GameView;
use crate::games::{GameRefusal, OpenRefusal};
use crate::idempotency::{self, Done, OnceRefusal};
use lapidary_engine::deal::Entropy;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::built_in::BuiltInSeat;
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::game::{GameId, Terms, Version};
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_store::Postgres;
use lapidary_store::games::{self, NewGame, StoredGame};
use lapidary_store::{Failure, deals, invitations, sessions};

/// A game to create.
pub struct RequestedGame {
    pub terms: Terms,
    /// The name that its creator gives to it.
    pub label: Option<String>,
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
            let (game, concerned) = create(connection, self, caller, table, arrangement).await?;
            made = Some((game.id, game.version, concerned));
            answer(&game)
        };
        let done = idempotency::once(&self.pool, claim, work).await?;
        self.watchers.announce_news(caller.player);
        if let Some((id, version, players)) = made {
            if version > Version::ZERO {
                self.watchers.announce(id, version);
            }
            self.announce_to(players.iter().copied());
            self.wake_built_in(id, players);
        }
        Ok(done)
    }
}

/// Creates a game; returns it with the players whom it concerns. The caller must have opened a transaction.
#[boxed]
async fn create(
    connection: &mut Postgres,
    opening: &Opening,
    caller: &Identity,
    table: RequestedGame,
    arrangement: Arrangement,
) -> Result<(GameView, Vec<PlayerId>), OpenRefusal> {
    let may = may_create(connection, &opening.settings, caller.player);
    let (held, may) = join(sessions::lock(connection, caller), may).await;
    held??;
    may?;
    let promise = Promise::new()?;
    let id = GameId::generate();
    let (mut concerned, built_in, loaded) = match &arrangement.seated {
        Some(names) => {
            let players = open_for(connection, id, &promise, &table, caller.player, names).await?;
            let built_in = built_in_among(&players);
            (players, built_in, None)
        }
        None => {
            let opened = open(connection, id, &promise, &table, caller.player, 0);
            let (opened, loaded) = join(opened, games::load(connection, id, Some(caller))).await;
            opened?;
            (Vec::new(), arrangement.opponents, Some(loaded?))
        }
    };
    seat_built_in(connection, id, caller.player, &built_in, opening).await?;
    let StoredGame { record, .. } = match loaded.filter(|_| built_in.is_empty()) {
        Some(loaded) => loaded,
        None => games::load(connection, id, Some(caller)).await?,
    };
    concerned.extend(record.players());
    Ok((GameView::of(&record, record.seat_of(caller.player)), concerned))
}

/// Adds a game that waits for players, with its creator at a place in the order of joining. The caller must
/// have opened a transaction, and checked that the creator may have another game.
pub(in crate::games) async fn open(
    connection: &Postgres,
    id: GameId,
    promise: &Promise,
    table: &RequestedGame,
    creator: PlayerId,
    place: i16,
) -> Result<(), GameRefusal> {
    let contribute = async {
        let Some(entropy) = table.entropy.clone() else { return Ok(()) };
        let given = Contribution { player: creator, entropy, timing: Timing::BeforeCommitment };
        deals::contribute(connection, id, &given).await
    };
    let seat = games::seat(connection, id, creator, place);
    let added = add(connection, id, promise, table, creator, Organizes::No);
    try_join3(added, seat, contribute).await?;
    Ok(())
}

/// Whether the creator of a game organizes it for others.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Organizes {
    Yes,
    No,
}

/// Adds a game that waits for players, without any player.
async fn add(
    connection: &Postgres,
    id: GameId,
    promise: &Promise,
    table: &RequestedGame,
    creator: PlayerId,
    organizes: Organizes,
) -> Result<(), Failure> {
    let new = NewGame {
        id,
        terms: table.terms,
        creator,
        label: table.label.as_deref(),
        organized: organizes == Organizes::Yes,
        deal_id: promise.deal_id,
        server_seed: &promise.server_seed,
        commitment: promise.commitment(),
        shared_deal: None,
        dealt: None,
    };
    games::insert(connection, &[new]).await
}

/// The choices of a game's creator besides its terms.
#[derive(Default)]
pub struct Arrangement {
    /// The names of all players in the order of their seats, without the creator.
    pub seated: Option<Vec<String>>,
    /// Built-in opponents who take seats at once, if no players are named.
    pub opponents: Vec<BuiltInSeat>,
}

/// Adds a game without its creator, with a reserved place for each of these players. The caller must have
/// opened a transaction, and checked that the creator may have another game.
pub(super) async fn open_for(
    connection: &mut Postgres,
    id: GameId,
    promise: &Promise,
    table: &RequestedGame,
    creator: PlayerId,
    names: &[String],
) -> Result<Vec<PlayerId>, OpenRefusal> {
    let refused = |place, refusal| OpenRefusal::Seated { place, refusal };
    let players = lock_opponents(connection, creator, names, &table.terms, refused).await?;
    add(connection, id, promise, table, creator, Organizes::Yes).await?;
    for (place, &player) in (0_i16..).zip(&players) {
        invitations::insert(connection, id, player, Some(place)).await?;
    }
    Ok(players)
}
