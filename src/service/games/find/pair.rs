//! Pairing: which open seeks become a game.
//!
//! One transaction at a time pairs seeks on the same terms, and locks every account of a group before its
//! seeks. So no seek is paired twice, and no account gets more games than allowed, on any number of servers.

use diesel_async::AsyncConnection;

use super::finding::Finding;
use crate::games::open::create::{Promise, RequestedGame, open};
use crate::games::open::join::start;
use crate::games::open::limits::has_room;
use crate::games::{FindingRefusal, GameRefusal, SeatRefusal};
use crate::ratings::ratings_in;
use crate::seasons::SeasonRefusal;
use lapidary_contest::rating::pool::PlayerKind;
use lapidary_model::auth::PlayerId;
use lapidary_model::clock::Clock;
use lapidary_model::deal::{Contribution, Timing};
use lapidary_model::game::{GameId, Terms, Version};
use lapidary_model::rating::pool_of_terms;
use lapidary_model::season::SeasonId;
use lapidary_model::seek::{
    Blocks, Candidate, MEETINGS_A_DAY_MAX, Near, OpenSeeks, SeekId, SeekStatus, group, nearest_first, window,
};
use lapidary_model::settings::GameSettings;
use lapidary_store::clubs::seasons;
use lapidary_store::{Failure, Postgres, accounts, deals, games, seeks};

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

impl Finding {
    /// Starts a game of a new seek and the oldest fitting seeks on the same terms, if there are enough. The
    /// caller must hold the lock of the terms.
    pub(super) async fn pair(
        &self,
        connection: &mut Postgres,
        id: SeekId,
        terms: &Terms,
    ) -> Result<Option<GameId>, FindingRefusal> {
        if let Some(season) = terms.season
            && !seasons::is_running(connection, season).await?
        {
            return Ok(None);
        }
        let mut own = seeks::candidate(connection, id).await?.ok_or(GameRefusal::NotFound)?;
        let mut others = seeks::candidates(connection, terms, CANDIDATES_MAX).await?;
        others.retain(|other| other.id != id);
        if terms.rated {
            others.retain(|other| other.bot == own.bot);
            rate(connection, terms, &mut own, &mut others).await?;
            nearest_first(&own, &mut others);
        }
        loop {
            let players: Vec<PlayerId> = others.iter().chain([&own]).map(|seek| seek.player).collect();
            let blocks = apart(connection, terms, &players).await?;
            let Some(group) = group(own, &others, terms.seats.get(), &blocks) else { return Ok(None) };
            // A savepoint: a failure releases its locks, so that all locks are taken in the same order.
            let game =
                connection.transaction(async |connection| self.take(connection, terms, &group).await).await;
            match game {
                Ok(game) => return Ok(Some(game)),
                Err(GroupFault::Without(seeks)) if seeks.contains(&id) => {
                    // Either the player has no room, or the seek has ended. If there is room again, try the
                    // next one.
                    has_room(connection, &self.settings, own.player).await?;
                    if seeks::candidate(connection, id).await?.is_none() {
                        return Ok(None);
                    }
                }
                Err(GroupFault::Without(seeks)) => others.retain(|other| !seeks.contains(&other.id)),
                Err(GroupFault::Blocked) => {}
                Err(GroupFault::Refused(refusal)) => return Err(refusal),
            }
        }
    }

    /// Starts the game of a group, whose first seek is the oldest.
    async fn take(
        &self,
        connection: &mut Postgres,
        terms: &Terms,
        group: &[Candidate],
    ) -> Result<GameId, GroupFault> {
        lock_group(connection, &self.settings, terms, group).await?;
        let (Some(host), guests) = (group.first(), group.get(1..).unwrap_or_default()) else {
            return Err(GroupFault::from(GameRefusal::Broken("a game has no players")));
        };
        let secret = seeks::secret(connection, host.id).await?;
        let promise = Promise { deal_id: secret.deal_id, server_seed: secret.server_seed };
        let table = RequestedGame { terms: *terms, entropy: secret.entropy };
        let game = open(connection, &promise, table, host.player, None).await?;
        for guest in guests {
            games::seat(connection, game, guest.player, None).await?;
            if let Some(entropy) = seeks::secret(connection, guest.id).await?.entropy {
                let given = Contribution { player: guest.player, entropy, timing: timing(host, guest) };
                deals::contribute(connection, game, &given).await?;
            }
        }
        let ids: Vec<SeekId> = group.iter().map(|seek| seek.id).collect();
        seeks::pair(connection, &ids, game).await?;
        if matches!(terms.clock, Clock::Live { .. }) {
            let players: Vec<PlayerId> = group.iter().map(|seek| seek.player).collect();
            seeks::withdraw_live(connection, &players).await?;
        }
        let record = games::load_for(connection, game, host.player).await?.ok_or(GameRefusal::NotFound)?;
        start(connection, &record, &self.open).await?;
        Ok(game)
    }
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
                        seeks::lock_terms(connection, &seek.terms).await?;
                        self.pair(connection, id, &seek.terms).await
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
                    Ok(Some(game)) => {
                        self.watchers.announce(game, Version(1));
                        self.open.announce_to_players(game).await;
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
    connection: &mut Postgres,
    terms: &Terms,
    own: &mut Candidate,
    others: &mut [Candidate],
) -> Result<(), FindingRefusal> {
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
async fn apart(connection: &mut Postgres, terms: &Terms, players: &[PlayerId]) -> Result<Blocks, Failure> {
    let mut apart = seeks::blocks_among(connection, players).await?;
    if terms.rated {
        apart.extend(seeks::met_often(connection, players, MEETINGS_A_DAY_MAX).await?);
    }
    Ok(apart)
}

/// Returns whether the guest could read the commitment of the host before contributing.
fn timing(host: &Candidate, guest: &Candidate) -> Timing {
    match guest.seen_until.is_some_and(|seen| seen >= host.created_at) {
        true => Timing::AfterCommitment,
        false => Timing::BeforeCommitment,
    }
}

/// Locks the players, accounts and seeks of a group, and checks that they can still play together.
async fn lock_group(
    connection: &mut Postgres,
    limits: &GameSettings,
    terms: &Terms,
    group: &[Candidate],
) -> Result<(), GroupFault> {
    let mut sorted = group.to_vec();
    sorted.sort_unstable_by_key(|seek| seek.player);
    let mut unfit = Vec::new();
    for seek in &sorted {
        if accounts::lock(connection, seek.player).await?.is_none() {
            unfit.push(seek.id);
        }
    }
    for seek in &sorted {
        games::lock_account(connection, seek.player).await?;
        match has_room(connection, limits, seek.player).await {
            Ok(()) => {}
            Err(SeatRefusal::TooMany(_)) => unfit.push(seek.id),
            Err(refusal) => return Err(refusal.into()),
        }
    }
    let ids: Vec<SeekId> = group.iter().map(|seek| seek.id).collect();
    let open = seeks::lock_open(connection, &ids).await?;
    unfit.extend(ids.into_iter().filter(|id| !open.contains(id)));
    if !unfit.is_empty() {
        return Err(GroupFault::Without(unfit));
    }
    // Blocking a player locks the blocking account. So a block is stored before this, or begins after it.
    let players: Vec<PlayerId> = group.iter().map(|seek| seek.player).collect();
    match apart(connection, terms, &players).await?.is_empty() {
        true => Ok(()),
        false => Err(GroupFault::Blocked),
    }
}
