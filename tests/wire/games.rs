//! Random games of every table, played so that rare actions occur. A failure shows the table and its seed.

use lapidary::boards;
use lapidary::cli::table::Table;
use lapidary::engine::game::{Action, Game, GameLog, Payments};
use lapidary::engine::kids::sides::Sides;
use lapidary::engine::record::Leaving;
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::{Seat, SeatCount};
use lapidary::engine::viewer::Viewer;

/// The preferences of players, as the first words of the notation.
const TASTES: [&[&str]; 5] = [
    &["conquer", "buy", "place_stronghold"],
    &["buy", "take"],
    &["keep", "reserve_blind", "buy", "move"],
    &["reserve", "buy", "remove_stronghold"],
    &[],
];

/// Every ruleset with every combination of modules and options and every number of seats, the base game
/// first.
pub fn every_table() -> impl Iterator<Item = (Ruleset, SeatCount)> {
    Ruleset::every().flat_map(|ruleset| SeatCount::ALL.map(|seats| (ruleset, seats)))
}

/// The boards on which every table of Kids is played.
pub fn boards() -> Sides {
    boards::load(None).expect("our boards are sound")
}

/// All viewers of a game.
pub fn every_viewer(game: &Game) -> Vec<Viewer> {
    let seats = game.seat_count().seats().map(Viewer::Seat);
    seats.chain([Viewer::Spectator, Viewer::Revealed]).collect()
}

/// A table dealt from a seed.
pub fn table(ruleset: Ruleset, seats: SeatCount, seed: u64) -> Table {
    println!("{} for {} seats, seed {seed}", ruleset.deal_name(), seats.get());
    Table::new(ruleset, seats, seed).expect("every ruleset can be dealt")
}

/// Plays a whole game and calls `look` with every position and the decision made there.
pub fn play(table: &Table, seed: u64, mut look: impl FnMut(&Game, &[Action], &Action)) -> GameLog {
    let mut dice = fastrand::Rng::with_seed(seed);
    let (mut game, mut log) = (table.opening().clone(), GameLog::default());
    while game.to_act().is_some() {
        let actions = game.legal_actions(Payments::Canonical);
        let action = pick(&actions, &mut dice);
        look(&game, &actions, &action);
        game.play(&action, &mut log).expect("a listed action is legal");
    }
    log
}

/// Plays a whole game in which one seat resigns and another times out.
pub fn play_with_leavers(table: &Table, seed: u64) -> GameLog {
    let mut dice = fastrand::Rng::with_seed(seed);
    let (mut game, mut log) = (table.opening().clone(), GameLog::default());
    let mut left = [(30, Leaving::Resigned), (60, Leaving::TimedOut)].into_iter().peekable();
    while game.to_act().is_some() {
        if let Some((_, how)) = left.next_if(|&(after, _)| log.0.len() > after) {
            let seat = Seat::new(dice.u8(..game.seat_count().get() as u8)).expect("the game has this seat");
            game.leave(seat, how, &mut log);
            continue;
        }
        let action = pick(&game.legal_actions(Payments::Canonical), &mut dice);
        game.play(&action, &mut log).expect("a listed action is legal");
    }
    log
}

fn pick(actions: &[Action], dice: &mut fastrand::Rng) -> Action {
    let taste = TASTES[dice.usize(..TASTES.len())];
    let liked = taste.iter().find_map(|word| {
        let fitting: Vec<&Action> =
            actions.iter().filter(|action| action.to_string().split(' ').next() == Some(word)).collect();
        // The first card, so that strongholds come together.
        if *word == "place_stronghold" { fitting.first().copied() } else { dice.choice(fitting) }
    });
    *liked.or_else(|| dice.choice(actions)).expect("a running game always has a legal action")
}
