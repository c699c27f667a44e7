//! Finds the numbers of the evaluation by hand: changes a few at a time, and keeps what wins.

use clap::Args;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::by_hand::{ByHand, NUMBERS, Taste, final_share};
use lapidary_opponents::splendor::greedy::Greedy;

use crate::deal::{Failure, deal_splendor};

/// The numbers that are changed at once, and how much.
const CHANGED: usize = 4;
const STEP: f32 = 0.35;
/// The share that a change must reach.
const BETTER: f32 = 0.53;
/// Turns after which a game is not continued.
const TURNS_MAX: u16 = 200;

/// How long to try.
#[derive(Args)]
pub struct TuneOptions {
    /// The number of changes that are tried.
    #[arg(long, default_value_t = 100)]
    tries: u32,
    /// The deals of each try; each is played from both seats.
    #[arg(long, default_value_t = 150)]
    deals: u64,
    /// Begin with the plain numbers instead of those that were found before.
    #[arg(long)]
    plain: bool,
    /// The seed of changes, deals and choices.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Tunes and prints.
///
/// # Errors
/// If a game cannot be dealt.
pub fn run(options: &TuneOptions) -> Result<(), Failure> {
    let mut rng = fastrand::Rng::with_seed(options.seed);
    let mut best = if options.plain { Taste::PLAIN } else { Taste::TUNED };
    for number in 0..options.tries {
        let mut tried = best.clone();
        let numbers = tried.numbers();
        for _ in 0..CHANGED {
            *numbers[rng.usize(..NUMBERS)] *= 1.0 + STEP * (rng.f32() + rng.f32() - 1.0);
        }
        let share = compare(&tried, &best, options.deals, u64::from(number) << 20, &mut rng)?;
        if share >= BETTER {
            let against_plain =
                compare(&tried, &Taste::PLAIN, options.deals, u64::from(number) << 20, &mut rng)?;
            println!("try {number}: {share:.3}, against plain {against_plain:.3}: {tried:?}");
            best = tried;
        }
    }
    Ok(())
}

/// The share of one taste against another.
fn compare(
    one: &Taste,
    other: &Taste,
    deals: u64,
    first: u64,
    rng: &mut fastrand::Rng,
) -> Result<f32, Failure> {
    let mut players = [one, other].map(|taste| Greedy::new(ByHand::new(taste.clone())));
    let mut sum = 0.0;
    for number in 0..deals {
        // Half of the games have modules.
        let modules = match number % 8 {
            1 => Modules::NONE.with(Module::Orient),
            3 => Modules::NONE.with(Module::Cities),
            5 => Modules::NONE.with(Module::TradingPosts),
            7 => Modules::ALL,
            _ => Modules::NONE,
        };
        let opening = deal_splendor(modules, SeatCount::TWO, first + number)?;
        for own in 0..2 {
            sum += play(&mut players, own, opening, rng);
        }
    }
    Ok(sum / (2 * deals) as f32)
}

/// Plays a game in which the first player has the seat `own`, and returns its share.
fn play(players: &mut [Greedy; 2], own: usize, mut state: State, rng: &mut fastrand::Rng) -> f32 {
    while let Some((seat, _)) = state.to_act() {
        if state.turns_begun() > TURNS_MAX {
            return 0.5;
        }
        let mut veiled = state;
        veiled.veil(Viewer::Seat(seat));
        let turn = players[usize::from(seat.index() != own)].choose(&veiled, seat, 0.0, rng);
        if turn.is_empty() {
            break;
        }
        turn.iter().for_each(|action| state.play_unchecked(action, &mut ()));
    }
    Seat::new(own as u8).and_then(|seat| final_share(&state, seat)).unwrap_or(0.5)
}
