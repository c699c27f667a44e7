//! What all games have in common when they are rebuilt from a view: why that is impossible, and the order of
//! elimination. It does not know what a view shows.

use crate::outcome::Outcome;
use crate::seat::{BySeat, Seat, SeatCount};
use std::cmp::Reverse;

/// What is wrong with a view: the part that no game can look like.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ImpossibleView {
    /// The game has not begun, or it was aborted.
    #[error("the view shows no game that was dealt: it has neither a pending decision nor a result")]
    NoGame,
    /// The number of seats is not one of the ruleset.
    #[error("seats: the view must have all seats of the game, in order")]
    Seats,
    /// The turn does not fit the seats.
    #[error("turn: the seat cannot have the turn with this number")]
    Turn,
    /// Tokens appeared or disappeared (B1, K1).
    #[error("the tokens of the supply and of the seats are not those of a game with this many seats")]
    Tokens,
    /// A piece is in two places, or in a place where it cannot be.
    #[error("{0} is in two places, or where it cannot be")]
    Piece(String),
    /// The number of pieces in a pile contradicts those that the view shows.
    #[error("{0} does not match the pieces that the view shows")]
    Pile(String),
    /// The board is not one of the ruleset (K2).
    #[error("board: the sides and routes are not a board of this ruleset")]
    Board,
    /// The game would not ask for this decision.
    #[error("to_act: the game would not ask for this decision now")]
    Decision,
    /// A field contradicts what follows from the other fields.
    #[error("{0} contradicts the rest of the view")]
    Contradiction(&'static str),
}

/// Refuses a view unless the condition holds.
pub(crate) fn require(holds: bool, otherwise: impl FnOnce() -> ImpossibleView) -> Result<(), ImpossibleView> {
    if holds { Ok(()) } else { Err(otherwise()) }
}

/// Names the first field that is not as it should be.
pub(crate) fn first_difference<const N: usize>(
    fields: [(&'static str, bool); N],
) -> Result<(), ImpossibleView> {
    let wrong = fields.into_iter().find(|(_, as_it_should_be)| !as_it_should_be);
    wrong.map_or(Ok(()), |(field, _)| Err(ImpossibleView::Contradiction(field)))
}

/// The seats of a view, if it lists all of a game in order.
pub(crate) fn seats_in_order(
    listed: impl ExactSizeIterator<Item = Seat>,
) -> Result<SeatCount, ImpossibleView> {
    let count = u8::try_from(listed.len()).ok().and_then(SeatCount::new);
    count.filter(|count| count.seats().eq(listed)).ok_or(ImpossibleView::Seats)
}

/// For each seat that is out, its place in the order of elimination (B19), as the ranks tell it at the end of
/// a game; in a running game, seats with a lower number went out first.
pub(crate) fn eliminations(out: impl Iterator<Item = Seat>, outcome: Option<&Outcome>) -> BySeat<u8> {
    let rank = |seat: Seat| outcome.and_then(|outcome| outcome.ranks.get(seat.index()).copied());
    let mut out: Vec<Seat> = out.collect();
    out.sort_by_key(|&seat| Reverse(rank(seat)));
    let mut places = BySeat::default();
    (1..).zip(out).for_each(|(place, seat)| places[seat] = place);
    places
}
