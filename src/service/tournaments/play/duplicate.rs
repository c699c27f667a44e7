//! Starting the games of a round of a duplicate tournament: all tables with the same number of seats play the
//! same deal.

use std::collections::BTreeMap;

use crate::games::{GameRefusal, StartedDeal};
use crate::tournaments::act::LockedEvent;
use crate::tournaments::{TournamentRefusal, Tournaments};
use lapidary_contest::event::entry::EntryId;
use lapidary_engine::deal::Entropy;
use lapidary_engine::seat::SeatCount;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::TournamentTable;

impl Tournaments {
    /// Starts the games of these tables of the last round, with one deal for each number of seats. A later
    /// game, such as that of a table played again, has its own deal, because its players have seen the cards
    /// of this one.
    pub(in crate::tournaments) async fn start_duplicates(
        &self,
        act: &mut LockedEvent<'_>,
        tables: Vec<TournamentTable>,
    ) -> Result<(), TournamentRefusal> {
        let mut by_size: BTreeMap<usize, Vec<TournamentTable>> = BTreeMap::new();
        for table in tables {
            by_size.entry(table.seats.len()).or_default().push(table);
        }
        let Some(round) = act.event.last_round().map(|round| round.number) else { return Ok(()) };
        for (size, mut tables) in by_size {
            let seats = u8::try_from(size).ok().and_then(SeatCount::new);
            let seats = seats.ok_or(GameRefusal::Broken("a table has an impossible number of seats"))?;
            let given = contributions(&act.event, &tables);
            let deal = StartedDeal::new(&mut act.db, round, seats, given).await?;
            let games = self.begin_tables(act, &mut tables, Some(&deal)).await?;
            deal.share(&mut act.db, &games).await?;
            act.put(tables);
        }
        act.read_deals().await
    }
}

/// Returns the contributions of the players at these tables; empty for players without one.
fn contributions(event: &Event, tables: &[TournamentTable]) -> Vec<(EntryId, Entropy)> {
    let seated = tables.iter().flat_map(|table| &table.seats).filter_map(|&entry| event.entry(entry));
    seated.map(|entry| (entry.id, entry.entropy.clone().unwrap_or_default())).collect()
}
