//! Why a built-in opponent's decision cannot be carried out.

use crate::games::{ClockRefusal, EndRefusal, GameRefusal, PlayRefusal};
use crate::refusal::refusals;
use lapidary_store::Failure;
use lapidary_store::games::NoGame;

refusals! {
    /// Why a built-in opponent's decision cannot be carried out: the refusals of the use cases that it calls.
    pub enum OpposeRefusal {
        /// It takes a turn.
        Play(refusal: PlayRefusal) => refusal.explain();
        /// It agrees to pause the game.
        Clock(refusal: ClockRefusal) => refusal.explain();
        /// It agrees to abort the game.
        End(refusal: EndRefusal) => refusal.explain();
    } contains {
        Game(GameRefusal),
    } through GameRefusal: Failure, NoGame, diesel::result::Error;
}

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
