//! Storing what an act has changed in an event.

use std::collections::BTreeMap;

use super::{Locked, adjustments, entries, rounds, tables, teams, tournament};
use crate::Failure;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, TournamentTable};

/// Stores how an event differs from what is stored. Each table needs at most one statement for the changed
/// rows and one for those that are gone. The seed, organizers and shared deals have functions of their own.
pub async fn save(db: &mut Locked<'_>, stored: &Event, event: &Event) -> Result<(), Failure> {
    if stored.tournament != event.tournament {
        tournament::update(db, &event.tournament).await?;
    }
    // A team must exist before entries belong to it.
    teams::upsert(db, &changed(&stored.teams, &event.teams, |team| team.id)).await?;
    entries::update(db, &changed(&stored.entries, &event.entries, |entry| entry.id)).await?;
    teams::delete(db, &gone(&stored.teams, &event.teams, |team| team.id)).await?;
    rounds::save(db, &stored.rounds, &event.rounds).await?;
    let (old, new): (Vec<_>, Vec<_>) = (all_tables(&stored.rounds), all_tables(&event.rounds));
    tables::delete(db, &gone(old.iter().copied(), new.iter().copied(), |table| table.number)).await?;
    tables::upsert(db, &changed(old, new, |table| table.number)).await?;
    adjustments::insert(db, stored.adjustments.len(), &event.adjustments).await
}

fn all_tables(rounds: &[Round]) -> Vec<&TournamentTable> {
    rounds.iter().flat_map(|round| &round.tables).collect()
}

/// Returns the values that are new or differ from those with the same key.
fn changed<'a, T: PartialEq, K: Ord>(
    stored: impl IntoIterator<Item = &'a T>,
    now: impl IntoIterator<Item = &'a T>,
    key: impl Fn(&T) -> K,
) -> Vec<&'a T> {
    let stored: BTreeMap<K, &T> = stored.into_iter().map(|old| (key(old), old)).collect();
    now.into_iter().filter(|new| stored.get(&key(new)) != Some(new)).collect()
}

/// Returns the keys that have no value any more.
fn gone<'a, T: 'a, K: Ord>(
    stored: impl IntoIterator<Item = &'a T>,
    now: impl IntoIterator<Item = &'a T>,
    key: impl Fn(&T) -> K,
) -> Vec<K> {
    let now: BTreeMap<K, &T> = now.into_iter().map(|new| (key(new), new)).collect();
    stored.into_iter().map(key).filter(|key| !now.contains_key(key)).collect()
}
