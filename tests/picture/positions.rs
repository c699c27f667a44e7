//! Random positions of every ruleset. A failure shows the seed, which reproduces it.

use lapidary_engine::deal::{Contributions, DealId, DealInput, Entropy, Seating, ServerSeed};
use lapidary_engine::game::{Action, Effect, Game, GameEntry, GameLog, Payments};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::record::{By, Cause};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::viewer::Viewer;

/// The kinds of action that players prefer, by the beginning of their notation, so that games get on.
const LIKED: [&str; 6] = ["buy", "move", "conquer", "reserve_blind", "place_stronghold", "keep"];
/// Of ten decisions, those that are a preferred one if there is one.
const LIKES: u8 = 7;

/// The opening of a game.
pub fn deal(ruleset: Ruleset, seats: SeatCount, sides: &Sides, seed: u64) -> Game {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_be_bytes());
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &ServerSeed::new(secret),
        ruleset: &ruleset.deal_name(),
        contributions: &Contributions::try_from(vec![Entropy::default(); seats.get()]).unwrap(),
        beacon: &Entropy::default(),
    };
    Game::deal(ruleset, sides, &input, Seating::JoinOrder).unwrap().game
}

/// Plays a game at random until so many decisions were made or it is over, and calls `look` with each
/// position after the first, and with the log.
pub fn play(
    mut game: Game,
    decisions: usize,
    rng: &mut fastrand::Rng,
    mut look: impl FnMut(&Game, &[GameEntry]),
) -> Game {
    let mut log = GameLog::default();
    for _ in 0..decisions {
        let actions = game.legal_actions(Payments::Canonical);
        let Some(action) = pick(&actions, rng) else { break };
        game.play(&action, &mut log).expect("a listed action is legal");
        look(&game, &log.0);
    }
    game
}

fn pick(actions: &[Action], rng: &mut fastrand::Rng) -> Option<Action> {
    let liked = |action: &&Action| {
        let notation = action.to_string();
        LIKED.iter().any(|liked| notation.starts_with(liked))
    };
    let liked: Vec<&Action> = actions.iter().filter(liked).collect();
    match rng.choice(&liked).filter(|_| rng.u8(..10) < LIKES) {
        Some(action) => Some(**action),
        None => rng.choice(actions).copied(),
    }
}

/// The last decision of a player: its seat, and what it did with everything that followed from it, as this
/// viewer sees it.
pub fn last_action(log: &[GameEntry], viewer: Viewer) -> Option<(Seat, Vec<Effect>)> {
    let by_engine = |entry: &GameEntry| matches!(entry.cause, Cause::Decision { by: By::Engine, .. });
    let begin = log.iter().rposition(|entry| !by_engine(entry))?;
    let effects = log[begin..].iter().flat_map(|entry| &entry.effects).map(|effect| effect.shown_to(viewer));
    Some((log[begin].cause.seat(), effects.collect()))
}
