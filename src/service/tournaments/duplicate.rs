//! Starting the games of a round of a duplicate tournament: all tables with the same number of seats play the
//! same deal.

use std::collections::BTreeMap;

use diesel_async::AsyncPgConnection;

use super::changes::Changes;
use super::{TournamentRefusal, Tournaments};
use crate::games::{GameRefusal, StartedDeal};
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::deal::Entropy;
use lapidary_engine::seat::SeatCount;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::TournamentTable;

impl Tournaments {
    /// Starts the games of these tables of the last round, with one deal for each number of seats. A game
    /// that follows later, such as that of a table that is played again, has a deal of its own: its players
    /// have seen the cards of this one. The caller must hold the lock of the tournament.
    pub(super) async fn start_duplicates(
        &self,
        connection: &mut AsyncPgConnection,
        event: &Event,
        tables: &[TournamentTable],
        changes: &mut Changes,
    ) -> Result<(), TournamentRefusal> {
        let mut by_size: BTreeMap<usize, Vec<TournamentTable>> = BTreeMap::new();
        for table in tables {
            by_size.entry(table.seats.len()).or_default().push(table.clone());
        }
        for (size, tables) in by_size {
            let (Some(seats), Some(first)) =
                (u8::try_from(size).ok().and_then(SeatCount::new), tables.first())
            else {
                return Err(GameRefusal::Broken("a table has an impossible number of seats").into());
            };
            let given = contributions(event, &tables);
            let deal = StartedDeal::new(connection, event.tournament.id, first.round, seats, given).await?;
            let games = self.begin_tables(connection, event, &tables, Some(&deal)).await?;
            deal.share(connection, &games).await?;
            changes.games.extend(games);
        }
        Ok(())
    }
}

/// Returns what the players at these tables contribute; empty for those who contribute nothing.
fn contributions(event: &Event, tables: &[TournamentTable]) -> Vec<(EntryId, Entropy)> {
    let seated = tables.iter().flat_map(|table| &table.seats).filter_map(|&entry| event.entry(entry));
    seated.map(|entry| (entry.id, entry.entropy.clone().unwrap_or_default())).collect()
}
