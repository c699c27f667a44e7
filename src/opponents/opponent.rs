//! An opponent: a kind, a strength and a seed. It does not know servers, clocks or secrets of others.

use lapidary_engine::game::Action;

use crate::budget::Budget;
use crate::kind::OpponentKind;
use crate::seen::{Seen, Table};
use crate::strength::Strength;
use crate::{kids, splendor};

/// A built-in opponent in one seat of one game.
#[derive(Debug)]
pub struct Opponent {
    kind: OpponentKind,
    strength: Strength,
    rng: fastrand::Rng,
    splendor: splendor::Player,
}

impl Opponent {
    /// An opponent. The seed decides what it leaves to chance.
    pub fn new(kind: OpponentKind, strength: Strength, seed: u64) -> Opponent {
        let rng = fastrand::Rng::with_seed(seed);
        Opponent { kind, strength, rng, splendor: splendor::Player::default() }
    }

    /// The kind.
    pub const fn kind(&self) -> OpponentKind {
        self.kind
    }

    /// The strength.
    pub const fn strength(&self) -> Strength {
        self.strength
    }

    /// The seed with which another opponent of this kind and strength can continue for this one.
    pub fn chance(&self) -> u64 {
        self.rng.get_seed()
    }

    /// Chooses the next decisions of the seat, in order: a whole turn with its returns, noble and so on, as
    /// the engine accepts them in one request.
    ///
    /// A turn ends early if it reveals something before its next decision: after a blind reserve with P4, and
    /// in Kids after each decision. The game still waits for the seat, and the caller calls this again with
    /// the new view. Empty if the game does not wait for the seat.
    pub fn choose(&mut self, seen: &Seen, budget: Budget<'_>) -> Vec<Action> {
        if !seen.is_to_act() {
            return Vec::new();
        }
        match seen.table() {
            Table::Splendor(state) => {
                let turn = self.splendor.choose(state, self.kind, self.strength, budget, &mut self.rng);
                turn.into_iter().map(Action::Splendor).collect()
            }
            Table::Kids(state) => {
                let action = kids::choose(state, self.kind, self.strength, budget, &mut self.rng);
                action.into_iter().map(Action::Kids).collect()
            }
        }
    }

    /// Whether the opponent resigns in this position, at its own turn. It does so only in a game of two after
    /// [`Opponent::ROUNDS_BEFORE_RESIGNING`] rounds, if it expects an almost certain loss that people can see
    /// too: the other seat is ahead and close to the end. Random never resigns.
    pub fn resigns(&mut self, seen: &Seen) -> bool {
        self.kind != OpponentKind::Random
            && seen.is_to_act()
            && seen.seats() == 2
            && seen.rounds() >= Opponent::ROUNDS_BEFORE_RESIGNING
            && seen.is_behind_at_the_end()
            && self.share(seen) < Opponent::SHARE_TO_RESIGN
    }

    /// Whether the opponent agrees to abort the game: always before [`Opponent::ROUNDS_OF_OPENING`] rounds,
    /// afterwards unless it expects to win.
    pub fn agrees_to_abort(&mut self, seen: &Seen) -> bool {
        let even = 1.0 / seen.seats() as f32;
        seen.rounds() < Opponent::ROUNDS_OF_OPENING || self.share(seen) <= even + (1.0 - even) / 2.0
    }

    /// The rounds after which an opponent may resign.
    pub const ROUNDS_BEFORE_RESIGNING: u16 = 15;
    /// The opponent resigns below this expected share of the game.
    pub const SHARE_TO_RESIGN: f32 = 0.01;
    /// The prestige of another seat that counts as close to the end in Splendor (B15).
    pub const PRESTIGE_CLOSE_TO_END: u8 = 10;
    /// The rounds in which every opponent agrees to abort.
    pub const ROUNDS_OF_OPENING: u16 = 3;

    /// The expected share of the game for the seat, 0 to 1.
    fn share(&mut self, seen: &Seen) -> f32 {
        match seen.table() {
            Table::Splendor(state) => self.splendor.share(state, seen.seat()),
            Table::Kids(state) => kids::share(state, seen.seat()),
        }
    }
}

impl Seen {
    /// The number of seats.
    fn seats(&self) -> usize {
        match self.table() {
            Table::Splendor(state) => state.seat_count().get(),
            Table::Kids(state) => state.seat_count().get(),
        }
    }

    /// Whether another seat has more than this one and is close to the end. Kids has no prestige: the
    /// expected share already covers the progress on the board.
    fn is_behind_at_the_end(&self) -> bool {
        match self.table() {
            Table::Splendor(state) => state.seat_count().seats().any(|seat| {
                let prestige = state.prestige(seat);
                prestige > state.prestige(self.seat()) && prestige >= Opponent::PRESTIGE_CLOSE_TO_END
            }),
            Table::Kids(_) => true,
        }
    }

    /// The number of full rounds so far.
    fn rounds(&self) -> u16 {
        let turns = match self.table() {
            Table::Splendor(state) => state.turns_begun(),
            Table::Kids(state) => state.turns_begun(),
        };
        turns.saturating_sub(1) / self.seats() as u16
    }
}
