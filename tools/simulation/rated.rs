//! The rating log of simulated events, as a server would write it.

use std::collections::{BTreeMap, BTreeSet};

use super::run::SimulatedEvent;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::PlayedTable;
use lapidary_contest::rating::ladder::{Form, Ladder, PlayerIndex};
use lapidary_contest::rating::log::RatingEvent;
use lapidary_contest::rating::pool::{Pace, PlayerKind, Pool, TableSize};
use lapidary_contest::rating::replay::{LogError, check_log};

/// When the first event begins: 2026-01-01, in milliseconds since 1970.
const START_MS: i64 = 1_767_225_600_000;
/// The time from one event to the next.
const EVENT_MS: i64 = 5 * 86_400_000 + 11 * 3_600_000;
/// The duration of a round.
const ROUND_MS: i64 = 1_800_000;
/// The ruleset of all simulated games.
const RULESET: &str = "splendor";

/// The logs of all pools in which simulated games were played.
#[derive(Debug, Default)]
pub struct RatedGames {
    pools: BTreeMap<Pool, PoolLog>,
    events: i64,
    games: usize,
}

#[derive(Debug, Default)]
struct PoolLog {
    ladder: Ladder,
    log: Vec<RatingEvent>,
    games: u64,
}

impl RatedGames {
    /// Rates all games of an event. Its player number 7 is the player `p7` of every event.
    pub fn add(&mut self, event: &SimulatedEvent) {
        let start_ms = START_MS + self.events * EVENT_MS;
        self.events += 1;
        for (round, number) in event.rounds.iter().zip(1i64..) {
            for (table, at) in round.played.tables.iter().zip(1..) {
                let game = format!("e{}-r{number}-t{at}", self.events);
                self.add_game(game, table, start_ms + number * ROUND_MS);
            }
        }
    }

    fn add_game(&mut self, game: String, table: &PlayedTable, finished_at_ms: i64) {
        let size = TableSize::of_seats(table.seats.len());
        let pool = size.and_then(|size| Pool::new(RULESET, size, Pace::Live, PlayerKind::Human).ok());
        let Some(pool) = pool else { return };
        let seated: Vec<(PlayerIndex, u8)> =
            table.seats.iter().map(|seat| (PlayerIndex(seat.entry.0), seat.place)).collect();
        let log = self.pools.entry(pool).or_default();
        let before = log.ladder.play(finished_at_ms, &seated);
        log.games += 1;
        self.games += 1;
        for ((seat, before), number) in table.seats.iter().zip(before).zip(0..) {
            log.log.push(RatingEvent {
                pool_seq: log.games,
                game: game.clone(),
                player: player_id(seat.entry),
                place: seat.place,
                seat: number,
                seats: seated.len() as u8,
                before,
                after: log.ladder.form(PlayerIndex(seat.entry.0)).rating,
                finished_at_ms,
                annulled: false,
                capped: false,
            });
        }
    }

    /// The logs by pool.
    pub fn logs(&self) -> impl Iterator<Item = (&Pool, &[RatingEvent])> {
        self.pools.iter().map(|(pool, log)| (pool, log.log.as_slice()))
    }

    /// The number of rated games.
    pub fn games(&self) -> usize {
        self.games
    }

    /// Recomputes all pools, and checks that every game is rated once. Returns the number of compared
    /// ratings.
    pub fn check(&self) -> Result<usize, LogError> {
        for pool in self.pools.values() {
            let forms: BTreeMap<String, Form> = check_log(&pool.log)?;
            let games: BTreeSet<&str> = pool.log.iter().map(|event| event.game.as_str()).collect();
            let played: u64 = forms.values().map(|form| u64::from(form.games)).sum();
            if games.len() as u64 != pool.games || played != pool.log.len() as u64 {
                return Err(LogError::Sequence { expected: pool.games, found: games.len() as u64 });
            }
        }
        Ok(self.pools.values().map(|pool| pool.log.len()).sum())
    }
}

fn player_id(entry: EntryId) -> String {
    format!("p{entry}")
}
