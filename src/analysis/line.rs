//! Cuts a finished game into choices. A choice is what a seat decided with the same knowledge: usually a
//! whole turn. A new choice begins where a card was revealed during a turn (B18).

use lapidary_engine::game::{Action as AnyAction, Effect, Game, GameEntry};
use lapidary_engine::outcome::Outcome;
use lapidary_engine::record::{By, Cause};
use lapidary_engine::replay::{Replay, ReplayError, Written};
use lapidary_engine::reveal::Reveal;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::state::State;
use lapidary_engine::viewer::Viewer;

/// A choice of a seat. All positions are veiled: they contain nothing that the seat did not know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// Whose choice it was.
    pub seat: Seat,
    /// The number of the turn.
    pub turn: u16,
    /// The version of the game before the choice; the opening has version 1.
    pub version: u32,
    /// What was decided.
    pub played: Vec<Action>,
    /// The position before the choice.
    pub(crate) before: State,
    /// The same, with all cards that the seat did not see in catalogue order instead of blanks.
    pub(crate) position: State,
    /// The position after it, before any card is revealed.
    pub(crate) after: State,
    /// The position after it, with the revealed cards.
    pub(crate) revealed: State,
}

/// A finished game as a list of choices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The number of seats.
    pub seats: SeatCount,
    /// The choices, in order.
    pub choices: Vec<Choice>,
    /// How the game ended.
    pub outcome: Outcome,
}

/// Why a game cannot be analyzed.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum LineError {
    /// There is no search for this ruleset.
    #[error("games of this ruleset cannot be analyzed")]
    Ruleset,
    /// The game was not played to an end with a result.
    #[error("the game has no result: it still runs or was aborted")]
    Unfinished,
    /// An entry does not follow the rules.
    #[error("entry {index}: {error}")]
    Entry {
        /// The index of the entry, from 0.
        index: usize,
        /// Why it is wrong.
        error: ReplayError,
    },
}

impl Line {
    /// Reads a finished game: its opening and all entries of its log. Fails if the ruleset has no search, the
    /// game has no result, or an entry breaks the rules.
    pub fn read(opening: &Game, entries: &[Written]) -> Result<Line, LineError> {
        let mut replay = Replay::of(opening.clone(), entries.len());
        let (mut choices, mut open) = (Vec::new(), None::<Choice>);
        let mut revealed = Reveal::Nothing;
        for (version, (index, written)) in (1..).zip(entries.iter().enumerate()) {
            let before = *splendor(replay.game())?;
            let entry = replay.read(written).map_err(|error| LineError::Entry { index, error })?;
            if let Cause::Decision { seat, by: By::Player, action: AnyAction::Splendor(action) } = entry.cause
            {
                open.get_or_insert_with(|| Choice::begin(&before, seat, version)).decide(action);
            }
            revealed = entry.effects.iter().map(Effect::reveal).fold(revealed, Reveal::max);
            let has_left = matches!(entry, GameEntry { cause: Cause::Leaving { .. }, .. });
            if replay.due().is_some() {
                continue;
            }
            let after = splendor(replay.game())?;
            if open
                .as_ref()
                .is_some_and(|open| has_left || revealed > Reveal::Nothing || !open.goes_on(after))
            {
                choices.extend(open.take().map(|open| open.end(after)));
            }
            revealed = Reveal::Nothing;
        }
        let outcome = replay.game().outcome().ok_or(LineError::Unfinished)?;
        Ok(Line { seats: opening.seat_count(), choices, outcome })
    }
}

impl Choice {
    /// The position before the choice, with all cards that the seat did not see in catalogue order.
    pub const fn position(&self) -> &State {
        &self.position
    }

    fn begin(state: &State, seat: Seat, version: u32) -> Choice {
        let before = veiled(state, seat);
        let turn = state.turns_begun();
        let mut position = *state;
        position.redeal(Viewer::Seat(seat), <[CardId]>::sort_unstable);
        Choice { seat, turn, version, played: Vec::new(), before, position, after: before, revealed: before }
    }

    fn decide(&mut self, action: Action) {
        self.after.play_unchecked(&action, &mut ());
        self.played.push(action);
    }

    /// Whether the seat must decide again in the same turn.
    fn goes_on(&self, now: &State) -> bool {
        now.turns_begun() == self.turn && now.to_act().is_some_and(|(seat, _)| seat == self.seat)
    }

    fn end(self, now: &State) -> Choice {
        Choice { revealed: veiled(now, self.seat), ..self }
    }
}

/// The position as the seat sees it.
fn veiled(state: &State, seat: Seat) -> State {
    let mut veiled = *state;
    veiled.veil(Viewer::Seat(seat));
    veiled
}

const fn splendor(game: &Game) -> Result<&State, LineError> {
    match game {
        Game::Splendor(state) => Ok(state),
        Game::Kids(_) => Err(LineError::Ruleset),
    }
}
