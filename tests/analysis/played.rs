//! Plays games of built-in opponents and writes them down.

use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Action, Game, GameLog};
use lapidary_engine::replay::{Written, as_written};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

/// The opening of Splendor for this seed.
pub fn deal(modules: Modules, seats: SeatCount, seed: u64) -> Game {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_be_bytes());
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &ServerSeed::new(secret),
        ruleset: &Ruleset::Splendor(modules).deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()]).unwrap(),
        beacon: &Entropy::default(),
    };
    Game::deal_splendor(modules, &input, Seating::JoinOrder).unwrap().game
}

/// Plays a game of these kinds, in seat order, and returns its log.
pub fn play(opening: &Game, kinds: &[OpponentKind], seed: u64) -> Vec<Written> {
    let mut players: Vec<Opponent> =
        (seed..).zip(kinds).map(|(seed, &kind)| Opponent::new(kind, Strength::FULL, seed)).collect();
    let (mut game, mut log) = (opening.clone(), GameLog::default());
    while let Some((seat, _)) = game.to_act() {
        for action in players[seat.index()].choose(&Seen::new(&game, seat), Budget::simulations(20)) {
            game.play(&action, &mut log).unwrap();
        }
    }
    log.0.iter().map(as_written).collect()
}

/// The log of this decision alone.
pub fn decided(game: &Game, action: &Action) -> Vec<Written> {
    let (mut game, mut log) = (game.clone(), GameLog::default());
    game.play(action, &mut log).unwrap();
    log.0.iter().map(as_written).collect()
}
