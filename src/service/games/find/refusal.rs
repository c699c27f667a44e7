//! Why a request about challenges, rematches and seeks is refused.

use crate::games::{GameRefusal, OpponentRefusal, SeatRefusal};
use crate::refusal::{SessionEnded, refusals};
use crate::seasons::SeasonRefusal;
use lapidary_model::challenge::ChallengeStatus;
use lapidary_store::Failure;
use lapidary_store::games::NoGame;

refusals! {
    /// Why a request about challenges, rematches and seeks is refused.
    pub enum FindingRefusal {
        /// One of the players to challenge.
        Opponent { place: usize, refusal: OpponentRefusal } = ValidationFailed at format!("/to/{place}"),
            "{refusal}";
        ChallengeEnded(status: ChallengeStatus) = ChallengeEnded, "The challenge is {}.", status.name();
        NotChallenged = Forbidden, "Only the challenged players can do this.";
        NotChallenger = Forbidden, "Only the creator of the game can do this.";
        BotDeclines = NotAvailable, "A bot of this game does not accept such games any more.";
        OpponentBlocked = Forbidden, "You have blocked a player of this game.";
        OpponentErased = NotAvailable, "A player of this game has erased the account.";
        SeekPaired = SeekPaired, "The game of this seek has started.";
        TooManySeeks(most: u32) = TooManySeeks,
            "You have {most} open seeks, the most that this server allows.";
    } contains {
        Seat(SeatRefusal),
    } through SeatRefusal: GameRefusal, SeasonRefusal, Failure, NoGame, SessionEnded, diesel::result::Error;
}
