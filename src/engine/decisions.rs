//! Judges several decisions of one seat as a unit: either all are legal in their order, or none is applied.
//! It does not know who sends them.
//!
//! If a decision must not follow what an earlier one revealed, it is refused before the rules judge it. So
//! the verdict never depends on hidden information (B18, K14): the same list gets the same verdict for every
//! possible deal.

use super::game::{Game, GameLog, Proposal, Refusal, reveal_of};
use super::reveal::Reveal;
use super::seat::Seat;

/// A game after a list of decisions, with the log entries of these decisions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The position after the last decision.
    pub game: Game,
    /// The log entries of these decisions.
    pub log: GameLog,
}

/// Why a list of decisions is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum ListRefusal {
    /// A decision must not follow what an earlier one revealed, so the rules did not judge it.
    #[error("the decision must not follow one that revealed hidden information")]
    AfterReveal {
        /// The place of the decision in the list.
        index: usize,
    },
    /// The game waits for another seat.
    #[error("the game waits for another seat")]
    NotAsked {
        /// The place of the decision in the list.
        index: usize,
    },
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The rules forbid a decision.
    #[error("{refusal}")]
    Illegal {
        /// The place of the decision in the list.
        index: usize,
        /// Why it is forbidden.
        refusal: Refusal,
        /// The kind of decision that the game was waiting for.
        decision: &'static str,
    },
}

/// Applies decisions of a seat to a copy of the game. Each is judged in the position after the previous ones.
pub fn judge(game: &Game, seat: Seat, proposals: &[Proposal]) -> Result<Judged, ListRefusal> {
    let (mut game, mut log) = (game.clone(), GameLog::default());
    let (mut seen, mut revealed) = (0, Reveal::Nothing);
    for (index, proposal) in proposals.iter().enumerate() {
        if !proposal.may_follow(revealed) {
            return Err(ListRefusal::AfterReveal { index });
        }
        let decision = match game.to_act() {
            Some((decider, decision)) if decider == seat => decision,
            Some(_) => return Err(ListRefusal::NotAsked { index }),
            None => return Err(ListRefusal::Over),
        };
        let illegal = |refusal| ListRefusal::Illegal { index, refusal, decision };
        let action = game.complete(proposal).map_err(illegal)?;
        game.play(&action, &mut log).map_err(illegal)?;
        revealed = log.0[seen..].iter().map(reveal_of).fold(revealed, Reveal::max);
        seen = log.0.len();
    }
    Ok(Judged { game, log })
}
