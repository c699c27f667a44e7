//! Annulling a game: it stays in the log under its number and changes no rating, and every later rating of
//! the pool is recomputed in the same transaction.

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
use lapidary_store::clubs::{self, ladders, members, seasons};
use lapidary_store::games::NoGame;
use lapidary_store::{Failure, Postgres, accounts, bots, games, ratings, sessions};

refusals! {
    /// Why a game is not annulled.
    pub enum RatingRefusal {
        NotAdministrator = Forbidden, "Only administrators can annul games.";
        NotOwner = ClubRole,
            "Only the owner of the club can annul its games, with a token that has the scope `organize`.";
        Own = ClubRole,
            "The owner of the club has played in the game, or a bot of theirs has. Ask an administrator of the server to annul it.";
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

/// A game that is annulled, now or before.
pub struct Annulled(pub Annulment);

/// In what capacity a caller annuls a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capacity {
    /// As an administrator of the server, in any pool.
    Administrator,
    /// As the owner of a club, in its seasons. The audit of the club says so.
    Owner(ClubId),
}

impl Ratings {
    /// Annuls a game for a caller in this capacity. Annulling it again changes nothing, and returns the first
    /// annulment.
    pub async fn annul(
        &self,
        caller: &Identity,
        capacity: Capacity,
        game: GameId,
        reason: &str,
    ) -> Result<Annulled, RatingRefusal> {
        act!(self.pool, caller, async |connection| {
            may_annul(connection, caller, capacity).await?;
            let Some(event) = ratings::event_of(connection, game).await? else {
                return Err(unrated(connection, caller, game).await?);
            };
            if let Capacity::Owner(club) = capacity
                && club_of(connection, &event.pool).await? != Some(club)
            {
                return Err(RatingRefusal::OtherPool);
            }
            if capacity != Capacity::Administrator && has_played(connection, caller, game).await? {
                return Err(RatingRefusal::Own);
            }
            ratings::lock_pool(connection, &event.pool).await?;
            if ratings::annulment_of(connection, game).await?.is_none() {
                if is_final(connection, &event.pool).await? {
                    return Err(RatingRefusal::SeasonOver);
                }
                let changes = annul_in_transaction(connection, &event).await?;
                ratings::insert_annulment(connection, &event, reason, caller.player, &changes).await?;
                if let Capacity::Owner(club) = capacity {
                    let act = AuditEntry::new(club, AuditKind::GameAnnulled).by(caller.player);
                    record_audit(connection, &act.note(format!("{game}: {reason}"))).await?;
                }
            }
            ratings::annulment_of(connection, game).await?.map(Annulled).ok_or(RatingRefusal::NotFound)
        })
    }
}

/// Checks that the caller acts in a capacity. The session must be locked; of a club, its row is afterward.
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

/// Returns whether the caller has played in a rated game, or a bot of theirs has. Nobody takes back a loss of
/// their own.
async fn has_played(connection: &mut Postgres, caller: &Identity, game: GameId) -> Result<bool, Failure> {
    let logged = ratings::of_game(connection, game).await?;
    let players: Vec<PlayerId> = logged.into_iter().map(|seat| seat.player).collect();
    let owners = bots::owners(connection, &players).await?;
    Ok(players.into_iter().chain(owners.into_values()).any(|player| player == caller.player))
}

/// Returns the club to whose seasons a pool belongs; none for a pool of the server.
async fn club_of(connection: &mut Postgres, pool: &str) -> Result<Option<ClubId>, Failure> {
    let Some(id) = pool.parse().ok().and_then(|pool| SeasonId::of(&pool)) else { return Ok(None) };
    let Some(season) = seasons::find(connection, id).await? else { return Ok(None) };
    Ok(ladders::find(connection, season.ladder).await?.map(|ladder| ladder.club))
}

/// Returns whether nothing changes the ratings of a pool any more: it is that of a season that is over, or on
/// which another season builds. The caller must hold the pool.
pub(crate) async fn is_final(connection: &mut Postgres, pool: &str) -> Result<bool, Failure> {
    let Some(id) = pool.parse().ok().and_then(|pool| SeasonId::of(&pool)) else { return Ok(false) };
    let season = seasons::find(connection, id).await?;
    let is_over = season.is_none_or(|season| season.status == SeasonState::Over);
    Ok(is_over || seasons::is_followed(connection, id).await?)
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

/// Marks a game, and recomputes the pool from there. The caller must hold the pool. Returns how the current
/// ratings change.
async fn annul_in_transaction(
    connection: &mut Postgres,
    event: &LoggedSeat,
) -> Result<Vec<RatingChange>, RatingRefusal> {
    let (pool, number) = (event.pool.as_str(), event.game.pool_seq);
    ratings::mark_annulled(connection, event.game.game).await?;
    let mut replay = Replay::after(number.saturating_sub(1));
    begin(connection, pool, number, &mut replay).await?;
    for (player, form) in ratings::forms_before(connection, pool, number).await? {
        replay.resume(&player.to_string(), form);
    }
    let games = ratings::pool(connection, pool).await?.map_or(0, |pool| pool.games);
    correct(connection, pool, &mut replay, games).await?;
    let forms = named_forms(&replay);
    let players: Vec<PlayerId> = forms.iter().map(|(player, _)| *player).collect();
    let before = ratings::lock_records(connection, pool, &players).await?;
    // Players without another rated game lose their rating here; the others get a new one.
    ratings::remove_opponents(connection, pool, event.game.game).await?;
    let changes = changes(&before, &forms);
    let left: Vec<(PlayerId, Form)> =
        forms.into_iter().filter(|(_, form)| form.last_at_ms.is_some()).collect();
    ratings::correct_ratings(connection, pool, &left).await?;
    ratings::recount_players(connection, pool).await?;
    Ok(changes)
}

/// The maximum number of games that one act annuls. Repeating it annuls the rest.
const ANNULLED_AT_ONCE_MAX: i64 = 1_000;

/// Annuls the games of a player in a season, except those in which whoever does it, or a bot of theirs, has
/// played. Returns their number; none if the ratings of the season are final.
pub(crate) async fn annul_player(
    connection: &mut Postgres,
    pool: &str,
    player: PlayerId,
    by: PlayerId,
    reason: &str,
) -> Result<Option<usize>, RecomputeError> {
    ratings::lock_pool(connection, pool).await?;
    if is_final(connection, pool).await? {
        return Ok(None);
    }
    let games = ratings::of_player_without(connection, pool, player, by, ANNULLED_AT_ONCE_MAX).await?;
    annul_games(connection, &games, reason, by).await?;
    Ok(Some(games.len()))
}

/// Annuls several games of a pool together, whatever the time since they ended. `games` has one seat of each.
/// What this changes is listed with the first of them. The caller must hold the pool.
pub(crate) async fn annul_games(
    connection: &mut Postgres,
    games: &[LoggedSeat],
    reason: &str,
    by: PlayerId,
) -> Result<(), RecomputeError> {
    let Some(first) = games.first() else { return Ok(()) };
    for event in games {
        ratings::mark_annulled(connection, event.game.game).await?;
    }
    let changed = recompute_all(connection, &first.pool).await?;
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
