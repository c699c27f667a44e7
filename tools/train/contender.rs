//! Who takes part in a comparison: a built-in opponent, or an evaluation from a file.

use std::fs;
use std::str::FromStr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use lapidary_engine::game::{Action, Game};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::viewer::Viewer;
use lapidary_opponents::splendor::search::Search;
use lapidary_opponents::splendor::turns::sendable;
use lapidary_opponents::splendor::weights::Evaluation;
use lapidary_opponents::{Budget, Opponent, OpponentKind, Seen, Strength};

use crate::deal::Failure;

/// How long a contender thinks about a turn.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// This many simulations.
    Simulations(u32),
    /// This much time.
    Time(Duration),
}

/// A kind of player.
#[derive(Clone, Debug)]
pub enum Contender {
    /// Built in.
    BuiltIn(OpponentKind, Strength, Effort),
    /// The search with an evaluation from elsewhere; without simulations it looks one turn ahead.
    Net(Arc<Evaluation>, Effort),
}

impl FromStr for Contender {
    type Err = Failure;

    /// Reads `greedy`, `apprentice@60` (strength 60), `master:400` (simulations), `master:100ms`, or
    /// `file.bin:400`.
    fn from_str(text: &str) -> Result<Contender, Failure> {
        let (name, effort) = text.split_once(':').unwrap_or((text, "0"));
        let effort = match effort.strip_suffix("ms") {
            Some(time) => Effort::Time(Duration::from_millis(time.parse()?)),
            None => Effort::Simulations(effort.parse()?),
        };
        let (kind, strength) = name.split_once('@').unwrap_or((name, "100"));
        if let Some(kind) = OpponentKind::named(kind) {
            let strength = Strength::new(strength.parse()?).ok_or("the strength is 0 to 100")?;
            return Ok(Contender::BuiltIn(kind, strength, effort));
        }
        Ok(Contender::Net(Arc::new(Evaluation::decode(&fs::read(name)?)?), effort))
    }
}

/// A contender in a game.
pub enum Player {
    BuiltIn(Box<Opponent>, Effort),
    Net(Arc<Evaluation>, Effort, Box<Search>),
}

impl Contender {
    /// Whether it can play this ruleset with so many seats.
    pub fn plays(&self, ruleset: Ruleset, seats: SeatCount) -> bool {
        match (self, ruleset) {
            (Contender::BuiltIn(..), _) => true,
            (Contender::Net(net, _), Ruleset::Splendor(modules)) => net.fits(modules, seats),
            (Contender::Net(..), _) => false,
        }
    }

    /// Sits down, with a seed for what it leaves to chance.
    pub fn player(&self, seed: u64) -> Player {
        match self {
            Contender::BuiltIn(kind, strength, effort) => {
                Player::BuiltIn(Box::new(Opponent::new(*kind, *strength, seed)), *effort)
            }
            Contender::Net(net, effort) => Player::Net(Arc::clone(net), *effort, Box::default()),
        }
    }
}

impl Player {
    /// The decisions that the seat sends next.
    pub fn choose(&mut self, game: &Game, seat: Seat) -> Vec<Action> {
        let (effort, begun) = (self.effort(), Instant::now());
        let expired = move || matches!(effort, Effort::Time(time) if begun.elapsed() >= time);
        let budget = match effort {
            Effort::Simulations(count) => Budget::simulations(count),
            Effort::Time(_) => Budget::until(&expired),
        };
        match (self, game) {
            (Player::BuiltIn(opponent, _), _) => opponent.choose(&Seen::new(game, seat), budget),
            (Player::Net(net, _, search), Game::Splendor(state)) => {
                let mut veiled = *state;
                veiled.veil(Viewer::Seat(seat));
                search.run(&veiled, net.judge(), budget);
                let best = search.best();
                best.into_iter().flat_map(|found| sendable(found.turn)).map(Action::Splendor).collect()
            }
            (Player::Net(..), Game::Kids(_)) => Vec::new(),
        }
    }

    const fn effort(&self) -> Effort {
        match self {
            Player::BuiltIn(_, effort) | Player::Net(_, effort, _) => *effort,
        }
    }
}
