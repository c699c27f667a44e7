//! Forks: a position of an ended game becomes a new game that waits for players.
//!
//! When the fork starts, everything hidden in the position is dealt anew, from a secret of its own: everybody
//! could look up the old order in the ended game. Blind-reserved and drawn cards are dealt anew for the same
//! reason.
//!
//! A fork is a waiting game with a position beside its secret (`game_secrets.position`). When it starts,
//! `Game::fork` makes an opening like any other: replay, views and verification do not know forks. Only the
//! export needs the games before (`read/ancestors.rs`), because its reader begins from nothing.

use super::create::{RequestedGame, open};
use super::limits::may_create;
use super::opening::Opening;
use super::promise::Promise;
use crate::access::Client;
use crate::games::read::access::load_visible;
use crate::games::read::delay::load_delayed;
use crate::games::read::history::History;
use crate::games::read::look::GameView;
use crate::games::read::replay::is_of_the_engine;
use crate::games::{GameRefusal, OpenRefusal};
use crate::idempotency::{self, Done, OnceRefusal};
use lapidary_engine::deal::{Entropy, Seating};
use lapidary_engine::seat::Seat;
use lapidary_model::auth::{Identity, Visitor, network};
use lapidary_model::clock::Clock;
use lapidary_model::fair_queue::Crowded;
use lapidary_model::game::{GameId, Origin, Status, Terms, Version, Visibility};
use lapidary_model::idempotency::{Claim, KeptAnswer};
use lapidary_model::log::{Author, EntryKind, LogEntry};
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord};
use lapidary_store::sessions;

/// The maximum number of games between a fork and a game that begins from the start. The export of a fork has
/// the decisions of all of them.
pub(super) const GENERATIONS_MAX: usize = 4;

/// A fork to create. The rest of its terms comes from the ended game.
pub struct NewFork {
    /// The version to begin with.
    pub at: Version,
    /// Who may see the fork. Without it, everybody who may see the other game.
    pub visibility: Option<Visibility>,
    /// The seat that the caller takes; the others follow the order of joining. Without it, all seats are
    /// drawn.
    pub seat: Option<Seat>,
    pub clock: Clock,
    /// The entropy that its creator contributes to the deal.
    pub entropy: Option<Entropy>,
}

impl Opening {
    /// Creates a fork of an ended game. Its creator is the first player. With a claim, repeated requests
    /// create it only once; `answer` makes the stored response.
    pub async fn fork<E: OnceRefusal<OpenRefusal>>(
        &self,
        id: GameId,
        caller: &Identity,
        client: &Client,
        fork: NewFork,
        claim: Option<&Claim>,
        answer: impl FnOnce(&GameView) -> Result<KeptAnswer, E>,
    ) -> Result<Done, E> {
        // No connection is held while waiting for a place.
        let visitor = Visitor { identity: Some(*caller), network: network::of(client.address) };
        let place = client.gone.run_until_cancelled(self.read.replays.enter(&visitor)).await;
        let _place = place.unwrap_or(Err(Crowded)).map_err(GameRefusal::from).map_err(OpenRefusal::from)?;
        let work =
            async |connection: &mut Postgres| answer(&self.open_fork(connection, id, caller, fork).await?);
        let done = idempotency::once(&self.pool, claim, work).await?;
        self.watchers.announce_news(caller.player);
        Ok(done)
    }

    #[boxed]
    async fn open_fork(
        &self,
        connection: &mut Postgres,
        id: GameId,
        caller: &Identity,
        fork: NewFork,
    ) -> Result<GameView, OpenRefusal> {
        sessions::lock(connection, caller).await??;
        let over = load_visible(connection, id, Some(caller)).await?;
        is_over_for_all(connection, &over).await?;
        if generations(connection, &over).await? > GENERATIONS_MAX {
            return Err(OpenRefusal::ForkedTooOften(GENERATIONS_MAX));
        }
        let terms = terms(&over, &fork)?;
        may_create(connection, &self.settings, caller.player).await?;
        let history = History::load(connection, &over).await?;
        let at = settled(&history, fork.at).ok_or(GameRefusal::NoSuchVersion { version: over.version })?;
        let position = history.game_at(at)?;
        if position.to_act().is_none() {
            return Err(GameRefusal::Finished.into());
        }
        if position.seats_in_play().len() < terms.seats.get() {
            return Err(OpenRefusal::ForkWithoutSeat);
        }
        let table = RequestedGame { terms, label: None, entropy: fork.entropy };
        let place = fork.seat.map_or(0, |seat| seat.number().into());
        let made = GameId::generate();
        open(connection, made, &Promise::new()?, &table, caller.player, place).await?;
        games::set_origin(connection, made, Origin { game: id, at }, &position).await?;
        let stored = games::load(connection, made, Some(caller)).await?;
        Ok(GameView::of(&stored.record, Some(Seat::FIRST)))
    }
}

/// Checks that a game is over, also for viewers with a delay. Otherwise the fork would show them what they
/// must not see yet.
async fn is_over_for_all(connection: &mut Postgres, over: &GameRecord) -> Result<(), GameRefusal> {
    match over.status {
        Status::Waiting => return Err(GameRefusal::NotStarted),
        Status::Active => return Err(GameRefusal::NotFinished),
        Status::Frozen => return Err(GameRefusal::Frozen),
        Status::Finished | Status::Aborted if over.game.is_none() => return Err(GameRefusal::NotStarted),
        // Players of the same deal would see what they will draw.
        Status::Finished | Status::Aborted if over.sealed => return Err(GameRefusal::NotFinished),
        Status::Finished | Status::Aborted => {}
    }
    match load_delayed(connection, over.clone()).await?.record.status.is_revealed() {
        true => Ok(()),
        false => Err(GameRefusal::NotFinished),
    }
}

/// Returns the number of games from which a fork of this game descends.
async fn generations(connection: &mut Postgres, over: &GameRecord) -> Result<usize, GameRefusal> {
    let (mut origin, mut generations) = (over.origin, 1);
    while let Some(Origin { game, .. }) = origin {
        origin = games::origin(connection, game).await?;
        generations += 1;
    }
    Ok(generations)
}

/// Returns the terms of the fork. Only invited players may see a position of a private game.
fn terms(over: &GameRecord, fork: &NewFork) -> Result<Terms, OpenRefusal> {
    let visibility = fork.visibility.unwrap_or(over.terms.visibility);
    if over.terms.visibility == Visibility::Private && visibility != Visibility::Private {
        return Err(OpenRefusal::OriginPrivate);
    }
    if fork.seat.is_some_and(|seat| seat.index() >= over.terms.seats.get()) {
        return Err(GameRefusal::NoSuchSeat { seats: over.terms.seats }.into());
    }
    Ok(Terms {
        visibility,
        seating: if fork.seat.is_some() { Seating::JoinOrder } else { Seating::Random },
        clock: fork.clock,
        delay: None,
        rated: false,
        ladder: false,
        tournament: None,
        season: None,
        ..over.terms
    })
}

/// Returns the version that has the same position as a version, without pending decisions of the engine (T2).
/// None if the game never had the version.
fn settled(history: &History, at: Version) -> Option<Version> {
    let log = history.log();
    if !log.iter().any(|entry| entry.seq == at) {
        return None;
    }
    let is_due =
        |entry: &&LogEntry| entry.entry.kind == EntryKind::Action && entry.entry.by == Author::Engine;
    let due = log.iter().filter(|entry| entry.seq > at).take_while(is_due).count();
    let moves = |entry: &&LogEntry| entry.entry.kind == EntryKind::Started || is_of_the_engine(&entry.entry);
    // The entry that aborts a game does not change the position.
    log.iter().filter(moves).map(|entry| entry.seq).take_while(|seq| *seq <= at.plus(due)).last()
}
