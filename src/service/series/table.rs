//! The table of a series, computed from the final standings of its events, with every correction.

use std::collections::{BTreeMap, BTreeSet};

use super::access::load;
use super::{Series, SeriesRefusal};
use crate::tournaments::{FinalResult, final_results, load_event};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::series::table::{EventResult, SeriesLine, series_table};
use lapidary_model::auth::PlayerId;
use lapidary_model::names::caseless;
use lapidary_model::player::Occupant;
use lapidary_model::series::{ENTRIES_OF_ALL_EVENTS_MAX, EventSeries, SeriesEvent, SeriesId};
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::entry::Entry;
use lapidary_model::tournaments::settings::Status;
use lapidary_store::Postgres;
use lapidary_store::{series, tournaments};

/// A contestant in the table of a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesContestant {
    /// The player. A guest has the id of their last entry and no name.
    pub player: Occupant,
    /// The name of a guest. Guests of several events with the same name are one contestant.
    pub guest: Option<String>,
    /// Whether organizers entered this player by username, and the player entered no event of the series.
    /// Then all such entries are one contestant, under the name of the last of them.
    pub by_username: bool,
}

/// The table of a series.
#[derive(Debug, Clone)]
pub struct SeriesTable {
    pub series: EventSeries,
    /// The events in it, in the order in which they ended.
    pub events: Vec<SeriesEvent>,
    /// The lines, the first place first. Their results are in the order of these events.
    pub lines: Vec<SeriesLine>,
    /// Everybody in the table, by the numbers in the lines.
    pub contestants: Vec<SeriesContestant>,
}

/// The identity of a contestant across events.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum SeriesIdentity {
    /// The holder of this account, who entered or whom organizers entered by its name.
    Player(PlayerId),
    /// A guest by name. Guests of one event are different people, even with the same name: the first one
    /// entered has the number 1.
    Guest(String, usize),
}

/// Returns the identities of the entries with these results in one event. `reserved` has the accounts of
/// entries that were added by username.
fn known(
    results: &[FinalResult<'_>],
    reserved: &BTreeMap<EntryId, PlayerId>,
) -> BTreeMap<EntryId, SeriesIdentity> {
    // Nobody has two results in one event.
    let mut players: BTreeSet<PlayerId> = results
        .iter()
        .filter(|result| result.entry.guest.is_none())
        .map(|result| result.entry.player.player)
        .collect();
    let mut entries: Vec<&Entry> = results.iter().map(|result| result.entry).collect();
    entries.sort_by_key(|entry| entry.id);
    let mut guests: BTreeMap<String, usize> = BTreeMap::new();
    let mut known = |entry: &Entry| match (&entry.guest, reserved.get(&entry.id)) {
        (Some(_), Some(&player)) if players.insert(player) => SeriesIdentity::Player(player),
        (Some(name), _) => {
            let name = caseless(name);
            let number = guests.entry(name.clone()).or_default();
            *number += 1;
            SeriesIdentity::Guest(name, *number)
        }
        (None, _) => SeriesIdentity::Player(entry.player.player),
    };
    entries.into_iter().map(|entry| (entry.id, known(entry))).collect()
}

#[boxed]
impl Series {
    /// Returns the table of a series, all read at one moment.
    pub async fn table(&self, id: SeriesId) -> Result<SeriesTable, SeriesRefusal> {
        let mut connection = self.pool.get().await?;
        connection
            .build_transaction()
            .read_only()
            .repeatable_read()
            .run(async |connection| table(connection, id).await)
            .await
    }
}

async fn table(connection: &mut Postgres, id: SeriesId) -> Result<SeriesTable, SeriesRefusal> {
    let found = load(connection, id).await?;
    if series::finished_entries(connection, id).await? > ENTRIES_OF_ALL_EVENTS_MAX {
        return Err(SeriesRefusal::TooManyEntries(ENTRIES_OF_ALL_EVENTS_MAX));
    }
    let mut events = series::events(connection, id).await?;
    events.retain(|event| event.status == Status::Finished);
    let mut reserved: BTreeMap<TournamentId, BTreeMap<EntryId, PlayerId>> = BTreeMap::new();
    for (event, entry, player) in series::reserved_entries(connection, id).await? {
        reserved.entry(event).or_default().insert(entry, player);
    }
    let mut numbers: BTreeMap<SeriesIdentity, usize> = BTreeMap::new();
    let mut contestants: Vec<SeriesContestant> = Vec::new();
    let mut results: Vec<Vec<EventResult>> = Vec::with_capacity(events.len());
    for event in &events {
        let tournament = tournaments::find(connection, event.tournament).await?;
        let event = load_event(connection, tournament.ok_or(SeriesRefusal::NoEvent)?).await?;
        let mut own = Vec::new();
        let final_results = final_results(&event);
        let of_event = reserved.remove(&event.tournament.id).unwrap_or_default();
        let mut known = known(&final_results, &of_event);
        for result in final_results {
            let Some(name) = known.remove(&result.entry.id) else { continue };
            let guest = result.entry.guest.clone();
            let by_username = guest.is_some() && matches!(name, SeriesIdentity::Player(_));
            let who = *numbers.entry(name).or_insert(contestants.len());
            let contestant = SeriesContestant { player: result.entry.player.clone(), guest, by_username };
            match contestants.get_mut(who) {
                // Players who entered by themselves are shown under their own identity.
                Some(before) if by_username && before.guest.is_none() => {}
                Some(before) => *before = contestant,
                None => contestants.push(contestant),
            }
            own.push(EventResult { who, place: result.place, points: result.points });
        }
        results.push(own);
    }
    let best_of = found.settings.best_of.map_or(usize::MAX, usize::from);
    let lines = series_table(&results, &found.settings.points, best_of);
    Ok(SeriesTable { series: found, events, lines, contestants })
}
