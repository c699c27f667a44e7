//! Measures ratings, pairings and standings: `cargo run --release -p lapidary-simulation --example speed`.

#![allow(clippy::expect_used, reason = "a tool for developers may end with a message")]

use std::time::{Duration, Instant};

use lapidary_contest::event::entry::{Entrant, EntryId};
use lapidary_contest::event::points::PointsTable;
use lapidary_contest::event::round::PlayedRound;
use lapidary_contest::event::seed::{Draws, EventSeed};
use lapidary_contest::pairing::next::next_round;
use lapidary_contest::pairing::request::{Request, Settings, TableSeats};
use lapidary_contest::rating::ladder::{Ladder, PlayerIndex};
use lapidary_contest::standings::order::{StandingsRequest, standings};
use lapidary_contest::standings::tie_break::TieBreak;
use lapidary_simulation::event::entrants;
use lapidary_simulation::player::{Player, play, players};

/// The games of the recomputed ladder, and its players.
const GAMES: usize = 10_000_000;
const PLAYERS: usize = 100_000;
/// The seed of everything.
const SEED: u64 = 7;

fn main() {
    recompute();
    event(256, TableSeats::Two, 9);
    event(1000, TableSeats::Two, 9);
    event(1000, TableSeats::Three, 6);
    event(1000, TableSeats::Four, 6);
}

/// Ten million games of two to four seats, with a hash of the final ratings.
fn recompute() {
    let mut draws = Draws::from(SEED);
    let start = Instant::now();
    let mut ladder = Ladder::default();
    let mut game = Vec::new();
    for number in 0..GAMES {
        game.clear();
        let first = draws.below(PLAYERS);
        let seats = 2 + draws.below(3);
        game.extend(
            (0..seats).map(|seat| {
                (PlayerIndex(((first + seat * 37) % PLAYERS) as u32), draws.below(seats) as u8 + 1)
            }),
        );
        ladder.play(number as i64 * 1000, &game);
    }
    let spent = start.elapsed();
    let mixed = (0..PLAYERS as u32).map(|player| ladder.form(PlayerIndex(player)).rating);
    let hash = mixed.fold(0u64, |hash, rating| {
        Draws::from(hash ^ (rating.mu_micro as u64) ^ ((rating.sigma_micro as u64) << 32)).number()
    });
    println!("{GAMES} games recomputed in {spent:.1?}; the ratings hash to {hash:016x}");
}

/// An event with the slowest pairing and the slowest standings of its rounds.
fn event(entries: u32, seats: TableSeats, rounds: usize) {
    let seed = EventSeed::new([SEED as u8; 32]);
    let mut draws = Draws::from(SEED);
    let players: Vec<Player> = players(entries, &mut draws);
    let entrants: Vec<Entrant> = entrants(&players);
    let settings = Settings::swiss(seats);
    let mut played: Vec<PlayedRound> = Vec::new();
    let (mut pairing_max, mut standings_max) = (Duration::ZERO, Duration::ZERO);
    let mut repeats = 0;
    for _ in 0..rounds {
        let start = Instant::now();
        let request = Request { entrants: &entrants, rounds: &played, settings: &settings, seed: &seed };
        let pairing = next_round(&request).expect("the request is valid");
        pairing_max = pairing_max.max(start.elapsed());
        repeats += pairing.cost().repeats;
        let of = |id: &EntryId| players[id.0 as usize - 1];
        let tables = pairing.tables.iter();
        let tables = tables.map(|table| play(&table.seats.iter().map(of).collect::<Vec<_>>(), &mut draws));
        played.push(PlayedRound {
            tables: tables.collect(),
            byes: pairing.byes.clone(),
            ..PlayedRound::default()
        });
        let start = Instant::now();
        standings(&StandingsRequest {
            entrants: &entrants,
            rounds: &played,
            points: &PointsTable::standard(),
            tie_breaks: &TieBreak::ALL,
            seed: &seed,
        });
        standings_max = standings_max.max(start.elapsed());
    }
    println!(
        "{entries} entries at tables of {}, {rounds} rounds: slowest pairing {pairing_max:.1?}, slowest standings \
         {standings_max:.1?}, {repeats} repeats",
        seats.count()
    );
}
