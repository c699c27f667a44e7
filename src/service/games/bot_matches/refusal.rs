//! Why a request about a series of games between bots is refused.

use crate::games::open::refusal::contains_seat_refusal;
use crate::games::{OpponentRefusal, SeatRefusal};
use lapidary_model::bot_match::BotMatchStatus;

/// Why a request about a series of games between bots is refused.
#[derive(Debug, thiserror::Error)]
pub enum BotMatchRefusal {
    #[error(transparent)]
    Seat(#[from] SeatRefusal),
    #[error("bot {place} {refusal}")]
    Bot { place: usize, refusal: OpponentRefusal },
    #[error("none of the bots is the caller, or belongs to the caller")]
    NoOwnBot,
    #[error("the bot match is {}", .0.name())]
    Ended(BotMatchStatus),
}

contains_seat_refusal!(BotMatchRefusal);
