//! Why one turn is better than another, according to the lines that the search expects after both.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;
use lapidary_opponents::splendor::by_hand::final_share;
use lapidary_opponents::splendor::turns::played;
use lapidary_words::words;

words! {
    /// What the better turn brings within the line that follows it, compared with the line that follows what
    /// was played.
    Reason:
    /// It wins the game.
    Wins = "wins",
    /// Another seat does not win, and the game is not worse than at its start.
    Saves = "saves",
    /// It brings the end of the game sooner.
    Race = "race",
    /// It brings a noble.
    Noble = "noble",
    /// It brings more points.
    Points = "points",
    /// It brings more bonuses.
    Bonuses = "bonuses",
    /// It takes a card that another seat takes otherwise.
    Denies = "denies",
    /// Other seats get fewer points.
    Holds = "holds",
    /// It brings more tokens.
    Tokens = "tokens",
}

/// From this share on, and up to its counterpart, the result of a line counts as that of the game. For less
/// certain shares, another answer than the expected one may change it.
const SURE: f32 = 0.95;

/// A turn of a seat with the expected turns after it, and the share that it promises to the seat.
pub(crate) struct PromisingLine<'a> {
    pub turns: &'a [Vec<Action>],
    pub share: f32,
}

/// The advantages of a line over another one from the same position. Both begin with a turn of this seat.
pub(crate) fn reasons(
    before: &State,
    seat: Seat,
    line: &PromisingLine<'_>,
    other: &PromisingLine<'_>,
) -> Vec<Reason> {
    let (end, otherwise) = ends(before, line.turns, other.turns);
    let wins = |state: &State| final_share(state, seat) == Some(1.0);
    let loses = |state: &State| final_share(state, seat) == Some(0.0);
    let nobles = |state: &State| state.holdings(seat).nobles.len();
    let bonuses = |state: &State| state.holdings(seat).bonuses.total();
    let tokens = |state: &State| state.holdings(seat).tokens.total();
    let is_ending = |state: &State| state.is_over() || state.is_final_round();
    let leads = |state: &State| points_of_others(state, seat).all(|points| points <= state.prestige(seat));
    let others = |state: &State| points_of_others(state, seat).sum::<u8>();
    let is_reason = |reason: Reason| match reason {
        Reason::Wins => wins(&end) && !wins(&otherwise) && line.share >= SURE,
        // A game that is nearly lost either way is not saved.
        Reason::Saves => {
            let equal = 1.0 / before.seat_count().get() as f32;
            loses(&otherwise) && !loses(&end) && other.share <= 1.0 - SURE && line.share >= equal
        }
        // A seat that is behind does not want the end, and another seat brings it.
        Reason::Race => is_ending(&end) && !is_ending(&otherwise) && !wins(&end) && leads(&end),
        Reason::Noble => nobles(&end) > nobles(&otherwise),
        Reason::Points => end.prestige(seat) > otherwise.prestige(seat),
        Reason::Bonuses => bonuses(&end) > bonuses(&otherwise),
        Reason::Denies => denies(line.turns, other.turns),
        Reason::Holds => others(&end) < others(&otherwise),
        Reason::Tokens => tokens(&end) > tokens(&otherwise),
    };
    Reason::ALL.into_iter().filter(|&reason| is_reason(reason)).collect()
}

fn points_of_others(state: &State, seat: Seat) -> impl Iterator<Item = u8> {
    let others = state.seat_count().seats().filter(move |&other| other != seat);
    others.map(|other| state.prestige(other))
}

/// Whether the first turn takes a card that another seat takes in the other line.
fn denies(line: &[Vec<Action>], other: &[Vec<Action>]) -> bool {
    let taken = |turn: &Vec<Action>| match turn.first() {
        Some(Action::Buy { card, .. } | Action::Reserve(card)) => Some(*card),
        _ => None,
    };
    let card = line.first().and_then(taken);
    card.is_some() && other.get(1).is_some_and(|answer| taken(answer) == card)
}

/// The positions at the end of two lines, after as many turns as the shorter one has. Otherwise the longer
/// line would gain by its length. A finished game needs no further turn.
fn ends(before: &State, line: &[Vec<Action>], other: &[Vec<Action>]) -> (State, State) {
    let turns = |line| {
        let end = played_until(before, line, u16::MAX);
        if end.is_over() { u16::MAX } else { end.turns_begun() }
    };
    let until = turns(line).min(turns(other));
    (played_until(before, line, until), played_until(before, other, until))
}

/// The position before this turn, or at the end of the line.
fn played_until(before: &State, line: &[Vec<Action>], turn: u16) -> State {
    let mut state = *before;
    for actions in line {
        if state.turns_begun() >= turn {
            break;
        }
        state = played(state, actions);
    }
    state
}
