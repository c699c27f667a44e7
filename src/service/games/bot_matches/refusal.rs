//! Why a request about a series of games between bots is refused.

use crate::games::refusal::contains_game_refusal;
use crate::games::{GameRefusal, OpponentRefusal};
use lapidary_model::bot_match::Standing;

/// Why a request about a series of games between bots is refused.
#[derive(Debug, thiserror::Error)]
pub enum BotMatchRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    #[error("bot {place} {refusal}")]
    Bot { place: usize, refusal: OpponentRefusal },
    #[error("none of the bots is the caller, or belongs to the caller")]
    NoOwnBot,
    #[error("the bot match is {}", .0.name())]
    Ended(Standing),
}

contains_game_refusal!(BotMatchRefusal);
