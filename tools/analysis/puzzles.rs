//! Plays games of built-in opponents of many strengths and prints the puzzles in them.
//!
//! `cargo run --release -p lapidary-analysis --example puzzles -- 1 200 2 orient,cities`: the numbers of the
//! first and the last game, which are the seeds of their deals, the number of seats, and modules.
//!
//! `… -- again data/puzzles.txt 2` judges a set again, with the seed 2 if one is named, and prints the
//! puzzles that are left. The ids of the others go to standard error, each with the reason.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod games;

use std::fs;
use std::io::{Write, stdout};

use lapidary_analysis::puzzles::{Finder, Puzzle, id_of, notation, write};
use lapidary_analysis::{Effort, Line};
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::state::State;
use lapidary_opponents::OpponentKind;

use games::{deal, play};

/// Pairs of players, from beginners to the strongest.
const PLAYERS: [[(OpponentKind, u8); 2]; 6] = [
    [(OpponentKind::Master, 100), (OpponentKind::Apprentice, 100)],
    [(OpponentKind::Apprentice, 60), (OpponentKind::Apprentice, 60)],
    [(OpponentKind::Master, 100), (OpponentKind::Master, 100)],
    [(OpponentKind::Greedy, 100), (OpponentKind::Apprentice, 80)],
    [(OpponentKind::Master, 70), (OpponentKind::Apprentice, 50)],
    [(OpponentKind::Greedy, 80), (OpponentKind::Greedy, 80)],
];
/// The simulations of a turn of the players.
const SIMULATIONS: u32 = 100;
/// The seed of the second opinion and of the games that are played on, if none is named.
const SEED: u64 = 1;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let finder = |seed| Finder::new(Effort::SIMULATIONS, seed);
    let mut head = String::new();
    write(&mut head, []).unwrap();
    print!("{head}");
    if let [first, file, seed @ ..] = &arguments[..]
        && first == "again"
    {
        let seed = seed.first().map_or(SEED, |text| text.parse().expect("a seed"));
        return judge_again(&mut finder(seed), &fs::read_to_string(file).expect("a file"));
    }
    let mut finder = finder(SEED);
    let (numbers, modules) = arguments.split_at(arguments.len().min(3));
    let numbers: Vec<u64> = numbers.iter().map(|text| text.parse().expect("a number")).collect();
    let [from, to, seats] = numbers[..] else { panic!("the first game, the last one, and the seats") };
    let seats = SeatCount::new(seats as u8).expect("2 to 4 seats");
    let modules = modules.iter().flat_map(|names| names.split(','));
    let modules = modules.fold(Modules::NONE, |all, name| all.with(Module::named(name).expect("a module")));
    for number in from..=to {
        let opening = deal(modules, seats, number, (3, 9));
        let pair = PLAYERS[number as usize % PLAYERS.len()];
        let first = (number as usize / PLAYERS.len()) % 2;
        let seated: Vec<_> = (0..seats.get()).map(|seat| pair[(seat + first) % 2]).collect();
        let entries = play(&opening, &seated, number, SIMULATIONS);
        let line = Line::read(&opening, &entries).expect("a finished game");
        finder.find(&line, &mut print);
        stdout().flush().unwrap();
    }
}

fn print(puzzle: Puzzle) {
    print!("\n{puzzle}");
}

/// Prints the puzzles of a set that are still ones, with the same solution; the others with the reason.
fn judge_again(finder: &mut Finder, set: &str) {
    let named = |name: &'static str| set.lines().filter_map(move |line| line.strip_prefix(name));
    for (position, solution) in named("position ").zip(named("solution ")) {
        let position = State::decode(&hex::decode(position).expect("digits")).expect("a position");
        let (seat, _) = position.to_act().expect("a game that goes on");
        let best = solution.split(" | ").next().expect("a turn");
        let refused = match finder.puzzle(&position, seat) {
            Ok(puzzle) if puzzle.solutions.iter().any(|turn| notation(turn) == best) => {
                print(puzzle);
                continue;
            }
            Ok(_) => "another_solution",
            Err(reason) => reason.name(),
        };
        eprintln!("{} {refused}", hex::encode(id_of(&position)));
        stdout().flush().unwrap();
    }
}
