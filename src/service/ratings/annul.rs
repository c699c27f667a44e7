//! Annulling a game. It stays in the log under its number but changes no rating. Every later rating of the
//! pool is recomputed in the same transaction.

use std::collections::HashMap;

use super::read::Ratings;
use super::recompute::{RecomputeError, correct, named_forms, recompute_all};
use super::start::begin;
use crate::audit::record_audit;
use crate::refusal::{Explanation, refusals};
use crate::transaction::act;
use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::replay::Replay;
use lapidary_contest::rating::skill::Rating;
use lapidary_model::audit::{AuditEntry, AuditKind};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::club::{ClubId, ClubRole, ClubVisibility};
use lapidary_model::game::{GameId, Status};
use lapidary_model::player::Role;
use lapidary_model::rating::{Annulment, LoggedSeat, RatingChange, Record};
use lapidary_model::season::{SeasonId, SeasonState};
use lapidary_model::settings::Switch;
use lapidary_store::clubs::{self, ladders, members, seasons};
use lapidary_store::games::NoGame;
use lapidary_store::ratings::Fate;
use lapidary_store::tournaments::audit;
use lapidary_store::{Failure, Postgres, accounts, bots, games, ratings, sessions};

refusals! {
    /// Why a game is not annulled.
    pub enum RatingRefusal {
        NotAdministrator = Forbidden, "Only administrators can annul games.";
        NotOwner = ClubRole,
            "Only the owner of the club can annul its games, with a token that has the scope `organize`.";
        Own = ClubRole,
            "Somebody who has owned the club during the season, or a bot of theirs, has played in the game. Ask an administrator of the server.";
        NotFound = NotFound, "There is nothing at this address.";
        NotListed = NotFound, "The player is not on this leaderboard.";
        OtherPool = NotFound, "The game is in no season of this club.";
        NotFinished = GameNotFinished, "The game is not over.";
        NotRated = GameUnrated, "The game changed no rating.";
        SeasonOver = SeasonOver,
            "The season of the game is over, or another one has begun: its ratings are final.";
        Broken(cause: RecomputeError) => Explanation::broken(cause);
    } from sessions { SessionEnded, FreshLoginNeeded } contains {
        Storage(Failure),
    } through Failure: diesel::result::Error;
}

impl From<RecomputeError> for RatingRefusal {
    fn from(error: RecomputeError) -> Self {
        match error {
            RecomputeError::Storage(failure) => failure.into(),
            broken => RatingRefusal::Broken(broken),
        }
    }
}

/// The capacity in which a caller annuls a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capacity {
    /// As an administrator of the server, in any pool.
    Administrator,
    /// As the owner of a club, in its seasons. The audit of the club records it.
    Owner(ClubId),
}

#[boxed]
impl Ratings {
    /// Annuls a game for a caller in this capacity. Annulling it again changes nothing, and returns the first
    /// annulment.
    pub async fn annul(
        &self,
        caller: &Identity,
        capacity: Capacity,
        game: GameId,
        reason: &str,
    ) -> Result<Annulment, RatingRefusal> {
        act!(self.pool, caller, async |connection| {
            may_annul(connection, caller, capacity).await?;
            let Some(event) = ratings::event_of(connection, game).await? else {
                return Err(unrated(connection, caller, game).await?);
            };
            let owners = match capacity {
                Capacity::Administrator => Vec::new(),
                Capacity::Owner(club) if club_of(connection, &event.pool).await? != Some(club) => {
                    return Err(RatingRefusal::OtherPool);
                }
                Capacity::Owner(club) => owners(connection, club, &event.pool, caller.player).await?,
            };
            if have_played(connection, &owners, [game]).await? {
                return Err(RatingRefusal::Own);
            }
            ratings::lock_pool(connection, &event.pool).await?;
            if ratings::annulment_of(connection, game).await?.is_none() {
                if is_final(connection, &event.pool).await? {
                    return Err(RatingRefusal::SeasonOver);
                }
                self.annul_in_transaction(connection, &event, reason, caller.player).await?;
                if let Capacity::Owner(club) = capacity {
                    let act = AuditEntry::new(club, AuditKind::GameAnnulled).by(caller.player);
                    record_audit(connection, &act.note(format!("{game}: {reason}"))).await?;
                }
            }
            ratings::keep_annulled(connection, &[game]).await?;
            ratings::annulment_of(connection, game).await?.ok_or(RatingRefusal::NotFound)
        })
    }

    /// Marks a game, recomputes the pool from there, and stores the changes. The caller must hold the pool.
    async fn annul_in_transaction(
        &self,
        connection: &mut Postgres,
        event: &LoggedSeat,
        reason: &str,
        by: PlayerId,
    ) -> Result<(), RatingRefusal> {
        let (pool, number) = (event.pool.as_str(), event.game.pool_seq);
        ratings::mark_annulled(connection, event.game.game).await?;
        let mut replay = Replay::after(number.saturating_sub(1));
        begin(connection, pool, number, &mut replay).await?;
        for (player, form) in ratings::forms_before(connection, pool, number).await? {
            replay.resume(&player.to_string(), form);
        }
        let games = ratings::pool(connection, pool).await?.map_or(0, |pool| pool.games);
        correct(connection, pool, &mut replay, games, self.limits).await?;
        let forms = named_forms(&replay);
        let players: Vec<PlayerId> = forms.iter().map(|(player, _)| *player).collect();
        let before = ratings::lock_records(connection, pool, &players).await?;
        // Players without another rated game lose their rating here. The others get a new one.
        ratings::remove_opponents(connection, pool, event.game.game).await?;
        let left: Vec<(PlayerId, Form)> =
            forms.iter().copied().filter(|(_, form)| form.last_at_ms.is_some()).collect();
        ratings::correct_ratings(connection, pool, &left).await?;
        ratings::recount_players(connection, pool).await?;
        ratings::insert_annulment(connection, event, reason, by, &changes(&before, &forms)).await?;
        Ok(())
    }
}

/// Checks that the caller has this capacity. The session must be locked already; a club is locked later.
async fn may_annul(
    connection: &mut Postgres,
    caller: &Identity,
    capacity: Capacity,
) -> Result<(), RatingRefusal> {
    let Capacity::Owner(club) = capacity else {
        let player = accounts::by_id(connection, caller.player).await?;
        return match player.is_some_and(|player| player.role == Role::Administrator) {
            true => Ok(()),
            false => Err(RatingRefusal::NotAdministrator),
        };
    };
    let found = clubs::find(connection, club).await?.ok_or(RatingRefusal::NotFound)?;
    let is_public = found.settings.visibility == ClubVisibility::Public;
    // Nobody can lock a club that is hidden from them.
    if !is_public && members::role_of(connection, club, caller.player).await?.is_none() {
        return Err(RatingRefusal::NotFound);
    }
    clubs::lock(connection, club).await?;
    if members::role_of(connection, club, caller.player).await? != Some(ClubRole::Owner) {
        return Err(RatingRefusal::NotOwner);
    }
    Ok(sessions::needs_fresh_login(connection, caller).await??)
}

/// Returns the owner of a club, and everybody who owned it since the season of a pool began: nobody may undo
/// their own loss through a friend. A bot counts as its owner.
async fn owners(
    connection: &mut Postgres,
    club: ClubId,
    pool: &str,
    owner: PlayerId,
) -> Result<Vec<PlayerId>, Failure> {
    let mut owners = vec![owner];
    if let Some(id) = season_of(pool)
        && let Some(season) = seasons::find(connection, id).await?
    {
        owners.extend(audit::handed_over_since(connection, club, season.started_at).await?);
    }
    let of_bots = bots::owners(connection, &owners).await?;
    Ok(owners.into_iter().map(|owner| of_bots.get(&owner).copied().unwrap_or(owner)).collect())
}

/// Returns whether one of these people, or a bot of theirs, has played in one of these rated games.
async fn have_played(
    connection: &mut Postgres,
    people: &[PlayerId],
    games: impl IntoIterator<Item = GameId>,
) -> Result<bool, Failure> {
    let games: Vec<GameId> = games.into_iter().collect();
    let logged = ratings::of_games(connection, &games).await?;
    let players: Vec<PlayerId> = logged.into_iter().map(|seat| seat.player).collect();
    let owners = bots::owners(connection, &players).await?;
    Ok(players.into_iter().chain(owners.into_values()).any(|player| people.contains(&player)))
}

fn games_of(logged: &[LoggedSeat]) -> impl Iterator<Item = GameId> {
    logged.iter().map(|seat| seat.game.game)
}

/// Returns the season that a pool belongs to; none for a pool of the server.
fn season_of(pool: &str) -> Option<SeasonId> {
    SeasonId::of(&pool.parse().ok()?)
}

/// Returns the club to whose seasons a pool belongs; none for a pool of the server.
async fn club_of(connection: &mut Postgres, pool: &str) -> Result<Option<ClubId>, Failure> {
    let Some(id) = season_of(pool) else { return Ok(None) };
    let Some(season) = seasons::find(connection, id).await? else { return Ok(None) };
    Ok(ladders::find(connection, season.ladder).await?.map(|ladder| ladder.club))
}

/// Returns whether the ratings of a pool are final: it belongs to a season that is over, or another season
/// builds on it. The caller must hold the pool.
pub(crate) async fn is_final(connection: &mut Postgres, pool: &str) -> Result<bool, Failure> {
    let Some(id) = season_of(pool) else { return Ok(false) };
    Ok(is_over(connection, pool).await? || seasons::is_followed(connection, id).await?)
}

/// Returns whether a pool belongs to a season that is over.
pub(crate) async fn is_over(connection: &mut Postgres, pool: &str) -> Result<bool, Failure> {
    let Some(id) = season_of(pool) else { return Ok(false) };
    let season = seasons::find(connection, id).await?;
    Ok(season.is_none_or(|season| season.status == SeasonState::Over))
}

/// Returns why a game that is not in a log cannot be annulled.
async fn unrated(
    connection: &mut Postgres,
    caller: &Identity,
    game: GameId,
) -> Result<RatingRefusal, Failure> {
    let record = match games::load(connection, game, Some(caller)).await {
        Ok(stored) => stored.record,
        Err(NoGame::NotFound | NoGame::SessionEnded) => return Ok(RatingRefusal::NotFound),
        Err(NoGame::Storage(failure)) => return Err(failure),
    };
    Ok(match (record.terms.changes_ratings(), record.status) {
        (true, Status::Waiting | Status::Active | Status::Frozen) => RatingRefusal::NotFinished,
        _ => RatingRefusal::NotRated,
    })
}

/// The maximum number of games that one call annuls. Repeating the call annuls the rest.
const ANNULLED_AT_ONCE_MAX: i64 = 1_000;

/// Annuls the games of a player in a season of a club, except games in which an owner of the club or an
/// owner's bot played, and returns their number. If it refuses, the caller must roll back.
pub(crate) async fn annul_player(
    connection: &mut Postgres,
    (club, pool): (ClubId, &str),
    player: PlayerId,
    (by, reason): (PlayerId, &str),
    limits: Switch,
) -> Result<usize, RatingRefusal> {
    ratings::lock_pool(connection, pool).await?;
    if is_final(connection, pool).await? {
        return Err(RatingRefusal::SeasonOver);
    }
    let owners = owners(connection, club, pool, by).await?;
    let most = ANNULLED_AT_ONCE_MAX;
    let games = ratings::of_player_without(connection, pool, player, &owners, Fate::Counts, most).await?;
    annul_games(connection, &games, (by, reason), limits).await?;
    // Those of this call too: what the owner annuls is not rated again.
    let gone =
        ratings::of_player_without(connection, pool, player, &owners, Fate::Annulled, i64::MAX).await?;
    ratings::keep_annulled(connection, &games_of(&gone).collect::<Vec<_>>()).await?;
    Ok(games.len())
}

/// Annuls several games of a pool together, no matter when they ended. `games` has one seat of each. The
/// changes are listed with the first game. The caller must hold the
/// pool.
pub(crate) async fn annul_games(
    connection: &mut Postgres,
    games: &[LoggedSeat],
    (by, reason): (PlayerId, &str),
    limits: Switch,
) -> Result<(), RecomputeError> {
    let Some(first) = games.first() else { return Ok(()) };
    for event in games {
        ratings::mark_annulled(connection, event.game.game).await?;
    }
    let changed = recompute_all(connection, &first.pool, limits).await?;
    let changes = changes(&changed.before, &changed.after);
    for (place, event) in games.iter().enumerate() {
        let changes = if place == 0 { changes.as_slice() } else { &[] };
        ratings::insert_annulment(connection, event, reason, by, changes).await?;
    }
    Ok(())
}

fn changes(before: &HashMap<PlayerId, Record>, after: &[(PlayerId, Form)]) -> Vec<RatingChange> {
    let change = |&(player, form): &(PlayerId, Form)| {
        let before = before.get(&player).map_or(Rating::START, |record| record.rating);
        RatingChange { player, before, after: form.rating }
    };
    after.iter().map(change).filter(|change| change.before != change.after).collect()
}
