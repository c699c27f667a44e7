//! Whether the entries of a tournament before its start fit its changed settings, and their ratings in
//! another pool.

use std::collections::HashMap;

use super::refusal::EntryRefusal;
use crate::tournaments::TournamentRefusal;
use crate::tournaments::act::LockedEvent;
use crate::tournaments::numbered::numbers;
use crate::tournaments::ranking::ratings::unrated;
use crate::tournaments::teams::members::teams_fit;
use lapidary_model::auth::PlayerId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::settings::{Play, TournamentSettings};
use lapidary_store::{Failure, Postgres, bots, ratings};

/// Checks that the entries fit the changed settings of a tournament.
pub(in crate::tournaments) async fn entries_fit(
    connection: &mut Postgres,
    event: &Event,
    settings: &TournamentSettings,
) -> Result<(), EntryRefusal> {
    let guests: Vec<&Entry> = event.entries.iter().filter(|entry| entry.guest.is_some()).collect();
    if settings.play == Play::Server && !guests.is_empty() {
        return misfit("/play", "must be `over_the_board` while guests take part", &guests);
    }
    let most = usize::from(settings.byes.max);
    let others: Vec<&Entry> =
        event.entries.iter().filter(|entry| entry.requested_byes.len() > most).collect();
    if !others.is_empty() {
        return misfit("/byes", "must allow as many byes as were requested", &others);
    }
    teams_fit(event, settings)?;
    let players = settings.players();
    let others: Vec<&Entry> =
        event.entries.iter().filter(|entry| !players.allows(entry.player.bot)).collect();
    if !others.is_empty() {
        let pointer = if settings.rated { "/rated" } else { "/players" };
        return misfit(pointer, "is not possible with the players who have entered", &others);
    }
    if settings.rated {
        let bots: Vec<PlayerId> = event.entries.iter().map(|entry| entry.player.player).collect();
        let owners = bots::owners(connection, &bots).await?;
        let owner = |entry: &Entry| owners.get(&entry.player.player);
        let is_twice = |(place, entry): (usize, &Entry)| {
            let own = owner(entry)?;
            event.entries[..place].iter().any(|other| owner(other) == Some(own)).then_some(())
        };
        let twice = event.entries.iter().enumerate().filter(|one| is_twice(*one).is_some());
        let twice: Vec<&Entry> = twice.map(|(_, entry)| entry).collect();
        if !twice.is_empty() {
            return misfit("/rated", "must be false while two bots of one owner have entered", &twice);
        }
    }
    ratings_fit(connection, event, settings).await
}

/// Checks that the entries have the required rating, if that or the pool changes.
async fn ratings_fit(
    connection: &mut Postgres,
    event: &Event,
    settings: &TournamentSettings,
) -> Result<(), EntryRefusal> {
    let old = &event.tournament.settings;
    let (min, max) = (settings.rating_min, settings.rating_max);
    let is_same = (old.rating_min, old.rating_max, old.pool()) == (min, max, settings.pool());
    if is_same || min.is_none() && max.is_none() {
        return Ok(());
    }
    let known = known(connection, event, settings).await?;
    let fits = |entry: &&Entry| {
        known.get(&entry.player.player).is_some_and(|&rating| {
            min.is_none_or(|min| rating >= min.into()) && max.is_none_or(|max| rating <= max.into())
        })
    };
    let others: Vec<&Entry> = event.entries.iter().filter(|entry| !fits(entry)).collect();
    match others.is_empty() {
        true => Ok(()),
        false => {
            misfit("/rating", "is not possible with the ratings of the players who have entered", &others)
        }
    }
}

/// Gives the entries their ratings in another pool, if the settings change the pool.
pub(in crate::tournaments) async fn rate_again(
    act: &mut LockedEvent<'_>,
    settings: &TournamentSettings,
) -> Result<(), Failure> {
    if act.event.tournament.settings.pool() != settings.pool() {
        let known = known(&mut act.db, &act.event, settings).await?;
        for entry in &mut act.event.entries {
            entry.rating = known.get(&entry.player.player).copied().unwrap_or_else(unrated);
        }
    }
    Ok(())
}

/// Returns the shown ratings of the entered players in the pool of these settings. Players without a rated
/// game are left out.
async fn known(
    connection: &mut Postgres,
    event: &Event,
    settings: &TournamentSettings,
) -> Result<HashMap<PlayerId, i64>, Failure> {
    let Some(pool) = settings.pool() else { return Ok(HashMap::new()) };
    let players: Vec<PlayerId> = event.entries.iter().map(|entry| entry.player.player).collect();
    let found = ratings::ratings_among(connection, &pool.to_string(), &players).await?;
    Ok(found.into_iter().map(|(player, rating)| (player, rating.shown())).collect())
}

/// Returns the refusal of a setting, with the numbers of the entries that do not fit.
fn misfit(pointer: &'static str, fault: &str, others: &[&Entry]) -> Result<(), EntryRefusal> {
    let ids: Vec<u32> = others.iter().map(|entry| entry.id.0).collect();
    Err(TournamentRefusal::Misfit {
        pointer,
        fault: format!("{fault}: {}", numbers("entry", "entries", &ids)),
    }
    .into())
}
