//! Annulling a game: it stays in the log under its number and changes no rating, and every later rating of
//! the pool is recomputed in the same transaction.

use std::collections::HashMap;

use diesel_async::{AsyncConnection, AsyncPgConnection};

use super::read::Ratings;
use super::recompute::{RecomputeError, correct, named_forms};
use super::start::begin;
use crate::refusal::{Explanation, refusals, session_ended};
use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::replay::Replay;
use lapidary_contest::rating::skill::Rating;
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::{GameId, Status};
use lapidary_model::player::Role;
use lapidary_model::rating::{Annulment, LoggedSeat, RatingChange, Record};
use lapidary_model::season::{SeasonId, SeasonState};
use lapidary_store::clubs::seasons;
use lapidary_store::games::NoGame;
use lapidary_store::{Failure, accounts, games, ratings, sessions};

refusals! {
    /// Why a game is not annulled.
    pub enum RatingRefusal {
        SessionEnded => session_ended();
        NotAdministrator = Forbidden, "Only administrators can annul games.";
        NotFound = NotFound, "There is nothing at this address.";
        NotFinished = GameNotFinished, "The game is not over.";
        NotRated = GameUnrated, "The game changed no rating.";
        SeasonOver = SeasonOver,
            "The season of the game is over, or another one has begun: its ratings are final.";
        Broken(cause: RecomputeError) => Explanation::broken(cause);
    } contains {
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

impl Ratings {
    /// Annuls a game for an administrator. Annulling it again changes nothing, and returns the first
    /// annulment.
    ///
    /// # Errors
    /// Why it cannot be annulled.
    pub async fn annul(
        &self,
        caller: &Identity,
        game: GameId,
        reason: &str,
    ) -> Result<Annulled, RatingRefusal> {
        self.pool
            .get()
            .await?
            .transaction(async |connection| {
                if !sessions::lock(connection, caller).await? {
                    return Err(RatingRefusal::SessionEnded);
                }
                let player = accounts::by_id(connection, caller.player).await?;
                if !player.is_some_and(|player| player.role == Role::Administrator) {
                    return Err(RatingRefusal::NotAdministrator);
                }
                let Some(event) = ratings::event_of(connection, game).await? else {
                    return Err(unrated(connection, caller, game).await?);
                };
                ratings::lock_pool(connection, &event.pool).await?;
                if ratings::annulment_of(connection, game).await?.is_none() {
                    if is_final(connection, &event.pool).await? {
                        return Err(RatingRefusal::SeasonOver);
                    }
                    let changes = annul_in_transaction(connection, &event).await?;
                    ratings::insert_annulment(connection, &event, reason, caller.player, &changes).await?;
                }
                ratings::annulment_of(connection, game).await?.map(Annulled).ok_or(RatingRefusal::NotFound)
            })
            .await
    }
}

/// Returns whether nothing changes the ratings of a pool any more: it is that of a season that is over, or on
/// which another season builds. The caller must hold the pool.
async fn is_final(connection: &mut AsyncPgConnection, pool: &str) -> Result<bool, Failure> {
    let Some(id) = pool.parse().ok().and_then(|pool| SeasonId::of(&pool)) else { return Ok(false) };
    let season = seasons::find(connection, id).await?;
    let is_over = season.is_none_or(|season| season.status == SeasonState::Over);
    Ok(is_over || seasons::is_followed(connection, id).await?)
}

/// Returns why a game that is not in a log cannot be annulled.
async fn unrated(
    connection: &mut AsyncPgConnection,
    caller: &Identity,
    game: GameId,
) -> Result<RatingRefusal, Failure> {
    let record = match games::load(connection, game, Some(caller)).await {
        Ok(stored) => stored.record,
        Err(NoGame::NotFound | NoGame::SessionEnded) => return Ok(RatingRefusal::NotFound),
        Err(NoGame::Storage(failure)) => return Err(failure),
    };
    Ok(match (record.terms.rated, record.status) {
        (true, Status::Waiting | Status::Active | Status::Frozen) => RatingRefusal::NotFinished,
        _ => RatingRefusal::NotRated,
    })
}

/// Marks a game, and recomputes the pool from there. The caller must hold the pool. Returns how the current
/// ratings change.
async fn annul_in_transaction(
    connection: &mut AsyncPgConnection,
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

fn changes(before: &HashMap<PlayerId, Record>, after: &[(PlayerId, Form)]) -> Vec<RatingChange> {
    let change = |&(player, form): &(PlayerId, Form)| {
        let before = before.get(&player).map_or(Rating::START, |record| record.rating);
        RatingChange { player, before, after: form.rating }
    };
    after.iter().map(change).filter(|change| change.before != change.after).collect()
}
