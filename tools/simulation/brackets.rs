//! Simulated events that a knock-out decides: heats with knock-out tables, and single elimination.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::event::{Event, Stage};
use super::player::Player;
use super::swiss::{pairing_of, swiss_rounds};
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::pairing::elimination::{Bracket, MatchGame, MatchState, match_state};
use lapidary_contest::pairing::heats::{knock_out_tables, qualified};
use lapidary_contest::pairing::request::{Pairing, Refusal};
use lapidary_contest::standings::knock_out::{knock_out_order, sole_winner};

/// How many entries pass the cut of heats.
const QUALIFIED: usize = 16;
/// The number of games of a match.
const BEST_OF: u32 = 3;

/// Plays heats and then knock-out tables of the best sixteen. Returns the final order.
pub fn heats(event: &mut Event) -> Result<Vec<EntryId>, Refusal> {
    swiss_rounds(event)?;
    let standing: Vec<EntryId> = event.standings().iter().map(|line| line.entry).collect();
    let present: Vec<EntryId> =
        standing.iter().copied().filter(|&entry| event.attendance.stays(entry)).collect();
    let mut seeds = qualified(&present, QUALIFIED);
    let mut reached: BTreeMap<EntryId, u16> = BTreeMap::new();
    for round in 1.. {
        reached.extend(seeds.iter().map(|&seed| (seed, round)));
        seeds.retain(|&seed| event.attendance.stays(seed));
        if seeds.len() < 2 {
            break;
        }
        let tables = knock_out_tables(&seeds, event.format.seats(), &|_, _| false);
        let present = players(event, &seeds);
        event.play(Stage::KnockOut, &present, pairing_of(tables));
        let played = event.rounds.last().map(|round| round.played.tables.clone()).unwrap_or_default();
        let won = |id: &EntryId| {
            played
                .iter()
                .any(|table| sole_winner(table, &event.seed).is_some_and(|(winner, _)| winner == *id))
        };
        seeds.retain(won);
        leave(event, &seeds);
    }
    Ok(knock_out_order(&standing, &reached, &|entry| event.attendance.stays(entry)))
}

/// Plays a bracket of matches. Returns the final order: who lost later is better, then by seed.
pub fn elimination(event: &mut Event) -> Vec<EntryId> {
    let mut seeds = event.players.clone();
    seeds.sort_by_key(|player| (Reverse(player.rating), player.id));
    let seeds: Vec<EntryId> = seeds.iter().map(|player| player.id).collect();
    let mut bracket = Bracket::new(&seeds);
    let mut reached: BTreeMap<EntryId, u16> = seeds.iter().map(|&seed| (seed, 1)).collect();
    for round in 2.. {
        let (matches, byes) = bracket.between(&|entry| event.attendance.stays(entry));
        if matches.is_empty() && byes.len() < 2 {
            break;
        }
        let on = play_matches(event, matches, byes);
        reached.extend(on.iter().map(|&entry| (entry, round)));
        leave(event, &on);
        bracket = bracket.next(&on);
    }
    knock_out_order(&seeds, &reached, &|entry| event.attendance.stays(entry))
}

/// Draws who leaves after a round, unless the knock-out is over.
fn leave(event: &mut Event, on: &[EntryId]) {
    if on.len() > 1 {
        let on = players(event, on);
        event.attendance.leave_knock_out(&on, &mut event.draws);
    }
}

/// Plays the matches of a round, one game of each after another, and returns who goes on.
fn play_matches(event: &mut Event, matches: Vec<Vec<EntryId>>, mut byes: Vec<EntryId>) -> Vec<EntryId> {
    let mut open: Vec<(Vec<EntryId>, Vec<MatchGame>)> =
        matches.into_iter().map(|pair| (pair, Vec::new())).collect();
    let mut on = byes.clone();
    loop {
        let mut tables = Vec::new();
        open.retain(|(pair, games)| match match_state(pair, games, BEST_OF) {
            MatchState::Decided(winner) => {
                on.push(winner);
                false
            }
            MatchState::Next(seats) => {
                tables.push(seats);
                true
            }
            MatchState::Level(level) => {
                tables.push(level);
                true
            }
        });
        if open.is_empty() {
            return on;
        }
        let ids: Vec<EntryId> = tables.iter().flatten().chain(&byes).copied().collect();
        let present = players(event, &ids);
        let pairing = Pairing { byes: std::mem::take(&mut byes), ..pairing_of(tables) };
        event.play(Stage::KnockOut, &present, pairing);
        let played = event.rounds.last().map(|round| round.played.tables.clone()).unwrap_or_default();
        for ((_, games), table) in open.iter_mut().zip(&played) {
            let winner = sole_winner(table, &event.seed).map(|(winner, _)| winner);
            let seats = table.seats.iter().map(|seat| seat.entry).collect();
            games.extend(winner.map(|winner| MatchGame { seats, winner }));
        }
    }
}

fn players(event: &Event, ids: &[EntryId]) -> Vec<Player> {
    event.players.iter().filter(|player| ids.contains(&player.id)).copied().collect()
}
