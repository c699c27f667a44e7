//! Measures strength: one player against another, over paired deals and rotated seats, with an interval.
//!
//! At a table for more than two, one seat belongs to the first player and all others to the second; an equal
//! player gets one share in as many as there are seats.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use lapidary_engine::game::{Game, GameLog};
use lapidary_engine::kids::sides::Sides;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::module::Modules;
use lapidary_opponents::splendor::weights::Evaluation;
use lapidary_opponents::{OpponentKind, Strength};

use crate::contender::{Contender, Effort, Player};
use crate::deal::{Failure, deal, sides};

/// Requests after which a game counts as not ending.
const REQUESTS_MAX: u32 = 10_000;
/// The half width of a 95 % interval in standard errors.
const INTERVAL: f64 = 1.96;

/// Whom to compare, and in what.
#[derive(Args)]
pub struct CompareOptions {
    /// The player that is measured: `greedy`, `apprentice@60`, `master:400`, `master:100ms`,
    /// `weights.bin:400`.
    first: Contender,
    /// The player on all other seats.
    second: Contender,
    /// Games, rounded up so that every deal is played from every seat.
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// The number of seats.
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=4))]
    seats: u8,
    /// The ruleset: `splendor` or `kids`.
    #[arg(long, default_value = "splendor")]
    ruleset: String,
    /// The modules, separated by commas.
    #[arg(long, value_delimiter = ',')]
    modules: Vec<String>,
    /// The seed of deals and players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The share of the first player.
pub struct Comparison {
    games: u32,
    share: f64,
    half_width: f64,
    turns: f64,
    times: [Duration; 2],
    requests: [u32; 2],
}

impl Comparison {
    /// The share, 0 to 1.
    pub const fn share(&self) -> f64 {
        self.share
    }

    /// Half of the width of the interval of 95 %.
    pub const fn half_width(&self) -> f64 {
        self.half_width
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let time =
            |player: usize| self.times[player].as_secs_f64() * 1e3 / f64::from(self.requests[player].max(1));
        write!(
            f,
            "{:.1} ± {:.1} % of {} games, {:.1} turns a seat, {:.3} and {:.3} ms a move",
            100.0 * self.share,
            100.0 * self.half_width,
            self.games,
            self.turns,
            time(0),
            time(1),
        )
    }
}

/// Compares two players and prints the result.
pub fn run(options: &CompareOptions) -> Result<(), Failure> {
    let seats = SeatCount::new(options.seats).ok_or("2 to 4 seats")?;
    let ruleset = Ruleset::parse(&options.ruleset, options.modules.iter().map(String::as_str), [])?;
    let players = [&options.first, &options.second];
    if !players.iter().all(|player| player.plays(ruleset, seats)) {
        return Err("these weights are for other tables".into());
    }
    let result = compare(players, ruleset, seats, options.games, options.seed)?;
    println!("{result}");
    Ok(())
}

/// The evaluation, one turn ahead, against greedy.
pub fn against_greedy(
    net: &Arc<Evaluation>,
    modules: Modules,
    seats: SeatCount,
    games: u32,
) -> Result<Comparison, Failure> {
    let effort = Effort::Simulations(0);
    let first = Contender::Net(Arc::clone(net), effort);
    let second = Contender::BuiltIn(OpponentKind::Greedy, Strength::FULL, effort);
    compare([&first, &second], Ruleset::Splendor(modules), seats, games, 1 << 40)
}

/// Plays the first player against the second one, with this seed.
pub fn compare(
    [first, second]: [&Contender; 2],
    ruleset: Ruleset,
    seats: SeatCount,
    games: u32,
    seed: u64,
) -> Result<Comparison, Failure> {
    let (sides, count) = (sides()?, seats.get() as u32);
    let deals = games.div_ceil(count);
    let mut players = [first.player(seed), second.player(seed + 1)];
    let mut result = Comparison {
        games: deals * count,
        share: 0.0,
        half_width: 0.0,
        turns: 0.0,
        times: [Duration::ZERO; 2],
        requests: [0; 2],
    };
    // The games of a deal are not independent of each other, so the interval is that of the deals.
    let (mut sum, mut squares) = (0.0, 0.0);
    for number in 0..deals {
        let mut of_deal = 0.0;
        for own in 0..seats.get() {
            of_deal += play(
                &mut players,
                own,
                ruleset,
                seats,
                &sides,
                (seed << 24) + u64::from(number),
                &mut result,
            )?;
        }
        let share = of_deal / f64::from(count);
        sum += share;
        squares += share * share;
    }
    let n = f64::from(deals);
    let variance = (squares / n - (sum / n).powi(2)).max(0.0) * n / (n - 1.0).max(1.0);
    result.share = sum / n;
    result.half_width = INTERVAL * (variance / n).sqrt();
    result.turns /= f64::from(result.games);
    Ok(result)
}

/// Plays a game in which the first player has the seat `own`, and returns its share.
fn play(
    players: &mut [Player; 2],
    own: usize,
    ruleset: Ruleset,
    seats: SeatCount,
    sides: &Sides,
    number: u64,
    result: &mut Comparison,
) -> Result<f64, Failure> {
    let mut game: Game = deal(ruleset, seats, sides, number)?;
    for _ in 0..REQUESTS_MAX {
        let Some((seat, _)) = game.to_act() else { break };
        let player = usize::from(seat.index() != own);
        let begun = Instant::now();
        let turn = players[player].choose(&game, seat);
        result.times[player] += begun.elapsed();
        result.requests[player] += 1;
        if turn.is_empty() {
            return Err("a player has no turn".into());
        }
        for action in &turn {
            game.play(action, &mut GameLog::default())?;
        }
    }
    let winners = game.outcome().ok_or("the game does not end")?.winners();
    result.turns += f64::from(game.turns_begun()) / seats.get() as f64;
    let won = winners.iter().any(|winner| winner.index() == own);
    Ok(if won { 1.0 / winners.len() as f64 } else { 0.0 })
}
