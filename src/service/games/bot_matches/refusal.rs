//! Why a request about a series of games between bots is refused.

use crate::games::{GameRefusal, OpponentRefusal, SeatRefusal};
use crate::refusal::{SessionEnded, refusals};
use lapidary_model::bot_match::BotMatchStatus;
use lapidary_store::Failure;
use lapidary_store::games::NoGame;

refusals! {
    /// Why a request about a series of games between bots is refused.
    pub enum BotMatchRefusal {
        Bot { place: usize, refusal: OpponentRefusal } = ValidationFailed at format!("/bots/{place}/bot"),
            "{refusal}";
        NoOwnBot = ValidationFailed at "/bots", "must contain you, if you are a bot, or a bot that you own";
        Ladder = GameRated, "The server made this match for the ladder of bots. It is played to its end.";
        Ended(status: BotMatchStatus) = BotMatchEnded, "The bot match is {}.", status.name();
    } contains {
        Seat(SeatRefusal),
    } through SeatRefusal: GameRefusal, Failure, NoGame, SessionEnded, diesel::result::Error;
}
