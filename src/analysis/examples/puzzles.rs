//! Plays games of built-in opponents of many strengths and prints the puzzles in them.
//!
//! `cargo run --release -p lapidary-analysis --example puzzles -- 1 200 2 orient,cities`: the numbers of the
//! first and the last game, which are the seeds of their deals, the number of seats, and modules.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{Write, stdout};

use lapidary_analysis::puzzles::{Finder, write};
use lapidary_analysis::{Effort, Line};
use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Game, GameLog};
use lapidary_engine::replay::{Written, as_written};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

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

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (numbers, modules) = arguments.split_at(arguments.len().min(3));
    let numbers: Vec<u64> = numbers.iter().map(|text| text.parse().expect("a number")).collect();
    let [from, to, seats] = numbers[..] else { panic!("the first game, the last one, and the seats") };
    let seats = SeatCount::new(seats as u8).expect("2 to 4 seats");
    let modules = modules.iter().flat_map(|names| names.split(','));
    let modules = modules.fold(Modules::NONE, |all, name| all.with(Module::named(name).expect("a module")));
    let mut finder = Finder::new(Effort::SIMULATIONS, 1);
    let mut head = String::new();
    write(&mut head, []).unwrap();
    print!("{head}");
    for number in from..=to {
        let opening = deal(modules, seats, number);
        let line = Line::read(&opening, &play(&opening, number)).expect("a finished game");
        finder.find(&line, &mut |puzzle| print!("\n{puzzle}"));
        stdout().flush().unwrap();
    }
}

fn deal(modules: Modules, seats: SeatCount, number: u64) -> Game {
    let mut secret = [9; 32];
    secret[..8].copy_from_slice(&number.to_le_bytes());
    let input = DealInput {
        deal_id: DealId([3; 16]),
        server_seed: &ServerSeed::new(secret),
        ruleset: &Ruleset::Splendor(modules).deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()]).unwrap(),
        beacon: &Entropy::default(),
    };
    Game::deal_splendor(modules, &input, Seating::JoinOrder).unwrap().game
}

fn play(opening: &Game, number: u64) -> Vec<Written> {
    let pair = PLAYERS[number as usize % PLAYERS.len()];
    let mut players: Vec<Opponent> = (0..opening.seat_count().get() as u64)
        .map(|seat| {
            let (kind, strength) = pair[(seat + number / PLAYERS.len() as u64) as usize % 2];
            Opponent::new(kind, Strength::new(strength).unwrap(), 10 * number + seat)
        })
        .collect();
    let (mut game, mut log) = (opening.clone(), GameLog::default());
    while let Some((seat, _)) = game.to_act() {
        for action in players[seat.index()].choose(&Seen::new(&game, seat), Budget::simulations(SIMULATIONS))
        {
            game.play(&action, &mut log).expect("a legal turn");
        }
    }
    log.0.iter().map(as_written).collect()
}
