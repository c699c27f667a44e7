//! A step: the position after decisions of a seat, or after its leaving.

use chrono::{DateTime, Utc};

use lapidary_engine::decisions::{self, ListRefusal};
use lapidary_engine::game::{Game, GameEntry, GameLog, Proposal};
use lapidary_engine::record::Leaving;
use lapidary_engine::seat::Seat;
use lapidary_model::clocks::Clocks;
use lapidary_model::stamp::Stamp;

/// A position after some decisions, with the entries of these decisions.
pub(in crate::games) struct Step {
    pub(super) game: Game,
    pub(super) made: Vec<GameEntry>,
}

impl Step {
    /// Applies decisions one after another. Each is checked in the position after the previous one.
    pub(super) fn judge(game: &Game, seat: Seat, proposals: &[Proposal]) -> Result<Step, ListRefusal> {
        let judged = decisions::judge(game, seat, proposals)?;
        Ok(Step { game: judged.game, made: judged.log.0 })
    }

    /// Takes out a seat that resigns or has run out of time (B19).
    pub(in crate::games) fn take_out(game: &Game, seat: Seat, how: Leaving) -> Step {
        let (mut game, mut log) = (game.clone(), GameLog::default());
        game.leave(seat, how, &mut log);
        Step { game, made: log.0 }
    }
}

/// The database's data about a stored step.
pub(super) struct StoredStep {
    /// When it was stored.
    pub at: DateTime<Utc>,
    /// The clocks after it; none in a game without a clock.
    pub clocks: Option<Clocks>,
    /// Whether only the seats may see the game after it.
    pub sealed: bool,
    /// Identifies the game after it, if the statement returns it.
    pub stamp: Option<Stamp>,
}
