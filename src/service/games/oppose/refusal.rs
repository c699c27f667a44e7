//! Why a built-in opponent cannot do what it has decided.

use crate::games::refusal::contains_game_refusal;
use crate::games::{EndRefusal, GameRefusal};

/// Why a built-in opponent cannot do what it has decided: what the use cases refuse by which it plays.
#[derive(Debug, thiserror::Error)]
pub enum OpposeRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    /// It agrees to abort the game.
    #[error(transparent)]
    End(EndRefusal),
}

contains_game_refusal!(OpposeRefusal);

impl From<EndRefusal> for OpposeRefusal {
    fn from(refusal: EndRefusal) -> Self {
        match refusal {
            EndRefusal::Game(refusal) => refusal.into(),
            other => OpposeRefusal::End(other),
        }
    }
}
