//! Rating a game, in the transaction that ends it.
//!
//! The decision whether a game is rated is made here, whatever started the game, under the lock of the pool:
//! no other game of the pool ends meanwhile.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};
use diesel_async::AsyncPgConnection;

use super::start::starts;
use lapidary_contest::rating::conditions::{
    Contender, EARLY_TURNS, LAST_DAY_MS, Unrated, check_limits, check_table,
};
use lapidary_contest::rating::ladder::Form;
use lapidary_contest::rating::pool::{PlayerKind, Pool};
use lapidary_contest::rating::skill::Rating;
use lapidary_contest::rating::update::{Rated, update};
use lapidary_engine::game::Game;
use lapidary_engine::outcome::Outcome;
use lapidary_model::auth::PlayerId;
use lapidary_model::game::Visibility;
use lapidary_model::rating::{Record, pool_of};
use lapidary_model::settings::Switch;
use lapidary_store::games::GameRecord;
use lapidary_store::ratings::{self, NewEvent};
use lapidary_store::{Failure, bots};

/// How a game ended that may change ratings.
pub struct RatedEnd<'a> {
    /// When, by the time of the database.
    pub at: DateTime<Utc>,
    /// The result.
    pub outcome: &'a Outcome,
    /// The last position.
    pub position: &'a Game,
    /// Whether the limits of a day apply.
    pub limits: Switch,
}

/// Changes the ratings of the players of a game that has ended, if it is rated, or stores why it is not. The
/// caller must have written the end of the game in the same transaction, so that a game is rated once.
pub async fn rate(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    end: &RatedEnd<'_>,
) -> Result<(), Failure> {
    let Some(pool) = pool_of(&record.terms, &record.occupants) else { return Ok(()) };
    let (kind, name) = (pool.players(), pool.to_string());
    // The log has milliseconds, and the next game counts the days from there.
    let ended_at = DateTime::from_timestamp_millis(end.at.timestamp_millis()).unwrap_or(end.at);
    let (number, ended_at) = ratings::next_number(connection, &name, ended_at).await?;
    let players: Vec<PlayerId> = record.occupants.iter().map(|occupant| occupant.player).collect();
    let records = ratings::lock_records(connection, &name, &players).await?;
    let new: Vec<PlayerId> = players.iter().copied().filter(|player| !records.contains_key(player)).collect();
    let starts = starts(connection, &pool, &new).await?;
    let form = |player: &PlayerId| {
        let rating = starts.get(player).copied().unwrap_or_default();
        records.get(player).map_or(Form { rating, ..Form::default() }, Record::form)
    };
    let rated: Vec<Rated> = players
        .iter()
        .zip(&end.outcome.ranks)
        .map(|(player, &place)| {
            let form = form(player);
            Rated { rating: form.rating, place, days_idle: form.days_idle(ended_at.timestamp_millis()) }
        })
        .collect();
    let contenders = contenders(connection, record, end, kind, &rated).await?;
    let unrated = why_unrated(connection, record, end.limits, &contenders, (&pool, ended_at)).await?;
    if let Some(reason) = unrated {
        ratings::give_number_back(connection, &name, number).await?;
        return ratings::insert_unrated(connection, record.id, reason).await;
    }
    let seats: Vec<NewEvent> = players
        .iter()
        .zip(&rated)
        .zip(&contenders)
        .map(|((&player, seat), contender)| NewEvent {
            player,
            place: seat.place,
            before: contender.before,
            after: contender.after,
            left_early: contender.left_early,
        })
        .collect();
    ratings::append(connection, &name, (number, ended_at), record.id, &seats).await
}

/// Returns what the conditions need to know about the seats.
async fn contenders(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    end: &RatedEnd<'_>,
    kind: PlayerKind,
    rated: &[Rated],
) -> Result<Vec<Contender>, Failure> {
    let players: Vec<PlayerId> = record.occupants.iter().map(|occupant| occupant.player).collect();
    let owners = match kind {
        PlayerKind::Bot => bots::owners(connection, &players).await?,
        PlayerKind::Human => HashMap::new(),
    };
    let early = match end.position.seats_in_play().len() < players.len() {
        true => ratings::early_leavers(connection, record.id, EARLY_TURNS).await?,
        false => Vec::new(),
    };
    let contender = |(seat, ((player, rated), after)): (usize, ((&PlayerId, &Rated), Rating))| {
        let owner = owners.get(player).unwrap_or(player);
        let left_early = early.contains(&seat);
        Contender { owner: owner.0.as_u128(), left_early, before: rated.rating, after }
    };
    Ok(players.iter().zip(rated).zip(update(rated)).enumerate().map(contender).collect())
}

/// Returns why the game is not rated, if it is not. The caller must hold the pool.
async fn why_unrated(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    limits: Switch,
    contenders: &[Contender],
    (pool, ended_at): (&Pool, DateTime<Utc>),
) -> Result<Option<Unrated>, Failure> {
    let is_public = record.terms.visibility == Visibility::Public;
    if let Err(reason) = check_table(is_public, contenders) {
        return Ok(Some(reason));
    }
    if limits == Switch::Off {
        return Ok(None);
    }
    let players: Vec<PlayerId> = record.occupants.iter().map(|occupant| occupant.player).collect();
    let since = ended_at.checked_sub_signed(TimeDelta::milliseconds(LAST_DAY_MS)).unwrap_or(ended_at);
    let last_day = ratings::last_day(connection, pool, &players, since).await?;
    Ok(check_limits(contenders, &last_day).err())
}
