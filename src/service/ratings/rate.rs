//! Rating a game, in the transaction that ends it.

use chrono::{DateTime, Utc};
use diesel_async::AsyncPgConnection;

use crate::auth::PlayerId;
use crate::contest::rating::skill::Rating;
use crate::contest::rating::update::{Rated, update};
use crate::engine::outcome::Outcome;
use crate::model::rating::{Record, pool_of};
use crate::store::Failure;
use crate::store::games::GameRecord;
use crate::store::ratings::{self, NewEvent};

/// Changes the ratings of the players of a game that has ended, if it is rated and was not aborted. The caller must have
/// written the end of the game in the same transaction, so that a game is rated once.
///
/// # Errors
/// If the database fails.
pub async fn rate(
    connection: &mut AsyncPgConnection,
    record: &GameRecord,
    ended_at: DateTime<Utc>,
    outcome: Option<&Outcome>,
) -> Result<(), Failure> {
    let Some((outcome, pool)) = outcome.zip(pool_of(&record.terms, &record.occupants)) else { return Ok(()) };
    let pool = pool.to_string();
    // The log has milliseconds, and the next game counts the days from there.
    let ended_at = DateTime::from_timestamp_millis(ended_at.timestamp_millis()).unwrap_or(ended_at);
    let (number, ended_at) = ratings::next_number(connection, &pool, ended_at).await?;
    let players: Vec<PlayerId> = record.occupants.iter().map(|occupant| occupant.player).collect();
    let records = ratings::hold_records(connection, &pool, &players).await?;
    let rated: Vec<Rated> = players
        .iter()
        .zip(&outcome.ranks)
        .map(|(player, &place)| {
            let form = records.get(player).map(Record::form).unwrap_or_default();
            Rated { rating: form.rating, place, days_idle: form.days_idle(ended_at.timestamp_millis()) }
        })
        .collect();
    let seats: Vec<NewEvent> = players
        .iter()
        .zip(&rated)
        .zip(update(&rated))
        .map(|((&player, seat), after): (_, Rating)| NewEvent {
            player,
            place: seat.place,
            before: seat.rating,
            after,
        })
        .collect();
    ratings::append(connection, &pool, (number, ended_at), record.id, &seats).await
}
