//! Simulated events whose standing decides: Swiss, round robin and arena.

use std::collections::BTreeMap;

use super::event::{Event, Stage, entrants};
use super::format::Format;
use super::player::Player;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::event::record::{Record, dropped, records};
use lapidary_contest::pairing::arena::{Waiting, pair_waiting};
use lapidary_contest::pairing::cost::Cost;
use lapidary_contest::pairing::next::next_round;
use lapidary_contest::pairing::request::{Meet, Odd, PairedTable, Pairing, Refusal, Request, Settings};
use lapidary_contest::pairing::round_robin::round_robin;

/// How long a moment of an arena is, in seconds.
const MOMENT_S: u32 = 20;
/// One player in this number is not back from a game or a pause.
const BUSY_ONE_IN: usize = 5;

/// Returns the settings of a format.
pub fn settings(format: Format) -> Settings {
    let odd = if format == Format::SwissTwoOrThree { Odd::Three } else { Odd::Bye };
    let meet = if format == Format::Heats { Meet::Anybody } else { Meet::EqualScores };
    Settings { odd, meet, ..Settings::swiss(format.seats()) }
}

/// Plays all rounds that are paired by score.
pub fn swiss_rounds(event: &mut Event) -> Result<(), Refusal> {
    let settings = settings(event.format);
    for round in 0..event.format.rounds(event.players.len() as u32) {
        let present = event.attendance.present(&event.players, round);
        let pairing = next_round(&Request {
            entrants: &entrants(&present),
            rounds: &event.played(),
            settings: &settings,
            seed: &event.seed,
        })?;
        event.play(Stage::Paired, &present, pairing);
        let dropped = dropped(&records(&event.played(), &settings.points));
        event.attendance.leave(&present, &dropped, &mut event.draws);
    }
    Ok(())
}

/// Plays a whole round robin. Nobody leaves it; who is missing loses the round.
pub fn round_robin_event(event: &mut Event) -> Result<(), Refusal> {
    let mut ids: Vec<EntryId> = event.players.iter().map(|player| player.id).collect();
    event.draws.shuffle(&mut ids);
    for round in round_robin(&ids, event.format.seats())? {
        let present = event.players.clone();
        event.play(Stage::Scheduled, &present, pairing_of(round.tables));
    }
    Ok(())
}

/// A pairing without costs: nothing was weighed.
pub fn pairing_of(tables: Vec<Vec<EntryId>>) -> Pairing {
    let table = |seats| PairedTable { seats, cost: Cost::default() };
    Pairing { tables: tables.into_iter().map(table).collect(), byes: Vec::new() }
}

/// Plays an arena: at every moment, those who are there and not busy are paired.
pub fn arena(event: &mut Event) {
    let mut waited: BTreeMap<EntryId, u32> = BTreeMap::new();
    let mut last: BTreeMap<EntryId, Vec<EntryId>> = BTreeMap::new();
    for moment in 0..event.format.rounds(event.players.len() as u32) {
        let present = event.attendance.present(&event.players, moment);
        let draws = &mut event.draws;
        let here: Vec<Player> = present.into_iter().filter(|_| draws.below(BUSY_ONE_IN) > 0).collect();
        let records = records(&event.played(), &PointsTable::standard());
        let none = Record::default();
        let waiting: Vec<Waiting> = here
            .iter()
            .map(|player| {
                let record = records.get(&player.id).unwrap_or(&none);
                Waiting {
                    id: player.id,
                    points: record.points,
                    rating: player.rating,
                    waited_s: waited.get(&player.id).copied().unwrap_or_default(),
                    last_opponents: last.get(&player.id).cloned().unwrap_or_default(),
                    seats: record.seats,
                }
            })
            .collect();
        let tables = pair_waiting(&waiting, event.format.seats(), &[]);
        here.iter().for_each(|player| *waited.entry(player.id).or_default() += MOMENT_S);
        for table in &tables {
            for &id in table {
                waited.insert(id, 0);
                last.insert(id, table.iter().filter(|&&other| other != id).copied().collect());
            }
        }
        event.play(Stage::Arena, &here, pairing_of(tables));
    }
}
