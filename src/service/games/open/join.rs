//! Joining a game. The last player to join starts it.
//!
//! What is read and written does not wait for answers in between: the statements go out together, and the
//! database executes them one after the other. So a refusal is known only when all of a step are done.

use chrono::{DateTime, Utc};
use futures_util::future::join3;
use futures_util::try_join;

use super::limits::may_sit_down;
use super::opening::Opening;
use super::promise::Promise;
use crate::games::effects::tell::start_of;
use crate::games::play::clocked::clocks_of;
use crate::games::read::access::lock;
use crate::games::read::look::GameView;
use crate::games::{GameRefusal, SeatRefusal};
use crate::seasons::lock_started;
use crate::transaction::transaction;
use crate::webhooks::enqueue;
use lapidary_engine::deal::{Entropy, Seating};
use lapidary_engine::game::Opening as Dealt;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::game::{GameId, Status, Terms, Version, Visibility};
use lapidary_model::log::{Author, EntryKind, NewEntry};
use lapidary_model::rating::meeting_key;
use lapidary_store::deals::{SeatedContribution, Secret};
use lapidary_store::games::{self, Advance, Appended, GameRecord};
use lapidary_store::ratings::{self, RatedStart};
use lapidary_store::tournaments::shared_deals;
use lapidary_store::{Failure, Postgres, challenges, clocks, deals, invitations, sessions};

#[boxed]
impl Opening {
    /// Joins a game that waits for players. Joining again replaces the caller's entropy while the game waits,
    /// and changes nothing after the start.
    pub async fn join(
        &self,
        id: GameId,
        caller: &Identity,
        entropy: Option<Entropy>,
    ) -> Result<GameView, SeatRefusal> {
        let (record, joined) = transaction!(self.pool, async |connection| {
            let (held, record, may) = join3(
                sessions::lock(connection, caller),
                lock(connection, id, caller),
                may_sit_down(connection, &self.settings, caller.player),
            )
            .await;
            held??;
            let record = record?;
            let joined = sit_down(connection, &record, (caller.player, entropy), Some(may), self).await?;
            Ok::<_, SeatRefusal>((record, joined))
        })?;
        self.watchers.announce(id, joined.version());
        self.wake_built_in(id, record.players());
        // The game may have started, and wait for a player who joined before.
        record.players().for_each(|player| self.watchers.hints().put(player));
        self.watchers.announce_news(caller.player);
        Ok(self.read.look(id, Some(caller)).await?)
    }
}

/// The effect of joining.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::games) enum Joined {
    Waits,
    Started,
}

impl Joined {
    /// Returns the version to announce. A waiting game has no entries, but its followers see the players at
    /// the table.
    pub fn version(self) -> Version {
        match self {
            Joined::Started => Version(1),
            Joined::Waits => Version::ZERO,
        }
    }
}

/// Takes a seat in a game that waits for players, or replaces the entropy of a player who has one. The caller
/// must hold the lock of the game and of the player's account. `may` is whether the player may have another
/// game, which counts only for somebody without a seat; none for an opponent who needs no permission. A
/// player whom the creator has kicked, blocked or not named gets the same refusal as for a full game.
pub(in crate::games) async fn sit_down(
    connection: &mut Postgres,
    record: &GameRecord,
    (player, entropy): (PlayerId, Option<Entropy>),
    may: Option<Result<(), SeatRefusal>>,
    opening: &Opening,
) -> Result<Joined, SeatRefusal> {
    if is_settled(record, player)? {
        return stay(connection, record, player, entropy).await;
    }
    let shut_out = async {
        match &may {
            Some(_) => games::is_shut_out(connection, record.id, record.creator, player).await,
            None => Ok(false),
        }
    };
    let (shut_out, found) = try_join!(shut_out, FreeSeat::find(connection, record, player))?;
    if shut_out || (may.is_some() && record.organized && found.reserved.is_none()) {
        return Err(SeatRefusal::Full);
    }
    may.transpose()?;
    found.take(connection, record, (player, entropy), opening).await
}

/// Returns whether the player sits already. Without a seat, the game must wait for players.
fn is_settled(record: &GameRecord, player: PlayerId) -> Result<bool, SeatRefusal> {
    match record.status {
        _ if record.seat_of(player).is_some() => Ok(true),
        Status::Waiting => Ok(false),
        Status::Active => Err(SeatRefusal::Full),
        Status::Finished | Status::Aborted => Err(GameRefusal::Finished.into()),
        Status::Frozen => Err(GameRefusal::Frozen.into()),
    }
}

/// Replaces the entropy of a player who sits at a table that waits; after the start, nothing changes.
async fn stay(
    connection: &Postgres,
    record: &GameRecord,
    player: PlayerId,
    entropy: Option<Entropy>,
) -> Result<Joined, SeatRefusal> {
    if let Some(entropy) = entropy.filter(|_| record.status == Status::Waiting) {
        deals::contribute(connection, record.id, &joining(player, entropy)).await?;
    }
    Ok(Joined::Waits)
}

/// What somebody contributes who joins: they could read the commitment.
fn joining(player: PlayerId, entropy: Entropy) -> Contribution {
    Contribution { player, entropy, timing: Timing::AfterCommitment }
}

/// A free seat of a game that waits for players, with what a start needs.
struct FreeSeat {
    /// Who sits there, in the order of joining.
    seated: Vec<SeatedContribution>,
    /// The place that is reserved for the player.
    reserved: Option<i16>,
    /// The secret of the deal.
    secret: Secret,
    /// What the game becomes if it is the private one of a challenge.
    challenge: Option<Visibility>,
    /// The time of the transaction, at which the game may start.
    now: DateTime<Utc>,
}

impl FreeSeat {
    /// Looks for the seat of this player. The caller must hold the lock of the game.
    async fn find(connection: &Postgres, record: &GameRecord, player: PlayerId) -> Result<FreeSeat, Failure> {
        // Only a challenge has a private game.
        let challenge = async {
            match record.terms.visibility {
                Visibility::Private => challenges::visibility(connection, record.id).await,
                Visibility::Public | Visibility::Unlisted => Ok(None),
            }
        };
        let (seated, reserved, secret, challenge, now) = try_join!(
            deals::contributions(connection, record.id),
            invitations::place_of(connection, record.id, player),
            deals::secret(connection, record.id),
            challenge,
            games::now(connection),
        )?;
        Ok(FreeSeat { seated, reserved, secret, challenge, now })
    }

    /// Takes the seat. The last one starts the game.
    async fn take(
        mut self,
        connection: &mut Postgres,
        record: &GameRecord,
        (player, entropy): (PlayerId, Option<Entropy>),
        opening: &Opening,
    ) -> Result<Joined, SeatRefusal> {
        let place = self.place(record);
        let sit = games::seat(connection, record.id, player, place);
        let own = entropy.clone().map(|entropy| joining(player, entropy));
        let contribute = async {
            match &own {
                Some(own) => deals::contribute(connection, record.id, own).await,
                None => Ok(()),
            }
        };
        if self.seated.len() + 1 < record.terms.seats.get() {
            try_join!(sit, contribute)?;
            return Ok(Joined::Waits);
        }
        if let Some(season) = record.terms.season {
            lock_started(connection, season).await?;
        }
        let beacon = match record.shared_deal {
            Some(deal) => shared_deals::beacon(connection, deal).await?,
            None => Entropy::default(),
        };
        let given = joining(player, entropy.unwrap_or_default());
        self.seated.push(SeatedContribution { place, given });
        self.seated.sort_by_key(|seated| seated.place);
        let given = self.seated.iter().map(|seated| seated.given.entropy.clone()).collect();
        let Secret { deal_id, ref server_seed, .. } = self.secret;
        let promise = Promise { deal_id, server_seed: server_seed.clone() };
        let position = self.secret.position(record.terms.ruleset)?;
        let dealt = promise.deal(opening, &record.terms, given, &beacon, position)?;
        let started = self.start(connection, record, &dealt, opening);
        match try_join!(sit, contribute, started)? {
            (.., Appended::At(..)) => Ok(Joined::Started),
            (.., Appended::Conflict) => Err(GameRefusal::Broken("a locked game has moved on").into()),
        }
    }

    /// Returns the place in the order of joining: the reserved one if it is free, or the one behind all
    /// others. The creator of a fork may have chosen any seat; the others take the remaining ones.
    fn place(&self, record: &GameRecord) -> i16 {
        let is_free = |place: &i16| self.seated.iter().all(|seated| seated.place != *place);
        let behind = self.seated.last().map_or(0, |last| last.place.saturating_add(1));
        let in_turn = record.origin.is_some() && record.terms.seating == Seating::JoinOrder;
        let first_free = (0..behind).find(is_free).filter(|_| in_turn && self.reserved.is_none());
        self.reserved.filter(is_free).or(first_free).unwrap_or(behind)
    }

    /// Starts the game as dealt. From now on, the secret and the contributions are fixed. The private game of
    /// a challenge becomes what the challenge says.
    async fn start(
        &self,
        connection: &Postgres,
        record: &GameRecord,
        dealt: &Dealt,
        opening: &Opening,
    ) -> Result<Appended, Failure> {
        let id = record.id;
        let player = |&place: &u8| self.seated.get(usize::from(place)).map(|seated| seated.given.player);
        let by_seat: Vec<PlayerId> = dealt.seats.iter().filter_map(player).collect();
        let challenge = async {
            match self.challenge {
                Some(visibility) => challenges::accept(connection, id, visibility).await,
                None => Ok(()),
            }
        };
        let started = NewEntry { seat: None, by: Author::Engine, kind: EntryKind::Started, action: None };
        let change = Advance::new(id, record.version, Some(&dealt.game), None, vec![started]);
        let running = clocks_of(&record.terms, &dealt.game, self.now, &opening.settings, None);
        let clocks = async {
            match running {
                Some(running) => clocks::insert(connection, &[(id, running)]).await,
                None => Ok(()),
            }
        };
        let terms = Terms { visibility: self.challenge.unwrap_or(record.terms.visibility), ..record.terms };
        let creator = (!record.sealed).then_some(record.creator);
        let news = start_of(id, &terms, by_seat.clone(), creator, self.now);
        let rated =
            meeting_key(&record.terms).map(|key| RatedStart { key, game: id, players: by_seat.clone() });
        let (_, _, _, appended, _, _, _) = try_join!(
            games::assign(connection, id, &by_seat),
            challenge,
            deals::keep_opening(connection, id, &dealt.game),
            games::advance(connection, &change),
            clocks,
            enqueue(connection, &news),
            ratings::note_starts(connection, rated.as_slice(), self.now),
        )?;
        Ok(appended)
    }
}
