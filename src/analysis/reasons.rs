//! Why one turn is better than another, read off the lines that the search expects after both.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::state::State;
use lapidary_opponents::splendor::by_hand::final_share;
use lapidary_words::words;

words! {
    /// What the better turn brings within the line that follows it, compared with the line that follows what
    /// was played.
    Reason:
    /// It wins the game.
    Wins = "wins",
    /// Another seat does not win.
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

/// What speaks for a line, compared with another one from the same position. Both begin with a turn of this
/// seat.
pub(crate) fn reasons(
    before: &State,
    seat: Seat,
    line: &[Vec<Action>],
    other: &[Vec<Action>],
) -> Vec<Reason> {
    let (end, otherwise) = (at_end(before, line), at_end(before, other));
    let wins = |state: &State| final_share(state, seat) == Some(1.0);
    let loses = |state: &State| final_share(state, seat) == Some(0.0);
    let nobles = |state: &State| state.holdings(seat).nobles.len();
    let bonuses = |state: &State| state.holdings(seat).bonuses.total();
    let tokens = |state: &State| state.holdings(seat).tokens.total();
    let ends = |state: &State| state.is_over() || state.is_final_round();
    let others = |state: &State| {
        let others = state.seat_count().seats().filter(|&other| other != seat);
        others.map(|other| state.prestige(other)).sum::<u8>()
    };
    let is_reason = |reason: Reason| match reason {
        Reason::Wins => wins(&end) && !wins(&otherwise),
        Reason::Saves => loses(&otherwise) && !loses(&end),
        Reason::Race => ends(&end) && !ends(&otherwise) && !wins(&end),
        Reason::Noble => nobles(&end) > nobles(&otherwise),
        Reason::Points => end.prestige(seat) > otherwise.prestige(seat),
        Reason::Bonuses => bonuses(&end) > bonuses(&otherwise),
        Reason::Denies => denies(line, other),
        Reason::Holds => others(&end) < others(&otherwise),
        Reason::Tokens => tokens(&end) > tokens(&otherwise),
    };
    Reason::ALL.into_iter().filter(|&reason| is_reason(reason)).collect()
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

fn at_end(before: &State, line: &[Vec<Action>]) -> State {
    let mut state = *before;
    line.iter().flatten().for_each(|action| state.play_unchecked(action, &mut ()));
    state
}
