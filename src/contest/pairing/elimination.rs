//! Single elimination: the bracket of tables of two, and matches of several games.

use std::collections::BTreeMap;

use super::seating::best;
use crate::event::entry::{EntryId, SEATS_MAX};

/// The maximum number of games of a match.
pub const GAMES_MAX: u32 = 9;

/// A bracket: the slots of a round in order. Slots 2k and 2k + 1 meet, and an empty slot is a bye.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bracket {
    slots: Vec<Option<EntryId>>,
}

impl Bracket {
    /// Returns the bracket of entries in seeded order. The first and second seed can only meet in the final.
    /// Byes go to the best seeds.
    pub fn new(seeds: &[EntryId]) -> Bracket {
        let mut order = vec![0];
        while order.len() < seeds.len() {
            let next = order.len() * 2 - 1;
            order = order.into_iter().flat_map(|seed| [seed, next - seed]).collect();
        }
        Bracket { slots: order.into_iter().map(|seed| seeds.get(seed).copied()).collect() }
    }

    /// The slots in order.
    pub fn slots(&self) -> &[Option<EntryId>] {
        &self.slots
    }

    /// The matches of this round.
    pub fn matches(&self) -> Vec<[EntryId; 2]> {
        let pairs = self.slots.chunks_exact(2);
        pairs.filter_map(|pair| Some([pair[0]?, pair[1]?])).collect()
    }

    /// The entries that go on without a match.
    pub fn byes(&self) -> Vec<EntryId> {
        let pairs = self.slots.chunks_exact(2).filter(|pair| pair.contains(&None));
        pairs.filter_map(|pair| pair[0].or(pair[1])).collect()
    }

    /// Returns the matches and byes of this round between present entries. An entry that has lost its
    /// opponent advances without a match.
    pub fn between(&self, takes_part: &dyn Fn(EntryId) -> bool) -> (Vec<Vec<EntryId>>, Vec<EntryId>) {
        let (mut matches, mut byes) = (Vec::new(), self.byes());
        byes.retain(|&entry| takes_part(entry));
        for pair in self.matches() {
            let here: Vec<EntryId> = pair.into_iter().filter(|&entry| takes_part(entry)).collect();
            match here[..] {
                [_, _] => matches.push(here),
                [alone] => byes.push(alone),
                _ => {}
            }
        }
        (matches, byes)
    }

    /// The winner, once only one entry is left.
    pub fn winner(&self) -> Option<EntryId> {
        match self.slots[..] {
            [winner] => winner,
            _ => None,
        }
    }

    /// Returns the bracket of the next round. A match without any of these winners leaves its slot empty.
    pub fn next(&self, winners: &[EntryId]) -> Bracket {
        let slot = |pair: &[Option<EntryId>]| match *pair {
            [Some(a), Some(b)] => winners.iter().copied().find(|&winner| winner == a || winner == b),
            _ => pair.iter().flatten().next().copied(),
        };
        match self.slots.len() {
            0 | 1 => self.clone(),
            _ => Bracket { slots: self.slots.chunks(2).map(slot).collect() },
        }
    }
}

/// What follows after some games of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MatchState {
    /// The match has a winner.
    Decided(EntryId),
    /// Another game, with the entries in the order of seats.
    Next(Vec<EntryId>),
    /// All games are played, and several entries have the same number of wins.
    Level(Vec<EntryId>),
}

/// A game of a match: the entries in the order of seats, and the sole winner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchGame {
    /// The entries in the order of seats.
    pub seats: Vec<EntryId>,
    /// The winner by the rules of the knock-out.
    pub winner: EntryId,
}

/// Returns the state of a match of `best_of` games (at most `GAMES_MAX`) between these entries. It ends when
/// nobody can catch up. Seats change from game to game.
pub fn match_state(entries: &[EntryId], games: &[MatchGame], best_of: u32) -> MatchState {
    let best_of = best_of.clamp(1, GAMES_MAX) as usize;
    let wins = |entry: EntryId| games.iter().filter(|game| game.winner == entry).count();
    let mut table: Vec<(usize, EntryId)> = entries.iter().map(|&entry| (wins(entry), entry)).collect();
    table.sort_by_key(|&(wins, _)| std::cmp::Reverse(wins));
    let left = best_of.saturating_sub(games.len());
    let second = table.get(1).map_or(0, |&(wins, _)| wins);
    match table.first() {
        None => MatchState::Level(Vec::new()),
        Some(&(wins, leader)) if wins > second + left => MatchState::Decided(leader),
        Some(_) if left > 0 => MatchState::Next(next_seats(entries, games)),
        Some(&(most, _)) => {
            let level = table.iter().take_while(|&&(wins, _)| wins == most);
            MatchState::Level(level.map(|&(_, entry)| entry).collect())
        }
    }
}

fn next_seats(entries: &[EntryId], games: &[MatchGame]) -> Vec<EntryId> {
    let mut counts: BTreeMap<EntryId, [u16; SEATS_MAX]> = BTreeMap::new();
    for game in games {
        for (seat, &entry) in game.seats.iter().enumerate().take(SEATS_MAX) {
            counts.entry(entry).or_default()[seat] += 1;
        }
    }
    let none = [0; SEATS_MAX];
    let of: Vec<_> = entries.iter().map(|entry| counts.get(entry).unwrap_or(&none)).collect();
    best(&of).0.into_iter().map(|index| entries[index]).collect()
}
