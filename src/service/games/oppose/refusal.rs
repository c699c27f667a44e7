//! Why a built-in opponent cannot do what it has decided.

use crate::games::refusal::contains_game_refusal;
use crate::games::{ClockRefusal, EndRefusal, GameRefusal, PlayRefusal};

/// Why a built-in opponent cannot do what it has decided: what the use cases refuse by which it plays.
#[derive(Debug, thiserror::Error)]
pub enum OpposeRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    /// It takes a turn.
    #[error(transparent)]
    Play(PlayRefusal),
    /// It agrees to pause the game.
    #[error(transparent)]
    Clock(ClockRefusal),
    /// It agrees to abort the game.
    #[error(transparent)]
    End(EndRefusal),
}

contains_game_refusal!(OpposeRefusal);

impl From<PlayRefusal> for OpposeRefusal {
    fn from(refusal: PlayRefusal) -> Self {
        match refusal {
            PlayRefusal::Game(refusal) => refusal.into(),
            other => OpposeRefusal::Play(other),
        }
    }
}

impl From<ClockRefusal> for OpposeRefusal {
    fn from(refusal: ClockRefusal) -> Self {
        match refusal {
            ClockRefusal::Game(refusal) => refusal.into(),
            other => OpposeRefusal::Clock(other),
        }
    }
}

impl From<EndRefusal> for OpposeRefusal {
    fn from(refusal: EndRefusal) -> Self {
        match refusal {
            EndRefusal::Game(refusal) => refusal.into(),
            other => OpposeRefusal::End(other),
        }
    }
}
