//! The conditions that a player must meet to enter: the age of the account, and rated games. They are
//! checked when the player enters and not again, so nobody leaves a tournament because a rating has changed.

use chrono::TimeDelta;

use super::refusal::EntryRefusal;
use crate::refusal::refusals;
use crate::tournaments::TournamentRefusal;
use lapidary_model::auth::PlayerId;
use lapidary_model::rating::Record;
use lapidary_model::tournaments::settings::{Conditions, HighestRating, TournamentSettings};
use lapidary_store::{Postgres, accounts, games, ratings};

refusals! {
    /// A condition that a player does not meet.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum Unmet {
        /// The account is younger than this number of days.
        AccountDays(days: u16) = ConditionUnmet,
            "`account_days_min` of `conditions`: the tournament is for accounts that are at least {days} days old.";
        /// The player has `played` rated games in the pool of the tournament, and needs `min`.
        Games { min: u32, played: u64 } = ConditionUnmet,
            "`games_min` of `conditions`: the tournament is for players with at least {min} rated games in its pool, and you have {played}.";
        /// The rating in the pool of the tournament is provisional, or there is none.
        Provisional = ConditionUnmet,
            "`rating_established` of `conditions`: the tournament is for players whose rating in its pool is not \
             provisional. Play rated games of this pool.";
        /// The rating in the pool of the tournament was higher than this within this number of days.
        Highest(max: HighestRating) = ConditionUnmet,
            "`highest_max` of `conditions`: the tournament is for players whose rating in its pool was at most {} in the last {} days.",
            max.rating, max.days;
    }
}

/// Checks that a player meets the conditions of a tournament.
///
/// # Errors
/// [`EntryRefusal::Condition`] with the first one that the player does not meet.
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

/// Returns the first condition about ratings that a player with this record does not meet.
fn unmet(record: Option<&Record>, games_min: Option<u32>, established: bool) -> Option<Unmet> {
    let played = record.map_or(0, |record| record.games);
    let min = games_min.unwrap_or_default();
    if played < min.into() {
        return Some(Unmet::Games { min, played });
    }
    let is_established = record.is_some_and(|record| !record.rating.is_provisional());
    (established && !is_established).then_some(Unmet::Provisional)
}
