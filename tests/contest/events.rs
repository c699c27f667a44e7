//! Events for tests: players, rounds and requests in a few words.

use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::event::round::{PlayedRound, PlayedTable, SeatResult};
use lapidary_contest::event::seed::EventSeed;
use lapidary_contest::pairing::next::next_round;
use lapidary_contest::pairing::request::{Pairing, Refusal, Request, Settings};
use lapidary_contest::standings::order::{Standing, StandingsRequest, standings};
use lapidary_contest::standings::tie_break::TieBreak;

/// A seed.
pub const SEED: EventSeed = EventSeed::new([9; 32]);

/// Entrants 1 to n, the strongest first.
pub fn field(n: u32) -> Vec<Entrant> {
    (1..=n).map(|id| Entrant { id: EntryId(id), rating: 2000 - i64::from(id), seed: None }).collect()
}

/// A finished table: who sat where, and the places.
pub fn table(seats: &[u32], places: &[u8]) -> PlayedTable {
    let seat = |(&id, &place): (&u32, &u8)| SeatResult {
        entry: EntryId(id),
        place,
        prestige: Some(18 - 3 * u16::from(place)),
        cards: Some(12),
        tokens: Some(5),
        forfeit: false,
    };
    PlayedTable { seats: seats.iter().zip(places).map(seat).collect() }
}

/// A round of these tables.
pub fn round(tables: Vec<PlayedTable>) -> PlayedRound {
    PlayedRound { tables, ..PlayedRound::default() }
}

/// A round in which the lower number wins everywhere.
pub fn by_number(pairing: &Pairing) -> PlayedRound {
    let played = |seats: &Vec<EntryId>| {
        let ids: Vec<u32> = seats.iter().map(|id| id.0).collect();
        let place = |id: &u32| ids.iter().filter(|other| *other <= id).count() as u8;
        table(&ids, &ids.iter().map(place).collect::<Vec<_>>())
    };
    let tables = pairing.tables.iter().map(|table| played(&table.seats)).collect();
    PlayedRound { tables, byes: pairing.byes.clone(), ..PlayedRound::default() }
}

/// Pairs the next round.
pub fn pair(entrants: &[Entrant], rounds: &[PlayedRound], settings: &Settings) -> Result<Pairing, Refusal> {
    next_round(&Request { entrants, rounds, settings, seed: &SEED })
}

/// The tables of a pairing as sorted numbers.
pub fn tables(pairing: &Pairing) -> Vec<Vec<u32>> {
    let sorted = |seats: &Vec<EntryId>| {
        let mut ids: Vec<u32> = seats.iter().map(|id| id.0).collect();
        ids.sort_unstable();
        ids
    };
    pairing.tables.iter().map(|table| sorted(&table.seats)).collect()
}

/// The standing by standard points.
pub fn standing(entrants: &[Entrant], rounds: &[PlayedRound], tie_breaks: &[TieBreak]) -> Vec<Standing> {
    let points = PointsTable::standard();
    standings(&StandingsRequest { entrants, rounds, points: &points, tie_breaks, seed: &SEED })
}

/// The numbers of a standing in order.
pub fn order(standing: &[Standing]) -> Vec<u32> {
    standing.iter().map(|line| line.entry.0).collect()
}
