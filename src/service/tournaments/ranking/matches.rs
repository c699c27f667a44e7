//! The matches of a knock-out round: who goes on, and which game follows.

use std::collections::BTreeSet;

use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::PlayedTable;
use lapidary_contest::pairing::elimination::{MatchGame, MatchState, match_state};
use lapidary_contest::pairing::heats::places;
use lapidary_contest::standings::knock_out::{final_ranking, sole_winner, winners};
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::{Round, RoundStatus, Stage, TournamentTable};

/// The state of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::tournaments) enum Progress {
    /// A game is in play.
    Playing,
    /// It has a winner. At larger tables, several entries can go on.
    Won(Vec<EntryId>),
    /// Nobody is left to win it.
    Nobody,
    /// Another game follows, with the entries in the order of seats.
    Next(Vec<EntryId>),
}

/// Returns the matches of a round, each with its tables in the order of numbers.
pub(in crate::tournaments) fn matches(round: &Round) -> Vec<(u16, Vec<&TournamentTable>)> {
    let mut matches: Vec<(u16, Vec<&TournamentTable>)> = Vec::new();
    for table in &round.tables {
        match matches.iter_mut().find(|(number, _)| *number == table.match_number) {
            Some((_, tables)) => tables.push(table),
            None => matches.push((table.match_number, vec![table])),
        }
    }
    matches
}

/// Returns the state of a match. Tables that do not count are played again. If only one entry is left, it
/// wins. If everybody forfeits a game, nobody wins the match. After the round, the entries that took part
/// when it closed decide it, no matter who comes back or leaves later.
pub(in crate::tournaments) fn progress(event: &Event, tables: &[&TournamentTable]) -> Progress {
    if tables.iter().any(|table| table.is_unfinished()) {
        return Progress::Playing;
    }
    let Some(first) = tables.first() else { return Progress::Nobody };
    let games: Vec<MatchGame> = tables.iter().filter_map(|table| game(event, table)).collect();
    let state = match_state(&first.seats, &games, event.tournament.settings.best_of.into());
    let round = event.rounds.iter().find(|round| round.number == first.round);
    let took_part = |entry: EntryId| match round {
        Some(round) => event.took_part(entry, round),
        None => event.takes_part(entry),
    };
    let present = |seats: Vec<EntryId>| -> Vec<EntryId> {
        seats.into_iter().filter(|&entry| took_part(entry)).collect()
    };
    let places = round.map_or(1, |round| places_of(event, round, first));
    if places > 1 {
        return several(event, tables, &present(first.seats.clone()), places);
    }
    match state {
        MatchState::Decided(winner) => Progress::Won(vec![winner]),
        // A player who misses a game of a match has lost the match.
        _ if tables.iter().any(|table| table.is_forfeited()) => Progress::Nobody,
        MatchState::Next(seats) | MatchState::Level(seats) => match present(seats)[..] {
            [] => match present(first.seats.clone())[..] {
                [alone, ..] => Progress::Won(vec![alone]),
                [] => Progress::Nobody,
            },
            [alone] => Progress::Won(vec![alone]),
            ref seats => Progress::Next(seats.to_vec()),
        },
    }
}

/// Returns how many entries go on from a match of a knock-out round.
fn places_of(event: &Event, round: &Round, first: &TournamentTable) -> usize {
    let matches: BTreeSet<u16> = round.tables.iter().map(|table| table.match_number).collect();
    places(event.tournament.settings.advance, first.paired.len(), matches.len())
}

/// Returns the state of a one-game match from which several entries go on. If no more than these are left
/// before a game counts, all of them go on without one. Nobody replaces an entry that leaves after it.
fn several(event: &Event, tables: &[&TournamentTable], present: &[EntryId], places: usize) -> Progress {
    let on = match tables.iter().rev().find_map(|table| table.played()) {
        Some(played) => winners(&played, &event.seed, places),
        None if present.len() > places => return Progress::Next(present.to_vec()),
        None => present.to_vec(),
    };
    if on.is_empty() { Progress::Nobody } else { Progress::Won(on) }
}

fn game(event: &Event, table: &TournamentTable) -> Option<MatchGame> {
    let (winner, _) = sole_winner(&table.played()?, &event.seed)?;
    Some(MatchGame { seats: table.seats.clone(), winner })
}

/// Returns whether nothing of a round is left to play: it is closed, or no table and no match waits for a
/// game.
pub(in crate::tournaments) fn is_over(event: &Event, round: &Round) -> bool {
    round.status == RoundStatus::Closed || round.is_played() && !goes_on(event, round)
}

/// Returns whether another game follows in a match of a round.
pub(in crate::tournaments) fn goes_on(event: &Event, round: &Round) -> bool {
    let follows =
        |(_, games): &(u16, Vec<&TournamentTable>)| matches!(progress(event, games), Progress::Next(_));
    round.stage == Stage::KnockOut && matches(round).iter().any(follows)
}

/// Returns the entries that go on after a knock-out round: the first of each table, and those without an
/// opponent. Entries that play for the third place are out.
pub(in crate::tournaments) fn advancing(event: &Event, round: &Round) -> Vec<EntryId> {
    let is_out = |entry: &EntryId| third_place(round).is_some_and(|table| table.paired.contains(entry));
    let matches = matches(round).into_iter().filter(|(_, tables)| !tables.iter().any(|one| one.third_place));
    let mut on: Vec<EntryId> = matches.flat_map(|(_, tables)| going_on(event, &tables)).collect();
    // An entry whose opponents at the table are all missing has won the match, and has a bye.
    let byes = round.byes.iter().copied().filter(|entry| !is_out(entry) && !on.contains(entry));
    let byes: Vec<EntryId> = byes.collect();
    on.extend(byes);
    on
}

/// Returns the entries that go on from a match: none before its end, or if nobody has won it.
fn going_on(event: &Event, tables: &[&TournamentTable]) -> Vec<EntryId> {
    match progress(event, tables) {
        Progress::Won(on) => on,
        Progress::Playing | Progress::Nobody | Progress::Next(_) => Vec::new(),
    }
}

/// Returns the finalists in their order, if this round is a final: one match that includes everybody.
pub(in crate::tournaments) fn finalists(event: &Event, round: &Round) -> Vec<EntryId> {
    let mut finals = matches(round);
    finals.retain(|(_, tables)| !tables.iter().any(|table| table.third_place));
    let [(_, tables)] = &finals[..] else { return Vec::new() };
    let games: Vec<PlayedTable> = tables.iter().filter_map(|table| table.played()).collect();
    if round.byes.is_empty() { final_ranking(&games, &event.seed) } else { Vec::new() }
}

/// Returns the first table of the match for the third place of a round.
fn third_place(round: &Round) -> Option<&TournamentTable> {
    round.tables.iter().find(|table| table.third_place)
}

/// Returns the winner and the loser of the match for the third place of a round.
pub(in crate::tournaments) fn third_and_fourth(event: &Event, round: &Round) -> Option<(EntryId, EntryId)> {
    let first = third_place(round)?;
    let games: Vec<&TournamentTable> = round.tables.iter().filter(|table| table.third_place).collect();
    let third = *going_on(event, &games).first()?;
    let fourth = first.paired.iter().copied().find(|&entry| entry != third)?;
    Some((third, fourth))
}
