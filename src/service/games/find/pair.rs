//! Pairing: which open seeks become a game.
//!
//! One transaction at a time pairs seeks on the same terms, and locks every account of a group before its
//! seeks. So no seek is paired twice, and no account gets more games than allowed, on any number of servers.

use std::collections::HashMap;
use std::slice;

use chrono::{DateTime, Utc};
use diesel_async::AsyncConnection;
use futures_util::{join, try_join};

use super::finding::Finding;
use crate::games::open::limits::{has_room, with_room};
use crate::games::open::promise::Promise;
use crate::games::{FindingRefusal, GameRefusal, SeatRefusal, SeatedGame};
use crate::ratings::ratings_in;
use crate::seasons::SeasonRefusal;
use lapidary_contest::rating::pool::PlayerKind;
use lapidary_model::auth::PlayerId;
use lapidary_model::clock::Clock;
use lapidary_model::deal::Timing;
use lapidary_model::game::{GameId, Terms, Version};
use lapidary_model::rating::pool_of_terms;
use lapidary_model::season::SeasonId;
use lapidary_model::seek::{
    Blocks, Candidate, MEETINGS_A_DAY_MAX, Near, OpenSeeks, SeekId, SeekStatus, group, nearest_first, window,
};
use lapidary_model::settings::GameSettings;
use lapidary_store::clubs::seasons;
use lapidary_store::seeks::Secret;
use lapidary_store::{Failure, Postgres, accounts, games, seeks};

/// The maximum number of open seeks on the same terms that are considered, the oldest first.
const CANDIDATES_MAX: i64 = 64;

/// The number of open seeks that one query loads to pair all of them again.
const SEEKS_PER_LOOK: i64 = 100;

/// Why a group does not become a game.
enum GroupFault {
    /// These seeks do not take part: their players have no room for another game, or have withdrawn them.
    Without(Vec<SeekId>),
    /// In the meantime, one player of the group has blocked another one.
    Blocked,
    /// The pairing failed.
    Refused(FindingRefusal),
}

impl<E: Into<FindingRefusal>> From<E> for GroupFault {
    fn from(error: E) -> Self {
        GroupFault::Refused(error.into())
    }
}

/// A seek and the other open ones on the same terms.
pub(super) struct PairingCandidates {
    own: Option<Candidate>,
    /// The oldest first.
    others: Vec<Candidate>,
}

impl PairingCandidates {
    /// Finds them. The caller must hold the lock of the terms.
    pub(super) async fn find(
        connection: &Postgres,
        id: SeekId,
        terms: &Terms,
    ) -> Result<PairingCandidates, Failure> {
        let others = seeks::candidates(connection, terms, CANDIDATES_MAX);
        let (own, mut others) = try_join!(seeks::candidate(connection, id), others)?;
        others.retain(|other| other.id != id);
        Ok(PairingCandidates { own, others })
    }
}

/// A game that has started for a group of seeks.
pub(super) struct Paired {
    game: GameId,
    players: Vec<PlayerId>,
}

impl Finding {
    /// Announces the game of a group. Call it after the commit.
    pub(super) fn announce_paired(&self, paired: &Paired) {
        self.watchers.announce(paired.game, Version(1));
        self.open.announce_to(paired.players.iter().copied());
    }

    /// Starts a game of a new seek and the oldest fitting seeks on the same terms, if there are enough. The
    /// caller must hold the lock of the terms.
    pub(super) async fn pair(
        &self,
        connection: &Postgres,
        id: SeekId,
        terms: &Terms,
        candidates: PairingCandidates,
    ) -> Result<Option<Paired>, FindingRefusal> {
        if let Some(season) = terms.season
            && !seasons::is_running(connection, season).await?
        {
            return Ok(None);
        }
        let PairingCandidates { own, mut others } = candidates;
        let mut own = own.ok_or(GameRefusal::NotFound)?;
        if terms.rated {
            others.retain(|other| other.bot == own.bot);
        }
        if others.len() + 1 < terms.seats.get() {
            return Ok(None);
        }
        let players = players_of(&own, &others);
        let rated = rate(connection, terms, &mut own, &mut others);
        let ((), mut blocks) = try_join!(rated, async { Ok(apart(connection, terms, &players).await?) })?;
        if terms.rated {
            nearest_first(&own, &mut others);
        }
        loop {
            let Some(group) = group(own, &others, terms.seats.get(), &blocks) else { return Ok(None) };
            match self.take(connection, terms, &group).await {
                Ok(game) => return Ok(Some(Paired { game, players: sorted_players(&group) })),
                Err(GroupFault::Refused(refusal)) => return Err(refusal),
                // The locks of the group go, so that all locks are taken in the same order.
                Err(fault) => {
                    seeks::give_up(connection).await?;
                    match fault {
                        GroupFault::Without(seeks) if seeks.contains(&id) => {
                            // Either the player has no room, or the seek has ended. If there is room again,
                            // try the next one.
                            has_room(connection, &self.settings, own.player).await?;
                            if seeks::candidate(connection, id).await?.is_none() {
                                return Ok(None);
                            }
                        }
                        GroupFault::Without(seeks) => others.retain(|other| !seeks.contains(&other.id)),
                        GroupFault::Blocked | GroupFault::Refused(_) => {}
                    }
                }
            }
            blocks = apart(connection, terms, &players_of(&own, &others)).await?;
        }
    }

    /// Starts the game of a group, whose first seek is the oldest.
    async fn take(
        &self,
        connection: &Postgres,
        terms: &Terms,
        group: &[Candidate],
    ) -> Result<GameId, GroupFault> {
        let mut locked = lock_group(connection, &self.settings, terms, group).await?;
        let host = group.first().ok_or(GameRefusal::Broken("a game has no players"))?;
        let mut players = Vec::with_capacity(group.len());
        let mut promise = None;
        for seek in group {
            let secret = locked.secrets.remove(&seek.id);
            let secret = secret.ok_or(GameRefusal::Broken("an open seek has no secret"))?;
            let timing = if seek.id == host.id { Timing::BeforeCommitment } else { timing(host, seek) };
            players.push((seek.player, secret.entropy.map(|entropy| (entropy, timing))));
            promise.get_or_insert(Promise { deal_id: secret.deal_id, server_seed: secret.server_seed });
        }
        let game = GameId::generate();
        let new = SeatedGame {
            id: game,
            terms: *terms,
            creator: host.player,
            players,
            promise,
            first_turn: None,
            watchers: &[],
        };
        let ids: Vec<SeekId> = group.iter().map(|seek| seek.id).collect();
        let withdraw = async {
            match terms.clock {
                Clock::Live { .. } => seeks::withdraw_live(connection, &sorted_players(group)).await,
                Clock::None | Clock::Correspondence { .. } => Ok(()),
            }
        };
        let started = async {
            let started = self.open.start_seated(connection, slice::from_ref(&new), None, locked.at).await;
            started.map_err(GroupFault::from)
        };
        let mark =
            async { try_join!(seeks::pair(connection, &ids, game), withdraw).map_err(GroupFault::from) };
        try_join!(started, mark)?;
        Ok(game)
    }
}

fn players_of(own: &Candidate, others: &[Candidate]) -> Vec<PlayerId> {
    others.iter().chain([own]).map(|seek| seek.player).collect()
}

#[boxed]
impl Finding {
    /// Pairs open seeks that could not be paired before: a player had no room for another game, one player
    /// had blocked another, or their ratings differed too much. Returns the number of started games. Each is
    /// a transaction of its own. If one fails, the games started before stay.
    pub async fn pair_waiting(&self, which: OpenSeeks) -> Result<usize, FindingRefusal> {
        let mut connection = self.pool.get().await?;
        let (mut started, mut after) = (0, None);
        loop {
            let open = seeks::open(&mut connection, which, after, SEEKS_PER_LOOK).await?;
            let Some(&(last, _)) = open.last() else { return Ok(started) };
            for (id, player) in open {
                let paired = connection
                    .transaction(async |connection| {
                        let seek = seeks::find(connection, id, player).await?;
                        let Some(seek) = seek.filter(|seek| seek.status == SeekStatus::Open) else {
                            return Ok(None);
                        };
                        let locked = seeks::lock_terms(connection, &seek.terms);
                        let ((), found) =
                            try_join!(locked, PairingCandidates::find(connection, id, &seek.terms))?;
                        self.pair(connection, id, &seek.terms, found).await
                    })
                    .await;
                match paired {
                    // A season may end while its seeks are paired.
                    Ok(None)
                    | Err(FindingRefusal::Seat(
                        SeatRefusal::TooMany(_)
                        | SeatRefusal::Game(GameRefusal::NotFound)
                        | SeatRefusal::Season(SeasonRefusal::NotRunning),
                    )) => {}
                    Ok(Some(paired)) => {
                        self.announce_paired(&paired);
                        started += 1;
                    }
                    Err(refusal) => return Err(refusal),
                }
            }
            after = Some(last);
        }
    }
}

/// Fills in the ratings of the players of rated seeks, who are either all bots or all people.
async fn rate(
    connection: &Postgres,
    terms: &Terms,
    own: &mut Candidate,
    others: &mut [Candidate],
) -> Result<(), FindingRefusal> {
    if !terms.rated {
        return Ok(());
    }
    let kind = if own.bot { PlayerKind::Bot } else { PlayerKind::Human };
    let pool = pool_of_terms(terms.ruleset, terms.seats, terms.clock, kind)
        .ok_or(GameRefusal::Broken("a rated game has no pool"))?
        .in_season(terms.season.map(SeasonId::key));
    let players: Vec<PlayerId> = others.iter().chain([&*own]).map(|seek| seek.player).collect();
    let known = ratings_in(connection, &pool, &players).await?;
    for seek in others.iter_mut().chain([own]) {
        let rating = known.get(&seek.player).copied().unwrap_or_default().shown();
        seek.rated = Some(Near { rating, window: window(seek.waited, terms.clock.patience()) });
    }
    Ok(())
}

/// Returns which of these players must not play together on these terms: one has blocked the other, or they
/// have met often enough today.
async fn apart(connection: &Postgres, terms: &Terms, players: &[PlayerId]) -> Result<Blocks, Failure> {
    let met = async {
        match terms.rated {
            true => seeks::met_often(connection, players, MEETINGS_A_DAY_MAX).await,
            false => Ok(Blocks::default()),
        }
    };
    let (mut apart, met) = try_join!(seeks::blocks_among(connection, players), met)?;
    apart.extend(met);
    Ok(apart)
}

/// Returns whether the guest could read the commitment of the host before contributing.
fn timing(host: &Candidate, guest: &Candidate) -> Timing {
    match guest.seen_until.is_some_and(|seen| seen >= host.created_at) {
        true => Timing::AfterCommitment,
        false => Timing::BeforeCommitment,
    }
}

fn sorted_players(group: &[Candidate]) -> Vec<PlayerId> {
    let mut players: Vec<PlayerId> = group.iter().map(|seek| seek.player).collect();
    players.sort_unstable();
    players
}

/// What a locked group plays with.
struct LockedGroup {
    secrets: HashMap<SeekId, Secret>,
    /// The time of the transaction.
    at: DateTime<Utc>,
}

/// Locks the players, accounts and seeks of a group, and checks that they can still play together. After a
/// fault, the locks stay until [`seeks::give_up`].
async fn lock_group(
    connection: &Postgres,
    limits: &GameSettings,
    terms: &Terms,
    group: &[Candidate],
) -> Result<LockedGroup, GroupFault> {
    let players = sorted_players(group);
    let ids: Vec<SeekId> = group.iter().map(|seek| seek.id).collect();
    // Blocking a player locks the blocking account. So a block is stored before this, or begins after it.
    let (begun, held, room, open, apart, secrets, at) = join!(
        seeks::begin_group(connection),
        accounts::lock_all(connection, &players),
        with_room(connection, limits, &players),
        seeks::lock_open(connection, &ids),
        apart(connection, terms, &players),
        seeks::secrets(connection, &ids),
        games::now(connection),
    );
    begun?;
    let (held, room, open) = (held?, room?, open?);
    let fits = |seek: &&Candidate| {
        held.contains(&seek.player) && room.contains(&seek.player) && open.contains(&seek.id)
    };
    let unfit: Vec<SeekId> = group.iter().filter(|seek| !fits(seek)).map(|seek| seek.id).collect();
    if !unfit.is_empty() {
        return Err(GroupFault::Without(unfit));
    }
    match apart?.is_empty() {
        true => Ok(LockedGroup { secrets: secrets?, at: at? }),
        false => Err(GroupFault::Blocked),
    }
}
