//! The conditions for entering: the age of the account, and rated games. They are checked only when a player
//! enters, so nobody leaves a tournament because a rating has changed.

use chrono::TimeDelta;

use super::refusal::{EntryRefusal, Unmet};
use crate::tournaments::TournamentRefusal;
use lapidary_model::auth::PlayerId;
use lapidary_model::rating::Record;
use lapidary_model::tournaments::settings::{Conditions, TournamentSettings};
use lapidary_store::{Postgres, accounts, games, ratings};

/// Checks that a player meets the conditions of a tournament.
pub(in crate::tournaments) async fn meets(
    connection: &mut Postgres,
    settings: &TournamentSettings,
    player: PlayerId,
) -> Result<(), EntryRefusal> {
    let Conditions { games_min, rating_established, account_days_min, highest_max } = settings.conditions;
    if let Some(days) = account_days_min {
        let account = accounts::by_id(connection, player).await?.ok_or(TournamentRefusal::SessionEnded)?;
        if games::now(connection).await? - account.created_at < TimeDelta::days(days.into()) {
            return Err(EntryRefusal::Condition(Unmet::AccountDays(days)));
        }
    }
    if let (Some(max), Some(pool)) = (highest_max, settings.pool()) {
        let highest = ratings::highest(connection, &pool.to_string(), player, max.days).await?;
        if highest.is_some_and(|highest| highest.shown() > max.rating.into()) {
            return Err(EntryRefusal::Condition(Unmet::Highest(max)));
        }
    }
    if games_min.is_none() && !rating_established {
        return Ok(());
    }
    let record = match settings.pool() {
        Some(pool) => {
            let pool = pool.to_string();
            let own = ratings::of_player(connection, player).await?;
            own.into_iter().find(|(name, _)| *name == pool).map(|(_, record)| record)
        }
        None => None,
    };
    match unmet(record.as_ref(), games_min, rating_established) {
        Some(unmet) => Err(EntryRefusal::Condition(unmet)),
        None => Ok(()),
    }
}

/// Returns the first rating condition that a player with this record does not meet.
fn unmet(record: Option<&Record>, games_min: Option<u32>, established: bool) -> Option<Unmet> {
    let played = record.map_or(0, |record| record.games);
    let min = games_min.unwrap_or_default();
    if played < min.into() {
        return Some(Unmet::Games { min, played });
    }
    let is_established = record.is_some_and(|record| !record.rating.is_provisional());
    (established && !is_established).then_some(Unmet::Provisional)
}
