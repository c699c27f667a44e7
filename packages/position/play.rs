//! What callers do with a position: judge, play, leave, and deal anew what is hidden.

use serde::Serialize;

use crate::fault::Fault;
use lapidary_engine::game::{Action, Game, GameEntry, GameLog, Proposal, reveal_of};
use lapidary_engine::record::{By, Cause, Leaving};
use lapidary_engine::reveal::Reveal;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;

/// An entry of a game's log: a decision, or a seat that left.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Entry {
    /// The seat that the entry belongs to.
    pub seat: u8,
    /// `player`, or `engine` if only one choice was legal (T2).
    pub by: &'static str,
    /// The notation of the action; `resign` or `timeout` for a seat that left.
    pub notation: String,
    /// Whether it has uncovered something that was hidden (B18, K14).
    pub reveals: bool,
}

impl From<&GameEntry> for Entry {
    fn from(entry: &GameEntry) -> Entry {
        let (seat, by, notation) = match &entry.cause {
            Cause::Decision { seat, by: By::Engine, action } => (seat, "engine", action.to_string()),
            Cause::Decision { seat, by: By::Player, action } => (seat, "player", action.to_string()),
            Cause::Leaving { seat, how } => (seat, "player", how.notation().to_owned()),
        };
        Entry { seat: seat.number(), by, notation, reveals: reveal_of(entry) != Reveal::Nothing }
    }
}

/// Completes the payment of an action. Does not judge others.
pub fn complete(game: &Game, proposal: &Proposal) -> Result<Action, Fault> {
    Ok(game.complete(proposal)?)
}

/// Whether the action is legal.
pub fn is_legal(game: &Game, proposal: &Proposal) -> bool {
    play(&mut game.clone(), proposal).is_ok()
}

/// Applies an action of the seat that must decide, and what follows from it. Returns the entries of the log.
/// Returns the refusal; the game is then unchanged.
pub fn play(game: &mut Game, proposal: &Proposal) -> Result<Vec<Entry>, Fault> {
    if game.to_act().is_none() {
        return Err(Fault::illegal("The game is over.", "T1"));
    }
    let action = game.complete(proposal)?;
    let mut log = GameLog::default();
    game.play(&action, &mut log)?;
    Ok(log.0.iter().map(Entry::from).collect())
}

/// Takes a seat out of the game (B19). Returns the entries of the log; none if the seat has left already.
pub fn leave(game: &mut Game, seat: Seat, how: &str) -> Result<Vec<Entry>, Fault> {
    let how = Leaving::from_notation(how).ok_or_else(|| {
        Fault::impossible(format!("a seat leaves by \"resign\" or \"timeout\", not {how:?}"))
    })?;
    let mut log = GameLog::default();
    game.leave(seat, how, &mut log);
    Ok(log.0.iter().map(Entry::from).collect())
}

/// A copy in which everything that is hidden from this viewer is dealt anew from a number. Both look the same
/// to the viewer.
#[must_use]
pub fn redealt(game: &Game, viewer: Viewer, seed: u64) -> Game {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game = game.clone();
    match &mut game {
        Game::Splendor(state) => state.redeal(viewer, |cards| rng.shuffle(cards)),
        Game::Kids(state) => state.redeal(|places| rng.shuffle(places)),
    }
    game
}
