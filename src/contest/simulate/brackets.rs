//! Simulated events that a knock-out decides: heats with knock-out tables, and single elimination.

use std::cmp::Reverse;

use super::event::{Event, Stage};
use super::player::Player;
use super::swiss::{pairing_of, swiss_rounds};
use crate::event::entry::EntryId;
use crate::pairing::elimination::{Bracket, MatchGame, MatchState, match_state};
use crate::pairing::heats::{knock_out_tables, qualified};
use crate::pairing::request::{Pairing, Refusal};
use crate::standings::knock_out::sole_winner;

/// How many entries pass the cut of heats.
const QUALIFIED: usize = 16;
/// The number of games of a match.
const BEST_OF: u32 = 3;

/// Plays heats and then knock-out tables of the best sixteen. Returns the final order.
///
/// # Errors
/// If a pairing is refused.
pub fn heats(event: &mut Event) -> Result<Vec<EntryId>, Refusal> {
    swiss_rounds(event)?;
    let standing: Vec<EntryId> = event.standings().iter().map(|line| line.entry).collect();
    let mut seeds = qualified(&standing, QUALIFIED);
    let mut out: Vec<EntryId> = Vec::new();
    while seeds.len() > 1 {
        let tables = knock_out_tables(&seeds, event.format.seats());
        let present = players(event, &seeds);
        event.play(Stage::KnockOut, &present, pairing_of(tables));
        let played = event.rounds.last().map(|round| round.played.tables.clone()).unwrap_or_default();
        let won = |id: &EntryId| {
            played
                .iter()
                .any(|table| sole_winner(table, &event.seed).is_some_and(|(winner, _)| winner == *id))
        };
        let (winners, losers): (Vec<_>, Vec<_>) = seeds.iter().partition(|id| won(id));
        out.splice(0..0, losers);
        seeds = winners;
    }
    let rest = standing.into_iter().filter(|id| !seeds.contains(id) && !out.contains(id));
    let rest: Vec<EntryId> = rest.collect();
    Ok(seeds.into_iter().chain(out).chain(rest).collect())
}

/// Plays a bracket of matches. Returns the final order: who lost later is better, then by seed.
pub fn elimination(event: &mut Event) -> Vec<EntryId> {
    let mut seeds = event.players.clone();
    seeds.sort_by_key(|player| (Reverse(player.rating), player.id));
    let seeds: Vec<EntryId> = seeds.iter().map(|player| player.id).collect();
    let mut bracket = Bracket::new(&seeds);
    let mut out: Vec<EntryId> = Vec::new();
    while bracket.winner().is_none() {
        let winners = play_matches(event, &bracket);
        let lost = |id: &&EntryId| {
            bracket.matches().iter().flatten().any(|other| other == *id) && !winners.contains(id)
        };
        let losers: Vec<EntryId> = seeds.iter().filter(lost).copied().collect();
        out.splice(0..0, losers);
        bracket = bracket.next(&winners);
    }
    bracket.winner().into_iter().chain(out).collect()
}

/// Plays the matches of a round, one game of each after another, and returns the winners.
fn play_matches(event: &mut Event, bracket: &Bracket) -> Vec<EntryId> {
    let mut open: Vec<([EntryId; 2], Vec<MatchGame>)> =
        bracket.matches().into_iter().map(|pair| (pair, Vec::new())).collect();
    let mut winners = Vec::new();
    let mut byes = bracket.byes();
    loop {
        let mut tables = Vec::new();
        open.retain(|(pair, games)| match match_state(pair, games, BEST_OF) {
            MatchState::Decided(winner) => {
                winners.push(winner);
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
            return winners;
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
