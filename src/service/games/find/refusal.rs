//! Why a request about challenges, rematches and seeks is refused.

use crate::games::GameRefusal;
use crate::games::refusal::contains_game_refusal;
use crate::seasons::SeasonRefusal;
use lapidary_model::challenge::Standing;

/// Why a request about challenges, rematches and seeks is refused.
#[derive(Debug, thiserror::Error)]
pub enum FindingRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    #[error("the challenge is {}", .0.name())]
    ChallengeEnded(Standing),
    #[error("the caller is not one of the challenged players")]
    NotChallenged,
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

contains_game_refusal!(FindingRefusal);

impl From<SeasonRefusal> for FindingRefusal {
    fn from(refusal: SeasonRefusal) -> Self {
        GameRefusal::from(refusal).into()
    }
}
