//! Why a request about challenges, rematches and seeks is refused.

use crate::games::open::refusal::contains_seat_refusal;
use crate::games::{OpponentRefusal, SeatRefusal};
use crate::seasons::SeasonRefusal;
use lapidary_model::challenge::ChallengeStatus;

/// Why a request about challenges, rematches and seeks is refused.
#[derive(Debug, thiserror::Error)]
pub enum FindingRefusal {
    #[error(transparent)]
    Seat(#[from] SeatRefusal),
    /// One of the players whom the caller would challenge.
    #[error("opponent {place} {refusal}")]
    Opponent { place: usize, refusal: OpponentRefusal },
    #[error("the challenge is {}", .0.name())]
    ChallengeEnded(ChallengeStatus),
    #[error("the caller is not one of the challenged players")]
    NotChallenged,
    #[error("only the challenger may do this")]
    NotChallenger,
    #[error("a bot of the game does not accept it any more")]
    BotDeclines,
    #[error("the caller has blocked a player of the game")]
    OpponentBlocked,
    #[error("a player of the game has erased the account")]
    OpponentErased,
    #[error("the seek is paired")]
    SeekPaired,
    #[error("the account has {0} open seeks, the most that this server allows")]
    TooManySeeks(u32),
}

contains_seat_refusal!(FindingRefusal);

impl From<SeasonRefusal> for FindingRefusal {
    fn from(refusal: SeasonRefusal) -> Self {
        SeatRefusal::from(refusal).into()
    }
}
