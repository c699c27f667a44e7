//! Knows how several decisions of one seat are judged as one: all are legal, in order, or none is applied. Knows nothing
//! of who sends them.
//!
//! After something was uncovered the list is cut short before the rules are asked, so that no verdict depends on it (B18,
//! K14): the same list gets the same verdict whatever lies hidden.

use super::game::{Game, GameLog, Proposal, Refusal, reveal_of};
use super::reveal::Reveal;
use super::seat::Seat;

/// A game after a list of decisions, and the entries that they have made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The position after the last decision.
    pub game: Game,
    /// What happened.
    pub log: GameLog,
}

/// Why a list of decisions is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum ListRefusal {
    /// A decision may not follow what an earlier one has uncovered; it is not judged.
    #[error("the decision may not follow one that uncovered something")]
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
        /// What the game asked the seat then.
        decision: &'static str,
    },
}

/// Applies decisions of a seat to a copy, each judged by the position that the ones before have made.
///
/// # Errors
/// The first decision at fault.
pub fn judge(game: &Game, seat: Seat, proposals: &[Proposal]) -> Result<Judged, ListRefusal> {
    let (mut game, mut log) = (game.clone(), GameLog::default());
    let (mut seen, mut revealed) = (0, Reveal::Nothing);
    for (index, proposal) in proposals.iter().enumerate() {
        if !proposal.may_follow(revealed) {
            return Err(ListRefusal::AfterReveal { index });
        }
        let decision = match game.to_act() {
            Some((asked, decision)) if asked == seat => decision,
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
