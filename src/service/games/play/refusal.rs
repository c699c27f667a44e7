//! Why a request about a game in play is refused: about a turn, and about the clocks.

use crate::games::GameRefusal;
use crate::refusal::{Code, Explanation, refusals};
use lapidary_engine::decisions::ListRefusal;
use lapidary_engine::game::Refusal;
use lapidary_engine::{kids, splendor};
use lapidary_model::clocks::REMAINING_MAX;
use lapidary_store::Failure;
use lapidary_store::games::NoGame;

refusals! {
    /// Why the decisions of a turn are refused. The index names the decision in the list that was sent.
    pub enum PlayRefusal {
        NotYourTurn { action_index: usize } => not_your_turn(*action_index);
        /// The game waits for this kind of decision.
        Illegal { action_index: usize, refusal: Refusal, decision: &'static str } => {
            let detail = match is_not_asked(*refusal) {
                true => format!("Not allowed now: the game waits for a `{decision}` action."),
                false => refusal.to_string(),
            };
            let explanation = Explanation::new(Code::IllegalAction, detail).action_index(*action_index);
            Explanation { illegal: Some(*refusal), ..explanation }
        };
        AfterReveal { action_index: usize } => Explanation::new(
            Code::AfterReveal,
            "An earlier action reveals something: send this one in a new request, after seeing what was revealed.",
        )
        .action_index(*action_index);
    } contains {
        Game(GameRefusal),
    } through GameRefusal: Failure, NoGame, diesel::result::Error;

    /// Why the clocks of a game stay as they are: the refusals of pausing, resuming and taking days off, and
    /// of organizers' acts on the clocks of tables.
    pub enum ClockRefusal {
        Out = NotSeated, "Your seat has left the game.";
        NoClock = NotAvailable, "This game has no clock.";
        Ladder = NotAvailable, "Games of the ladder of bots have no pauses.";
        OfAnother = NotYourTurn, "The clock of another seat runs.";
        TooMuchTime = ValidationFailed at "/add_ms",
            "is too much: with it, the seat would have more than {} days", REMAINING_MAX.as_secs() / 86_400;
        NoDaysOff = NotAvailable, "Only games with a `correspondence` clock have days off.";
        TooManyDaysOff { most: u8 } = ValidationFailed at "/days",
            "must be at most {most}, because you have no more days off in this game";
    } contains {
        Game(GameRefusal),
    } through GameRefusal: Failure, NoGame, diesel::result::Error;
}

/// Returns the refusal of an action for a seat that the game does not wait for.
pub(in crate::games) fn not_your_turn(action_index: usize) -> Explanation<'static> {
    Explanation::new(Code::NotYourTurn, "The game waits for another seat.").action_index(action_index)
}

/// Returns whether the game waits for another kind of decision.
const fn is_not_asked(refusal: Refusal) -> bool {
    matches!(
        refusal,
        Refusal::Splendor(splendor::refusal::Refusal::NotAsked)
            | Refusal::Kids(kids::refusal::Refusal::NotAsked)
    )
}

impl From<ListRefusal> for PlayRefusal {
    fn from(refusal: ListRefusal) -> Self {
        match refusal {
            ListRefusal::AfterReveal { index } => PlayRefusal::AfterReveal { action_index: index },
            ListRefusal::NotAsked { index } => PlayRefusal::NotYourTurn { action_index: index },
            ListRefusal::Over => GameRefusal::Finished.into(),
            ListRefusal::Illegal { index, refusal, decision } => {
                PlayRefusal::Illegal { action_index: index, refusal, decision }
            }
        }
    }
}

impl ClockRefusal {
    /// Every attempt to change the clocks of a game met a hindrance.
    pub fn contended() -> ClockRefusal {
        Failure::Contended("the clocks of a game cannot be held".to_owned()).into()
    }
}
