//! Joining a game. The last player to join starts it.

use super::limits::may_sit_down;
use super::opening::Opening;
use crate::games::effects::tell::start_of;
use crate::games::play::clocked::clocks_of;
use crate::games::read::access::lock;
use crate::games::read::look::GameView;
use crate::games::{GameRefusal, SeatRefusal};
use crate::seasons::lock_started;
use crate::transaction::act;
use crate::webhooks::enqueue;
use lapidary_engine::deal::{Contributions, DealInput, Entropy, Seating};
use lapidary_engine::game::Game;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::game::{GameId, Status, Terms, Version};
use lapidary_model::log::{Author, EntryKind, NewEntry};
use lapidary_model::settings::GameSettings;
use lapidary_store::Postgres;
use lapidary_store::games::{self, Advance, Appended, GameRecord};
use lapidary_store::tournaments::shared_deals;
use lapidary_store::{challenges, clocks, deals, invitations};

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
        let (record, joined) = act!(self.pool, caller, async |connection| {
            let record = lock(connection, id, caller).await?;
            if record.status == Status::Waiting && record.seat_of(caller.player).is_none() {
                may_join(connection, &self.settings, &record, caller.player).await?;
            }
            let joined = sit_down(connection, &record, caller.player, entropy, self).await?;
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

/// Checks whether a player without a seat may take one. A player whom the creator has kicked, blocked or not
/// named gets the same refusal as for a full game.
pub(in crate::games) async fn may_join(
    connection: &mut Postgres,
    limits: &GameSettings,
    record: &GameRecord,
    player: PlayerId,
) -> Result<(), SeatRefusal> {
    if games::is_shut_out(connection, record.id, record.creator, player).await?
        || is_reserved_for_others(connection, record, player).await?
    {
        return Err(SeatRefusal::Full);
    }
    may_sit_down(connection, limits, player).await
}

/// Returns whether the game has only reserved seats, and none for this player.
async fn is_reserved_for_others(
    connection: &mut Postgres,
    record: &GameRecord,
    player: PlayerId,
) -> Result<bool, GameRefusal> {
    Ok(record.organized && invitations::place_of(connection, record.id, player).await?.is_none())
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
/// must hold the lock of the game, and have checked that the player may join.
pub(in crate::games) async fn sit_down(
    connection: &mut Postgres,
    record: &GameRecord,
    player: PlayerId,
    entropy: Option<Entropy>,
    opening: &Opening,
) -> Result<Joined, SeatRefusal> {
    let sits = record.seat_of(player).is_some();
    match record.status {
        Status::Waiting => {}
        _ if sits => return Ok(Joined::Waits),
        Status::Active => return Err(SeatRefusal::Full),
        Status::Finished | Status::Aborted => return Err(GameRefusal::Finished.into()),
        Status::Frozen => return Err(GameRefusal::Frozen.into()),
    }
    if !sits {
        let reserved = match invitations::place_of(connection, record.id, player).await? {
            // The creator of a fork may have chosen any seat; the others take the remaining ones.
            None if record.origin.is_some() && record.terms.seating == Seating::JoinOrder => {
                games::free_place(connection, record.id).await?
            }
            reserved => reserved,
        };
        games::seat(connection, record.id, player, reserved).await?;
    }
    if let Some(entropy) = entropy {
        let given = Contribution { player, entropy, timing: Timing::AfterCommitment };
        deals::contribute(connection, record.id, &given).await?;
    }
    if !sits && record.occupants.len() + 1 == record.terms.seats.get() {
        start(connection, record, opening).await?;
        return Ok(Joined::Started);
    }
    Ok(Joined::Waits)
}

/// Deals the game. From now on, the secret and the contributions are fixed. The private game of a challenge
/// becomes what the challenge says. The caller must hold the lock of the game.
pub(in crate::games) async fn start(
    connection: &mut Postgres,
    record: &GameRecord,
    opening: &Opening,
) -> Result<(), SeatRefusal> {
    if let Some(season) = record.terms.season {
        lock_started(connection, season).await?;
    }
    let given = deals::contributions(connection, record.id).await?;
    let players: Vec<PlayerId> = given.iter().map(|given| given.player).collect();
    let entropies: Vec<Entropy> = given.into_iter().map(|given| given.entropy).collect();
    let contributions = Contributions::try_from(entropies)
        .map_err(|_| GameRefusal::Broken("a game starts with another number of players than it has seats"))?;
    let secret = deals::secret(connection, record.id).await?;
    let beacon = match record.shared_deal {
        Some(deal) => shared_deals::beacon(connection, deal).await?,
        None => Entropy::default(),
    };
    let input = DealInput {
        deal_id: secret.deal_id,
        server_seed: &secret.server_seed,
        ruleset: &record.terms.ruleset.deal_name(),
        contributions: &contributions,
        beacon: &beacon,
    };
    let dealt = match secret.position(record.terms.ruleset)? {
        Some(position) => position.fork(&input, record.terms.seating),
        None => Game::deal(record.terms.ruleset, &opening.boards, &input, record.terms.seating),
    };
    let dealt = dealt.map_err(|_| GameRefusal::Broken("the deal does not fit the ruleset"))?;
    let by_seat: Vec<PlayerId> =
        dealt.seats.iter().filter_map(|&place| players.get(usize::from(place)).copied()).collect();
    games::assign(connection, record.id, &by_seat).await?;
    let mut visibility = record.terms.visibility;
    if let Some(accepted) = challenges::accept(connection, record.id).await? {
        games::set_visibility(connection, record.id, accepted).await?;
        visibility = accepted;
    }
    deals::keep_opening(connection, record.id, &dealt.game).await?;
    let started = NewEntry { seat: None, by: Author::Engine, kind: EntryKind::Started, action: None };
    let change = Advance::new(record.id, record.version, Some(&dealt.game), None, vec![started]);
    match games::advance(connection, &change).await? {
        Appended::At(at, _) => {
            if let Some(started) = clocks_of(&record.terms, &dealt.game, at, &opening.settings, None) {
                clocks::insert(connection, &[(record.id, started)]).await?;
            }
            let terms = Terms { visibility, ..record.terms };
            let news = start_of(record.id, &terms, by_seat, (!record.sealed).then_some(record.creator), at);
            Ok(enqueue(connection, &news).await?)
        }
        Appended::Conflict => Err(GameRefusal::Broken("a locked game has moved on").into()),
    }
}
