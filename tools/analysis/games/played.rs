//! Deals and plays games of built-in opponents for the examples.

use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Game, GameLog};
use lapidary_engine::replay::{Written, as_written};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

/// The opening of this number. Each example has deals of its own: their ids and seeds are filled with these.
pub fn deal(modules: Modules, seats: SeatCount, number: u64, (id, fill): (u8, u8)) -> Game {
    let mut secret = [fill; 32];
    secret[..8].copy_from_slice(&number.to_le_bytes());
    let input = DealInput {
        deal_id: DealId([id; 16]),
        server_seed: &ServerSeed::new(secret),
        ruleset: &Ruleset::Splendor(modules).deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()]).unwrap(),
        beacon: &Entropy::default(),
    };
    Game::deal_splendor(modules, &input, Seating::JoinOrder).unwrap().game
}

/// Plays a game to its end, by players with a strength in percent, and returns its log.
pub fn play(opening: &Game, seated: &[(OpponentKind, u8)], number: u64, simulations: u32) -> Vec<Written> {
    let mut players: Vec<Opponent> = (number * 10..)
        .zip(seated)
        .map(|(seed, &(kind, strength))| {
            Opponent::new(kind, Strength::new(strength).expect("a percentage"), seed)
        })
        .collect();
    let (mut game, mut log) = (opening.clone(), GameLog::default());
    while let Some((seat, _)) = game.to_act() {
        for action in players[seat.index()].choose(&Seen::new(&game, seat), Budget::simulations(simulations))
        {
            game.play(&action, &mut log).expect("a legal turn");
        }
    }
    log.0.iter().map(as_written).collect()
}
